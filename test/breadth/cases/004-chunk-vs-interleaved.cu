// case 004 chunk-vs-interleaved
// source: Which memory access pattern is more efficient for a cached GPU?
//         https://stackoverflow.com/questions/21008125
// original reproduction written for this corpus (pattern only; no code taken from the thread)
// launch: grid=(32,1,1) block=(128,1,1) total=4096 threads, 32 items each
// assume: pointers 256-byte aligned, shared arrays 128-byte aligned, full warps

constexpr int ITEMS = 32;
__global__ void sumOwn(const float* in, float* chunked, float* woven, int total) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    float u = 0.f, v = 0.f;
    for (int j = 0; j < ITEMS; ++j) {
        u += in[t * ITEMS + j];   //= global load strided 32..32
        v += in[j * total + t];   //= global load fine 4..4
    }
    chunked[t] = u;   //= global store fine 4..4
    woven[t] = v;   //= global store fine 4..4
}
//launch *: grid=32x1x1 block=128x1x1 total=4096
