// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The values of launch bounds are Clang's: names mean what they mean where they are written, instance by instance.
// RUN: not %coalcheck --explain %s -- -std=c++17 | env -u FILECHECK_OPTS FileCheck %s
// RUN: %if plugin %{ %clang_coal -Xclang -plugin-arg-coalcheck -Xclang --explain -std=c++17 %s 2>&1 | env -u FILECHECK_OPTS FileCheck %s %}
// RUN: %if cuda-toolkit %{ not %coalcheck --explain --cuda-headers=toolkit %s -- -std=c++17 | env -u FILECHECK_OPTS FileCheck %s %}
#define STRIDED(a) (a)[threadIdx.x * 8] = 0
constexpr int kThreads = 32;
namespace a {
struct Cfg { char c[8]; static constexpr int kThreads = 64; };
constexpr int kThreads = 96;
}
namespace b {
struct Cfg { char c[4]; };
__global__ __launch_bounds__(sizeof(Cfg) * 40) void innermost(float *o) { STRIDED(o); }
// CHECK-DAG: :[[@LINE-1]]:{{.*}}: note: block (160, 1, 1) taken from __launch_bounds__
}
namespace a {
__global__ void __launch_bounds__(kThreads, 2) hides(float *o) { STRIDED(o); }
// CHECK-DAG: :[[@LINE-1]]:{{.*}}: note: block (96, 1, 1) taken from __launch_bounds__
}
__global__ void __launch_bounds__(kThreads * 8) global(float *o) { STRIDED(o); }
// CHECK-DAG: :[[@LINE-1]]:{{.*}}: note: block (256, 1, 1) taken from __launch_bounds__
__global__ void __launch_bounds__(a::Cfg::kThreads) qualified(float *o) { STRIDED(o); }
// CHECK-DAG: :[[@LINE-1]]:{{.*}}: note: block (64, 1, 1) taken from __launch_bounds__
template <class K, int N> __global__ void __launch_bounds__(K::kThreads + N) by_argument(float *o) { STRIDED(o); }
// CHECK-DAG: :[[@LINE-1]]:{{.*}}: note: block (192, 1, 1) taken from __launch_bounds__
template __global__ void by_argument<a::Cfg, 128>(float *);
constexpr int pick(int n) { return n > 3 ? 224 : 7; }
__global__ void __launch_bounds__(pick(4)) by_function(float *o) { STRIDED(o); }
// CHECK-DAG: :[[@LINE-1]]:{{.*}}: note: block (224, 1, 1) taken from __launch_bounds__
enum { kEnumerated = 288 };
#define BOUNDS __launch_bounds__(kEnumerated)
BOUNDS __global__ void by_macro(float *o) { STRIDED(o); }
// CHECK-DAG: :[[@LINE-1]]:{{.*}}: note: block (288, 1, 1) taken from __launch_bounds__
__global__ void __launch_bounds__(sizeof(b::Cfg) * 8) guarded(float *o) { if (threadIdx.x >= 32) STRIDED(o); }
// CHECK-NOT: in kernel 'guarded'
