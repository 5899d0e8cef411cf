// case 042 complex-whole   [FINE: no warning expected]
// source: How cuFFT complex data is stored / LD.64 missing for struct of two floats
//         https://forums.developer.nvidia.com/t/optimization-to-ld-64-missing-back-to-back-ld-instructions-not-coalesced-automatically/27058
// original reproduction written for this corpus (pattern only; no code taken from the thread)
// launch: grid=(64,1,1) block=(256,1,1) n=16384
// assume: pointers 256-byte aligned, shared arrays 128-byte aligned, full warps

struct Cplx { float re, im; };
__global__ void power(const float2* a, const Cplx* b, float* p, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float2 z = a[i];   //= global load fine 8..8
    Cplx w = b[i];   //= global load fine-group 8..8
    p[i] = z.x * z.x + z.y * z.y + w.re * w.re + w.im * w.im;   //= global store fine 4..4
}
//launch *: grid=64x1x1 block=256x1x1 n=16384
