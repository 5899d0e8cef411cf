// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels whose totals were published with Nsight Compute's numbers (facts.md): totals.cu add|product N|rows|tree
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>

__global__ void add(const float *a, const float *b, float *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}

// A's tile is stored transposed: a 32-way store once a step; it is read as a broadcast.
__global__ void product(const float *A, const float *B, float *C, int n) {
  __shared__ float As[32][32], Bs[32][32];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * 32 + ty, column = blockIdx.x * 32 + tx;
  float sum = 0;
  for (int t = 0; t < n / 32; t++) {
    As[tx][ty] = A[row * n + t * 32 + tx];
    Bs[ty][tx] = B[(t * 32 + ty) * n + column];
    __syncthreads();
    for (int k = 0; k < 32; k++) sum += As[k][ty] * Bs[k][tx];
    __syncthreads();
  }
  C[row * n + column] = sum;
}

// One thread a row of B: even threads add A, odd ones take it away.
__global__ void rows(float *B, const float *A, int w) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  for (int i = 0; i < w; i++) {
    if (j % 2 == 0)
      B[j * w + i] += A[i];
    else
      B[j * w + i] -= A[i];
  }
}

// The interleaved tree: threads of a warp reach for words 2 s apart.
__global__ void tree(const int *in, int *out) {
  __shared__ int s[256];
  int tid = threadIdx.x;
  s[tid] = in[blockIdx.x * blockDim.x + tid];
  __syncthreads();
  for (int step = 1; step < blockDim.x; step *= 2) {
    int index = 2 * step * tid;
    if (index < blockDim.x) s[index] += s[index + step];
    __syncthreads();
  }
  if (tid == 0) out[blockIdx.x] = s[0];
}

static float *buffer(int n) {
  float *p, *h = (float *)malloc(n * sizeof(float));
  for (int i = 0; i < n; i++) h[i] = (float)(i % 17);
  cudaMalloc(&p, n * sizeof(float));
  cudaMemcpy(p, h, n * sizeof(float), cudaMemcpyHostToDevice);
  free(h);
  return p;
}

int main(int argc, char **argv) {
  const char *what = argc > 1 ? argv[1] : "add";
  int n = argc > 2 ? atoi(argv[2]) : 320;
  if (!strcmp(what, "add")) {
    add<<<512, 256>>>(buffer(131072), buffer(131072), buffer(131072), 131072);
  } else if (!strcmp(what, "product")) {
    product<<<dim3(n / 32, n / 32), dim3(32, 32)>>>(buffer(n * n), buffer(n * n), buffer(n * n), n);
  } else if (!strcmp(what, "rows")) {
    rows<<<1, 256>>>(buffer(256 * 1024), buffer(1024), 1024);
  } else {
    tree<<<4, 256>>>((int *)buffer(1024), (int *)buffer(4));
  }
  cudaError_t e = cudaDeviceSynchronize();
  if (e != cudaSuccess) printf("%s\n", cudaGetErrorString(e));
  return e != cudaSuccess;
}
