// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Inline PTX that exchanges between lanes, picks bits, elects a lane and copies in bulk.
// REQUIRES: llvm-22
// RUN: not %coalcheck --all --target=sm_90 %s | env -u FILECHECK_OPTS FileCheck %s
__global__ void exchange(float *o, int n) {
  int t = threadIdx.x, w, x;
  asm volatile("shfl.sync.idx.b32 %0, %1, 0, 0x1F, 0xFFFFFFFF;" : "=r"(w) : "r"(t / 32));
  o[w * 32 + t % 32] = 1;
  // CHECK: [[@LINE-1]]:3 {{.*}}store 4 32 4 4 {{.*}}coalesced
  asm volatile("shfl.sync.bfly.b32 %0, %1, 1, 31, -1;" : "=r"(x) : "r"(t * 2));
  o[x] = 1;
  // CHECK: [[@LINE-1]]:3 {{.*}}store 4 32 8 4 {{.*}}strided
  asm volatile("{ .reg .pred p; shfl.sync.up.b32 %0|p, %1, 1, 0, -1; @!p mov.u32 %0, 0; }" : "=r"(x) : "r"(t * 8));
  o[x] = 2;
  // CHECK: [[@LINE-1]]:3 {{.*}}store 4 32 31..32 {{.*}}strided
  asm volatile("shfl.sync.down.b32 %0, %1, 4, 0x181f, -1;" : "=r"(x) : "r"(t * 8)); // segments of 8 lanes
  o[x] = 3;
  // CHECK: [[@LINE-1]]:3 {{.*}}store 4 32 16 {{.*}}scattered
  asm volatile("shfl.sync.idx.b32 %0, %1, %2, 31, -1;" : "=r"(x) : "r"(n), "r"(n));
  o[x + t] = 4;
  // CHECK: [[@LINE-1]]:3 {{.*}}store 4 32 4{{.*}} coalesced
}
__global__ void votes(float *o, int n) {
  int t = threadIdx.x;
  unsigned x, lane, leads = 0;
  asm("{ .reg .pred p; setp.lt.u32 p, %1, 16; vote.sync.ballot.b32 %0, p, 0xffffffff; }" : "=r"(x) : "r"(t % 32));
  o[t * (x == 0xffff)] = 1;
  // CHECK: [[@LINE-1]]:3 {{.*}}store 4 32 4 4 {{.*}}coalesced
  asm("{ .reg .pred p, q; setp.lt.u32 p, %1, 16; vote.sync.any.pred q, !p, -1; selp.b32 %0, 2, 1, q; }" : "=r"(x) : "r"(t % 32));
  o[t * x] = 1;
  // CHECK: [[@LINE-1]]:3 {{.*}}store 4 32 8 4 {{.*}}strided
  asm volatile("{ .reg .b32 r; .reg .pred p; elect.sync r|p, %2; @p mov.s32 %1, 1; mov.s32 %0, r; }" : "+r"(lane), "+r"(leads) : "r"(0xffffffff));
  if (leads) o[t * 8] = 2;
  // CHECK: [[@LINE-1]]:14 {{.*}}store 4 1 1 1 {{.*}}single-lane
  asm("redux.sync.add.s32 %0, %1, -1;" : "=r"(x) : "r"(1));
  o[t * x] = 1;
  // CHECK: [[@LINE-1]]:3 {{.*}}store 4 32 32 4 {{.*}}strided
}
__global__ void bits(float *o, int n) {
  int t = threadIdx.x, x;
  asm("lop3.b32 %0, %1, 6, 1, 0x6a;" : "=r"(x) : "r"(t)); // (t & 6) ^ 1
  o[x] = 1;
  // CHECK: [[@LINE-1]]:3 {{.*}}store 4 32 1 1
  asm("prmt.b32 %0, %1, 0, 0x4404;" : "=r"(x) : "r"(t)); // t << 8
  o[x] = 1;
  // CHECK: [[@LINE-1]]:3 {{.*}}store 4 32 32 4
  asm("bfi.b32 %0, %1, 0, 3, 5;" : "=r"(x) : "r"(t)); // t % 32 << 3
  o[x] = 1;
  // CHECK: [[@LINE-1]]:3 {{.*}}store 4 32 32 4
  asm("bfe.s32 %0, %1, 0, 5;" : "=r"(x) : "r"(t)); // -16 .. 15
  o[x + 16] = 1;
  // CHECK: [[@LINE-1]]:3 {{.*}}store 4 32 4 4
  asm("lop3.b32 %0, %1, %2, 1, 0x6a;" : "=r"(x) : "r"(n), "r"(n));
  o[x + t] = 1;
  // CHECK: [[@LINE-1]]:3 {{.*}}store 4 32 4{{.*}} coalesced
}
__global__ void clusters(float *o, const float *g, unsigned long long map) {
  extern __shared__ __align__(128) float s[];
  unsigned rank, d = (unsigned)__cvta_generic_to_shared(s), there;
  asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  o[rank * 256 + threadIdx.x] = s[threadIdx.x];
  // CHECK: [[@LINE-1]]:3 {{.*}}store 4 32 4 4 {{.*}}coalesced
  asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"(d), "r"(rank ^ 1));
  asm volatile("st.shared::cluster.f32 [%0], %1;" ::"r"(there), "f"(0.f));
  // CHECK: [[@LINE-1]]:3 {{.*}}unknown: unsupported (shared memory of another block)
  if (threadIdx.x == 0) {
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(d), "l"(g), "r"(4096), "r"(d + 8192));
    // CHECK: [[@LINE-1]]:5 {{.*}}global load 4096 {{.*}}unknown: unsupported (bulk copy: the hardware forms the requests)
    asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];" ::"r"(d), "l"(map), "r"(0), "r"(64), "r"(d + 8192) : "memory");
    // CHECK: [[@LINE-1]]:5 {{.*}}global load {{.*}}unknown: unsupported (bulk copy: the hardware forms the requests)
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(o), "r"(d), "r"(2048));
    // CHECK: [[@LINE-1]]:5 {{.*}}global store 2048 {{.*}}unknown: unsupported (bulk copy: the hardware forms the requests)
    asm volatile("cp.async.bulk.commit_group;");
  }
}
void host(float *o, const float *g, int n, unsigned long long map) {
  exchange<<<4, 64>>>(o, n);
  votes<<<4, 64>>>(o, n);
  bits<<<4, 64>>>(o, n);
  clusters<<<4, 64, 16384>>>(o, g, map);
}
