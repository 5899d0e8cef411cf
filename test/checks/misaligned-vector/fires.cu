// RUN: not %coalcheck --launch='*: grid=8 block=256' %s | FileCheck %s
__global__ void k(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float4 v = *(const float4 *)(in + 4 * i + 1);
  // CHECK: :[[@LINE-1]]:14: error: misaligned 16-byte global load of 'in': some address is not a multiple of 16; the GPU faults [coalcheck-misaligned-vector]
  // CHECK: note: help: align the start and the row length to 16 bytes, or access narrower elements
  out[i] = v.x + v.y + v.z + v.w;
}
