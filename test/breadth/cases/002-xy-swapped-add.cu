// case 002 xy-swapped-add
// source: Coalesced access for 2D Matrix (numba.cuda a[x][y] vs a[y][x])
//         https://forums.developer.nvidia.com/t/coalesced-access-for-2d-matrix/203221
// original reproduction written for this corpus (pattern only; no code taken from the thread)
// launch: grid=(16,64,1) block=(32,8,1) 512x512, W is constexpr
// assume: pointers 256-byte aligned, shared arrays 128-byte aligned, full warps

constexpr int W = 512;
__global__ void addSwapped(const float* p, const float* q, float* s, float* d) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= W || j >= W) return;
    s[i * W + j] =   //= global store strided 32..32
        p[i * W + j]   //= global load strided 32..32
      + q[i * W + j];   //= global load strided 32..32
    d[j * W + i] = 1.0f;   //= global store fine 4..4
}
//launch *: grid=16x64x1 block=32x8x1
