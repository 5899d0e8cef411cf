// facts.md, published totals: A's tile is stored transposed, a 32-way store once a tile step (31 conflicts a warp), and read as a
// broadcast: N^2 / 32 warps · N / 32 steps · 31.
// RUN: not %coalcheck --totals --launch='*: grid=40x40 block=32x32 N=1280' %s | env -u FILECHECK_OPTS FileCheck --check-prefix=N1280 %s
// RUN: not %coalcheck --totals --launch='*: grid=50x50 block=32x32 N=1600' %s | env -u FILECHECK_OPTS FileCheck --check-prefix=N1600 %s
// RUN: not %coalcheck --totals --launch='*: grid=20x20 block=32x32 N=640' %s | env -u FILECHECK_OPTS FileCheck --check-prefix=N640 %s
// RUN: not %coalcheck --totals --launch='*: grid=10x10 block=32x32 N=320' %s | env -u FILECHECK_OPTS FileCheck --check-prefix=N320 %s
// RUN: not %coalcheck --totals %s | env -u FILECHECK_OPTS FileCheck --check-prefix=FORMULA %s
#define T 32
__global__ void product(const float *A, const float *B, float *C, int N) {
  __shared__ float As[T][T], Bs[T][T];
  int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * T + ty, col = blockIdx.x * T + tx;
  float sum = 0;
  for (int t = 0; t < N / T; t++) {
    As[tx][ty] = A[row * N + t * T + tx];
    Bs[ty][tx] = B[(t * T + ty) * N + col];
    __syncthreads();
    for (int k = 0; k < T; k++) sum += As[k][ty] * Bs[k][tx];
    __syncthreads();
  }
  if (row < N && col < N) C[row * N + col] = sum;
}
// N1280: bank conflicts: 63488000
// N1600: bank conflicts: 124000000
// N640: bank conflicts: 7936000
// N320: bank conflicts: 992000
// FORMULA: as formulas, for N a multiple of 32, gridDim.x = N / 32, gridDim.y = N / 32:
// FORMULA: bank conflicts: 31 * N * N * N / 1024
