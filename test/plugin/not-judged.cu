// A kernel of which no access could be judged is named, once, and nothing else is said about it.
// REQUIRES: plugin
// RUN: %clang_coal %s 2>&1 | FileCheck %s
// RUN: %coalcheck %s 2>&1 | FileCheck --check-prefix=LINE %s
__global__ void moves(float *o, int n) {
  // CHECK: :[[@LINE-1]]:17: remark: kernel 'moves' not judged: inline assembly
  // LINE: not-judged.cu: 1 access judged, 1 not (1 inline assembly); kernel 'moves' not judged: inline assembly
  asm volatile("{ .reg .pred p; W: setp.eq.u32 p, %0, 0; @p bra W; st.global.f32 [%1], 0f00000000; }" ::"r"(n), "l"(o));
}
__global__ void fine(float *o) { o[threadIdx.x] = 1; }
// CHECK-NOT: fine
