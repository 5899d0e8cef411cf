/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** What conditions tell about parameters where they hold: `n <= 4`, `n % 32 == 0`. */
#ifndef COAL_EVAL_BOUNDS_H
#define COAL_EVAL_BOUNDS_H

#include "machine.h"

/** The condition holds (or does not) from here to the end of the innermost block: narrows the range or the remainder of the parameters in
 *  it. Comparisons with a constant, their conjunctions, and `%` of a parameter; anything else says nothing. */
void coal_bounds_learn(coal_machine *m, const coal_expr *condition, bool holds);
/** The mark to pass to coal_bounds_undo() when a block ends. */
size_t coal_bounds_mark(const coal_machine *m);
void coal_bounds_undo(coal_machine *m, size_t mark);

#endif
