#include <cuda_runtime.h>
__global__ void carve(const float* in, double* out) {
    extern __shared__ __align__(16) unsigned char pool[];
    float* a = reinterpret_cast<float*>(pool);
    double* b = (double*)(pool + blockDim.x * sizeof(float));
    int t = threadIdx.x;
    a[t] = in[blockIdx.x * blockDim.x + t];     // @A @B //= shared store fine 1..1 //= global load fine 4..4
    b[2 * t] = 1.0;   //= shared store bank-conflict 2..2
    __syncthreads();
    double v = b[2 * (t ^ 1)];   //= shared load bank-conflict 2..2
    float w = a[127 - t];   //= shared load fine 1..1
    out[blockIdx.x * blockDim.x + t] = v + w;   //= global store fine 8..8
}
int main() {
    const int T = 128;
    float* in; double* out;
    cudaMalloc(&in, 4 * T * sizeof(float));
    cudaMalloc(&out, 4 * T * sizeof(double));
    size_t smem = T * sizeof(float) + 2 * T * sizeof(double);
    carve<<<4, T, smem>>>(in, out);
    cudaDeviceSynchronize();
    return 0;
}
