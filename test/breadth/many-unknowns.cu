// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tiles of two rows a warp, whose place depends on more parameters than can be tried all at once.
#include <cstdlib>
#include <cuda_runtime.h>
__global__ void halo(const float* t, float* o, int cols, int border, int it, int above, int below) {
    int x = (16 - 2 * it) * blockIdx.x - border + threadIdx.x, y = (16 - 2 * below) * blockIdx.y - above + threadIdx.y;
    if (x < 0 || y < 0 || x >= cols || y >= 64) return;
    o[(blockIdx.y * gridDim.x + blockIdx.x) * 256 + threadIdx.y * 16 + threadIdx.x] = t[y * cols + x]; //= global load fine 4..6
}
__global__ void tied(const float* t, float* o, int cols, int a, int b, int c) {
    int x = cols * (a + b + c + threadIdx.y) + threadIdx.x;
    o[threadIdx.y * 16 + threadIdx.x] = t[x]; //= global load unknown
}
int main(int argc, char** argv) {
    int cols = argc > 1 ? atoi(argv[1]) : 61, border = argc + 1;
    float *a, *o;
    cudaMalloc(&a, 64 * 1024);
    cudaMalloc(&o, 256 * 64 * 4);
    halo<<<dim3(8, 8), dim3(16, 16)>>>(a, o, cols, border, argc, argc + 1, argc);
    tied<<<1, dim3(16, 16)>>>(a, o, cols, argc, argc * 2, argc * 3);
    cudaDeviceSynchronize();
}
