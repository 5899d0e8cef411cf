// facts.md row 1: a warp's 32 consecutive floats are 4 sectors, 128 bytes, all used.
// RUN: %coalcheck --all --launch='*: grid=64 block=256' %s | FileCheck %s 
__global__ void k(const float *data, float *out) {
  float v = data[threadIdx.x];
  // CHECK-DAG: [[@LINE-1]]:13 global load 4 32 4 4 100 % coalesced data[threadIdx.x]
  out[threadIdx.x] = v;
  // CHECK-DAG: [[@LINE-1]]:3 global store 4 32 4 4 100 % coalesced out[threadIdx.x]
}
