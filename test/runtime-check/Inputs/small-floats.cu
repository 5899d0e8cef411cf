// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Small floats are worked with by inline PTX in NVIDIA's headers: the values that come out.
#include <cstdio>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>
__global__ void convert(float *f, __half2 *pairs, __half *sum) {
  int i = threadIdx.x;
  __nv_bfloat16 b = float(i) * 2.f;
  __half h = __float2half(i * 3.f);
  f[i] = __bfloat162float(b) + __half2float(h);
  atomicAdd(&pairs[i], __floats2half2_rn(1.f, i));
  atomicAdd(sum, h);
}
int main() {
  float *f, g[4];
  __half2 *pairs, p[4];
  __half *sum, s;
  cudaMalloc(&f, sizeof g);
  cudaMalloc(&pairs, sizeof p);
  cudaMalloc(&sum, sizeof s);
  cudaMemset(pairs, 0, sizeof p);
  cudaMemset(sum, 0, sizeof s);
  convert<<<1, 4>>>(f, pairs, sum);
  cudaMemcpy(g, f, sizeof g, cudaMemcpyDeviceToHost);
  cudaMemcpy(p, pairs, sizeof p, cudaMemcpyDeviceToHost);
  cudaMemcpy(&s, sum, sizeof s, cudaMemcpyDeviceToHost);
  printf("%g %g, %g %g, %g\n", g[1], g[3], __low2float(p[3]), __high2float(p[3]), __half2float(s));
  return 0;
}
