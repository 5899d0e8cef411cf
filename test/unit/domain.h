/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** Brute force for the tests of lib/eval/domain: numbers for symbols, and polynomials under them. */
#ifndef COAL_TEST_DOMAIN_H
#define COAL_TEST_DOMAIN_H

#include "eval/domain/value.h"

enum { SYMBOLS = 3 };

/** Symbols with a number each (varying ones: each lane its own) that obeys what the symbol says of itself. */
typedef struct world {
  coal_symbols *t;
  coal_symbol_id id[SYMBOLS];
  int64_t value[SYMBOLS][COAL_WARP_LANES];
} world;

/** A fixed sequence: the same numbers in every run. */
uint64_t random_bits(void);
/** In [lo, hi]. */
int64_t random_in(int64_t lo, int64_t hi);

/** New symbols, of which the last is varying, and numbers for them. */
world world_new(void);
void world_free(world *w);
/** A number, numbers by lane, or up to two symbols with coefficients and a constant part. */
const coal_poly *random_poly(world *w);
/** What a polynomial over the world's symbols is in a lane. */
int64_t number_of(const world *w, const coal_poly *p, unsigned lane);
/** Can p be `truth[lane]` in every lane? Symbols that p has beside the world's must allow it: their range, their
 *  remainder, and one number for all lanes unless they are varying. */
bool allows(const world *w, const coal_poly *p, const int64_t truth[COAL_WARP_LANES]);

#endif
