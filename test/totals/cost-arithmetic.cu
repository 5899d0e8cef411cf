// Kernels whose time goes into arithmetic: divisions, functions and double precision take more than one issue slot, on the
// target's pipes; loops without requests count too.
// RUN: %coalcheck --target=sm_90 --totals --checks=-* %s | FileCheck --check-prefixes=CHECK,SM90 %s
// RUN: %coalcheck --target=sm_89 --totals --checks=-* %s | FileCheck --check-prefixes=CHECK,SM89 %s
template <class T> __global__ void sums(T *a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  T x = a[i];
  for (int k = 0; k < 1000; k++) x = x * x + x;
  a[i] = x;
}
__global__ void quotients(float *a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float x = a[i];
  for (int k = 0; k < 1000; k++) x = 3.0f / x;
  a[i] = x;
}
__global__ void nothing_but_loops(int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned s = 1;
  for (int k = 0; k < n; k++)
    if (s % 3 == 0) s += 3;
  if (s == 0) out[i] = s;
}
void host(float *f, double *d, int *out) {
  sums<float><<<4096, 256>>>(f);
  sums<double><<<4096, 256>>>(d);
  quotients<<<4096, 256>>>(f);
  nothing_but_loops<<<4096, 256>>>(out, 10000);
}
// CHECK: totals of quotients
// SM90: cost: 6{{[0-9][0-9].*}} µs (instruction issue)
// SM89: cost: 1.5{{.*}} ms (instruction issue)
// CHECK: totals of nothing_but_loops
// CHECK: cost: {{.*}} ms (instruction issue)
// CHECK: totals of sums<double>
// SM90: cost: 13{{.*}} µs (instruction issue)
// SM89: cost: 7.{{.*}} ms (instruction issue)
// CHECK: totals of sums<float>
// SM90: cost: 8{{[0-9].*}} µs (instruction issue)
