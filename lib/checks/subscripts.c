/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** Where an array is named: visits every expression of the module, outermost first. */
#include <string.h>

#include <util/vec.h>

#include "layout.h"

typedef struct coal_escape {
  const char *name;
  const coal_range *declared;
  coal_mentions *out;
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

/** A full chain of subscripts, whose indices may use the array too. */
static void visit_mention(coal_escape *s, const coal_expr *e) {
  const coal_expr *index;
  coal_vec_push(s->out, e->range);
  while ((e = subscripted(e, &index))) visit(s, index);
}

static void visit_children(coal_escape *s, const coal_expr *e) {
  const coal_expr *const children[] = {e->a, e->b, e->c, e->d, e->target};
  for (size_t i = 0; i < sizeof children / sizeof *children; i++) visit(s, children[i]);
  for (size_t i = 0; i < e->n_args; i++) visit(s, e->args[i]);
}

/** Is it `&x[i]`, which is PTR_ADD(ADDR x, i), of an innermost element? */
static bool is_element_address(const coal_escape *s, const coal_expr *e) {
  if (e->kind != COAL_EXPR_PTR_ADD || e->a->kind != COAL_EXPR_ADDR) return false;
  const coal_expr *array = e->a->a;
  return array->type->kind == COAL_TYPE_ARRAY && array->type->element->kind != COAL_TYPE_ARRAY &&
         (names_array(s, array) || is_chain(s, array));
}

/** An atomic takes the address of one element, which does not let the array escape. */
static void visit_atomic(coal_escape *s, const coal_expr *e) {
  for (size_t i = 0; i < e->n_args; i++) {
    const coal_expr *arg = e->args[i], *index;
    if (!is_element_address(s, arg)) {
      visit(s, arg);
      continue;
    }
    coal_vec_push(s->out, arg->range);
    visit(s, arg->b);
    for (const coal_expr *x = arg->a->a; (x = subscripted(x, &index));) visit(s, index);
  }
}

static void visit(coal_escape *s, const coal_expr *e) {
  if (!e || s->out->escapes) return;
  if (is_chain(s, e)) {
    if (e->type->kind == COAL_TYPE_ARRAY)
      s->out->escapes = true;
    else
      visit_mention(s, e);
    return;
  }
  if (names_array(s, e) || (e->kind == COAL_EXPR_ADDR && is_chain(s, e->a)))
    s->out->escapes = true;
  else if (is_atomic_call(e))
    visit_atomic(s, e);
  else
    visit_children(s, e);
}

static void visit_stmt(coal_escape *s, const coal_stmt *st) {
  if (!st || s->out->escapes) return;
  visit(s, st->e);
  visit(s, st->step);
  visit_stmt(s, st->init);
  visit_stmt(s, st->body);
  for (size_t i = 0; i < st->n_list; i++) visit_stmt(s, st->list[i]);
}

void coal_mentions_collect(const coal_module *m, const coal_var *object, coal_mentions *out) {
  size_t n;
  coal_function *const *functions = coal_module_functions(m, &n);
  coal_escape s = {.name = object->name, .declared = &object->range, .out = out};
  memset(out, 0, sizeof *out);
  out->escapes = !object->range.file;
  for (size_t i = 0; i < n; i++) visit_stmt(&s, functions[i]->body);
}

static bool is_at(const coal_access *a, const coal_range *mention) {
  const coal_range *r = &a->range;
  return r->file == mention->file && r->begin.offset_bytes <= mention->begin.offset_bytes &&
         mention->begin.offset_bytes <= r->end.offset_bytes;
}

bool coal_mentions_are_accesses(const coal_analysis *a, const coal_var *object, const coal_mentions *mentions) {
  size_t n;
  const coal_access *accesses = coal_analysis_accesses(a, &n);
  for (size_t i = 0; i < mentions->n; i++) {
    bool is_found = false;
    for (size_t k = 0; k < n && !is_found; k++)
      is_found = accesses[k].reason != COAL_REASON_UNREACHED && accesses[k].object &&
                 coal_is_same_declaration(accesses[k].object, object) && is_at(&accesses[k], &mentions->items[i]);
    if (!is_found) return false;
  }
  return true;
}
