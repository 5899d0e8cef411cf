#include <cuda_runtime.h>
__global__ void flip(const float* in, float* out, int w, int h) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h) {
        float v = in[y * w + x];   //= global load fine 4..4
        out[x * h + y] = v;   //= global store strided 8..32 mean 20
    }
}
int main() {
    const int w = 64, h = 64;
    float *a, *b;
    cudaMalloc(&a, w * h * sizeof(float));
    cudaMalloc(&b, w * h * sizeof(float));
    dim3 wide(32, 8), tall(8, 32);
    flip<<<dim3(w / wide.x, h / wide.y), wide>>>(a, b, w, h);
    flip<<<dim3(w / tall.x, h / tall.y), tall>>>(a, b, w, h);
    cudaDeviceSynchronize();
    return 0;
}
