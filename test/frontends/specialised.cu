// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A specialisation with a body of its own is no instance of the template: both kernels are listed.
// RUN: %coalcheck --all --target=sm_80 %s | FileCheck %s
template <typename T> __global__ void special(T *p) { p[threadIdx.x] = 1; }
template <> __global__ void special<char>(char *p) { p[threadIdx.x] = 2; }
// CHECK-DAG: 4:55 global store 4 32 4 4 100 % coalesced p[threadIdx.x]
// CHECK-DAG: 5:54 global store 1 32 1 1 100 % coalesced p[threadIdx.x]
// CHECK: 2 accesses judged, 0 unknown
