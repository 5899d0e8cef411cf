// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// In a template that nothing instantiates, what hangs on its parameters is listed.
// RUN: %coalcheck --all --target=sm_80 %s 2>&1 | FileCheck %s
template <typename T, int n> struct Vec {
  T e[n];
  __device__ void load(const T *p);
};
template <typename T> __device__ T twice(T v) { return v + v; }
template <int n, typename T> __global__ void k(T *o, const float *a, Vec<T, n> given, T *const *rows) {
  Vec<T, n> own;
  own.load(a + threadIdx.x);
  // CHECK: [[@LINE-1]]:12 global load 4 unknown: dependent {{.*}} a + threadIdx.x
  own.store(o + threadIdx.x);
  // CHECK-NEXT: [[@LINE-1]]:13 global store 4 unknown: dependent {{.*}} o + threadIdx.x
  own.e[1] = twice(own.e[0]);
  T::move(o, 3, nullptr);
  // CHECK-NEXT: [[@LINE-1]]:11 global store 4 unknown: dependent {{.*}} o
  o[threadIdx.x] = given.p[2];
  // CHECK-NEXT: [[@LINE-1]]:3 global store 4 32 4 4 100 % coalesced
  // CHECK-NEXT: [[@LINE-2]]:20 global load {{.*}}unknown: dependent
}
struct Other {
  float x;
};
__device__ Other operator+=(Other &a, const Other &b);
template <typename T> __global__ void overloads(T *o, float step) {
  o[threadIdx.x] += step;
  // CHECK: [[@LINE-1]]:3 global load 4 32 4 4 100 % coalesced o[threadIdx.x]
  // CHECK-NEXT: [[@LINE-2]]:3 global store 4 32 4 4 100 % coalesced o[threadIdx.x]
}
// CHECK-NEXT: {{.*}}dependent.cu: 3 accesses judged, 4 not ({{[0-9]+}} dependent)
// CHECK-NOT: unknown: unsupported
