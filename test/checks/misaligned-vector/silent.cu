// RUN: %coalcheck --all --launch='*: grid=8 block=256' %s | FileCheck %s --implicit-check-not=error: 
__global__ void k(const float *in, float4 *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = *(const float4 *)(in + 4 * i);
  // CHECK-DAG: [[@LINE-1]]:12 global load 16 32 16 16 100 % coalesced
  // CHECK-DAG: [[@LINE-2]]:3 global store 16 32 16 16 100 % coalesced
}
