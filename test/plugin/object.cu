// A full compile with a toolkit: host and two device archs, warned about once, and the same object file.
// REQUIRES: plugin, cuda-toolkit
// RUN: %clang_real --cuda-gpu-arch=sm_90 --cuda-gpu-arch=sm_80 -Xclang -load -Xclang %plugin -c %s -o %t.with.o 2>&1 | FileCheck %s
// RUN: %clang_real --cuda-gpu-arch=sm_90 --cuda-gpu-arch=sm_80 -c %s -o %t.without.o
// RUN: cmp %t.with.o %t.without.o
#include <cuda_runtime.h>
__global__ void k(const float *in, float *out) { out[threadIdx.x * 32] = in[threadIdx.x]; }
void go(const float *in, float *out) { k<<<1, 32>>>(in, out); }
// CHECK: warning: uncoalesced
// CHECK-NOT: warning: uncoalesced
// CHECK: 1 warning generated when compiling for sm_90.
