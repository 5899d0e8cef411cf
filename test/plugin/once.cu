// Compiled for several archs, a source is analysed for the first one only; the object code stays what it was.
// REQUIRES: plugin
// RUN: %clang_coal --cuda-gpu-arch=sm_90 %s 2>&1 | FileCheck %s
// RUN: %clang_coal --cuda-gpu-arch=sm_90 --no-cuda-gpu-arch=sm_80 %s 2>&1 | FileCheck --check-prefix=OTHER %s
// RUN: %clang_ir -o %t.with.ll %s
// RUN: %clang_ir -Xclang -plugin-arg-coalcheck -Xclang --checks=-* -o %t.without.ll %s
// RUN: diff %t.with.ll %t.without.ll
// The host's compile of the same source says nothing.
// RUN: %clang_coal --cuda-host-only %s 2>&1 | FileCheck --allow-empty --check-prefix=HOST %s
__global__ void k(const float *in, float *out) { out[threadIdx.x * 32] = in[threadIdx.x]; }
// CHECK: warning: uncoalesced
// CHECK-NOT: warning: uncoalesced
// CHECK: 1 warning generated when compiling for sm_80.
// OTHER: warning: uncoalesced
// OTHER-NOT: warning: uncoalesced
// OTHER: 1 warning generated when compiling for sm_90.
// HOST-NOT: warning
