// Longer rows would change what these programs compute: each prints its warning, and no edit.
// RUN: rm -f %t.yaml
// RUN: not %coalcheck --launch='unknown: grid=1 block=32x8' --export-fixes=%t.yaml %s | FileCheck %s
// RUN: FileCheck %s --check-prefix=EDITS < %t.yaml
// EDITS: Diagnostics:     []
#include <cstddef>

// A subscript that leaves its row is an element of a later one.
__global__ void flat_store(float *o, const float *in) {
  __shared__ float s[32][32];
  int t = threadIdx.y * 32 + threadIdx.x;
  s[0][t] = in[t];
  __syncthreads();
  o[t] = s[threadIdx.x][threadIdx.y];
  // CHECK: :[[@LINE-1]]:10: warning: 32-way bank conflict
  // CHECK: note: help: a subscript of 's' leaves its row, so that rows of another length would hold other elements there
  // CHECK-NOT: pad the rows
}

// So is one before the row, in some lanes.
__global__ void left_neighbour(float *o) {
  __shared__ float s[33][32];
  s[threadIdx.x][threadIdx.y] = threadIdx.x;
  // CHECK: :[[@LINE-1]]:3: warning: 32-way bank conflict in shared load and store of 's'
  __syncthreads();
  o[threadIdx.y * 32 + threadIdx.x] = s[threadIdx.x + 1][(int)threadIdx.y - 1];
  // CHECK: note: help: a subscript of 's' leaves its row
}

// The column depends on a parameter that nobody knows.
__global__ void unknown(float *o, int c) {
  __shared__ float s[32][32];
  for (int i = threadIdx.y; i < 32; i += 8) s[threadIdx.x][i] = i;
  // CHECK: :[[@LINE-1]]:45: warning: 32-way bank conflict in shared load and store of 's'
  __syncthreads();
  o[threadIdx.y * 32 + threadIdx.x] = s[threadIdx.x][threadIdx.y + 32 * c];
}

__global__ void size_of(float *o) {
  __shared__ float s[32][32];
  s[threadIdx.x][threadIdx.y] = threadIdx.x;
  // CHECK: :[[@LINE-1]]:3: warning: 32-way bank conflict
  // CHECK: note: help: pad the rows of 's' from 32 to 33 elements, with all that relies on their length
  __syncthreads();
  if (threadIdx.y == 0)
    for (int i = threadIdx.x; i < sizeof(s) / sizeof(float); i += 32) o[i] = s[i / 32][i % 32];
}

__global__ void size_of_a_row(float *o) {
  __shared__ float rows[32][32];
  constexpr int width = sizeof rows[0] / sizeof *rows[0];
  rows[threadIdx.x][threadIdx.y] = threadIdx.x;
  // CHECK: :[[@LINE-1]]:3: warning: 32-way bank conflict
  __syncthreads();
  o[threadIdx.y * width + threadIdx.x] = rows[threadIdx.y][threadIdx.x];
}

#define WIDTH (sizeof(named[0]) / sizeof(float))
__global__ void size_in_a_macro(float *o) {
  __shared__ float named[32][32];
  named[threadIdx.x][threadIdx.y] = threadIdx.x;
  // CHECK: :[[@LINE-1]]:3: warning: 32-way bank conflict
  __syncthreads();
  o[threadIdx.y * WIDTH + threadIdx.x] = named[threadIdx.y][threadIdx.x];
}

__global__ void type_of(float *o) {
  __shared__ float s[32][32];
  s[threadIdx.x][threadIdx.y] = threadIdx.x;
  // CHECK: :[[@LINE-1]]:3: warning: 32-way bank conflict
  static_assert(sizeof(decltype(s)) == 4096, "a page");
  __syncthreads();
  o[threadIdx.y * 32 + threadIdx.x] = s[threadIdx.y][threadIdx.x];
}

// Code for another compile.
__global__ void left_out(float *o) {
  __shared__ float s[32][32];
  s[threadIdx.x][threadIdx.y] = threadIdx.x;
  // CHECK: :[[@LINE-1]]:3: warning: 32-way bank conflict
  __syncthreads();
#ifdef LATER
  float *p = &s[0][0];
  o[0] = p[33];
#endif
  o[threadIdx.y * 32 + threadIdx.x] = s[threadIdx.y][threadIdx.x];
}

