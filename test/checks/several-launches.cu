// Which of several launches is bad is said with its numbers.
// RUN: not %coalcheck --explain %s | FileCheck %s
__global__ void copy(const float *in, float *out) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  out[y * 1024 + x] = in[y * 1024 + x];
  // CHECK: :[[@LINE-1]]:3: warning: uncoalesced store{{.*}}: 4 to 8 sectors per request, minimum 4
  // CHECK: :[[#@LINE+6]]:3: note: launched here with block (32, 8, 1): 4 sectors
  // CHECK: :[[#@LINE+6]]:3: note: launched here with block (4, 64, 1): 8 sectors
  // CHECK: :[[@LINE-4]]:23: warning: uncoalesced load{{.*}}: 4 to 8 sectors per request, minimum 4
}

void host(const float *in, float *out) {
  copy<<<dim3(32, 128), dim3(32, 8)>>>(in, out);
  copy<<<dim3(256, 16), dim3(4, 64)>>>(in, out);
}
