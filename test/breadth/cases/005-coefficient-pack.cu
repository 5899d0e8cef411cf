// case 005 coefficient-pack
// source: vernamlab/cuHE issue 28: two ways to stage a coefficient array
//         https://github.com/vernamlab/cuHE/issues/28
// original reproduction written for this corpus (pattern only; no code taken from the thread)
// launch: grid=(16,1,1) block=(64,1,1)
// assume: pointers 256-byte aligned, shared arrays 128-byte aligned, full warps
// note: WORDS is a template parameter (explicitly instantiated with 8)

template <int WORDS> __global__ void stage(const unsigned* src, unsigned* dst) {
    __shared__ unsigned own[64 * WORDS], mix[64 * WORDS];
    int t = threadIdx.x, g = blockIdx.x * blockDim.x + t;
    for (int i = 0; i < WORDS; ++i) {
        own[t * WORDS + i] =   //= shared store bank-conflict 8..8
            src[g * WORDS + i];   //= global load strided 32..32
        mix[blockDim.x * i + t] =   //= shared store fine 1..1
            src[(blockIdx.x * WORDS + i) * blockDim.x + t];   //= global load fine 4..4
    }
    __syncthreads();
    dst[g] = own[(t * 5) % 64] + mix[t];           // @E @F //= shared load fine 1..1 //= shared load fine 1..1
}
template __global__ void stage<8>(const unsigned*, unsigned*);
//launch *: grid=16x1x1 block=64x1x1
