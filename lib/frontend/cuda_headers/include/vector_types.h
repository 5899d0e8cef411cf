/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** Vector types with the alignment that the hardware's wide accesses rely on, dim3, and make_*. */
#ifndef COALCHECK_CUDA_VECTOR_TYPES_H
#define COALCHECK_CUDA_VECTOR_TYPES_H
#define __VECTOR_TYPES_H__

#include <coalcheck/qualifiers.h>

#define COAL_VECTOR(__N, __T, ALIGN2, ALIGN4)                                                              \
  struct __N##1 {                                                                                        \
    __T x;                                                                                               \
  };                                                                                                   \
  struct __align__(ALIGN2) __N##2 {                                                                      \
    __T x, y;                                                                                            \
  };                                                                                                   \
  struct __N##3 {                                                                                        \
    __T x, y, z;                                                                                         \
  };                                                                                                   \
  struct __align__(ALIGN4) __N##4 {                                                                      \
    __T x, y, z, w;                                                                                      \
  };                                                                                                   \
  COAL_HDI constexpr __N##1 make_##__N##1(__T x) { return __N##1{x}; }                                         \
  COAL_HDI constexpr __N##2 make_##__N##2(__T x, __T y) { return __N##2{x, y}; }                                 \
  COAL_HDI constexpr __N##3 make_##__N##3(__T x, __T y, __T z) { return __N##3{x, y, z}; }                         \
  COAL_HDI constexpr __N##4 make_##__N##4(__T x, __T y, __T z, __T w) { return __N##4{x, y, z, w}; }

COAL_VECTOR(char, signed char, 2, 4)
COAL_VECTOR(uchar, unsigned char, 2, 4)
COAL_VECTOR(short, short, 4, 8)
COAL_VECTOR(ushort, unsigned short, 4, 8)
COAL_VECTOR(int, int, 8, 16)
COAL_VECTOR(uint, unsigned int, 8, 16)
COAL_VECTOR(long, long, 2 * sizeof(long), 16)
COAL_VECTOR(ulong, unsigned long, 2 * sizeof(unsigned long), 16)
COAL_VECTOR(longlong, long long, 16, 16)
COAL_VECTOR(ulonglong, unsigned long long, 16, 16)
COAL_VECTOR(float, float, 8, 16)
COAL_VECTOR(double, double, 16, 16)
#undef COAL_VECTOR

#define COAL_VECTOR4(__N, __T, ALIGN)                                                                      \
  struct __align__(ALIGN) __N {                                                                          \
    __T x, y, z, w;                                                                                      \
  };                                                                                                   \
  COAL_HDI constexpr __N make_##__N(__T x, __T y, __T z, __T w) { return __N{x, y, z, w}; }
COAL_VECTOR4(double4_16a, double, 16)
COAL_VECTOR4(double4_32a, double, 32)
COAL_VECTOR4(long4_16a, long, 16)
COAL_VECTOR4(long4_32a, long, 32)
COAL_VECTOR4(ulong4_16a, unsigned long, 16)
COAL_VECTOR4(ulong4_32a, unsigned long, 32)
COAL_VECTOR4(longlong4_16a, long long, 16)
COAL_VECTOR4(longlong4_32a, long long, 32)
COAL_VECTOR4(ulonglong4_16a, unsigned long long, 16)
COAL_VECTOR4(ulonglong4_32a, unsigned long long, 32)
#undef COAL_VECTOR4

struct dim3 {
  unsigned int x, y, z;
  COAL_HD constexpr dim3(unsigned int nx = 1, unsigned int ny = 1, unsigned int nz = 1) : x(nx), y(ny), z(nz) {}
  COAL_HD constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  COAL_HD constexpr operator uint3() const { return uint3{x, y, z}; }
};

#endif
