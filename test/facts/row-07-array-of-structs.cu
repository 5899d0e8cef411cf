// facts.md row 7: one float of a 16-byte record is 16 sectors, 25 %; a struct of arrays 4, 100 %.
// RUN: not %coalcheck --all --launch='*: grid=64 block=256' %s | FileCheck %s
struct P { float x, y, z, w; };
__global__ void k(const P *p, const float *px, float *out) {
  int tid = blockIdx.x * blockDim.x + threadIdx.x;
  float a = p[tid].x;
  // CHECK-DAG: :[[@LINE-1]]:13: warning: uncoalesced load{{.*}} of field 'x' of {{.*}}: 16 sectors per request, minimum 4 [coalcheck-aos-field]
  // CHECK-DAG: note: help: keep each field of 'P' in an array of its own (struct of arrays): 16 sectors become 4
  float b = px[tid];
  // CHECK-DAG: [[@LINE-1]]:13 global load 4 32 4 4 100 % coalesced
  out[tid] = a + b;
}
