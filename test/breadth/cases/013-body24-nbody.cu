// case 013 body24-nbody
// source: Detect memory coalescing from SASS file (24-byte body struct)
//         https://forums.developer.nvidia.com/t/detect-memory-coalescing-from-sass-file/238896
// original reproduction written for this corpus (pattern only; no code taken from the thread)
// launch: grid=(32,1,1) block=(256,1,1) n=8192
// assume: pointers 256-byte aligned, shared arrays 128-byte aligned, full warps

struct Star { float x, y, z, u, v, w; };
__global__ void pull(Star* s, float dt, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float f = 0.f;
    for (int j = 0; j < n; ++j) {
        float d = s[j].x   //= global load fine 1..1
                - s[i].x;   //= global load aos-field 24..24
        f += d * rsqrtf(d * d + 1e-9f);
    }
    s[i].u += dt * f;   //= global load+store aos-field 24..24
}
//launch *: grid=32x1x1 block=256x1x1 n=8192
