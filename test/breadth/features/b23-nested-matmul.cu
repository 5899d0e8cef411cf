#include <cuda_runtime.h>
static const int N = 64;
__global__ void mm(const float* A, const float* B, float* C) {
    int col = blockIdx.x * 16 + threadIdx.x;
    int row = blockIdx.y * 16 + threadIdx.y;
    float acc = 0.f;
    for (int kk = 0; kk < N; kk += 8)
        for (int k = kk; k < kk + 8; ++k) {
            float a = A[row * N + k];   //= global load strided 2..2
            float b = B[k * N + col];   //= global load fine 2..2
            acc += a * b;
        }
    C[row * N + col] = acc;   //= global store fine 4..4
}
int main() {
    float *a, *b, *c;
    size_t bytes = N * N * sizeof(float);
    cudaMalloc(&a, bytes);
    cudaMalloc(&b, bytes);
    cudaMalloc(&c, bytes);
    mm<<<dim3(N / 16, N / 16), dim3(16, 16)>>>(a, b, c);
    cudaDeviceSynchronize();
    return 0;
}
