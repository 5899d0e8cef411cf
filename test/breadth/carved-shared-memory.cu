// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Dynamic shared memory carved into arrays: by an arena that aligns in several ways, by pointers behind pointers, by pointers to rows.
#include <cstdint>
#include <cuda_runtime.h>
struct Arena {
    unsigned char* p;
    __device__ Arena(void* b) : p((unsigned char*)b) {}
    template <class T> __device__ T* take(int n) {
        uintptr_t q = ((uintptr_t)p + alignof(T) - 1) / alignof(T) * alignof(T);
        T* r = (T*)q;
        p = (unsigned char*)(r + n);
        return r;
    }
};
__global__ void arena(const float* a, double* o) {
    extern __shared__ __align__(16) unsigned char pool[];
    Arena all(pool);
    int t = threadIdx.x;
    char* tag = all.take<char>(3);
    float* f = all.take<float>(blockDim.x + 1);
    double* d = all.take<double>(blockDim.x * 2);
    float2* w = all.take<float2>(blockDim.x);
    f[t] = a[t];                                 //= shared store fine 1..1
    d[2 * t] = f[t ^ 1];                         //= shared store bank-conflict 2..2
    w[t] = make_float2(t, t);                    //= shared store fine 1..1
    tag[t % 3] = 1;                              //= shared store fine 1..1
    __syncthreads();
    o[t] = w[(t * 5) & 63].y;                    //= shared load bank-conflict 2..2
}
__global__ void behind(double* o, int n) {
    extern __shared__ __align__(16) unsigned char pool[];
    int t = threadIdx.x;
    int *head = (int*)pool, *mid = head + n;
    float* tail = reinterpret_cast<float*>(&mid[n]);
    head[t] = t;                                 //= shared store fine 1..1
    mid[t * 2] = t;                              //= shared store bank-conflict 2..2
    tail[t * 4] = t;                             //= shared store bank-conflict 4..4
    short(*rows)[66] = reinterpret_cast<short(*)[66]>(pool);
    rows[t & 31][t >> 5] = 1;                    //= shared store fine 1..1
    float* at = (float*)pool + 33 * t;
    for (int k = 0; k < 4; ++k, at += 2) *at = k;    //= shared store fine 1..1
    o[t] = head[n - 1 - t];                      //= shared load fine 1..1
}
int main() {
    float* a; double* o;
    cudaMalloc(&a, 1 << 16); cudaMalloc(&o, 1 << 16);
    arena<<<1, 64, 8192>>>(a, o);
    behind<<<1, 64, 16384>>>(o, 64);
    cudaDeviceSynchronize();
}
