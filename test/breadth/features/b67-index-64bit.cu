#include <cuda_runtime.h>
#include <cstddef>
#include <cstdint>
__global__ void big(const float* a, const double* b, float* c, size_t pitch, long long depth) {
    size_t x = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    std::ptrdiff_t y = static_cast<std::ptrdiff_t>(blockIdx.y) * blockDim.y + threadIdx.y;
    float u = a[y * pitch + x];   //= global load fine 4..4
    long long q = (long long)x * depth + y;
    double v = b[q];   //= global load strided 32..32
    uint64_t w = ((uint64_t)y << 6) | x;
    c[w] = u + (float)v;   //= global store fine 4..4
}
int main() {
    float *a, *c; double* b;
    cudaMalloc(&a, 64 * 64 * sizeof(float));
    cudaMalloc(&b, 64 * 64 * sizeof(double));
    cudaMalloc(&c, 64 * 64 * sizeof(float));
    big<<<dim3(2, 16), dim3(32, 4)>>>(a, b, c, 64, 64LL);
    cudaDeviceSynchronize();
    return 0;
}
