#include <cuda_runtime.h>
template <int PAD>
__global__ void spin(float* io) {
    __shared__ float s[32 * (32 + PAD)];
    constexpr int PITCH = 32 + PAD;
    int me = threadIdx.y * 32 + threadIdx.x;
    s[threadIdx.y * PITCH + threadIdx.x] = io[me];   // @A @B //= shared store fine 1..1 //= global load fine 4..4
    __syncthreads();
    float v = s[threadIdx.x * PITCH + threadIdx.y];   //= shared load bank-conflict 1..32 mean 16.5
    io[me] = v;   //= global store fine 4..4
}
int main() {
    float* p;
    cudaMalloc(&p, 1024 * sizeof(float));
    dim3 b(32, 32);
    spin<0><<<1, b>>>(p);
    spin<1><<<1, b>>>(p);
    cudaDeviceSynchronize();
    return 0;
}
