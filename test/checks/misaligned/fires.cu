// RUN: not %coalcheck --min-efficiency=100 --explain --launch='*: grid=8 block=256' %s | FileCheck %s
__global__ void shift(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = in[i + 1];
  // CHECK: :[[@LINE-1]]:13: warning: misaligned load{{.*}}: 5 sectors per request, minimum 4 [coalcheck-misaligned]
  // CHECK: note: the warp's first byte is not on a 32-byte boundary; block (256, 1, 1)
  // CHECK: note: help: start each warp on a 32-byte boundary: pad the rows, or shift the start
  // CHECK: note: assumes in is {{[0-9]+}}-byte aligned
  out[i + 3] = v;
  // CHECK: :[[@LINE-1]]:3: warning: misaligned store{{.*}}: 5 sectors per request, minimum 4 [coalcheck-misaligned]
  // CHECK: boundary; sectors written in part halve the speed of stores
}
