// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Static polymorphism, base classes with members, methods that hide others, a base at an offset, inherited constructors.
#include <cuda_runtime.h>
template <class D> struct Shape {
    __device__ int index(int r, int c) const { return static_cast<const D*>(this)->flat(r, c); }
};
struct RowMajor : Shape<RowMajor> {
    int ld;
    __host__ __device__ RowMajor(int n) : ld(n) {}
    __device__ int flat(int r, int c) const { return r * ld + c; }
};
struct ColMajor : Shape<ColMajor> {
    int ld;
    __host__ __device__ ColMajor(int n) : ld(n) {}
    __device__ int flat(int r, int c) const { return c * ld + r; }
};
struct Base { const float* p; int off; __device__ float get(int i) const {
    return p[i + off];                           //= global load misaligned 5..5
} };
struct Other { int scale; };
struct Derived : Base, Other { int more; __device__ int at(int i) const { return i * scale + more; } };
struct Record { float x, y; };
struct Extended : Record { float z, w; };
template <class S> __device__ int locate(const Shape<S>& s, int r, int c) { return s.index(r, c); }
__global__ void kernel(const float* a, RowMajor rm, ColMajor cm, Derived d, const Extended* e, float* o) {
    int c = threadIdx.x, r = blockIdx.x;
    float v = a[locate(rm, r, c)];               //= global load fine 4..4
    v += a[locate(cm, r, c)];                    //= global load strided 32..32
    v += d.get(c);
    v += e[r * 64 + c].y;                        //= global load aos-field 16..16
    o[d.at(c)] = v;                              //= global store strided 8..8
}
struct Scaled { int k; __host__ __device__ Scaled(int n) : k(n) {} __device__ int at(int i) const { return i * k; } };
template <class T> struct Pitch { T k; __host__ __device__ Pitch(T n, int m) : k(n * m) {} };
struct Shifted : Scaled { using Scaled::Scaled; __device__ int at(int i) const { return Scaled::at(i) + 8; } };
template <class T> struct Padded : Pitch<T> { using Pitch<T>::Pitch; int pad = 1; };
__global__ void inherited(float* o, Shifted s, Padded<int> p) {
    int i = threadIdx.x;
    o[s.at(i)] = 1;                              //= global store strided 12..12
    const Scaled& base = s;
    o[base.at(i)] = 1;                           //= global store strided 12..12
    o[i * p.k + p.pad] = 1;                      //= global store strided 24..24
    Padded<int> own(2, 4);
    o[i * own.k] = 1;                            //= global store strided 32..32
}
int main() {
    float *a, *o; Extended* e;
    cudaMalloc(&a, 65536 * 4); cudaMalloc(&o, 4096 * 4); cudaMalloc(&e, 4096 * 16);
    Derived d;
    d.p = a; d.off = 3; d.scale = 2; d.more = 8;
    kernel<<<8, 64>>>(a, RowMajor(64), ColMajor{64}, d, e, o);
    inherited<<<1, 32>>>(o, Shifted(3), Padded<int>(3, 2));
    cudaDeviceSynchronize();
}
