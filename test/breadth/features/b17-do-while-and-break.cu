#include <cuda_runtime.h>
__global__ void loops(const float* in, const float* tab, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float s = 0.f;
    int j = threadIdx.x;
    while (true) {
        if (j >= 1024) break;
        s += tab[j * 2];   //= global load strided 8..8
        j += blockDim.x;
    }
    do {
        out[i] = in[i] + s;                 // @B @C //= global load fine 4..4 //= global store fine 4..4
        i += gridDim.x * blockDim.x;
    } while (i < n);
}
int main() {
    int n = 4096;
    float *in, *tab, *out;
    cudaMalloc(&in, n * sizeof *in);
    cudaMalloc(&out, n * sizeof *out);
    cudaMalloc(&tab, 2048 * sizeof *tab);
    loops<<<4, 128>>>(in, tab, out, n);
    cudaDeviceSynchronize();
    return 0;
}
