#include <cuda_runtime.h>
__global__ void warpRows(const int* in, int* out, int perWarp) {
    int tid = threadIdx.y * blockDim.x + threadIdx.x;
    int lane = tid % warpSize;
    int warp = tid / warpSize;
    int nw = blockDim.x * blockDim.y / warpSize;
    int first = (blockIdx.x * nw + warp) * perWarp;
    int s = 0;
    for (int k = 0; k < perWarp; k += warpSize)
        s += in[first + k + lane];   //= global load fine 4..4
    for (int k = 0; k < perWarp / warpSize; ++k)
        s -= in[first + lane * (perWarp / warpSize) + k];   //= global load strided 32..32
    out[blockIdx.x * 128 + tid] = s;   //= global store fine 4..4
}
int main() {
    int *a, *b;
    cudaMalloc(&a, 16 * 256 * sizeof(int));
    cudaMalloc(&b, 512 * sizeof(int));
    dim3 blk(16, 8);
    warpRows<<<4, blk>>>(a, b, 256);
    cudaDeviceSynchronize();
    return 0;
}
