/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * threadIdx and friends with ordinary members, for use together with a real toolkit and Clang's own CUDA wrapper:
 * `-D__CUDA_BUILTIN_VARS_H -include coalcheck/builtin_vars.h` takes the place of Clang's header, whose members are
 * properties without a name in the AST. The wrapper defines the conversions.
 */
#ifndef COALCHECK_CUDA_BUILTIN_VARS_H
#define COALCHECK_CUDA_BUILTIN_VARS_H

struct uint3;
struct dim3;

#define COAL_BUILTIN_VAR(NAME)                                     \
  struct __cuda_builtin_##NAME##_t {                               \
    unsigned int x, y, z;                                          \
    __attribute__((device)) operator dim3() const;                 \
    __attribute__((device)) operator uint3() const;                \
  };                                                               \
  extern const __attribute__((device)) __attribute__((weak)) __cuda_builtin_##NAME##_t NAME;

COAL_BUILTIN_VAR(threadIdx)
COAL_BUILTIN_VAR(blockIdx)
COAL_BUILTIN_VAR(blockDim)
COAL_BUILTIN_VAR(gridDim)
#undef COAL_BUILTIN_VAR

__attribute__((device)) const int warpSize = 32;

/* Store functions with cache hints, which Clang's wrapper of the toolkit's headers lacks (up to Clang 22). */
template <class __T> struct coalcheck_same {
  typedef __T type;
};
template <class __T> __attribute__((device)) void __stwb(__T *pointer, typename coalcheck_same<__T>::type value);
template <class __T> __attribute__((device)) void __stcg(__T *pointer, typename coalcheck_same<__T>::type value);
template <class __T> __attribute__((device)) void __stcs(__T *pointer, typename coalcheck_same<__T>::type value);
template <class __T> __attribute__((device)) void __stwt(__T *pointer, typename coalcheck_same<__T>::type value);

#endif
