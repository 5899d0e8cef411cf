// A small kernel file: what people write to try something out, and what an editor analyses again and again.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void saxpy(int n, float a, const float *x, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i] + y[i];
}

__global__ void column_sums(const float *m, float *sums, int rows, int columns) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int c = 0; c < columns; c++) sum += m[row * columns + c];
  sums[row] = sum;
}

int main() {
  float *x, *y;
  cudaMalloc(&x, 1 << 22);
  cudaMalloc(&y, 1 << 22);
  saxpy<<<4096, 256>>>(1 << 20, 2.0f, x, y);
  column_sums<<<4, 256>>>(x, y, 1024, 1024);
  std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
