// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Inline PTX that computes addresses and guards: what is understood has its numbers, the rest is unknown, nothing is stale.
// REQUIRES: llvm-22
// RUN: not %coalcheck --all --target=sm_80 %s | env -u FILECHECK_OPTS FileCheck %s
__device__ unsigned at(const void *p) { return static_cast<unsigned>(__cvta_generic_to_shared(p)); }
__global__ void k(const float *a, float *o) {
  __shared__ __align__(16) float s[1024];
  int t = threadIdx.x, i = blockIdx.x * 64 + t, x;
  float v;
  asm volatile("{ .reg .u64 q; mov.u64 q, %1; add.u64 q, q, 4; ld.global.f32 %0, [q]; }" : "=f"(v) : "l"(a + i));
  // CHECK: [[@LINE-1]]:3 {{.*}}load 4 32 5 4 {{.*}} misaligned
  asm("mad.lo.s32 %0, %1, 3, 8;" : "=r"(x) : "r"(t));
  o[x] = v;
  // CHECK: [[@LINE-1]]:3 {{.*}}store 4 32 12 4
  asm("{ .reg .u32 r; shl.b32 r, %1, 2; and.b32 r, r, 0xfc; xor.b32 %0, r, 4; }" : "=r"(x) : "r"(t));
  o[x] = v;
  // CHECK: [[@LINE-1]]:3 {{.*}}store 4 32 16 4
  asm("bfe.u32 %0, %1, 3, 2;" : "=r"(x) : "r"(t));
  o[x] = v;
  // CHECK: [[@LINE-1]]:3 {{.*}}store 4 32 1 1
  asm("mov.u32 %0, -4;" : "=r"(x));
  o[i + 9 + x] = v;
  // CHECK: [[@LINE-1]]:3 {{.*}}store 4 32 5 4
  int guard = t < 16;
  asm volatile("{ .reg .pred p; setp.ne.b32 p, %2, 0; @p st.global.f32 [%0], %1; }" ::"l"(o + i), "f"(v), "r"(guard));
  // CHECK: [[@LINE-1]]:3 {{.*}}store 4 16 2 2
  asm volatile("{ .reg .pred p; setp.ne.b32 p, %2, 0; @!p st.global.f32 [%0], %1; }" ::"l"(o + i), "f"(v), "r"(t & 3));
  // CHECK: [[@LINE-1]]:3 {{.*}}store 4 8 4 1
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;" ::"r"(at(&s[t])), "l"(a + i * 8), "r"(t < 16 ? 4 : 0));
  // CHECK-DAG: [[@LINE-1]]:3 {{.*}}global load 4 16 16 2
  // CHECK-DAG: [[@LINE-2]]:3 {{.*}}shared store 4 32 1 1
  asm volatile("{ .reg .pred p; setp.lt.s32 p, %1, 8; selp.b32 %0, 1, 2, p; }" : "=r"(x) : "r"(t & 31));
  o[t * x] = v;
  // CHECK: [[@LINE-1]]:3 {{.*}}store 4 32 7 4
  asm volatile("// load it\n ld.global.cg.v2.f32 {%0, %1}, [%2+16]; /* st.global.f32 [%2], %0; */" : "=f"(v), "=r"(x) : "l"(a + i * 2));
  // CHECK: [[@LINE-1]]:3 {{.*}}load 8 32 9 8
  asm("bfind.u32 %0, %1;" : "=r"(x) : "r"(t));
  o[x] = v;
  // CHECK: [[@LINE-1]]:3 {{.*}}store {{.*}}unknown
  x = t;
  asm("add.s32 %0, %0, 1;" : "+r"(x));
  o[x] = v;
  // CHECK: [[@LINE-1]]:3 {{.*}}store {{.*}}unknown
  asm("{ .reg .u64 q; mov.u64 q, %1; cvt.rn.f64.u64 q, q; ld.global.f32 %0, [q]; }" : "=f"(v) : "l"(a + i));
  // CHECK: [[@LINE-1]]:3 {{.*}}load {{.*}}unknown
  unsigned long long w;
  asm("mul.wide.u32 %0, %1, 4;" : "=l"(w) : "r"(t));
  o[w] = v;
  // CHECK: [[@LINE-1]]:3 {{.*}}store 4 32 16 4
  unsigned r0, r1;
  asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0,%1}, [%2];" : "=r"(r0), "=r"(r1) : "r"(at(s) + (t & 15) * 64));
  // CHECK: [[@LINE-1]]:3 shared load 16 32 8 2 4 bank-conflict
  asm volatile("{ .reg .pred p; W: setp.eq.u32 p, %0, 0; @p bra W; st.global.f32 [%1], %2; }" ::"r"(r0), "l"(o + i), "f"(v));
  // CHECK: [[@LINE-1]]:3 unknown store unknown: inline assembly
}
void launch(const float *a, float *o) { k<<<4, 64>>>(a, o); }
