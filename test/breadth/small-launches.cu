// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Launches of few warps are run whole, also where each warp takes long: the warps in the middle differ.
#include <cuda_runtime.h>
__device__ int halved(int j) {
    if (j > 40) return j / 2;
    return j + 1;
}
__global__ void middle(const unsigned* a, float* o, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = n;
    for (int k = 0, j = 14; k < 150; ++k, --j)
        for (int m = 0; m <= i % 2; ++m) {
            unsigned short w = max(100 - k, (int)threadIdx.y);
            v += w + j;
        }
    v += a[halved(i)];                           //= global load misaligned,strided 4..5
    o[i] = v;                                    //= global store fine 4..4
}
int main() {
    unsigned* a;
    float* o;
    cudaMalloc(&a, 1 << 20);
    cudaMalloc(&o, 1 << 20);
    for (int t = 0; t < 2; ++t) middle<<<2, dim3(32, 8)>>>(a + 3, o, t);
    for (int t = 0; t < 2; ++t) middle<<<dim3(2, 2), dim3(32, 8)>>>(a + 3, o, t * 8 + 2);
    cudaDeviceSynchronize();
}
