// What helps where padding does not: [16][17] in a 16x16 block still conflicts two ways, and rows that a swizzle must shift.
// RUN: not %coalcheck --launch='padded: grid=8x8 block=16x16 n=128' --launch='doubles: grid=1 block=32x8' %s | FileCheck %s
// RUN: not %coalcheck --explain --launch='doubles: grid=1 block=32x8' %s | env -u FILECHECK_OPTS FileCheck --check-prefix=DETAILS %s
__global__ void padded(const float *in, float *out, int n) {
  __shared__ float tile[16][17];
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  tile[threadIdx.y][threadIdx.x] = in[y * n + x];
  // CHECK: :[[@LINE-1]]:3: warning: 2-way bank conflict in shared load and store of 'tile': 2 wavefronts per request, minimum 1
  __syncthreads();
  out[y * n + x] = tile[threadIdx.x][threadIdx.y];
  // CHECK: the same at line 10
  // CHECK: note: help: with block (16, 16, 1) a warp holds 2 rows of lanes: no padding frees all accesses of 'tile'; storing column c of row r in column c ^ r of rows cut to 16 elements would: 4 wavefronts become 2
}

// Lanes take every fourth row of a column; a shift of the row brings the bits that differ into the column.
__global__ void doubles(float *out) {
  __shared__ float tile[128][32];
  for (int j = threadIdx.y; j < 128; j += 8) tile[j][threadIdx.x] = j;
  __syncthreads();
  float4 *rows = (float4 *)out;
  rows[threadIdx.y * 32 + threadIdx.x] = make_float4(tile[4 * threadIdx.x][threadIdx.y], tile[4 * threadIdx.x][threadIdx.y + 8], tile[4 * threadIdx.x][threadIdx.y + 16], tile[4 * threadIdx.x][threadIdx.y + 24]);
  // CHECK: :[[@LINE-1]]:54: warning: 32-way bank conflict in shared loads of 'tile'
  // CHECK: {{\|  +}}^~~{{~+ +~+ +~+ +~+$}}
  // CHECK: note: help: pad the rows of 'tile' from 32 to 33 elements: 129 wavefronts become 17 (proved)
  // DETAILS: note: no padding frees all accesses of 'tile'; storing column c of row r in column c ^ (r >> 2) would: 129 wavefronts become 5
}
