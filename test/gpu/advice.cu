// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Does advice pay? Fourteen kernels as they are met (`…_before`) and as a finding's help says they should be (`…_after`), one launch
// each. advice.sh measures them on a GPU; test/ground-truth/h200-advice.csv is what an H200 counted.
#include <cuda_runtime.h>

// Roles of threadIdx.x and threadIdx.y swapped.
__global__ void add_before(const float *a, const float *b, float *c, int n) {
  int row = blockIdx.x * blockDim.x + threadIdx.x, col = blockIdx.y * blockDim.y + threadIdx.y;
  c[row * n + col] = a[row * n + col] + b[row * n + col];
}
__global__ void add_after(const float *a, const float *b, float *c, int n) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  c[row * n + col] = a[row * n + col] + b[row * n + col];
}

// Sixteen elements in a row a thread, or neighbouring threads at neighbouring elements.
__global__ void axpy_before(const float *x, float *y, float a) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  for (int j = 0; j < 16; j++) y[t * 16 + j] += a * x[t * 16 + j];
}
__global__ void axpy_after(const float *x, float *y, float a) {
  int t = blockIdx.x * blockDim.x * 16 + threadIdx.x;
  for (int j = 0; j < 16; j++) y[t + j * blockDim.x] += a * x[t + j * blockDim.x];
}

// One field of two.
struct Pair {
  int key;
  float value;
};
__global__ void values_before(const Pair *p, float *o) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  o[i] = p[i].value * 2;
}
__global__ void values_after(const float *value, float *o) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  o[i] = value[i] * 2;
}

// Six fields updated: as an array of structs, as arrays.
struct Body {
  float x, y, z, vx, vy, vz;
};
__global__ void move_before(Body *b, float dt) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  b[i].x += b[i].vx * dt;
  b[i].y += b[i].vy * dt;
  b[i].z += b[i].vz * dt;
}
__global__ void move_after(float *x, float *y, float *z, const float *vx, const float *vy, const float *vz, float dt) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  x[i] += vx[i] * dt;
  y[i] += vy[i] * dt;
  z[i] += vz[i] * dt;
}

// A column of a tile of doubles.
template <int PAD> __device__ void turn(const double *in, double *out, int n) {
  __shared__ double tile[16][16 + PAD];
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  tile[threadIdx.y][threadIdx.x] = in[y * n + x];
  __syncthreads();
  out[(blockIdx.x * 16 + threadIdx.y) * n + blockIdx.y * 16 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
__global__ void turn_before(const double *in, double *out, int n) { turn<0>(in, out, n); }
__global__ void turn_after(const double *in, double *out, int n) { turn<1>(in, out, n); }

// Counters of a thread of its own: in a row, in a column.
__global__ void count_before(const unsigned char *in, int *out) {
  __shared__ int bins[64 * 32];
  for (int b = 0; b < 32; b++) bins[threadIdx.x * 32 + b] = 0;
  for (int j = 0; j < 64; j++) bins[threadIdx.x * 32 + in[(blockIdx.x * 64 + j) * 64 + threadIdx.x] % 32]++;
  int sum = 0;
  for (int b = 0; b < 32; b++) sum += b * bins[threadIdx.x * 32 + b];
  out[blockIdx.x * 64 + threadIdx.x] = sum;
}
__global__ void count_after(const unsigned char *in, int *out) {
  __shared__ int bins[64 * 32];
  for (int b = 0; b < 32; b++) bins[b * 64 + threadIdx.x] = 0;
  for (int j = 0; j < 64; j++) bins[in[(blockIdx.x * 64 + j) * 64 + threadIdx.x] % 32 * 64 + threadIdx.x]++;
  int sum = 0;
  for (int b = 0; b < 32; b++) sum += b * bins[b * 64 + threadIdx.x];
  out[blockIdx.x * 64 + threadIdx.x] = sum;
}

// A row of the matrix a thread: stored by rows, by columns.
__global__ void product_before(const float *m, const float *v, float *o, int rows, int cols) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int c = 0; c < cols; c++) sum += m[r * cols + c] * v[c];
  o[r] = sum;
}
__global__ void product_after(const float *m, const float *v, float *o, int rows, int cols) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int c = 0; c < cols; c++) sum += m[c * rows + r] * v[c];
  o[r] = sum;
}

// Channels last, a pixel a thread; channels first.
__global__ void bias_before(float *image, const float *bias, int pixels) {
  int p = blockIdx.x * blockDim.x + threadIdx.x;
  for (int c = 0; c < 16; c++) image[p * 16 + c] += bias[c];
}
__global__ void bias_after(float *image, const float *bias, int pixels) {
  int p = blockIdx.x * blockDim.x + threadIdx.x;
  for (int c = 0; c < 16; c++) image[c * pixels + p] += bias[c];
}

// A store that begins a float behind a boundary.
__global__ void shift_before(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i + 1] = in[i] + 1;
}
__global__ void shift_after(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i + 8] = in[i] + 1;
}

