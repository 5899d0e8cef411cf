// The pitch in bytes, the pitch in elements, and a plain allocation.
// RUN: %coalcheck --all %s | FileCheck %s --implicit-check-not="[coalcheck-" 
#include <cuda_runtime.h>
__global__ void bytes(float *image, size_t pitch, int width) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  float *row = (float *)((char *)image + y * pitch);
  if (x < width) row[x] = 1.0f;
  // CHECK-DAG: [[@LINE-1]]:18 global store 4 {{.*}} coalesced
}
__global__ void elements(float *image, int stride, int width) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  if (x < width) image[y * stride + x] = 1.0f;
  // CHECK-DAG: [[@LINE-1]]:18 global store 4 {{.*}} coalesced
}
__global__ void plain(float *image, int width) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  if (x < width) image[y * width + x] = 1.0f;
  // CHECK-DAG: [[@LINE-1]]:18 global store 4 {{.*}} coalesced
}
int main() {
  float *image, *flat;
  size_t pitch;
  cudaMallocPitch(&image, &pitch, 1000 * sizeof(float), 64);
  cudaMalloc(&flat, 1024 * 64 * sizeof(float));
  bytes<<<dim3(4, 64), 256>>>(image, pitch, 1000);
  elements<<<dim3(4, 64), 256>>>(image, (int)(pitch / sizeof(float)), 1000);
  plain<<<dim3(4, 64), 256>>>(flat, 1024);
}
