/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * Barriers, atomics, exchanges within a warp, cache-hinted accesses and integer intrinsics.
 *
 * Where CUDA has one overload a type, one template serves: it takes more than CUDA would, and a user's own overload
 * (the usual atomicAdd for double on old GPUs) wins over it.
 */
#ifndef COALCHECK_CUDA_DEVICE_H
#define COALCHECK_CUDA_DEVICE_H

#include <coalcheck/qualifiers.h>

/* a parameter type that takes no part in deduction */
template <class __T> struct __coal_identity {
  typedef __T type;
};
#define COAL_T typename __coal_identity<__T>::type

/* ---- barriers and fences ------------------------------------------------------------------------------- */

COAL_D void __syncthreads();
COAL_D int __syncthreads_count(int);
COAL_D int __syncthreads_and(int);
COAL_D int __syncthreads_or(int);
COAL_D void __syncwarp(unsigned int mask = 0xffffffffu);
COAL_D void __barrier_sync(unsigned int);
COAL_D void __barrier_sync_count(unsigned int, unsigned int);
COAL_D void __threadfence();
COAL_D void __threadfence_block();
COAL_D void __threadfence_system();
COAL_D void __nanosleep(unsigned int);
COAL_D void __trap();
COAL_D void __brkpt(int = 0);
COAL_D void __prof_trigger(int);
COAL_D unsigned long long __globaltimer();

/* ---- atomics ------------------------------------------------------------------------------------------- */

#define COAL_ATOMIC(__F)                                                             \
  template <class __T> COAL_D __T __F(__T *address, COAL_T value);                         \
  template <class __T> COAL_D __T __F##_block(__T *address, COAL_T value);                 \
  template <class __T> COAL_D __T __F##_system(__T *address, COAL_T value);
COAL_ATOMIC(atomicAdd)
COAL_ATOMIC(atomicSub)
COAL_ATOMIC(atomicExch)
COAL_ATOMIC(atomicMin)
COAL_ATOMIC(atomicMax)
COAL_ATOMIC(atomicInc)
COAL_ATOMIC(atomicDec)
COAL_ATOMIC(atomicAnd)
COAL_ATOMIC(atomicOr)
COAL_ATOMIC(atomicXor)
#undef COAL_ATOMIC
template <class __T> COAL_D __T atomicCAS(__T *address, COAL_T compare, COAL_T value);
template <class __T> COAL_D __T atomicCAS_block(__T *address, COAL_T compare, COAL_T value);
template <class __T> COAL_D __T atomicCAS_system(__T *address, COAL_T compare, COAL_T value);

/* ---- within a warp ------------------------------------------------------------------------------------- */

template <class __T> COAL_D __T __shfl_sync(unsigned int mask, __T value, int lane, int width = 32);
template <class __T> COAL_D __T __shfl_up_sync(unsigned int mask, __T value, unsigned int delta, int width = 32);
template <class __T> COAL_D __T __shfl_down_sync(unsigned int mask, __T value, unsigned int delta, int width = 32);
template <class __T> COAL_D __T __shfl_xor_sync(unsigned int mask, __T value, int lane_mask, int width = 32);
template <class __T> COAL_D __T __shfl(__T value, int lane, int width = 32);
template <class __T> COAL_D __T __shfl_up(__T value, unsigned int delta, int width = 32);
template <class __T> COAL_D __T __shfl_down(__T value, unsigned int delta, int width = 32);
template <class __T> COAL_D __T __shfl_xor(__T value, int lane_mask, int width = 32);
COAL_D int __all_sync(unsigned int mask, int);
COAL_D int __any_sync(unsigned int mask, int);
COAL_D int __uni_sync(unsigned int mask, int);
COAL_D unsigned int __ballot_sync(unsigned int mask, int);
COAL_D int __all(int);
COAL_D int __any(int);
COAL_D unsigned int __ballot(int);
COAL_D unsigned int __activemask();
template <class __T> COAL_D unsigned int __match_any_sync(unsigned int mask, __T value);
template <class __T> COAL_D unsigned int __match_all_sync(unsigned int mask, __T value, int *pred);
template <class __T> COAL_D __T __reduce_add_sync(unsigned int mask, __T value);
template <class __T> COAL_D __T __reduce_min_sync(unsigned int mask, __T value);
template <class __T> COAL_D __T __reduce_max_sync(unsigned int mask, __T value);
COAL_D unsigned int __reduce_and_sync(unsigned int mask, unsigned int);
COAL_D unsigned int __reduce_or_sync(unsigned int mask, unsigned int);
COAL_D unsigned int __reduce_xor_sync(unsigned int mask, unsigned int);
COAL_D unsigned int __lane_id();
COAL_D unsigned int __fns(unsigned int mask, unsigned int base, int offset);

