// The text and the operands of inline PTX, as the IR has them.
// REQUIRES: llvm-22
// RUN: %coalcheck --dump-ir %s | FileCheck %s
__global__ void k(int *out, const int *in) {
  int n;
  asm volatile("mov.u32 %0, %1;" : "=r"(n) : "r"(in[threadIdx.x]));
  asm volatile("ld.global.u32 %0, [%1];" : "=r"(out[threadIdx.x]) : "l"(in) : "memory");
  asm volatile("bar.sync 1, 128;");
}
// CHECK: expr (asm 1 "mov.u32 %0, %1;" n (load (deref i32
// CHECK: expr (asm 1 "ld.global.u32 %0, [%1];" (deref i32 {{.*}} (load in))
// CHECK: expr (asm 0 "bar.sync 1, 128;")
