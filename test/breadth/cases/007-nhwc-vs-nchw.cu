// case 007 nhwc-vs-nchw
// source: pytorch/pytorch PR 140440: NHWC GroupNorm access pattern review
//         https://github.com/pytorch/pytorch/pull/140440
// original reproduction written for this corpus (pattern only; no code taken from the thread)
// launch: grid=(8,1,1) block=(256,1,1) HW=1024
// assume: pointers 256-byte aligned, shared arrays 128-byte aligned, full warps
// note: only the <64,false> instantiation is emitted; the <64,true> one would be 4 sectors (fine)

template <int C, bool CHANNELS_FIRST>
__global__ void channelMax(const float* x, float* m, int HW) {
    float best = -1e30f;
    for (int c = 0; c < C; ++c)
        for (int p = threadIdx.x; p < HW; p += blockDim.x) {
            int at = CHANNELS_FIRST ? c * HW + p : p * C + c;
            best = fmaxf(best, x[blockIdx.x * C * HW + at]);   //= global load strided 32..32
        }
    m[blockIdx.x * blockDim.x + threadIdx.x] = best;   //= global store fine 4..4
}
template __global__ void channelMax<64, false>(const float*, float*, int);
//launch *: grid=8x1x1 block=256x1x1 HW=1024
