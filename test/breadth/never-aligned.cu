// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tiles whose starts no parameter can align, and tiles that some value aligns.
#include <cuda_runtime.h>
__global__ void apron(const float* in, float* out, int n, int c, int b) {
    int x = 14 * blockIdx.x - b + threadIdx.x, y = 14 * blockIdx.y - b + threadIdx.y;
    if (x >= 0 && x < c && y >= 0 && y < n) out[c * y + x] = in[c * y + x]; //= global load misaligned 4..6 //= global store misaligned 4..6
}
__global__ void row(const float* in, float* out, int w, int b) {
    int x = 30 * blockIdx.x - b + threadIdx.x;
    out[blockIdx.y * w + x] = in[blockIdx.y * w + x];                       //= global load misaligned 4..5 //= global store misaligned 4..5
}
__global__ void whole(const float* in, float* out, int w, int b) {
    int x = 32 * blockIdx.x - b + threadIdx.x;
    out[blockIdx.y * w + x] = in[blockIdx.y * w + x];                       //= global load fine 4..5 //= global store fine 4..5
}
__global__ void halves(const float* in, float* out, int b) {
    int x = 36 * (blockIdx.x / 2) + 32 * (blockIdx.x % 2) + threadIdx.x;
    out[x + 8 * b] = in[x + b];                                             //= global load fine 4..5 //= global store misaligned 4..5
}
void run(float* i, float* o, int n, int c, int b) {
    apron<<<dim3(32, 32), dim3(16, 16)>>>(i, o, n, c, b);
    row<<<dim3(32, 32), 32>>>(i, o, c, b);
    whole<<<dim3(32, 32), 32>>>(i, o, c, b);
    halves<<<64, 32>>>(i, o, b);
}
