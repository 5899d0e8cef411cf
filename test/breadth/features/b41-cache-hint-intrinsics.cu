#include <cuda_runtime.h>
__global__ void hints(const float* __restrict__ a, const double* __restrict__ b, float* c, float* d) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float u = __ldg(&a[i]);   //= global load fine 4..4
    float v = __ldg(a + 2 * i);   //= global load strided 8..8
    double w = __ldcs(b + i);   //= global load fine 8..8
    __stcs(&c[i], u + v);   //= global store fine 4..4
    __stcs(d + i * 7, (float)w);   //= global store strided 28..28
}
int main() {
    float *a, *c, *d; double* b;
    cudaMalloc(&a, 1024 * 4);
    cudaMalloc(&b, 512 * 8);
    cudaMalloc(&c, 512 * 4);
    cudaMalloc(&d, 512 * 7 * 4);
    hints<<<4, 128>>>(a, b, c, d);
    cudaDeviceSynchronize();
    return 0;
}
