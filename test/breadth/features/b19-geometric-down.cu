#include <cuda_runtime.h>
__global__ void foldDown(const float* in, float* total) {
    extern __shared__ float sh[];
    unsigned t = threadIdx.x;
    sh[t] = in[blockIdx.x * blockDim.x + t];    // @A @B //= shared store fine 1..1 //= global load fine 4..4
    __syncthreads();
    for (unsigned s = blockDim.x / 2; s > 0; s >>= 1) {
        if (t < s)
            sh[t] +=   //= shared load+store fine 1..1
                sh[t + s];   //= shared load fine 1..1
        __syncthreads();
    }
    if (t == 0)
        atomicAdd(total, sh[0]);                // @E @F //= global atomic fine 1..1 //= shared load fine 1..1
}
int main() {
    const int n = 2048, tb = 256;
    float *in, *tot;
    cudaMalloc(&in, n * sizeof(float));
    cudaMalloc(&tot, sizeof(float));
    cudaMemset(tot, 0, sizeof(float));
    foldDown<<<n / tb, tb, tb * sizeof(float)>>>(in, tot);
    cudaDeviceSynchronize();
    return 0;
}
