/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * Mathematical functions. Each has the C library's host declarations and device overloads for double, float and
 * integers; the device ones are visible in std too, as <cmath> would show them.
 */
#ifndef COALCHECK_CUDA_MATH_H
#define COALCHECK_CUDA_MATH_H

#include <coalcheck/qualifiers.h>

template <bool> struct __coal_enable {};
template <> struct __coal_enable<true> {
  typedef double type;
};
template <class __A, class __B> struct __coal_same_type {
  static constexpr bool value = false;
};
template <class __A> struct __coal_same_type<__A, __A> {
  static constexpr bool value = true;
};
/* double for an integer argument; no overload otherwise */
#define COAL_IF_INTEGER(__T) typename __coal_enable<__is_integral(__T)>::type
/* double for two arithmetic arguments that are not float or double both */
#define COAL_IF_MIXED(__A, __B)                                                                             \
  typename __coal_enable<__is_arithmetic(__A) && __is_arithmetic(__B) &&                                    \
                         (!__coal_same_type<__A, __B>::value || __is_integral(__A))>::type

/* double F(double), float Ff(float), and F of float and of integers on the device */
#define COAL_MATH1(__F, ...)                                                     \
  extern "C" double __F(double) noexcept(true);                                  \
  extern "C" float __F##f(float) noexcept(true);                                 \
  COAL_D double __F(double);                                                     \
  COAL_D float __F##f(float);                                                    \
  COAL_D float __F(float);                                                       \
  template <class __T> COAL_D COAL_IF_INTEGER(__T) __F(__T);
#define COAL_MATH2(__F)                                                          \
  extern "C" double __F(double, double) noexcept(true);                          \
  extern "C" float __F##f(float, float) noexcept(true);                          \
  COAL_D double __F(double, double);                                             \
  COAL_D float __F##f(float, float);                                             \
  COAL_D float __F(float, float);                                                \
  template <class __A, class __B> COAL_D COAL_IF_MIXED(__A, __B) __F(__A, __B);
/* X for the list of names: used for the declarations and for std */
#define COAL_STD_MATH1(__X)                                                                               \
  __X(acos) __X(acosh) __X(asin) __X(asinh) __X(atan) __X(atanh) __X(cbrt) __X(ceil) __X(cos) __X(cosh) __X(erf) __X(erfc) __X(exp) __X(exp2)  \
  __X(expm1) __X(fabs) __X(floor) __X(lgamma) __X(log) __X(log10) __X(log1p) __X(log2) __X(logb) __X(nearbyint) __X(rint) __X(round) \
  __X(sin) __X(sinh) __X(sqrt) __X(tan) __X(tanh) __X(tgamma) __X(trunc)
#define COAL_STD_MATH2(__X)                                                                               \
  __X(atan2) __X(copysign) __X(fdim) __X(fmax) __X(fmin) __X(fmod) __X(hypot) __X(nextafter) __X(pow) __X(remainder)

COAL_STD_MATH1(COAL_MATH1)
COAL_STD_MATH2(COAL_MATH2)

/* beyond the C library (some of them are in C23's) */
COAL_MATH1(rsqrt)
COAL_MATH1(rcbrt)
COAL_MATH1(sinpi)
COAL_MATH1(cospi)
COAL_MATH1(exp10)
COAL_MATH1(erfcinv)
COAL_MATH1(erfinv)
COAL_MATH1(erfcx)
COAL_MATH1(normcdf)
COAL_MATH1(normcdfinv)
COAL_MATH1(j0)
COAL_MATH1(j1)
COAL_MATH1(y0)
COAL_MATH1(y1)
COAL_MATH1(cyl_bessel_i0)
COAL_MATH1(cyl_bessel_i1)
COAL_MATH2(rhypot)
COAL_MATH2(fdivide)

#define COAL_MATH_FORMS(__R, __F, D_ARGS, F_ARGS)                                  \
  extern "C" __R __F D_ARGS noexcept(true);                                        \
  COAL_D __R __F D_ARGS;                                                           \
  COAL_D float __F F_ARGS;                                                       \
  extern "C" float __F##f F_ARGS noexcept(true);                                 \
  COAL_D float __F##f F_ARGS;
