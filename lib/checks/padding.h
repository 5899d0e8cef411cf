/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** Longer rows for a shared array, proved with the model over all its accesses. */
#ifndef COAL_CHECKS_PADDING_H
#define COAL_CHECKS_PADDING_H

#include <coalcheck/analysis.h>

#include "layout.h"

/** What can be done for an array's conflicts. Costs are wavefronts summed over its accesses, a request each. */
typedef struct coal_padding {
  bool is_proved;        /* every access is known and the best padding costs less */
  uint64_t pad_elements; /* the smallest that costs least, at most 32 words */
  uint64_t row_elements; /* before */
  double before, after, ideal;
  coal_swizzle swizzle; /* the first of those that cost least; NONE: none can hold the array */
  double swizzled;
} coal_padding;

/** Tries paddings of the rows of `object` (an array of two or more dimensions), and a swizzle. */
coal_padding coal_padding_find(const coal_analysis *a, const coal_var *object);

#endif
