// Whole sectors away, and a stencil whose edges are the neighbouring warps' sectors.
// RUN: %coalcheck --min-efficiency=100 --all --launch='*: grid=8 block=256' %s | FileCheck %s 
__global__ void k(const float *in, const float *grid, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float a = in[i + 8];
  // CHECK-DAG: [[@LINE-1]]:13 global load 4 32 4 4 100 % coalesced
  float b = grid[i + 7] + grid[i + 8] + grid[i + 9];
  // CHECK-DAG: [[@LINE-1]]:13 global load 4 32 5 4 80 % amortized
  // CHECK-DAG: [[@LINE-2]]:27 global load 4 32 4 4 100 % coalesced
  // CHECK-DAG: [[@LINE-3]]:41 global load 4 32 5 4 80 % amortized
  out[i] = a + b;
}
