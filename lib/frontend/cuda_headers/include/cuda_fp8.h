/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** One-byte floats: storage types and classes; the values are not computed. */
#ifndef COALCHECK_CUDA_FP8_H
#define COALCHECK_CUDA_FP8_H
#define __CUDA_FP8_H__

#include <cuda_bf16.h>
#include <cuda_fp16.h>

typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short __nv_fp8x2_storage_t;
typedef unsigned int __nv_fp8x4_storage_t;
enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE };
enum __nv_fp8_interpretation_t { __NV_E4M3, __NV_E5M2 };
COAL_HD __nv_fp8_storage_t __nv_cvt_float_to_fp8(float, __nv_saturation_t, __nv_fp8_interpretation_t);
COAL_HD __nv_fp8_storage_t __nv_cvt_double_to_fp8(double, __nv_saturation_t, __nv_fp8_interpretation_t);
COAL_HD __nv_fp8_storage_t __nv_cvt_halfraw_to_fp8(__half_raw, __nv_saturation_t, __nv_fp8_interpretation_t);
COAL_HD __nv_fp8_storage_t __nv_cvt_bfloat16raw_to_fp8(__nv_bfloat16_raw, __nv_saturation_t, __nv_fp8_interpretation_t);
COAL_HD __nv_fp8x2_storage_t __nv_cvt_float2_to_fp8x2(float2, __nv_saturation_t, __nv_fp8_interpretation_t);
COAL_HD __nv_fp8x2_storage_t __nv_cvt_halfraw2_to_fp8x2(__half2_raw, __nv_saturation_t, __nv_fp8_interpretation_t);
COAL_HD __half_raw __nv_cvt_fp8_to_halfraw(__nv_fp8_storage_t, __nv_fp8_interpretation_t);
COAL_HD __half2_raw __nv_cvt_fp8x2_to_halfraw2(__nv_fp8x2_storage_t, __nv_fp8_interpretation_t);

COAL_HD float __coal_fp8_value(unsigned int);
#define COAL_FP8(__N, __T)                                                                       \
  struct __N {                                                                                 \
    __T __x;                                                                                   \
    __N() = default;                                                                           \
    COAL_HD explicit __N(float);                                                               \
    COAL_HD explicit __N(double);                                                              \
    COAL_HD explicit __N(int);                                                                 \
    COAL_HD explicit __N(unsigned int);                                                        \
    COAL_HD explicit __N(__half);                                                              \
    COAL_HD explicit __N(__nv_bfloat16);                                                       \
    COAL_HDI explicit operator float() const { return __coal_fp8_value(__x); }                 \
    COAL_HDI explicit operator double() const { return __coal_fp8_value(__x); }                \
    COAL_HDI explicit operator int() const { return (int)__coal_fp8_value(__x); }              \
    COAL_HDI explicit operator bool() const { return __coal_fp8_value(__x) != 0.0f; }          \
    COAL_HDI explicit operator __half() const { return __half(__coal_fp8_value(__x)); }        \
    COAL_HDI explicit operator __nv_bfloat16() const { return __nv_bfloat16(__coal_fp8_value(__x)); }\
  };
COAL_FP8(__nv_fp8_e4m3, __nv_fp8_storage_t)
COAL_FP8(__nv_fp8_e5m2, __nv_fp8_storage_t)
COAL_FP8(__nv_fp8_e8m0, __nv_fp8_storage_t)
#undef COAL_FP8
COAL_HD float2 __coal_fp8_float2(unsigned int);
COAL_HD float4 __coal_fp8_float4(unsigned int);
#define COAL_FP8X(__N, __T, __F)                                 \
  struct __N {                                               \
    __T __x;                                                 \
    __N() = default;                                         \
    COAL_HD explicit __N(__F);                                 \
    COAL_HDI explicit operator __F() const { return __coal_fp8_##__F(__x); } \
  };
COAL_FP8X(__nv_fp8x2_e4m3, __nv_fp8x2_storage_t, float2)
COAL_FP8X(__nv_fp8x4_e4m3, __nv_fp8x4_storage_t, float4)
COAL_FP8X(__nv_fp8x2_e5m2, __nv_fp8x2_storage_t, float2)
COAL_FP8X(__nv_fp8x4_e5m2, __nv_fp8x4_storage_t, float4)
#undef COAL_FP8X

#endif
