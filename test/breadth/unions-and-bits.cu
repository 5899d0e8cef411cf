// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The bits of values: unions, casts of references, bit intrinsics.
#include <cuda_runtime.h>
union Word { int i; unsigned u; short h[2]; unsigned char b[4]; };
union Quad { float4 v; float f[4]; };
__global__ void bits(const float* a, const Quad* q, const Word* w, float* o, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    Word x;
    x.i = t * 4;
    float v = a[x.u];                            //= global load strided 16..16
    Quad k = q[t];                               //= global load fine 16..16
    v += k.f[0] + k.f[3];
    v += q[t].f[2];                              //= global load fine-group 16..16
    v += w[t].b[3];                              //= global load strided,aos-field 4..4
    int r = __brev(t) >> 27;
    v += a[r & 31];                              //= global load fine 4..4
    int f = __float_as_int(__int_as_float(t));
    v += a[f];                                   //= global load any 4..4
    v += a[__popc(t & 31) * 8 + __clz(1 << (t & 31))];       //= global load scattered 5..5
    v += a[__mul24(t, 3)];                       //= global load strided 12..12
    o[__umulhi(t << 16, 1u << 16) + (t & ~31)] = v;          //= global store fine 4..4
    o[reinterpret_cast<unsigned&>(n) + t] = v;   //= global store fine 4..4
}
int main() {
    float *a, *o; Quad* q; Word* w;
    cudaMalloc(&a, 65536 * 4); cudaMalloc(&o, 65536 * 4); cudaMalloc(&q, 4096); cudaMalloc(&w, 4096);
    bits<<<2, 64>>>(a, q, w, o, 64);
    cudaDeviceSynchronize();
}
