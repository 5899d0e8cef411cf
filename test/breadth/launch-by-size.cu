// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One instance a block size, chosen by a size that nobody knows: each instance has the block that its way is taken for.
#include <cstdlib>
#include <cuda_runtime.h>
template <int B>
__global__ void halve(const float* a, float* o, int n) {
    extern __shared__ float s[];
    int t = threadIdx.x, i = blockIdx.x * B * 2 + t;
    s[t] = i < n ? a[i] + a[i + B] : 0;  //= shared store fine 1..1 //= global load fine 1..4 //= global load fine 1..4
    __syncthreads();
    o[blockIdx.x * B + t] = s[B - 1 - t];  //= global store fine 1..4 //= shared load fine 1..1
}
template <int B>
__global__ void twice(const float* a, float* o) {
    int i = blockIdx.x * B + threadIdx.x;
    o[i] = a[2 * i];                     //= global load strided 4..8
}
void run(const float* a, float* o, int n, int threads, int blocks) {
    dim3 block(threads, 1, 1), grid(blocks, 1, 1);
    int bytes = threads * sizeof(float);
    switch (threads) {
        case 64: halve<64><<<grid, block, bytes>>>(a, o, n); break;
        case 32: halve<32><<<grid, block, bytes>>>(a, o, n); break;
        case 8: halve<8><<<grid, block, bytes>>>(a, o, n); break;
    }
    if (threads == 16)
        twice<16><<<grid, block>>>(a, o);
    else if (32 == threads)
        twice<32><<<blocks, threads>>>(a, o);
}
int main(int argc, char** argv) {
    float *a, *o;
    cudaMalloc(&a, 1 << 20);
    cudaMalloc(&o, 1 << 20);
    run(a, o, 1 << 16, argc > 1 ? atoi(argv[1]) : 32, 4);
    cudaDeviceSynchronize();
}
