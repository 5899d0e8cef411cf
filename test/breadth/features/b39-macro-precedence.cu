#include <cuda_runtime.h>
#define PITCH 80
#define IDX(r, c) ((r) * PITCH + (c))
#define RAW(r, c) (r * PITCH + c)
#define GX (blockIdx.x * blockDim.x + threadIdx.x)
#define GY (blockIdx.y * blockDim.y + threadIdx.y)
__global__ void viaMacro(const float* a, const float* b, float* c) {
    int x = GX, y = GY;
    float u = a[IDX(y + 1, x)];   //= global load fine 4..4
    float v = b[RAW(y + 1, x)];   //= global load misaligned 4..5 mean 4.875
    float w = b[IDX(x, y)];   //= global load strided 32..32
    c[IDX(y, x)] = u + v + w;   //= global store fine 4..4
}
int main() {
    float *a, *b, *c;
    cudaMalloc(&a, PITCH * 80 * sizeof(float));
    cudaMalloc(&b, PITCH * 80 * sizeof(float));
    cudaMalloc(&c, PITCH * 80 * sizeof(float));
    viaMacro<<<dim3(2, 4), dim3(32, 8)>>>(a, b, c);
    cudaDeviceSynchronize();
    return 0;
}
