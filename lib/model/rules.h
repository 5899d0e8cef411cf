/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** The rules of each memory space and generation, one function a rule. Private to lib/model. */
#ifndef COAL_MODEL_RULES_H
#define COAL_MODEL_RULES_H

#include <coalcheck/model.h>

/** Loads and stores of 2.x and later: moved = distinct blocks over all bytes of all active lanes, a request
 *  (M: h200-global-sectors.csv for 9.0; S: CUDA C Programming Guide 4.2, F.4.2 for 2.x). */
coal_cost coal_global_blocks(const coal_target *t, const coal_request *r);
/** 1.0 and 1.1 (S: CUDA C Programming Guide 4.2, F.3.2.1). */
coal_cost coal_global_in_order(const coal_target *t, const coal_request *r);
/** 1.2 and 1.3 (S: CUDA C Programming Guide 4.2, F.3.2.2). */
coal_cost coal_global_shrinking(const coal_target *t, const coal_request *r);
/** Atomics: moved = Σ over distinct sectors of the most lanes on one word (M: h200-global-atomics.csv). Older targets: the
 *  same, not verified. */
coal_cost coal_global_atomic(const coal_target *t, const coal_request *r);

/** Loads, stores, matrix operations and atomics of 5.0 and later (M: h200-shared-wavefronts.csv,
 *  h200-shared-atomics-matrix.csv). */
coal_cost coal_shared_merging(const coal_target *t, const coal_request *r);
/** 2.x and 3.x (S: CUDA C Programming Guide 8.0, G.3.3 and G.4.3). */
coal_cost coal_shared_fermi_kepler(const coal_target *t, const coal_request *r);
/** 1.x (S: CUDA C Programming Guide 4.2, F.3.3). */
coal_cost coal_shared_half_warps(const coal_target *t, const coal_request *r);

/** The addresses of the active lanes in ascending order into `out`; returns how many. */
unsigned coal_sorted_addresses(const coal_request *r, uint64_t out[COAL_WARP_LANES]);
/** Bytes in the union of [a, a + bytes) for n ascending a. */
uint32_t coal_union_bytes(const uint64_t *ascending, unsigned n, uint32_t bytes);
/** Distinct bytes of the active lanes. */
uint32_t coal_request_bytes_used(const coal_request *r);
/** The part of the mask that lies in lanes [first, first + n). */
uint32_t coal_lanes_between(uint32_t mask, unsigned first, unsigned n);

#endif
