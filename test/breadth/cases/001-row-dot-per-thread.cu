// case 001 row-dot-per-thread
// source: SGEMV: coalesced access in 2D grid-block vs 1D grid-block
//         https://forums.developer.nvidia.com/t/sgemv-coalesced-access-in-2d-grid-block-vs-1d-grid-block/289842
// original reproduction written for this corpus (pattern only; no code taken from the thread)
// launch: grid=(32,1,1) block=(128,1,1) rows=4096 cols=1024
// assume: pointers 256-byte aligned, shared arrays 128-byte aligned, full warps

__global__ void rowDot(const float* mat, const float* vec, float* res, int rows, int cols) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows) return;
    float acc = 0.f;
    for (int c = 0; c < cols; ++c)
        acc += mat[r * cols + c]   //= global load strided 32..32
             * vec[c];   //= global load fine 1..1
    res[r] = acc;   //= global store fine 4..4
}
//launch *: grid=32x1x1 block=128x1x1 rows=4096 cols=1024
