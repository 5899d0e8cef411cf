// facts.md row 4: the same floats from byte 16 on need 5 sectors, 160 bytes; from byte 32 on 4 again.
// RUN: not %coalcheck --min-efficiency=100 --all --launch='*: grid=64 block=256' %s | FileCheck %s
__global__ void k(const float *data, const float *again, float *out) {
  float off = data[threadIdx.x + 4];
  // CHECK-DAG: :[[@LINE-1]]:15: warning: misaligned load{{.*}}: 5 sectors per request, minimum 4 [coalcheck-misaligned]
  float on = again[threadIdx.x + 8];
  // CHECK-DAG: [[@LINE-1]]:14 global load 4 32 4 4 100 % coalesced
  out[threadIdx.x] = off + on;
}
