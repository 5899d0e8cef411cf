/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** What atomic operations cost where they are carried out: in the slices of L2, or in loops over shared memory. */
#ifndef COAL_COST_ATOMIC_H
#define COAL_COST_ATOMIC_H

#include <coalcheck/model.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum coal_atomic_kind {
  COAL_ATOMIC_COMBINED, /* 32-bit integers: add, subtract, minimum, maximum, and, or, xor; one for a warp that has one address */
  COAL_ATOMIC_PLAIN, /* other integers, exchange, compare-and-swap */
  COAL_ATOMIC_FLOAT, /* single precision and less */
  COAL_ATOMIC_DOUBLE
} coal_atomic_kind;

/** Cycles that a slice of L2 is busy with a request. */
double coal_atomic_l2_cycles(const coal_request *r, coal_atomic_kind kind);
/** Wavefronts of a request to shared memory; `wavefronts`: of one that needs no loop. */
double coal_atomic_wavefronts(const coal_request *r, coal_atomic_kind kind, unsigned wavefronts);
/** Of `lines` that fall on `slices` at random: how many the fullest slice has, expected. */
double coal_atomic_fullest(double lines, double slices);

#ifdef __cplusplus
}
#endif
#endif
