/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** Random numbers in kernels: states with their sizes, and the calls. */
#ifndef COALCHECK_CUDA_CURAND_KERNEL_H
#define COALCHECK_CUDA_CURAND_KERNEL_H
#define CURAND_KERNEL_H_

#include <coalcheck/cuda_builtin.h>
#include <curand.h>

struct curandStateXORWOW {
  unsigned int d, v[5];
  int boxmuller_flag, boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};
struct __align__(16) curandStatePhilox4_32_10 {
  uint4 ctr, output;
  uint2 key;
  unsigned int STATE;
  int boxmuller_flag, boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};
struct curandStateMRG32k3a {
  unsigned int s1[3], s2[3];
  int boxmuller_flag, boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};
struct curandStateSobol32 {
  unsigned int i, x, c, direction_vectors[32];
};
struct curandStateScrambledSobol32 {
  unsigned int i, x, c, direction_vectors[32];
};
struct curandStateSobol64 {
  unsigned long long i, x, c, direction_vectors[64];
};
struct curandStateMtgp32;
typedef curandStateXORWOW curandState_t;
typedef curandStateXORWOW curandState;
typedef curandStateXORWOW curandStateXORWOW_t;
typedef curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;
typedef curandStateMRG32k3a curandStateMRG32k3a_t;
typedef curandStateSobol32 curandStateSobol32_t;
typedef curandStateScrambledSobol32 curandStateScrambledSobol32_t;
typedef curandStateSobol64 curandStateSobol64_t;

template <class __S> COAL_D void curand_init(unsigned long long seed, unsigned long long sequence, unsigned long long offset, __S *);
template <class __V, class __S> COAL_D void curand_init(__V *direction_vectors, unsigned int offset, __S *);
template <class __V, class __S> COAL_D void curand_init(__V *direction_vectors, unsigned int scramble, unsigned int offset, __S *);
#define COAL_CURAND(__R, __F, ...) template <class __S> COAL_D __R __F(__S *, ##__VA_ARGS__);
COAL_CURAND(unsigned int, curand)
COAL_CURAND(uint4, curand4)
COAL_CURAND(float, curand_uniform)
COAL_CURAND(float4, curand_uniform4)
COAL_CURAND(double, curand_uniform_double)
COAL_CURAND(double2, curand_uniform2_double)
COAL_CURAND(float, curand_normal)
COAL_CURAND(float2, curand_normal2)
COAL_CURAND(float4, curand_normal4)
COAL_CURAND(double, curand_normal_double)
COAL_CURAND(double2, curand_normal2_double)
COAL_CURAND(float, curand_log_normal, float, float)
COAL_CURAND(double, curand_log_normal_double, double, double)
COAL_CURAND(unsigned int, curand_poisson, double)
#undef COAL_CURAND
template <class __S> COAL_D void skipahead(unsigned long long, __S *);
template <class __S> COAL_D void skipahead_sequence(unsigned long long, __S *);

#endif
