// case 035 transposed-tile-store
// source: siboehm/SGEMM_CUDA issue 8: storing the A tile transposed
//         https://github.com/siboehm/SGEMM_CUDA/issues/8
// original reproduction written for this corpus (pattern only; no code taken from the thread)
// launch: grid=(16,1,1) block=(256,1,1) lda=1024
// assume: pointers 256-byte aligned, shared arrays 128-byte aligned, full warps

__global__ void stageA(const float* A, float* out, int lda) {
    constexpr int BM = 128, BK = 8;
    __shared__ float As[BK * BM];
    int r = threadIdx.x / (BK / 4), c = threadIdx.x % (BK / 4);
    const float4 v = *reinterpret_cast<const float4*>(&A[(blockIdx.x * BM + r) * lda + c * 4]);   //= global load fine 16..16
    As[(c * 4 + 0) * BM + r] = v.x;   //= shared store bank-conflict 2..2
    As[(c * 4 + 1) * BM + r] = v.y;   //= shared store bank-conflict 2..2
    As[(c * 4 + 2) * BM + r] = v.z;   //= shared store bank-conflict 2..2
    As[(c * 4 + 3) * BM + r] = v.w;   //= shared store bank-conflict 2..2
    __syncthreads();
    out[blockIdx.x * 256 + threadIdx.x] = As[threadIdx.x];   //= global store fine 4..4
}
//launch *: grid=16x1x1 block=256x1x1 lda=1024
