// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Instances of one template: both front ends list them in one order.
#include <cuda_runtime.h>
template <int S, typename T>
__global__ void hop(const T* a, T* o) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    o[i] = a[i * S];                             //= global load strided 8..32
}
template <int S>
static void both(const float* a, float* o) {
    hop<S, float><<<4, 64>>>(a, o);
    hop<2 * S, float><<<4, 64>>>(a, o);
}
int main() {
    float *a, *o;
    cudaMalloc(&a, 1 << 20);
    cudaMalloc(&o, 1 << 20);
    both<4>(a, o);
    hop<2><<<4, 64>>>(a, o);
    both<3>(a, o);
    hop<5><<<4, 64>>>(a, o);
    cudaDeviceSynchronize();
}
