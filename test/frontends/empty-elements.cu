// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Structured bindings of tuple-like classes whose elements hold no data, and of a tuple that leaves empty elements out.
// RUN: %coalcheck --all %s | FileCheck %s
// RUN: %clang_coal %s 2>&1 | FileCheck --allow-empty %s --check-prefix=NONE
// NONE-NOT: error:
namespace std {
using size_t = decltype(sizeof 0);
template <class T> struct tuple_size;
template <size_t I, class T> struct tuple_element;
}
namespace cute {
template <int N> struct C {
  static constexpr int value = N;
  __host__ __device__ constexpr operator int() const { return N; }
};
template <bool F, bool R, class... T> struct ESO;
template <class A, class B> struct ESO<true, true, A, B> {};
template <class A, class B> struct ESO<true, false, A, B> {
  struct last { B first_; } rest_;
};
template <class... T> struct tuple;
template <int N> struct tuple<C<N>, int> : ESO<true, false, C<N>, int> {};
template <int A, int B> struct tuple<C<A>, C<B>> : ESO<true, true, C<A>, C<B>> {};
template <std::size_t I, int N> __device__ auto get(const tuple<C<N>, int> &t) {
  if constexpr (I == 0)
    return C<N>{};
  else
    return t.rest_.first_;
}
template <std::size_t I, int A, int B> __device__ auto get(const tuple<C<A>, C<B>> &) { return C<I ? B : A>{}; }
}
template <int N, class T> struct std::tuple_size<cute::tuple<cute::C<N>, T>> {
  static constexpr std::size_t value = 2;
};
template <int N> struct std::tuple_element<0, cute::tuple<cute::C<N>, int>> { using type = cute::C<N>; };
template <int N> struct std::tuple_element<1, cute::tuple<cute::C<N>, int>> { using type = int; };
template <int A, int B> struct std::tuple_element<0, cute::tuple<cute::C<A>, cute::C<B>>> { using type = cute::C<A>; };
template <int A, int B> struct std::tuple_element<1, cute::tuple<cute::C<A>, cute::C<B>>> { using type = cute::C<B>; };

__global__ void none(float *p) {
  auto [a, b] = cute::tuple<cute::C<1>, cute::C<3>>{};
  // CHECK: [[@LINE+1]]:3 global store 4 32 12 4
  p[threadIdx.x * (a * b)] = 0; // NOLINT
}
__global__ void some(float *p) {
  cute::tuple<cute::C<2>, int> t;
  t.rest_.first_ = 2;
  auto [a, b] = t;
  // CHECK: [[@LINE+1]]:3 global store 4 32 16 4
  p[threadIdx.x * a * b] = 0; // NOLINT
}
void run(float *p) {
  none<<<1, 32>>>(p);
  some<<<1, 32>>>(p);
}
