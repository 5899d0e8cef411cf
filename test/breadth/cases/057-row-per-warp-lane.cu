// case 057 row-per-warp-lane   [FINE: no warning expected]
// source: NVIDIA/raft PR 2259 (and 1011): coalesced row reduction, few lanes store
//         https://github.com/NVIDIA/raft/pull/2259
// original reproduction written for this corpus (pattern only; no code taken from the thread)
// launch: grid=(128,1,1) block=(32,8,1) D=256, rows=1024
// assume: pointers 256-byte aligned, shared arrays 128-byte aligned, full warps

__global__ void rowNorm(const float* m, float* out, int D, int rows) {
    const int row = blockIdx.x * blockDim.y + threadIdx.y;
    const int lane = threadIdx.x & 31;
    if (row >= rows) return;
    const float* p = m + (size_t)row * D;
    float s = 0.f;
    for (const float *q = p + lane, *end = p + D; q < end; q += 32)
        s += *q * *q;   //= global load fine 4..4
    for (int o = 16; o; o >>= 1) s += __shfl_xor_sync(~0u, s, o);
    if (lane == 0) out[row] = s;   //= global store fine 1..1
}
//launch *: grid=128x1x1 block=32x8x1 D=256 rows=1024
