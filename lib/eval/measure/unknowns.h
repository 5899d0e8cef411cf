/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** How the unknown symbols of an address affect a request's numbers: the values that are tried, and the results. */
#ifndef COAL_EVAL_UNKNOWNS_H
#define COAL_EVAL_UNKNOWNS_H

#include "request.h"

/** The symbolic part of an address, by its effect on the active lanes. */
typedef struct coal_unknowns {
  const coal_term *stride;  /* the last uniform symbol whose coefficient differs by lane; NULL: none */
  const coal_term *varying; /* a symbol that differs by lane */
  const coal_term *choice;  /* symbol of the strides with few values */
  unsigned n_strides, n_varying;
  int64_t shift_step; /* gcd of the uniform rest, 0: no unknowns */
} coal_unknowns;

coal_unknowns coal_unknowns_sort(coal_symbols *t, const coal_poly *p, const unsigned *lane, unsigned n);

/** A start known only modulo `step`, a divisor of the period: the numbers range over the starts inside a period at which every
 *  lane is on its natural alignment. */
void coal_unknown_start(const coal_request_input *in, coal_measurement *f, int64_t step);

/** Lanes an unknown distance apart: the numbers range over values of the symbols. What is `known` of such a request already is taken
 *  from there, but for its names, which the first one gave. `shared` as for coal_request_measure(); starts that lie `period` bytes
 *  apart are alike. False when there are too many symbols. */
bool coal_unknown_strides(const coal_request_input *in, const coal_unknowns *u, const unsigned *lane, unsigned n,
                          const coal_shapes *known, const coal_trials *shared, int64_t period, coal_measurement *f);

#endif
