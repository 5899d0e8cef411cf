// case 054 reversed-copy   [FINE: no warning expected]
// source: Is reverse-order access within a segment coalesced?
//         https://e-learn.cn/qa/q-739481.html
// original reproduction written for this corpus (pattern only; no code taken from the thread)
// launch: grid=(64,1,1) block=(256,1,1) n=16384
// assume: pointers 256-byte aligned, shared arrays 128-byte aligned, full warps

__global__ void backwards(const float* in, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[n - 1 - i] = in[i ^ 3];        // @A @B //= global store fine 4..4 //= global load fine 4..4
}
//launch *: grid=64x1x1 block=256x1x1 n=16384
