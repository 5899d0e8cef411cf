/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** Longer rows for a shared array, proved with the model over all its accesses. */
#ifndef COAL_CHECKS_PADDING_H
#define COAL_CHECKS_PADDING_H

#include <coalcheck/analysis.h>

#include "layout.h"

/** The remedies for an array's conflicts. Costs are wavefronts summed over its accesses, a request each. */
typedef struct coal_padding {
  bool is_proved;        /* every access is known, and the best padding costs less by COAL_GAIN_MIN at least */
  uint64_t pad_elements; /* the smallest that costs least, at most 32 words */
  uint64_t row_elements; /* before */
  double before, after, ideal;
  coal_row_state
      row; /* OUTSIDE: subscripts leave their row, so that other rows make another program; nothing was tried */
  const char *swizzle; /* "column c ^ (r & 15)": the first of the cheapest; NULL: none helps */
  double swizzled;
} coal_padding;

/** Tries paddings of the rows of `object` (an array of two or more dimensions), and a swizzle. */
coal_padding coal_padding_find(coal_analysis *a, const coal_var *object);
/** The edit for it, when it changes nothing but the layout: every use of the array is a subscript that stays in its
 *  row in all known launches. False: none. */
bool coal_padding_edit(coal_analysis *a, const coal_var *object, const coal_padding *padding, coal_edit *out);

#endif
