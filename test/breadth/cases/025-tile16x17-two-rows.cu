// case 025 tile16x17-two-rows
// source: Example project "transpose": why BLOCK_DIM+1
//         https://forums.developer.nvidia.com/t/example-project-transpose/8291
// original reproduction written for this corpus (pattern only; no code taken from the thread)
// launch: grid=(32,32,1) block=(16,16,1) n=512
// assume: pointers 256-byte aligned, shared arrays 128-byte aligned, full warps

#define SIDE 16
__global__ void flip16(const float* in, float* out, int n) {
    __shared__ float raw[SIDE][SIDE], pad[SIDE][SIDE + 1];
    int x = blockIdx.x * SIDE + threadIdx.x, y = blockIdx.y * SIDE + threadIdx.y;
    float v = in[y * n + x];   //= global load fine 4..4
    raw[threadIdx.y][threadIdx.x] = v;   //= shared store fine 1..1
    pad[threadIdx.y][threadIdx.x] = v;   //= shared store bank-conflict 2..2
    __syncthreads();
    out[(blockIdx.x * SIDE + threadIdx.y) * n + blockIdx.y * SIDE + threadIdx.x] =   //= global store fine 4..4
        raw[threadIdx.x][threadIdx.y]   //= shared load bank-conflict 8..8
      + pad[threadIdx.x][threadIdx.y];   //= shared load bank-conflict 2..2
}
//launch *: grid=32x32x1 block=16x16x1 n=512
