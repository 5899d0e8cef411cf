// facts.md row 10: at L = 300 ns the 4 sectors of consecutive floats overlap, the 32 of distant ones are served one after the other:
// 300 ns against 9600 ns, 32 times as much.
// RUN: not %coalcheck --model=teaching --format=json --launch='*: grid=1 block=32' %s | FileCheck %s
// RUN: not %coalcheck --model=teaching --latency=100 --format=json --launch='*: grid=1 block=32' %s | FileCheck --check-prefix=L100 %s
__global__ void k(const float *data, float *out) {
  float a = data[threadIdx.x];
  float b = data[threadIdx.x * 1024];
  out[threadIdx.x] = a + b;
}
// CHECK: "expression": "data[threadIdx.x]"
// CHECK: "latency_ns": 300,
// CHECK: "expression": "data[threadIdx.x * 1024]"
// CHECK: "latency_ns": 9600,
// L100: "expression": "data[threadIdx.x * 1024]"
// L100: "latency_ns": 3200,
