// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Host values that travel through the standard library: each kernel is launched with 64 threads and a stride of 4.
// RUN: not %coalcheck --explain %s -- -std=c++17 | env -u FILECHECK_OPTS FileCheck %s --implicit-check-not="lanes are 4*n" --implicit-check-not=assumed
// RUN: %if plugin %{ %clang_coal -Xclang -plugin-arg-coalcheck -Xclang --explain -std=c++17 %s 2>&1 | env -u FILECHECK_OPTS FileCheck %s --implicit-check-not="lanes are 4*n" --implicit-check-not=assumed %}
#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>
#include <numeric>
template <int N> __global__ void k(float *a, int n) { a[threadIdx.x * n] = 1; }
// CHECK: :[[@LINE-1]]:{{.*}}: warning: uncoalesced store{{.*}}: 16 sectors per request, minimum 4
void v1(float *a) { int p = 1, q = 4; std::swap(p, q); k<1><<<2, 64>>>(a, p); }
// CHECK-DAG: :[[@LINE-1]]:{{.*}}: note: launched here with block (64, 1, 1)
void v2(float *a, int n) { k<2><<<2, std::max({32, 64, 16})>>>(a, 4); }
// CHECK-DAG: :[[@LINE-1]]:{{.*}}: note: launched here with block (64, 1, 1)
void v3(float *a) { std::vector<int> v{1, 4, 2}; k<3><<<2, 64>>>(a, v[1]); }
// CHECK-DAG: :[[@LINE-1]]:{{.*}}: note: launched here with block (64, 1, 1)
void v4(float *a) { std::vector<int> v(4); k<4><<<2, 64>>>(a, v.size()); }
// CHECK-DAG: :[[@LINE-1]]:{{.*}}: note: launched here with block (64, 1, 1)
void v5(float *a) { std::optional<int> v = 4; k<5><<<2, 64>>>(a, *v); }
// CHECK-DAG: :[[@LINE-1]]:{{.*}}: note: launched here with block (64, 1, 1)
void v6(float *a) { auto [p, q] = std::make_pair(4, 64); k<6><<<2, q>>>(a, p); }
// CHECK-DAG: :[[@LINE-1]]:{{.*}}: note: launched here with block (64, 1, 1)
void v7(float *a) { auto [p, q] = std::make_tuple(4, 64); k<7><<<2, q>>>(a, p); }
// CHECK-DAG: :[[@LINE-1]]:{{.*}}: note: launched here with block (64, 1, 1)
void v8(float *a) { auto p = std::make_unique<int>(4); k<8><<<2, 64>>>(a, *p); }
// CHECK-DAG: :[[@LINE-1]]:{{.*}}: note: launched here with block (64, 1, 1)
void v9(float *a) { std::array<int, 3> v{1, 4, 64}; k<9><<<2, v[2]>>>(a, v[1]); }
// CHECK-DAG: :[[@LINE-1]]:{{.*}}: note: launched here with block (64, 1, 1)
void v10(float *a) { std::vector<int> v; v.push_back(1); v.push_back(4); k<10><<<2, 64>>>(a, v.back()); }
// CHECK-DAG: :[[@LINE-1]]:{{.*}}: note: launched here with block (64, 1, 1)
void v11(float *a) { std::vector<int> v(3, 4); k<11><<<2, 64>>>(a, v[2]); }
// CHECK-DAG: :[[@LINE-1]]:{{.*}}: note: launched here with block (64, 1, 1)
void v12(float *a) { int x = 0, y = 0; std::tie(x, y) = std::make_tuple(4, 64); k<12><<<2, y>>>(a, x); }
// CHECK-DAG: :[[@LINE-1]]:{{.*}}: note: launched here with block (64, 1, 1)
void v14(float *a) { std::vector<int> v{2, 2}; k<14><<<2, 64>>>(a, std::accumulate(v.begin(), v.end(), 0)); }
// CHECK-DAG: :[[@LINE-1]]:{{.*}}: note: launched here with block (64, 1, 1)
void v15(float *a) { std::optional<int> v; k<15><<<2, 64>>>(a, v.value_or(4)); }
// CHECK-DAG: :[[@LINE-1]]:{{.*}}: note: launched here with block (64, 1, 1)
void v16(float *a) { std::tuple<int, int> t(4, 64); k<16><<<2, std::get<1>(t)>>>(a, std::get<0>(t)); }
// CHECK-DAG: :[[@LINE-1]]:{{.*}}: note: launched here with block (64, 1, 1)
void v20(float *a) { std::vector<int> v{1, 2, 4}; k<20><<<2, 64>>>(a, *std::max_element(v.begin(), v.end())); }
// CHECK-DAG: :[[@LINE-1]]:{{.*}}: note: launched here with block (64, 1, 1)
void v21(float *a) { int v[] = {4, 2}; k<21><<<2, 64>>>(a, std::min(std::max(v[0], v[1]), std::clamp(9, 1, 8))); }
// CHECK-DAG: :[[@LINE-1]]:{{.*}}: note: launched here with block (64, 1, 1)
void v22(float *a) { struct P { int ld, b; }; auto f = [] { return P{4, 64}; }; auto [ld, b] = f(); k<22><<<2, b>>>(a, ld); }
// CHECK-DAG: :[[@LINE-1]]:{{.*}}: note: launched here with block (64, 1, 1)
void v23(float *a) { std::vector<int> u{1, 4}; std::vector<int> v = u; v.emplace_back(7); v.resize(2); k<23><<<v.size(), 64>>>(a, v.back()); }
// CHECK-DAG: :[[@LINE-1]]:{{.*}}: note: launched here with block (64, 1, 1)
void v25(float *a) { size_t n = std::min<size_t>(1000, 64); k<25><<<2, n>>>(a, 4); }
// CHECK-DAG: :[[@LINE-1]]:{{.*}}: note: launched here with block (64, 1, 1)
void v17(float *a) { int x = 4; int p = std::exchange(x, 9); k<17><<<2, 64>>>(a, p); }
// CHECK-DAG: :[[@LINE-1]]:{{.*}}: note: launched here with block (64, 1, 1)
