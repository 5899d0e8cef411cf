#include <cuda_runtime.h>
struct Every {
    int step;
    __device__ int operator()(int i) const { return i * step; }
};
struct Same {
    __device__ int operator()(int i) const { return i; }
};
template <class From, class To>
__global__ void gather(const int* in, int* out, From from, To to) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int v = in[from(i)];   //= global load strided 20..20
    out[to(i)] = v;   //= global store fine 4..4
}
int main() {
    int *a, *b;
    cudaMalloc(&a, 1280 * 5 * sizeof(int));
    cudaMalloc(&b, 1280 * sizeof(int));
    gather<<<10, 128>>>(a, b, Every{5}, Same{});
    cudaDeviceSynchronize();
    return 0;
}
