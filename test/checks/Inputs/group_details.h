/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* As the toolkit's headers name and do it. */
namespace cooperative_groups {
namespace details {
namespace grid {
__device__ inline void sync(unsigned *counter) {
  unsigned seen;
  asm volatile("atom.add.release.gpu.u32 %0,[%1],%2;" : "=r"(seen) : "l"(counter), "r"(1u));
}
}
__device__ inline bool sync_warps_last_releases(unsigned *counter) {
  unsigned seen;
  asm volatile("ld.acquire.gpu.u32 %0,[%1];" : "=r"(seen) : "l"(counter));
  return seen == 7;
}
}
}
