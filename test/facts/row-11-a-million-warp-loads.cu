// facts.md row 11: a million warp loads, latency-bound: 9.6 s with 32 transactions each, 0.3 s with 4; beside it the bandwidth
// bound at 900 GB/s, and from how many warps in flight on that one applies.
// RUN: not %coalcheck --totals --model=teaching --launch='*: grid=125000 block=256' %s | env -u FILECHECK_OPTS FileCheck %s
// RUN: not %coalcheck --totals --model=teaching --warps-in-flight=9000 --launch='*: grid=125000 block=256' %s | env -u FILECHECK_OPTS FileCheck --check-prefix=MANY %s
__global__ void apart(const float *data) {
  float a = data[(blockIdx.x * blockDim.x + threadIdx.x) * 8ll];
}
__global__ void together(const float *data) {
  float a = data[blockIdx.x * blockDim.x + threadIdx.x];
}
// CHECK: totals of apart
// CHECK: requests: 1000000
// CHECK-NEXT: global sectors: 32000000, ideal 4000000
// CHECK: time: latency-bound 9.6 s, bandwidth-bound 1.14 ms: latency-bound (L = 300 ns, B = 900 GB/s, 1 warp in flight; bandwidth-bound from 8438 on)
// CHECK: totals of together
// CHECK: global sectors: 4000000, ideal 4000000
// CHECK: time: latency-bound 300 ms, bandwidth-bound 142.22 µs: latency-bound (L = 300 ns, B = 900 GB/s, 1 warp in flight; bandwidth-bound from 2109 on)
// MANY: time: latency-bound 1.07 ms, bandwidth-bound 1.14 ms: bandwidth-bound
