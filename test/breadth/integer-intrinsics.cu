// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Integer functions known by name, warp reductions and votes, and the arithmetic of narrow, negative and wrapping indices.
#include <cuda_runtime.h>
__global__ void k(const float* a, float* o, unsigned m) {
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t, lane = t & 31;
    o[__reduce_add_sync(~0u, lane) + i] = 1;             // 496 //= global store fine 4..4
    o[__reduce_max_sync(~0u, lane * 2) + i] = 1;         // 62 //= global store misaligned,fine-group 5..5
    o[__reduce_min_sync(~0u, (unsigned)lane) + i] = 1;   //= global store fine 4..4
    o[__byte_perm(lane, 0, 0x4440) * 2] = 1;             //= global store strided 8..8
    o[__funnelshift_l(0, lane, 1)] = 1;                  //= global store strided 8..8
    o[__funnelshift_r(lane << 2, 0, 1)] = 1;             //= global store strided 8..8
    o[__usad(lane, 31, 2)] = 1;                          //= global store misaligned,fine-group,fine 5..5
    o[__sad(lane, 31, 1u)] = 1;                          //= global store misaligned,fine-group,fine 5..5
    o[__brevll((unsigned long long)lane) >> 59] = 1;     //= global store fine 4..4
    o[(__brev(lane) >> 27) * 8] = 1;                     //= global store any 32..32
    unsigned b = __ballot_sync(0x0000ffffu, lane < 20);
    if (lane < 16) o[__popc(b) * 8 + lane] = 1;          // 16 //= global store fine 2..2
    b = __ballot_sync(~0u, lane & 1);
    if (lane & 1) o[__popc(b & ((1u << lane) - 1)) + 1024] = 1;   // 16 packed //= global store fine 2..2
    o[__popc(b & ((1u << lane) - 1)) + 1024] = 1;        //= global store any 2..2
    int f = __float2int_rn(lane * 0.5f);
    o[f * 8] = 1;                                        //= global store any
    o[(int)(lane * 2.0f)] = 1;                           //= global store strided 8..8
    o[(int)floorf(lane / 4.f) * 8] = 1;                  //= global store strided 8..8
    o[max(lane, 8) - 8] = 1;                             //= global store fine 3..3
    o[min(i, 40)] = 1;                                   //= global store any 4..4
    o[abs(lane - 16)] = 1;                               //= global store fine 3..3
    o[__mulhi(lane << 16, 1 << 17)] = 1;                 //= global store strided 8..8
    o[lane < 16 ? lane : 31 - lane] = 1;                 //= global store fine 2..2
    o[lane ^ 5] = 1;                                     //= global store fine 4..4
    o[(lane * 5) % 32] = 1;                              //= global store fine 4..4
    o[(lane * 3) % 7] = 1;                               //= global store fine 1..1
    o[lane % 2 ? lane : lane * 2] = 1;                   //= global store any
    o[(unsigned char)(lane * 16)] = 1;                   //= global store any
    o[(short)(lane * 2)] = 1;                            //= global store strided 8..8
    o[(signed char)(lane + 100) + 128] = 1;              //= global store any
    unsigned z = lane - 5u;
    o[z % 32] = 1;                                       //= global store fine 4..4
    o[z >> 27] = 1;                                      //= global store any 2..2
    int neg = lane - 16;
    o[neg / 4 + 8] = 1;                                  //= global store any 2..2
    o[neg % 4 + 8] = 1;                                  //= global store any 2..2
    o[(neg >> 2) + 8] = 1;                               //= global store any 2..2
    o[1000 - 3 * lane] = 1;                              //= global store strided 13..13
    o[(lane * 2654435761u) >> 24] = 1;                   //= global store scattered
    o[lane * m] = 1;                                     //= global store strided
    long long q = (long long)lane << 33 >> 32;
    o[q] = 1;                                            //= global store strided 8..8
    o[lane / 3] = 1;                                     //= global store fine 2..2
    o[lane / 3 * 3] = 1;                                 //= global store any 4..4
    o[(lane & ~3) * 8] = 1;                              //= global store any 8..8
    o[(lane << 3) | (lane >> 2)] = 1;                    //= global store any 32..32
}
int main() {
    float *a, *o;
    cudaMalloc(&a, 1 << 20); cudaMalloc(&o, 1 << 20);
    k<<<1, 32>>>(a, o, 3);
    cudaDeviceSynchronize();
}
