/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** Whether an array escapes: every expression of the module is looked at, from the outside in. */
#include <string.h>

#include "layout.h"

typedef struct coal_escape {
  const char *name;
  const coal_range *declared;
  bool found;
} coal_escape;

static bool names_array(const coal_escape *s, const coal_expr *e) {
  if (e->kind != COAL_EXPR_VAR) return false;
  const coal_var *v = e->u.var;
  return v->range.file == s->declared->file && v->range.begin.offset_bytes == s->declared->begin.offset_bytes &&
         !strcmp(v->name, s->name);
}

/** The lvalue that e subscripts: x of `x[i]`, which is DEREF(PTR_ADD(ADDR x, i)); NULL for anything else. */
static const coal_expr *subscripted(const coal_expr *e, const coal_expr **index) {
  if (e->kind != COAL_EXPR_DEREF || e->a->kind != COAL_EXPR_PTR_ADD || e->a->a->kind != COAL_EXPR_ADDR) return NULL;
  *index = e->a->b;
  return e->a->a->a;
}

static bool is_chain(const coal_escape *s, const coal_expr *e) {
  const coal_expr *index;
  while ((e = subscripted(e, &index)))
    if (names_array(s, e)) return true;
  return false;
}

static bool is_atomic_call(const coal_expr *e) {
  return e->kind == COAL_EXPR_CALL && e->u.callee && e->u.callee->name && !strncmp(e->u.callee->name, "atomic", 6);
}

static void visit(coal_escape *s, const coal_expr *e);

/** The indices of a full chain, which may use the array themselves. */
static void visit_indices(coal_escape *s, const coal_expr *e) {
  const coal_expr *index;
  while ((e = subscripted(e, &index))) visit(s, index);
}

static void visit_children(coal_escape *s, const coal_expr *e) {
  const coal_expr *const children[] = {e->a, e->b, e->c, e->d};
  for (size_t i = 0; i < sizeof children / sizeof *children; i++) visit(s, children[i]);
  for (size_t i = 0; i < e->n_args; i++) visit(s, e->args[i]);
}

/** An atomic takes the address of one element, which does not let the array escape. */
static void visit_atomic(coal_escape *s, const coal_expr *e) {
  for (size_t i = 0; i < e->n_args; i++) {
    const coal_expr *arg = e->args[i];
    if (arg->kind == COAL_EXPR_ADDR && is_chain(s, arg->a) && arg->a->type->kind != COAL_TYPE_ARRAY)
      visit_indices(s, arg->a);
    else
      visit(s, arg);
  }
}

static void visit(coal_escape *s, const coal_expr *e) {
  if (!e || s->found) return;
  if (is_chain(s, e)) {
    if (e->type->kind == COAL_TYPE_ARRAY)
      s->found = true;
    else
      visit_indices(s, e);
    return;
  }
  if (names_array(s, e) || (e->kind == COAL_EXPR_ADDR && is_chain(s, e->a)))
    s->found = true;
  else if (is_atomic_call(e))
    visit_atomic(s, e);
  else
    visit_children(s, e);
}

static void visit_stmt(coal_escape *s, const coal_stmt *st) {
  if (!st || s->found) return;
  visit(s, st->e);
  visit(s, st->step);
  visit_stmt(s, st->init);
  visit_stmt(s, st->body);
  for (size_t i = 0; i < st->n_list; i++) visit_stmt(s, st->list[i]);
}

bool coal_array_is_only_subscripted(const coal_module *m, const coal_var *object) {
  size_t n;
  coal_function *const *functions = coal_module_functions(m, &n);
  coal_escape s = {.name = object->name, .declared = &object->range};
  if (!object->range.file) return false;
  for (size_t i = 0; i < n; i++) visit_stmt(&s, functions[i]->body);
  return !s.found;
}
