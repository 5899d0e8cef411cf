/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * What half and bfloat16 have in common: a two-byte class, its pair, operators and the functions overloaded on
 * them. All arithmetic goes through float, by __f() and __from(), which need no overload resolution (the operators
 * of a class with a dozen conversions cost Clang a millisecond each). H: the class, H2: the pair, N: as in __float2N ("half", "bfloat16"),
 * N2: the pair in names ("half2", "bfloat162"), FROM, TO: float to bits and back.
 */
#ifndef COALCHECK_CUDA_SMALL_FLOAT_H
#define COALCHECK_CUDA_SMALL_FLOAT_H

#include <coalcheck/cuda_builtin.h>

#define COAL_SF_FROM(H, T, TO_BITS)                                                                       \
  COAL_HDI H(T v) : __x(TO_BITS((float)v)) {}
#define COAL_SF_ASSIGN(H, OP)                                                                             \
  COAL_HDI H &operator OP##=(H &a, const H &b) {                                                          \
    a = H::__from(a.__f() OP b.__f());                                                                    \
    return a;                                                                                             \
  }                                                                                                       \
  COAL_HDI H operator OP(const H &a, const H &b) { return H::__from(a.__f() OP b.__f()); }
#define COAL_SF_COMPARE(H, OP)                                                                            \
  COAL_HDI bool operator OP(const H &a, const H &b) { return a.__f() OP b.__f(); }

