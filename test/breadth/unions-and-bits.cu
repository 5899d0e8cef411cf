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
    v += a[f];                                   //= global load fine 4..4
    v += a[__popc(t & 31) * 8 + __clz(1 << (t & 31))];       //= global load scattered 5..5
    v += a[__mul24(t, 3)];                       //= global load strided 12..12
    o[__umulhi(t << 16, 1u << 16) + (t & ~31)] = v;          //= global store fine 4..4
    o[reinterpret_cast<unsigned&>(n) + t] = v;   //= global store fine 4..4
}
union Both { double d; int i[2]; unsigned char b[8]; struct { unsigned low : 12, mid : 8, high : 12; } f; };
#define BIT_CAST(...) __builtin_bit_cast(__VA_ARGS__)
template <class To, class From> __device__ To as(const From& f) { return __builtin_bit_cast(To, f); }
template <class To, class From> __device__ To as_too(const From& f) { return BIT_CAST(To, f); }
__global__ void parts(const float* a, float* o) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    Both x;
    x.d = t;
    float v = a[(x.i[1] >> 20) % 4 * 8 + t];     //= global load any 4..5
    x.i[0] = t * 0x10203;
    v += a[x.b[0] * 2];                          //= global load strided 24..24
    v += a[x.f.low & 255];                       //= global load strided 12..12
    x.f.mid = 5;
    v += a[(x.i[0] >> 12 & 255) * 8 + t];        //= global load fine 4..4
    x.i[0] = -1;
    x.b[1] = 2;
    v += a[(x.f.low - 0x200) + t - 255];         //= global load fine 4..4
    short h[2] = {(short)t, 0};
    if (t & 1) *(int*)h = 64;
    v += a[h[0] * 8];                            //= global load any 16..17
    long long w = __double_as_longlong(__longlong_as_double(t * 2ll));
    v += a[w];                                   //= global load strided 8..8
    double d = __hiloint2double(t, 3 * t);
    v += a[__double2hiint(d)];                   //= global load fine 4..4
    o[__double2loint(d)] = v;                    //= global store strided 12..12
    o[as<int>(as_too<float>(t * 2))] = v;        //= global store strided 8..8
    float e = (float)(1 << (t & 15));
    o[(reinterpret_cast<int&>(e) >> 23) - 127] = v;        //= global store fine 2..2
}
int main() {
    float *a, *o; Quad* q; Word* w;
    cudaMalloc(&a, 65536 * 4); cudaMalloc(&o, 65536 * 4); cudaMalloc(&q, 4096); cudaMalloc(&w, 4096);
    bits<<<2, 64>>>(a, q, w, o, 64);
    parts<<<4, 32>>>(a, o);
    cudaDeviceSynchronize();
}
