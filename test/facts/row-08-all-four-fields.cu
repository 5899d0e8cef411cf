// facts.md row 8: reading all four fields uses all 512 bytes of the 16 sectors: not a fault.
// RUN: %coalcheck --all --launch='*: grid=64 block=256' %s | FileCheck %s 
struct P { float x, y, z, w; };
__global__ void k(const P *p, float *out) {
  int tid = blockIdx.x * blockDim.x + threadIdx.x;
  out[tid] = p[tid].x + p[tid].y + p[tid].z + p[tid].w;
  // CHECK-DAG: [[@LINE-1]]:14 global load 4 32 16 4 25 % amortized p[tid].x
  // CHECK-DAG: [[@LINE-2]]:25 global load 4 32 16 4 25 % amortized p[tid].y
  // CHECK-DAG: [[@LINE-3]]:36 global load 4 32 16 4 25 % amortized p[tid].z
  // CHECK-DAG: [[@LINE-4]]:47 global load 4 32 16 4 25 % amortized p[tid].w
}
