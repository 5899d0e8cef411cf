// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// nvcc takes launch marks with blanks in them; columns behind them stay.
// DIFFERENTIAL-SKIP: Clang takes no split marks
// RUN: %coalcheck --all %s 2>&1 | FileCheck --implicit-check-not=error: %s
template <typename A, typename B> struct pair {};
template <typename T> struct box { static constexpr int n = 32; };
__global__ void first(float *p) { p[threadIdx.x] = 0; }
template <typename T> __global__ void second(float *p, T) { p[threadIdx.x] = 0; }
// CHECK-LABEL: first(float*)
// CHECK: launch ({{.*}}split-marks.cu:[[@LINE+5]]): grid 2x1x1 block 32x2x1
// CHECK-LABEL: second<pair<int, box<box<int>>>>(
// CHECK: launch ({{.*}}split-marks.cu:[[@LINE+4]]): grid 1x1x1 block 32x1x1
// CHECK: 2 accesses judged, 0 unknown
void run(float *p, int n) {
  first << <dim3((n >> 20 > 0) ? 2 : 2), dim3(32, 2) >> > (p);
  second<pair<int, box<box<int> > > ><<< 1, box<int>::n>> >(p, {});
  const char *text = "<< <";
  n = n << 1 > 2;
}
