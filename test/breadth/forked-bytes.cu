// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parts of locals that only one way writes: what the other way left is not forgotten, and one of two values is no size.
#include <cuda_runtime.h>
union Word { unsigned u; unsigned short h[2]; unsigned char b[4]; };
__global__ void ways(float* o, const int* c) {
    int t = threadIdx.x;
    Word w;
    w.u = 0x01020304;
    if (c[0] > 0) w.b[0] = 9;
    o[w.b[1] * 2 * t] = 1;                       //= global store unknown
    o[w.h[1] - 0x102 + t] = 3;                   //= global store fine 4..5
    int a[4] = {1, 2, 3, 4};
    if (c[3]) *(long long*)a = 0;
    o[a[0] * t] = 8;                             //= global store unknown
    o[a[2] * t] = 9;                             //= global store strided 12..12
    struct P { short s[2]; int k; } p = {{1, 2}, 3}, q = p;
    if (c[4]) {
        *(int*)p.s = 5;
        q = p;
    } else p.k = 4;
    o[q.k * t] = 10;                             //= global store strided 12..12
    o[p.s[0] * t] = 11;                          //= global store unknown
    unsigned char m[4] = {1, 2, 3, 4};
    if (t < c[5]) *(unsigned*)m = 0;
    o[m[1] * t] = 13;                            //= global store unknown
    m[1] = 2;
    o[m[1] * t] = 14;                            //= global store strided 8..8
    int k;
    if (c[1]) k = 8;
    else if (c[2]) k = 4;
    o[(k >> 1) * t] = 15;                        //= global store unknown
}
int main() {
    float* o;
    int *c, h[8] = {1, 0, 3, 1, 1, 9};
    cudaMalloc(&o, 1 << 20); cudaMalloc(&c, 4096);
    cudaMemcpy(c, h, sizeof h, cudaMemcpyHostToDevice);
    ways<<<1, 32>>>(o, c);
    cudaDeviceSynchronize();
}
