/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** PyTorch's value types: element types and their codes, array references, devices, options. */
#ifndef COALCHECK_STAND_IN_TORCH_TYPES_H
#define COALCHECK_STAND_IN_TORCH_TYPES_H

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <initializer_list>
#include <iostream>
#include <limits>
#include <memory>
#include <numeric>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>
#if __has_include(<optional>)
#include <optional>
#endif
#if __has_include(<sstream>)
#include <sstream>
#endif
#if __has_include(<unordered_map>)
#include <map>
#include <mutex>
#include <stdexcept>
#include <unordered_map>
#include <unordered_set>
#endif

#define C10_HOST_DEVICE __host__ __device__
#define C10_DEVICE __device__
#define C10_HOST __host__
#define C10_API
#define C10_CUDA_API
#define C10_EXPORT
#define C10_UNUSED __attribute__((unused))
#define C10_RESTRICT __restrict__
#define C10_ALWAYS_INLINE __attribute__((always_inline)) inline
#define C10_LIKELY(x) __builtin_expect(static_cast<bool>(x), 1)
#define C10_UNLIKELY(x) __builtin_expect(static_cast<bool>(x), 0)
#define C10_LAUNCH_BOUNDS_0 __launch_bounds__(256, 4)
#define C10_LAUNCH_BOUNDS_1(threads) __launch_bounds__(threads)
#define C10_LAUNCH_BOUNDS_2(threads, blocks) __launch_bounds__(threads, blocks)
#define C10_WARP_SIZE 32
#define TORCH_API
#define TORCH_CUDA_CPP_API
#define TORCH_CUDA_CU_API

