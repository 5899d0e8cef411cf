// case 011 rgb-one-channel
// source: Best access patterns for 8bit data (one channel of packed 24-bit RGB)
//         https://forums.developer.nvidia.com/t/best-access-patterns-for-8bit-data-on-compute-1-0-1-1-hardware/7303
// original reproduction written for this corpus (pattern only; no code taken from the thread)
// launch: grid=(64,1,1) block=(256,1,1) n=16384
// assume: pointers 256-byte aligned, shared arrays 128-byte aligned, full warps

__global__ void takeRed(const unsigned char* rgb, unsigned char* red, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        red[i] =   //= global store fine 1..1
            rgb[3 * i];   //= global load strided 3..3
}
//launch *: grid=64x1x1 block=256x1x1 n=16384
