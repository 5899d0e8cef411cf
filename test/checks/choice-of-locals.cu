// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A choice between a lane's own objects is no access, whatever it hangs on; one that may be memory is listed.
// RUN: %coalcheck --all --target=sm_80 %s | FileCheck %s
struct Number {
  float v;
  __device__ operator float() const { return v; }
};
struct Other {
  float v;
  __device__ float get() const { return v; }
};
__global__ void k(const float *a, float *o, const Other *in, int n) {
  // CHECK: 10:41 unknown load 4 unknown: not affine
  Number x = {a[threadIdx.x]}, y = {0};
  // CHECK-NEXT: 14:15 global load 4 32 4 4 100 % coalesced a[threadIdx.x]
  float m = (x.v < a[n] ? x : y) + 1;
  // CHECK-NEXT: 16:20 global load 4 32 1 1 12.5 % broadcast a[n]
  Other own = {m};
  o[threadIdx.x] = (m < 0 ? own : *in).get();
  // CHECK-NEXT: 19:3 global store 4 32 4 4 100 % coalesced o[threadIdx.x]
}
// CHECK-NEXT: 3 accesses judged, 1 unknown
void h(const float *a, float *o, const Other *in, int n) { k<<<1, 256>>>(a, o, in, n); }
