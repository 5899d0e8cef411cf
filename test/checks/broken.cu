// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where a header is missing, accesses in broken statements are listed as unknown, the rest is judged, and the kernels
// of which nothing could be judged are named.
// RUN: %coalcheck --all --target=sm_80 %s 2>%t.err | FileCheck %s
// RUN: FileCheck --check-prefix=ERR %s < %t.err
// RUN: not %coalcheck --target=sm_80 --fail-on=unknown %s 2>&1 | FileCheck --check-prefix=ERR %s
#include "gone.h"
// ERR: broken.cu:7:10: error: 'gone.h' file not found (skipped; the rest was analysed)
// ERR-NEXT: broken.cu: note: {{[0-9]+}} errors behind the missing header not shown
// ERR-NEXT: broken.cu: {{[0-9]+}} accesses judged, {{[0-9]+}} not ({{[0-9]+}} error); kernel 'no_cursor' not judged: 'gone.h' was not found
struct Point {
  float x, y;
};
__global__ void some(float *a, int n, Point *p) {
  // CHECK-LABEL: some(
  // CHECK-NEXT: {{^ *}}launch (
  // CHECK-NEXT: line:col
  int w = 4 / WARP;
  float own[4];
  float z = a[w * WARP];
  // CHECK-NEXT: [[@LINE-1]]:13 global load 4 unknown: error
  a[WARP] = a[threadIdx.x];
  // CHECK-NEXT: [[@LINE-1]]:3 global store 4 unknown: error
  // CHECK-NEXT: [[@LINE-2]]:13 global load 4 unknown: error
  LOAD4(a[threadIdx.x * 32]) = LOAD4(a[threadIdx.x]);
  // CHECK-NEXT: [[@LINE-1]]:9 global store 4 unknown: error
  // CHECK-NEXT: [[@LINE-2]]:38 global load 4 unknown: error
  a[threadIdx.x] = 1;
  // CHECK-NEXT: [[@LINE-1]]:3 global store 4 32 4 4 100 % coalesced
  p->z = a[threadIdx.x];
  // CHECK-NEXT: [[@LINE-1]]:3 unknown store {{.*}}unknown: error
  // CHECK-NEXT: [[@LINE-2]]:10 global load 4 32 4 4 100 % coalesced
  if (a[w] < LIMIT) own[3] = own[LIMIT];
  // CHECK-NEXT: [[@LINE-1]]:7 global load 4 unknown: error
  a[w + threadIdx.x] = 2;
  // CHECK-NEXT: [[@LINE-1]]:3 global store 4 unknown: error
  for (auto x : GONE) a[n] += x;
  // CHECK-NEXT: [[@LINE-1]]:23 global load 4 unknown: error
  // CHECK-NEXT: [[@LINE-2]]:23 global store 4 unknown: error
  at::copy(a[n]);
  // CHECK-NEXT: [[@LINE-1]]:12 global load 4 unknown: error
  a[5] = 0;
  // CHECK-NEXT: [[@LINE-1]]:3 {{.*}} store 4
  table[threadIdx.x]++;
  // CHECK-NEXT: [[@LINE-1]]:3 unknown load {{.*}}unknown: error
  // CHECK-NEXT: [[@LINE-2]]:3 unknown store {{.*}}unknown: error
}
template <typename T> __global__ void no_cursor(torch::Accessor<T, 2> in, float *out) {
  // CHECK-LABEL: no_cursor(
  // CHECK-NEXT: {{^ *}}launch (
  // CHECK-NEXT: line:col
  __shared__ float s[32];
  float mine[4];
  mine[1] = s[threadIdx.x];
  // CHECK-NEXT: [[@LINE-1]]:13 unknown load {{.*}}unknown: error
  out[in[threadIdx.x][0]] = 1;
  // CHECK-NEXT: [[@LINE-1]]:3 unknown store {{.*}}unknown: error
  // CHECK-NEXT: [[@LINE-2]]:7 unknown load {{.*}}unknown: error
}
// CHECK-NEXT: judged
#if 0
__global__ void off(torch::Accessor<float, 2> in, float *out) { out[0] = in[3]; }
#endif
// DIFFERENTIAL-SKIP: a header is missing on purpose
