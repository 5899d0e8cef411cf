#include <cuda_runtime.h>
__global__ void hop(const float* in, float* out, int s) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    float v = in[t * s];   //= global load strided 4..32 mean 15
    out[t] = v;   //= global store fine 4..4
}
int main() {
    float *a, *b;
    cudaMalloc(&a, 128 * 8 * sizeof(float));
    cudaMalloc(&b, 128 * sizeof(float));
    for (int s = 1; s <= 8; s *= 2)
        hop<<<2, 64>>>(a, b, s);
    cudaDeviceSynchronize();
    return 0;
}
