#include <cuda_runtime.h>
__device__ __forceinline__ int swz(int r, int c) { return r * 32 + (c ^ r); }
__global__ void swizzle(const float* in, float* out) {
    __shared__ float t[1024];
    __shared__ float4 v[8 * 32];
    int x = threadIdx.x, y = threadIdx.y;
    for (int r = y; r < 32; r += 8)
        t[swz(r, x)] = in[blockIdx.x * 1024 + r * 32 + x];     // @A @B //= shared store fine 1..1 //= global load fine 4..4
    v[x * 8 + (y ^ (x & 7))] = make_float4(1.f, 2.f, 3.f, 4.f);   //= shared store fine 1..1
    __syncthreads();
    float4 q = v[x * 8 + y];   //= shared load bank-conflict 8..8
    for (int r = y; r < 32; r += 8)
        out[blockIdx.x * 1024 + r * 32 + x] = t[swz(x, r)] + q.x * q.y + q.z * q.w;    // @E @F //= global store fine 4..4 //= shared load fine 1..1
}
int main() {
    float *a, *b;
    cudaMalloc(&a, 2048 * sizeof(float));
    cudaMalloc(&b, 2048 * sizeof(float));
    swizzle<<<2, dim3(32, 8)>>>(a, b);
    cudaDeviceSynchronize();
    return 0;
}
