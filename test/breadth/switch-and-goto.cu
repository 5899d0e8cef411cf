// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Cases that fall through, return from inside, enumerators, cases that lanes share; a jump is not followed.
#include <cuda_runtime.h>
enum class Mode { Copy, Wide, Far };
__device__ int pick(Mode m, int i) {
    switch (m) {
    case Mode::Copy: return i;
    case Mode::Wide: i *= 2; [[fallthrough]];
    case Mode::Far: return i + 64;
    }
    return 0;
}
__global__ void cases(const float* a, const float* b, float* o, Mode m) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = a[pick(m, i)];                     //= global load strided 8..8
    v += a[pick(Mode::Far, i)];                  //= global load fine 4..4
    int k = 0;
    switch (threadIdx.x & 3) {
    case 3: k += 1;
    case 2: k += 1;
    case 1: k += 1; break;
    default: k = 0;
    }
    v += b[i - (threadIdx.x & 3) + k];           //= global load fine 4..4
    switch (blockIdx.x) {
    case 0: v += b[i]; break;                    //= global load fine 4..4
    case 1 ... 2: v += b[i * 8]; break;          //= global load strided 32..32
    }
    o[i] = v;                                    //= global store fine 4..4
}
__global__ void jumps(const float* a, float* o, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, k = 0;
again:
    o[i + k] = 1.f;                              //= global store unknown
    if (++k < n) goto again;
}
int main() {
    float *a, *b, *o;
    cudaMalloc(&a, 1 << 20); cudaMalloc(&b, 1 << 20); cudaMalloc(&o, 1 << 20);
    cases<<<4, 64>>>(a, b, o, Mode::Wide);
    jumps<<<4, 64>>>(a, o, 3);
    cudaDeviceSynchronize();
}
