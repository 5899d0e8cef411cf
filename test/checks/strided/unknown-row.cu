// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What one access reads with an unknown distance between its lanes: its own instructions use the rest of the sectors, or nobody does.
// RUN: not %coalcheck %s 2>&1 | FileCheck --implicit-check-not=warning: --implicit-check-not=error: %s
// RUN: not %coalcheck --all %s 2>&1 | FileCheck --check-prefix=ALL %s
struct Whole { int e[8]; };
struct Half { int e[4]; };
// 32 bytes a lane fill the sectors that they lie in, however far the lanes are apart.
// ALL: 26:12: warning
// ALL: 35:46: warning
// ALL-LABEL: whole(
// ALL: global load 32 32 4..32 (mean 32) 4 12.5 % amortized
__global__ void whole(const short *in, int *out, int row) {
  Whole v = *(const Whole *)(in + row * threadIdx.x);
  out[threadIdx.x] = v.e[0] + v.e[7];
}
// So do rows of eight lanes.
// ALL-LABEL: rows(
// ALL: global load 32 32 32 4 12.5 % amortized
__global__ void rows(const short *in, int *out, int row) {
  Whole v = *(const Whole *)(in + row * (threadIdx.x / 8) + 16 * (threadIdx.x % 8));
  out[threadIdx.x] = v.e[0] + v.e[7];
}
// 16 bytes fill half of a sector.
// CHECK: unknown-row.cu:[[@LINE+2]]:12: warning: uncoalesced load of 'in': up to 32 sectors per request if row >= 16
__global__ void half(const short *in, int *out, int row) {
  Half v = *(const Half *)(in + row * threadIdx.x);
  out[threadIdx.x] = v.e[0] + v.e[3];
}
// Rows of a block whose distance is unknown may not be taken for one row: no tile is proved.
// CHECK: unknown-row.cu:[[@LINE+5]]:46: warning: uncoalesced load of 'in'
// CHECK: help: let neighbouring threadIdx.x read neighbouring elements
__global__ void packed(const unsigned short *in, unsigned *out, int columns) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  unsigned p = 0;
  for (int i = 0; i < 8; i++) p |= (unsigned)in[row * columns * 8 + column * 8 + i] << (i * 4);
  out[row * columns + column] = p;
}
void run(unsigned short *in, unsigned *out, int columns) { packed<<<dim3(8, 8), dim3(32, 16)>>>(in, out, columns); }
