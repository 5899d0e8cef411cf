// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Launches whose arguments host code computes: mathematical functions, and long loops before them that launch nothing.
#include <cmath>
#include <cstring>
#include <cuda_runtime.h>
struct Plan {
    int n, log_n, stride;
};
__global__ void rows(const float* a, float* o, int stride) {
    o[threadIdx.x] = a[threadIdx.x * stride];    //= global load strided 8..8
}
__global__ void stage(const float* a, float* o, int stride) {
    o[threadIdx.x] = a[threadIdx.x * stride];    //= global load strided 12..32
}
__global__ void never(const float* a, float* o, int n) {
    for (int i = threadIdx.x; i < n; i += 32) o[i] = a[i];
}
static Plan make(size_t n, size_t per) {
    Plan p;
    memset(&p, 0, sizeof p);
    p.n = (int)n;
    p.log_n = int(ceil(std::log2(n / per)));
    p.stride = (int)std::pow(2, 1);
    return p;
}
static void transform(float* a, float* o, int n, float* h) {
    for (int i = 0; i < n; i++) h[i] = i % 7 ? h[i / 2] * 0.5f : 1.0f;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < i; k++) h[i] += h[k] < 0 ? 1.0f : 2.0f;
    Plan p = make(n, 2);
    for (int step = 0; step < 40; step++) {
        if (p.log_n == 2) stage<<<1, 32>>>(a, o, 3);
        else if (p.log_n == 5 || p.log_n == 8) stage<<<1, 32>>>(a, o, p.log_n);
        else if (p.log_n == 11) rows<<<1, 32>>>(a, o, p.stride);
        else never<<<1, 32>>>(a, o, 5);
    }
}
int main(int argc, char** argv) {
    float *a, *o, *h = new float[4096];
    cudaMalloc(&a, 1 << 20);
    cudaMalloc(&o, 1 << 20);
    for (int n = 8; n <= 4096; n *= 8) transform(a, o, n, h);
    cudaDeviceSynchronize();
    delete[] h;
}
