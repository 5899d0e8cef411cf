// RUN: %coalcheck --all --launch='*: grid=8 block=256' %s | FileCheck %s 
__global__ void k(const float *in, const unsigned *key, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[key[i] % 1024];
  // CHECK: [[@LINE-1]]:12 global load 4 {{.*}}unknown: indirect
}
