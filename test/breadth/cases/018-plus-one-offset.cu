// case 018 plus-one-offset
// source: Misaligned starting address for memory coalescing
//         https://forums.developer.nvidia.com/t/misaligned-starting-address-for-memory-coalescing/21737
// original reproduction written for this corpus (pattern only; no code taken from the thread)
// launch: grid=(64,1,1) block=(256,1,1)
// assume: pointers 256-byte aligned, shared arrays 128-byte aligned, full warps

__global__ void bump(int* data, const int* in, int k) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    data[i + 1] += k;   //= global load+store misaligned 5..5
    data[i + 8] += in[i + 32];   // @B @C //= global load+store fine 4..4 //= global load fine 4..4
}
//launch *: grid=64x1x1 block=256x1x1
