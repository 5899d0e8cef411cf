// case 053 four-pixels-per-lane   [FINE: no warning expected]
// source: coalescing (YUV bytes to RGB; reading several byte pixels per thread)
//         https://forums.developer.nvidia.com/t/coalescing/3645
// original reproduction written for this corpus (pattern only; no code taken from the thread)
// launch: grid=(16,1,1) block=(256,1,1) n4=4096
// assume: pointers 256-byte aligned, shared arrays 128-byte aligned, full warps

__global__ void brighten(const uchar4* px, uchar4* res, unsigned* packed, int n4) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n4; i += blockDim.x * gridDim.x) {
        uchar4 p = px[i];   //= global load fine 4..4
        p.x += 5; p.y += 5; p.z += 5;
        res[i] = p;   //= global store fine 4..4
        packed[i] = p.x | p.y << 8 | p.z << 16;   //= global store fine 4..4
    }
}
//launch *: grid=16x1x1 block=256x1x1 n4=4096
