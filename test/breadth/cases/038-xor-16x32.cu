// case 038 xor-16x32
// source: One Bit Off: the classic XOR swizzle still conflicts on a 16x32 transpose
//         https://www.zzzdavid.tech/one-bit-off.html
// original reproduction written for this corpus (pattern only; no code taken from the thread)
// launch: grid=(8,1,1) block=(32,1,1)
// assume: pointers 256-byte aligned, shared arrays 128-byte aligned, full warps

__global__ void flip16x32(const float* in, float* out) {
    __shared__ float s1[16 * 32], s2[16 * 32];
    int t = threadIdx.x;
    for (int m = 0; m < 16; ++m) {
        float v = in[(blockIdx.x * 16 + m) * 32 + t];
        s1[m * 32 + (t ^ m)] = v;   //= shared store fine 1..1
        s2[m * 32 + (t ^ (2 * m))] = v;   //= shared store fine 1..1
    }
    __syncthreads();
    int m = t % 16;
    for (int r = 0; r < 16; ++r) {
        int n = 2 * r + t / 16;
        out[(blockIdx.x * 16 + r) * 32 + t] = s1[m * 32 + (n ^ m)]   //= shared load bank-conflict 2..2
                                            + s2[m * 32 + (n ^ (2 * m))];   //= shared load fine 1..1
    }
}
//launch *: grid=8x1x1 block=32x1x1
