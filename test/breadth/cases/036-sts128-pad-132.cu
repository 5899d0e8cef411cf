// case 036 sts128-pad-132
// source: Yinghan-Li/YHs_Sample issue 1: 132 vs 128 for the A tile
//         https://github.com/Yinghan-Li/YHs_Sample/issues/1
// original reproduction written for this corpus (pattern only; no code taken from the thread)
// launch: grid=(8,1,1) block=(256,1,1)
// assume: pointers 256-byte aligned, shared arrays 128-byte aligned, full warps

template <int LD> __global__ void colStore(const float* in, float* out) {
    __shared__ alignas(16) float A[8 * LD];
    int k = threadIdx.x % 8, m = (threadIdx.x / 8) * 4;
    float x = in[blockIdx.x * 256 + threadIdx.x];   //= global load fine 4..4
    *reinterpret_cast<float4*>(&A[k * LD + m]) = make_float4(x, x + 1, x + 2, x + 3);   //= shared store bank-conflict 8..8 //= shared store fine 1..1
    __syncthreads();
    out[blockIdx.x * 256 + threadIdx.x] = A[threadIdx.x];   //= global store fine 4..4
}
template __global__ void colStore<128>(const float*, float*);
template __global__ void colStore<132>(const float*, float*);
//launch *: grid=8x1x1 block=256x1x1
