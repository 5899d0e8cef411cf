// What is proposed is what the model counts less for: roles swapped, a tile in shared memory, or nothing.
// RUN: not %coalcheck --launch='add: grid=8x8 block=16x16 N=128' --launch='transpose: grid=4x16 block=32x8 N=128' --launch='sums: grid=4 block=256 N=1024' --launch='apart: grid=1 block=256' %s | FileCheck %s
__global__ void add(const float *A, const float *B, float *C, int N) {
  int row = blockIdx.x * blockDim.x + threadIdx.x, col = blockIdx.y * blockDim.y + threadIdx.y;
  C[row * N + col] = A[row * N + col] + B[row * N + col];
  // CHECK: :[[@LINE-1]]:3: warning: uncoalesced store{{.*}}: 16 sectors per request, minimum 4
  // CHECK: :[[@LINE-2]]:3: note: help: swap the roles of threadIdx.x and threadIdx.y in 'add' (of blockIdx and the launch too); all its global accesses together: 48 sectors become 12
  // CHECK: :[[@LINE-3]]:22: warning: uncoalesced load{{.*}}: 16 sectors per request, minimum 4
  // CHECK: :[[@LINE-4]]:41: warning: uncoalesced load{{.*}}: 16 sectors per request, minimum 4
}
// Swapped, the load would be what the store is now.
__global__ void transpose(const float *A, float *B, int N) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  B[col * N + row] = A[row * N + col];
  // CHECK: :[[@LINE-1]]:3: warning: uncoalesced store{{.*}}: 32 sectors per request, minimum 4
  // CHECK-NOT: swap
  // CHECK: :[[@LINE-3]]:3: note: help: let the block write 'B' through a tile in shared memory, neighbouring lanes at neighbouring elements (rows of 33 elements keep it free of bank conflicts): 32 sectors become 4
}
// A row a lane, walked along: 32 iterations of a warp make whole rows.
__global__ void sums(const float *A, float *out, int N) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < N; k++) sum += A[row * N + k];
  // CHECK: :[[@LINE-1]]:38: warning: uncoalesced load{{.*}}: 32 sectors per request, minimum 4
  // CHECK: :[[@LINE-2]]:38: note: help: let the block read 'A' through a tile in shared memory, {{.*}}: 32 sectors become 4
  out[row] = sum;
}
// Nobody wants what lies between: no order of lanes helps.
__global__ void apart(const float *A, float *out) {
  out[threadIdx.x] = A[8 * threadIdx.x];
  // CHECK: :[[@LINE-1]]:22: warning: uncoalesced load{{.*}}: 32 sectors per request, minimum 4
  // CHECK-NOT: become
}
