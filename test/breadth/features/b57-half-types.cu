#include <cuda_runtime.h>
#include <cuda_fp16.h>
__global__ void halves(const __half* h, const __half2* h2, __half* oh, float* of) {
    __shared__ __half s[32 * 34];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __half a = h[i];   //= global load fine 2..2
    __half b = h[2 * i];   //= global load strided 4..4
    __half2 c = h2[i];   //= global load fine 4..4
    s[(threadIdx.x & 31) * 34 + (threadIdx.x >> 5)] = a;   //= shared store fine 1..1
    __syncthreads();
    __half d = s[(threadIdx.x & 31) * 32];   //= shared load bank-conflict 16..16
    oh[i] = __hadd(a, b);   //= global store fine 2..2
    of[i] = __low2float(c) + __half2float(d);   //= global store fine 4..4
}
int main() {
    __half *h, *oh; __half2* h2; float* of;
    cudaMalloc(&h, 1024 * sizeof(__half));
    cudaMalloc(&h2, 512 * sizeof(__half2));
    cudaMalloc(&oh, 512 * sizeof(__half));
    cudaMalloc(&of, 512 * sizeof(float));
    halves<<<4, 128>>>(h, h2, oh, of);
    cudaDeviceSynchronize();
    return 0;
}
