/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "places.h"

#include <stdlib.h>
#include <string.h>

#include "eval/machine/walk.h"

/* Rounds over all functions; chains of calls that pass a pointer on are rarely longer. */
enum { ROUNDS_MAX = 24, FOLD_DEPTH_MAX = 32 };

/* ---- sets by field and function ------------------------------------------------------------------------- */

static size_t hash(const void *key, size_t capacity) {
  return (size_t)(((uint64_t)(uintptr_t)key >> 4) * UINT64_C(11400714819323198485) >> 20) & (capacity - 1);
}

static coal_place_slot *find(const coal_places *p, const void *key) {
  size_t i = hash(key, p->capacity);
  while (p->slots[i].key && p->slots[i].key != key) i = (i + 1) & (p->capacity - 1);
  return &p->slots[i];
}

static void grow(coal_places *p) {
  coal_place_slot *old = p->slots;
  size_t n = p->capacity;
  p->capacity = n ? n * 2 : 256;
  p->slots = coal_alloc(p->capacity * sizeof *p->slots);
  memset(p->slots, 0, p->capacity * sizeof *p->slots);
  for (size_t i = 0; i < n; i++)
    if (old[i].key) *find(p, old[i].key) = old[i];
  free(old);
}

static void add(coal_places *p, const void *key, unsigned at) {
  if (!at) return;
  if (p->n_slots * 2 >= p->capacity) grow(p);
  coal_place_slot *s = find(p, key);
  if (!s->key) p->n_slots++;
  s->key = key;
  p->changed |= (s->at | at) != s->at;
  s->at |= at;
}

static unsigned get(const coal_places *p, const void *key) { return p->capacity ? find(p, key)->at : 0; }

static void add_var(coal_places *p, const coal_var *v, unsigned at) {
  uint8_t *to = &p->vars[v->id];
  p->changed |= (*to | at) != *to;
  *to = (uint8_t)(*to | at);
}

/* ---- where things lie ----------------------------------------------------------------------------------- */

static bool is_own(const coal_var *v) { return v->storage == COAL_STORAGE_LOCAL || v->storage == COAL_STORAGE_PARAM; }

/* As the machine places variables (machine/expr.c): constants with a known value are no memory. */
static unsigned space_of(const coal_var *v) {
  switch (v->storage) {
    case COAL_STORAGE_SHARED:
    case COAL_STORAGE_SHARED_DYNAMIC: return COAL_AT_SHARED;
    case COAL_STORAGE_CONSTANT: return v->is_const && v->init ? COAL_AT_LOCAL : COAL_AT_CONSTANT;
    case COAL_STORAGE_DEVICE:
    case COAL_STORAGE_MANAGED: return v->is_const && v->init ? COAL_AT_LOCAL : COAL_AT_GLOBAL;
    default: return COAL_AT_LOCAL;
  }
}

static unsigned pointed_to(coal_places *p, const coal_expr *value);

/* The variable that e is a part of, in its own storage; with `through_values`, also the variable that holds a
 * pointer to it. */
static const coal_var *root_of(const coal_expr *e, bool through_values) {
  for (;;) {
    switch (e->kind) {
      case COAL_EXPR_VAR: return e->u.var;
      case COAL_EXPR_MEMBER:
      case COAL_EXPR_ADDR:
      case COAL_EXPR_PTR_ADD:
      case COAL_EXPR_CAST:
      case COAL_EXPR_DEREF: break;
      case COAL_EXPR_LOAD:
      case COAL_EXPR_ASSIGN:
      case COAL_EXPR_ASSIGN_OP:
      case COAL_EXPR_INCDEC:
        if (!through_values) return NULL;
        break;
      default: return NULL;
    }
    e = e->a;
  }
}

static const coal_var *container(const coal_expr *lvalue) { return root_of(lvalue, false); }

