// case 040 float3-through-shared   [FINE: no warning expected]
// source: coalescing example (float3 staged through shared memory)
//         https://forums.developer.nvidia.com/t/coalescing-example/9383
// original reproduction written for this corpus (pattern only; no code taken from the thread)
// launch: grid=(16,1,1) block=(256,1,1)
// assume: pointers 256-byte aligned, shared arrays 128-byte aligned, full warps

__global__ void shift3(const float* in, float* out) {
    __shared__ float buf[768];
    int t = threadIdx.x, base = blockIdx.x * 768;
    for (int k = 0; k < 3; ++k)
        buf[t + 256 * k] = in[base + t + 256 * k];       // @A @B //= global load fine 4..4 //= shared store fine 1..1
    __syncthreads();
    float3& mine = reinterpret_cast<float3*>(buf)[t];
    mine.x += 2.f;   //= shared load+store fine 1..1
    mine.y += 3.f;   //= shared load+store fine 1..1
    mine.z += 4.f;   //= shared load+store fine 1..1
    __syncthreads();
    for (int k = 0; k < 3; ++k)
        out[base + t + 256 * k] = buf[t + 256 * k];      // @F @G //= global store fine 4..4 //= shared load fine 1..1
}
//launch *: grid=16x1x1 block=256x1x1
