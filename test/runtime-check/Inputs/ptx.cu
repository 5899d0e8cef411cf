// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Inline PTX of warps: prints "17 496 3 0 -3 1"; with an argument it comes to an instruction that is not carried out.
#include <cstdio>
__global__ void known(int *o) {
  int x = threadIdx.x, sum = x, votes, same, field, negative;
  for (int by = 16; by; by /= 2)
    asm volatile("{ .reg .s32 r0; .reg .pred p; shfl.sync.down.b32 r0|p, %0, %1, 31, 0xffffffff; @p add.s32 %0, r0, %0; }"
                 : "+r"(sum) : "r"(by));
  asm volatile("{ .reg .pred p; setp.gt.s32 p, %1, 14; vote.sync.ballot.b32 %0, p, 0xffffffff; }" : "=r"(votes) : "r"(x));
  asm volatile("match.any.sync.b32 %0, %1, 0xffffffff;" : "=r"(same) : "r"(x / 2));
  asm("bfe.u32 %0, %1, 4, 8;" : "=r"(field) : "r"(0xf00f));
  asm("bfe.s32 %0, %1, 4, 4;" : "=r"(negative) : "r"(0x00d0));
  int all;
  asm volatile("{ .reg .pred p, q; setp.lt.s32 p, %1, 32; vote.sync.all.pred q, p, 0xffffffff; selp.s32 %0, 1, 0, q; }"
               : "=r"(all) : "r"(x));
  if (x == 0) o[0] = __popc(votes), o[1] = sum, o[2] = same, o[3] = field, o[4] = negative, o[5] = all;
}
__global__ void unknown(int *o) {
  int r;
  asm volatile("mapa.u32 %0, %1, %2;" : "=r"(r) : "r"(3), "r"(0));
  o[0] = r;
}
int main(int argc, char **) {
  int *o, h[6];
  cudaMalloc(&o, sizeof h);
  known<<<1, 32>>>(o);
  if (argc > 1) unknown<<<1, 32>>>(o);
  cudaMemcpy(h, o, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d %d %d %d %d %d\n", h[0], h[1], h[2], h[3], h[4], h[5]);
}
