// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls through pointers to functions that are known, chosen for the block, and chosen by the lane.
#include <cuda_runtime.h>
__device__ int same(int i) { return i; }
__device__ int twice(int i) { return 2 * i; }
__device__ void put(float* p, int i, float v) { p[i * 4] = v; }    //= global store strided 16..16
__global__ void through(const float* a, float* o, bool wide) {
    int t = threadIdx.x, (*f)(int) = &twice;
    float v = a[f(t)];                           //= global load strided 8..8
    f = same;
    v += a[(*f)(t)];                             //= global load fine 4..4
    int (*g)(int) = wide ? twice : same;
    v += a[g(t)];                                //= global load strided 8..8
    int (*h)(int) = t & 1 ? twice : same;
    v += a[h(t)];                                //= global load unknown
    void (*store)(float*, int, float) = put;
    store(o, t, v);
}
int main() {
    float *a, *o;
    cudaMalloc(&a, 1 << 16); cudaMalloc(&o, 1 << 16);
    through<<<1, 64>>>(a, o, true);
    cudaDeviceSynchronize();
}
