// case 048 sub-word-shared   [FINE: no warning expected]
// source: question about the shared memory (char array) / clarification for 16-bit elements
//         https://forums.developer.nvidia.com/t/question-about-the-shared-memory/1719
// original reproduction written for this corpus (pattern only; no code taken from the thread)
// launch: grid=(8,1,1) block=(256,1,1)
// assume: pointers 256-byte aligned, shared arrays 128-byte aligned, full warps
// note: second source: https://forums.developer.nvidia.com/t/requesting-clarification-for-shared-memory-bank-conflicts-and-shared-memory-access/268574

__global__ void narrow(const unsigned char* b, const unsigned short* h, int* out) {
    __shared__ unsigned char cb[256];
    __shared__ unsigned short ch[256];
    int t = threadIdx.x, g = blockIdx.x * 256 + t;
    cb[t] = b[g];                           // @A @B //= shared store fine 1..1 //= global load fine 1..1
    ch[t] = h[g];                           // @C @D //= shared store fine 1..1 //= global load fine 2..2
    __syncthreads();
    out[g] = cb[255 - t] + ch[t ^ 1];       // @E @F //= shared load fine 1..1 //= shared load fine 1..1
}
//launch *: grid=8x1x1 block=256x1x1
