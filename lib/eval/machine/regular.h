/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** Whether the iterations of a loop are alike. */
#ifndef COAL_EVAL_REGULAR_H
#define COAL_EVAL_REGULAR_H

#include <coalcheck/ir.h>
#include <stdbool.h>

/** Does the loop do the same in every iteration, with addresses that move by constants? Its conditions do not depend
 *  on it, and nothing that it changes goes through a division, a bit operation, a minimum or the like: 34 iterations
 *  stand for thousands. */
bool coal_loop_is_regular(const coal_stmt *loop);

/** Does the compiler unroll it completely? A `for` over an integer from one constant to another by a constant step,
 *  with at most four iterations: the number of elements of a vector. */
bool coal_loop_unrolls(const coal_stmt *loop);

#endif
