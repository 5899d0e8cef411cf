// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bit-fields beside each other in one word: each keeps its own value, cut to its width; in unions, copies and parameters.
#include <cuda_runtime.h>
struct Packed { unsigned on : 1; unsigned kind : 7; unsigned size : 24; unsigned row : 16; unsigned col : 16; int shift : 4; };
union Word { Packed p; unsigned w[3]; };
struct Holder { int before; Packed p; };
__device__ int column(Packed p) { return p.col; }
__device__ void place(Packed& p, unsigned r, unsigned c) { p.row = r; p.col = c; p.on = true; }
__global__ void fields(const float* a, const Packed* g, float* o, Packed cfg) {
    int t = threadIdx.x, base = blockIdx.x * 64;
    Packed p;
    p.col = t * 2;
    p.row = 4;
    float v = a[p.col];                          //= global load strided 8..8
    v += a[p.row + t];                           //= global load misaligned,fine-group 5..5
    Packed q = {1, 3, 100, 7, 9};
    place(q, t * 3, t * 4);
    v += a[column(q)];                           //= global load strided 16..16
    v += a[q.row];                               //= global load strided 12..12
    v += a[q.size * 8 + q.kind * 8 + t];         //= global load fine 4..4
    Holder h = {1, q};
    h.p.row += t;
    v += a[h.p.row];                             //= global load strided 16..16
    v += a[h.p.col];                             //= global load strided 16..16
    p.col = 65536 + 8 + t;
    v += a[p.col];                               //= global load fine 4..4
    p.shift = -1;
    v += a[t + 7 - p.shift];                     //= global load fine 4..4
    Word w;
    w.w[1] = t * 8 << 16 | 5;
    v += a[w.p.col];                             //= global load strided 32..32
    v += a[w.p.row + 3 + t];                     //= global load fine 4..4
    w.p.row = 8;
    v += a[w.p.row + t];                         //= global load fine 4..4
    v += g[base + t].col;                        //= global load aos-field 12..12
    v += a[t * cfg.row + cfg.col];               //= global load strided 8..8
    o[base + t] = v;                             //= global store fine 4..4
}
int main() {
    float *a, *o;
    Packed* g;
    cudaMalloc(&a, 1 << 20); cudaMalloc(&o, 1 << 20); cudaMalloc(&g, 1 << 16);
    Packed cfg = {};
    cfg.row = 2;
    cfg.col = 8;
    fields<<<2, 64>>>(a, g, o, cfg);
    cudaDeviceSynchronize();
}
