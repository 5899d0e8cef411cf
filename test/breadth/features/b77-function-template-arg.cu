#include <cuda_runtime.h>
__device__ int identity(int i) { return i; }
__device__ int thirds(int i) { return 3 * i + 1; }
template <class T> struct Plain { T* p; __device__ T& at(int i) { return p[i]; } };
template <int (*MAP)(int), template <class> class Box, class T>
__device__ auto fetch(Box<T> b, int i) -> T {
    return b.at(MAP(i));                           // @A   //= global load strided 12..12
}
template <int (*MAP)(int), class T>
__global__ void runMap(const T* in, T* raw, T* out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    T v = fetch<MAP>(Plain<T>{raw}, i);
    v += in[identity(i)];   //= global load fine 4..4
    out[i] = v;   //= global store fine 4..4
}
int main() {
    float *a, *r, *o;
    cudaMalloc(&a, 256 * sizeof(float));
    cudaMalloc(&r, 800 * sizeof(float));
    cudaMalloc(&o, 256 * sizeof(float));
    runMap<thirds, float><<<4, 64>>>(a, r, o);
    cudaDeviceSynchronize();
    return 0;
}
