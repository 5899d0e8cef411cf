// RUN: not %coalcheck --launch='*: grid=8 block=256' %s | FileCheck %s
__global__ void k(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[(threadIdx.x * threadIdx.x * 37) % 1024];
  // CHECK: :[[@LINE-1]]:12: warning: uncoalesced load of 'in': {{.*}} sectors per request, minimum 4 [coalcheck-scattered]
}
