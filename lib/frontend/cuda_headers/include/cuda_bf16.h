/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef COALCHECK_CUDA_BF16_H
#define COALCHECK_CUDA_BF16_H
#define __CUDA_BF16_H__
#define __CUDA_BF16_TYPES_EXIST__

#include <coalcheck/small_float.h>

union __coal_bfloat16 {
  unsigned int bits;
  float value;
};
/* round to nearest even; NaN stays NaN */
COAL_HDI unsigned short __coal_bfloat16_bits(float f) {
  __coal_bfloat16 u;
  u.value = f;
  if (f != f) return 0x7fff;
  return (unsigned short)((u.bits + 0x7fffu + ((u.bits >> 16) & 1u)) >> 16);
}
COAL_HDI float __coal_bfloat16_float(unsigned short b) {
  __coal_bfloat16 u;
  u.bits = (unsigned int)b << 16;
  return u.value;
}
COAL_SF_CLASSES(__nv_bfloat16, __nv_bfloat162, __nv_bfloat16_raw, __coal_bfloat16_bits, __coal_bfloat16_float)
typedef __nv_bfloat16_raw_pair __nv_bfloat162_raw;
typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;
COAL_SF_FUNCTIONS(__nv_bfloat16, __nv_bfloat162)
COAL_SF_CONVERSIONS(__nv_bfloat16, __nv_bfloat162, bfloat16, bfloat162)
COAL_SF_ATOMIC(__nv_bfloat16, "bf16", "h", unsigned short)
COAL_SF_ATOMIC(__nv_bfloat162, "bf16x2", "r", unsigned int)
COAL_HDI __nv_bfloat16 __short_as_bfloat16(short v) { return __nv_bfloat16(__nv_bfloat16_raw{(unsigned short)v}); }
COAL_HDI __nv_bfloat16 __ushort_as_bfloat16(unsigned short v) { return __nv_bfloat16(__nv_bfloat16_raw{v}); }
#define CUDART_INF_BF16 __ushort_as_bfloat16((unsigned short)0x7F80U)
#define CUDART_NAN_BF16 __ushort_as_bfloat16((unsigned short)0x7FFFU)
#define CUDART_ZERO_BF16 __ushort_as_bfloat16((unsigned short)0x0000U)
#define CUDART_ONE_BF16 __ushort_as_bfloat16((unsigned short)0x3F80U)

#endif
