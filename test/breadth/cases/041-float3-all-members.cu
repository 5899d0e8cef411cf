// case 041 float3-all-members   [FINE: no warning expected]
// source: Tutorial CUDA (float3 = three reads; SC08 slides)
//         https://www.yumpu.com/en/document/view/8765121/tutorial-cuda/75
// original reproduction written for this corpus (pattern only; no code taken from the thread)
// launch: grid=(64,1,1) block=(256,1,1) n=16384
// assume: pointers 256-byte aligned, shared arrays 128-byte aligned, full warps
// note: fine-group: a bandwidth warning is a false positive; an informational note about 3x L1 wavefronts is acceptable (ncu does count 12 sectors/request)

__global__ void lengths(const float3* v, float* len, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float x = v[i].x;   //= global load fine-group 12..12
    float y = v[i].y;   //= global load fine-group 12..12
    float z = v[i].z;   //= global load fine-group 12..12
    len[i] = sqrtf(x * x + y * y + z * z);   //= global store fine 4..4
}
//launch *: grid=64x1x1 block=256x1x1 n=16384
