// Rows that data choose: the distance between lanes is known, and each block is taken to read a row of its own. A gather is not known.
// RUN: %coalcheck --target=sm_90 --totals --checks=-* %s | FileCheck %s
__global__ void gather(const float *m, const int *rows, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = m[rows[i]];
}
__global__ void pick(const float *m, const int *rows, float *out) {
  int r = rows[blockIdx.x];
  out[blockIdx.x * blockDim.x + threadIdx.x] = m[r * 256 + threadIdx.x];
}
__global__ void sum(const float *m, const int *rows, float *out) {
  float s = 0;
  for (int k = 0; k < 8; k++) s += m[rows[blockIdx.x * 8 + k] * 256 + threadIdx.x];
  out[blockIdx.x * blockDim.x + threadIdx.x] = s;
}
void host(const float *m, const int *rows, float *out) {
  gather<<<4096, 256>>>(m, rows, out);
  pick<<<4096, 256>>>(m, rows, out);
  sum<<<4096, 256>>>(m, rows, out);
}
// CHECK: totals of gather
// CHECK: cost: unknown: an access is not known
// CHECK: totals of pick
// CHECK: cost: {{.*}} DRAM reads 4.21 MB, {{.*}} (if rows that data choose are others in each block)
// CHECK: totals of sum
// CHECK: cost: {{.*}} DRAM reads 29.49 MB, {{.*}} (if rows that data choose are others in each block)
