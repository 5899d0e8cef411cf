// case 023 tile32-column-read
// source: An Efficient Matrix Transpose in CUDA Fortran (why 32x32 conflicts)
//         https://forums.developer.nvidia.com/t/an-efficient-matrix-transpose-in-cuda-fortran/148389
// original reproduction written for this corpus (pattern only; no code taken from the thread)
// launch: grid=(16,16,1) block=(32,32,1) n=512
// assume: pointers 256-byte aligned, shared arrays 128-byte aligned, full warps

__global__ void flip(const float* in, float* out, int n) {
    __shared__ float box[32][32];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    box[threadIdx.y][threadIdx.x] =   //= shared store fine 1..1
        in[y * n + x];   //= global load fine 4..4
    __syncthreads();
    int u = blockIdx.y * 32 + threadIdx.x, v = blockIdx.x * 32 + threadIdx.y;
    out[v * n + u] =   //= global store fine 4..4
        box[threadIdx.x][threadIdx.y];   //= shared load bank-conflict 32..32
}
//launch *: grid=16x16x1 block=32x32x1 n=512
