// A struct of arrays is proposed with what the model counts for it, over all accesses of the array in the kernel.
// RUN: not %coalcheck --launch='*: grid=4 block=256' %s | FileCheck %s
struct Body { float x, y, z, vx, vy, vz; };
__global__ void move(Body *b, float dt) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  b[i].x += b[i].vx * dt;
  // CHECK: :[[@LINE-1]]:3: warning: array-of-structs global loads of fields 'x' and 'vx', 16 of 24 bytes wasted: 24 sectors where 4 would do, each
  // CHECK: :[[@LINE-2]]:13: note: and here
  // CHECK: :[[@LINE-3]]:3: note: keep each field of 'Body' in an array of its own (struct of arrays): 72 sectors become 12
  // CHECK: :[[@LINE-4]]:3: warning: array-of-structs global store of field 'x' alone: 24 sectors where 4 would do
}
