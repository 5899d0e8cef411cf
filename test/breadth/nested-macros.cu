// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels and functions that macros make, indices in macros in macros: a finding stands where the outermost is used.
#include <cuda_runtime.h>
#define IDX(r, c, ld) ((r) * (ld) + (c))
#define LOAD(p, i) p[(i)]
#define EACH(i, n) for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < (n); i += blockDim.x * gridDim.x)
#define PASTE_(a, b) a##b
#define PASTE(a, b) PASTE_(a, b)
#define STORE2(dst, v) do { dst[2 * i] = (v); dst[2 * i + 1] = (v); } while (0)
#define KERNEL(name, expr) __global__ void name(const float* a, float* o, int n) { EACH(i, n) { float x = LOAD(a, i * 2); o[i] = expr; } }
#define AT(T) __device__ T at_##T(const T* p, int i) { return p[i * 3]; }
KERNEL(squares, x * x)                           //= global load strided 8..8 //= global store fine 4..4
AT(float)                                        //= global load strided 12..12
AT(int)                                          //= global load strided 12..12
__global__ void uses(const float* a, const int* b, float* o, int n) {
    EACH(i, n) {
        float PASTE(v, 1) = LOAD(a, IDX(i, 2, 4));   //= global load strided 16..16
        STORE2(o, v1 + at_float(a, i) + at_int(b, i));   //= global store fine-group 8..8
    }
}
int main() {
    float *a, *o;
    cudaMalloc(&a, 1 << 20); cudaMalloc(&o, 1 << 20);
    squares<<<4, 64>>>(a, o, 512);
    uses<<<4, 64>>>(a, (int*)a, o, 512);
    cudaDeviceSynchronize();
}
