/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** Monomials: products of symbols, made once each. Only poly.c and the rendering need this. */
#ifndef COAL_EVAL_SYMBOLS_H
#define COAL_EVAL_SYMBOLS_H

#include "poly.h"

/** More factors than this make a product opaque. */
enum { COAL_MONO_FACTORS_MAX = 4 };

coal_mono_id coal_mono_of_symbol(coal_symbols *t, coal_symbol_id s);
/** False when the product has too many factors. */
bool coal_mono_product(coal_symbols *t, coal_mono_id a, coal_mono_id b, coal_mono_id *out);

#endif
