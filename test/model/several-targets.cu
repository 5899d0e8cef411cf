// Several targets at once: the first is judged by, and what differs on the others is listed.
// RUN: not %coalcheck --min-efficiency=100 --target=sm_70,sm_13,fermi,fermi-l2 --launch='*: grid=1 block=32' %s | FileCheck %s
// RUN: not %coalcheck --min-efficiency=100 --target=sm_70,sm_10 --format=json --launch='*: grid=1 block=32' %s | FileCheck --check-prefix=JSON %s
// RUN: not %coalcheck --min-efficiency=100 --target=sm_70,sm_99 %s 2>&1 | FileCheck --check-prefix=BAD %s
__global__ void k(const float *in, float *out) {
  float a = in[threadIdx.x + 1];
  float b = in[8 * threadIdx.x];
  out[31 - threadIdx.x] = a + b;
}
// CHECK: :6:13: warning: misaligned load{{.*}}: 5 sectors per request, minimum 4
// CHECK: :7:13: warning: uncoalesced load{{.*}}: 32 sectors per request, minimum 4
// CHECK: different by target, a request:
// CHECK-NEXT: line:col access sm_70 sm_13 sm_20 sm_20:l2 expression
// CHECK-NEXT: 6:13 global load 5 sectors, 80 %, misaligned 3 transactions, 57.14 %, misaligned 2 lines, 50 %, misaligned 5 sectors, 80 %, misaligned in[threadIdx.x + 1]
// CHECK-NEXT: 7:13 global load 32 sectors, 12.5 %, strided 8 transactions, 12.5 %, strided 8 lines, 12.5 %, strided 32 sectors, 12.5 %, strided in[8 * threadIdx.x]
// CHECK-NEXT: 8:3 global store 4 sectors, 100 %, coalesced 2 transactions, 100 %, coalesced 4 sectors, 100 %, coalesced 4 sectors, 100 %, coalesced out[31 - threadIdx.x]
// JSON: "targets":
// JSON-NEXT: "sm_10":
// BAD: unknown target 'sm_99'; known are lines128, sm_10, sm_11
