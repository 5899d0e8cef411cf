// case 014 float3-x-only
// source: How to structure data for optimal speed in a CUDA app (AoS vs SoA; Stack Overflow 2122236 via mirror)
//         http://pullrequest.ru/2122236/kak-strukturirovat-dannye-dlya-optimalnoi-skorosti-prilozhenii-cuda
// original reproduction written for this corpus (pattern only; no code taken from the thread)
// launch: grid=(64,1,1) block=(256,1,1) n=16384
// assume: pointers 256-byte aligned, shared arrays 128-byte aligned, full warps

__global__ void driftX(float3* pos, const float3* vel, float* px, float dt, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    pos[i].x +=   //= global load+store aos-field 12..12
        vel[i].x * dt;   //= global load aos-field 12..12
    px[i] += dt;   //= global load+store fine 4..4
}
//launch *: grid=64x1x1 block=256x1x1 n=16384
