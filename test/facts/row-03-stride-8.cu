// facts.md row 3: 8 floats between lanes already cost 32 sectors, 1024 bytes; 4 of each 32 are used.
// RUN: not %coalcheck --launch='*: grid=64 block=256' %s | FileCheck %s
__global__ void k(const float *data, float *out) {
  out[threadIdx.x] = data[threadIdx.x * 8];
  // CHECK: :[[@LINE-1]]:22: warning: uncoalesced load{{.*}}: 32 sectors per request, minimum 4 [coalcheck-strided]
  // CHECK: note: neighbouring lanes are 8 elements apart (index 8*threadIdx.x)
}