__device__ float sum(const float *p) {
  float v = 0;
  for (int i = 0; i < 1024; i++) v += p[i];
  return v;
}

__global__ void passed_on(float *o) {
  __shared__ float s[32][32];
  s[threadIdx.x][threadIdx.y] = threadIdx.x;
  // CHECK: :[[@LINE-1]]:3: warning: 32-way bank conflict
  __syncthreads();
  if (threadIdx.x == 0 && threadIdx.y == 0) o[0] = sum(s[0]);
}

__global__ void cast(float *o) {
  __shared__ float s[32][32];
  s[threadIdx.x][threadIdx.y] = threadIdx.x;
  // CHECK: :[[@LINE-1]]:3: warning: 32-way bank conflict
  __syncthreads();
  o[threadIdx.y * 32 + threadIdx.x] = ((float *)s)[threadIdx.y * 32 + threadIdx.x];
}

__global__ void aliased(float *o) {
  __shared__ float s[32][32];
  auto &all = s;
  s[threadIdx.x][threadIdx.y] = threadIdx.x;
  // CHECK: :[[@LINE-1]]:3: warning: 32-way bank conflict
  __syncthreads();
  float v = 0;
  for (auto &row : all) v += row[threadIdx.x];
  o[threadIdx.y * 32 + threadIdx.x] = v;
}

// A pointer to the end of one row is one to the next.
__global__ void walked(float *o) {
  __shared__ float s[32][32];
  s[threadIdx.x][threadIdx.y] = threadIdx.x;
  // CHECK: :[[@LINE-1]]:3: warning: 32-way bank conflict
  __syncthreads();
  o[threadIdx.y * 32 + threadIdx.x] = *(*s + threadIdx.y * 32 + threadIdx.x);
}

// An access that this launch does not reach.
__global__ void not_reached(float *o) {
  __shared__ float s[32][32];
  s[threadIdx.x][threadIdx.y] = threadIdx.x;
  // CHECK: :[[@LINE-1]]:3: warning: 32-way bank conflict
  __syncthreads();
  if (gridDim.x > 1) o[0] = s[0][threadIdx.x + 32 * gridDim.x];
  o[threadIdx.y * 32 + threadIdx.x] = s[threadIdx.y][threadIdx.x];
}

// Rows of 33 floats do not keep 16-byte accesses aligned, and no other length helps.
__global__ void vectors(float4 *o) {
  __shared__ float s[64][32];
  for (int i = threadIdx.y; i < 64; i += 32) s[i][threadIdx.x] = i;
  __syncthreads();
  float4 v = *reinterpret_cast<float4 *>(&s[threadIdx.x][4 * (threadIdx.y & 7)]);
  // CHECK: :[[@LINE-1]]:14: warning: {{[0-9]+}}-way bank conflict
  o[threadIdx.y * 32 + threadIdx.x] = v;
}

// Nobody knows the block, and with another one the columns go further.
__global__ void assumed_block(float *o) {
  __shared__ float s[32][8];
  s[threadIdx.x % 32][threadIdx.x / 32] = threadIdx.x;
  // CHECK: :[[@LINE-1]]:3: warning: {{[0-9]+}}-way bank conflict
  __syncthreads();
  o[threadIdx.x] = s[threadIdx.x / 8][threadIdx.x % 8];
}

void host(float *o, const float *in) {
  flat_store<<<1, dim3(32, 32)>>>(o, in);
  left_neighbour<<<1, dim3(32, 32)>>>(o);
  size_of<<<1, dim3(32, 32)>>>(o);
  size_of_a_row<<<1, dim3(32, 32)>>>(o);
  size_in_a_macro<<<1, dim3(32, 32)>>>(o);
  type_of<<<1, dim3(32, 32)>>>(o);
  left_out<<<1, dim3(32, 32)>>>(o);
  passed_on<<<1, dim3(32, 32)>>>(o);
  cast<<<1, dim3(32, 32)>>>(o);
  aliased<<<1, dim3(32, 32)>>>(o);
  walked<<<1, dim3(32, 32)>>>(o);
  not_reached<<<1, dim3(32, 32)>>>(o);
  vectors<<<1, dim3(32, 32)>>>((float4 *)o);
}
// CENSUS-SKIP: an access behind #ifdef
