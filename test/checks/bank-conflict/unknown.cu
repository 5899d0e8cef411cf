// Which word a lane takes depends on data.
// RUN: %coalcheck --all --launch='*: grid=8 block=256' %s | FileCheck %s 
__global__ void k(const int *key, float *out) {
  __shared__ float table[1024];
  for (int i = threadIdx.x; i < 1024; i += 256) table[i] = 0;
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = table[key[i]];
  // CHECK: [[@LINE-1]]:12 shared load 4 {{.*}}unknown: indirect
}
