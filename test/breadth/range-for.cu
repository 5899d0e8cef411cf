// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// for (x : range) over arrays, lists, classes with begin() and end(): pointers, iterators, sentinels.
#include <cuda_runtime.h>
__global__ void ranges(const float* a, const float* b, float* o, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int offsets[] = {0, 8, 16, 1000 * 8};
    float v = 0;
    for (int k : offsets)
        v += a[i + k];                           //= global load fine 4..4
    float acc[3] = {1, 2, 3};
    for (auto& x : acc) x *= 2;
    const int steps[3] = {1, 2, 4};
    for (const int& k : steps)
        v += b[i * k];                           //= global load strided 4..16
    o[i] = v + acc[0] + n;                       //= global store fine 4..4
}
template <class T, int N> struct Array {
    T e[N];
    __host__ __device__ T* begin() { return e; }
    __host__ __device__ T* end() { return e + N; }
    __host__ __device__ const T* begin() const { return e; }
    __host__ __device__ const T* end() const { return e + N; }
};
template <class T> struct Steps {
    T first, last, by;
    struct iterator {
        T v, by;
        __device__ T operator*() const { return v; }
        __device__ iterator& operator++() { v += by; return *this; }
        __device__ bool operator!=(const iterator& o) const { return v < o.v; }
    };
    __device__ iterator begin() { return {first, by}; }
    __device__ iterator end() { return {last, by}; }
};
template <class T> __device__ Steps<T> steps(T a, T b, T by) { return {a, b, by}; }
struct Warp {
    const float *p, *e;
    struct End {};
    struct Iterator {
        const float *p, *e;
        __device__ const float& operator*() const { return *p; }
        __device__ Iterator& operator++() { p += 32; return *this; }
        __device__ bool operator!=(End) const { return p < e; }
    };
    __device__ Iterator begin() const { return {p, e}; }
    __device__ End end() const { return {}; }
};
__global__ void classes(const float* a, float* o, Array<int, 3> by, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, t = 1;
    float v = 0;
    for (int s : by) v += a[i * s];              //= global load strided 8..32
    for (auto& s : by) t += s;
    o[i * t] = v;                                //= global store strided 32..32
    for (int q : {1, 2, 4}) o[i * q] = 0;        //= global store strided 4..16
    for (auto k : steps(i, n, (int)(gridDim.x * blockDim.x)))
        o[k] = a[2 * k];                         //= global load strided 8..8 //= global store fine 4..4
    for (const float& f : Warp{a + threadIdx.x, a + 1024})
        v += f;                                  //= global load fine 4..4
    struct { int at, by; } table[2] = {{0, 1}, {64, 3}};
    for (auto [at, step] : table) v += a[at + i * step];   //= global load strided 4..12
    o[i] = v;
}
int main() {
    float *a, *b, *o;
    cudaMalloc(&a, 1 << 20); cudaMalloc(&b, 1 << 20); cudaMalloc(&o, 1 << 20);
    ranges<<<4, 64>>>(a, b, o, 1000);
    classes<<<4, 64>>>(a, o, Array<int, 3>{{2, 4, 8}}, 1024);
    cudaDeviceSynchronize();
}
