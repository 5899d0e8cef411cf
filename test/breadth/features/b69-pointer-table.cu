#include <cuda_runtime.h>
struct Planes {
    const float* plane[3];
    int step[3];
};
__global__ void merge(Planes ps, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    const float* p = ps.plane[blockIdx.y];
    float v = p[i];   //= global load fine 4..4
    float w = ps.plane[1][i * 4];   //= global load strided 16..16
    out[blockIdx.y * n + i] = v + w;   //= global store fine 4..4
}
int main() {
    const int n = 128;
    Planes ps;
    float* o;
    for (int k = 0; k < 3; ++k) {
        float* q;
        cudaMalloc(&q, 4 * n * sizeof(float));
        ps.plane[k] = q;
        ps.step[k] = 1;
    }
    cudaMalloc(&o, 3 * n * sizeof(float));
    merge<<<dim3(2, 3), 64>>>(ps, o, n);
    cudaDeviceSynchronize();
    return 0;
}
