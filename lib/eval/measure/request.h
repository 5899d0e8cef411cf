/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** One request: what its addresses look like, what it costs, and how neighbouring requests complete each other. */
#ifndef COAL_EVAL_REQUEST_H
#define COAL_EVAL_REQUEST_H

#include <stddef.h>

#include "eval/machine/machine.h"

/** A start that no shift or stride makes negative: objects begin here. A multiple of every alignment. */
#define COAL_REQUEST_START (UINT64_C(1) << 40)

typedef struct coal_measurement {
  coal_request request;      /* offsets from the object's start as addresses, at the best known start */
  uint64_t hash;             /* of the request, relative to its first lane */
  uint64_t shape;            /* key of a shape that is new, 0: none */
  const coal_poly *symbolic; /* what nobody knows of the address */
  uint32_t moved_min, moved_max, ideal, ways, bytes_used, bytes_moved;
  double moved_mean; /* over the starts or distances that are possible, each as likely as the others */
  double dram_read_bytes, dram_write_bytes; /* global */
  bool is_uniform, is_affine, has_stride, shift_mends, is_unaligned;
  bool is_symbolic; /* the distance between lanes depends on what nobody knows */
  int64_t stride;
  const coal_record *record; /* the stride is its size */
  const char *field;
  const char *stride_text; /* symbolic stride */
  const char *stride_symbol;
  int64_t bad_from, worst_from;
  const char *detail; /* of the reason when it is unknown */
} coal_measurement;

/** Requests of one shape cost the same: what was found out about the last ones, by hash. Loops repeat few shapes; a row that a
 *  loop walks along has one for each start within a turn of the banks. */
enum { COAL_SHAPES = 16, COAL_SHAPES_MAX = 256 };

/** The part of a request's facts that its shape decides. */
enum { COAL_SHAPE_PART = offsetof(coal_measurement, moved_min) };

typedef struct coal_shape {
  uint64_t key; /* 0: empty */
  _Alignas(max_align_t) unsigned char measured[sizeof(coal_measurement) - COAL_SHAPE_PART];
} coal_shape;

typedef struct coal_group_shape {
  uint64_t key;
  bool is_amortized;
} coal_group_shape;

/** Everything known about one access on one path. */
typedef struct coal_tally {
  int64_t start; /* of the memory's object, as the first launch gave it */
  coal_access access;
  struct coal_tally *next; /* in its bucket */
  uint64_t path;
  uint32_t begin; /* of the range it was recorded with */
  uint32_t order;
  bool was_described; /* seen once with forms */
  bool is_unknown, has_stride, stride_seen, is_uniform, is_single, is_unaligned;
  int64_t stride;
  const coal_record *record;
  const char *field;
  uint64_t changes;     /* of a smallest or largest number */
  double last_activity; /* of the recorder, when it was recorded last */
  bool is_cut;          /* the budget ended before all it does was seen */
  uint64_t excess;      /* requests that moved more than ideal, and of these: */
  uint64_t excess_amortized, excess_mended, excess_affine;
  uint64_t excess_by_shift; /* requests that may have, by a start nobody knows */
  coal_stat *launch_moved, *launch_ways;
  coal_counts counts;                     /* of the warp under way */
  COAL_VEC(int64_t) block_offsets;        /* of the first block; too many: none */
  uint32_t block_requests, warp_requests; /* sampled in the block, and by the warp under way */
  bool block_overflow;
  coal_pattern *patterns;
  uint64_t pattern_hash[COAL_PATTERNS_MAX];
  size_t n_patterns;
  const char **assumptions;
  size_t n_assumptions;
  coal_shape *shapes; /* n_shapes of them, a power of two: more when two want one place */
  uint32_t n_shapes;
  coal_group_shape groups[COAL_SHAPES];
} coal_tally;

/** Looks at instruction `part` of an access by the active lanes. NONE, or why it cannot be told (`f->detail`). */
coal_reason coal_request_measure(coal_machine *m, const coal_target *target, coal_tally *t, coal_value address,
                                 coal_mem_op op, uint32_t part, coal_measurement *f);
/** Counts the request, and remembers its shape. */
void coal_tally_add(coal_arena *kept, coal_tally *t, const coal_measurement *f, uint32_t launch);
/** Folds the active lanes of a request, relative to `base`, into a hash. */
uint64_t coal_request_hash(uint64_t h, const coal_request *q, uint64_t base);

/** Requests of one straight-line region. */
typedef struct coal_region_entry {
  coal_tally *tally;
  const struct coal_object *object;
  const coal_poly *symbolic;
  bool is_store, has_excess;
  coal_request request;
} coal_region_entry;

typedef struct coal_region {
  COAL_VEC(coal_region_entry) entries;
  bool has_excess;
} coal_region;

void coal_region_add(coal_region *r, coal_tally *t, coal_value address, const coal_measurement *f);
void coal_region_end(coal_region *r, const coal_target *target);

#endif
