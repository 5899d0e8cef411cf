// Loops that never end, in kernels, helpers, host code, in text that is not finished: the analysis ends.
// RUN: %coalcheck --all '--checks=-*' %s | FileCheck %s
// RUN: %coalcheck --all '--checks=-*' %s -- -DUNFINISHED | FileCheck %s
__device__ void wait() {
  while (true) {
  }
}
__device__ int spin(int x) {
  do {
  } while (1);
  return x;
}
__global__ void a(float *o) {
  o[threadIdx.x] = 1;
  while (1);
}
// CHECK: a(float*)
// CHECK: coalesced o[threadIdx.x]
__global__ void b(float *o) {
  o[threadIdx.x * 2] = 1;
  for (;;) {
  }
}
// CHECK: b(float*)
// CHECK-NEXT: block 64x1x1
// CHECK: strided o[threadIdx.x * 2]
__global__ void c(float *o) {
  o[threadIdx.x] = 1;
  do {
  } while (1);
}
// CHECK: c(float*)
// CHECK: coalesced o[threadIdx.x]
__global__ void d(float *o, int n) {
  for (int i = 0; i < n;) {
    continue;
  }
  int i = 0;
  while (i < 10) {
    o[threadIdx.x] = 1;
    continue;
  }
}
// CHECK: d(float*, int)
// CHECK: coalesced o[threadIdx.x]
__global__ void e(float *o, int n) {
  o[threadIdx.x] = spin(n);
  wait();
}
// CHECK: e(float*, int)
__global__ void f(float *o, int n) {
  while (1) {
    o[threadIdx.x] = 1;
    while (1) {
      for (;;) continue;
    }
  }
}
// CHECK: f(float*, int)
// CHECK: coalesced o[threadIdx.x]
void first(float *o, int n) {
  while (1) {
    if (n) continue;
  }
  a<<<1, 32>>>(o);
}
void second(float *o, int n) {
  for (;;) {
    b<<<1, 64>>>(o);
  }
}
int main() {
  int i = 0;
  float *o;
  cudaMalloc(&o, 256);
  while (i < 3) continue;
  do {
  } while (1);
  c<<<1, 64>>>(o);
}
#ifdef UNFINISHED
__global__ void g(float *o) {
  while (1
#endif
