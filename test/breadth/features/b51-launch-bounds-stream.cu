#include <cuda_runtime.h>
__global__ void __launch_bounds__(256, 2) quad(const float* __restrict__ in, float* __restrict__ good, float* __restrict__ bad) {
    const int t = blockIdx.x * blockDim.x + threadIdx.x;
    const int all = gridDim.x * blockDim.x;
    float r[4];
#pragma unroll
    for (int k = 0; k < 4; ++k)
        r[k] = in[t + k * all];   //= global load fine 4..4
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        good[k * all + t] = r[k];   //= global store fine 4..4
        bad[t * 32 + k] = r[3 - k];   //= global store strided 32..32
    }
}
int main() {
    float *in, *g, *b;
    cudaMalloc(&in, 4096 * sizeof(float));
    cudaMalloc(&g, 4096 * sizeof(float));
    cudaMalloc(&b, 32768 * sizeof(float));
    cudaStream_t st;
    cudaStreamCreate(&st);
    quad<<<4, 256, 0, st>>>(in, g, b);
    cudaDeviceSynchronize();
    return 0;
}
