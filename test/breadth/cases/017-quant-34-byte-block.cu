// case 017 quant-34-byte-block
// source: ggml-org/llama.cpp PR 4895: faster q8_0 dequantization
//         https://github.com/ggml-org/llama.cpp/pull/4895
// original reproduction written for this corpus (pattern only; no code taken from the thread)
// launch: grid=(64,1,1) block=(256,1,1) n=16384 values
// assume: pointers 256-byte aligned, shared arrays 128-byte aligned, full warps

struct Q8 { unsigned short scale; signed char q[32]; };      // 34 bytes
__global__ void expand(const Q8* x, float* y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const Q8& b = x[i >> 5];
    y[i] =   //= global store fine 4..4
        b.q[i & 31]   //= global load misaligned 1..2 mean 1.938
      * (float)b.scale;   //= global load fine 1..1
}
//launch *: grid=64x1x1 block=256x1x1 n=16384
// CENSUS-SKIP: a reference is bound to a subscript
