// Loops that never end do not hang the compile.
// RUN: %clang_coal %s 2>&1 | FileCheck %s
__device__ void wait() {
  while (true) {
  }
}
__global__ void k(float *o, int n) {
  o[threadIdx.x * 2] = 1;
  // CHECK: [[@LINE-1]]:3: warning: uncoalesced store
  for (int i = 0; i < n;) {
    continue;
  }
  do {
  } while (1);
  wait();
}
void host(float *o, int n) {
  for (;;) {
    k<<<1, 64>>>(o, n);
  }
}
