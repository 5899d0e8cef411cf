#include <cuda_runtime.h>
__global__ void clampCopy(const short* in, short* out, int n, bool on) {
    if (!on) return;
    int i = threadIdx.x + blockDim.x * blockIdx.x;
    if (i >= n) return;
    short v = in[i];   //= global load fine 1..2 mean 1.969
    if (v < 0) v = 0;
    out[n - 1 - i] = v;   //= global store misaligned 1..3 mean 2.938
}
int main() {
    const int n = 1000;
    short *a, *b;
    cudaMalloc(&a, n * sizeof(short));
    cudaMalloc(&b, n * sizeof(short));
    int blocks = (n + 128 - 1) / 128;
    clampCopy<<<blocks, 128>>>(a, b, n, true);
    cudaDeviceSynchronize();
    return 0;
}
