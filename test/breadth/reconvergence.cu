// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops in loops with trip counts a lane: lanes that are done wait for the others before the outer loop goes on.
#include <cuda_runtime.h>
template <class T, int R, int C>
__device__ void fill(T (&t)[R][C], const T* g, int ld) {
    for (int r = threadIdx.y; r < R; r += blockDim.y)
        for (int c = threadIdx.x; c < C; c += blockDim.x)
            t[r][c] = g[r * ld + c];             //= shared store fine 1..1 //= global load fine 1..4
}
__global__ void tiles(const float* a, float* o) {
    __shared__ float s[32][33];
    fill(s, a, 32);
    __syncthreads();
    o[threadIdx.y * 32 + threadIdx.x] = s[threadIdx.x][threadIdx.y];  //= global store fine 4..4 //= shared load fine 1..1
}
__global__ void counts(const float* a, const float* b, float* o) {
    unsigned i = threadIdx.x;
    float v = 0;
    for (unsigned c = i % 4; c-- > 0;) {
        v += a[i];                               //= global load strided 4..4
        for (int j = 0; j < (i & 7) + 1; ++j) v += b[i + j];  //= global load any 4..5
    }
    o[i] = v;                                    //= global store fine 4..4
}
int main() {
    float *a, *b, *o;
    cudaMalloc(&a, 65536);
    cudaMalloc(&b, 65536);
    cudaMalloc(&o, 65536);
    tiles<<<1, dim3(32, 8)>>>(a, o);
    counts<<<1, 32>>>(a, b, o);
    cudaDeviceSynchronize();
}
