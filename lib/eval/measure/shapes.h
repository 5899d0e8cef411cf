/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * The part of a request's facts that its shape decides, remembered by access: loops repeat few shapes, and a row that a loop walks
 * along has one for each start within a turn of the banks.
 */
#ifndef COAL_EVAL_SHAPES_H
#define COAL_EVAL_SHAPES_H

#include <coalcheck/analysis.h>

#include "util/arena.h"

enum { COAL_EXCESS_WORDS = 8 };

typedef struct coal_shape {
  uint32_t moved_min, moved_max, ideal, ways, bytes_used, bytes_moved;
  uint32_t moved_least; /* the verdict's number: `moved_min` without distances that are small by coincidence */
  double moved_mean;    /* over the possible starts or distances, all equally likely */
  double dram_read_bytes, dram_write_bytes; /* global */
  bool is_uniform, is_affine, has_stride, shift_mends, is_unaligned;
  bool is_symbolic;    /* the distance between lanes depends on unknowns */
  bool is_inexact;     /* the numbers depend on unknowns */
  uint32_t start_step; /* unknown starts are multiples of it; 0: the start is known */
  uint64_t excess
      [COAL_EXCESS_WORDS]; /* a bit for each start (unknown start) or trial (unknown distance): moves more than ideal */
  int64_t stride;
  const coal_record *record; /* its stride equals its size */
  const char *field;
  const char *stride_text; /* symbolic stride */
  int64_t stride_scale;    /* the factor in it */
  const char *stride_symbol;
  int64_t bad_from, worst_from;
  const coal_condition *conditions; /* the values from which on so much is moved */
  size_t n_conditions;
} coal_shape;

typedef struct coal_shape_slot {
  uint64_t key; /* 0: empty */
  coal_shape shape;
} coal_shape_slot;

/** By key; zeroed: empty. */
typedef struct coal_shapes {
  coal_shape_slot *slots; /* n of them, a power of two; grows on collisions */
  uint32_t n;
} coal_shapes;

/** NULL: not cached. */
const coal_shape *coal_shapes_find(const coal_shapes *s, uint64_t key);
void coal_shapes_add(coal_arena *kept, coal_shapes *s, uint64_t key, const coal_shape *shape);

#endif
