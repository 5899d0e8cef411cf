// case 028 reduce-sequential   [FINE: no warning expected]
// source: Sequential addressing in the NVIDIA reduction slides: is it really conflict-free? (Stack Overflow answer 70490173 via mirror)
//         https://coderapp.vercel.app/answer/70490173
// original reproduction written for this corpus (pattern only; no code taken from the thread)
// launch: grid=(64,1,1) block=(128,1,1)
// assume: pointers 256-byte aligned, shared arrays 128-byte aligned, full warps

__global__ void sumFold(const float* in, float* out) {
    extern __shared__ float acc[];
    int t = threadIdx.x;
    acc[t] = in[blockIdx.x * blockDim.x + t];         // @A @B //= global load fine 4..4 //= shared store fine 1..1
    __syncthreads();
    for (int half = blockDim.x / 2; half > 0; half >>= 1) {
        if (t < half) acc[t] += acc[t + half];        // @C @D //= shared load+store fine 1..1 //= shared load fine 1..1
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = acc[0];             // @E @F //= global store fine 1..1 //= shared load fine 1..1
}
//launch *: grid=64x1x1 block=128x1x1
