// facts.md row 2: 1024 floats between lanes are 32 sectors for 128 useful bytes.
// RUN: not %coalcheck --launch='*: grid=64 block=256' %s | FileCheck %s
__global__ void k(const float *data, float *out) {
  out[threadIdx.x] = data[threadIdx.x * 1024];
  // CHECK: :[[@LINE-1]]:22: warning: uncoalesced load{{.*}}: 32 sectors per request, minimum 4 [coalcheck-strided]
  // CHECK: note: neighbouring lanes are 1024 elements apart (index 1024*threadIdx.x)
}
