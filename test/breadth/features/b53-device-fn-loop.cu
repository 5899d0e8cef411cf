#include <cuda_runtime.h>
__device__ float sumSteps(const float* p, int count, int step) {
    float s = 0.f;
    for (int k = 0; k < count; ++k)
        s += p[k * step];   //= global load fine 4..4
    return s;
}
__device__ __noinline__ float sumRun(const float* p, int first, int count) {
    float s = 0.f;
    for (int k = first; k < first + count; ++k)
        s += p[k];   //= global load strided 32..32
    return s;
}
__global__ void both(const float* a, float* o) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    o[t] = sumSteps(a + t, 8, 256) + sumRun(a, t * 8, 8);   //= global store fine 4..4
}
int main() {
    float *a, *o;
    cudaMalloc(&a, 2048 * sizeof(float));
    cudaMalloc(&o, 256 * sizeof(float));
    both<<<4, 64>>>(a, o);
    cudaDeviceSynchronize();
    return 0;
}
