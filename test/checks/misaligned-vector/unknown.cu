// Whether the start is a multiple of 16 depends on a parameter: no error.
// RUN: %coalcheck --launch='*: grid=8 block=256' %s | FileCheck %s --allow-empty --implicit-check-not=error: 
__global__ void k(const float *in, float4 *out, int first) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = *(const float4 *)(in + first + 4 * i);
}
