#include <cuda_runtime.h>
__global__ void goodPitch(const float* src, size_t sp, float* dst, size_t dp, int w, int h) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    const float* row = (const float*)((const char*)src + y * sp);
    float* orow = (float*)((char*)dst + y * dp);
    float v = row[x];   //= global load fine 1..4 mean 3.25
    orow[x] = v;   //= global store fine 1..4 mean 3.25
}
int main() {
    const int w = 100, h = 64;
    float *a, *b;
    size_t pa, pb;
    cudaMallocPitch(&a, &pa, w * sizeof(float), h);
    cudaMallocPitch(&b, &pb, w * sizeof(float), h);
    dim3 block(32, 8);
    dim3 grid((w + 31) / 32, (h + 7) / 8);
    goodPitch<<<grid, block>>>(a, pa, b, pb, w, h);
    cudaDeviceSynchronize();
    return 0;
}
