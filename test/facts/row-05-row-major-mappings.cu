// facts.md row 5: in a row-major matrix threadIdx.x as the column is 4 sectors, as the row 32.
// RUN: not %coalcheck --all --launch='*: grid=8x8 block=32x4 N=256' %s | FileCheck %s
__global__ void k(const float *A, float *out, int N) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  float column = A[y * N + x];
  // CHECK-DAG: [[@LINE-1]]:18 global load 4 32 4 4 100 % coalesced
  float row = A[x * N + y];
  // CHECK-DAG: :[[@LINE-1]]:15: warning: uncoalesced load{{.*}}: 32 sectors per request, minimum 4
  out[y * N + x] = column + row;
}
