#include <cuda_runtime.h>
template <int TILE, int ROWS>
__global__ void transposeT(const float* src, float* dst, int width) {
    __shared__ float tile[TILE][TILE];
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;
    for (int j = 0; j < TILE; j += ROWS)
        tile[threadIdx.y + j][threadIdx.x] =   //= shared store fine 1..1
            src[(y + j) * width + x];   //= global load fine 4..4
    __syncthreads();
    x = blockIdx.y * TILE + threadIdx.x;
    y = blockIdx.x * TILE + threadIdx.y;
    for (int j = 0; j < TILE; j += ROWS)
        dst[(y + j) * width + x] =   //= global store fine 4..4
            tile[threadIdx.x][threadIdx.y + j];   //= shared load bank-conflict 32..32
}
int main() {
    constexpr int N = 128;
    constexpr int T = 32;
    float *s, *d;
    cudaMalloc(&s, N * N * 4);
    cudaMalloc(&d, N * N * 4);
    transposeT<T, 8><<<dim3(N / T, N / T), dim3(T, 8)>>>(s, d, N);
    cudaDeviceSynchronize();
}
