// facts.md row 15: the column of a [32][32] tile is a 32-way conflict, of a [32][33] tile none; one word for all is a broadcast.
// RUN: not %coalcheck --all --launch='*: grid=1 block=32x32' %s | FileCheck %s
__global__ void k(float *out) {
  __shared__ float tile[32][32];
  __shared__ float padded[32][33];
  tile[threadIdx.y][threadIdx.x] = 1;
  // CHECK-DAG: [[@LINE-1]]:3 shared store 4 32 1 1 1 conflict-free
  padded[threadIdx.y][threadIdx.x] = 1;
  // CHECK-DAG: [[@LINE-1]]:3 shared store 4 32 1 1 1 conflict-free
  __syncthreads();
  float a = tile[threadIdx.x][threadIdx.y];
  // CHECK-DAG: :[[@LINE-1]]:13: warning: 32-way bank conflict in shared load{{.*}}: 32 wavefronts per request, minimum 1 [coalcheck-bank-conflict]
  // CHECK-DAG: note: help: pad the rows of 'tile' from 32 to 33 elements: 34 wavefronts become 3
  float b = padded[threadIdx.x][threadIdx.y];
  // CHECK-DAG: [[@LINE-1]]:13 shared load 4 32 1 1 1 conflict-free
  float c = tile[3][5];
  // CHECK-DAG: [[@LINE-1]]:13 shared load 4 32 1 1 1 broadcast
  out[threadIdx.y * 32 + threadIdx.x] = a + b + c;
}
