#include <cuda_runtime.h>
enum class Order : int { Row, Col };
__device__ int locate(Order o, int r, int c, int nr, int nc) {
    switch (o) {
    case Order::Row: return r * nc + c;
    case Order::Col: return c * nr + r;
    }
    return 0;
}
__global__ void convert(const float* in, Order from, float* out, Order to, int nr, int nc) {
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    int r = blockIdx.y * blockDim.y + threadIdx.y;
    float v = in[locate(from, r, c, nr, nc)];   //= global load strided 32..32
    out[locate(to, r, c, nr, nc)] = v;   //= global store fine 4..4
}
int main() {
    const int nr = 64, nc = 64;
    float *a, *b;
    cudaMalloc(&a, nr * nc * sizeof(float));
    cudaMalloc(&b, nr * nc * sizeof(float));
    dim3 block(32, 8), grid(nc / 32, nr / 8);
    convert<<<grid, block>>>(a, Order::Col, b, Order::Row, nr, nc);
    cudaDeviceSynchronize();
    return 0;
}
