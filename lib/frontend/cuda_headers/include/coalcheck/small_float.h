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

#define COAL_SF_FROM(__H, __T, TO_BITS)                                                                       \
  COAL_HDI __H(__T v) : __x(TO_BITS((float)v)) {}
#define COAL_SF_ASSIGN(__H, __OP)                                                                             \
  COAL_HDI __H &operator __OP##=(__H &a, const __H &b) {                                                          \
    a = __H::__from(a.__f() __OP b.__f());                                                                    \
    return a;                                                                                             \
  }                                                                                                       \
  COAL_HDI __H operator __OP(const __H &a, const __H &b) { return __H::__from(a.__f() __OP b.__f()); }
#define COAL_SF_COMPARE(__H, __OP)                                                                            \
  COAL_HDI bool operator __OP(const __H &a, const __H &b) { return a.__f() __OP b.__f(); }

#define COAL_SF_CLASSES(__H, H2, RAW, TO_BITS, TO_FLOAT)                                                    \
  struct __align__(2) RAW { unsigned short x; };                                                          \
  struct __align__(4) RAW##_pair { unsigned short x, y; };                                                \
  struct __align__(2) __H {                                                                                 \
    unsigned short __x;                                                                                   \
    COAL_HDI float __f() const { return TO_FLOAT(__x); }                                                  \
    static COAL_HDI __H __from(float f) {                                                                   \
      __H h;                                                                                                \
      h.__x = TO_BITS(f);                                                                                 \
      return h;                                                                                           \
    }                                                                                                     \
    __H() = default;                                                                                        \
    COAL_HDI __H(const RAW &r) : __x(r.x) {}                                                                \
    COAL_SF_FROM(__H, float, TO_BITS) COAL_SF_FROM(__H, double, TO_BITS)                                      \
    COAL_SF_FROM(__H, int, TO_BITS) COAL_SF_FROM(__H, unsigned int, TO_BITS)                                  \
    COAL_SF_FROM(__H, short, TO_BITS) COAL_SF_FROM(__H, unsigned short, TO_BITS)                              \
    COAL_SF_FROM(__H, long, TO_BITS) COAL_SF_FROM(__H, unsigned long, TO_BITS)                                \
    COAL_SF_FROM(__H, long long, TO_BITS) COAL_SF_FROM(__H, unsigned long long, TO_BITS)                      \
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
  COAL_SF_ASSIGN(__H, +) COAL_SF_ASSIGN(__H, -) COAL_SF_ASSIGN(__H, *) COAL_SF_ASSIGN(__H, /)                     \
  COAL_SF_COMPARE(__H, ==) COAL_SF_COMPARE(__H, !=) COAL_SF_COMPARE(__H, <) COAL_SF_COMPARE(__H, <=)              \
  COAL_SF_COMPARE(__H, >) COAL_SF_COMPARE(__H, >=)                                                            \
  COAL_HDI __H operator-(const __H &a) { return __H::__from(-a.__f()); }                                        \
  COAL_HDI __H operator+(const __H &a) { return a; }                                                          \
  COAL_HDI __H &operator++(__H &a) { return a += __H::__from(1.0f); }                                           \
  COAL_HDI __H &operator--(__H &a) { return a -= __H::__from(1.0f); }                                           \
  struct __align__(4) H2 {                                                                                \
    __H x, y;                                                                                               \
    H2() = default;                                                                                       \
    COAL_HDI H2(const __H &a, const __H &b) : x(a), y(b) {}                                                   \
    COAL_HDI H2(const RAW##_pair &r) : x(RAW{r.x}), y(RAW{r.y}) {}                                        \
    COAL_HDI operator RAW##_pair() const { return RAW##_pair{x.__x, y.__x}; }                             \
  };                                                                                                      \
  COAL_SF_PAIR(__H, H2, +) COAL_SF_PAIR(__H, H2, -) COAL_SF_PAIR(__H, H2, *) COAL_SF_PAIR(__H, H2, /)             \
  COAL_HDI H2 operator-(const H2 &a) {                                                                    \
    H2 __a = a;                                                                                           \
    return H2(__H::__from(-__a.x.__f()), __H::__from(-__a.y.__f()));                                      \
  }                                                                                                       \
  COAL_HDI bool operator==(const H2 &a, const H2 &b) {                                                    \
    H2 __a = a, __b = b;                                                                                  \
    return __a.x.__f() == __b.x.__f() && __a.y.__f() == __b.y.__f();                                      \
  }                                                                                                       \
  COAL_HDI bool operator!=(const H2 &a, const H2 &b) { return !(a == b); }
/* a pair is read whole, as the toolkit's functions do */
#define COAL_SF_PAIR(__H, H2, __OP)                                                                           \
  COAL_HDI H2 operator __OP(const H2 &a, const H2 &b) {                                                       \
    H2 __a = a, __b = b;                                                                                      \
    return H2(__H::__from(__a.x.__f() __OP __b.x.__f()), __H::__from(__a.y.__f() __OP __b.y.__f()));          \
  }                                                                                                           \
  COAL_HDI H2 &operator __OP##=(H2 &a, const H2 &b) { return a = a __OP b; }

/* binary function F and its pair form F2 */
#define COAL_SF_FN2(__H, H2, __F, F2, __OP)                                                                     \
  COAL_HDI __H __F(__H a, __H b) { return __H::__from(a.__f() __OP b.__f()); }                                        \
  COAL_HDI H2 F2(H2 a, H2 b) { return H2(__H::__from(a.x.__f() __OP b.x.__f()), __H::__from(a.y.__f() __OP b.y.__f())); }
#define COAL_SF_SAT(v) ((v) < 0.0f ? 0.0f : (v) > 1.0f ? 1.0f : (v))
#define COAL_SF_FN_SAT(__H, H2, __F, F2, __OP)                                                                  \
  COAL_HDI __H __F(__H a, __H b) { return __H::__from(COAL_SF_SAT(a.__f() __OP b.__f())); }                           \
  COAL_HDI H2 F2(H2 a, H2 b) { return H2(__F(a.x, b.x), __F(a.y, b.y)); }
/* comparisons: __heq, __heq2, __hbeq2, and the unordered __hequ … */
#define COAL_SF_CMP(__H, H2, __C, __OP)                                                                         \
  COAL_HDI bool __h##__C(__H a, __H b) { return a.__f() __OP b.__f(); }                                           \
  COAL_HDI bool __h##__C##u(__H a, __H b) { return !(a.__f() == a.__f() && b.__f() == b.__f()) || a.__f() __OP b.__f(); } \
  COAL_HDI H2 __h##__C##2(H2 a, H2 b) { return H2(__H::__from(a.x.__f() __OP b.x.__f() ? 1.0f : 0.0f), __H::__from(a.y.__f() __OP b.y.__f() ? 1.0f : 0.0f)); } \
  COAL_HDI H2 __h##__C##u2(H2 a, H2 b) { return H2(__H::__from(__h##__C##u(a.x, b.x) ? 1.0f : 0.0f), __H::__from(__h##__C##u(a.y, b.y) ? 1.0f : 0.0f)); } \
  COAL_HDI bool __hb##__C##2(H2 a, H2 b) { return a.x.__f() __OP b.x.__f() && a.y.__f() __OP b.y.__f(); }       \
  COAL_HDI bool __hb##__C##u2(H2 a, H2 b) { return __h##__C##u(a.x, b.x) && __h##__C##u(a.y, b.y); }            \
  COAL_HDI unsigned int __h##__C##2_mask(H2 a, H2 b) { return (a.x.__f() __OP b.x.__f() ? 0xffffu : 0u) | (a.y.__f() __OP b.y.__f() ? 0xffff0000u : 0u); }
#define COAL_SF_MATH(__H, H2, __F, EXPR)                                                                      \
  COAL_DI __H h##__F(__H v) {                                                                                   \
    float f = v.__f();                                                                                    \
    return __H::__from(EXPR);                                                                               \
  }                                                                                                       \
  COAL_DI H2 h2##__F(H2 v) { return H2(h##__F(v.x), h##__F(v.y)); }

#define COAL_SF_FUNCTIONS(__H, H2)                                                                          \
  COAL_SF_FN2(__H, H2, __hadd, __hadd2, +) COAL_SF_FN2(__H, H2, __hsub, __hsub2, -)                           \
  COAL_SF_FN2(__H, H2, __hmul, __hmul2, *) COAL_SF_FN2(__H, H2, __hdiv, __h2div, /)                           \
  COAL_SF_FN2(__H, H2, __hadd_rn, __hadd2_rn, +) COAL_SF_FN2(__H, H2, __hsub_rn, __hsub2_rn, -)               \
  COAL_SF_FN2(__H, H2, __hmul_rn, __hmul2_rn, *)                                                            \
  COAL_SF_FN_SAT(__H, H2, __hadd_sat, __hadd2_sat, +) COAL_SF_FN_SAT(__H, H2, __hsub_sat, __hsub2_sat, -)     \
  COAL_SF_FN_SAT(__H, H2, __hmul_sat, __hmul2_sat, *)                                                       \
  COAL_HDI __H __hfma(__H a, __H b, __H c) { return __H::__from(a.__f() * b.__f() + c.__f()); }                     \
  COAL_HDI __H __hfma_sat(__H a, __H b, __H c) { return __H::__from(COAL_SF_SAT(a.__f() * b.__f() + c.__f())); }    \
  COAL_HDI __H __hfma_relu(__H a, __H b, __H c) {                                                                 \
    float f = a.__f() * b.__f() + c.__f();                                                                \
    return __H::__from(f > 0.0f ? f : 0.0f);                                                                \
  }                                                                                                       \
  COAL_HDI H2 __hfma2(H2 a, H2 b, H2 c) { return H2(__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)); }      \
  COAL_HDI H2 __hfma2_sat(H2 a, H2 b, H2 c) { return H2(__hfma_sat(a.x, b.x, c.x), __hfma_sat(a.y, b.y, c.y)); } \
  COAL_HDI H2 __hfma2_relu(H2 a, H2 b, H2 c) { return H2(__hfma_relu(a.x, b.x, c.x), __hfma_relu(a.y, b.y, c.y)); } \
  COAL_HDI H2 __hcmadd(H2 a, H2 b, H2 c) {                                                                \
    return H2(__H::__from(a.x.__f() * b.x.__f() - a.y.__f() * b.y.__f() + c.x.__f()),                       \
              __H::__from(a.x.__f() * b.y.__f() + a.y.__f() * b.x.__f() + c.y.__f()));                      \
  }                                                                                                       \
  COAL_HDI __H __hneg(__H a) { return __H::__from(-a.__f()); }                                                  \
  COAL_HDI H2 __hneg2(H2 a) { return H2(__hneg(a.x), __hneg(a.y)); }                                      \
  COAL_HDI __H __habs(__H a) { return __H::__from(a.__f() < 0.0f ? -a.__f() : a.__f()); }                       \
  COAL_HDI H2 __habs2(H2 a) { return H2(__habs(a.x), __habs(a.y)); }                                      \
  COAL_SF_CMP(__H, H2, eq, ==) COAL_SF_CMP(__H, H2, ne, !=) COAL_SF_CMP(__H, H2, lt, <)                         \
  COAL_SF_CMP(__H, H2, le, <=) COAL_SF_CMP(__H, H2, gt, >) COAL_SF_CMP(__H, H2, ge, >=)                         \
  COAL_HDI __H __hmax(__H a, __H b) { return __H::__from(a.__f() > b.__f() ? a.__f() : b.__f()); }                \
  COAL_HDI __H __hmin(__H a, __H b) { return __H::__from(a.__f() < b.__f() ? a.__f() : b.__f()); }                \
  COAL_HDI __H __hmax_nan(__H a, __H b) { return __H::__from(a.__f() > b.__f() ? a.__f() : b.__f()); }            \
  COAL_HDI __H __hmin_nan(__H a, __H b) { return __H::__from(a.__f() < b.__f() ? a.__f() : b.__f()); }            \
  COAL_HDI H2 __hmax2(H2 a, H2 b) { return H2(__hmax(a.x, b.x), __hmax(a.y, b.y)); }                      \
  COAL_HDI H2 __hmin2(H2 a, H2 b) { return H2(__hmin(a.x, b.x), __hmin(a.y, b.y)); }                      \
  COAL_HDI bool __hisnan(__H a) { return a.__f() != a.__f(); }                                              \
  COAL_HDI int __hisinf(__H a) { return a.__f() == __builtin_inff() ? 1 : a.__f() == -__builtin_inff() ? -1 : 0; } \
  COAL_HDI H2 __hisnan2(H2 a) { return H2(__H::__from(__hisnan(a.x) ? 1.0f : 0.0f), __H::__from(__hisnan(a.y) ? 1.0f : 0.0f)); } \
  COAL_SF_MATH(__H, H2, sin, sinf(f)) COAL_SF_MATH(__H, H2, cos, cosf(f)) COAL_SF_MATH(__H, H2, exp, expf(f))   \
  COAL_SF_MATH(__H, H2, exp2, exp2f(f)) COAL_SF_MATH(__H, H2, exp10, exp10f(f)) COAL_SF_MATH(__H, H2, log, logf(f)) \
  COAL_SF_MATH(__H, H2, log2, log2f(f)) COAL_SF_MATH(__H, H2, log10, log10f(f)) COAL_SF_MATH(__H, H2, sqrt, sqrtf(f)) \
  COAL_SF_MATH(__H, H2, rsqrt, rsqrtf(f)) COAL_SF_MATH(__H, H2, rcp, 1.0f / f) COAL_SF_MATH(__H, H2, floor, floorf(f)) \
  COAL_SF_MATH(__H, H2, ceil, ceilf(f)) COAL_SF_MATH(__H, H2, trunc, truncf(f)) COAL_SF_MATH(__H, H2, rint, rintf(f)) \
  COAL_SF_MATH(__H, H2, tanh, tanhf(f)) COAL_SF_MATH(__H, H2, tanh_approx, tanhf(f))                          \
  COAL_HDI float __low2float(H2 a) { return a.x.__f(); }                                                  \
  COAL_HDI float __high2float(H2 a) { return a.y.__f(); }

