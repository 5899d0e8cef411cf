// case 030 read-times-four
// source: NVIDIA-developer-blog/code-samples issue 48 (comment): shm[idx*4]
//         https://github.com/NVIDIA-developer-blog/code-samples/issues/48
// original reproduction written for this corpus (pattern only; no code taken from the thread)
// launch: grid=(8,1,1) block=(32,1,1)
// assume: pointers 256-byte aligned, shared arrays 128-byte aligned, full warps

template <typename V> __global__ void hop4(const V* in, V* out) {
    __shared__ V pool[128];
    for (int k = 0; k < 4; ++k)
        pool[threadIdx.x + 32 * k] = in[blockIdx.x * 128 + threadIdx.x + 32 * k];   // @A @B //= global load fine 4..4 //= shared store fine 1..1
    __syncthreads();
    out[blockIdx.x * 32 + threadIdx.x] = pool[threadIdx.x * 4];                     // @C @D //= global store fine 4..4 //= shared load bank-conflict 4..4
}
template __global__ void hop4<float>(const float*, float*);
//launch *: grid=8x1x1 block=32x1x1
