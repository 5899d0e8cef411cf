// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Instances whose names are spelled in different ways by different tools. Every access is confirmed.
enum Mode { A, B };
enum class Kind : unsigned char { X = 200, Y };
__device__ float twice(float x) { return 2 * x; }
template <Mode M> __global__ void by_enum(float* a) { a[threadIdx.x * (M + 1)] = 0; }
template <Kind K> __global__ void by_class(float* a) { a[threadIdx.x * ((int)K - 198)] = 0; }
template <float (*F)(float)> __global__ void by_function(float* a) { a[threadIdx.x * 2] = F(1); }
namespace { __global__ void hidden(float* a) { a[threadIdx.x * 2] = 0; } 
template <class T> struct Tag { static constexpr int v = sizeof(T); }; }
template <class T> __global__ void tagged(float *a) { a[threadIdx.x * T::v] = 0; }
static __global__ void internal(float* a) { a[threadIdx.x * 2] = 0; }
extern "C" __global__ void plain(float* a) { a[threadIdx.x * 2] = 0; }
struct S { static __global__ void member(float* a) { a[threadIdx.x * 2] = 0; } };
template <int N> struct T { static __global__ void member(float* a) { a[threadIdx.x * N] = 0; } };
template <class F> __global__ void apply(float* a, F f) { a[f(threadIdx.x)] = 0; }
template <int... N> __global__ void pack(float *a) { a[threadIdx.x * (N + ...)] = 0; }
template <template <class> class C> __global__ void templ(float *a) { a[threadIdx.x * C<char>::v] = 0; }
namespace outer { inline namespace v1 { template <unsigned long long N, char C> __global__ void wide(float *a) { a[threadIdx.x * N] = C; } } }
__global__ void over(float *a) { a[threadIdx.x * 2] = 0; }
__global__ void over(float *a, int n) { a[threadIdx.x * n] = 0; }
void run(float* a, int n) {
  by_enum<B><<<1, 64>>>(a);
  by_class<Kind::X><<<1, 64>>>(a);
  by_function<twice><<<1, 64>>>(a);
  hidden<<<1, 64>>>(a);
  tagged<Tag<int>><<<1, 64>>>(a);
  internal<<<1, 64>>>(a);
  plain<<<1, 64>>>(a);
  S::member<<<1, 64>>>(a);
  T<3>::member<<<1, 64>>>(a);
  int s = 2;
  apply<<<1, 64>>>(a, [=] __device__(int i) { return i * s; });
  apply<<<1, 64>>>(a, [] __device__(int i) { return i * 4; });
  pack<1, 2><<<1, 64>>>(a);
  templ<Tag><<<1, 64>>>(a);
  outer::wide<4ull, 'x'><<<1, 64>>>(a);
  over<<<1, 64>>>(a);
  over<<<1, 64>>>(a, 4);
}
