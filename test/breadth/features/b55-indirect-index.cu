#include <cuda_runtime.h>
__global__ void lookup(const int* idx, const float* a, const int* rowOf, float* out) {
    __shared__ float s[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int j = idx[i];   //= global load fine 4..4
    float v = a[j];   //= global load unknown
    s[j & 255] = v;   //= shared store unknown
    int row = rowOf[blockIdx.x];   //= global load fine 1..1
    v += a[row * 64 + threadIdx.x];   //= global load fine 4..4
    __syncthreads();
    out[i] = v + s[threadIdx.x];             // @F @G //= global store fine 4..4 //= shared load fine 1..1
}
int main() {
    int *idx, *rows; float *a, *o;
    cudaMalloc(&idx, 256 * sizeof(int));
    cudaMalloc(&rows, 4 * sizeof(int));
    cudaMalloc(&a, 65536 * sizeof(float));
    cudaMalloc(&o, 256 * sizeof(float));
    cudaMemset(idx, 0, 256 * sizeof(int));
    cudaMemset(rows, 0, 4 * sizeof(int));
    lookup<<<4, 64>>>(idx, a, rows, o);
    cudaDeviceSynchronize();
    return 0;
}
