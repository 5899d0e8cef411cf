#include <cuda_runtime.h>
__global__ void walk(const float* a, const float* b, float* out, int total) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    const float* p = a + t;
    const float* q = b + t * 16;
    float s = 0;
    for (int k = 0; k < 16; ++k) {
        s += *p;   //= global load fine 4..4
        p += total;
    }
    for (const float* e = q + 16; q != e;)
        s += *q++;   //= global load strided 32..32
    out[t] = s;   //= global store fine 4..4
}
int main() {
    int total = 8 * 64;
    float *a, *b, *o;
    cudaMalloc(&a, total * 16 * sizeof(float));
    cudaMalloc(&b, total * 16 * sizeof(float));
    cudaMalloc(&o, total * sizeof(float));
    walk<<<8, 64>>>(a, b, o, total);
    cudaDeviceSynchronize();
    return 0;
}
