// RUN: not %coalcheck %s | FileCheck %s
// RUN: not %coalcheck --launch='transpose: grid=8x8 block=32x8 N=256' --checks=-*,strided %s | FileCheck %s --check-prefix=KNOWN
__global__ void transpose(const float *A, float *B, int N) {
  int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  float v = A[row * N + col];
  B[col * N + row] = v;
  // CHECK: :[[@LINE-1]]:3: warning: strided global store: up to 32 sectors if N >= 8 where 4 would do, 12.5 % efficient [coalcheck-strided]
  // CHECK-NEXT: B[col * N + row] = v;
  // CHECK: note: neighbouring lanes are 4*N bytes apart (index {{.*}}N*{{.*}}threadIdx.x{{.*}}); degrades for N >= 2, worst for N >= 8
  // CHECK: :[[#@LINE+6]]:3: note: launched here with block (32, 8, 1)
  // KNOWN: :[[@LINE-5]]:3: warning: strided global store: 32 sectors where 4 would do, 12.5 % efficient [coalcheck-strided]
  // KNOWN: note: launched with block (32, 8, 1) by the command line
}

void host(const float *A, float *B, int N) {
  transpose<<<dim3(N / 32, N / 8), dim3(32, 8)>>>(A, B, N);
}

// A block narrower than a warp holds two rows.
__global__ void bytes(const unsigned char *img, unsigned char *out, int pitch) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  unsigned char v = img[y * pitch + x];
  // CHECK: :[[@LINE-1]]:21: warning: strided global load: 2 sectors where 1 would do, 50 % efficient
  // CHECK: note: with block (16, 16, 1) a warp covers rows of 16 lanes, each row a piece of its own{{$}}
  // CHECK: note: launch 'bytes' with block (32, 8, 1) in place of (16, 16, 1); all its global accesses together: 4 sectors become 2
  out[y * 1024 + x] = v;
  // CHECK: :[[@LINE-1]]:3: warning: strided global store: 2 sectors where 1 would do, 50 % efficient
  // KNOWN: :22:21: warning: strided global load: 2 sectors
  // KNOWN: :26:3: warning: strided global store: 2 sectors
}

void bytes_host(const unsigned char *img, unsigned char *out) {
  bytes<<<dim3(64, 64), dim3(16, 16)>>>(img, out, 1024);
}
