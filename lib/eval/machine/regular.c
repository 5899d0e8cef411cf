/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "regular.h"

#include <string.h>

#include "walk.h"

enum {
  VARS_MAX = 64,
  CALLS_DEEP = 4 /* depth to which calls are searched */
};

typedef struct search {
  const coal_var *changed[VARS_MAX]; /* in the loop */
  size_t n;
  bool is_irregular, in_call; /* in_call: parameters depend on a value that changes */
  int depth;
} search;

/* ---- what the loop changes ----------------------------------------------------------------------------- */

static void add(search *s, const coal_var *v) {
  if (s->n == VARS_MAX)
    s->is_irregular = true;
  else
    s->changed[s->n++] = v;
}

static const coal_var *root(const coal_expr *lvalue) {
  while (lvalue && lvalue->kind == COAL_EXPR_MEMBER) lvalue = lvalue->a;
  return lvalue && lvalue->kind == COAL_EXPR_VAR ? lvalue->u.var : NULL;
}

static void see_change(void *context, const coal_expr *e) {
  bool writes = e->kind == COAL_EXPR_ASSIGN || e->kind == COAL_EXPR_ASSIGN_OP || e->kind == COAL_EXPR_INCDEC ||
                e->kind == COAL_EXPR_ADDR;
  const coal_var *v = writes ? root(e->a) : NULL;
  if (v && (v->storage == COAL_STORAGE_LOCAL || v->storage == COAL_STORAGE_PARAM)) add(context, v);
}

static void see_declaration(void *context, const coal_stmt *s) {
  if (s->kind == COAL_STMT_DECL && s->var->storage == COAL_STORAGE_LOCAL) add(context, s->var);
}

/* ---- what it does with that ---------------------------------------------------------------------------- */

typedef struct mention {
  const search *s;
  bool found;
} mention;

static void see_variable(void *context, const coal_expr *e) {
  mention *m = context;
  if (e->kind != COAL_EXPR_VAR || m->found) return;
  m->found = m->s->in_call;
  for (size_t i = 0; i < m->s->n && !m->found; i++) m->found = m->s->changed[i] == e->u.var;
}

static bool mentions(const search *s, const coal_expr *e) {
  mention m = {s, false};
  coal_walk_expr(e, see_variable, &m);
  return m.found;
}

static bool is_integer(const coal_type *type) {
  return type && (type->kind == COAL_TYPE_INT || type->kind == COAL_TYPE_BOOL);
}

static bool bends(const search *s, const coal_expr *e) {
  switch (e->op) {
    case COAL_OP_DIV:
    case COAL_OP_REM:
    case COAL_OP_AND:
    case COAL_OP_OR:
    case COAL_OP_XOR:
    case COAL_OP_SHR: return mentions(s, e->a) || mentions(s, e->b);
    case COAL_OP_SHL: return mentions(s, e->b);
    case COAL_OP_MUL: return mentions(s, e->a) && mentions(s, e->b);
    default: return false;
  }
}

static void see_statement(void *context, const coal_stmt *s) {
  search *t = context;
  t->is_irregular |= s->kind == COAL_STMT_IF || s->kind == COAL_STMT_SWITCH;
}

static void see_expression(void *context, const coal_expr *e);

static void see_call(search *s, const coal_expr *e) {
  bool depends = s->in_call, outer = s->in_call;
  for (size_t i = 0; i < e->n_args && !depends; i++) depends = mentions(s, e->args[i]);
  if (!e->u.callee || !e->u.callee->body) {
    s->is_irregular |= depends && is_integer(e->type);
    return;
  }
  s->in_call = depends;
  if (++s->depth > CALLS_DEEP)
    s->is_irregular = true;
  else
    coal_walk_stmt(e->u.callee->body, see_statement, see_expression, s);
  s->depth--;
  s->in_call = outer;
}

