// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
__global__ void saxpy(int n, const float *x, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] += ALPHA * x[i];
}