COAL_MATH_FORMS(double, fma, (double, double, double), (float, float, float))
COAL_MATH_FORMS(double, frexp, (double, int *), (float, int *))
COAL_MATH_FORMS(double, ldexp, (double, int), (float, int))
COAL_MATH_FORMS(double, scalbn, (double, int), (float, int))
COAL_MATH_FORMS(double, scalbln, (double, long), (float, long))
COAL_MATH_FORMS(double, modf, (double, double *), (float, float *))
COAL_MATH_FORMS(double, remquo, (double, double, int *), (float, float, int *))
COAL_MATH_FORMS(double, norm3d, (double, double, double), (float, float, float))
COAL_MATH_FORMS(double, norm4d, (double, double, double, double), (float, float, float, float))
COAL_MATH_FORMS(double, rnorm3d, (double, double, double), (float, float, float))
COAL_MATH_FORMS(double, rnorm4d, (double, double, double, double), (float, float, float, float))
COAL_MATH_FORMS(double, norm, (int, const double *), (int, const float *))
COAL_MATH_FORMS(double, rnorm, (int, const double *), (int, const float *))
COAL_MATH_FORMS(double, jn, (int, double), (int, float))
COAL_MATH_FORMS(double, yn, (int, double), (int, float))
#undef COAL_MATH_FORMS
#define COAL_MATH_TO(__R, __F)                                                     \
  extern "C" __R __F(double) noexcept(true);                                       \
  extern "C" __R __F##f(float) noexcept(true);                                     \
  COAL_D __R __F(double);                                                          \
  COAL_D __R __F(float);                                                           \
  COAL_D __R __F##f(float);
COAL_MATH_TO(int, ilogb)
COAL_MATH_TO(long, lrint)
COAL_MATH_TO(long, lround)
COAL_MATH_TO(long long, llrint)
COAL_MATH_TO(long long, llround)
#undef COAL_MATH_TO

COAL_D float pow(float, int);
COAL_D double pow(double, int);
COAL_D double nan(const char *);
COAL_D float nanf(const char *);
extern "C" void sincos(double, double *, double *) noexcept(true);
extern "C" void sincosf(float, float *, float *) noexcept(true);
COAL_D void sincos(double, double *, double *);
COAL_D void sincos(float, float *, float *);
COAL_D void sincosf(float, float *, float *);
COAL_HD void sincospi(double, double *, double *);
COAL_HD void sincospif(float, float *, float *);

#define COAL_CLASSIFY(__F)    \
  COAL_D bool __F(double);    \
  COAL_D bool __F(float);
COAL_CLASSIFY(isnan)
COAL_CLASSIFY(isinf)
COAL_CLASSIFY(isfinite)
COAL_CLASSIFY(isnormal)
COAL_CLASSIFY(signbit)
#undef COAL_CLASSIFY
/* for host code without <cmath>; templates, so that the library's functions win */
template <class __T> bool isnan(__T v) { return v != v; }
template <class __T> bool isinf(__T v) { return __builtin_isinf(v); }
template <class __T> bool isfinite(__T v) { return __builtin_isfinite(v); }

COAL_DI int abs(int v) { return v < 0 ? -v : v; }
COAL_DI long abs(long v) { return v < 0 ? -v : v; }
COAL_DI long long abs(long long v) { return v < 0 ? -v : v; }
COAL_DI long labs(long v) { return v < 0 ? -v : v; }
COAL_DI long long llabs(long long v) { return v < 0 ? -v : v; }
COAL_D float abs(float);
COAL_D double abs(double);

#define COAL_MIN_MAX(__R, __A, __B)                                                   \
  COAL_HDI constexpr __R min(__A a, __B b) { return (__R)a < (__R)b ? (__R)a : (__R)b; }      \
  COAL_HDI constexpr __R max(__A a, __B b) { return (__R)a > (__R)b ? (__R)a : (__R)b; }
COAL_MIN_MAX(int, int, int)
COAL_MIN_MAX(unsigned int, unsigned int, unsigned int)
COAL_MIN_MAX(unsigned int, int, unsigned int)
COAL_MIN_MAX(unsigned int, unsigned int, int)
COAL_MIN_MAX(long, long, long)
COAL_MIN_MAX(unsigned long, unsigned long, unsigned long)
COAL_MIN_MAX(unsigned long, long, unsigned long)
COAL_MIN_MAX(unsigned long, unsigned long, long)
COAL_MIN_MAX(long long, long long, long long)
COAL_MIN_MAX(unsigned long long, unsigned long long, unsigned long long)
COAL_MIN_MAX(unsigned long long, long long, unsigned long long)
COAL_MIN_MAX(unsigned long long, unsigned long long, long long)
COAL_MIN_MAX(float, float, float)
COAL_MIN_MAX(double, double, double)
COAL_MIN_MAX(double, float, double)
COAL_MIN_MAX(double, double, float)
#undef COAL_MIN_MAX
COAL_HDI unsigned int umin(unsigned int a, unsigned int b) { return a < b ? a : b; }
COAL_HDI unsigned int umax(unsigned int a, unsigned int b) { return a > b ? a : b; }
COAL_HDI long long llmin(long long a, long long b) { return a < b ? a : b; }
COAL_HDI long long llmax(long long a, long long b) { return a > b ? a : b; }
COAL_HDI unsigned long long ullmin(unsigned long long a, unsigned long long b) { return a < b ? a : b; }
COAL_HDI unsigned long long ullmax(unsigned long long a, unsigned long long b) { return a > b ? a : b; }

