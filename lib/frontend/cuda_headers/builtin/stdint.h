/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef COALCHECK_STDINT_H
#define COALCHECK_STDINT_H
#define COAL_INT(N)                              \
  typedef __INT##N##_TYPE__ int##N##_t;          \
  typedef __UINT##N##_TYPE__ uint##N##_t;        \
  typedef __INT_LEAST##N##_TYPE__ int_least##N##_t; \
  typedef __UINT_LEAST##N##_TYPE__ uint_least##N##_t; \
  typedef __INT_FAST##N##_TYPE__ int_fast##N##_t; \
  typedef __UINT_FAST##N##_TYPE__ uint_fast##N##_t;
COAL_INT(8)
COAL_INT(16)
COAL_INT(32)
COAL_INT(64)
#undef COAL_INT
typedef __INTPTR_TYPE__ intptr_t;
typedef __UINTPTR_TYPE__ uintptr_t;
typedef __INTMAX_TYPE__ intmax_t;
typedef __UINTMAX_TYPE__ uintmax_t;
#define INT8_MAX 127
#define INT8_MIN (-128)
#define UINT8_MAX 255
#define INT16_MAX 32767
#define INT16_MIN (-32767 - 1)
#define UINT16_MAX 65535
#define INT32_MAX 2147483647
#define INT32_MIN (-2147483647 - 1)
#define UINT32_MAX 4294967295U
#define INT64_MAX __INT64_MAX__
#define INT64_MIN (-__INT64_MAX__ - 1)
#define UINT64_MAX __UINT64_MAX__
#define INTPTR_MAX __INTPTR_MAX__
#define UINTPTR_MAX __UINTPTR_MAX__
#define SIZE_MAX __SIZE_MAX__
#define PTRDIFF_MAX __PTRDIFF_MAX__
#define INT64_C(v) __INT64_C(v)
#define UINT64_C(v) __UINT64_C(v)
#define UINT32_C(v) v##U
#define INT32_C(v) v
#endif