#define COAL_SF_CLASSES(H, H2, RAW, TO_BITS, TO_FLOAT)                                                    \
  struct __align__(2) RAW { unsigned short x; };                                                          \
  struct __align__(4) RAW##_pair { unsigned short x, y; };                                                \
  struct __align__(2) H {                                                                                 \
    unsigned short __x;                                                                                   \
    COAL_HDI float __f() const { return TO_FLOAT(__x); }                                                  \
    static COAL_HDI H __from(float f) {                                                                   \
      H h;                                                                                                \
      h.__x = TO_BITS(f);                                                                                 \
      return h;                                                                                           \
    }                                                                                                     \
    H() = default;                                                                                        \
    COAL_HDI H(const RAW &r) : __x(r.x) {}                                                                \
    COAL_SF_FROM(H, float, TO_BITS) COAL_SF_FROM(H, double, TO_BITS)                                      \
    COAL_SF_FROM(H, int, TO_BITS) COAL_SF_FROM(H, unsigned int, TO_BITS)                                  \
    COAL_SF_FROM(H, short, TO_BITS) COAL_SF_FROM(H, unsigned short, TO_BITS)                              \
    COAL_SF_FROM(H, long, TO_BITS) COAL_SF_FROM(H, unsigned long, TO_BITS)                                \
    COAL_SF_FROM(H, long long, TO_BITS) COAL_SF_FROM(H, unsigned long long, TO_BITS)                      \
    COAL_HDI operator RAW() const { return RAW{__x}; }                                                    \
    COAL_HDI operator float() const { return TO_FLOAT(__x); }                                             \
    COAL_HDI operator bool() const { return TO_FLOAT(__x) != 0.0f; }                                      \
    COAL_HDI operator signed char() const { return (signed char)TO_FLOAT(__x); }                          \
    COAL_HDI operator unsigned char() const { return (unsigned char)TO_FLOAT(__x); }                      \
    COAL_HDI operator char() const { return (char)TO_FLOAT(__x); }                                        \
    COAL_HDI operator short() const { return (short)TO_FLOAT(__x); }                                      \
    COAL_HDI operator unsigned short() const { return (unsigned short)TO_FLOAT(__x); }                    \
    COAL_HDI operator int() const { return (int)TO_FLOAT(__x); }                                          \
    COAL_HDI operator unsigned int() const { return (unsigned int)TO_FLOAT(__x); }                        \
    COAL_HDI operator long() const { return (long)TO_FLOAT(__x); }                                        \
    COAL_HDI operator unsigned long() const { return (unsigned long)TO_FLOAT(__x); }                      \
    COAL_HDI operator long long() const { return (long long)TO_FLOAT(__x); }                              \
    COAL_HDI operator unsigned long long() const { return (unsigned long long)TO_FLOAT(__x); }            \
  };                                                                                                      \
  COAL_SF_ASSIGN(H, +) COAL_SF_ASSIGN(H, -) COAL_SF_ASSIGN(H, *) COAL_SF_ASSIGN(H, /)                     \
  COAL_SF_COMPARE(H, ==) COAL_SF_COMPARE(H, !=) COAL_SF_COMPARE(H, <) COAL_SF_COMPARE(H, <=)              \
  COAL_SF_COMPARE(H, >) COAL_SF_COMPARE(H, >=)                                                            \
  COAL_HDI H operator-(const H &a) { return H::__from(-a.__f()); }                                        \
  COAL_HDI H operator+(const H &a) { return a; }                                                          \
  COAL_HDI H &operator++(H &a) { return a += H::__from(1.0f); }                                           \
  COAL_HDI H &operator--(H &a) { return a -= H::__from(1.0f); }                                           \
  struct __align__(4) H2 {                                                                                \
    H x, y;                                                                                               \
    H2() = default;                                                                                       \
    COAL_HDI H2(const H &a, const H &b) : x(a), y(b) {}                                                   \
    COAL_HDI H2(const RAW##_pair &r) : x(RAW{r.x}), y(RAW{r.y}) {}                                        \
    COAL_HDI operator RAW##_pair() const { return RAW##_pair{x.__x, y.__x}; }                             \
  };                                                                                                      \
  COAL_SF_PAIR(H, H2, +) COAL_SF_PAIR(H, H2, -) COAL_SF_PAIR(H, H2, *) COAL_SF_PAIR(H, H2, /)             \
  COAL_HDI H2 operator-(const H2 &a) { return H2(H::__from(-a.x.__f()), H::__from(-a.y.__f())); }         \
  COAL_HDI bool operator==(const H2 &a, const H2 &b) { return a.x.__f() == b.x.__f() && a.y.__f() == b.y.__f(); } \
  COAL_HDI bool operator!=(const H2 &a, const H2 &b) { return !(a == b); }
#define COAL_SF_PAIR(H, H2, OP)                                                                           \
  COAL_HDI H2 operator OP(const H2 &a, const H2 &b) { return H2(H::__from(a.x.__f() OP b.x.__f()), H::__from(a.y.__f() OP b.y.__f())); } \
  COAL_HDI H2 &operator OP##=(H2 &a, const H2 &b) { return a = a OP b; }

/* binary function F and its pair form F2 */
#define COAL_SF_FN2(H, H2, F, F2, OP)                                                                     \
  COAL_HDI H F(H a, H b) { return H::__from(a.__f() OP b.__f()); }                                        \
  COAL_HDI H2 F2(H2 a, H2 b) { return H2(H::__from(a.x.__f() OP b.x.__f()), H::__from(a.y.__f() OP b.y.__f())); }
#define COAL_SF_SAT(v) ((v) < 0.0f ? 0.0f : (v) > 1.0f ? 1.0f : (v))
#define COAL_SF_FN_SAT(H, H2, F, F2, OP)                                                                  \
  COAL_HDI H F(H a, H b) { return H::__from(COAL_SF_SAT(a.__f() OP b.__f())); }                           \
  COAL_HDI H2 F2(H2 a, H2 b) { return H2(F(a.x, b.x), F(a.y, b.y)); }
/* comparisons: __heq, __heq2, __hbeq2, and the unordered __hequ … */
#define COAL_SF_CMP(H, H2, C, OP)                                                                         \
  COAL_HDI bool __h##C(H a, H b) { return a.__f() OP b.__f(); }                                           \
  COAL_HDI bool __h##C##u(H a, H b) { return !(a.__f() == a.__f() && b.__f() == b.__f()) || a.__f() OP b.__f(); } \
  COAL_HDI H2 __h##C##2(H2 a, H2 b) { return H2(H::__from(a.x.__f() OP b.x.__f() ? 1.0f : 0.0f), H::__from(a.y.__f() OP b.y.__f() ? 1.0f : 0.0f)); } \
  COAL_HDI H2 __h##C##u2(H2 a, H2 b) { return H2(H::__from(__h##C##u(a.x, b.x) ? 1.0f : 0.0f), H::__from(__h##C##u(a.y, b.y) ? 1.0f : 0.0f)); } \
  COAL_HDI bool __hb##C##2(H2 a, H2 b) { return a.x.__f() OP b.x.__f() && a.y.__f() OP b.y.__f(); }       \
  COAL_HDI bool __hb##C##u2(H2 a, H2 b) { return __h##C##u(a.x, b.x) && __h##C##u(a.y, b.y); }            \
  COAL_HDI unsigned int __h##C##2_mask(H2 a, H2 b) { return (a.x.__f() OP b.x.__f() ? 0xffffu : 0u) | (a.y.__f() OP b.y.__f() ? 0xffff0000u : 0u); }
#define COAL_SF_MATH(H, H2, F, EXPR)                                                                      \
  COAL_DI H h##F(H v) {                                                                                   \
    float f = v.__f();                                                                                    \
    return H::__from(EXPR);                                                                               \
  }                                                                                                       \
  COAL_DI H2 h2##F(H2 v) { return H2(h##F(v.x), h##F(v.y)); }

