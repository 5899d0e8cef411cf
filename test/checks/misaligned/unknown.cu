// A start that nobody knows: the numbers are a range, and there is no alarm.
// RUN: %coalcheck --all --launch='*: grid=8 block=256' %s | FileCheck %s --implicit-check-not=warning:
__global__ void k(const float *in, float *out, int first) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[first + i];
  // CHECK: [[@LINE-1]]:12 global load 4 32 4..5 ({{.*}}) 4 {{.*}} coalesced
}
