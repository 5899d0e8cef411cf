// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernel templates that nothing instantiates get a plausible instance where the pattern alone does not tell. The findings say so,
// and are remarks where the pattern does not know the access.
// DIFFERENTIAL-SKIP: the plugin takes what the compiler instantiates
// RUN: %coalcheck --all %s 2>&1 | FileCheck --implicit-check-not=error: %s
// RUN: %coalcheck --all %s 2>&1 | FileCheck --check-prefix=PATTERN %s
// RUN: %coalcheck --all --only-written %s 2>&1 | FileCheck --check-prefix=WRITTEN %s
// CHECK: supposed.cu:[[@LINE+7]]:3: remark: 16-way bank conflict
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
// CHECK: [[@LINE+4]]:31 global store 4 32 12 4
template <Mode M, bool B, int K = 3> __global__ void modes(float *p) {
  __shared__ float s[32][K];
  s[threadIdx.x % 32][0] = 0;
  if (M == Mode::first && !B) p[threadIdx.x * K] = s[0][0]; // NOLINT
}
}
// CHECK: once<float, 7>(float*)
// Types alone: as written. A class with members of its own: nothing plausible.
// CHECK: types(type-parameter-0-0*)
template <typename T> __global__ void types(T *p) { p[threadIdx.x] = 0; }
// CHECK: traits(type-parameter-0-0::type*)
// CHECK: unknown: unsupported
template <typename Traits> __global__ void traits(typename Traits::type *p) { p[threadIdx.x * Traits::size] = 0; }
// The pattern tells all: no number is invented for S.
// PATTERN-LABEL: stride(const type-parameter-0-0*, type-parameter-0-0*)
// PATTERN: global load 4 32 4..32
template <typename T, int S> __global__ void stride(const T *in, T *out) { out[threadIdx.x] = in[threadIdx.x * S]; } // NOLINT
