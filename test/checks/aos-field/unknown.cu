// RUN: %coalcheck --all --launch='*: grid=8 block=256' %s | FileCheck %s 
struct Pair { float re, im; };
__global__ void k(const Pair *p, const int *order, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = p[order[i]].re;
  // CHECK: [[@LINE-1]]:12 global load 4 {{.*}}unknown: indirect
}
