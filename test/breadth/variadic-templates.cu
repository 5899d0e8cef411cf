// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parameter packs: fold expressions, recursion over a pack, sizeof..., packs of pointers.
#include <cuda_runtime.h>
template <class... I> __device__ int sum(I... i) { return (0 + ... + i); }
__device__ int horner(int) { return 0; }
template <class... R> __device__ int horner(int n, int first, R... rest) { return first + n * horner(n, rest...); }
template <class... P> __device__ float all(int i, const P*... p) {
    return (0.f + ... + p[i]);   //= global load fine 4..4
}
template <int... S> struct Strides {
    static __device__ int at(int k, int i) { const int s[] = {S...}; return s[k] * i; }
    static constexpr int count = sizeof...(S);
};
__global__ void packs(const float* a, const float* b, const float* c, float* o) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = all(i, a, b, c);
    v += a[sum(i, i, 1)];                        //= global load strided 8..8
    v += b[horner(16, 0, i)];                    //= global load strided 32..32
    v += c[Strides<1, 3, 5>::at(1, i)];          //= global load strided 12..12
    o[i * Strides<1, 3, 5>::count] = v;          //= global store strided 12..12
}
int main() {
    float *a, *b, *c, *o;
    cudaMalloc(&a, 4096 * 4); cudaMalloc(&b, 65536 * 4); cudaMalloc(&c, 4096 * 4); cudaMalloc(&o, 4096 * 4);
    packs<<<4, 64>>>(a, b, c, o);
    cudaDeviceSynchronize();
}
