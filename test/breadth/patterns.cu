// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernel templates of which no instance was seen: sizes stay symbols, types are taken to be four bytes wide; a kernel whose accesses
// depend on more is judged as its supposed instance, here packs<float, 32> and tiled<32>.
#include <cuda_runtime.h>
template <typename T, int TILE> __global__ void transposed(const T* in, T* out, int w, int h) {
    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE;
    T v = in[y * w + x];                         //= global load fine 4..5
    out[x * h + y] = v;                          //= global store strided 4..32
}
template <class T, int S> __global__ void strided(const T* a, T* o, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) o[i] = a[i * S];                  //= global load strided 4..32 //= global store fine 4..4
    o[i * 2] = T(a[i]);                          //= global load fine 4..4 //= global store strided 8..8
}
template <class T, int V> struct alignas(sizeof(T) * V) Pack { T e[V]; };
template <class T, int V> __global__ void packs(const Pack<T, V>* in, Pack<T, V>* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    Pack<T, V> p = in[i];                        //= global load fine-group 32..32
    out[i] = p;                                  //= global store fine-group 32..32
}
template <int TILE> __global__ void tiled(const float* a, float* o) {
    __shared__ float tile[TILE][TILE + 1];
    tile[threadIdx.y][threadIdx.x] = a[threadIdx.x];     //= global load fine 4..4 //= shared store fine 1..1
    o[threadIdx.x * 4] = tile[threadIdx.x][0];   //= shared load fine 1..1 //= global store strided 16..16
}
