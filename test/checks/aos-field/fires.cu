// RUN: not %coalcheck --launch='*: grid=8 block=256' %s | FileCheck %s
struct Body { float x, y, z, vx, vy, vz; };
__global__ void k(const Body *b, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = b[i].vx;
  // CHECK: :[[@LINE-1]]:12: warning: array-of-structs global load of field 'vx' alone: 24 sectors where 4 would do, 16.7 % efficient [coalcheck-aos-field]
  // CHECK: note: neighbouring lanes are 24 bytes apart
  // CHECK: note: each lane uses 4 of the 24 bytes of its 'Body'; an array a field (struct of arrays), or using the other fields here too, would fill the sectors
}
