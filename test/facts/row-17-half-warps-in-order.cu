// facts.md row 17: a permuted or misaligned half-warp is 16 transactions on 1.0 and 1.1, 1 or 2 from 1.2 on, whose segments are 32, 64 and
// 128 bytes for words of 1, 2 and more.
// RUN: %coalcheck --target=sm_10,sm_11,sm_12,sm_13 --fail-on=never --launch='*: grid=1 block=16' %s | FileCheck %s
// RUN: %coalcheck --target=sm_13 --format=json --fail-on=never --launch='*: grid=1 block=16' %s | FileCheck --check-prefix=BYTES %s
__global__ void k(const float *in, const unsigned char *bytes, const short *shorts, float *out) {
  float permuted = in[threadIdx.x ^ 1];
  float misaligned = in[threadIdx.x + 1];
  float across = in[threadIdx.x + 20];
  int one = bytes[threadIdx.x * 2];
  int two = shorts[threadIdx.x * 2];
  out[threadIdx.x] = permuted + misaligned + across + one + two;
}
// CHECK: 6:20: warning:
// CHECK: 7:22: warning: misaligned loads of 'in'
// CHECK: the same at line 8
// CHECK: 9:13: warning: uncoalesced
// CHECK: 10:13: warning: uncoalesced
// CHECK: line:col access sm_10 sm_11 sm_12 sm_13 expression
// CHECK-NEXT: 6:20 global load 16 transactions, 12.5 %, {{[a-z-]+}} 16 transactions, 12.5 %, {{[a-z-]+}} 1 transaction, 100 %, coalesced 1 transaction, 100 %, coalesced
// CHECK-NEXT: 7:22 global load 16 transactions, 12.5 %, misaligned 16 transactions, 12.5 %, misaligned 1 transaction, 50 %, coalesced 1 transaction, 50 %, coalesced
// CHECK-NEXT: 8:18 global load 16 transactions, 12.5 %, misaligned 16 transactions, 12.5 %, misaligned 2 transactions, 66.67 %, misaligned 2 transactions, 66.67 %, misaligned
// BYTES: "expression": "bytes[threadIdx.x * 2]"
// BYTES: "bytes_moved": 32
// BYTES: "expression": "shorts[threadIdx.x * 2]"
// BYTES: "bytes_moved": 64
