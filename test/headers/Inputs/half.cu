// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <math_constants.h>

__global__ void convert(half *h, half2 *h2, __nv_bfloat16 *b, __nv_bfloat162 *b2, __nv_fp8_e4m3 *f, float *out) {
  int i = threadIdx.x;
  h[i] = __float2half(1.0f) + h[i] * h[0] - h[1] / h[2];
  h[i] += __hfma(h[0], h[1], __hadd(h[2], h[3]));
  h2[i] = __hfma2(h2[0], h2[1], __floats2half2_rn(1, 2));
  h2[i].x = __low2half(h2[1]);
  b[i] = __float2bfloat16(__half2float(h[i]));
  b2[i] = __floats2bfloat162_rn(1.0f, (float)b[1]);
  b2[i] = __hmul2(b2[i], b2[0]);
  out[i] = float(b[i]) + (float)h[i] + __low2float(h2[i]) + __bfloat162float(b[2]) + float(f[i]) + CUDART_PI_F;
  out[i] += (double)h[0] + (int)h[1] + __half2int_rn(h[2]) + __half22float2(h2[0]).y;
  if (h[i] > h[2] && __hgt(h[0], h[1]) && !__hisnan(h[3])) h[0] = hexp(h[1]);
  h[1] = __hmax(h[1], half(0));
  h[2] = 0.5;
  f[i] = __nv_fp8_e4m3(2.0f);
  atomicAdd(&h2[0], h2[1]);
  h[3] = __ldg(h + 2);
  h2[1] = __shfl_xor_sync(0xffffffffu, h2[1], 1);
  *(uint4 *)h = *(const uint4 *)b;
}
