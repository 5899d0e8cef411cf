// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// DIFFERENTIAL: -fgpu-rdc
// Kernels launched by kernels: every active lane launches, with its own dimensions and arguments.
#include <cuda_runtime.h>
__global__ void child(float* o, int s) {
    o[threadIdx.x * s] = 1;                      //= global store strided 8..17
}
__global__ void leaf(float* o, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) o[i + 1] = 1;                     //= global store misaligned 2..5
}
__global__ void deeper(float* o, int n, int depth) {
    o[threadIdx.x * n] = 1;                      //= global store strided 4..16
    if (depth < 2 && threadIdx.x == 0) deeper<<<1, 32>>>(o, n * 2, depth + 1);
}
__global__ void from_lanes(float* o) {
    dim3 b(32, 1 + threadIdx.x / 16);
    child<<<4, b, 0, 0>>>(o + threadIdx.x, 4);
}
__device__ void start(float* o, int k) { leaf<<<(k + 63) / 64, 64>>>(o, k); }
__global__ void parent(float* o) {
    if (threadIdx.x == 0) {
        child<<<1, 64>>>(o + blockIdx.x * 64, 2);
        start(o + 8 * blockIdx.x, 200);
    }
}
int main() {
    float* o;
    cudaMalloc(&o, 1 << 20);
    parent<<<4, 32>>>(o);
    deeper<<<1, 64>>>(o, 1, 0);
    from_lanes<<<1, 32>>>(o);
    cudaDeviceSynchronize();
}
