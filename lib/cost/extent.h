/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** Sets of addresses: how much memory a launch touches at all, in sectors or other units. */
#ifndef COAL_COST_EXTENT_H
#define COAL_COST_EXTENT_H

#include <stdint.h>

#include "util/vec.h"

#ifdef __cplusplus
extern "C" {
#endif

/** [begin, end), of which `filled` are in the set. */
typedef struct coal_interval {
  int64_t begin, end;
  double filled;
} coal_interval;

/** Sorted and apart, once normalised. */
typedef COAL_VEC(coal_interval) coal_extent;

/** Adds [begin, end). */
void coal_extent_add(coal_extent *e, int64_t begin, int64_t end);
/** Sorts, joins what touches, and joins nearest neighbours where there are very many: they are then filled in part. */
void coal_extent_normalise(coal_extent *e);
/** The union of e, e + step, … e + (times − 1)·step, by doubling. */
void coal_extent_repeat(coal_extent *e, int64_t step, uint64_t times);
void coal_extent_merge(coal_extent *into, const coal_extent *from);
double coal_extent_size(const coal_extent *e);

#ifdef __cplusplus
}
#endif
#endif
