// Lambdas: captures by value and reference, with initialisers, of this, nested, generic; functors.
// RUN: %coalcheck --dump-ir %s | FileCheck %s
template <class F> __device__ float twice(F f, int i) { return f(i) + f(i + 1); }
struct Scale {
  float by;
  __device__ float run(const float *p, int n) {
    auto all = [=](int i) { return p[i] * by + n; };
    auto self = [this](int i) { return by + i; };
    return twice(all, 1) + twice(self, 2);
  }
};
struct Functor { int stride; __device__ float operator()(int i) const { return i * stride; } };
__global__ void k(const float *p, float *out, int n) {
  __shared__ float s[64];
  const int limit = 5;
  int sum = 0;
  auto value = [=](int i) { return p[i * n] + limit; };
  auto reference = [&](int i) { sum += i; return s[i] + sum; };
  auto mixed = [&sum, q = p + 1, n](int i) mutable { sum++; return q[i] + n++; };
  auto generic = [n](auto x) { return x + n; };
  auto nested = [=](int i) { auto inner = [=](int j) { return p[i + j]; }; return inner(n); };
  auto empty = [](int i) -> float { return i; };
  Scale scale{2};
  out[threadIdx.x] = twice(value, 1) + twice(reference, 2) + twice(mixed, 3) + generic(1.0f) + generic(2) + nested(4) + twice(empty, 5) +
                     scale.run(p, n) + twice(Functor{n}, 6);
}
// CHECK-LABEL: function k(const float*, float*, int) : kernel -> void
// CHECK: decl local value (lambda at lambdas.cu:[[#]]:16) = (aggregate (lambda at lambdas.cu:[[#]]:16) (load p) (load n))
// CHECK: decl local reference {{.*}} (addr ptr(i32) sum))
// CHECK: decl local mixed {{.*}} (addr ptr(i32) sum) (ptr-add ptr(f32) (load p) 1) (load n))
// CHECK: record (lambda at lambdas.cu:17:16) closure size 16 align 8
// CHECK-NEXT: 0 p ptr(f32)
// CHECK-NEXT: 8 n i32
