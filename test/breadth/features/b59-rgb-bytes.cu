#include <cuda_runtime.h>
typedef unsigned char u8;
__global__ void lumaAndRed(const u8* a, const u8* b, u8* luma, u8* red, int w) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    const u8* px = a + 3 * (y * w + x);
    int r = px[0];   //= global load fine-group 3..3
    int g = px[1];   //= global load fine-group 3..3
    int bl = px[2];   //= global load fine-group 3..3
    luma[y * w + x] = (r * 3 + g * 6 + bl) / 10;   //= global store fine 1..1
    u8 only = b[(y * w + x) * 3];   //= global load strided 3..3
    red[y * w + x] = only;   //= global store fine 1..1
}
int main() {
    const int w = 128, h = 16;
    u8 *a, *b, *l, *r;
    cudaMalloc(&a, 3 * w * h);
    cudaMalloc(&b, 3 * w * h);
    cudaMalloc(&l, w * h);
    cudaMalloc(&r, w * h);
    lumaAndRed<<<dim3(2, 8), dim3(64, 2)>>>(a, b, l, r, w);
    cudaDeviceSynchronize();
    return 0;
}
