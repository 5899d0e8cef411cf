// A start that nobody knows: the numbers are a range, the mean is over the starts there can be; no alarm.
// RUN: %coalcheck --min-efficiency=100 --all --launch='*: grid=8 block=256' %s | FileCheck %s 
__global__ void k(const float *in, float *out, int first) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[first + i];
  // CHECK: [[@LINE-1]]:12 global load 4 32 4..5 (mean 4.88) 4 82.05 % coalesced
  out[i + first * 4] = 0;
  // CHECK: [[@LINE-1]]:3 global store 4 32 4..5 (mean 4.5) 4 88.89 % coalesced
}
