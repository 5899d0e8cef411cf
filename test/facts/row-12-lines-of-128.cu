// facts.md row 12: in lines of 128 bytes a[tid] is 1 transaction, 100 %, and a[32*tid] 32, 3.125 %.
// RUN: not %coalcheck --target=fermi --all --launch='*: grid=4 block=128' %s | FileCheck %s
__global__ void k(const float *a, float *out) {
  int tid = blockIdx.x * blockDim.x + threadIdx.x;
  float x = a[tid];
  float y = a[32 * tid];
  out[tid] = x + y;
}
// CHECK: warning: uncoalesced load{{.*}}: 32 lines per request, minimum 1
// CHECK: 5:13 global load 4 32 1 1 100 % coalesced a[tid]
// CHECK: 6:13 global load 4 32 32 1 3.125 % strided a[32 * tid]