/* an integer type I as written in names: __half2int_rn, __int2half_rn */
#define COAL_SF_INT(__H, __N, __I, NAME)                                                                        \
  COAL_HDI __I __##__N##2##NAME##_rn(__H a) { return (__I)__builtin_rintf(a.__f()); }                             \
  COAL_HDI __I __##__N##2##NAME##_rz(__H a) { return (__I)a.__f(); }                                              \
  COAL_HDI __I __##__N##2##NAME##_ru(__H a) { return (__I)__builtin_ceilf(a.__f()); }                             \
  COAL_HDI __I __##__N##2##NAME##_rd(__H a) { return (__I)__builtin_floorf(a.__f()); }                            \
  COAL_HDI __H __##NAME##2##__N##_rn(__I a) { return __H::__from((float)a); }                                     \
  COAL_HDI __H __##NAME##2##__N##_rz(__I a) { return __H::__from((float)a); }                                     \
  COAL_HDI __H __##NAME##2##__N##_ru(__I a) { return __H::__from((float)a); }                                     \
  COAL_HDI __H __##NAME##2##__N##_rd(__I a) { return __H::__from((float)a); }
/* As the toolkit's: one instruction, of PTX's type TYPE, in a register of that letter. */
#define COAL_SF_ATOMIC(T, TYPE, REGISTER, BITS)                                                                          \
  COAL_DI T atomicAdd(T *address, const T value) {                                                                       \
    T old;                                                                                                               \
    asm volatile("atom.add.noftz." TYPE " %0, [%1], %2;"                                                                 \
                 : "=" REGISTER(*(BITS *)&old)                                                                           \
                 : "l"(address), REGISTER(*(const BITS *)&value)                                                         \
                 : "memory");                                                                                            \
    return old;                                                                                                          \
  }

