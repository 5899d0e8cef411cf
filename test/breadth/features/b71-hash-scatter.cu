#include <cuda_runtime.h>
__device__ unsigned spread(unsigned v) {
    v = (v | (v << 4)) & 0x0f0fu;
    v = (v | (v << 2)) & 0x3333u;
    v = (v | (v << 1)) & 0x5555u;
    return v;
}
__global__ void scatter(const float* a, const float* m, float* o) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned h = (i * 2654435761u) >> 20;
    float u = a[h];   //= global load scattered 32..32
    unsigned x = threadIdx.x & 7u, y = threadIdx.x >> 3;
    float v = m[blockIdx.x * 256 + (spread(x) | (spread(y) << 1))];   //= global load fine 4..4
    o[i] = u + v;   //= global store fine 4..4
}
int main() {
    float *a, *m, *o;
    cudaMalloc(&a, 4096 * sizeof(float));
    cudaMalloc(&m, 1024 * sizeof(float));
    cudaMalloc(&o, 512 * sizeof(float));
    scatter<<<4, 128>>>(a, m, o);
    cudaDeviceSynchronize();
    return 0;
}
