/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** Machine integers over polynomials: the quasi-affine operations and their ranges. */
#ifndef COAL_EVAL_INTEGER_H
#define COAL_EVAL_INTEGER_H

#include "value.h"

/** Conversion to an integer type (not bool). */
coal_value coal_integer_convert(coal_symbols *t, const coal_type *to, coal_value v);
/** A symbol that is one of a and b; its range is the hull of theirs. */
coal_value coal_integer_join(coal_symbols *t, coal_value a, coal_value b, bool is_varying, coal_reason reason,
                             const char *detail);

#endif
