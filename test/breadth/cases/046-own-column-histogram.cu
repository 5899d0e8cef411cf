// case 046 own-column-histogram   [FINE: no warning expected]
// source: Basic question on array in shared memory (int array[16][128], data-dependent row)
//         https://forums.developer.nvidia.com/t/basic-question-on-array-in-shared-memory/13499
// original reproduction written for this corpus (pattern only; no code taken from the thread)
// launch: grid=(8,1,1) block=(128,1,1)
// assume: pointers 256-byte aligned, shared arrays 128-byte aligned, full warps

__global__ void privateBins(const unsigned char* in, int* out) {
    __shared__ int bin[16][128];
    int t = threadIdx.x;
    for (int b = 0; b < 16; ++b) bin[b][t] = 0;   //= shared store fine 1..1
    for (int i = 0; i < 32; ++i) {
        int b = in[(blockIdx.x * 32 + i) * 128 + t] & 15;   //= global load fine 1..1
        ++bin[b][t];   //= shared load+store fine 1..1
    }
    __syncthreads();
    for (int b = 0; b < 16; ++b) out[(blockIdx.x * 16 + b) * 128 + t] = bin[b][t];   //= global store fine 4..4
}
//launch *: grid=8x1x1 block=128x1x1
