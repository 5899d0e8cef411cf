// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A launch that is not understood says so, with and without a finding; nothing assumed is called launched.
// RUN: not %coalcheck --explain %s | FileCheck %s --implicit-check-not='launched here' --implicit-check-not=again
// RUN: %if plugin %{ %clang_coal -Xclang -plugin-arg-coalcheck -Xclang --explain %s 2>&1 | FileCheck %s --check-prefix=PLUGIN --implicit-check-not='launched here' %}
// RUN: not %coalcheck --format=json %s | FileCheck %s --check-prefix=JSON
int choose(int n);
__global__ void strided(float *a, int ld) { a[threadIdx.x * ld] = 0; }
// CHECK: :[[@LINE-1]]:45: warning: uncoalesced store{{.*}}: 16 sectors per request, minimum 4
// PLUGIN: :[[@LINE-2]]:45: warning: uncoalesced store{{.*}}: 16 sectors per request, minimum 4
__global__ void fine(float *a) { a[threadIdx.x] = 0; }
__global__ void other(float *a) { a[threadIdx.x] = 1; }
void parsed(float *a, int argc, char **argv) {
  int b = 64;
  for (int i = 1; i < argc; ++i)
    if (argv[i][0] == '-') b = 128;
  strided<<<4, b>>>(a, 4);
  // CHECK: :[[@LINE-1]]:{{.*}}: note: the block of this launch is not known: 'b' is not known; (256, 1, 1) is assumed
  // PLUGIN: :[[@LINE-2]]:{{.*}}: note: the block of this launch is not known: 'b' is not known; (256, 1, 1) is assumed
  // JSON: "block_reason": "'b' is not known"
}
void unseen(float *a, int n) {
  fine<<<4, choose(n)>>>(a);
  // CHECK: :[[@LINE-1]]:{{.*}}: remark: the block of this launch of 'fine' is not known: 'choose' has no body that is followed; (256, 1, 1) is assumed
  // PLUGIN: :[[@LINE-2]]:{{.*}}: remark: the block of this launch of 'fine' is not known: 'choose' has no body that is followed; (256, 1, 1) is assumed
  // JSON: "block_reason": "'choose' has no body that is followed"
}
void pointer(void (*k)(float *), float *a) {
  k<<<4, 64>>>(a);
  // CHECK: :[[@LINE-1]]:{{.*}}: remark: which kernel this launch runs is not known
}
void dead(float *a) {
  if (sizeof(a) == 4) other<<<4, 64>>>(a);
  // CHECK: :[[@LINE-1]]:{{.*}}: remark: the launch of 'other' is not reached: what is passed to it is not known
}