/* What a pointer in an lvalue points to. */
static unsigned kept_in(coal_places *p, const coal_expr *lvalue) {
  switch (lvalue->kind) {
    case COAL_EXPR_VAR: return is_own(lvalue->u.var) ? p->vars[lvalue->u.var->id] : COAL_AT_GLOBAL;
    case COAL_EXPR_MEMBER: return get(p, lvalue->u.field);
    case COAL_EXPR_TEMP: return pointed_to(p, lvalue->a);
    case COAL_EXPR_ASSIGN: return kept_in(p, lvalue->a) | pointed_to(p, lvalue->b);
    case COAL_EXPR_ASSIGN_OP:
    case COAL_EXPR_INCDEC: return kept_in(p, lvalue->a);
    case COAL_EXPR_COMMA: return kept_in(p, lvalue->b);
    case COAL_EXPR_COND: return kept_in(p, lvalue->b) | kept_in(p, lvalue->c);
    case COAL_EXPR_DEREF: {
      const coal_var *v = container(lvalue);
      return v && is_own(v) ? p->vars[v->id] : COAL_AT_GLOBAL;
    }
    default: return COAL_AT_UNKNOWN;
  }
}

/* Functions known by name that return their argument, and those that return a number. */
static unsigned returned(coal_places *p, const coal_expr *call) {
  const coal_function *fn = call->u.callee;
  if (!fn) return COAL_AT_UNKNOWN;
  if (fn->body) return get(p, fn);
  return call->n_args && call->args[0] ? pointed_to(p, call->args[0]) : COAL_AT_UNKNOWN;
}

/* A member of an unknown class: assumed to be an array in it where it is a local variable. */
static unsigned member_of_unknown(coal_places *p, const coal_expr *e) {
  const coal_expr *base = e->u.opaque == COAL_OPAQUE_DEPENDENT && !e->written && e->n_args == 1 ? e->args[0] : NULL;
  if (!base || base->kind != COAL_EXPR_ADDR) return COAL_AT_UNKNOWN;
  const coal_var *v = container(base->a);
  if (v && v->storage == COAL_STORAGE_PARAM) return COAL_AT_GLOBAL;
  return coal_places_of(p, base->a);
}

static unsigned pointed_to(coal_places *p, const coal_expr *value) {
  unsigned at = 0;
  switch (value->kind) {
    case COAL_EXPR_INT:
    case COAL_EXPR_FLOAT:
    case COAL_EXPR_STRING:
    case COAL_EXPR_FUNCTION:
    case COAL_EXPR_BUILTIN: return 0;
    case COAL_EXPR_ADDR: return coal_places_of(p, value->a);
    case COAL_EXPR_CAST:
    case COAL_EXPR_PTR_ADD:
    case COAL_EXPR_UNARY: return pointed_to(p, value->a);
    case COAL_EXPR_BINARY: return pointed_to(p, value->a) | pointed_to(p, value->b);
    case COAL_EXPR_INCDEC: return kept_in(p, value->a);
    case COAL_EXPR_COMMA: return pointed_to(p, value->b);
    case COAL_EXPR_COND: return pointed_to(p, value->b) | pointed_to(p, value->c);
    case COAL_EXPR_LOAD: return kept_in(p, value->a);
    case COAL_EXPR_CALL: return returned(p, value);
    case COAL_EXPR_AGGREGATE:
      for (size_t i = 0; i < value->n_args; i++)
        if (value->args[i]) at |= pointed_to(p, value->args[i]);
      return at;
    case COAL_EXPR_CONSTRUCT: return 0;
    case COAL_EXPR_OPAQUE: return member_of_unknown(p, value);
    default: return COAL_AT_UNKNOWN;
  }
}

unsigned coal_places_of(coal_places *p, const coal_expr *lvalue) {
  switch (lvalue->kind) {
    case COAL_EXPR_VAR: return space_of(lvalue->u.var);
    case COAL_EXPR_TEMP: return COAL_AT_LOCAL;
    case COAL_EXPR_DEREF: return pointed_to(p, lvalue->a);
    case COAL_EXPR_MEMBER:
    case COAL_EXPR_ASSIGN:
    case COAL_EXPR_ASSIGN_OP:
    case COAL_EXPR_INCDEC: return coal_places_of(p, lvalue->a);
    case COAL_EXPR_COMMA: return coal_places_of(p, lvalue->b);
    case COAL_EXPR_COND: return coal_places_of(p, lvalue->b) | coal_places_of(p, lvalue->c);
    case COAL_EXPR_OPAQUE: return member_of_unknown(p, lvalue);
    default: return COAL_AT_UNKNOWN;
  }
}

const coal_var *coal_places_root(const coal_expr *lvalue) { return root_of(lvalue, true); }

/* ---- what flows where ----------------------------------------------------------------------------------- */

