// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// for (x : array), by value and by reference.
#include <cuda_runtime.h>
__global__ void ranges(const float* a, const float* b, float* o, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int offsets[] = {0, 8, 16, 1000 * 8};
    float v = 0;
    for (int k : offsets)
        v += a[i + k];                           //= global load fine 4..4
    float acc[3] = {1, 2, 3};
    for (auto& x : acc) x *= 2;
    const int steps[3] = {1, 2, 4};
    for (const int& k : steps)
        v += b[i * k];                           //= global load strided 4..16
    o[i] = v + acc[0] + n;                       //= global store fine 4..4
}
int main() {
    float *a, *b, *o;
    cudaMalloc(&a, 1 << 20); cudaMalloc(&b, 1 << 20); cudaMalloc(&o, 1 << 20);
    ranges<<<4, 64>>>(a, b, o, 1000);
    cudaDeviceSynchronize();
}
