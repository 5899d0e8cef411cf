// facts.md row 14: 128 bytes from 0x102 are 2 lines instead of 1; aligned to 128 they are 1.
// RUN: not %coalcheck --target=sm_20 --all --launch='*: grid=1 block=32' %s | FileCheck %s
__device__ unsigned char bytes[4096];
struct Line { float v[32]; };
struct __align__(128) AlignedLine { float v[32]; };
struct Odd { short tag; unsigned char line[128]; };
__global__ void k(float *out) {
  float a = *(const float *)(bytes + 0x102 + 4 * threadIdx.x);
  float b = *(const float *)(bytes + 0x104 + 4 * threadIdx.x);
  out[threadIdx.x] = a + b;
}
__global__ void aligned(const AlignedLine *lines, float *out) { out[threadIdx.x] = lines[blockIdx.x].v[threadIdx.x]; }
// 0x102 is no multiple of 4 besides: the access faults.
// CHECK-DAG: 8:13: error: {{.*}}misaligned
// CHECK-DAG: 8:13 global load 4 32 2 1 50 % misaligned-vector
// CHECK-DAG: 9:13: warning: misaligned load{{.*}}: 2 lines per request, minimum 1
// CHECK-DAG: note: the warp's first byte is not on a 128-byte boundary; block (32, 1, 1)
// CHECK-DAG: 12:84 global load 4 32 1 1 100 % coalesced
