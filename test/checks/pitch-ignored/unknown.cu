// Nobody knows whether the memory is pitched: no finding.
// RUN: %coalcheck %s | FileCheck %s --allow-empty --implicit-check-not="[coalcheck-"
#include <cuda_runtime.h>
__global__ void scale(float *image, int width) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  if (x < width) image[y * width + x] = 1.0f;
}
void run(float *image) { scale<<<dim3(4, 64), 256>>>(image, 1024); }
