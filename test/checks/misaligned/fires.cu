// RUN: not %coalcheck --launch='*: grid=8 block=256' %s | FileCheck %s
__global__ void shift(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = in[i + 1];
  // CHECK: :[[@LINE-1]]:13: warning: misaligned global load: 5 sectors where 4 would do, 80 % efficient [coalcheck-misaligned]
  // CHECK: note: the warp's first byte is not on a 32-byte boundary; if it were, 4 sectors would do
  // CHECK: note: assumes in is {{[0-9]+}}-byte aligned
  out[i + 3] = v;
  // CHECK: :[[@LINE-1]]:3: warning: misaligned global store: 5 sectors where 4 would do, 80 % efficient [coalcheck-misaligned]
  // CHECK: split sectors halve the speed of stores
}
