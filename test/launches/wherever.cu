// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Launches wherever they are written: each kernel is launched with a block of its own.
// DIFFERENTIAL-SKIP: what a launch in a lambda leaves out (shared bytes, stream) libclang shows as zeros
// RUN: not %coalcheck --explain %s -- -std=c++17 | env -u FILECHECK_OPTS FileCheck %s
// RUN: %if plugin %{ %clang_coal -Xclang -plugin-arg-coalcheck -Xclang --explain -std=c++17 %s 2>&1 | env -u FILECHECK_OPTS FileCheck %s %}
#include <algorithm>
#include <functional>
#include <future>
#include <memory>
#include <thread>
#include <vector>
template <int N> __global__ void k(float *a, int n) { a[threadIdx.x * n] = 1; }
#define L(N) k<N><<<dim3(2, 3), dim3(32, N)>>>(a, 4)
void direct(float *a) { [&] { L(1); }(); }
// CHECK-DAG: :[[@LINE-1]]:{{.*}}: note: launched here with block (32, 1, 1)
void stored(float *a) { auto f = [&](int) { L(2); }; f(3); }
// CHECK-DAG: :[[@LINE-1]]:{{.*}}: note: launched here with block (32, 2, 1)
template <class F> void times(F &&f, int n) { for (int i = 0; i < n; i++) f(i); }
void passed(float *a) { times([=](int i) { L(3); }, 4); }
// CHECK-DAG: :[[@LINE-1]]:{{.*}}: note: launched here with block (32, 3, 1)
void generic(float *a) { times([&](auto i) { L(4); }, 4); }
// CHECK-DAG: :[[@LINE-1]]:{{.*}}: note: launched here with block (32, 4, 1)
void each(float *a) { std::vector<int> v{1, 2}; std::for_each(v.begin(), v.end(), [&](int x) { L(5); }); }
// CHECK-DAG: :[[@LINE-1]]:{{.*}}: note: launched here with block (32, 5, 1)
void thread(float *a) { std::thread t([&] { L(6); }); t.join(); }
// CHECK-DAG: :[[@LINE-1]]:{{.*}}: note: launched here with block (32, 6, 1)
void async(float *a) { auto f = std::async([&] { L(7); }); f.get(); }
// CHECK-DAG: :[[@LINE-1]]:{{.*}}: note: launched here with block (32, 7, 1)
void function(float *a) { std::function<void()> f = [&] { L(8); }; f(); }
// CHECK-DAG: :[[@LINE-1]]:{{.*}}: note: launched here with block (32, 8, 1)
void nested(float *a) { [&] { [&] { L(9); }(); }(); }
// CHECK-DAG: :[[@LINE-1]]:{{.*}}: note: launched here with block (32, 9, 1)
struct S { float *a; std::function<void(float *)> f; void go() { f = [this](float *) { L(10); }; f(a); } };
// CHECK-DAG: :[[@LINE-1]]:{{.*}}: note: launched here with block (32, 10, 1)
void make(S &s) { s.go(); }
void threads(float *a) { std::vector<std::thread> t; for (int i = 0; i < 2; i++) t.emplace_back([&, i] { L(11); }); for (auto &x : t) x.join(); }
// CHECK-DAG: :[[@LINE-1]]:{{.*}}: note: launched here with block (32, 11, 1)
void work(float *a, int n) { L(12); }
// CHECK-DAG: :[[@LINE-1]]:{{.*}}: note: launched here with block (32, 12, 1)
void threadOfFunction(float *a) { std::thread t(work, a, 3); t.join(); }
template <class F> void helper2(const F &f) { times(f, 2); }
void viaHelper(float *a) { helper2([&](int) { L(13); }); }
// CHECK-DAG: :[[@LINE-1]]:{{.*}}: note: launched here with block (32, 13, 1)
void loop(float *a) { auto lam = [&](int b) { k<14><<<1, b>>>(a, 4); }; lam(64); }
// CHECK-DAG: :[[@LINE-1]]:{{.*}}: note: launched here with block (64, 1, 1)
void takesFn(const std::function<void(int)> &f) { f(64); }
void viaFn(float *a) { takesFn([&](int b) { k<15><<<1, b>>>(a, 4); }); }
// CHECK-DAG: :[[@LINE-1]]:{{.*}}: note: launched here with block (64, 1, 1)
template <class K, class... A> void launch(K kern, dim3 g, dim3 b, A... as) { kern<<<g, b>>>(as...); }
void lh(float *a) { launch(k<16>, 2, dim3(32, 16), a, 4); }
// CHECK-DAG: :[[@LINE-2]]:{{.*}}: note: launched here with block (32, 16, 1)
template <void (*K)(float *, int)> void launchT(float *a) { K<<<2, dim3(32, 17)>>>(a, 4); }
// CHECK-DAG: :[[@LINE-1]]:{{.*}}: note: launched here with block (32, 17, 1)
void lt(float *a) { launchT<k<17>>(a); }
void lp(float *a) { void (*p)(float *, int) = &k<18>; p<<<2, dim3(32, 18)>>>(a, 4); }
// CHECK-DAG: :[[@LINE-1]]:{{.*}}: note: launched here with block (32, 18, 1)
void lk(float *a) { int n = 4; void *args[] = {&a, &n}; cudaLaunchKernel((const void *)k<19>, dim3(2), dim3(32, 19), args, 0, 0); }
// CHECK-DAG: :[[@LINE-1]]:{{.*}}: note: launched here with block (32, 19, 1)
void lkx(float *a) { cudaLaunchConfig_t c = {}; c.gridDim = dim3(2); c.blockDim = dim3(32, 20); cudaLaunchKernelEx(&c, k<20>, a, 4); }
// CHECK-DAG: :[[@LINE-1]]:{{.*}}: note: launched here with block (32, 20, 1)
void gr(float *a) { int n = 4; void *args[] = {&a, &n}; cudaKernelNodeParams p = {}; p.func = (void *)k<21>; p.gridDim = dim3(2); p.blockDim = dim3(32, 21); p.kernelParams = args; cudaGraph_t g; cudaGraphNode_t nd; cudaGraphCreate(&g, 0); cudaGraphAddKernelNode(&nd, g, nullptr, 0, &p); }
// CHECK-DAG: :[[@LINE-1]]:{{.*}}: note: launched here with block (32, 21, 1)
template <typename F> struct Wrap { F f; void run() { f(); } };
template <typename F> Wrap<F> wrap(F f) { return {f}; }
void wr(float *a) { auto w = wrap([&] { L(22); }); w.run(); }
// CHECK-DAG: :[[@LINE-1]]:{{.*}}: note: launched here with block (32, 22, 1)
void tern(float *a, bool b) { auto f = [&](auto flag) { if constexpr (decltype(flag)::value) { L(23); } else { L(24); } }; if (b) f(std::true_type{}); else f(std::false_type{}); }
// CHECK-DAG: :[[@LINE-1]]:{{.*}}: note: launched here with block (32, 23, 1)
// CHECK-DAG: :[[@LINE-2]]:{{.*}}: note: launched here with block (32, 24, 1)
void ptr(float *a) { auto f = std::make_unique<std::function<void()>>([&] { L(25); }); (*f)(); }
// CHECK-DAG: :[[@LINE-1]]:{{.*}}: note: launched here with block (32, 25, 1)
void bind(float *a) { auto f = std::bind(work, a, 3); f(); }
void inv(float *a) { std::invoke([&] { L(26); }); }
// CHECK-DAG: :[[@LINE-1]]:{{.*}}: note: launched here with block (32, 26, 1)
void app(float *a) { auto t = std::make_tuple(a, 3); std::apply([](float *a, int) { L(27); }, t); }
// CHECK-DAG: :[[@LINE-1]]:{{.*}}: note: launched here with block (32, 27, 1)
#define BOOL_SWITCH(COND, NAME, ...) [&] { if (COND) { constexpr static bool NAME = true; return __VA_ARGS__(); } else { constexpr static bool NAME = false; return __VA_ARGS__(); } }()
void bs(float *a, bool x, bool y) { BOOL_SWITCH(x, X, [&] { BOOL_SWITCH(y, Y, [&] { k<28 + X * 2 + Y><<<2, dim3(32, 28 + X * 2 + Y)>>>(a, 4); }); }); }
// CHECK-DAG: :[[@LINE-1]]:{{.*}}: note: launched here with block (32, 28, 1)
// CHECK-DAG: :[[@LINE-2]]:{{.*}}: note: launched here with block (32, 29, 1)
// CHECK-DAG: :[[@LINE-3]]:{{.*}}: note: launched here with block (32, 30, 1)
// CHECK-DAG: :[[@LINE-4]]:{{.*}}: note: launched here with block (32, 31, 1)
