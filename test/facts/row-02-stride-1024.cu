// facts.md row 2: 1024 floats between lanes are 32 sectors for 128 useful bytes.
// RUN: not %coalcheck --launch='*: grid=64 block=256' %s | FileCheck %s
__global__ void k(const float *data, float *out) {
  out[threadIdx.x] = data[threadIdx.x * 1024];
  // CHECK: :[[@LINE-1]]:22: warning: strided global load: 32 sectors where 4 would do, 12.5 % efficient [coalcheck-strided]
  // CHECK: note: neighbouring lanes are 4096 bytes apart (index 1024*threadIdx.x)
}
