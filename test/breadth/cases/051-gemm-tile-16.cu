// case 051 gemm-tile-16   [FINE: no warning expected]
// source: CUDA coalesced access for a two-dimensional block (16-wide block)
//         https://stackoverflow.com/questions/12338471
// original reproduction written for this corpus (pattern only; no code taken from the thread)
// launch: grid=(16,16,1) block=(16,16,1) n=256
// assume: pointers 256-byte aligned, shared arrays 128-byte aligned, full warps

template <int S> __global__ void gemmSmall(const float* A, const float* B, float* C, int n) {
    __shared__ float a[S][S], b[S][S];
    const int tx = threadIdx.x, ty = threadIdx.y, col = blockIdx.x * S + tx, row = blockIdx.y * S + ty;
    float acc = 0.f;
    for (int p = 0; p < n; p += S) {
        a[ty][tx] = A[row * n + p + tx];          // @A @B //= shared store fine 1..1 //= global load fine 4..4
        b[ty][tx] = B[(p + ty) * n + col];        // @C @D //= shared store fine 1..1 //= global load fine 4..4
        __syncthreads();
#pragma unroll
        for (int k = 0; k < S; ++k) acc += a[ty][k] * b[k][tx];   // @E @F //= shared load fine 1..1 //= shared load fine 1..1
        __syncthreads();
    }
    C[row * n + col] = acc;   //= global store fine 4..4
}
template __global__ void gemmSmall<16>(const float*, const float*, float*, int);
//launch *: grid=16x16x1 block=16x16x1 n=256
