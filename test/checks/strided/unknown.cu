// A distance that comes from memory is not guessed.
// RUN: %coalcheck --all --launch='*: grid=8 block=256' %s | FileCheck %s 
__global__ void k(const float *in, const int *start, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = in[start[i]];
  // CHECK-DAG: [[@LINE-1]]:13 global load 4 {{.*}}unknown: indirect
  // CHECK-DAG: [[@LINE-2]]:16 global load 4 32 4 4 100 % coalesced
  out[i] = v;
}
