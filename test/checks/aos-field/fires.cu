// RUN: not %coalcheck --launch='*: grid=8 block=256' %s | FileCheck %s
struct Body { float x, y, z, vx, vy, vz; };
__global__ void k(const Body *b, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = b[i].vx;
  // CHECK: :[[@LINE-1]]:12: warning: uncoalesced load{{.*}} of field 'vx' of {{.*}}: 24 sectors per request, minimum 4 [coalcheck-aos-field]
  // CHECK: note: neighbouring lanes are one 'Body' apart, of which they use 4 of 24 bytes (bytes 12 to 15); block (256, 1, 1)
  // CHECK: note: help: keep each field of 'Body' in an array of its own
}
