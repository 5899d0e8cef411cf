// RUN: not %coalcheck --explain %s | FileCheck %s
// RUN: not %coalcheck --explain --launch='transpose: grid=8x8 block=32x8 N=256' --checks=-*,strided %s | FileCheck %s --check-prefix=KNOWN
__global__ void transpose(const float *A, float *B, int N) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  float v = A[row * N + col];
  B[col * N + row] = v;
  // CHECK: :[[@LINE-1]]:3: warning: uncoalesced store{{.*}}: up to 32 sectors per request if N >= 8, minimum 4 [coalcheck-strided]
  // CHECK-NEXT: B[col * N + row] = v;
  // CHECK: note: neighbouring lanes are N elements apart (index {{.*}}N*{{.*}}threadIdx.x{{.*}}); degrades for N >= 2, worst for N >= 8
  // CHECK: :[[#@LINE+6]]:3: note: launched here with block (32, 8, 1)
  // KNOWN: :[[@LINE-5]]:3: warning: uncoalesced store{{.*}}: 32 sectors per request, minimum 4 [coalcheck-strided]
  // KNOWN: note: launched with block (32, 8, 1) by the command line
}

void host(const float *A, float *B, int N) {
  transpose<<<dim3(N / 32, N / 8), dim3(32, 8)>>>(A, B, N);
}

// A block narrower than a warp holds two rows.
__global__ void bytes(const unsigned char *img, unsigned char *out, int pitch) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  unsigned char v = img[y * pitch + x];
  // CHECK: :[[@LINE-1]]:21: warning: uncoalesced load{{.*}}: 2 sectors per request, minimum 1
  // CHECK: note: a warp covers rows of 16 lanes, each row a piece of its own; block (16, 16, 1)
  // CHECK: note: help: launch 'bytes' with block (32, 8, 1) in place of (16, 16, 1); all its global accesses together: 4 sectors become 2
  out[y * 1024 + x] = v;
  // CHECK: :[[@LINE-1]]:3: warning: uncoalesced store{{.*}}: 2 sectors per request, minimum 1
  // KNOWN: :22:21: warning: uncoalesced load{{.*}}: 2 sectors
  // KNOWN: :26:3: warning: uncoalesced store{{.*}}: 2 sectors
}

void bytes_host(const unsigned char *img, unsigned char *out) {
  bytes<<<dim3(64, 64), dim3(16, 16)>>>(img, out, 1024);
}
