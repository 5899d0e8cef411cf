#include <cuda_runtime.h>
__global__ void sweep(const float* a, const float* b, float* c, int w, int h) {
    for (int y = blockIdx.y * blockDim.y + threadIdx.y; y < h; y += blockDim.y * gridDim.y)
        for (int x = blockIdx.x * blockDim.x + threadIdx.x; x < w; x += blockDim.x * gridDim.x) {
            float u = a[y * w + x];   //= global load fine 4..4
            float v = b[x * h + y];   //= global load strided 32..32
            c[y * w + x] = u * v;   //= global store fine 4..4
        }
}
int main() {
    const int w = 128, h = 32;
    float *a, *b, *c;
    cudaMalloc(&a, w * h * sizeof(float));
    cudaMalloc(&b, w * h * sizeof(float));
    cudaMalloc(&c, w * h * sizeof(float));
    dim3 grid(2, 2), block(32, 4);
    sweep<<<grid, block>>>(a, b, c, w, h);
    cudaDeviceSynchronize();
    return 0;
}
