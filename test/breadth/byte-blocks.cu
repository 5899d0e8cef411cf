// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// memcpy and memset in kernels: both sides are accesses, in words of the alignment that the pointers promise.
#include <cuda_runtime.h>
#include <cstring>
struct Block { unsigned short scale; unsigned char q[32]; };
struct Pair { int from, by; };
__global__ void copies(const float* a, const Block* b, const Pair* p, float* o, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 v;
    memcpy(&v, a + 4 * i, sizeof v);             //= global load fine-group 16..16
    int q;
    memcpy(&q, b[i].q + 4, 4);                   //= global load aos-field,strided 32..32
    float x;
    std::memcpy(&x, &a[i], sizeof(float));       //= global load fine 4..4
    memcpy(o + 4096 + 2 * i, &v, 8);             //= global store fine-group 8..8
    int from = 3 * i, to;
    memcpy(&to, &from, sizeof to);
    o[to] = x + q;                               //= global store strided 12..12
    Pair both = {i, 2}, copy;
    __builtin_memcpy(&copy, &both, sizeof copy);
    o[copy.from * copy.by] = v.x;                //= global store strided 8..8
    Pair one;
    memcpy(&one, p, sizeof one);                 //= global load fine 1..1
    o[one.from + i] = 0;                         //= global store any 4..5
    int zero[2];
    memset(zero, 0, sizeof zero);
    o[zero[1] + i] = 1;                          //= global store fine 4..4
    memset(o + 8 * i, 0, 4);                     //= global store strided 32..32
    __shared__ int s[64];
    memset(&s[threadIdx.x], 0, sizeof(int));     //= shared store fine 1..1
    memcpy(o + i, a + i, n);                     //= global load unknown //= global store unknown
    memcpy(&from, a + i, n);                     //= global load unknown
    o[from] = 2;                                 //= global store unknown
}
int main() {
    float *a, *o; Block* b; Pair* p;
    cudaMalloc(&a, 1 << 20); cudaMalloc(&o, 1 << 20); cudaMalloc(&b, 1 << 20); cudaMalloc(&p, 1 << 20);
    int n = 0;
    cudaMemcpy(&n, p, 4, cudaMemcpyDeviceToHost);
    copies<<<4, 64>>>(a, b, p, o, n);
    cudaDeviceSynchronize();
}
