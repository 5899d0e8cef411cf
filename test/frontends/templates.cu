// Templates: instances reached from launches, explicit instances, patterns, host wrappers.
// DIFFERENTIAL: -std=c++20
// RUN: %coalcheck --dump-ir %s -- -std=c++20 | FileCheck %s
template <class T, int N> struct Tile {
  static constexpr int pitch = N + 1;
  T data[N][pitch];
  __device__ T *row(int i) { return data[i]; }
};
template <class T, int N, bool Swap = false> __global__ void tiled(T *out, const T *in, int n) {
  __shared__ Tile<T, N> tile;
  tile.row(threadIdx.y)[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.y * n + threadIdx.x] = tile.data[Swap ? threadIdx.x : threadIdx.y][threadIdx.y];
}
template <int N> __device__ float power(float x) { return x * power<N - 1>(x); }
template <> __device__ float power<0>(float) { return 1; }
template <class T> __global__ void explicit_one(T *p) { p[threadIdx.x * 2] = power<2>(p[threadIdx.x]); }
template __global__ void explicit_one<double>(double *);
template <class T> __global__ void pattern(T *p, int n) { int i = threadIdx.x; if (i < n) p[i * 8] = p[i]; }
template <class Op> __global__ void with_op(float *p, Op op) { p[threadIdx.x] = op(p[threadIdx.x], 2.0f); }
struct Plus { template <class T> __device__ T operator()(T a, T b) const { return a + b; } };
template <class T> void launch(T *out, const T *in, int n) {
  dim3 block(16, 16);
  tiled<T, 16><<<n / 16, block>>>(out, in, n);
  if (n > 1000) tiled<T, 32, true><<<dim3(n / 32, 2), dim3(32, 32), 0, nullptr>>>(out, in, n);
}
static int blocks(int n, int per) { return (n + per - 1) / per; }
void host(float *a, double *b, int n) {
  launch(a, a, n);
  launch<double>(b, b, 64);
  with_op<<<blocks(n, 128), 128, n * sizeof(float)>>>(a, Plus{});
}
int unrelated(int n) { return n; }
int main() { host(nullptr, nullptr, unrelated(5)); }
// CHECK-LABEL: function explicit_one<double>(double*) : kernel -> void symbol _Z12explicit_oneIdEvPT_
// CHECK-LABEL: function pattern(type-parameter-0-0*, int) : kernel pattern -> void{{$}}
// CHECK-LABEL: function tiled<double, 16, false>(double*, const double*, int) : kernel -> void
// CHECK-LABEL: function tiled<double, 32, true>(double*, const double*, int) : kernel -> void
// CHECK-LABEL: function tiled<float, 16, false>(float*, const float*, int) : kernel -> void
// CHECK-LABEL: function tiled<float, 32, true>(float*, const float*, int) : kernel -> void symbol _Z5tiledIfLi32ELb1EEvPT_PKS0_i
// CHECK-LABEL: function with_op<Plus>(float*, Plus) : kernel -> void
// CHECK: function Plus::operator()<float>(float, float) : device method -> f32
// CHECK: function launch<double>(double*, const double*, int) : host launches -> void
// CHECK: function main() : host -> i32
// CHECK: function power<0>(float) : device -> f32
// CHECK: function unrelated(int) : host -> i32
