// case 010 bytes-16x16-block
// source: Best way to calculate the number of blocks (byte image, 16x16 vs 32x8 block)
//         https://forums.developer.nvidia.com/t/whats-the-best-way-to-calculate-the-number-of-blocks-for-any-input-size/266390
// original reproduction written for this corpus (pattern only; no code taken from the thread)
// launch: grid=(64,64,1) block=(16,16,1) pitch=1024 bytes
// assume: pointers 256-byte aligned, shared arrays 128-byte aligned, full warps

__global__ void invert(const unsigned char* img, unsigned char* neg, int pitch) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    neg[y * pitch + x] =   //= global store strided 2..2
        255 - img[y * pitch + x];   //= global load strided 2..2
}
//launch *: grid=64x64x1 block=16x16x1 pitch=1024
