#include <cuda_runtime.h>
enum Dim { DX = 4, DY = 6 };
struct Args { int sx, sy; long long sz; unsigned shift; };
__global__ void soup(const float* a, const double* b, const char* c, float* o, Args g) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    float u = a[x * g.sx + y * 1024];   //= global load strided 16..16
    float v = a[(x << g.shift) + y];   //= global load strided 32..32
    double w = b[x * g.sz];   //= global load strided 24..24
    char k = c[x * g.sy + 2];   //= global load strided 6..6
    o[(y * 128 + x) * g.sx + 3] = u + v + w + k;   //= global store strided 16..16
    o[x + y * 130 + 1] = k;   //= global store misaligned 5..5
}
int main() {
    float *a, *o; double* b; char* c;
    cudaMalloc(&a, 65536); cudaMalloc(&b, 8192); cudaMalloc(&c, 4096); cudaMalloc(&o, 65536);
    Args g{};
    g.sx = DX;
    g.sy = DY;
    g.sz = sizeof(float3) / sizeof(float);
    g.shift = 3u;
    soup<<<dim3(2, 4), dim3(64, 2)>>>(a, b, c, o, g);
    cudaDeviceSynchronize();
    return 0;
}
