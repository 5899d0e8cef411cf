/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** The rules of each memory space, one function a rule. Private to lib/model. */
#ifndef COAL_MODEL_RULES_H
#define COAL_MODEL_RULES_H

#include <coalcheck/model.h>

/** Loads and stores: moved = distinct sectors over all bytes of all active lanes (M: h200-global-sectors.csv). */
coal_cost coal_global_access(const coal_target *t, const coal_request *r);
/** Atomics: moved = Σ over distinct sectors of the most lanes on one word (M: h200-global-atomics.csv). */
coal_cost coal_global_atomic(const coal_target *t, const coal_request *r);
/** Loads, stores, matrix operations and atomics (M: h200-shared-wavefronts.csv, h200-shared-atomics-matrix.csv). */
coal_cost coal_shared_access(const coal_target *t, const coal_request *r);

/** The addresses of the active lanes in ascending order into `out`; returns how many. */
unsigned coal_sorted_addresses(const coal_request *r, uint64_t out[COAL_WARP_LANES]);
/** Bytes in the union of [a, a + bytes) for n ascending a. */
uint32_t coal_union_bytes(const uint64_t *ascending, unsigned n, uint32_t bytes);

#endif
