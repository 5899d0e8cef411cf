/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * Thrust's containers and names for files that hold kernels of their own: the containers have the members that
 * lead to a kernel's pointer, the algorithms take anything.
 */
#ifndef COALCHECK_CUDA_THRUST_H
#define COALCHECK_CUDA_THRUST_H

#include <coalcheck/cuda_builtin.h>

namespace thrust {
template <class __T> class device_reference {
public:
  __T *__p;
  COAL_HD operator __T() const { return *__p; }
  COAL_HD device_reference &operator=(const __T &v) {
    *__p = v;
    return *this;
  }
  COAL_HD __T *operator&() const { return __p; }
};
template <class __T> class device_ptr {
public:
  typedef __T value_type;
  typedef __T *pointer;
  typedef device_reference<__T> reference;
  typedef ptrdiff_t difference_type;
  __T *__p;
  device_ptr() = default;
  COAL_HD explicit device_ptr(__T *p) : __p(p) {}
  COAL_HD __T *get() const { return __p; }
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
  COAL_HD device_reference<__T> operator*() const { return device_reference<__T>{__p}; }
  COAL_HD device_reference<__T> operator[](ptrdiff_t n) const { return device_reference<__T>{__p + n}; }
};
template <class __T> COAL_HDI __T *raw_pointer_cast(device_ptr<__T> p) { return p.get(); }
template <class __T> COAL_HDI __T *raw_pointer_cast(__T *p) { return p; }
template <class __T> COAL_HDI device_ptr<__T> device_pointer_cast(__T *p) { return device_ptr<__T>(p); }
template <class __T> device_ptr<__T> device_malloc(size_t);
device_ptr<void> device_malloc(size_t);
template <class __T> void device_free(device_ptr<__T>);
template <class __T> struct device_allocator { typedef __T value_type; };
template <class __T> struct device_malloc_allocator { typedef __T value_type; };

/* Iterator, Reference, Pointer differ between host and device */
#define COAL_VECTOR_CLASS(NAME, ITERATOR, CONST_ITERATOR, REFERENCE)                     \
  template <class __T, class Allocator = device_allocator<__T>> class NAME {                 \
  public:                                                                                \
    typedef __T value_type;                                                                \
    typedef ITERATOR iterator;                                                           \
    typedef CONST_ITERATOR const_iterator;                                               \
    typedef REFERENCE reference;                                                         \
    __T *__p;                                                                              \
    size_t __n;                                                                          \
    NAME();                                                                              \
    explicit NAME(size_t);                                                               \
    NAME(size_t, const __T &);                                                             \
    NAME(const NAME &);                                                                  \
    template <class __I> NAME(__I, __I);                                                       \
    template <class __V, class = typename __V::value_type> NAME(const __V &);                  \
    ~NAME();                                                                             \
    NAME &operator=(const NAME &);                                                       \
    template <class __V> NAME &operator=(const __V &);                                       \
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
    const __T &operator[](size_t i) const { return __p[i]; }                               \
    reference front();                                                                   \
    reference back();                                                                    \
    void resize(size_t);                                                                 \
    void resize(size_t, const __T &);                                                      \
    void reserve(size_t);                                                                \
    void clear();                                                                        \
    void shrink_to_fit();                                                                \
    void push_back(const __T &);                                                           \
    void swap(NAME &);                                                                   \
    template <class... __A> void assign(__A &&...);                                          \
    template <class... __A> iterator insert(__A &&...);                                      \
    template <class... __A> iterator erase(__A &&...);                                       \
  };
COAL_VECTOR_CLASS(device_vector, device_ptr<__T>, device_ptr<const __T>, device_reference<__T>)
COAL_VECTOR_CLASS(universal_vector, device_ptr<__T>, device_ptr<const __T>, device_reference<__T>)
COAL_VECTOR_CLASS(host_vector, __T *, const __T *, __T &)
#undef COAL_VECTOR_CLASS

template <class __A, class __B> struct pair {
  __A first;
  __B second;
};
template <class __A, class __B> COAL_HDI pair<__A, __B> make_pair(__A a, __B b) { return pair<__A, __B>{a, b}; }
template <class... __T> struct tuple {};
template <class __A> struct tuple<__A> {
  __A __0;
};
template <class __A, class __B> struct tuple<__A, __B> {
  __A __0;
  __B __1;
};
template <class __A, class __B, class __C> struct tuple<__A, __B, __C> {
  __A __0;
  __B __1;
  __C __2;
};
template <class __A, class __B, class __C, class __D> struct tuple<__A, __B, __C, __D> {
  __A __0;
  __B __1;
  __C __2;
  __D __3;
};
template <class... __T> COAL_HDI tuple<__T...> make_tuple(__T... v) { return tuple<__T...>{v...}; }
template <int n> struct __coal_get;
template <> struct __coal_get<0> {
  template <class __T> static COAL_HD auto from(__T &t) -> decltype((t.__0)) { return t.__0; }
};
template <> struct __coal_get<1> {
  template <class __T> static COAL_HD auto from(__T &t) -> decltype((t.__1)) { return t.__1; }
};
template <> struct __coal_get<2> {
  template <class __T> static COAL_HD auto from(__T &t) -> decltype((t.__2)) { return t.__2; }
};
template <> struct __coal_get<3> {
  template <class __T> static COAL_HD auto from(__T &t) -> decltype((t.__3)) { return t.__3; }
};
template <int n, class __T> COAL_HDI auto get(__T &t) -> decltype(__coal_get<n>::from(t)) { return __coal_get<n>::from(t); }
template <int n, class __T> COAL_HDI auto get(const __T &t) -> decltype(__coal_get<n>::from(t)) { return __coal_get<n>::from(t); }

template <class __T, class __S = void> struct counting_iterator {
  __T __v;
  counting_iterator() = default;
  COAL_HD explicit counting_iterator(__T v) : __v(v) {}
  COAL_HD __T operator*() const { return __v; }
  COAL_HD __T operator[](ptrdiff_t n) const { return (__T)(__v + n); }
  COAL_HD counting_iterator operator+(ptrdiff_t n) const { return counting_iterator((__T)(__v + n)); }
  COAL_HD counting_iterator &operator++() {
    ++__v;
    return *this;
  }
};
template <class __T> COAL_HDI counting_iterator<__T> make_counting_iterator(__T v) { return counting_iterator<__T>(v); }
template <class __T> struct constant_iterator {
  __T __v;
  COAL_HD explicit constant_iterator(__T v) : __v(v) {}
  COAL_HD __T operator*() const { return __v; }
  COAL_HD __T operator[](ptrdiff_t) const { return __v; }
};
template <class __T> COAL_HDI constant_iterator<__T> make_constant_iterator(__T v) { return constant_iterator<__T>(v); }
struct discard_iterator {};
struct __coal_any_iterator {
  template <class __T> operator __T() const;
  __coal_any_iterator operator+(ptrdiff_t) const;
};
template <class... __A> __coal_any_iterator make_transform_iterator(__A &&...);
template <class... __A> __coal_any_iterator make_zip_iterator(__A &&...);
template <class... __A> __coal_any_iterator make_permutation_iterator(__A &&...);
template <class... __A> __coal_any_iterator make_reverse_iterator(__A &&...);
template <class... __A> discard_iterator make_discard_iterator(__A &&...);

#define COAL_FUNCTOR(__N, __R, EXPR)                                                    \
  template <class __T = void> struct __N {                                              \
    COAL_HD __R operator()(const __T &a, const __T &b) const { return EXPR; }             \
  };                                                                                \
  template <> struct __N<void> {                                                      \
    template <class __T> COAL_HD auto operator()(const __T &a, const __T &b) const -> decltype(EXPR) { return EXPR; } \
  };
COAL_FUNCTOR(plus, __T, a + b)
COAL_FUNCTOR(minus, __T, a - b)
COAL_FUNCTOR(multiplies, __T, a *b)
COAL_FUNCTOR(divides, __T, a / b)
COAL_FUNCTOR(maximum, __T, a < b ? b : a)
COAL_FUNCTOR(minimum, __T, b < a ? b : a)
COAL_FUNCTOR(less, bool, a < b)
COAL_FUNCTOR(greater, bool, a > b)
COAL_FUNCTOR(less_equal, bool, a <= b)
COAL_FUNCTOR(greater_equal, bool, a >= b)
COAL_FUNCTOR(equal_to, bool, a == b)
COAL_FUNCTOR(not_equal_to, bool, a != b)
COAL_FUNCTOR(logical_and, bool, a &&b)
COAL_FUNCTOR(logical_or, bool, a || b)
#undef COAL_FUNCTOR
template <class __T> struct identity {
  COAL_HD const __T &operator()(const __T &a) const { return a; }
};
template <class __T> struct negate {
  COAL_HD __T operator()(const __T &a) const { return -a; }
};
template <class __A, class __R> struct unary_function {};
template <class __A, class __B, class __R> struct binary_function {};

#define COAL_ALGORITHM(__R, __F) template <class... __A> __R __F(__A &&...);
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
COAL_ALGORITHM(__coal_any_iterator, find_if)
COAL_ALGORITHM(__coal_any_iterator, inclusive_scan_by_key) COAL_ALGORITHM(__coal_any_iterator, adjacent_difference)
COAL_ALGORITHM(__coal_any_iterator, set_intersection) COAL_ALGORITHM(__coal_any_iterator, set_union)
COAL_ALGORITHM(__coal_any_iterator, transform_if) COAL_ALGORITHM(__coal_any_iterator, stable_partition)
COAL_ALGORITHM(ptrdiff_t, count) COAL_ALGORITHM(ptrdiff_t, count_if) COAL_ALGORITHM(ptrdiff_t, distance)
COAL_ALGORITHM(bool, equal) COAL_ALGORITHM(bool, is_sorted) COAL_ALGORITHM(bool, all_of) COAL_ALGORITHM(bool, any_of)
COAL_ALGORITHM(bool, none_of)
#undef COAL_ALGORITHM
template <class __I> auto reduce(__I first, __I last) -> decltype(*first + 0);
template <class __P, class __I> auto reduce(const __P &, __I first, __I last) -> decltype(*first + 0);
template <class __I, class __T> __T reduce(__I, __I, __T initial);
template <class __I, class __T, class __F> __T reduce(__I, __I, __T initial, __F);
template <class __P, class __I, class __T> __T reduce(const __P &, __I, __I, __T initial);
template <class __P, class __I, class __T, class __F> __T reduce(const __P &, __I, __I, __T initial, __F);
template <class __I, class __U, class __T, class __F> __T transform_reduce(__I, __I, __U, __T initial, __F);
template <class __P, class __I, class __U, class __T, class __F> __T transform_reduce(const __P &, __I, __I, __U, __T initial, __F);
template <class __I, class __J, class __T> __T inner_product(__I, __I, __J, __T initial);
template <class __I, class __J, class __T, class __F, class __G> __T inner_product(__I, __I, __J, __T initial, __F, __G);
template <class __P, class __I, class __J, class __T> __T inner_product(const __P &, __I, __I, __J, __T initial);

struct __coal_policy {
  template <class... __A> __coal_policy operator()(__A &&...) const;
  template <class... __A> __coal_policy on(__A &&...) const;
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
template <class __T> struct uniform_real_distribution {
  COAL_HD uniform_real_distribution(__T = 0, __T = 1);
  template <class __E> COAL_HD __T operator()(__E &);
};
template <class __T> struct uniform_int_distribution {
  COAL_HD uniform_int_distribution(__T = 0, __T = 1);
  template <class __E> COAL_HD __T operator()(__E &);
};
template <class __T> struct normal_distribution {
  COAL_HD normal_distribution(__T = 0, __T = 1);
  template <class __E> COAL_HD __T operator()(__E &);
};
}
using namespace random;
template <class __T> struct complex {
  __T __re, __im;
  COAL_HD complex(__T re = __T(), __T im = __T()) : __re(re), __im(im) {}
  COAL_HD __T real() const { return __re; }
  COAL_HD __T imag() const { return __im; }
  COAL_HD void real(__T v) { __re = v; }
  COAL_HD void imag(__T v) { __im = v; }
};
template <class __T> COAL_HDI complex<__T> operator+(complex<__T> a, complex<__T> b) { return complex<__T>(a.__re + b.__re, a.__im + b.__im); }
template <class __T> COAL_HDI complex<__T> operator-(complex<__T> a, complex<__T> b) { return complex<__T>(a.__re - b.__re, a.__im - b.__im); }
template <class __T> COAL_HDI complex<__T> operator*(complex<__T> a, complex<__T> b) {
  return complex<__T>(a.__re * b.__re - a.__im * b.__im, a.__re * b.__im + a.__im * b.__re);
}
template <class __T> COAL_HDI complex<__T> operator*(complex<__T> a, __T b) { return complex<__T>(a.__re * b, a.__im * b); }
template <class __T> COAL_HDI complex<__T> operator*(__T b, complex<__T> a) { return complex<__T>(a.__re * b, a.__im * b); }
template <class __T> COAL_HDI complex<__T> operator/(complex<__T> a, __T b) { return complex<__T>(a.__re / b, a.__im / b); }
template <class __T> COAL_HDI complex<__T> operator-(complex<__T> a) { return complex<__T>(-a.__re, -a.__im); }
template <class __T> COAL_HDI complex<__T> &operator+=(complex<__T> &a, complex<__T> b) { return a = a + b; }
template <class __T> COAL_HDI complex<__T> &operator-=(complex<__T> &a, complex<__T> b) { return a = a - b; }
template <class __T> COAL_HDI complex<__T> &operator*=(complex<__T> &a, complex<__T> b) { return a = a * b; }
template <class __T> COAL_HDI complex<__T> &operator*=(complex<__T> &a, __T b) { return a = a * b; }
template <class __T> COAL_HDI bool operator==(complex<__T> a, complex<__T> b) { return a.__re == b.__re && a.__im == b.__im; }
template <class __T> COAL_HDI complex<__T> conj(complex<__T> a) { return complex<__T>(a.__re, -a.__im); }
template <class __T> COAL_HD __T abs(complex<__T>);
template <class __T> COAL_HD __T norm(complex<__T>);
template <class __T> COAL_HD complex<__T> exp(complex<__T>);
namespace placeholders {}
struct system_error {
  const char *what() const;
};
namespace system {
using thrust::system_error;
}
}  // namespace thrust

#endif
