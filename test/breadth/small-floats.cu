// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// half, bfloat16 and fp8, and their pairs: operators take references, pairs are read whole.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <cuda_runtime.h>
__global__ void read(const __half* h, const __nv_bfloat16* b, const __nv_fp8_e4m3* f8, const __nv_fp8x4_e5m2* f84, const half2* h2, float* o) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = float(f8[i]);                          //= global load fine 1..1
    v += float(f8[i * 4]);                           //= global load strided 4..4
    v += float4(f84[i * 2]).x;                       //= global load strided 8..8
    v += (float)h[i * 16];                           //= global load strided 32..32
    v += __half2float(h[i] * h[i]);                  //= global load fine 2..2
    v += static_cast<float>(b[i * 8] + b[i * 8]);    //= global load strided 16..16
    half2 s = h2[i] + h2[i];                         //= global load fine 4..4
    v += __low2float(s);
    half2 m = __hfma2(h2[i * 4], s, s);              //= global load strided 16..16
    v += __half22float2(m).x;
    if (h[i * 16 + 65536] > __half(0)) v += 1;       //= global load strided 32..32
    o[i] = v;                                        //= global store fine 4..4
}
__global__ void write(__half* h, __nv_bfloat16* b, __nv_fp8_e4m3* f8, half2* h2, __nv_bfloat162* b2) {
    int i = threadIdx.x;
    __shared__ __nv_bfloat16 s[64][66];
    f8[i * 2] = __nv_fp8_e4m3(1.f);                  //= global store strided 2..2
    b[i * 2] = b[i];                                 //= global store strided 4..4 //= global load fine 2..2
    h[i * 4] += h[i * 4];                            //= global store strided 8..8
    s[i][0] = b[i];                                  //= shared store fine 1..1 //= global load fine 2..2
    __syncthreads();
    h2[i].x = h[i + 64];                             //= global store aos-field 4..4 //= global load fine 2..2
    __syncthreads();
    atomicAdd(&h2[i * 2], h2[i]);                    //= global atomic strided 8..8 //= global load fine 4..4
    b2[i * 4] = __floats2bfloat162_rn(1, 2);         //= global store strided 16..16
    b[i] = s[0][i];                                  //= global store fine,fine-group 2..2 //= shared load fine 1..1
}
int main() {
    void *p, *q;
    float* o;
    cudaMalloc(&p, 1 << 20);
    cudaMalloc(&q, 1 << 20);
    cudaMalloc(&o, 1 << 20);
    read<<<4, 64>>>((__half*)p, (__nv_bfloat16*)p, (__nv_fp8_e4m3*)p, (__nv_fp8x4_e5m2*)p, (half2*)p, o);
    write<<<1, 64>>>((__half*)p, (__nv_bfloat16*)q, (__nv_fp8_e4m3*)p, (half2*)p, (__nv_bfloat162*)q);
    cudaDeviceSynchronize();
}
