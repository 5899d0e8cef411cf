// The padding is described, but not edited where a pointer into the array relies on the length of its rows.
// RUN: not %coalcheck --launch='*: grid=8 block=32x32' %s | FileCheck %s
__global__ void k(float *out) {
  __shared__ float tile[32][32];
  float *flat = &tile[0][0];
  int x = threadIdx.x, y = threadIdx.y;
  flat[y * 32 + x] = 1;
  __syncthreads();
  out[y * 32 + x] = tile[x][y];
  // CHECK: :[[@LINE-1]]:21: warning: 32-way bank conflict
  // CHECK: :[[@LINE-2]]:21: note: help: pad the rows of 'tile' from 32 to 33 elements, with all that relies on their length: 33 wavefronts become 2
  // CHECK-NOT: tile[32][32];
}
