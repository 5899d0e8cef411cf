// RUN: not %coalcheck --launch='transpose: grid=8x8 block=32x32 n=256' --launch='half: grid=8x8 block=16x16 n=128' %s | FileCheck %s
// RUN: not %coalcheck --explain --launch='transpose: grid=8x8 block=32x32 n=256' --launch='half: grid=8x8 block=16x16 n=128' %s | env -u FILECHECK_OPTS FileCheck --check-prefix=DETAILS %s
#define SIDE 16
__global__ void transpose(const float *in, float *out, int n) {
  __shared__ float tile[32][32];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  tile[threadIdx.y][threadIdx.x] = in[y * n + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x, y = blockIdx.x * 32 + threadIdx.y;
  out[y * n + x] = tile[threadIdx.x][threadIdx.y];
  // CHECK: :[[@LINE-1]]:20: warning: 32-way bank conflict in shared load{{.*}}: 32 wavefronts per request, minimum 1 [coalcheck-bank-conflict]
  // CHECK: :5:29: note: help: pad the rows of 'tile' from 32 to 33 elements: 33 wavefronts become 2
  // CHECK-NEXT: __shared__ float tile[32][32];
  // CHECK-NEXT: ^~
  // CHECK-NEXT: 33
}

__global__ void half(const float *in, float *out, int n) {
  __shared__ float tile[SIDE][SIDE];
  int x = blockIdx.x * SIDE + threadIdx.x, y = blockIdx.y * SIDE + threadIdx.y;
  tile[threadIdx.y][threadIdx.x] = in[y * 32 + threadIdx.x];
  __syncthreads();
  out[y * n + x] = tile[threadIdx.x][threadIdx.y];
  // CHECK: :[[@LINE-1]]:20: warning: 8-way bank conflict in shared load{{.*}}: 8 wavefronts per request, minimum 1 [coalcheck-bank-conflict]
  // DETAILS: note: with block (16, 16, 1) a warp holds 2 rows of lanes: no padding frees all accesses of 'tile'; storing column c of row r in column c ^ r would: 9 wavefronts become 2
  // CHECK: note: help: pad the rows of 'tile' from 16 to 18 elements: 9 wavefronts become 3
  // CHECK: SIDE + 2
}