namespace c10 {

/* ---- elements of two bytes and less */

#define COAL_TORCH_ARITHMETIC(T)                                                                        \
  __host__ __device__ inline T operator+(T a, T b) { return T(float(a) + float(b)); }                   \
  __host__ __device__ inline T operator-(T a, T b) { return T(float(a) - float(b)); }                   \
  __host__ __device__ inline T operator*(T a, T b) { return T(float(a) * float(b)); }                   \
  __host__ __device__ inline T operator/(T a, T b) { return T(float(a) / float(b)); }                   \
  __host__ __device__ inline T operator-(T a) { return T(-float(a)); }                                  \
  __host__ __device__ inline T &operator+=(T &a, T b) { return a = a + b; }                             \
  __host__ __device__ inline T &operator-=(T &a, T b) { return a = a - b; }                             \
  __host__ __device__ inline T &operator*=(T &a, T b) { return a = a * b; }                             \
  __host__ __device__ inline T &operator/=(T &a, T b) { return a = a / b; }                             \
  COAL_TORCH_MIXED(T, float) COAL_TORCH_MIXED(T, double) COAL_TORCH_MIXED(T, int) COAL_TORCH_MIXED(T, long)
#define COAL_TORCH_MIXED(T, U) \
  COAL_TORCH_MIXED_OP(T, U, +) COAL_TORCH_MIXED_OP(T, U, -) COAL_TORCH_MIXED_OP(T, U, *) COAL_TORCH_MIXED_OP(T, U, /)
#define COAL_TORCH_MIXED_OP(T, U, OP)                                                                            \
  __host__ __device__ inline typename coal_wider<U>::type operator OP(T a, U b) { return float(a) OP b; }        \
  __host__ __device__ inline typename coal_wider<U>::type operator OP(U a, T b) { return a OP float(b); }

template <class U> struct coal_wider { typedef float type; };
template <> struct coal_wider<double> { typedef double type; };

struct alignas(2) Half {
  unsigned short x;
  struct from_bits_t {};
  static constexpr __host__ __device__ from_bits_t from_bits() { return from_bits_t(); }
  Half() = default;
  constexpr __host__ __device__ Half(unsigned short bits, from_bits_t) : x(bits) {}
  __host__ __device__ inline Half(float v) : x(__half_as_ushort(__float2half_rn(v))) {}
  __host__ __device__ inline Half(const __half &v) : x(__half_as_ushort(v)) {}
  __host__ __device__ inline operator float() const { return __half2float(__ushort_as_half(x)); }
  __host__ __device__ inline operator __half() const { return __ushort_as_half(x); }
};
struct alignas(2) BFloat16 {
  unsigned short x;
  struct from_bits_t {};
  static constexpr __host__ __device__ from_bits_t from_bits() { return from_bits_t(); }
  BFloat16() = default;
  constexpr __host__ __device__ BFloat16(unsigned short bits, from_bits_t) : x(bits) {}
  __host__ __device__ inline BFloat16(float v) : x(__bfloat16_as_ushort(__float2bfloat16_rn(v))) {}
  __host__ __device__ inline BFloat16(const __nv_bfloat16 &v) : x(__bfloat16_as_ushort(v)) {}
  __host__ __device__ inline operator float() const { return __bfloat162float(__ushort_as_bfloat16(x)); }
  __host__ __device__ inline explicit operator __nv_bfloat16() const { return __ushort_as_bfloat16(x); }
};
COAL_TORCH_ARITHMETIC(Half)
COAL_TORCH_ARITHMETIC(BFloat16)

#define COAL_TORCH_BYTE(NAME)                                                 \
  struct alignas(1) NAME {                                                    \
    unsigned char x;                                                          \
    struct from_bits_t {};                                                    \
    NAME() = default;                                                         \
    constexpr __host__ __device__ NAME(unsigned char bits, from_bits_t) : x(bits) {} \
    __host__ __device__ NAME(float);                                          \
    __host__ __device__ operator float() const;                               \
  };
COAL_TORCH_BYTE(Float8_e4m3fn)
COAL_TORCH_BYTE(Float8_e5m2)
COAL_TORCH_BYTE(Float8_e4m3fnuz)
COAL_TORCH_BYTE(Float8_e5m2fnuz)
COAL_TORCH_BYTE(Float8_e8m0fnu)
COAL_TORCH_BYTE(Float4_e2m1fn_x2)
COAL_TORCH_BYTE(qint8)
COAL_TORCH_BYTE(quint8)

template <class T> struct alignas(sizeof(T) * 2) complex {
  typedef T value_type;
  T real_, imag_;
  complex() = default;
  constexpr __host__ __device__ complex(T re, T im = T()) : real_(re), imag_(im) {}
  constexpr __host__ __device__ T real() const { return real_; }
  constexpr __host__ __device__ T imag() const { return imag_; }
  __host__ __device__ complex &operator+=(const complex &o) { return real_ += o.real_, imag_ += o.imag_, *this; }
  __host__ __device__ complex &operator-=(const complex &o) { return real_ -= o.real_, imag_ -= o.imag_, *this; }
  __host__ __device__ complex &operator*=(const complex &o) {
    const T re = real_ * o.real_ - imag_ * o.imag_;
    imag_ = real_ * o.imag_ + imag_ * o.real_;
    real_ = re;
    return *this;
  }
};
template <class T> __host__ __device__ complex<T> operator+(complex<T> a, const complex<T> &b) { return a += b; }
template <class T> __host__ __device__ complex<T> operator-(complex<T> a, const complex<T> &b) { return a -= b; }
template <class T> __host__ __device__ complex<T> operator*(complex<T> a, const complex<T> &b) { return a *= b; }
template <class T> __host__ __device__ complex<T> operator*(T a, complex<T> b) { return complex<T>(a * b.real_, a * b.imag_); }
template <class T> __host__ __device__ complex<T> operator*(complex<T> b, T a) { return complex<T>(a * b.real_, a * b.imag_); }
template <class T> __host__ __device__ complex<T> operator-(complex<T> b) { return complex<T>(-b.real_, -b.imag_); }

/* ---- codes of the element types */

enum class ScalarType : signed char {
  Byte, Char, Short, Int, Long, Half, Float, Double, ComplexHalf, ComplexFloat, ComplexDouble, Bool, QInt8, QUInt8,
  QInt32, BFloat16, QUInt4x2, QUInt2x4, Float8_e5m2 = 23, Float8_e4m3fn, Float8_e5m2fnuz, Float8_e4m3fnuz, UInt16,
  UInt32, UInt64, Float8_e8m0fnu = 44, Float4_e2m1fn_x2, Undefined
};
/* type, code, name of the constant kX */
#define AT_FORALL_SCALAR_TYPES_WITH_COMPLEX_AND_QINTS(F)                                                      \
  F(unsigned char, Byte) F(signed char, Char) F(short, Short) F(int, Int) F(int64_t, Long) F(c10::Half, Half)   \
  F(float, Float) F(double, Double) F(c10::complex<float>, ComplexFloat) F(c10::complex<double>, ComplexDouble) \
  F(bool, Bool) F(c10::BFloat16, BFloat16) F(c10::Float8_e5m2, Float8_e5m2) F(c10::Float8_e4m3fn, Float8_e4m3fn) \
  F(unsigned short, UInt16) F(unsigned int, UInt32) F(unsigned long, UInt64) F(c10::Float8_e8m0fnu, Float8_e8m0fnu) \
  F(c10::Float4_e2m1fn_x2, Float4_e2m1fn_x2) F(c10::Float8_e5m2fnuz, Float8_e5m2fnuz)                           \
  F(c10::Float8_e4m3fnuz, Float8_e4m3fnuz) F(c10::qint8, QInt8) F(c10::quint8, QUInt8)

template <class T> struct CppTypeToScalarType;
namespace impl {
template <ScalarType S> struct ScalarTypeToCPPType;
#define COAL_TORCH_MAP(T, NAME) \
  template <> struct ScalarTypeToCPPType<ScalarType::NAME> { typedef T type; };
AT_FORALL_SCALAR_TYPES_WITH_COMPLEX_AND_QINTS(COAL_TORCH_MAP)
#undef COAL_TORCH_MAP
template <ScalarType S> using ScalarTypeToCPPTypeT = typename ScalarTypeToCPPType<S>::type;
}  // namespace impl
#define COAL_TORCH_MAP(T, NAME)                       \
  template <> struct CppTypeToScalarType<T> {         \
    static constexpr ScalarType value = ScalarType::NAME; \
    constexpr operator ScalarType() const { return value; } \
  };                                                  \
  constexpr ScalarType k##NAME = ScalarType::NAME;
AT_FORALL_SCALAR_TYPES_WITH_COMPLEX_AND_QINTS(COAL_TORCH_MAP)
#undef COAL_TORCH_MAP
constexpr ScalarType kUInt8 = kByte, kInt8 = kChar, kInt16 = kShort, kInt32 = kInt, kInt64 = kLong, kFloat16 = kHalf,
                     kFloat32 = kFloat, kFloat64 = kDouble;
size_t elementSize(ScalarType);
const char *toString(ScalarType);
bool isFloatingType(ScalarType);
bool isIntegralType(ScalarType, bool);
std::ostream &operator<<(std::ostream &, ScalarType);

/* ---- lists, devices, options */

#if __has_include(<optional>)
template <class T> using optional = std::optional<T>;
using std::nullopt;
using std::nullopt_t;
using std::make_optional;
#endif

template <class T> class ArrayRef {
public:
  const T *data_;
  size_t n_;
  constexpr ArrayRef() : data_(nullptr), n_(0) {}
  constexpr ArrayRef(const T &one) : data_(&one), n_(1) {}
  constexpr ArrayRef(const T *data, size_t n) : data_(data), n_(n) {}
  ArrayRef(const std::vector<T> &v) : data_(v.data()), n_(v.size()) {}
  template <size_t N> constexpr ArrayRef(const std::array<T, N> &v) : data_(v.data()), n_(N) {}
  constexpr ArrayRef(const std::initializer_list<T> &list) : data_(list.begin()), n_(list.size()) {}
  constexpr const T *begin() const { return data_; }
  constexpr const T *end() const { return data_ + n_; }
  constexpr const T *data() const { return data_; }
  constexpr size_t size() const { return n_; }
  constexpr bool empty() const { return n_ == 0; }
  constexpr const T &operator[](size_t i) const { return data_[i]; }
  constexpr const T &at(size_t i) const { return data_[i]; }
  constexpr const T &front() const { return data_[0]; }
  constexpr const T &back() const { return data_[n_ - 1]; }
  std::vector<T> vec() const;
  ArrayRef slice(size_t, size_t) const;
  ArrayRef slice(size_t) const;
};
template <class T> bool operator==(ArrayRef<T>, ArrayRef<T>);
template <class T> bool operator!=(ArrayRef<T>, ArrayRef<T>);
template <class T> std::ostream &operator<<(std::ostream &, ArrayRef<T>);
typedef ArrayRef<int64_t> IntArrayRef;
typedef int64_t SymInt;
typedef ArrayRef<SymInt> SymIntArrayRef;
typedef signed char DeviceIndex;
typedef std::string string_view;
template <class T, unsigned N = 4> using SmallVector = std::vector<T>;
template <class T> struct List : std::vector<T> {};
struct IValue {
  template <class... A> IValue(A &&...);
  template <class T> T to() const;
  bool isTensor() const;
  bool isNone() const;
  bool isTensorList() const;
  template <class T> T toCustomClass() const;
  std::vector<IValue> toListRef() const;
  int64_t toInt() const;
  double toDouble() const;
};
int64_t multiply_integers(IntArrayRef);

enum class DeviceType : signed char { CPU, CUDA, HIP = 6, Meta = 14 };
constexpr DeviceType kCPU = DeviceType::CPU, kCUDA = DeviceType::CUDA, kMeta = DeviceType::Meta;
struct Device {
  DeviceType type_;
  DeviceIndex index_;
  Device(DeviceType t, DeviceIndex i = -1) : type_(t), index_(i) {}
  Device(const char *);
  Device(const std::string &);
  DeviceType type() const { return type_; }
  DeviceIndex index() const { return index_; }
  bool has_index() const;
  bool is_cuda() const;
  bool is_cpu() const;
  bool operator==(const Device &) const;
  bool operator!=(const Device &) const;
};
std::ostream &operator<<(std::ostream &, const Device &);
enum class Layout : signed char { Strided, Sparse };
constexpr Layout kStrided = Layout::Strided, kSparse = Layout::Sparse;
enum class MemoryFormat : signed char { Contiguous, Preserve, ChannelsLast, ChannelsLast3d };

struct TensorOptions {
  TensorOptions();
  TensorOptions(ScalarType);
  TensorOptions(Device);
  TensorOptions(DeviceType);
  TensorOptions(Layout);
  TensorOptions dtype(ScalarType) const;
  template <class T> TensorOptions dtype() const;
  ScalarType dtype() const;
  TensorOptions device(Device) const;
  TensorOptions device(DeviceType, int) const;
  Device device() const;
  TensorOptions layout(Layout) const;
  TensorOptions requires_grad(bool = true) const;
  TensorOptions pinned_memory(bool = true) const;
  TensorOptions memory_format(MemoryFormat) const;
};
std::ostream &operator<<(std::ostream &, const TensorOptions &);
TensorOptions dtype(ScalarType);
template <class T> TensorOptions dtype();
TensorOptions device(Device);
TensorOptions requires_grad(bool = true);

struct Scalar {
  Scalar();
  template <class T> Scalar(T);
  template <class T> T to() const;
  double toDouble() const;
  float toFloat() const;
  int64_t toLong() const;
  int toInt() const;
  bool isFloatingPoint() const;
};

template <class I> struct coal_range {
  struct iterator {
    I at;
    constexpr I operator*() const { return at; }
    constexpr iterator &operator++() { return ++at, *this; }
    constexpr bool operator!=(const iterator &o) const { return at != o.at; }
    constexpr bool operator==(const iterator &o) const { return at == o.at; }
  };
  I from, to;
  constexpr iterator begin() const { return iterator{from}; }
  constexpr iterator end() const { return iterator{to}; }
};
template <class I> constexpr coal_range<I> irange(I n) { return {I(), n}; }
template <class A, class I> constexpr coal_range<I> irange(A from, I to) { return {I(from), to}; }

struct Error {
  Error(...);
  const char *what() const noexcept;
};
template <class T> class intrusive_ptr {
public:
  intrusive_ptr();
  intrusive_ptr(std::nullptr_t);
  template <class U> intrusive_ptr(const intrusive_ptr<U> &);
  T *get() const;
  T *operator->() const;
  T &operator*() const;
  explicit operator bool() const;
  template <class... A> static intrusive_ptr make(A &&...);
};
template <class T, class... A> intrusive_ptr<T> make_intrusive(A &&...);
struct intrusive_ptr_target {};
}  // namespace c10

#endif
