// RUN: %coalcheck --all --checks=-*,bank-conflict --launch='*: grid=8 block=32x32' %s | FileCheck %s 
__global__ void k(float *out) {
  __shared__ float tile[32][33];
  __shared__ float swizzled[32][32];
  __shared__ float4 quads[1024];
  int x = threadIdx.x, y = threadIdx.y, i = y * 32 + x;
  tile[y][x] = 1;
  // CHECK-DAG: [[@LINE-1]]:3 shared store 4 32 1 1 1 conflict-free
  swizzled[y][x ^ y] = 1;
  // CHECK-DAG: [[@LINE-1]]:3 shared store 4 32 1 1 1 conflict-free
  quads[i] = make_float4(0, 0, 0, 0);
  // CHECK-DAG: [[@LINE-1]]:3 shared store 16 32 4 4 1 conflict-free
  __syncthreads();
  float v = tile[x][y] + swizzled[x][y ^ x] + tile[y][0];
  // CHECK-DAG: [[@LINE-1]]:13 shared load 4 32 1 1 1 conflict-free
  // CHECK-DAG: [[@LINE-2]]:26 shared load 4 32 1 1 1 conflict-free
  // CHECK-DAG: [[@LINE-3]]:47 shared load 4 32 1 1 1 broadcast
  out[i] = v;
}
