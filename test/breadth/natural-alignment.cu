// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A wide access lies on its natural alignment, or faults: starts and distances that would take it off there do not happen.
#include <cuda_fp16.h>
#include <cuda_runtime.h>
__global__ void rows(float* f, half* h, double* d, char* c, int n, int m) {
    int t = threadIdx.x;
    if (t % 4 == 0) *reinterpret_cast<float4*>(&h[(t / 4) * n]) = make_float4(1, 2, 3, 4);         //= global store strided 8..8
    if (t % 4 == 0) *reinterpret_cast<float2*>(&h[(t / 4) * n]) = make_float2(1, 2);               //= global store strided 8..8
    *reinterpret_cast<float4*>(&f[(t / 16) * n + t % 16 * 4]) = make_float4(1, 2, 3, 4);           //= global store fine 16..17
    *reinterpret_cast<float2*>(&f[(t / 16) * n + t % 16 * 2]) = make_float2(1, 2);                 //= global store fine 8..9
    *reinterpret_cast<float*>(&c[(t / 16) * n + t % 16 * 4]) = 1;                                  //= global store fine 4..5
    *reinterpret_cast<double2*>(&d[n + t * 2]) = make_double2(1, 2);                               //= global store fine 16..17
    *reinterpret_cast<float4*>(&c[n + t * 16]) = make_float4(1, 2, 3, 4);                          //= global store fine 16..17
    *reinterpret_cast<float2*>(&c[n + m + t * 8]) = make_float2(1, 2);                             //= global store fine 8..9
}
void run(float* f, half* h, double* d, char* c, int n, int m) { rows<<<1, 32>>>(f, h, d, c, n, m); }
