/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * Values that the unknown symbols of an address are tried with.
 *
 * Trial k gives every symbol one of several values: large ones, so that rows lie apart, with every remainder modulo a sector; or,
 * where the symbol has a low upper bound, the largest that there are. All requests of one access share a table of trials while their symbols are
 * parameters and few, so that trial k means the same values in each: what holds for all requests in every trial holds
 * whatever the parameters are.
 */
#ifndef COAL_EVAL_TRIALS_H
#define COAL_EVAL_TRIALS_H

#include "eval/domain/poly.h"

enum { COAL_TRIAL_SYMBOLS = 3, COAL_TRIALS_MAX = 512 };

/** Which symbols are tried together. */
typedef struct coal_trials {
  coal_symbol_id id[COAL_TRIAL_SYMBOLS];
  unsigned n;
} coal_trials;

/** The values of one trial. */
typedef struct coal_assignment {
  const coal_trials *trials;
  int64_t value[COAL_TRIAL_SYMBOLS];
} coal_assignment;

/** Adds the symbols of the polynomial; false when there are too many (some may have been added). */
bool coal_trials_add(coal_symbols *t, coal_trials *trials, const coal_poly *p);
bool coal_trials_has(const coal_trials *trials, coal_symbol_id symbol);
/** How many values each symbol has, and how many trials there are. */
unsigned coal_trials_per_symbol(const coal_trials *trials);
unsigned coal_trials_count(const coal_trials *trials);
coal_assignment coal_trials_get(coal_symbols *t, const coal_trials *trials, unsigned trial);
/** The value of a product of symbols; symbols that are not tried count as 0. */
int64_t coal_assignment_product(const coal_symbols *t, const coal_assignment *a, coal_mono_id mono);
/** May the symbol have that value? */
bool coal_symbol_may_be(const coal_symbol *s, int64_t value);

#endif
