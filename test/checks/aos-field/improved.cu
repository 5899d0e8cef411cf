// A struct of arrays is proposed with what the model counts for it, over all accesses of the array in the kernel.
// RUN: not %coalcheck --launch='*: grid=4 block=256' %s | FileCheck %s
struct Body { float x, y, z, vx, vy, vz; };
__global__ void move(Body *b, float dt) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  b[i].x += b[i].vx * dt;
  // CHECK: :[[@LINE-1]]:3: warning: uncoalesced loads and store of fields 'x' and 'vx' of 'Body': 24 sectors per request, minimum 4
  // CHECK-NEXT: b[i].x += b[i].vx * dt;
  // CHECK-NEXT: {{\|}}   ^~~~~~    ~~~~~~~{{$}}
  // CHECK: :[[@LINE-4]]:3: note: help: keep each field of 'Body' in an array of its own (struct of arrays): 72 sectors become 12
}
