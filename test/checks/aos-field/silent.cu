// A record that all lanes share, all fields of records, and a whole record at once.
// RUN: %coalcheck --all --launch='*: grid=8 block=256' %s | FileCheck %s 
struct Pair { float re, im; };
struct __align__(16) Quad { float x, y, z, w; };
__global__ void k(const Pair *p, const Quad *q, float *out, Quad *copy) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float one = p[blockIdx.x].re;
  // CHECK-DAG: [[@LINE-1]]:15 global load 4 32 1 1 12.5 % broadcast
  float both = p[i].re + p[i].im;
  // CHECK-DAG: [[@LINE-1]]:16 global load 4 32 8 4 50 % amortized
  // CHECK-DAG: [[@LINE-2]]:26 global load 4 32 8 4 50 % amortized
  copy[i] = q[i];
  // CHECK-DAG: [[@LINE-1]]:13 global load 16 32 16 16 100 % coalesced
  out[i] = one + both;
}
