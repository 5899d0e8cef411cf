#include <cuda_runtime.h>
template <int K, int STEP>
struct Take {
    static __device__ float sum(const float* p) {
        float here = p[(K - 1) * STEP];   //= global load fine 4..4
        return here + Take<K - 1, STEP>::sum(p);
    }
};
template <int STEP>
struct Take<0, STEP> { static __device__ float sum(const float*) { return 0.f; } };
__device__ int place(int i, int step = 1) { return i * step; }
__device__ int place(double, int i) { return i * 9; }
__global__ void unrolled(const float* a, float* o, float* o2) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float s = Take<4, 256>::sum(a + i);
    o[place(i)] = s;   //= global store fine 4..4
    o[1024 + place(i, 2)] = s;   //= global store strided 8..8
    o2[place(0.0, i)] = s;   //= global store strided 32..32
}
int main() {
    float *a, *o, *q;
    cudaMalloc(&a, 1024 * sizeof(float));
    cudaMalloc(&o, 2048 * sizeof(float));
    cudaMalloc(&q, 9 * 256 * sizeof(float));
    unrolled<<<4, 64>>>(a, o, q);
    cudaDeviceSynchronize();
    return 0;
}
