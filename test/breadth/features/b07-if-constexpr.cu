#include <cuda_runtime.h>
#define W 128
template <bool BY_ROW>
__global__ void pick(const float* m, float* out) {
    float v;
    if constexpr (BY_ROW) {
        v = m[blockIdx.x * W + threadIdx.x];   //= global load fine 4..4
    } else {
        v = m[threadIdx.x * W + blockIdx.x];   //= global load strided 32..32
    }
    out[blockIdx.x * W + threadIdx.x] = v;   //= global store fine 4..4
}
int main() {
    float *m, *o;
    cudaMalloc(&m, W * W * sizeof(float));
    cudaMalloc(&o, W * W * sizeof(float));
    pick<true><<<W, W>>>(m, o);
    pick<false><<<W, W>>>(m, o);
    return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
