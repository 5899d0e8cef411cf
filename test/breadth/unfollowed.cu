// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is not followed leaves no stale number: loops over classes, virtual calls. Fallen-through sections of a switch run once.
#include <cuda_runtime.h>
#include <initializer_list>
struct Step {
    const float* p;
    __device__ const float& operator*() const { return *p; }
    __device__ Step& operator++() { p += 32; return *this; }
};
template <class A, class B> __device__ bool operator!=(const A& a, const B& b) { return a.p < b.p; }
struct Range {
    const float *first, *last;
    __device__ Step begin() const { return {first}; }
    __device__ Step end() const { return {last}; }
};
struct Same { virtual __device__ int at(int i) const { return i; } };
struct Eighth : Same { __device__ int at(int i) const override { return i * 8; } };
__global__ void over_classes(const float* a, float* o) {
    float s = 0;
    int k = threadIdx.x, j = threadIdx.x;
    for (const float& f : Range{a + threadIdx.x, a + 1024}) { s += f; k = k * 2 + 1; }
    o[threadIdx.x] = s;                          //= global store fine 4..4
    o[k & 1023] = 1;                             //= global store unknown
    std::initializer_list<int> list = {1, 2, 4};
    for (int q : list) {
        o[threadIdx.x * 2] = q;                  //= global store strided 8..8
        j += q;
    }
    o[j] = 3;                                    //= global store misaligned 5..5
}
__global__ void virtual_calls(float* o) {
    Eighth e;
    Same* p = &e;
    o[p->at(threadIdx.x)] = 1;                   //= global store unknown
    o[e.at(threadIdx.x)] = 1;                    //= global store strided 32..32
}
__global__ void falls(float* o) {
    int t = threadIdx.x;
    switch (t & 3) {
        case 0: o[t] = 1; break;                 //= global store strided 4..4
        case 1: o[t * 2] = 1;                    //= global store strided 8..8
        default: o[t * 4] = 1;                   //= global store strided 16..16
    }
}
int main() {
    float *a, *o;
    cudaMalloc(&a, 1 << 16);
    cudaMalloc(&o, 1 << 16);
    over_classes<<<1, 32>>>(a, o);
    virtual_calls<<<1, 32>>>(o);
    falls<<<1, 32>>>(o);
    cudaDeviceSynchronize();
}
