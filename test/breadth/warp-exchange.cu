// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Shuffles, votes, ballots and warp reductions: uniform or varying by their arguments.
#include <cuda_runtime.h>
__global__ void k(const float* a, const int* idx, int* cnt, float* o, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
    int j = __shfl_sync(0xffffffffu, i, 0);           // uniform: i of lane 0
    float v = a[j + lane];                            //= global load fine 4..4
    int x = __shfl_xor_sync(0xffffffffu, i, 1);       // permuted
    v += a[x];                                        //= global load fine 4..4
    int d = __shfl_down_sync(0xffffffffu, i * 2, 1);  // lane 31 keeps own
    v += a[d];                                        //= global load strided 8..8
    int u = __shfl_up_sync(0xffffffffu, i, 1, 16);
    v += a[u];                                        //= global load fine 4..4
    int base = 0;
    if (lane == 0) base = atomicAdd(cnt, 32);         //= global atomic fine 1..1
    base = __shfl_sync(0xffffffffu, base, 0);
    o[base * 8 + lane] = v;                           //= global store fine 4..4
    int w = idx[i];                                   //= global load fine 4..4
    int ww = __shfl_sync(0xffffffffu, w, 3);          // uniform unknown
    v += a[ww * 32 + lane];                           //= global load fine 4..4
    int wv = __shfl_sync(0xffffffffu, w, lane ^ 1);   // varying
    v += a[wv & 1023];                                //= global load unknown
    bool keep = v > 1.f;
    unsigned m = __ballot_sync(0xffffffffu, keep);
    int pos = __popc(m & ((1u << lane) - 1));
    if (keep) o[8192 + pos] = v;                      //= global store any
    unsigned act = __activemask();
    int total = __popc(m);
    o[16384 + total * 32 + lane] = act;               //= global store any
    int r = __reduce_add_sync(0xffffffffu, lane);     // 496
    o[r + i] = 2;                                     //= global store fine 4..4
    int l = __ffs(m) - 1;
    if (lane == l) o[l] = 1;                          //= global store any
    if (__all_sync(0xffffffffu, n > 3)) o[i * 4] = 1; //= global store strided 16..16
    int mx = lane;
    for (int s = 16; s > 0; s >>= 1) mx = max(mx, __shfl_down_sync(0xffffffffu, mx, s));
    o[mx * 2] = 1;                                    //= global store any
    unsigned same = __match_any_sync(0xffffffffu, lane / 4);
    o[lane * __popc(same)] = 1;                       //= global store strided 16..16
    int all = 5;
    unsigned who = __match_all_sync(0xffffffffu, lane, &all);
    o[lane * (8 - 6 * all) + who] = 1;                //= global store strided 32..32
    who = __match_all_sync(0xffffffffu, n, &all);
    o[lane * 2 * all] = 1;                            //= global store strided 8..8
    __match_all_sync(0xffffffffu, w, &all);           // one value, not known
    o[lane * 4 + all * 32] = 1;                       //= global store strided 16..16
}
int main() {
    float *a, *o; int *x, *c;
    cudaMalloc(&a, 1 << 20); cudaMalloc(&o, 1 << 20); cudaMalloc(&x, 1 << 16); cudaMalloc(&c, 4);
    cudaMemset(x, 0, 1 << 16); cudaMemset(c, 0, 4); cudaMemset(a, 0, 1 << 20);
    k<<<4, 64>>>(a, x, c, o, 1000);
    cudaDeviceSynchronize();
}
