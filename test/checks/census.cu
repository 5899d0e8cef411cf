// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every access that the source writes is listed: what was not judged with the reason.
// RUN: %coalcheck --all --target=sm_80 %s | FileCheck %s
// RUN: %coalcheck --all --target=sm_80 --budget=0.0001 --launch='deep: n=100 d=100 b=100' %s | FileCheck --check-prefix=BUDGET %s

// With little to spend, nothing behind the nest is come to.
__global__ void deep(const float *q, float *o, int n, int d, int b) {
  extern __shared__ float s[];
  for (int j = 0; j < n; j++)
    for (int i = 0; i < n; i++) {
      for (int y = 0; y < b; y++)
        for (int x = 0; x < d; x++)
          for (int z = 0; z < d; z++)
            for (int w = 0; w < b; w++) s[(x + z) * d + w] += q[y * d + x];
      for (int x = 0; x < d; x++) o[threadIdx.x + x * 32] = s[x];
    }
}
// CHECK-LABEL: deep(
// BUDGET: 15:61 shared load 4 unknown: budget s[x]
// CHECK-DAG: 14:41 {{.*}}load{{.*}} s[(x + z) * d + w]
// CHECK-DAG: 14:41 {{.*}}store{{.*}} s[(x + z) * d + w]
// CHECK-DAG: 14:63 {{.*}}load{{.*}} q[y * d + x]
// CHECK-DAG: 15:35 {{.*}}store{{.*}} o[threadIdx.x + x * 32]
// CHECK-DAG: 15:61 {{.*}}load{{.*}} s[x]

__device__ void fill(float *to, int n) {
  for (int i = 0; i < n; i++) to[i] = 0;
}
struct Pair {
  float *first;
  float second[2];
  __device__ void set(int i, float v) { second[i] = v; }
};
// What lies in the lanes' own memory is no access, whether or not it is come to.
__global__ void dead(float *o, const float *in) {
  float own[4], v = 0;
  Pair p = {own, {0, 0}};
  if (threadIdx.x > 63) {
    fill(own, 4);
    p.set(1, in[threadIdx.x]);
    p.first[0] = 2;
    auto add = [&](float x) { v += x; };
    add(own[1]);
    o[threadIdx.x] += v;
    atomicAdd(o, 1.f);
  }
  if (sizeof(float) == 8) o[threadIdx.x] = 7;
  const bool never = blockDim.x == 0 && false;
  if (never) o[3] = 1;
}
// CHECK-LABEL: dead(
// CHECK-NEXT: {{^ *}}launch (
// CHECK-NEXT: line:col
// CHECK-NEXT: 40:14 global load 4 unknown: unreached in[threadIdx.x]
// CHECK-NEXT: 44:5 global load 4 unknown: unreached o[threadIdx.x]
// CHECK-NEXT: 44:5 global store 4 unknown: unreached o[threadIdx.x]
// CHECK-NEXT: 45:15 global atomic 4 unknown: unreached o
void host(float *o, const float *in) { dead<<<1, 64>>>(o, in); }
// CHECK-NEXT: judged
// CENSUS-SKIP: accesses that constants exclude
