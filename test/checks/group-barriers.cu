// DIFFERENTIAL-SKIP: its headers are found by the RUN line
// What the toolkit's cooperative groups do behind a barrier of the grid or of several warps is no access of the kernel's,
// and the shared memory that they keep for themselves is shared memory.
// RUN: %coalcheck --all --fail-on=never %s -- -isystem %S/Inputs | FileCheck %s
#include <group_details.h>
__device__ unsigned *workspace() {
  unsigned long long p;
  asm("mov.u64 %0, %%envreg1;" : "=l"(p));
  return (unsigned *)p;
}
__global__ void meets(float *out) {
  __shared__ float tile[64];
  cooperative_groups::details::grid::sync(workspace());
  if (cooperative_groups::details::sync_warps_last_releases(workspace())) out[threadIdx.x] = 1;
  unsigned long long p;
  asm("{ .reg .u32 s; .reg .u64 e; mov.u32 s, %%reserved_smem_offset_1; cvt.u64.u32 e, s; cvta.shared.u64 %0, e; }" : "=l"(p));
  ((double *)p)[threadIdx.x * 2] = 0;
}
// CHECK: :17:3: warning: 2-way bank conflict in shared store{{.*}}: 4 wavefronts per request, minimum 2
// CHECK: {{^}}meets(
// CHECK-NEXT: {{^ *}}launch (
// CHECK-NEXT: line:col
// CHECK-NEXT: {{[0-9:]+}} global store 4 32 4 4 100 % coalesced out[threadIdx.x]
// CHECK-NEXT: {{[0-9:]+}} shared store 8 32 4 2 2 bank-conflict
// CHECK-NEXT: 2 accesses judged, 0 unknown
