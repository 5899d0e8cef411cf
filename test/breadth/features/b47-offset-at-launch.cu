#include <cuda_runtime.h>
__global__ void axpy(const float* x, const float* y, float* z, float a) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float u = x[i];   //= global load misaligned 5..5
    float v = y[i];   //= global load fine 4..4
    z[i] = a * u + v;   //= global store misaligned 5..5
}
int main() {
    const int n = 512, ghost = 3;
    float *x, *y, *z;
    cudaMalloc(&x, (n + 16) * sizeof(float));
    cudaMalloc(&y, (n + 16) * sizeof(float));
    cudaMalloc(&z, (n + 16) * sizeof(float));
    axpy<<<n / 128, 128>>>(x + ghost, y + 8, &z[1], 2.0f);
    cudaDeviceSynchronize();
    return 0;
}