static void see_expression(void *context, const coal_expr *e) {
  search *s = context;
  if (s->is_irregular) return;
  if (e->kind == COAL_EXPR_COND || e->kind == COAL_EXPR_LOGICAL)
    s->is_irregular = true;
  else if ((e->kind == COAL_EXPR_BINARY || e->kind == COAL_EXPR_ASSIGN_OP) && is_integer(e->type))
    s->is_irregular = bends(s, e);
  else if (e->kind == COAL_EXPR_CALL || e->kind == COAL_EXPR_CONSTRUCT)
    see_call(s, e);
}

bool coal_loop_is_regular(const coal_stmt *loop) {
  search s = {.n = 0};
  coal_walk_stmt(loop->body, see_declaration, see_change, &s);
  coal_walk_expr(loop->step, see_change, &s);
  coal_walk_stmt(loop->body, see_statement, see_expression, &s);
  coal_walk_expr(loop->e, see_expression, &s);
  return !s.is_irregular;
}

/* ---- few iterations, their number written in the source ------------------------------------------------ */

/* nvcc unrolls longer loops too, but their accesses may be too far apart in time for the cache. */
enum { UNROLLED_MAX = 4 };

static bool constant(const coal_expr *e, int64_t *value) {
  while (e && e->kind == COAL_EXPR_CAST) e = e->a;
  if (!e || e->kind != COAL_EXPR_INT) return false;
  *value = e->u.i;
  return true;
}

static bool reads(const coal_expr *e, const coal_var *v) {
  while (e && e->kind == COAL_EXPR_CAST) e = e->a;
  return e && e->kind == COAL_EXPR_LOAD && e->a->kind == COAL_EXPR_VAR && e->a->u.var == v;
}

/* The amount by which `step` changes v: v++, v += n. */
static bool step_of(const coal_expr *step, const coal_var *v, int64_t *by) {
  if (!step || !step->a || step->a->kind != COAL_EXPR_VAR || step->a->u.var != v) return false;
  if (step->kind != COAL_EXPR_INCDEC && step->kind != COAL_EXPR_ASSIGN_OP) return false;
  *by = 1;
  if (step->kind == COAL_EXPR_ASSIGN_OP && !constant(step->b, by)) return false;
  if (step->op == COAL_OP_SUB) *by = -*by;
  return (step->op == COAL_OP_ADD || step->op == COAL_OP_SUB) && *by;
}

/* The first value that `condition` does not let pass. */
static bool end_of(const coal_expr *condition, const coal_var *v, int64_t *end) {
  while (condition && condition->kind == COAL_EXPR_CAST) condition = condition->a;
  if (!condition || condition->kind != COAL_EXPR_BINARY || !reads(condition->a, v) || !constant(condition->b, end))
    return false;
  *end += (condition->op == COAL_OP_LE) - (condition->op == COAL_OP_GE);
  return condition->op == COAL_OP_LT || condition->op == COAL_OP_LE || condition->op == COAL_OP_GT ||
         condition->op == COAL_OP_GE || condition->op == COAL_OP_NE;
}

typedef struct assignment {
  const coal_var *v;
  bool found;
} assignment;

static void see_assignment(void *context, const coal_expr *e) {
  assignment *a = context;
  bool writes = e->kind == COAL_EXPR_ASSIGN || e->kind == COAL_EXPR_ASSIGN_OP || e->kind == COAL_EXPR_INCDEC ||
                e->kind == COAL_EXPR_ADDR;
  a->found |= writes && root(e->a) == a->v;
}

bool coal_loop_unrolls(const coal_stmt *loop) {
  const coal_stmt *init = loop->init;
  while (init && init->kind == COAL_STMT_BLOCK && init->n_list == 1) init = init->list[0];
  if (loop->loop != COAL_LOOP_FOR || !init || init->kind != COAL_STMT_DECL) return false;
  assignment in_body = {init->var, false};
  int64_t from, to, by, distance;
  if (!constant(init->e, &from) || !end_of(loop->e, init->var, &to) || !step_of(loop->step, init->var, &by))
    return false;
  coal_walk_stmt(loop->body, NULL, see_assignment, &in_body);
  if (in_body.found || __builtin_sub_overflow(to, from, &distance) || (distance < 0) != (by < 0)) return false;
  return distance / by + (distance % by != 0) <= UNROLLED_MAX;
}
