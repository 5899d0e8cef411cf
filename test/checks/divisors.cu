// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Division by a parameter: unknown, with the assumption that would tell; judged with it.
// RUN: %coalcheck --all %s | FileCheck %s
// RUN: %coalcheck --format=json %s | FileCheck %s --check-prefix=JSON
// RUN: not %coalcheck --all --assume=dims%%32==0 %s | FileCheck %s --check-prefix=MULTIPLE
// MULTIPLE: :[[@LINE+10]]:3: warning: uncoalesced store{{.*}}: 32 sectors per request, minimum 4
__global__ void rows(int n, int stride, int dims, const float *in, float *out) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i < n) out[i] = in[i / dims * stride + i % dims];
  // CHECK: [[@LINE-1]]:23 {{.*}}unknown: not affine (dims); --assume='dims%32==0' would tell
  // MULTIPLE: [[@LINE-2]]:23 {{.*}}load 4 32 4..5 {{.*}} coalesced
}
// JSON: "assume": "dims%32==0"
__global__ void columns(int dims, const float *in, float *out) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  out[i % dims * 8 + i / dims] = in[i];
  // CHECK: [[@LINE-1]]:3 {{.*}}unknown: not affine (dims); --assume='dims%32==0' would tell
  // MULTIPLE: [[@LINE-2]]:3 {{.*}}store 4 32 32 4 {{.*}} strided
}
__global__ void both(int dims, const float *in, float *out) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  out[i] = in[(i / dims) * dims + i % dims];
  // CHECK: [[@LINE-1]]:12 {{.*}}unknown
  // MULTIPLE: [[@LINE-2]]:12 {{.*}}load 4 32 4 4 {{.*}} coalesced
}
void host(int n, int s, int d, float *a, float *b) {
  rows<<<n / 256, 256>>>(n, s, d, a, b);
  columns<<<n / 256, 256>>>(d, a, b);
  both<<<n / 256, 256>>>(d, a, b);
}
