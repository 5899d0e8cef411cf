// case 033 quad-scalar-vs-vector
// source: deepseek-ai/DeepGEMM issue 313: 4x32 -> 32x4 transpose in shared memory
//         https://github.com/deepseek-ai/DeepGEMM/issues/313
// original reproduction written for this corpus (pattern only; no code taken from the thread)
// launch: grid=(8,1,1) block=(32,1,1)
// assume: pointers 256-byte aligned, shared arrays 128-byte aligned, full warps

__global__ void pack4(const unsigned* in, uint4* out) {
    __shared__ unsigned rows[4 * 32], one[32 * 4];
    __shared__ uint4 vec[32];
    int lane = threadIdx.x;
    unsigned r[4];
    for (int i = 0; i < 4; ++i) rows[i * 32 + lane] = in[blockIdx.x * 128 + i * 32 + lane];   //= shared store fine 1..1
    __syncwarp();
    for (int i = 0; i < 4; ++i) r[i] = rows[i * 32 + lane];   //= shared load fine 1..1
    for (int i = 0; i < 4; ++i) one[lane * 4 + i] = r[i];   //= shared store bank-conflict 4..4
    vec[lane] = make_uint4(r[0], r[1], r[2], r[3]);   //= shared store fine 1..1
    __syncwarp();
    uint4 v = vec[31 - lane];   //= shared load fine 1..1
    v.x ^= one[lane];
    out[blockIdx.x * 32 + lane] = v;   //= global store fine 16..16
}
//launch *: grid=8x1x1 block=32x1x1
