// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One kernel a way to go wrong; confirm_test.py launches them one by one.
#include <cstdio>
#include <cassert>

__global__ void endless(int *out) {
  volatile int x = 0;
  while (x == 0) {
  }
  out[threadIdx.x] = x;
}

__global__ void halfBarrier(int *out) {
  if (threadIdx.x < 16) {
    __syncthreads();
    out[threadIdx.x] = 1;
  } else {
    out[threadIdx.x] = 2;
    __syncthreads();
  }
  out[threadIdx.x + 32] = 3;
}

__global__ void namedBarrier(int *out) {
  asm volatile("bar.sync 1, 128;");
  out[threadIdx.x] = 1;
}

__global__ void wild(int *out) {
  int *p = (int *)0x7;
  out[threadIdx.x] = *(p + threadIdx.x);
}

__global__ void nullPointer(int *out, const int *in) { out[threadIdx.x] = in[threadIdx.x]; }

__global__ void tooFar(int *out, int n) { out[threadIdx.x + n] = 1; }

__global__ void before(int *out) { out[(int)threadIdx.x - 1] = 1; }

__global__ void unset(int *out, int flag) {
  int i;
  if (flag) i = threadIdx.x;
  out[i] = 1;
}

__global__ void offBalance(float *out) { *(float2 *)(out + 1 + 2 * threadIdx.x) = make_float2(1, 2); }

__device__ __noinline__ int deep(int n, int *out) {
  volatile int here[16];
  here[n & 15] = n;
  if (n == out[0]) return here[3];
  return deep(n + 1, out) + here[n & 15];
}
__global__ void recursive(int *out) { out[threadIdx.x] = deep(1, out); }

__global__ void bounded(int *out) {
  out[0] = 20;
  __syncthreads();
  out[threadIdx.x + 1] = deep(1, out);
}

__global__ void bigTile(float *out) {
  __shared__ float tile[64 * 1024];
  tile[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = tile[31 - threadIdx.x];
}

__global__ void dynamicTile(float *out) {
  extern __shared__ float tile[];
  tile[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = tile[31 - threadIdx.x];
}

__global__ void checked(int *out, int n) {
  assert(n < 10 && "n is small");
  out[threadIdx.x] = n;
}

__global__ void trapped(int *out) {
  if (threadIdx.x == 3) __trap();
  out[threadIdx.x] = 1;
}

__constant__ int table[32];
__global__ void writeConstant(int *out) {
  ((int *)table)[threadIdx.x] = 1;
  out[threadIdx.x] = table[0];
}

__global__ void talk(int n) {
  if (threadIdx.x == 0) printf("n = %d, half = %.1f, %s\n", n, n / 2.0, "text");
}
