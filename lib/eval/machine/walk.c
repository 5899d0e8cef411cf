/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "walk.h"

void coal_walk_expr(const coal_expr *e, coal_visit_expr visit, void *context) {
  if (!e) return;
  visit(context, e);
  coal_walk_expr(e->a, visit, context);
  coal_walk_expr(e->b, visit, context);
  coal_walk_expr(e->c, visit, context);
  coal_walk_expr(e->d, visit, context);
  for (size_t i = 0; i < e->n_args; i++) coal_walk_expr(e->args[i], visit, context);
}

void coal_walk_stmt(const coal_stmt *s, coal_visit_stmt visit_stmt, coal_visit_expr visit, void *context) {
  if (!s) return;
  if (visit_stmt) visit_stmt(context, s);
  coal_walk_expr(s->e, visit, context);
  coal_walk_expr(s->step, visit, context);
  coal_walk_stmt(s->init, visit_stmt, visit, context);
  coal_walk_stmt(s->body, visit_stmt, visit, context);
  for (size_t i = 0; i < s->n_list; i++) coal_walk_stmt(s->list[i], visit_stmt, visit, context);
}
