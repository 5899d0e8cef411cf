// case 015 pair-value-only
// source: Why AoS faster in accessing global memory
//         https://forums.developer.nvidia.com/t/why-aos-faster-in-accessing-global-memory/34508
// original reproduction written for this corpus (pattern only; no code taken from the thread)
// launch: grid=(64,1,1) block=(256,1,1) n=16384
// assume: pointers 256-byte aligned, shared arrays 128-byte aligned, full warps

struct Rec { int key; int val; };
struct alignas(8) Rec8 { int key; int val; };
__global__ void sumVals(const Rec* r, const Rec8* w, int* o, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    Rec8 e = w[i];   //= global load fine 8..8
    o[i] = r[i].val   //= global load aos-field 8..8
         + e.key * e.val;
}
//launch *: grid=64x1x1 block=256x1x1 n=16384
