// facts.md row 16: T×T tiles cut the reads of an output from 2N to 2N/T and make T/4 operations a byte of the naive product's 0.25; at
// 20 TFLOP/s and 1 TB/s the balance is 20, so that even T = 32 is bandwidth-bound.
// RUN: not %coalcheck --totals --roofline --peak-gflops=20000 --bandwidth=1000 --launch='naive: grid=16x16 block=32x32 N=512' --launch='tiled: grid=16x16 block=32x32 N=512' %s | env -u FILECHECK_OPTS FileCheck %s
#define T 32
__global__ void naive(const float *A, const float *B, float *C, int N) {
  int row = blockIdx.x * T + threadIdx.x, col = blockIdx.y * T + threadIdx.y;
  float sum = 0;
  for (int k = 0; k < N; k++) sum += A[row * N + k] * B[k * N + col];
  C[row * N + col] = sum;
}
__global__ void tiled(const float *A, const float *B, float *C, int N) {
  __shared__ float a[T][T], b[T][T];
  int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * T + ty, col = blockIdx.x * T + tx;
  float sum = 0;
  for (int t = 0; t < N; t += T) {
    a[ty][tx] = A[row * N + t + tx];
    b[ty][tx] = B[(t + ty) * N + col];
    __syncthreads();
    for (int k = 0; k < T; k++) sum = fmaf(a[ty][k], b[k][tx], sum);
    __syncthreads();
  }
  C[row * N + col] = sum;
}
// 2 * 512^3 operations; 2N * N^2 floats against 2N/T * N^2.
// CHECK: totals of naive
// CHECK: floating-point operations: 268435456; bytes loaded 1.07 GB
// CHECK-NEXT: intensity 0.25 FLOP/byte (0.25 counting loads alone, {{.*}} the machine's balance is 20: bandwidth-bound, at most 249.76 GFLOP/s
// CHECK: totals of tiled
// CHECK: floating-point operations: 268435456; bytes loaded 33.55 MB
// CHECK-NEXT: intensity {{7.[0-9]+}} FLOP/byte (8 counting loads alone, {{.*}} the machine's balance is 20: bandwidth-bound
