// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A kernel whose code a conditional on __CUDA_ARCH__ leaves out names the target that has it.
// CENSUS-SKIP: the kernels that __CUDA_ARCH__ empties
// RUN: %coalcheck %s 2>&1 | FileCheck --implicit-check-not=note: %s
// RUN: not %coalcheck --target=sm_90 %s 2>&1 | FileCheck --check-prefix=HOPPER --implicit-check-not="kernel 'ge'" %s
// HOPPER: kernel 'lt' has no access for sm_90; --target=sm_72
// HOPPER: warning: uncoalesced store of 'a': 8 sectors per request
// CHECK: [[@LINE+1]]: note: kernel 'ge' has no access for sm_80; --target=sm_90 has code that its #if leaves out
__global__ void ge(float *a) {
#if defined(__CUDA_ARCH__) && (__CUDA_ARCH__ >= 900)
  a[threadIdx.x * 2] = 1;
#endif
}
// CHECK: [[@LINE+1]]: note: kernel 'lt' has no access for sm_80; --target=sm_72 has code that its #if leaves out
__global__ void lt(float *a) {
#if __CUDA_ARCH__ < 750
  a[threadIdx.x * 2] = 1;
#endif
}
// What another macro leaves out, no target shows.
__global__ void other(float *a) {
#ifdef HAS_TMA
  a[threadIdx.x * 2] = 1;
#endif
}
// CHECK: [[@LINE+1]]: note: kernel 'range_of' has no access for sm_80; --target=sm_100 has code that its #if leaves out
__global__ void range_of(float *a) {
#if (__CUDA_ARCH__ >= 1000 && __CUDA_ARCH__ < 1200) || defined(__CLION_IDE__)
  if (a) { a[threadIdx.x * 2] = 1;
#else
  if (a) {
#endif
  }
}
__global__ void nothing(float *a) { }
// CHECK: [[@LINE+1]]: note: kernel 'both' has no access for sm_80; --target=sm_89 has code that its #if leaves out
__global__ void both(float *a) {
#if __CUDA_ARCH__ / 10 == 89
  a[threadIdx.x] = 1;
#elif __CUDA_ARCH__ > 0
  printf("unsupported");
#else
  a[0] = 1;
#endif
}