/* ---- loads and stores with a cache hint ---------------------------------------------------------------- */

template <class __T> COAL_D __T __ldg(const __T *);
template <class __T> COAL_D __T __ldca(const __T *);
template <class __T> COAL_D __T __ldcg(const __T *);
template <class __T> COAL_D __T __ldcs(const __T *);
template <class __T> COAL_D __T __ldcv(const __T *);
template <class __T> COAL_D __T __ldlu(const __T *);
template <class __T> COAL_D void __stwb(__T *, COAL_T);
template <class __T> COAL_D void __stcg(__T *, COAL_T);
template <class __T> COAL_D void __stcs(__T *, COAL_T);
template <class __T> COAL_D void __stwt(__T *, COAL_T);

/* ---- address spaces ------------------------------------------------------------------------------------ */

COAL_D unsigned int __isGlobal(const void *);
COAL_D unsigned int __isShared(const void *);
COAL_D unsigned int __isConstant(const void *);
COAL_D unsigned int __isLocal(const void *);
COAL_D unsigned int __isGridConstant(const void *);
COAL_D size_t __cvta_generic_to_global(const void *);
COAL_D size_t __cvta_generic_to_shared(const void *);
COAL_D size_t __cvta_generic_to_constant(const void *);
COAL_D size_t __cvta_generic_to_local(const void *);
COAL_D void *__cvta_global_to_generic(size_t);
COAL_D void *__cvta_shared_to_generic(size_t);
COAL_D void *__cvta_constant_to_generic(size_t);
COAL_D void *__cvta_local_to_generic(size_t);

/* ---- integers ------------------------------------------------------------------------------------------ */

COAL_D int __popc(unsigned int);
COAL_D int __popcll(unsigned long long);
COAL_D int __clz(int);
COAL_D int __clzll(long long);
COAL_D int __ffs(int);
COAL_D int __ffsll(long long);
COAL_D unsigned int __brev(unsigned int);
COAL_D unsigned long long __brevll(unsigned long long);
COAL_D unsigned int __byte_perm(unsigned int, unsigned int, unsigned int);
COAL_D unsigned int __funnelshift_l(unsigned int lo, unsigned int hi, unsigned int shift);
COAL_D unsigned int __funnelshift_lc(unsigned int lo, unsigned int hi, unsigned int shift);
COAL_D unsigned int __funnelshift_r(unsigned int lo, unsigned int hi, unsigned int shift);
COAL_D unsigned int __funnelshift_rc(unsigned int lo, unsigned int hi, unsigned int shift);
COAL_DI int __mul24(int a, int b) { return (a << 8 >> 8) * (b << 8 >> 8); }
COAL_DI unsigned int __umul24(unsigned int a, unsigned int b) { return (a & 0xffffffu) * (b & 0xffffffu); }
COAL_DI int mul24(int a, int b) { return __mul24(a, b); }
COAL_DI unsigned int umul24(unsigned int a, unsigned int b) { return __umul24(a, b); }
COAL_DI int __mulhi(int a, int b) { return (int)(((long long)a * b) >> 32); }
COAL_DI unsigned int __umulhi(unsigned int a, unsigned int b) { return (unsigned int)(((unsigned long long)a * b) >> 32); }
COAL_D long long __mul64hi(long long, long long);
COAL_D unsigned long long __umul64hi(unsigned long long, unsigned long long);
COAL_D unsigned int __sad(int, int, unsigned int);
COAL_D unsigned int __usad(unsigned int, unsigned int, unsigned int);
COAL_D int __hadd(int, int);
COAL_D int __rhadd(int, int);
COAL_D unsigned int __uhadd(unsigned int, unsigned int);
COAL_D unsigned int __urhadd(unsigned int, unsigned int);
COAL_D int __dp4a(int, int, int);
COAL_D unsigned int __dp4a(unsigned int, unsigned int, unsigned int);
COAL_D int __dp4a(char4, char4, int);
COAL_D unsigned int __dp4a(uchar4, uchar4, unsigned int);
COAL_D int __dp2a_lo(int, int, int);
COAL_D unsigned int __dp2a_lo(unsigned int, unsigned int, unsigned int);
COAL_D int __dp2a_lo(short2, char4, int);
COAL_D int __dp2a_hi(int, int, int);
COAL_D unsigned int __dp2a_hi(unsigned int, unsigned int, unsigned int);
COAL_D int __dp2a_hi(short2, char4, int);

