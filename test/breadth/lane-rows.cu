// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rows of lanes made by / and %: one distance in a row, one between rows. Regular, so strided; a hash is not.
#include <cuda_runtime.h>
__global__ void rows(const float* a, const float4* q, float* o, int ld) {
    int t = threadIdx.x, r = t / 16, c = t % 16, base = blockIdx.x * 64;
    float v = a[c * ld + r];                     //= global load strided 16..16
    v += q[r * ld + c * 2].x;                    //= global load any 32..32
    v += a[r * ld + c * 2];                      //= global load strided 8..8
    v += a[(t * 2654435761u) >> 20];             //= global load scattered 32..32
    o[base + t] = v;                             //= global store fine 4..4
}
int main() {
    float *a, *o;
    float4* q;
    cudaMalloc(&a, 1 << 20); cudaMalloc(&q, 1 << 20); cudaMalloc(&o, 1 << 20);
    rows<<<4, 64>>>(a, q, o, 64);
    cudaDeviceSynchronize();
}
