// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Numbers that are mixed again and again: their names must not double with each step, which would take for ever.
#include <cuda_runtime.h>
__device__ unsigned mix(unsigned x) {
    for (int i = 0; i < 24; i++) x = (x ^ (x >> 3)) & ((4 * x ^ x) >> 1);
    return x;
}
__global__ void hash(const float* in, float* out, unsigned seed, int w) {
    unsigned h = mix(seed), place = mix(seed + threadIdx.x);
    out[h % 64 * 32 + threadIdx.x] = in[threadIdx.x];   //= global store fine 4..4
    out[place % 1024] = 1.0f;                           //= global store unknown
    int n = w, half = 0;
    while (n > 1) {
        n = n / (half + 2) % w;
        half = (half ^ n) & 7;
    }
    out[n * 32 + threadIdx.x] = in[32 + threadIdx.x];   //= global load fine 4..4
}
int main(int argc, char** argv) {
    float *a, *o;
    cudaMalloc(&a, 256);
    cudaMalloc(&o, 1 << 20);
    unsigned seed = argc * 4711;
    for (int i = 0; i < 4; i++) hash<<<1, 32>>>(a, o, seed + i, 19 + argc);
    cudaDeviceSynchronize();
}