#define COAL_SF_FUNCTIONS(H, H2)                                                                          \
  COAL_SF_FN2(H, H2, __hadd, __hadd2, +) COAL_SF_FN2(H, H2, __hsub, __hsub2, -)                           \
  COAL_SF_FN2(H, H2, __hmul, __hmul2, *) COAL_SF_FN2(H, H2, __hdiv, __h2div, /)                           \
  COAL_SF_FN2(H, H2, __hadd_rn, __hadd2_rn, +) COAL_SF_FN2(H, H2, __hsub_rn, __hsub2_rn, -)               \
  COAL_SF_FN2(H, H2, __hmul_rn, __hmul2_rn, *)                                                            \
  COAL_SF_FN_SAT(H, H2, __hadd_sat, __hadd2_sat, +) COAL_SF_FN_SAT(H, H2, __hsub_sat, __hsub2_sat, -)     \
  COAL_SF_FN_SAT(H, H2, __hmul_sat, __hmul2_sat, *)                                                       \
  COAL_HDI H __hfma(H a, H b, H c) { return H::__from(a.__f() * b.__f() + c.__f()); }                     \
  COAL_HDI H __hfma_sat(H a, H b, H c) { return H::__from(COAL_SF_SAT(a.__f() * b.__f() + c.__f())); }    \
  COAL_HDI H __hfma_relu(H a, H b, H c) {                                                                 \
    float f = a.__f() * b.__f() + c.__f();                                                                \
    return H::__from(f > 0.0f ? f : 0.0f);                                                                \
  }                                                                                                       \
  COAL_HDI H2 __hfma2(H2 a, H2 b, H2 c) { return H2(__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)); }      \
  COAL_HDI H2 __hfma2_sat(H2 a, H2 b, H2 c) { return H2(__hfma_sat(a.x, b.x, c.x), __hfma_sat(a.y, b.y, c.y)); } \
  COAL_HDI H2 __hfma2_relu(H2 a, H2 b, H2 c) { return H2(__hfma_relu(a.x, b.x, c.x), __hfma_relu(a.y, b.y, c.y)); } \
  COAL_HDI H2 __hcmadd(H2 a, H2 b, H2 c) {                                                                \
    return H2(H::__from(a.x.__f() * b.x.__f() - a.y.__f() * b.y.__f() + c.x.__f()),                       \
              H::__from(a.x.__f() * b.y.__f() + a.y.__f() * b.x.__f() + c.y.__f()));                      \
  }                                                                                                       \
  COAL_HDI H __hneg(H a) { return H::__from(-a.__f()); }                                                  \
  COAL_HDI H2 __hneg2(H2 a) { return H2(__hneg(a.x), __hneg(a.y)); }                                      \
  COAL_HDI H __habs(H a) { return H::__from(a.__f() < 0.0f ? -a.__f() : a.__f()); }                       \
  COAL_HDI H2 __habs2(H2 a) { return H2(__habs(a.x), __habs(a.y)); }                                      \
  COAL_SF_CMP(H, H2, eq, ==) COAL_SF_CMP(H, H2, ne, !=) COAL_SF_CMP(H, H2, lt, <)                         \
  COAL_SF_CMP(H, H2, le, <=) COAL_SF_CMP(H, H2, gt, >) COAL_SF_CMP(H, H2, ge, >=)                         \
  COAL_HDI H __hmax(H a, H b) { return H::__from(a.__f() > b.__f() ? a.__f() : b.__f()); }                \
  COAL_HDI H __hmin(H a, H b) { return H::__from(a.__f() < b.__f() ? a.__f() : b.__f()); }                \
  COAL_HDI H __hmax_nan(H a, H b) { return H::__from(a.__f() > b.__f() ? a.__f() : b.__f()); }            \
  COAL_HDI H __hmin_nan(H a, H b) { return H::__from(a.__f() < b.__f() ? a.__f() : b.__f()); }            \
  COAL_HDI H2 __hmax2(H2 a, H2 b) { return H2(__hmax(a.x, b.x), __hmax(a.y, b.y)); }                      \
  COAL_HDI H2 __hmin2(H2 a, H2 b) { return H2(__hmin(a.x, b.x), __hmin(a.y, b.y)); }                      \
  COAL_HDI bool __hisnan(H a) { return a.__f() != a.__f(); }                                              \
  COAL_HDI int __hisinf(H a) { return a.__f() == __builtin_inff() ? 1 : a.__f() == -__builtin_inff() ? -1 : 0; } \
  COAL_HDI H2 __hisnan2(H2 a) { return H2(H::__from(__hisnan(a.x) ? 1.0f : 0.0f), H::__from(__hisnan(a.y) ? 1.0f : 0.0f)); } \
  COAL_SF_MATH(H, H2, sin, sinf(f)) COAL_SF_MATH(H, H2, cos, cosf(f)) COAL_SF_MATH(H, H2, exp, expf(f))   \
  COAL_SF_MATH(H, H2, exp2, exp2f(f)) COAL_SF_MATH(H, H2, exp10, exp10f(f)) COAL_SF_MATH(H, H2, log, logf(f)) \
  COAL_SF_MATH(H, H2, log2, log2f(f)) COAL_SF_MATH(H, H2, log10, log10f(f)) COAL_SF_MATH(H, H2, sqrt, sqrtf(f)) \
  COAL_SF_MATH(H, H2, rsqrt, rsqrtf(f)) COAL_SF_MATH(H, H2, rcp, 1.0f / f) COAL_SF_MATH(H, H2, floor, floorf(f)) \
  COAL_SF_MATH(H, H2, ceil, ceilf(f)) COAL_SF_MATH(H, H2, trunc, truncf(f)) COAL_SF_MATH(H, H2, rint, rintf(f)) \
  COAL_SF_MATH(H, H2, tanh, tanhf(f)) COAL_SF_MATH(H, H2, tanh_approx, tanhf(f))                          \
  COAL_HDI float __low2float(H2 a) { return a.x.__f(); }                                                  \
  COAL_HDI float __high2float(H2 a) { return a.y.__f(); }

