// RUN: %coalcheck --all --launch='*: grid=8 block=256 n=2048' %s | FileCheck %s 
__global__ void dense(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float a = in[i];
  // CHECK-DAG: [[@LINE-1]]:13 global load 4 32 4 4 100 % coalesced
  float b = in[n - 1 - i];
  // CHECK-DAG: [[@LINE-1]]:13 global load 4 32 4 4 100 % coalesced
  float c = in[i ^ 5];
  // CHECK-DAG: [[@LINE-1]]:13 global load 4 32 4 4 100 % coalesced
  float d = in[blockIdx.x * 1024];
  // CHECK-DAG: [[@LINE-1]]:13 global load 4 32 1 1 12.5 % broadcast
  out[i] = a + b + c + d;
  if (threadIdx.x == 0) out[i * 64] = a;
  // CHECK-DAG: [[@LINE-1]]:25 global store 4 1 1 1 12.5 % single-lane
}
