// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// __constant__, __device__ and __managed__ variables, arrays of arrays, tables with values, volatile and __restrict__.
#include <cuda_runtime.h>
__constant__ float weights[16];
__constant__ int shift;
__device__ float grid[64][128];
__device__ int counter;
__managed__ float shared_with_host[4096];
__device__ const int steps[4] = {1, 2, 4, 8};
__global__ void qualified(const float* __restrict__ a, volatile float* o) {
    int x = threadIdx.x, y = blockIdx.x;
    float v = grid[y][x];                        //= global load fine 4..4
    v += grid[x][y];                             //= global load strided 32..32
    v += shared_with_host[y * 64 + x] * weights[y];          //= global load fine 4..4
    for (int k = 0; k < 16; ++k)
        v += weights[k] * a[k * 256 + x];        //= global load fine 4..4
    v += a[x * steps[2]];                        //= global load strided 16..16
    if (x == 0) atomicAdd(&counter, 1);          //= global atomic fine 1..1
    v += a[x * 8 + shift];                       //= global load strided 32..32
    o[y * 64 + x] = v;                           //= global store fine 4..4
    __builtin_nontemporal_store(v, (float*)o + 8192 + x * 4);        //= global store strided 16..16
    v = __builtin_nontemporal_load(a + x * 2);   //= global load strided 8..8
    o[16384 + y * 64 + x] = v;                   //= global store fine 4..4
}
int main() {
    float *a, *o;
    cudaMalloc(&a, 1 << 20); cudaMalloc(&o, 1 << 20);
    qualified<<<8, 64>>>(a, o);
    cudaDeviceSynchronize();
}