/* an integer type I as written in names: __half2int_rn, __int2half_rn */
#define COAL_SF_INT(H, N, I, NAME)                                                                        \
  COAL_HDI I __##N##2##NAME##_rn(H a) { return (I)__builtin_rintf(a.__f()); }                             \
  COAL_HDI I __##N##2##NAME##_rz(H a) { return (I)a.__f(); }                                              \
  COAL_HDI I __##N##2##NAME##_ru(H a) { return (I)__builtin_ceilf(a.__f()); }                             \
  COAL_HDI I __##N##2##NAME##_rd(H a) { return (I)__builtin_floorf(a.__f()); }                            \
  COAL_HDI H __##NAME##2##N##_rn(I a) { return H::__from((float)a); }                                     \
  COAL_HDI H __##NAME##2##N##_rz(I a) { return H::__from((float)a); }                                     \
  COAL_HDI H __##NAME##2##N##_ru(I a) { return H::__from((float)a); }                                     \
  COAL_HDI H __##NAME##2##N##_rd(I a) { return H::__from((float)a); }
#define COAL_SF_CONVERSIONS(H, H2, N, N2)                                                                 \
  COAL_HDI H __float2##N(float f) { return H::__from((float)f); }                                         \
  COAL_HDI H __float2##N##_rn(float f) { return H::__from((float)f); }                                    \
  COAL_HDI H __float2##N##_rz(float f) { return H::__from((float)f); }                                    \
  COAL_HDI H __float2##N##_ru(float f) { return H::__from((float)f); }                                    \
  COAL_HDI H __float2##N##_rd(float f) { return H::__from((float)f); }                                    \
  COAL_HDI H __double2##N(double f) { return H::__from((float)f); }                                       \
  COAL_HDI float __##N##2float(H a) { return a.__f(); }                                                   \
  COAL_HDI H2 __float2##N2##_rn(float f) { return H2(H::__from(f), H::__from(f)); }                       \
  COAL_HDI H2 __floats2##N2##_rn(float a, float b) { return H2(H::__from(a), H::__from(b)); }             \
  COAL_HDI H2 __float22##N2##_rn(float2 f) { return H2(H::__from(f.x), H::__from(f.y)); }                 \
  COAL_HDI float2 __##N2##2float2(H2 a) { return float2{a.x.__f(), a.y.__f()}; }                          \
  COAL_HDI H __low2##N(H2 a) { return a.x; }                                                              \
  COAL_HDI H __high2##N(H2 a) { return a.y; }                                                             \
  COAL_HDI H2 __low2##N2(H2 a) { return H2(a.x, a.x); }                                                   \
  COAL_HDI H2 __high2##N2(H2 a) { return H2(a.y, a.y); }                                                  \
  COAL_HDI H2 __lows2##N2(H2 a, H2 b) { return H2(a.x, b.x); }                                            \
  COAL_HDI H2 __highs2##N2(H2 a, H2 b) { return H2(a.y, b.y); }                                           \
  COAL_HDI H2 __lowhigh2highlow(H2 a) { return H2(a.y, a.x); }                                            \
  COAL_HDI H2 __halves2##N2(H a, H b) { return H2(a, b); }                                                \
  COAL_HDI H2 __##N##2##N2(H a) { return H2(a, a); }                                                      \
  COAL_HDI H2 make_##N2(H a, H b) { return H2(a, b); }                                                    \
  COAL_HDI short __##N##_as_short(H a) { return (short)a.__x; }                                           \
  COAL_HDI unsigned short __##N##_as_ushort(H a) { return a.__x; }                                        \
  COAL_SF_INT(H, N, int, int) COAL_SF_INT(H, N, unsigned int, uint) COAL_SF_INT(H, N, short, short)       \
  COAL_SF_INT(H, N, unsigned short, ushort) COAL_SF_INT(H, N, long long, ll) COAL_SF_INT(H, N, unsigned long long, ull)

#endif
