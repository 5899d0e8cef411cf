// case 050 gemm-tile-32   [FINE: no warning expected]
// source: Bank conflict of tiled matrix multiplication (profiler counter vs index analysis)
//         https://forums.developer.nvidia.com/t/bank-conflict-of-tiled-matrix-multiplication/253586
// original reproduction written for this corpus (pattern only; no code taken from the thread)
// launch: grid=(8,8,1) block=(32,32,1) n=256
// assume: pointers 256-byte aligned, shared arrays 128-byte aligned, full warps

constexpr int TB = 32;
__global__ void gemmTile(const float* A, const float* B, float* C, int n) {
    __shared__ float as[TB][TB], bs[TB][TB];
    int tx = threadIdx.x, ty = threadIdx.y;
    int col = blockIdx.x * TB + tx, row = blockIdx.y * TB + ty;
    float acc = 0.f;
    for (int p = 0; p < n / TB; ++p) {
        as[ty][tx] = A[row * n + p * TB + tx];          // @A @B //= shared store fine 1..1 //= global load fine 4..4
        bs[ty][tx] = B[(p * TB + ty) * n + col];        // @C @D //= shared store fine 1..1 //= global load fine 4..4
        __syncthreads();
        for (int k = 0; k < TB; ++k) acc += as[ty][k] * bs[k][tx];   // @E @F //= shared load fine 1..1 //= shared load fine 1..1
        __syncthreads();
    }
    C[row * n + col] = acc;   //= global store fine 4..4
}
//launch *: grid=8x8x1 block=32x32x1 n=256
