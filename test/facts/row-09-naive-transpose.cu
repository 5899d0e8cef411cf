// facts.md row 9: the naive transpose reads 4 and writes 32 sectors; through a shared tile both are 4.
// RUN: not %coalcheck --all --launch='*: grid=32x32 block=32x8 N=1024' %s | FileCheck %s
__global__ void naive(const float *A, float *B, int N) {
  int col = blockIdx.x * 32 + threadIdx.x;
  for (int j = threadIdx.y; j < 32; j += 8) {
    int row = blockIdx.y * 32 + j;
    float v = A[row * N + col];
    // CHECK-DAG: [[@LINE-1]]:15 global load 4 32 4 4 100 % coalesced
    B[col * N + row] = v;
    // CHECK-DAG: note: help: let the block write 'B' through a tile in shared memory, {{.*}}: 32 sectors become 4
    // CHECK-DAG: :[[@LINE-2]]:5: warning: uncoalesced store{{.*}}: 32 sectors per request, minimum 4 [coalcheck-strided]
  }
}
__global__ void tiled(const float *A, float *B, int N) {
  __shared__ float tile[32][33];
  for (int j = threadIdx.y; j < 32; j += 8)
    tile[j][threadIdx.x] = A[(blockIdx.y * 32 + j) * N + blockIdx.x * 32 + threadIdx.x];
  // CHECK-DAG: [[@LINE-1]]:28 global load 4 32 4 4 100 % coalesced
  // CHECK-DAG: [[@LINE-2]]:5 shared store 4 32 1 1 1 conflict-free
  __syncthreads();
  for (int j = threadIdx.y; j < 32; j += 8)
    B[(blockIdx.x * 32 + j) * N + blockIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][j];
  // CHECK-DAG: [[@LINE-1]]:5 global store 4 32 4 4 100 % coalesced
  // CHECK-DAG: [[@LINE-2]]:68 shared load 4 32 1 1 1 conflict-free
}
