// case 027 reduce-interleaved
// source: Problems Understanding Bank Conflicts (reduction, index = 2*s*tid)
//         https://forums.developer.nvidia.com/t/problems-understanding-bank-conflicts/12167
// original reproduction written for this corpus (pattern only; no code taken from the thread)
// launch: grid=(64,1,1) block=(256,1,1)
// assume: pointers 256-byte aligned, shared arrays 128-byte aligned, full warps

__global__ void sumTree(const float* in, float* out) {
    __shared__ float s[256];
    unsigned t = threadIdx.x;
    s[t] = in[blockIdx.x * 256 + t];   //= global load fine 4..4
    __syncthreads();
    for (unsigned d = 1; d < 256; d *= 2) {
        unsigned at = 2 * d * t;
        if (at < 256) s[at] += s[at + d];         // @B @C //= shared load+store bank-conflict 1..8 mean 3.917 //= shared load bank-conflict 1..8 mean 3.917
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = s[0];   //= global store fine 1..1
}
//launch *: grid=64x1x1 block=256x1x1
