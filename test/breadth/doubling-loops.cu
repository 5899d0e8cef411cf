// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops whose own numbers double or halve up to a bound that nobody knows: what they do first is run, as for loops that count.
#include <cstdlib>
#include <cuda_runtime.h>
__global__ void bitonic(unsigned* d, const unsigned* s, unsigned n) {
    __shared__ unsigned key[1024];
    key[threadIdx.x] = s[threadIdx.x];
    key[threadIdx.x + 512] = s[threadIdx.x + 512];
    for (unsigned size = 2; size <= n; size <<= 1)
        for (unsigned stride = size / 2; stride > 0; stride >>= 1) {
            __syncthreads();
            unsigned pos = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
            unsigned a = key[pos];                      //= shared load bank-conflict 1..2
            unsigned b = key[pos + stride];             //= shared load bank-conflict 1..2
            key[pos] = a < b ? a : b;
            key[pos + stride] = a < b ? b : a;
        }
    __syncthreads();
    d[threadIdx.x] = key[threadIdx.x];
}
__global__ void sums(float* d, const float* s, int n) {
    __shared__ float part[512];
    part[threadIdx.x] = s[threadIdx.x];
    for (int k = 1; k < n; k *= 2) {
        __syncthreads();
        if (threadIdx.x % (2 * k) == 0) part[threadIdx.x] += part[threadIdx.x + k]; //= shared load fine 1..1
    }
    d[threadIdx.x] = part[threadIdx.x];
}
__global__ void walk(float* d, const int* next, int n) {
    int at = 0;
    for (int k = 0; k < n; k++) {
        d[at + threadIdx.x] = 1.0f;                     //= global store any
        at = next[at];
    }
}
int main(int argc, char** argv) {
    int n = argc > 1 ? atoi(argv[1]) : 1024;
    unsigned *a, *b;
    float* o;
    cudaMalloc(&a, 4096);
    cudaMalloc(&b, 4096);
    cudaMalloc(&o, 1 << 20);
    cudaMemset(b, 0, 4096);
    bitonic<<<1, 512>>>(a, b, n);
    sums<<<1, 512>>>(o, o, n / 2);
    walk<<<1, 64>>>(o, (const int*)b, n / 256);
    cudaDeviceSynchronize();
}
