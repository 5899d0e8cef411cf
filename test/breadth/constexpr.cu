// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Values that the compiler knows: constexpr functions, variables, tables, static members, enumerators, if constexpr.
#include <cuda_runtime.h>
constexpr int gcd(int a, int b) { return b ? gcd(b, a % b) : a; }
constexpr int padded(int n) { return n % 2 ? n : n + 1; }
template <int N> struct Tile {
    static constexpr int width = N, pitch = padded(N), area = pitch * N;
    enum { HALF = N / 2 };
    static __device__ constexpr int at(int r, int c) { return r * pitch + c; }
};
__device__ constexpr int order[4] = {0, 2, 1, 3};
constexpr int strides[] = {1, 8, 64};
template <class T> __device__ float any(const T* p, int i) {
    if constexpr (sizeof(T) == 4) return p[i * 2];       //= global load strided 8..8
    else return p[i];                                    //= global load fine 8..8
}
__global__ void known(const float* a, const double* d, float* o) {
    __shared__ float s[Tile<32>::area];
    constexpr int g = gcd(48, 36);
    int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x;
    s[Tile<32>::at(t & 31, 0)] = 1;              //= shared store fine 1..1
    s[Tile<32>::at(0, (t & 31) / 2) + Tile<32>::HALF * 32 * (t & 1)] = 2;   //= shared store bank-conflict 2..2
    float v = a[i * g];                          //= global load strided 32..32
    v += a[order[t & 3] + (i & ~3)];             //= global load fine 4..4
    v += a[i * strides[1]];                      //= global load strided 32..32
    v += any(a, i) + any(d, i);
    o[i * (gcd(7, 5) + 1)] = v;                  //= global store strided 8..8
}
int main() {
    float *a, *o; double* d;
    cudaMalloc(&a, 1 << 20); cudaMalloc(&o, 1 << 20); cudaMalloc(&d, 1 << 20);
    known<<<4, 64>>>(a, d, o);
    cudaDeviceSynchronize();
}
