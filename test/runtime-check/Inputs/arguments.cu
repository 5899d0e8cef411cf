// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Launches that show what they pass: nothing is asked for, every access is confirmed.
struct Size { int w, h; };
struct Base { int step; };
struct View : Base { float *data; Size size; unsigned wide : 4, high : 12; union { int i; float f; } u; int dims[3]; char tail; };
__global__ void view(View v) { v.data[threadIdx.x * v.step * v.size.h + v.wide + v.dims[1]] = v.high + v.u.i; }
void launch_view(float *p) { View v; v.step = 2; v.data = p; v.size = {3, 2}; v.wide = 8; v.high = 77; v.u.i = 8; v.dims[0] = 0; v.dims[1] = 8; v.dims[2] = 3; v.tail = 1; view<<<2, 64>>>(v); }
__global__ void shifted(const float *a, float *b, float scale) { b[threadIdx.x] = a[threadIdx.x] * scale; }
void launch_shifted(float *p) { float *q; cudaMalloc(&q, 4096); shifted<<<1, 64>>>(q + 1, q + 512, 0.5f); }
__global__ void maybe(float *a, const int *index) { a[index ? 0 : threadIdx.x * 4] = 0; }
void launch_maybe(float *p) { maybe<<<1, 64>>>(p, nullptr); }
struct Strided { int by; long long off; __device__ long long operator()(int i) const { return off + i * by; } };
template <class F> __global__ void apply(float *a, F f) { a[f(threadIdx.x)] = 0; }
void launch_apply(float *p) { apply<<<1, 64>>>(p, Strided{3, 8}); int n = 5; apply<<<1, 64>>>(p, [=] __device__(int i) { return i * n; }); apply<<<1, 64>>>(p, [n, k = 8] __device__(int i) { return k * (i + n); }); }
