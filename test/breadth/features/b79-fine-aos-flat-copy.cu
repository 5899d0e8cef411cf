#include <cuda_runtime.h>
struct V3 { float x, y, z; };
__global__ void norms(const V3* in, float* out) {
    __shared__ float raw[3 * 128];
    const float* flat = reinterpret_cast<const float*>(in + blockIdx.x * 128);
    for (int k = threadIdx.x; k < 3 * 128; k += blockDim.x)
        raw[k] = flat[k];                                   // @A @B //= shared store fine 1..1 //= global load fine 4..4
    __syncthreads();
    const V3* mine = reinterpret_cast<const V3*>(raw) + threadIdx.x;
    float x = mine->x;   //= shared load fine 1..1
    float y = mine->y;   //= shared load fine 1..1
    float z = mine->z;   //= shared load fine 1..1
    out[blockIdx.x * 128 + threadIdx.x] = x * x + y * y + z * z;   //= global store fine 4..4
}
int main() {
    V3* p; float* o;
    cudaMalloc(&p, 512 * sizeof(V3));
    cudaMalloc(&o, 512 * sizeof(float));
    norms<<<4, 128>>>(p, o);
    cudaDeviceSynchronize();
    return 0;
}