/* A value is assigned to an lvalue. */
static void put(coal_places *p, const coal_expr *lvalue, unsigned at) {
  if (lvalue->kind == COAL_EXPR_MEMBER) {
    add(p, lvalue->u.field, at);
    return;
  }
  const coal_var *v = container(lvalue);
  if (v && is_own(v)) add_var(p, v, at);
}

static void pass(coal_places *p, const coal_function *fn, size_t first, const coal_expr *call) {
  for (size_t i = 0; i < call->n_args && first + i < fn->n_params; i++)
    if (call->args[i]) add_var(p, fn->params[first + i], pointed_to(p, call->args[i]));
}

static void fill_fields(coal_places *p, const coal_expr *e) {
  const coal_record *r = e->type->kind == COAL_TYPE_RECORD ? e->type->record : NULL;
  for (size_t i = 0; r && i < e->n_args && i < r->n_fields; i++)
    if (e->args[i]) add(p, &r->fields[i], pointed_to(p, e->args[i]));
}

static void see_expr(void *context, const coal_expr *e) {
  coal_places *p = context;
  switch (e->kind) {
    case COAL_EXPR_ASSIGN: put(p, e->a, pointed_to(p, e->b)); break;
    case COAL_EXPR_AGGREGATE: fill_fields(p, e); break;
    case COAL_EXPR_CALL:
      if (e->u.callee) pass(p, e->u.callee, 0, e);
      break;
    case COAL_EXPR_CONSTRUCT:
      if (e->u.callee->n_params) add_var(p, e->u.callee->params[0], COAL_AT_LOCAL);
      pass(p, e->u.callee, 1, e);
      break;
    default: break;
  }
}

typedef struct body {
  coal_places *p;
  const coal_function *fn;
} body;

static void see_stmt(void *context, const coal_stmt *s) {
  const body *b = context;
  coal_places *p = b->p;
  if (s->kind == COAL_STMT_DECL && s->e) {
    add_var(p, s->var, pointed_to(p, s->e));
    if (s->var->is_const && s->var->type->kind <= COAL_TYPE_INT) p->constants[s->var->id] = s->e;
  }
  if (s->kind == COAL_STMT_RETURN && s->e) add(p, b->fn, pointed_to(p, s->e));
}

static void see_expr_of(void *context, const coal_expr *e) { see_expr(((const body *)context)->p, e); }

static void given(coal_places *p, const coal_type *type) {
  for (size_t i = 0; type->kind == COAL_TYPE_RECORD && i < type->record->n_fields; i++) {
    add(p, &type->record->fields[i], COAL_AT_GLOBAL);
    if (type->record->fields[i].type->kind == COAL_TYPE_RECORD) given(p, type->record->fields[i].type);
  }
}

/* Pointers from the host point to device memory. */
static void see_kernel(coal_places *p, const coal_function *fn) {
  for (size_t i = 0; i < fn->n_params; i++) {
    add_var(p, fn->params[i], COAL_AT_GLOBAL);
    given(p, fn->params[i]->type);
  }
}

void coal_places_init(coal_places *p, const coal_module *m, coal_function *const *fns, size_t n) {
  memset(p, 0, sizeof *p);
  uint32_t n_vars = coal_module_var_count(m);
  p->vars = coal_alloc(n_vars + 1);
  memset(p->vars, 0, n_vars + 1);
  p->constants = coal_alloc((n_vars + 1) * sizeof *p->constants);
  memset(p->constants, 0, (n_vars + 1) * sizeof *p->constants);
  p->changed = true;
  for (int round = 0; p->changed && round < ROUNDS_MAX; round++) {
    p->changed = false;
    for (size_t i = 0; i < n; i++) {
      if (!fns[i]->body) continue;
      if (fns[i]->flags & COAL_FN_KERNEL) see_kernel(p, fns[i]);
      body b = {p, fns[i]};
      coal_walk_stmt(fns[i]->body, see_stmt, see_expr_of, &b);
    }
  }
}

void coal_places_free(coal_places *p) {
  free(p->vars);
  free(p->constants);
  free(p->slots);
}

/* ---- constants ------------------------------------------------------------------------------------------ */

static bool fold(const coal_places *p, const coal_expr *e, int64_t *v, unsigned depth);

