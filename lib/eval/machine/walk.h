/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** Visits all expressions of a tree, parents first. */
#ifndef COAL_EVAL_WALK_H
#define COAL_EVAL_WALK_H

#include <coalcheck/ir.h>

typedef void (*coal_visit_expr)(void *context, const coal_expr *e);
typedef void (*coal_visit_stmt)(void *context, const coal_stmt *s);

void coal_walk_expr(const coal_expr *e, coal_visit_expr visit, void *context);
/** `visit_stmt` may be NULL. */
void coal_walk_stmt(const coal_stmt *s, coal_visit_stmt visit_stmt, coal_visit_expr visit, void *context);

#endif
