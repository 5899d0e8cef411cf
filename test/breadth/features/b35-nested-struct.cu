#include <cuda_runtime.h>
struct Inner { float v[4]; int tag; };
struct Outer { Inner in[2]; float w; };
struct Duo { int lo, hi; };
__global__ void dig(const Outer* o, const Duo* d, float* out, int which) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float a = o[i].in[1].v[2];   //= global load aos-field 32..32
    const Inner* p = &o[i].in[which];
    int tg = p->tag;   //= global load aos-field 32..32
    int lo = d[i].lo;   //= global load fine-group 8..8
    int hi = d[i].hi;   //= global load fine-group 8..8
    out[i] = a + tg + lo + hi;   //= global store fine 4..4
}
int main() {
    int n = 6 * 64;
    Outer* o; Duo* d; float* r;
    cudaMalloc(&o, n * sizeof(Outer));
    cudaMalloc(&d, n * sizeof(Duo));
    cudaMalloc(&r, n * sizeof(float));
    dig<<<6, 64>>>(o, d, r, 0);
    cudaDeviceSynchronize();
    return 0;
}
