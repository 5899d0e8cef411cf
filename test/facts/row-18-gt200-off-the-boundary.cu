// facts.md row 18: on GT200 128 bytes off the boundary are two transactions; 32 and 96 bytes are wanted, 32 and 128 moved.
// RUN: %coalcheck --target=gt200 --all --launch='*: grid=1 block=16' %s | FileCheck %s
// RUN: %coalcheck --target=gtx280 --format=json --launch='*: grid=1 block=16' %s | FileCheck --check-prefix=BYTES %s
__global__ void k(const double *in, double *out) {
  out[threadIdx.x] = in[threadIdx.x + 12];
}
// CHECK: remark: misaligned load{{.*}}: 2 transactions per request, minimum 1
// CHECK: 5:22 global load 8 16 2 1 80 % misaligned
// BYTES: "bytes_used": 128,
// BYTES: "bytes_used": 128,
// BYTES-NEXT: "bytes_moved": 160,