// Sums of a block.
__global__ void sum_before(const int *in, int *out) {
  __shared__ int s[512];
  int t = threadIdx.x;
  s[t] = in[blockIdx.x * 512 + t];
  __syncthreads();
  for (int d = 1; d < 512; d *= 2) {
    if (2 * d * t < 512) s[2 * d * t] += s[2 * d * t + d];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = s[0];
}
__global__ void sum_after(const int *in, int *out) {
  __shared__ int s[512];
  int t = threadIdx.x;
  s[t] = in[blockIdx.x * 512 + t];
  __syncthreads();
  for (int d = 256; d > 0; d /= 2) {
    if (t < d) s[t] += s[t + d];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = s[0];
}

// A tile of A stored by columns.
template <int PAD> __device__ void gemm(const float *a, const float *b, float *c, int n) {
  __shared__ float as[32][32 + PAD], bs[32][32];
  int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 32 + ty, col = blockIdx.x * 32 + tx;
  float sum = 0;
  for (int t = 0; t < n; t += 32) {
    as[tx][ty] = a[row * n + t + tx];
    bs[ty][tx] = b[(t + ty) * n + col];
    __syncthreads();
    for (int k = 0; k < 32; k++) sum += as[k][ty] * bs[k][tx];
    __syncthreads();
  }
  c[row * n + col] = sum;
}
__global__ void gemm_before(const float *a, const float *b, float *c, int n) { gemm<0>(a, b, c, n); }
__global__ void gemm_after(const float *a, const float *b, float *c, int n) { gemm<1>(a, b, c, n); }

// Running sums along rows, a row a thread: as they lie, through a tile.
__global__ void scan_before(float *m, int cols) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int c = 0; c < cols; c++) m[r * cols + c] = sum += m[r * cols + c];
}
__global__ void scan_after(float *m, int cols) {
  __shared__ float tile[32][33];
  float sum = 0;
  for (int c = 0; c < cols; c += 32) {
    for (int j = 0; j < 32; j++) tile[j][threadIdx.x] = m[(blockIdx.x * 32 + j) * cols + c + threadIdx.x];
    __syncwarp();
    for (int j = 0; j < 32; j++) tile[threadIdx.x][j] = sum += tile[threadIdx.x][j];
    __syncwarp();
    for (int j = 0; j < 32; j++) m[(blockIdx.x * 32 + j) * cols + c + threadIdx.x] = tile[j][threadIdx.x];
    __syncwarp();
  }
}

// A narrow block over rows of bytes.
__global__ void brighten_before(const unsigned char *in, unsigned char *out, int pitch) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  out[y * pitch + x] = in[y * pitch + x] / 2 + 64;
}
__global__ void brighten_after(const unsigned char *in, unsigned char *out, int pitch) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  out[y * pitch + x] = in[y * pitch + x] / 2 + 64;
}

// Every fourth element of a float4 stream, field by field or at once: nothing to gain, the fields share their sectors.
__global__ void length_before(const float4 *p, float *o) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  o[i] = p[i].x * p[i].x + p[i].y * p[i].y + p[i].z * p[i].z + p[i].w * p[i].w;
}
__global__ void length_after(const float4 *p, float *o) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float4 v = p[i];
  o[i] = v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w;
}

int main() {
  const size_t bytes = (size_t)1 << 28;
  float *a, *b, *c, *d, *e, *f;
  cudaMalloc(&a, bytes);
  cudaMalloc(&b, bytes);
  cudaMalloc(&c, bytes);
  cudaMalloc(&d, bytes);
  cudaMalloc(&e, bytes);
  cudaMalloc(&f, bytes);
  add_before<<<dim3(256, 256), dim3(16, 16)>>>(a, b, c, 4096);
  add_after<<<dim3(256, 256), dim3(16, 16)>>>(a, b, c, 4096);
  axpy_before<<<8192, 256>>>(a, b, 3);
  axpy_after<<<8192, 256>>>(a, b, 3);
  values_before<<<65536, 256>>>((Pair *)a, b);
  values_after<<<65536, 256>>>(a, b);
  move_before<<<32768, 256>>>((Body *)a, 0.5f);
  move_after<<<32768, 256>>>(a, b, c, d, e, f, 0.5f);
  turn_before<<<dim3(256, 256), dim3(16, 16)>>>((double *)a, (double *)b, 4096);
  turn_after<<<dim3(256, 256), dim3(16, 16)>>>((double *)a, (double *)b, 4096);
  count_before<<<16384, 64>>>((unsigned char *)a, (int *)b);
  count_after<<<16384, 64>>>((unsigned char *)a, (int *)b);
  product_before<<<256, 128>>>(a, b, c, 32768, 1024);
  product_after<<<256, 128>>>(a, b, c, 32768, 1024);
  bias_before<<<16384, 256>>>(a, b, 4194304);
  bias_after<<<16384, 256>>>(a, b, 4194304);
  shift_before<<<131072, 256>>>(a, b);
  shift_after<<<131072, 256>>>(a, b);
  sum_before<<<131072, 512>>>((int *)a, (int *)b);
  sum_after<<<131072, 512>>>((int *)a, (int *)b);
  gemm_before<<<dim3(32, 32), dim3(32, 32)>>>(a, b, c, 1024);
  gemm_after<<<dim3(32, 32), dim3(32, 32)>>>(a, b, c, 1024);
  scan_before<<<1024, 32>>>(a, 1024);
  scan_after<<<1024, 32>>>(a, 1024);
  brighten_before<<<dim3(2048, 512), dim3(8, 32)>>>((unsigned char *)a, (unsigned char *)b, 16384);
  brighten_after<<<dim3(512, 2048), dim3(32, 8)>>>((unsigned char *)a, (unsigned char *)b, 16384);
  length_before<<<32768, 256>>>((float4 *)a, b);
  length_after<<<32768, 256>>>((float4 *)a, b);
  return cudaDeviceSynchronize() != cudaSuccess;
}
