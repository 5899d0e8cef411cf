// case 024 tile33-padded   [FINE: no warning expected]
// source: pytorch/pytorch PR 146191: layernorm backward, padded transposed read
//         https://github.com/pytorch/pytorch/pull/146191
// original reproduction written for this corpus (pattern only; no code taken from the thread)
// launch: grid=(16,16,1) block=(32,8,1) n=512
// assume: pointers 256-byte aligned, shared arrays 128-byte aligned, full warps

template <int N, int PAD> struct Tile {
    float cell[N][N + PAD];
    __device__ float& operator()(int r, int c) { return cell[r][c]; }
};
__global__ void flipPadded(const float* in, float* out, int n) {
    __shared__ Tile<32, 1> t;
    for (int j = threadIdx.y; j < 32; j += blockDim.y)
        t(j, threadIdx.x) = in[(blockIdx.y * 32 + j) * n + blockIdx.x * 32 + threadIdx.x];  // @A @B //= global load fine 4..4 //= shared store fine 1..1
    __syncthreads();
    for (int j = threadIdx.y; j < 32; j += blockDim.y)
        out[(blockIdx.x * 32 + j) * n + blockIdx.y * 32 + threadIdx.x] = t(threadIdx.x, j); // @C @D //= global store fine 4..4 //= shared load fine 1..1
}
//launch *: grid=16x16x1 block=32x8x1 n=512