/* Does v fit the type without wrapping? */
static bool fits(const coal_type *type, int64_t v) {
  if (type->kind != COAL_TYPE_INT) return true;
  if (!type->is_signed && v < 0) return false;
  if (type->size_bytes != 4) return type->size_bytes == 8;
  return type->is_signed ? v >= INT32_MIN && v <= INT32_MAX : v <= UINT32_MAX;
}

static bool fold_binary(coal_op op, int64_t a, int64_t b, int64_t *v) {
  const uint64_t x = (uint64_t)a, y = (uint64_t)b;
  if ((op == COAL_OP_DIV || op == COAL_OP_REM) && (b == 0 || b == -1)) return false;
  if ((op == COAL_OP_SHL || op == COAL_OP_SHR) && (b < 0 || b > 63)) return false;
  switch (op) {
    case COAL_OP_ADD: *v = (int64_t)(x + y); return true;
    case COAL_OP_SUB: *v = (int64_t)(x - y); return true;
    case COAL_OP_MUL: *v = (int64_t)(x * y); return true;
    case COAL_OP_DIV: *v = a / b; return true;
    case COAL_OP_REM: *v = a % b; return true;
    case COAL_OP_AND: *v = a & b; return true;
    case COAL_OP_OR: *v = a | b; return true;
    case COAL_OP_XOR: *v = a ^ b; return true;
    case COAL_OP_SHL: *v = (int64_t)(x << b); return true;
    case COAL_OP_SHR: *v = a >> b; return true;
    case COAL_OP_LT: *v = a < b; return true;
    case COAL_OP_LE: *v = a <= b; return true;
    case COAL_OP_GT: *v = a > b; return true;
    case COAL_OP_GE: *v = a >= b; return true;
    case COAL_OP_EQ: *v = a == b; return true;
    case COAL_OP_NE: *v = a != b; return true;
    default: return false;
  }
}

/* One side may decide the result. */
static bool fold_logical(const coal_places *p, const coal_expr *e, int64_t *v, unsigned depth) {
  int64_t a, b, decisive = e->op == COAL_OP_LOR;
  bool has_a = fold(p, e->a, &a, depth), has_b = fold(p, e->b, &b, depth);
  *v = decisive;
  if ((has_a && (a != 0) == decisive) || (has_b && (b != 0) == decisive)) return true;
  *v = !decisive;
  return has_a && has_b;
}

static bool fold_variable(const coal_places *p, const coal_var *v, int64_t *value, unsigned depth) {
  const coal_expr *init = p->constants[v->id] ? p->constants[v->id] : v->is_const ? v->init : NULL;
  return init && v->type->kind <= COAL_TYPE_INT && fold(p, init, value, depth);
}

static bool fold(const coal_places *p, const coal_expr *e, int64_t *v, unsigned depth) {
  int64_t a, b;
  if (depth++ > FOLD_DEPTH_MAX) return false;
  switch (e->kind) {
    case COAL_EXPR_INT: *v = e->u.i; return e->type->kind <= COAL_TYPE_INT;
    case COAL_EXPR_LOAD: return e->a->kind == COAL_EXPR_VAR && fold_variable(p, e->a->u.var, v, depth);
    case COAL_EXPR_CAST:
      if (e->type->kind > COAL_TYPE_INT || e->a->type->kind > COAL_TYPE_INT || !fold(p, e->a, v, depth)) return false;
      if (e->type->kind == COAL_TYPE_BOOL) *v = *v != 0;
      return e->type->size_bytes >= 4 || (*v >= 0 && *v < 128);
    case COAL_EXPR_UNARY:
      if (!fold(p, e->a, &a, depth)) return false;
      *v = e->op == COAL_OP_LNOT ? !a : e->op == COAL_OP_NEG ? (int64_t)(0 - (uint64_t)a) : ~a;
      return true;
    case COAL_EXPR_BINARY:
      return e->a->type->kind <= COAL_TYPE_INT && fold(p, e->a, &a, depth) && fold(p, e->b, &b, depth) &&
             fits(e->a->type, a) && fits(e->b->type, b) && fold_binary(e->op, a, b, v) && fits(e->type, *v);
    case COAL_EXPR_LOGICAL: return fold_logical(p, e, v, depth);
    case COAL_EXPR_COND: return fold(p, e->a, &a, depth) && fold(p, a ? e->b : e->c, v, depth);
    default: return false;
  }
}

bool coal_places_fold(const coal_places *p, const coal_expr *e, int64_t *value) { return fold(p, e, value, 0); }
