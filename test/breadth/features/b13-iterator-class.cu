#include <cuda_runtime.h>
class StrideIter {
    const float* p_;
    int s_;
public:
    __host__ __device__ StrideIter(const float* p, int s) : p_(p), s_(s) {}
    __device__ StrideIter operator+(int n) const { return StrideIter(p_ + n * s_, s_); }
    __device__ float operator*() const {
        return *p_;                              // @A   //= global load strided 12..12
    }
};
__global__ void load(StrideIter it, float* out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = *(it + i);
    *(out + i) = v;   //= global store fine 4..4
}
int main() {
    float *a, *o;
    cudaMalloc(&a, 768 * 3 * sizeof(float));
    cudaMalloc(&o, 768 * sizeof(float));
    StrideIter it(a, 3);
    load<<<12, 64>>>(it, o);
    cudaDeviceSynchronize();
    return 0;
}
