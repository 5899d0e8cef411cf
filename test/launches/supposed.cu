// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernel templates that nothing instantiates get a plausible instance where the pattern alone does not tell, and the findings say so.
// DIFFERENTIAL-SKIP: the plugin takes what the compiler instantiates
// RUN: not %coalcheck --all %s 2>&1 | FileCheck --implicit-check-not=error: %s
// RUN: %coalcheck --all --only-written %s 2>&1 | FileCheck --check-prefix=WRITTEN %s
// CHECK: supposed.cu:[[@LINE+7]]:3: warning: 16-way bank conflict
// CHECK: note: index {{.*}}; instance 'copy<float, 16>' supposed, none was seen
// WRITTEN-LABEL: copy(const
// WRITTEN: shared store 4 unknown: unsupported
template <typename T, int N> __global__ void copy(const T *in, T *out) {
  static_assert(N < 32, "a small tile");
  __shared__ T tile[N][N * 2];
  tile[threadIdx.x % N][threadIdx.y] = in[threadIdx.x];
}
// Instantiated in the file: nothing is supposed.
template <typename T, int N> __global__ void once(T *p) { p[threadIdx.x] = N; }
void run(float *p) { once<float, 7><<<1, 32>>>(p); }
// CHECK: copy<float, 16>(const float*, float*)
namespace {
enum class Mode { first, second };
// CHECK: (anonymous namespace)::modes<0, false, 3>(float*)
// CHECK: [[@LINE+2]]:31 global store 4 32 12 4
template <Mode M, bool B, int K = 3> __global__ void modes(float *p) {
  if (M == Mode::first && !B) p[threadIdx.x * K] = 0; // NOLINT
}
}
// CHECK: once<float, 7>(float*)
// Types alone: as written. A class with members of its own: nothing plausible.
// CHECK: types(type-parameter-0-0*)
template <typename T> __global__ void types(T *p) { p[threadIdx.x] = 0; }
// CHECK: traits(type-parameter-0-0::type*)
// CHECK: unknown: unsupported
template <typename Traits> __global__ void traits(typename Traits::type *p) { p[threadIdx.x * Traits::size] = 0; }
