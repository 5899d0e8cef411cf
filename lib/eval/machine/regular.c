/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "regular.h"

#include <string.h>

#include "walk.h"

enum {
  VARS_MAX = 64,
  CALLS_DEEP = 4 /* how deep calls are searched */
};

typedef struct search {
  const coal_var *changed[VARS_MAX]; /* in the loop */
  size_t n;
  bool is_irregular, in_call; /* in_call: parameters depend on what changes */
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