/* ---- the same bits as another type --------------------------------------------------------------------- */

COAL_D int __float_as_int(float);
COAL_D unsigned int __float_as_uint(float);
COAL_D float __int_as_float(int);
COAL_D float __uint_as_float(unsigned int);
COAL_D long long __double_as_longlong(double);
COAL_D double __longlong_as_double(long long);
COAL_D int __double2hiint(double);
COAL_D int __double2loint(double);
COAL_D double __hiloint2double(int hi, int lo);

/* ---- several small integers in one word ---------------------------------------------------------------- */

#define COAL_SIMD1(__F) COAL_D unsigned int __F##2(unsigned int); COAL_D unsigned int __F##4(unsigned int);
#define COAL_SIMD2(__F)                                      \
  COAL_D unsigned int __F##2(unsigned int, unsigned int);    \
  COAL_D unsigned int __F##4(unsigned int, unsigned int);
COAL_SIMD1(__vabs) COAL_SIMD1(__vabsss) COAL_SIMD1(__vneg) COAL_SIMD1(__vnegss)
COAL_SIMD2(__vadd) COAL_SIMD2(__vaddss) COAL_SIMD2(__vaddus) COAL_SIMD2(__vsub) COAL_SIMD2(__vsubss) COAL_SIMD2(__vsubus)
COAL_SIMD2(__vavgs) COAL_SIMD2(__vavgu) COAL_SIMD2(__vhaddu) COAL_SIMD2(__vabsdiffs) COAL_SIMD2(__vabsdiffu)
COAL_SIMD2(__vmaxs) COAL_SIMD2(__vmaxu) COAL_SIMD2(__vmins) COAL_SIMD2(__vminu) COAL_SIMD2(__vsads) COAL_SIMD2(__vsadu)
COAL_SIMD2(__vcmpeq) COAL_SIMD2(__vcmpne) COAL_SIMD2(__vcmpges) COAL_SIMD2(__vcmpgeu) COAL_SIMD2(__vcmpgts)
COAL_SIMD2(__vcmpgtu) COAL_SIMD2(__vcmples) COAL_SIMD2(__vcmpleu) COAL_SIMD2(__vcmplts) COAL_SIMD2(__vcmpltu)
COAL_SIMD2(__vseteq) COAL_SIMD2(__vsetne) COAL_SIMD2(__vsetges) COAL_SIMD2(__vsetgeu) COAL_SIMD2(__vsetgts)
COAL_SIMD2(__vsetgtu) COAL_SIMD2(__vsetles) COAL_SIMD2(__vsetleu) COAL_SIMD2(__vsetlts) COAL_SIMD2(__vsetltu)
#undef COAL_SIMD1
#undef COAL_SIMD2

#endif