namespace std {
#define COAL_USING(__F) using ::__F;
COAL_STD_MATH1(COAL_USING)
COAL_STD_MATH2(COAL_USING)
using ::abs;
using ::fma;
using ::frexp;
using ::ilogb;
using ::isfinite;
using ::isinf;
using ::isnan;
using ::isnormal;
using ::ldexp;
using ::llabs;
using ::llrint;
using ::llround;
using ::lrint;
using ::lround;
using ::modf;
using ::nan;
using ::nanf;
using ::remquo;
using ::scalbln;
using ::scalbn;
using ::signbit;
#undef COAL_USING
}
#undef COAL_MATH1
#undef COAL_MATH2
#undef COAL_STD_MATH1
#undef COAL_STD_MATH2

/* fast versions */
COAL_D float __sinf(float);
COAL_D float __cosf(float);
COAL_D float __tanf(float);
COAL_D float __tanhf(float);
COAL_D float __expf(float);
COAL_D float __exp10f(float);
COAL_D float __logf(float);
COAL_D float __log2f(float);
COAL_D float __log10f(float);
COAL_D float __powf(float, float);
COAL_D float __fdividef(float, float);
COAL_D float __saturatef(float);
COAL_D float saturate(float);
COAL_D void __sincosf(float, float *, float *);
COAL_D float fdividef(float, float);

/* one rounding mode each */
#define COAL_ROUND(__R, __F, ...)      \
  COAL_D __R __F##_rn(__VA_ARGS__);    \
  COAL_D __R __F##_rz(__VA_ARGS__);    \
  COAL_D __R __F##_ru(__VA_ARGS__);    \
  COAL_D __R __F##_rd(__VA_ARGS__);
COAL_ROUND(float, __fadd, float, float)
COAL_ROUND(float, __fsub, float, float)
COAL_ROUND(float, __fmul, float, float)
COAL_ROUND(float, __fdiv, float, float)
COAL_ROUND(float, __frcp, float)
COAL_ROUND(float, __fsqrt, float)
COAL_ROUND(float, __fmaf, float, float, float)
COAL_ROUND(float, __fmaf_ieee, float, float, float)
COAL_D float __frsqrt_rn(float);
COAL_ROUND(double, __dadd, double, double)
COAL_ROUND(double, __dsub, double, double)
COAL_ROUND(double, __dmul, double, double)
COAL_ROUND(double, __ddiv, double, double)
COAL_ROUND(double, __drcp, double)
COAL_ROUND(double, __dsqrt, double)
COAL_ROUND(double, __fma, double, double, double)
COAL_ROUND(int, __float2int, float)
COAL_ROUND(unsigned int, __float2uint, float)
COAL_ROUND(long long, __float2ll, float)
COAL_ROUND(unsigned long long, __float2ull, float)
COAL_ROUND(int, __double2int, double)
COAL_ROUND(unsigned int, __double2uint, double)
COAL_ROUND(long long, __double2ll, double)
COAL_ROUND(unsigned long long, __double2ull, double)
COAL_ROUND(float, __double2float, double)
COAL_ROUND(float, __int2float, int)
COAL_ROUND(float, __uint2float, unsigned int)
COAL_ROUND(float, __ll2float, long long)
COAL_ROUND(float, __ull2float, unsigned long long)
COAL_ROUND(double, __ll2double, long long)
COAL_ROUND(double, __ull2double, unsigned long long)
#undef COAL_ROUND
COAL_D double __int2double_rn(int);
COAL_D double __uint2double_rn(unsigned int);

#ifndef INFINITY
#define INFINITY (__builtin_inff())
#define NAN (__builtin_nanf(""))
#define HUGE_VAL (__builtin_huge_val())
#endif
#ifndef FLT_MAX
#define FLT_MAX __FLT_MAX__
#define FLT_MIN __FLT_MIN__
#define FLT_EPSILON __FLT_EPSILON__
#define DBL_MAX __DBL_MAX__
#define DBL_MIN __DBL_MIN__
#define DBL_EPSILON __DBL_EPSILON__
#endif
#ifndef M_PI
#define M_E 2.7182818284590452354
#define M_LN2 0.69314718055994530942
#define M_PI 3.14159265358979323846
#define M_PI_2 1.57079632679489661923
#define M_PI_4 0.78539816339744830962
#define M_1_PI 0.31830988618379067154
#define M_2_SQRTPI 1.12837916709551257390
#define M_SQRT2 1.41421356237309504880
#define M_SQRT1_2 0.70710678118654752440
#endif

#endif
