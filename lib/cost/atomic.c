/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Measured (h200-hecbench.csv), cycles of L2, whose clock is 1 / 1.16 of the multiprocessors' (coal_cost_machine.atomic_cycles):
 *   a slice carries out one sector a cycle, whatever its words (atomicAggregate: 4.6 cycles for the four sectors of a line);
 *   lanes of one address follow each other, one a cycle (atomicSystemWide: 70 such a round, 94 cycles);
 *   double precision takes a cycle a lane, 3 where lanes share an address (atomicPerf: Warp- and SingleRangeAtomicOnGlobalMem);
 *   lines lie on the slices as if by chance (BlockRangeAtomicOnGlobalMem: 16 lines take twice their mean);
 *   floating-point atomics on shared memory are loops around a compare-and-swap (ATOMS.CAST.SPIN): 3.2 wavefronts a word and round,
 *   7.7 where lanes, and then warps, wait for each other (Block- and SingleRangeAtomicOnSharedMem).
 * Counted in machine code: nvcc makes one operation of a warp's 32-bit ones on one address (VOTE, REDUX, RED).
 * Not measured: single precision, taken to be as integers.
 */
#include "atomic.h"

#include <math.h>

enum { SECTOR = 32, WORD = 4 };
#define DOUBLE_SHARED 3.0  /* cycles a lane, where lanes share an address */
#define LOOP_ALONE 3.2     /* wavefronts a word and round */
#define LOOP_CONTENDED 7.7 /* the same, where lanes share an address */

/** How many lanes have lane i's address; 0 where a lane before it has. */
static unsigned sharers(const coal_request *r, unsigned i) {
  unsigned n = 0;
  for (unsigned k = 0; k < COAL_WARP_LANES; k++) {
    if (!(r->mask >> k & 1) || r->address[k] != r->address[i]) continue;
    if (k < i) return 0;
    n++;
  }
  return n;
}

static unsigned most_sharers(const coal_request *r) {
  unsigned most = 0;
  for (unsigned i = 0; i < COAL_WARP_LANES; i++) {
    unsigned n = r->mask >> i & 1 ? sharers(r, i) : 0;
    if (n > most) most = n;
  }
  return most;
}

/** Of the sector that lane i is the first to touch; 0: it is not. */
static double sector_cycles(const coal_request *r, unsigned i, coal_atomic_kind kind) {
  double longest = 0, lanes = 0;
  for (unsigned k = 0; k < COAL_WARP_LANES; k++) {
    if (!(r->mask >> k & 1) || r->address[k] / SECTOR != r->address[i] / SECTOR) continue;
    if (k < i) return 0;
    unsigned n = sharers(r, k);
    if (n > longest) longest = n;
    lanes += n > 1 ? DOUBLE_SHARED * n : n;
  }
  return kind == COAL_ATOMIC_DOUBLE ? lanes : longest;
}

double coal_atomic_l2_cycles(const coal_request *r, coal_atomic_kind kind) {
  double cycles = 0;
  if (kind == COAL_ATOMIC_COMBINED && most_sharers(r) == (unsigned)__builtin_popcount(r->mask)) return 1;
  for (unsigned i = 0; i < COAL_WARP_LANES; i++)
    if (r->mask >> i & 1) cycles += sector_cycles(r, i, kind);
  return cycles;
}

double coal_atomic_wavefronts(const coal_request *r, coal_atomic_kind kind, unsigned wavefronts) {
  if (kind != COAL_ATOMIC_FLOAT && kind != COAL_ATOMIC_DOUBLE) return wavefronts;
  unsigned rounds = most_sharers(r), words = (r->bytes + WORD - 1u) / WORD;
  double loop = (rounds > 1 ? LOOP_CONTENDED * rounds : LOOP_ALONE) * words;
  return loop > wavefronts ? loop : wavefronts;
}

/** The smallest m such that fewer than one slice in two launches is expected to have more: Poisson with lines / slices. */
double coal_atomic_fullest(double lines, double slices) {
  double mean = lines / slices, term = exp(-mean), above = 1 - term, m = 0;
  if (mean > 200) return mean; /* all are about as full */
  while (slices * above >= 0.5 && m < lines) {
    m++;
    term *= mean / m;
    above -= term;
  }
  return m > 1 ? m : 1;
}
