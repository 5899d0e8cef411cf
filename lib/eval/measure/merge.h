/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * Neighbouring accesses that the compiler merges into one wide one.
 *
 * The rules are those of nvcc 13, read from its machine code (docs/model.md, "What the compiler merges"; test/merged). They look at 16
 * (or 8) bytes of each lane that the compiler can prove aligned, a window: words of 4 bytes in it become accesses of 8 or 16, words
 * of 8 bytes one of 16.
 */
#ifndef COAL_EVAL_MERGE_H
#define COAL_EVAL_MERGE_H

#include "tally.h"

enum { COAL_MERGE_WINDOWS = 64, COAL_MERGE_ENTRIES = 16, COAL_WINDOW_BYTES = 16 };

typedef struct coal_merge_entry {
  coal_tally *tally;
  uint32_t word;
} coal_merge_entry;

typedef struct coal_merge_window {
  const struct coal_object *object;
  const coal_poly *symbolic;
  bool is_store;
  uint64_t hash;        /* of mask, width and distances between lanes */
  uint64_t base;        /* of the first lane's window */
  coal_request request; /* of the whole window */
  uint32_t word_bytes;
  coal_merge_entry entry[COAL_MERGE_ENTRIES];
  unsigned n;
} coal_merge_window;

/** The windows of one warp that are still open; zeroed: none. */
typedef struct coal_merges {
  coal_merge_window window[COAL_MERGE_WINDOWS];
  unsigned n;
} coal_merges;

/** The widest access for which the compiler can prove the site aligned: 16, 8, or 0 for none. In shared memory the form of the
 *  address decides, in which loop counters count as numbers, as they are in an unrolled loop; in global memory the record's type. */
uint32_t coal_merge_limit(coal_symbols *t, const coal_access *a, coal_value address);
/** Adds a request of a tally with such a limit. */
void coal_merges_add(coal_arena *kept, coal_merges *m, const coal_target *target, coal_tally *t, coal_value address,
                     const coal_measurement *f);
/** Nothing is merged across this point: a barrier, the end of the warp. */
void coal_merges_end(coal_merges *m, const coal_target *target);

#endif
