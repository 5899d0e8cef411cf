// Atomics: one for a warp where nvcc makes one of them, lanes of one address one after the other where it does not.
// RUN: %coalcheck --target=sm_90 --totals --checks=-* %s | FileCheck %s
// RUN: %coalcheck --target=sm_90 --totals --format=json %s | FileCheck --check-prefix=JSON %s
__global__ void count(const int *in, int *total) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(total, in[i]);
}
__global__ void exchange(int *last) { atomicExch(last, threadIdx.x); }
__global__ void add(double *sum) { atomicAdd(sum, 1.0); }
__global__ void spread(float *sums) { atomicAdd(&sums[blockIdx.x * blockDim.x + threadIdx.x], 1.0f); }
void host(const int *in, int *total, double *sum, float *sums) {
  count<<<4096, 256>>>(in, total);
  exchange<<<4096, 256>>>(total);
  add<<<4096, 256>>>(sum);
  spread<<<4096, 256>>>(sums);
}
// 32768 warps, one operation each, 1.16 cycles of 0.505 ns: 19 µs and the launch.
// CHECK: totals of count
// CHECK: cost: 21.{{[0-9]+}} µs (atomics of L2)
// JSON: "name": "count"
// JSON: "bottleneck": "atomics",
// 32 lanes of each warp, one after the other: 614 µs.
// CHECK: totals of exchange
// CHECK: cost: 61{{[0-9.]+}} µs (atomics of L2)
// Three cycles a lane of double precision.
// CHECK: totals of add
// CHECK: cost: 1.8{{[0-9]+}} ms (atomics of L2)
// All over L2: no slice has more than its share.
// CHECK: totals of spread
// CHECK: cost: {{[0-9.]+}} µs ({{(DRAM bandwidth|L2 bandwidth|latency)}})
