#include <cuda_runtime.h>
__global__ void diff(const float* a, float* d, float* ring, unsigned n) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned left = i - 1u;
    float v = a[i];   //= global load fine 4..4
    if (left < n)
        v -= a[left];   //= global load misaligned 4..5 mean 4.875
    d[i] = v;   //= global store fine 4..4
    unsigned prev = (i + n - 1u) % n;
    ring[prev] = v;   //= global store misaligned 5..5
}
int main() {
    const unsigned n = 256;
    float *a, *d, *r;
    cudaMalloc(&a, n * sizeof(float));
    cudaMalloc(&d, n * sizeof(float));
    cudaMalloc(&r, n * sizeof(float));
    diff<<<n / 64, 64>>>(a, d, r, n);
    cudaDeviceSynchronize();
    return 0;
}
