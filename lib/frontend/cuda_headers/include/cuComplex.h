/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef COALCHECK_CUDA_CUCOMPLEX_H
#define COALCHECK_CUDA_CUCOMPLEX_H
#define CU_COMPLEX_H_

#include <coalcheck/cuda_builtin.h>

typedef float2 cuFloatComplex;
typedef float2 cuComplex;
typedef double2 cuDoubleComplex;
/* C: the type, R: its parts, F: suffix of the functions */
#define COAL_COMPLEX(__C, __R, MAKE, __F)                                                                       \
  COAL_HDI __C MAKE(__R re, __R im) { return __C{re, im}; }                                                       \
  COAL_HDI __R cuCreal##__F(__C a) { return a.x; }                                                              \
  COAL_HDI __R cuCimag##__F(__C a) { return a.y; }                                                              \
  COAL_HDI __C cuConj##__F(__C a) { return __C{a.x, -a.y}; }                                                      \
  COAL_HDI __C cuCadd##__F(__C a, __C b) { return __C{a.x + b.x, a.y + b.y}; }                                      \
  COAL_HDI __C cuCsub##__F(__C a, __C b) { return __C{a.x - b.x, a.y - b.y}; }                                      \
  COAL_HDI __C cuCmul##__F(__C a, __C b) { return __C{a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x}; }              \
  COAL_HDI __C cuCdiv##__F(__C a, __C b) {                                                                        \
    __R d = b.x * b.x + b.y * b.y;                                                                          \
    return __C{(a.x * b.x + a.y * b.y) / d, (a.y * b.x - a.x * b.y) / d};                                   \
  }                                                                                                       \
  COAL_HDI __C cuCfma##__F(__C a, __C b, __C c) { return cuCadd##__F(cuCmul##__F(a, b), c); }                           \
  COAL_HDI __R cuCabs##__F(__C a) { return (__R)__builtin_sqrt(a.x * a.x + a.y * a.y); }
COAL_COMPLEX(cuFloatComplex, float, make_cuFloatComplex, f)
COAL_COMPLEX(cuDoubleComplex, double, make_cuDoubleComplex, )
#undef COAL_COMPLEX
COAL_HDI cuComplex make_cuComplex(float re, float im) { return cuComplex{re, im}; }
COAL_HDI cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex a) { return cuFloatComplex{(float)a.x, (float)a.y}; }
COAL_HDI cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex a) { return cuDoubleComplex{a.x, a.y}; }

#endif
