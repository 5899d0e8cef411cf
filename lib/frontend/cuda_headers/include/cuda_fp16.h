/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef COALCHECK_CUDA_FP16_H
#define COALCHECK_CUDA_FP16_H
#define __CUDA_FP16_H__
#define __CUDA_FP16_TYPES_EXIST__

#include <coalcheck/small_float.h>

union __coal_half {
  unsigned short bits;
  _Float16 value;
};
COAL_HDI unsigned short __coal_half_bits(float f) {
  __coal_half u;
  u.value = (_Float16)f;
  return u.bits;
}
COAL_HDI float __coal_half_float(unsigned short b) {
  __coal_half u;
  u.bits = b;
  return (float)u.value;
}
COAL_SF_CLASSES(__half, __half2, __half_raw, __coal_half_bits, __coal_half_float)
typedef __half_raw_pair __half2_raw;
typedef __half half;
typedef __half2 half2;
typedef __half nv_half;
typedef __half2 nv_half2;
typedef __half __nv_half;
typedef __half2 __nv_half2;
COAL_SF_FUNCTIONS(__half, __half2)
COAL_SF_CONVERSIONS(__half, __half2, half, half2)
COAL_SF_ATOMIC(__half, "f16", "h", unsigned short)
COAL_SF_ATOMIC(__half2, "f16x2", "r", unsigned int)
COAL_HDI __half __short_as_half(short v) { return __half(__half_raw{(unsigned short)v}); }
COAL_HDI __half __ushort_as_half(unsigned short v) { return __half(__half_raw{v}); }
#define CUDART_INF_FP16 __ushort_as_half((unsigned short)0x7C00U)
#define CUDART_NAN_FP16 __ushort_as_half((unsigned short)0x7FFFU)
#define CUDART_ZERO_FP16 __ushort_as_half((unsigned short)0x0000U)
#define CUDART_ONE_FP16 __ushort_as_half((unsigned short)0x3C00U)
#define CUDART_MAX_NORMAL_FP16 __ushort_as_half((unsigned short)0x7BFFU)

#endif
