// The iterations of a loop that the compiler writes out are neighbours of each other, as if the user had written them out.
// RUN: %coalcheck --all '--checks=-*' %s | FileCheck %s
__global__ void loop(const unsigned char *px, float *o) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = 0;
#pragma unroll
  for (int c = 0; c < 3; ++c) s += px[i * 3 + c];
  o[i] = s;
}
// CHECK: loop(const unsigned char*, float*)
// CHECK: amortized px[i * 3 + c]
__global__ void down(const unsigned char *px, float *o) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = 0;
  for (int c = 4; c >= 0; c -= 2)
    for (int k = 0; k < 2; k++) s += px[i * 6 + c + k];
  o[i] = s;
}
// CHECK: down(const unsigned char*, float*)
// CHECK: amortized px[i * 6 + c + k]
__global__ void beside(const float *a, float *o) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = a[i * 4];
  for (int c = 1; c <= 2; c++) s += a[i * 4 + c];
  o[i] = s + a[i * 4 + 3];
}
// CHECK: beside(const float*, float*)
// CHECK: amortized a[i * 4]
// CHECK: amortized a[i * 4 + c]
// CHECK: amortized a[i * 4 + 3]
__global__ void rolled(const float *a, float *o, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = 0;
  for (int c = 0; c < 32; c++) s += a[i * 32 + c];
  for (int c = 0; c < 4; c += 1 + (c == n)) s += a[i * 4 + c];
  o[i] = s;
}
// CHECK: rolled(const float*, float*, int)
// CHECK: strided a[i * 32 + c]
// CHECK: strided a[i * 4 + c]
void run(const unsigned char *p, const float *a, float *o) {
  loop<<<4, 64>>>(p, o);
  down<<<4, 64>>>(p, o);
  beside<<<4, 64>>>(a, o);
  rolled<<<4, 64>>>(a, o, 1);
}
