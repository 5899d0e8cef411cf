// The order of the lanes is irregular, their sectors are not.
// RUN: %coalcheck --all --launch='*: grid=8 block=256' %s | FileCheck %s 
__global__ void k(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i - threadIdx.x % 32 + threadIdx.x * 13 % 32];
  // CHECK: [[@LINE-1]]:12 global load 4 32 4 4 100 % coalesced
}
