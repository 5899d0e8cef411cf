// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// CENSUS-SKIP: accesses that constants exclude
// A template argument below zero keeps its sign.
// RUN: %coalcheck --all %s | FileCheck %s
// RUN: %if plugin %{ %clang_coal %s 2>&1 | FileCheck %s --check-prefix=PLUGIN --allow-empty %}
template <int groups, long long shift, signed char small> __global__ void k(float *o) {
  if (groups != -1) o[threadIdx.x * 4] = 1;
  if (shift + 1 == 0 && small < 0) o[threadIdx.x] = 2;
  // CHECK: [[@LINE-1]]:36 {{.*}}coalesced
}
void h(float *o) { k<-1, -1, -3><<<1, 128>>>(o); }
// CHECK: 1 accesses judged, 0 unknown
// PLUGIN-NOT: warning:
