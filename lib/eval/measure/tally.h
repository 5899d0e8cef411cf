/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** The facts of one access on one path, and how neighbouring requests complete each other. */
#ifndef COAL_EVAL_TALLY_H
#define COAL_EVAL_TALLY_H

#include "eval/domain/memory.h"
#include "request.h"
#include "util/vec.h"

enum { COAL_GROUP_SHAPES = 16 };

typedef struct coal_group_shape {
  uint64_t key;
  bool is_amortized;
} coal_group_shape;

/** What holds for all requests whatever the parameters are: for each trial of their values, how many moved more than
 *  ideal. */
typedef struct coal_excess_trials {
  coal_trials trials;
  bool is_closed;    /* the unknowns are no parameters, or too many: nothing holds */
  const char *names; /* of the symbols */
  uint32_t requests; /* requests counted since the last new symbol */
  uint32_t excess[COAL_TRIALS_MAX];
} coal_excess_trials;

enum { COAL_MERGED_WITH = 16 };

/** What the compiler makes of an access's requests and their neighbours (merge.h). */
typedef struct coal_merged {
  uint64_t n, n_alone; /* merged accesses that it is part of; requests that are not merged */
  uint32_t bytes;      /* of the widest */
  double moved, ideal; /* summed over the merged ones */
  struct coal_tally *with[COAL_MERGED_WITH];
  unsigned n_with;
} coal_merged;

typedef struct coal_tally {
  int64_t start; /* of the memory's object, in the first launch */
  coal_access access;
  struct coal_tally *next; /* next in its bucket */
  uint64_t path;
  uint32_t begin; /* of the range where it was recorded */
  uint32_t order;
  size_t index;       /* of its access among the kernel's, in the end */
  bool was_described; /* was seen once with forms */
  bool is_unknown, has_stride, stride_seen, is_uniform, is_single, is_unaligned;
  int64_t stride;
  const coal_record *record;
  const char *field;
  uint64_t changes;     /* number of changes of a minimum or maximum */
  double last_activity; /* the recorder's activity when it was recorded last */
  bool is_cut;          /* the budget ended before all of it was executed */
  uint64_t excess;      /* requests that moved more than ideal, and of these: */
  uint64_t excess_amortized, excess_mended, excess_affine;
  uint64_t
      excess_by_shift; /* requests that may have moved more, by an unknown start or stride; of these by a stride: */
  uint64_t excess_by_stride, by_stride_amortized;
  coal_excess_trials *by_trial; /* NULL: all starts are known */
  uint32_t merge_limit;         /* the widest access for which the compiler can prove the alignment; 0: none */
  struct coal_tally *group;     /* an earlier access of the same records in a straight-line region; NULL: none */
  coal_merged *merged;          /* NULL: nothing that could be merged was seen */
  coal_stat *launch_moved, *launch_ways;
  coal_counts counts;                     /* of the present warp */
  COAL_VEC(int64_t) block_offsets;        /* of the first block; none where there are too many */
  uint32_t block_requests, warp_requests; /* sampled in the block, and of the present warp */
  uint64_t block_key;                     /* of what nobody knows of their addresses */
  bool block_overflow;                    /* too many, or not all of one unknown start */
  coal_pattern *patterns;
  uint64_t pattern_hash[COAL_PATTERNS_MAX];
  size_t n_patterns;
  coal_assumption *assumptions;
  size_t n_assumptions;
  coal_shapes shapes;
  coal_group_shape groups[COAL_GROUP_SHAPES];
} coal_tally;

/** The symbols for which all requests of the access are tried together, including this one; NULL: none. */
const coal_trials *coal_tally_trials(coal_arena *kept, coal_tally *t, const coal_request_input *in);
/** Counts the request and caches its shape. */
void coal_tally_add(coal_arena *kept, coal_tally *t, const coal_request_input *in, const coal_measurement *f,
                    uint32_t launch);
/** The parameters that misalign most requests whatever their values: "b", "b and c". NULL: there are none. */
const char *coal_tally_never_aligned(const coal_tally *t);

/** Requests of one straight-line region. */
typedef struct coal_region_entry {
  coal_tally *tally;
  const struct coal_object *object;
  const coal_poly *symbolic;
  bool is_store, has_excess;
  bool is_symbolic;     /* the distance between lanes is unknown */
  bool may_be_ideal;    /* for some value of the unknowns */
  coal_request request; /* of a symbolic one: its known part */
} coal_region_entry;

typedef struct coal_region {
  COAL_VEC(coal_region_entry) entries;
  bool has_excess;
} coal_region;

void coal_region_add(coal_region *r, coal_tally *t, const coal_request_input *in, coal_value address,
                     const coal_measurement *f);
void coal_region_end(coal_region *r, const coal_target *target);

#endif
