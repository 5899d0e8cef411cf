// Row 19 of facts.md: the row found by the width on a pitched pointer.
// RUN: not %coalcheck %s | FileCheck %s
#include <cuda_runtime.h>
__global__ void scale(float *image, int width, float by) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  if (x < width) image[y * width + x] *= by;
  // CHECK: :[[@LINE-1]]:18: warning: load and store of 'image' without the pitch: rows of cudaMallocPitch are padded [coalcheck-pitch-ignored]
  // CHECK: note: help: element (row, column) is at ((float *)((char *)image + row * pitch))[column], with the pitch in bytes that cudaMallocPitch returned
}
int main() {
  float *image;
  size_t pitch;
  cudaMallocPitch(&image, &pitch, 1000 * sizeof(float), 64);
  scale<<<dim3(4, 64), 256>>>(image, 1000, 2.0f);
}
