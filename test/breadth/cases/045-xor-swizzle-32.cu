// case 045 xor-swizzle-32   [FINE: no warning expected]
// source: Tongkaio/CUDA_Kernel_Samples issue 3 / PR 4: transpose with swizzle instead of padding
//         https://github.com/Tongkaio/CUDA_Kernel_Samples/issues/3
// original reproduction written for this corpus (pattern only; no code taken from the thread)
// launch: grid=(16,16,1) block=(32,8,1) n=512
// assume: pointers 256-byte aligned, shared arrays 128-byte aligned, full warps

__global__ void flipXor(const float* in, float* out, int n) {
    __shared__ float s[32][32];
    int tx = threadIdx.x;
    for (int y = threadIdx.y; y < 32; y += 8)
        s[y][tx ^ y] = in[(blockIdx.y * 32 + y) * n + blockIdx.x * 32 + tx];     // @A @B //= global load fine 4..4 //= shared store fine 1..1
    __syncthreads();
    for (int y = threadIdx.y; y < 32; y += 8)
        out[(blockIdx.x * 32 + y) * n + blockIdx.y * 32 + tx] = s[tx][y ^ tx];   // @C @D //= global store fine 4..4 //= shared load fine 1..1
}
//launch *: grid=16x16x1 block=32x8x1 n=512