#define COAL_SF_CONVERSIONS(__H, H2, __N, N2)                                                                 \
  COAL_HDI __H __float2##__N(float f) { return __H::__from((float)f); }                                         \
  COAL_HDI __H __float2##__N##_rn(float f) { return __H::__from((float)f); }                                    \
  COAL_HDI __H __float2##__N##_rz(float f) { return __H::__from((float)f); }                                    \
  COAL_HDI __H __float2##__N##_ru(float f) { return __H::__from((float)f); }                                    \
  COAL_HDI __H __float2##__N##_rd(float f) { return __H::__from((float)f); }                                    \
  COAL_HDI __H __double2##__N(double f) { return __H::__from((float)f); }                                       \
  COAL_HDI float __##__N##2float(__H a) { return a.__f(); }                                                   \
  COAL_HDI H2 __float2##N2##_rn(float f) { return H2(__H::__from(f), __H::__from(f)); }                       \
  COAL_HDI H2 __floats2##N2##_rn(float a, float b) { return H2(__H::__from(a), __H::__from(b)); }             \
  COAL_HDI H2 __float22##N2##_rn(float2 f) { return H2(__H::__from(f.x), __H::__from(f.y)); }                 \
  COAL_HDI float2 __##N2##2float2(H2 a) { return float2{a.x.__f(), a.y.__f()}; }                          \
  COAL_HDI __H __low2##__N(H2 a) { return a.x; }                                                              \
  COAL_HDI __H __high2##__N(H2 a) { return a.y; }                                                             \
  COAL_HDI H2 __low2##N2(H2 a) { return H2(a.x, a.x); }                                                   \
  COAL_HDI H2 __high2##N2(H2 a) { return H2(a.y, a.y); }                                                  \
  COAL_HDI H2 __lows2##N2(H2 a, H2 b) { return H2(a.x, b.x); }                                            \
  COAL_HDI H2 __highs2##N2(H2 a, H2 b) { return H2(a.y, b.y); }                                           \
  COAL_HDI H2 __lowhigh2highlow(H2 a) { return H2(a.y, a.x); }                                            \
  COAL_HDI H2 __halves2##N2(__H a, __H b) { return H2(a, b); }                                                \
  COAL_HDI H2 __##__N##2##N2(__H a) { return H2(a, a); }                                                      \
  COAL_HDI H2 make_##N2(__H a, __H b) { return H2(a, b); }                                                    \
  COAL_HDI short __##__N##_as_short(__H a) { return (short)a.__x; }                                           \
  COAL_HDI unsigned short __##__N##_as_ushort(__H a) { return a.__x; }                                        \
  COAL_SF_INT(__H, __N, int, int) COAL_SF_INT(__H, __N, unsigned int, uint) COAL_SF_INT(__H, __N, short, short)       \
  COAL_SF_INT(__H, __N, unsigned short, ushort) COAL_SF_INT(__H, __N, long long, ll) COAL_SF_INT(__H, __N, unsigned long long, ull)

#endif
