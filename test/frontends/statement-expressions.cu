// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// GNU statement expressions: their statements come before the statement around them, their value is kept.
// RUN: not %coalcheck --all %s | FileCheck %s
// RUN: %coalcheck --dump-ir %s | FileCheck --check-prefix=IR %s
// IR-LABEL: function branches(
// IR: decl local t i32 = (cast i32 threadIdx.x)
// IR-NEXT: decl local bool = (lt bool (rem i32 (load t) 32) (load limit))
// IR-NEXT: if (load )
// IR-LABEL: function skipped(
// IR: statement expression
// IR-LABEL: function whole(
// IR: decl local t i32 = (cast i32 threadIdx.x)
// IR-NEXT: decl local i32 = (mul i32 (load t) 2)
#define MAX(a, b) ({ auto x_ = (a); auto y_ = (b); x_ > y_ ? x_ : y_; })

// CHECK: warning: uncoalesced load of 'b': 8 sectors per request
// CHECK-LABEL: whole(
// CHECK: [[@LINE+4]]:26 global load 4 32 8 4 50 % strided b[i]
// CHECK: [[@LINE+4]]:3 global store 4 32 4 4 100 % coalesced a[threadIdx.x]
__global__ void whole(float *a, const float *b) {
  int i = ({ int t = threadIdx.x; t * 2; });
  float v = ({ float w = b[i]; w + 1; });
  a[threadIdx.x] = v;
}

// CHECK-LABEL: part(
// CHECK: [[@LINE+3]]:3 global store 4 32 4 4 100 % coalesced a[MAX((int)threadIdx.x - 64, 0) + threadIdx.x]
// CHECK: [[@LINE+2]]:52 global load 4 32 4 4 100 % coalesced b[threadIdx.x]
__global__ void part(float *a, const float *b) {
  a[MAX((int)threadIdx.x - 64, 0) + threadIdx.x] = b[threadIdx.x];
}

// Each value is its own.
// CHECK-LABEL: twice(
// CHECK: [[@LINE+3]]:3 global store 4 32 4 4 100 % coalesced a[
__global__ void twice(float *a) {
  int n = 0;
  a[threadIdx.x + ({ n++; n; }) + ({ n++; n; }) - 3] = 0;
}

// CHECK-LABEL: branches(
// CHECK: [[@LINE+7]]:{{.*}} global store 4 16 2 2 100 % coalesced a[threadIdx.x]
// CHECK: [[@LINE+9]]:{{.*}} global store 4 32 4 4 100 % coalesced a[threadIdx.x + 64]
__device__ int half_of(int n) {
  return ({ int h = n / 2; h; });
}
__global__ void branches(float *a) {
  if (int limit = 16; ({ int t = threadIdx.x; t % 32 < limit; }))
    a[threadIdx.x] = 1;
  else if (({ bool never = false; never; }))
    a[threadIdx.x * 9] = 1;
  ({ if (half_of(4) == 2) a[threadIdx.x + 64] = 2; });
  switch (({ int t = 1; t; })) {
    case 1: a[threadIdx.x + 128] = 3;
  }
}

// Where it may be skipped or repeated, it is not followed.
// CHECK-LABEL: skipped(
// CHECK: [[@LINE+2]]:{{.*}} global store 4 {{.*}}unknown: unsupported (statement expression)
__global__ void skipped(float *a, int n) {
  a[n > 0 ? ({ int t = threadIdx.x; t; }) : 0] = 1;
  for (int i = ({ int z = 0; z; }); ({ i < 2; }); i++) a[i * 32 + threadIdx.x] = 1;
}

void run(float *a, const float *b, int n) {
  whole<<<1, 64>>>(a, b);
  part<<<1, 64>>>(a, b);
  twice<<<1, 64>>>(a);
  branches<<<1, 32>>>(a);
  skipped<<<1, 64>>>(a, n);
}
