#include <cuda_runtime.h>
template <typename T>
__global__ void scaleStep(T* data, T factor, int n, int step) {
    int i = (blockIdx.x * blockDim.x + threadIdx.x) * step;
    if (i < n)
        data[i] *= factor;   //= global load+store strided 8..8
}
template <typename T>
void launchScale(T* data, int n, int step) {
    const int threads = 128;
    int blocks = (n / step + threads - 1) / threads;
    scaleStep<T><<<blocks, threads>>>(data, T(2), n, step);
}
int main() {
    float* d = nullptr;
    int n = 8192;
    cudaMalloc(&d, n * sizeof(float));
    launchScale<float>(d, n, 2);
    cudaDeviceSynchronize();
    cudaFree(d);
    return 0;
}
