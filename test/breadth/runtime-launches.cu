// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels launched by runtime calls alone, and memory of cudaMalloc3D.
#include <cuda_runtime.h>
__global__ void hop(const float* a, float* o, int s) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    o[i] = a[i * s];                             //= global load strided 12..12
}
__global__ void fill(cudaPitchedPtr p, int w, int h) {
    int x = threadIdx.x, y = blockIdx.x, z = blockIdx.y;
    char* slice = (char*)p.ptr + z * p.pitch * h;
    float* row = (float*)(slice + y * p.pitch);
    if (x < w) row[x] = 1.f;                     //= global store fine 1..4
}
__global__ void extended(const float* a, float* o, int s) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    o[i] = a[i * s];                             //= global load strided 20..28
}
static void launch(float* a, float* o, int s) {
    void* args[] = {&a, &o, &s};
    cudaLaunchKernel((const void*)hop, dim3(4), dim3(64), args, 0, 0);
}
int main() {
    float *a, *o;
    cudaMalloc(&a, 1 << 20); cudaMalloc(&o, 1 << 20);
    launch(a, o, 3);
    const int w = 97, h = 16;
    cudaPitchedPtr p;
    cudaExtent e = make_cudaExtent(w * sizeof(float), h, 4);
    cudaMalloc3D(&p, e);
    fill<<<dim3(h, 4), 128>>>(p, w, h);
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(4);
    config.blockDim = dim3(96);
    cudaLaunchKernelEx(&config, extended, (const float*)a, o, 5);
    int s = 7;
    void* args[] = {&a, &o, &s};
    cudaLaunchKernelExC(&config, (const void*)extended, args);
    cudaDeviceSynchronize();
}
