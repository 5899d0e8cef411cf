// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels launched through pointer variables, tables, members and template parameters.
#include <cuda_runtime.h>
typedef void (*Copy)(const float*, float*, int);
__global__ void hop(const float* a, float* o, int s) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    o[i] = a[i * s];                             //= global load strided 8..8
}
__global__ void shift(const float* a, float* o, int s) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    o[i] = a[i + s];                             //= global load misaligned 5..5
}
template <int S>
__global__ void columns(const float* a, float* o, int rows) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < rows) o[i] = a[i * S];               //= global load strided 16..16
}
__global__ void mirror(const float* a, float* o, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    o[2 * (n - 1 - i)] = a[i];                   //= global store strided 8..8
}
__global__ void rows(const double* a, double* o, int pitch) {
    o[threadIdx.x * pitch] = a[threadIdx.x];     //= global store strided 32..32
}
template <Copy K>
static void launch(const float* a, float* o, int n) { K<<<n / 64, 64>>>(a, o, n); }
template <typename K, typename... A>
static void submit(K kernel, int threads, A... args) { kernel<<<4, threads>>>(args...); }
struct Step {
    Copy kernel;
    int s;
};
int main() {
    float *a, *o;
    cudaMalloc(&a, 1 << 20);
    cudaMalloc(&o, 1 << 20);
    Copy k = hop;
    k<<<4, 64>>>(a, o, 2);
    const Step steps[] = {{shift, 1}, {&shift, 9}};
    for (const Step& step : steps) step.kernel<<<4, 128>>>(a, o, step.s);
    Copy chosen = &columns<4>;
    (*chosen)<<<2, 96>>>(a, o, 192);
    launch<mirror>(a, o, 512);
    submit(rows, 32, (const double*)a, (double*)o, 7);
    cudaDeviceSynchronize();
}
