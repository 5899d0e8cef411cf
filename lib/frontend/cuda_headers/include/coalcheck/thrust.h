/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * Thrust's containers and names for files that hold kernels of their own: the containers have the members that
 * lead to a kernel's pointer, the algorithms take anything.
 */
#ifndef COALCHECK_CUDA_THRUST_H
#define COALCHECK_CUDA_THRUST_H

#include <coalcheck/cuda_builtin.h>

namespace thrust {
template <class T> class device_reference {
public:
  T *__p;
  COAL_HD operator T() const { return *__p; }
  COAL_HD device_reference &operator=(const T &v) {
    *__p = v;
    return *this;
  }
  COAL_HD T *operator&() const { return __p; }
};
template <class T> class device_ptr {
public:
  typedef T value_type;
  typedef T *pointer;
  typedef device_reference<T> reference;
  typedef ptrdiff_t difference_type;
  T *__p;
  device_ptr() = default;
  COAL_HD explicit device_ptr(T *p) : __p(p) {}
  COAL_HD T *get() const { return __p; }
  COAL_HD device_ptr operator+(ptrdiff_t n) const { return device_ptr(__p + n); }
  COAL_HD device_ptr operator-(ptrdiff_t n) const { return device_ptr(__p - n); }
  COAL_HD ptrdiff_t operator-(device_ptr o) const { return __p - o.__p; }
  COAL_HD device_ptr &operator++() {
    ++__p;
    return *this;
  }
  COAL_HD bool operator==(device_ptr o) const { return __p == o.__p; }
  COAL_HD bool operator!=(device_ptr o) const { return __p != o.__p; }
  COAL_HD bool operator<(device_ptr o) const { return __p < o.__p; }
  COAL_HD device_reference<T> operator*() const { return device_reference<T>{__p}; }
  COAL_HD device_reference<T> operator[](ptrdiff_t n) const { return device_reference<T>{__p + n}; }
};
template <class T> COAL_HDI T *raw_pointer_cast(device_ptr<T> p) { return p.get(); }
template <class T> COAL_HDI T *raw_pointer_cast(T *p) { return p; }
template <class T> COAL_HDI device_ptr<T> device_pointer_cast(T *p) { return device_ptr<T>(p); }
template <class T> device_ptr<T> device_malloc(size_t);
device_ptr<void> device_malloc(size_t);
template <class T> void device_free(device_ptr<T>);
template <class T> struct device_allocator { typedef T value_type; };
template <class T> struct device_malloc_allocator { typedef T value_type; };

/* Iterator, Reference, Pointer differ between host and device */
#define COAL_VECTOR_CLASS(NAME, ITERATOR, CONST_ITERATOR, REFERENCE)                     \
  template <class T, class Allocator = device_allocator<T>> class NAME {                 \
  public:                                                                                \
    typedef T value_type;                                                                \
    typedef ITERATOR iterator;                                                           \
    typedef CONST_ITERATOR const_iterator;                                               \
    typedef REFERENCE reference;                                                         \
    T *__p;                                                                              \
    size_t __n;                                                                          \
    NAME();                                                                              \
    explicit NAME(size_t);                                                               \
    NAME(size_t, const T &);                                                             \
    NAME(const NAME &);                                                                  \
    template <class I> NAME(I, I);                                                       \
    template <class V> NAME(const V &);                                                  \
    ~NAME();                                                                             \
    NAME &operator=(const NAME &);                                                       \
    template <class V> NAME &operator=(const V &);                                       \
    iterator data() { return iterator(__p); }                                            \
    const_iterator data() const { return const_iterator(__p); }                          \
    iterator begin() { return iterator(__p); }                                           \
    iterator end() { return iterator(__p + __n); }                                       \
    const_iterator begin() const { return const_iterator(__p); }                         \
    const_iterator end() const { return const_iterator(__p + __n); }                     \
    const_iterator cbegin() const { return const_iterator(__p); }                        \
    const_iterator cend() const { return const_iterator(__p + __n); }                    \
    size_t size() const { return __n; }                                                  \
    bool empty() const { return __n == 0; }                                              \
    reference operator[](size_t i) { return iterator(__p)[(ptrdiff_t)i]; }               \
    const T &operator[](size_t i) const { return __p[i]; }                               \
    reference front();                                                                   \
    reference back();                                                                    \
    void resize(size_t);                                                                 \
    void resize(size_t, const T &);                                                      \
    void reserve(size_t);                                                                \
    void clear();                                                                        \
    void shrink_to_fit();                                                                \
    void push_back(const T &);                                                           \
    void swap(NAME &);                                                                   \
    template <class... A> void assign(A &&...);                                          \
    template <class... A> iterator insert(A &&...);                                      \
    template <class... A> iterator erase(A &&...);                                       \
  };
COAL_VECTOR_CLASS(device_vector, device_ptr<T>, device_ptr<const T>, device_reference<T>)
COAL_VECTOR_CLASS(universal_vector, device_ptr<T>, device_ptr<const T>, device_reference<T>)
COAL_VECTOR_CLASS(host_vector, T *, const T *, T &)
#undef COAL_VECTOR_CLASS

template <class A, class B> struct pair {
  A first;
  B second;
};
template <class A, class B> COAL_HDI pair<A, B> make_pair(A a, B b) { return pair<A, B>{a, b}; }
template <class... T> struct tuple {};
template <class A> struct tuple<A> {
  A __0;
};
template <class A, class B> struct tuple<A, B> {
  A __0;
  B __1;
};
template <class A, class B, class C> struct tuple<A, B, C> {
  A __0;
  B __1;
  C __2;
};
template <class A, class B, class C, class D> struct tuple<A, B, C, D> {
  A __0;
  B __1;
  C __2;
  D __3;
};
template <class... T> COAL_HDI tuple<T...> make_tuple(T... v) { return tuple<T...>{v...}; }
template <int n> struct __coal_get;
template <> struct __coal_get<0> {
  template <class T> static COAL_HD auto from(T &t) -> decltype((t.__0)) { return t.__0; }
};
template <> struct __coal_get<1> {
  template <class T> static COAL_HD auto from(T &t) -> decltype((t.__1)) { return t.__1; }
};
template <> struct __coal_get<2> {
  template <class T> static COAL_HD auto from(T &t) -> decltype((t.__2)) { return t.__2; }
};
template <> struct __coal_get<3> {
  template <class T> static COAL_HD auto from(T &t) -> decltype((t.__3)) { return t.__3; }
};
template <int n, class T> COAL_HDI auto get(T &t) -> decltype(__coal_get<n>::from(t)) { return __coal_get<n>::from(t); }
template <int n, class T> COAL_HDI auto get(const T &t) -> decltype(__coal_get<n>::from(t)) { return __coal_get<n>::from(t); }

template <class T, class S = void> struct counting_iterator {
  T __v;
  counting_iterator() = default;
  COAL_HD explicit counting_iterator(T v) : __v(v) {}
  COAL_HD T operator*() const { return __v; }
  COAL_HD T operator[](ptrdiff_t n) const { return (T)(__v + n); }
  COAL_HD counting_iterator operator+(ptrdiff_t n) const { return counting_iterator((T)(__v + n)); }
  COAL_HD counting_iterator &operator++() {
    ++__v;
    return *this;
  }
};
template <class T> COAL_HDI counting_iterator<T> make_counting_iterator(T v) { return counting_iterator<T>(v); }
template <class T> struct constant_iterator {
  T __v;
  COAL_HD explicit constant_iterator(T v) : __v(v) {}
  COAL_HD T operator*() const { return __v; }
  COAL_HD T operator[](ptrdiff_t) const { return __v; }
};
template <class T> COAL_HDI constant_iterator<T> make_constant_iterator(T v) { return constant_iterator<T>(v); }
struct discard_iterator {};
struct __coal_any_iterator {
  template <class T> operator T() const;
  __coal_any_iterator operator+(ptrdiff_t) const;
};
template <class... A> __coal_any_iterator make_transform_iterator(A &&...);
template <class... A> __coal_any_iterator make_zip_iterator(A &&...);
template <class... A> __coal_any_iterator make_permutation_iterator(A &&...);
template <class... A> __coal_any_iterator make_reverse_iterator(A &&...);
template <class... A> discard_iterator make_discard_iterator(A &&...);

#define COAL_FUNCTOR(N, R, EXPR)                                                    \
  template <class T = void> struct N {                                              \
    COAL_HD R operator()(const T &a, const T &b) const { return EXPR; }             \
  };                                                                                \
  template <> struct N<void> {                                                      \
    template <class T> COAL_HD auto operator()(const T &a, const T &b) const -> decltype(EXPR) { return EXPR; } \
  };
COAL_FUNCTOR(plus, T, a + b)
COAL_FUNCTOR(minus, T, a - b)
COAL_FUNCTOR(multiplies, T, a *b)
COAL_FUNCTOR(divides, T, a / b)
COAL_FUNCTOR(maximum, T, a < b ? b : a)
COAL_FUNCTOR(minimum, T, b < a ? b : a)
COAL_FUNCTOR(less, bool, a < b)
COAL_FUNCTOR(greater, bool, a > b)
COAL_FUNCTOR(less_equal, bool, a <= b)
COAL_FUNCTOR(greater_equal, bool, a >= b)
COAL_FUNCTOR(equal_to, bool, a == b)
COAL_FUNCTOR(not_equal_to, bool, a != b)
COAL_FUNCTOR(logical_and, bool, a &&b)
COAL_FUNCTOR(logical_or, bool, a || b)
#undef COAL_FUNCTOR
template <class T> struct identity {
  COAL_HD const T &operator()(const T &a) const { return a; }
};
template <class T> struct negate {
  COAL_HD T operator()(const T &a) const { return -a; }
};
template <class A, class R> struct unary_function {};
template <class A, class B, class R> struct binary_function {};

#define COAL_ALGORITHM(R, F) template <class... A> R F(A &&...);
COAL_ALGORITHM(void, fill) COAL_ALGORITHM(void, sequence) COAL_ALGORITHM(void, sort) COAL_ALGORITHM(void, stable_sort)
COAL_ALGORITHM(void, sort_by_key) COAL_ALGORITHM(void, stable_sort_by_key) COAL_ALGORITHM(void, for_each)
COAL_ALGORITHM(void, for_each_n) COAL_ALGORITHM(void, generate) COAL_ALGORITHM(void, tabulate) COAL_ALGORITHM(void, replace)
COAL_ALGORITHM(void, reverse) COAL_ALGORITHM(void, swap_ranges)
COAL_ALGORITHM(__coal_any_iterator, fill_n) COAL_ALGORITHM(__coal_any_iterator, copy) COAL_ALGORITHM(__coal_any_iterator, copy_n)
COAL_ALGORITHM(__coal_any_iterator, copy_if) COAL_ALGORITHM(__coal_any_iterator, transform)
COAL_ALGORITHM(__coal_any_iterator, gather) COAL_ALGORITHM(__coal_any_iterator, scatter)
COAL_ALGORITHM(__coal_any_iterator, inclusive_scan) COAL_ALGORITHM(__coal_any_iterator, exclusive_scan)
COAL_ALGORITHM(__coal_any_iterator, transform_exclusive_scan) COAL_ALGORITHM(__coal_any_iterator, transform_inclusive_scan)
COAL_ALGORITHM(__coal_any_iterator, unique) COAL_ALGORITHM(__coal_any_iterator, unique_by_key) COAL_ALGORITHM(__coal_any_iterator, remove_if)
COAL_ALGORITHM(__coal_any_iterator, remove) COAL_ALGORITHM(__coal_any_iterator, partition) COAL_ALGORITHM(__coal_any_iterator, reduce_by_key)
COAL_ALGORITHM(__coal_any_iterator, max_element) COAL_ALGORITHM(__coal_any_iterator, min_element) COAL_ALGORITHM(__coal_any_iterator, find)
COAL_ALGORITHM(__coal_any_iterator, lower_bound) COAL_ALGORITHM(__coal_any_iterator, upper_bound)
COAL_ALGORITHM(__coal_any_iterator, merge) COAL_ALGORITHM(__coal_any_iterator, exclusive_scan_by_key)
COAL_ALGORITHM(__coal_any_iterator, reduce) COAL_ALGORITHM(__coal_any_iterator, transform_reduce)
COAL_ALGORITHM(__coal_any_iterator, inner_product) COAL_ALGORITHM(__coal_any_iterator, find_if)
COAL_ALGORITHM(__coal_any_iterator, inclusive_scan_by_key) COAL_ALGORITHM(__coal_any_iterator, adjacent_difference)
COAL_ALGORITHM(__coal_any_iterator, set_intersection) COAL_ALGORITHM(__coal_any_iterator, set_union)
COAL_ALGORITHM(__coal_any_iterator, transform_if) COAL_ALGORITHM(__coal_any_iterator, stable_partition)
COAL_ALGORITHM(ptrdiff_t, count) COAL_ALGORITHM(ptrdiff_t, count_if) COAL_ALGORITHM(ptrdiff_t, distance)
COAL_ALGORITHM(bool, equal) COAL_ALGORITHM(bool, is_sorted) COAL_ALGORITHM(bool, all_of) COAL_ALGORITHM(bool, any_of)
COAL_ALGORITHM(bool, none_of)
#undef COAL_ALGORITHM

struct __coal_policy {
  template <class... A> __coal_policy operator()(A &&...) const;
  template <class... A> __coal_policy on(A &&...) const;
};
static const __coal_policy device = {}, host = {}, seq = {};
namespace cuda {
static const __coal_policy par = {}, par_nosync = {};
}
namespace random {
struct default_random_engine {
  COAL_HD default_random_engine(unsigned int = 1);
  COAL_HD unsigned int operator()();
  COAL_HD void discard(unsigned long long);
};
typedef default_random_engine minstd_rand;
template <class T> struct uniform_real_distribution {
  COAL_HD uniform_real_distribution(T = 0, T = 1);
  template <class E> COAL_HD T operator()(E &);
};
template <class T> struct uniform_int_distribution {
  COAL_HD uniform_int_distribution(T = 0, T = 1);
  template <class E> COAL_HD T operator()(E &);
};
template <class T> struct normal_distribution {
  COAL_HD normal_distribution(T = 0, T = 1);
  template <class E> COAL_HD T operator()(E &);
};
}
using namespace random;
template <class T> struct complex {
  T __re, __im;
  COAL_HD complex(T re = T(), T im = T()) : __re(re), __im(im) {}
  COAL_HD T real() const { return __re; }
  COAL_HD T imag() const { return __im; }
  COAL_HD void real(T v) { __re = v; }
  COAL_HD void imag(T v) { __im = v; }
};
template <class T> COAL_HDI complex<T> operator+(complex<T> a, complex<T> b) { return complex<T>(a.__re + b.__re, a.__im + b.__im); }
template <class T> COAL_HDI complex<T> operator-(complex<T> a, complex<T> b) { return complex<T>(a.__re - b.__re, a.__im - b.__im); }
template <class T> COAL_HDI complex<T> operator*(complex<T> a, complex<T> b) {
  return complex<T>(a.__re * b.__re - a.__im * b.__im, a.__re * b.__im + a.__im * b.__re);
}
template <class T> COAL_HDI complex<T> operator*(complex<T> a, T b) { return complex<T>(a.__re * b, a.__im * b); }
template <class T> COAL_HDI complex<T> operator*(T b, complex<T> a) { return complex<T>(a.__re * b, a.__im * b); }
template <class T> COAL_HDI complex<T> conj(complex<T> a) { return complex<T>(a.__re, -a.__im); }
template <class T> COAL_HD T abs(complex<T>);
template <class T> COAL_HD T norm(complex<T>);
template <class T> COAL_HD complex<T> exp(complex<T>);
namespace placeholders {}
struct system_error {
  const char *what() const;
};
namespace system {
using thrust::system_error;
}
}  // namespace thrust

#endif
