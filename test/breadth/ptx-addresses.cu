// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Offsets of addresses in inline PTX: below the register, above it, and with a sign of their own.
__global__ void below(const float* a, float* o) {
  float v;
  asm volatile("ld.global.f32 %0, [%1-4];" : "=f"(v) : "l"(a + 32 + threadIdx.x));           //= global load misaligned 5..5
  o[threadIdx.x] = v;                                                                        //= global store fine 4..4
}
__global__ void above(const float* a, float* o) {
  float v;
  asm volatile("ld.global.f32 %0, [%1+-128]; // one row" : "=f"(v) : "l"(a + 32 + threadIdx.x)); //= global load fine 4..4
  o[threadIdx.x] = v;                                                                        //= global store fine 4..4
}
void run(const float* a, float* o) {
  below<<<1, 128>>>(a, o);
  above<<<1, 128>>>(a, o);
}
