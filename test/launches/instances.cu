// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// --instance analyses instances of templates that the file does not make.
// DIFFERENTIAL-SKIP: the plugin takes what the compiler instantiates
// RUN: %coalcheck --all --instance='copy<float4, 2>' --instance='deep::inner::hidden< unsigned char >' --instance='plain<short>' %s | FileCheck %s
// RUN: not %coalcheck --instance='copy<int>' --instance='none<3>' %s 2>&1 | FileCheck --check-prefix=BAD %s
// RUN: not %coalcheck --instance=copy %s 2>&1 | FileCheck --check-prefix=FORM %s
// BAD: --instance names 'copy<int>', which is no instance of a kernel template in the files
// BAD: --instance names 'none<3>', which is no instance of a kernel template in the files
// FORM: bad --instance 'copy': expected a name with template arguments, 'fwd<half, 128>'

// CHECK-LABEL: copy<float4, 2>(const float4*, float4*)
// CHECK: [[@LINE+3]]:3 global store 16 32 32 16 {{.*}} out[2 * threadIdx.x]
// CHECK: [[@LINE+2]]:{{.*}} global load 16 32 {{.*}} in[threadIdx.x * N]
template <typename T, int N> __global__ void copy(const T *in, T *out) {
  out[2 * threadIdx.x] = in[threadIdx.x * N]; // NOLINT(coalcheck-strided)
}
// CHECK-LABEL: deep::plain<short>(
// CHECK: [[@LINE+9]]:66 global store 2 32 2 2
// CHECK-LABEL: deep::inner::hidden<unsigned char>(
// CHECK: block 64x1x1
// CHECK: [[@LINE+3]]:76 global store 1 32 1 1
namespace deep {
namespace inner {
template <typename T> __global__ __launch_bounds__(64) void hidden(T *p) { p[threadIdx.x] = 0; }
}
template <class T> struct other { T x; };
template <class T> static __global__ void plain(T *p) { if (p) { p[threadIdx.x] = 0; } }
}
// No line end behind this comment