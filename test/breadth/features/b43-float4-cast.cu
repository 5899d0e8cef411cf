#include <cuda_runtime.h>
__global__ void vec(const float* a, const float* b, float* c) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 u = reinterpret_cast<const float4*>(a)[i];   //= global load fine 16..16
    float4 v = *reinterpret_cast<const float4*>(b + 8 * i);   //= global load strided 32..32
    float2 w = ((const float2*)a)[i];   //= global load fine 8..8
    u.x += v.x + v.y + v.z + v.w + w.x * w.y;
    ((float4*)c)[i] = u;   //= global store fine 16..16
    float z = reinterpret_cast<const float4*>(b)[i].z;   //= global load aos-field 16..16
    c[4096 + i] = z;   //= global store fine 4..4
}
int main() {
    float *a, *b, *c;
    cudaMalloc(&a, 1024 * sizeof(float));
    cudaMalloc(&b, 2048 * sizeof(float));
    cudaMalloc(&c, 8192 * sizeof(float));
    vec<<<4, 64>>>(a, b, c);
    cudaDeviceSynchronize();
    return 0;
}
