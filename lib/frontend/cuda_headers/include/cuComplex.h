/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef COALCHECK_CUDA_CUCOMPLEX_H
#define COALCHECK_CUDA_CUCOMPLEX_H
#define CU_COMPLEX_H_

#include <coalcheck/cuda_builtin.h>

typedef float2 cuFloatComplex;
typedef float2 cuComplex;
typedef double2 cuDoubleComplex;
/* C: the type, R: its parts, F: suffix of the functions */
#define COAL_COMPLEX(C, R, MAKE, F)                                                                       \
  COAL_HDI C MAKE(R re, R im) { return C{re, im}; }                                                       \
  COAL_HDI R cuCreal##F(C a) { return a.x; }                                                              \
  COAL_HDI R cuCimag##F(C a) { return a.y; }                                                              \
  COAL_HDI C cuConj##F(C a) { return C{a.x, -a.y}; }                                                      \
  COAL_HDI C cuCadd##F(C a, C b) { return C{a.x + b.x, a.y + b.y}; }                                      \
  COAL_HDI C cuCsub##F(C a, C b) { return C{a.x - b.x, a.y - b.y}; }                                      \
  COAL_HDI C cuCmul##F(C a, C b) { return C{a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x}; }              \
  COAL_HDI C cuCdiv##F(C a, C b) {                                                                        \
    R d = b.x * b.x + b.y * b.y;                                                                          \
    return C{(a.x * b.x + a.y * b.y) / d, (a.y * b.x - a.x * b.y) / d};                                   \
  }                                                                                                       \
  COAL_HDI C cuCfma##F(C a, C b, C c) { return cuCadd##F(cuCmul##F(a, b), c); }                           \
  COAL_HDI R cuCabs##F(C a) { return (R)__builtin_sqrt(a.x * a.x + a.y * a.y); }
COAL_COMPLEX(cuFloatComplex, float, make_cuFloatComplex, f)
COAL_COMPLEX(cuDoubleComplex, double, make_cuDoubleComplex, )
#undef COAL_COMPLEX
COAL_HDI cuComplex make_cuComplex(float re, float im) { return cuComplex{re, im}; }
COAL_HDI cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex a) { return cuFloatComplex{(float)a.x, (float)a.y}; }
COAL_HDI cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex a) { return cuDoubleComplex{a.x, a.y}; }

#endif
