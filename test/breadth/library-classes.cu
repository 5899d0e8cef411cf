// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// DIFFERENTIAL-SKIP: the plugin shows positions as line markers say
// Classes of a library for device code, from here on as in a system header: their constructors run for bases and members.
#include <cuda_runtime.h>
# 6 "library.h" 3
struct Group {
    unsigned size, rank;
    __device__ explicit Group(unsigned n) : size(n) { rank = threadIdx.x % n; }
};
template <unsigned n> struct Tile : Group {
    __device__ Tile() : Group(n) {}
};
# 14 "library-classes.cu"
struct Holder {
    Tile<16> tile;
    int k;
    __device__ explicit Holder(int x) : k(x) {}
};
struct Heir : Tile<8> {
    int k;
    __device__ explicit Heir(int x) : k(x) {}
};
__device__ int place(Group g) { return g.rank * 2 + g.size; }
__global__ void held(float* o) {
    Holder a(1);
    Heir b(2);
    o[place(a.tile)] = a.k;                      //= global store any 4..4
    o[place(b)] = b.k;                           //= global store any 2..2
    o[b.rank * b.size] = 1;                      //= global store any 8..8
}
int main() {
    float* o;
    cudaMalloc(&o, 1 << 16);
    held<<<1, 64>>>(o);
    cudaDeviceSynchronize();
}
