// case 003 gemm-x-is-row
// source: siboehm/SGEMM_CUDA issue 7: kernel 1 uses x as the row
//         https://github.com/siboehm/SGEMM_CUDA/issues/7
// original reproduction written for this corpus (pattern only; no code taken from the thread)
// launch: grid=(8,8,1) block=(32,32,1) n=256
// assume: pointers 256-byte aligned, shared arrays 128-byte aligned, full warps

__global__ void gemmXRow(const float* a, const float* b, float* c, int n) {
    const unsigned row = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned col = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= n || col >= n) return;
    float sum = 0.f;
    for (int k = 0; k < n; ++k)
        sum += a[row * n + k]   //= global load strided 32..32
             * b[k * n + col];   //= global load fine 1..1
    c[row * n + col] += sum;   //= global load+store strided 32..32
}
//launch *: grid=8x8x1 block=32x32x1 n=256
