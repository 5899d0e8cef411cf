#include <cuda_runtime.h>
__global__ void odd48(const float* a, const float* b, float* o) {
    __shared__ float s[48 * 2];
    int t = threadIdx.x;
    int i = blockIdx.x * blockDim.x + t;
    s[t * 2] = a[i];               // @A @B //= shared store bank-conflict 1..2 mean 1.5 //= global load fine 2..4 mean 3
    s[t * 2 + 1] = b[i * 2];       // @C @D //= shared store bank-conflict 1..2 mean 1.5 //= global load strided 4..8 mean 6
    __syncthreads();
    float v = s[t];   //= shared load fine 1..1
    o[i] = v + s[95 - t];          // @E @G //= global store fine 2..4 mean 3 //= shared load fine 1..1
}
int main() {
    float *a, *b, *o;
    cudaMalloc(&a, 8 * 48 * sizeof(float));
    cudaMalloc(&b, 8 * 96 * sizeof(float));
    cudaMalloc(&o, 8 * 48 * sizeof(float));
    odd48<<<8, 48>>>(a, b, o);
    cudaDeviceSynchronize();
    return 0;
}
