// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The shapes that AT_DISPATCH_FLOATING_TYPES and BOOL_SWITCH expand to, and helpers that time what they are given.
// DIFFERENTIAL-SKIP: the command line shows captures of generic lambdas inside lambdas as the variables themselves
// RUN: not %coalcheck --explain %s -- -std=c++17 | FileCheck %s
// RUN: %if plugin %{ %clang_coal -Xclang -plugin-arg-coalcheck -Xclang --explain -std=c++17 %s 2>&1 | FileCheck %s %}
struct yes { static constexpr bool value = true; };
struct no { static constexpr bool value = false; };
enum class Type { Float, Double };
#define CASE(T, CPP, ...) case T: { using scalar_t [[maybe_unused]] = CPP; return __VA_ARGS__(); }
#define DISPATCH(TYPE, ...) \
  [&] { const auto &the_type = TYPE; switch (the_type) { \
    CASE(Type::Float, float, __VA_ARGS__) CASE(Type::Double, double, __VA_ARGS__) default: throw 1; } }()
template <typename T, bool Causal> __global__ void rows(T *a, int cols) {
  int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;
  a[r * cols + c] = Causal;
  // CHECK-DAG: :[[@LINE-1]]:3: warning: uncoalesced store of 'a': 16 sectors per request, minimum 4 to 8
  // CHECK-DAG: note: in kernel 'rows<float, true>'
  // CHECK-DAG: note: in kernel 'rows<double, false>'
}
void forward(void *p, Type type, bool causal, int block) {
  DISPATCH(type, ([&] {
    auto run = [&](auto flag) {
      constexpr bool Causal = decltype(flag)::value;
      const dim3 shape(2, 128);
      rows<scalar_t, Causal><<<dim3(32, 1), shape>>>((scalar_t *)p, 64);
      // CHECK-DAG: :[[@LINE-1]]:7: note: launched here with block (2, 128, 1)
    };
    if (causal) run(yes{}); else run(no{});
  }));
}
__global__ void scale(float *a, int n) { a[(blockIdx.y * blockDim.y + threadIdx.y) * n + threadIdx.x] *= 2; }
// CHECK-DAG: :[[@LINE-1]]:{{.*}}: warning: uncoalesced load and store of 'a': 8 sectors per request, minimum 4
template <class F> float timed(const char *, F &&f, int n) {
  for (int i = 0; i < n; i++) f();
  return 0;
}
void bench(float *a) {
  int n = 1024;
  const int width = 4;
  timed("scale", [=] { scale<<<64, dim3(width, 64)>>>(a, n); }, 20);
  // CHECK-DAG: :[[@LINE-1]]:{{.*}}: note: launched here with block (4, 64, 1)
}
