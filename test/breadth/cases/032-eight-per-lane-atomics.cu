// case 032 eight-per-lane-atomics
// source: karpathy/llm.c PR 378: 8-way conflict from x128 + 32-bit atomics
//         https://github.com/karpathy/llm.c/pull/378
// original reproduction written for this corpus (pattern only; no code taken from the thread)
// launch: grid=(16,1,1) block=(256,1,1) dynamic shared = 2*2048 floats
// assume: pointers 256-byte aligned, shared arrays 128-byte aligned, full warps
// note: float atomicAdd on shared memory is a CAS loop on some targets; the bank degree is per attempt

extern __shared__ float sums[];
__global__ void accumulate(const float* g, float* out) {
    float* bad = sums;
    float* good = sums + 2048;
    int t = threadIdx.x, w = t / 32, lane = t % 32;
    for (int k = 0; k < 8; ++k) {
        float v = g[(blockIdx.x * 8 + k) * 256 + t];   //= global load fine 4..4
        atomicAdd(&bad[t * 8 + k], v);   //= shared atomic bank-conflict 8..8
        atomicAdd(&good[w * 256 + k * 32 + lane], v);   //= shared atomic fine 1..1
    }
    __syncthreads();
    atomicAdd(&out[t], bad[t] + good[t]);   //= global atomic fine 4..4
}
//launch *: grid=16x1x1 block=256x1x1
