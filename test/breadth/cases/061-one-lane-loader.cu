// case 061 one-lane-loader   [FINE: no warning expected]
// source: ggml-org/llama.cpp PR 1221 / pytorch PR 87814: only thread 0 loads
//         https://github.com/ggml-org/llama.cpp/pull/1221
// original reproduction written for this corpus (pattern only; no code taken from the thread)
// launch: grid=(256,1,1) block=(32,1,1) 18-byte blocks
// assume: pointers 256-byte aligned, shared arrays 128-byte aligned, full warps

struct Q4 { unsigned short d; unsigned char q[16]; };
__global__ void loneLoad(const Q4* b, float* y) {
    __shared__ float tmp[32];
    if (threadIdx.x == 0)
        for (int j = 0; j < 16; ++j) {
            unsigned char v = b[blockIdx.x].q[j];   //= global load fine 1..1
            tmp[2 * j] = v & 15;   //= shared store fine 1..1
            tmp[2 * j + 1] = v >> 4;   //= shared store fine 1..1
        }
    __syncwarp();
    y[blockIdx.x * 32 + threadIdx.x] = tmp[threadIdx.x];     // @D @E //= global store fine 4..4 //= shared load fine 1..1
}
//launch *: grid=256x1x1 block=32x1x1
