// What atomics take is not modelled: a launch that has some has no cost, and says why.
// RUN: %coalcheck --target=sm_90 --totals --checks=-* %s | FileCheck %s
// RUN: %coalcheck --target=sm_90 --totals --format=json %s | FileCheck --check-prefix=JSON --implicit-check-not=time_ns %s
__global__ void count(const int *in, int *total) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(total, in[i]);
}
void host(const int *in, int *total) { count<<<64, 256>>>(in, total); }
// CHECK: totals of count
// CHECK: cost: unknown: the time of atomics is not modelled
// JSON: "name": "count"
