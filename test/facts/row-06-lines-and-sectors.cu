// facts.md row 6: lanes 1024 floats apart fetch 4096 B in 128-byte lines (3.125 %), 1024 B in sectors (12.5 %); consecutive floats are
// one line or four sectors, 100 % both.
// RUN: not %coalcheck --target=sm_20,sm_80 --launch='*: grid=1 block=32' %s | FileCheck %s
// RUN: not %coalcheck --target=sm_20 --format=json --launch='*: grid=1 block=32' %s | FileCheck --check-prefix=LINES %s
// RUN: not %coalcheck --target=sm_80 --format=json --launch='*: grid=1 block=32' %s | FileCheck --check-prefix=SECTORS %s
__global__ void k(const float *data, float *out) {
  float a = data[threadIdx.x * 1024];
  float b = data[threadIdx.x];
  out[threadIdx.x] = a + b;
}
// CHECK: 7:13: warning: uncoalesced load{{.*}}: 32 lines
// CHECK: line:col access sm_20 sm_80 expression
// CHECK-NEXT: 7:13 global load 32 lines, 3.125 %, strided 32 sectors, 12.5 %, strided
// CHECK-NEXT: 8:13 global load 1 line, 100 %, coalesced 4 sectors, 100 %, coalesced
// LINES: "expression": "data[threadIdx.x * 1024]"
// LINES: "efficiency": 0.03125
// LINES: "bytes_moved": 4096
// SECTORS: "expression": "data[threadIdx.x * 1024]"
// SECTORS: "efficiency": 0.125
// SECTORS: "bytes_moved": 1024
