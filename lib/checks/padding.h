/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** Longer rows for a shared array, proved with the model over all its accesses. */
#ifndef COAL_CHECKS_PADDING_H
#define COAL_CHECKS_PADDING_H

#include <coalcheck/analysis.h>

#include "layout.h"

/** What can be done for an array's conflicts. Costs are wavefronts summed over its accesses, a request each. */
typedef struct coal_padding {
  bool is_proved;        /* every access is known and the best padding costs less, by COAL_GAIN_MIN at least */
  uint64_t pad_elements; /* the smallest that costs least, at most 32 words */
  uint64_t row_elements; /* before */
  double before, after, ideal;
  coal_row_state row;  /* OUTSIDE: rows of another length are another program, nothing was tried */
  const char *swizzle; /* "column c ^ (r & 15)": the first of those that cost least; NULL: none gains */
  double swizzled;
} coal_padding;

/** Tries paddings of the rows of `object` (an array of two or more dimensions), and a swizzle. */
coal_padding coal_padding_find(coal_analysis *a, const coal_var *object);
/** The edit for it, when nothing but the layout changes: every use of the array is a subscript that is known to stay
 *  in its row in the launches that are known. False: none. */
bool coal_padding_edit(coal_analysis *a, const coal_var *object, const coal_padding *padding, coal_edit *out);

#endif
