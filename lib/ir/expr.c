/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The expression builder. */
#include <string.h>

#include "module.h"

const coal_expr *coal_expr_int(coal_module *m, const coal_type *type, int64_t value, coal_range r) {
  coal_expr *e = coal_expr_new(m, COAL_EXPR_INT, type, r);
  e->u.i = value;
  return e;
}

const coal_expr *coal_expr_float(coal_module *m, const coal_type *type, double value, coal_range r) {
  coal_expr *e = coal_expr_new(m, COAL_EXPR_FLOAT, type, r);
  e->u.f = value;
  return e;
}

const coal_expr *coal_expr_string(coal_module *m, const char *text, coal_range r) {
  coal_expr *e = coal_expr_new(m, COAL_EXPR_STRING, coal_type_pointer(m, coal_type_int(m, 8, true)), r);
  e->u.text = coal_module_string(m, text, SIZE_MAX);
  return e;
}

const coal_expr *coal_expr_builtin(coal_module *m, coal_builtin which, coal_range r) {
  coal_expr *e = coal_expr_new(m, COAL_EXPR_BUILTIN, coal_type_int(m, 32, false), r);
  e->u.builtin = which;
  return e;
}

/* A reference is stored as a pointer, so naming it dereferences that pointer. */
static const coal_expr *follow(coal_module *m, coal_expr *e, const coal_type *declared, coal_range r) {
  e->is_lvalue = true;
  if (!coal_type_is(declared, COAL_TYPE_REFERENCE)) return e;
  e->type = coal_type_pointer(m, declared->element);
  return coal_expr_deref(m, e, r);
}

const coal_expr *coal_expr_var(coal_module *m, const coal_var *v, coal_range r) {
  coal_expr *e = coal_expr_new(m, COAL_EXPR_VAR, v->type, r);
  e->u.var = v;
  return follow(m, e, v->type, r);
}

const coal_expr *coal_expr_member(coal_module *m, const coal_expr *base, const coal_field *f, coal_range r) {
  coal_expr *e = coal_expr_new(m, COAL_EXPR_MEMBER, f->type, r);
  e->a = coal_expr_lvalue(m, base);
  e->u.field = f;
  return follow(m, e, f->type, r);
}

const coal_expr *coal_expr_arrow(coal_module *m, const coal_expr *pointer, const coal_field *f, coal_range r) {
  return coal_expr_member(m, coal_expr_deref(m, pointer, r), f, r);
}

static const coal_expr *pointer_add(coal_module *m, coal_op op, const coal_expr *pointer, const coal_expr *steps,
                                    coal_range r) {
  coal_expr *e = coal_expr_new(m, COAL_EXPR_PTR_ADD, pointer->type, r);
  e->op = op;
  e->a = pointer;
  e->b = steps;
  return e;
}

static bool is_pointer(const coal_expr *e) { return coal_type_is(e->type, COAL_TYPE_POINTER); }
static bool is_record(const coal_expr *e) { return coal_type_is(e->type, COAL_TYPE_RECORD); }

const coal_expr *coal_expr_index(coal_module *m, const coal_expr *a, const coal_expr *b, coal_range r) {
  const coal_expr *base = coal_expr_value(m, a), *steps = coal_expr_value(m, b);
  if (is_pointer(steps) && !is_pointer(base)) {
    const coal_expr *swap = base;
    base = steps;
    steps = swap;
  }
  if (is_record(base) || is_record(steps)) {
    const coal_expr *operands[] = {base, steps};
    return coal_expr_opaque(m, coal_type_unknown(m, NULL), COAL_OPAQUE_OPERATOR, operands, 2, r);
  }
  return coal_expr_deref(m, pointer_add(m, COAL_OP_ADD, base, steps, r), r);
}

const coal_expr *coal_expr_unary(coal_module *m, coal_op op, const coal_expr *a, coal_range r) {
  const coal_expr *value = coal_expr_value(m, a);
  if (is_record(value)) return coal_expr_opaque(m, coal_type_unknown(m, NULL), COAL_OPAQUE_OPERATOR, &value, 1, r);
  const coal_type *type = op == COAL_OP_LNOT ? coal_type_bool(m) : coal_type_promoted(m, value->type);
  value = coal_expr_cast(m, type, value, value->range);
  coal_expr *e = coal_expr_new(m, COAL_EXPR_UNARY, value->type, r);
  e->op = op;
  e->a = value;
  return e;
}

static bool is_comparison(coal_op op) { return op >= COAL_OP_LT && op <= COAL_OP_NE; }

static const coal_expr *new_binary(coal_module *m, coal_expr_kind kind, coal_op op, const coal_type *type,
                                   const coal_expr *a, const coal_expr *b, coal_range r) {
  coal_expr *e = coal_expr_new(m, kind, type, r);
  e->op = op;
  e->a = a;
  e->b = b;
  return e;
}

/* One of a and b is a pointer. */
static const coal_expr *pointer_binary(coal_module *m, coal_op op, const coal_expr *a, const coal_expr *b,
                                       coal_range r) {
  if (is_comparison(op)) {
    const coal_type *type = is_pointer(a) ? a->type : b->type;
    return new_binary(m, COAL_EXPR_BINARY, op, coal_type_bool(m), coal_expr_cast(m, type, a, a->range),
                      coal_expr_cast(m, type, b, b->range), r);
  }
  if (op == COAL_OP_SUB && is_pointer(a) && is_pointer(b))
    return new_binary(m, COAL_EXPR_PTR_DIFF, op, coal_type_int(m, 64, true), a, b, r);
  if (op != COAL_OP_ADD && op != COAL_OP_SUB)
    return new_binary(m, COAL_EXPR_BINARY, op, coal_type_unknown(m, NULL), a, b, r);
  return is_pointer(a) ? pointer_add(m, op, a, b, r) : pointer_add(m, op, b, a, r);
}

/* Both operands are arithmetic. The operands of a shift are promoted separately. */
static const coal_expr *arithmetic_binary(coal_module *m, coal_op op, const coal_expr *a, const coal_expr *b,
                                          coal_range r) {
  bool is_shift = op == COAL_OP_SHL || op == COAL_OP_SHR;
  const coal_type *common = coal_type_common(m, a->type, b->type);
  const coal_type *left = is_shift ? coal_type_promoted(m, a->type) : common;
  const coal_type *right = is_shift ? coal_type_promoted(m, b->type) : common;
  return new_binary(m, COAL_EXPR_BINARY, op, is_comparison(op) ? coal_type_bool(m) : left,
                    coal_expr_cast(m, left, a, a->range), coal_expr_cast(m, right, b, b->range), r);
}

const coal_expr *coal_expr_binary(coal_module *m, coal_op op, const coal_expr *a, const coal_expr *b, coal_range r) {
  if (op == COAL_OP_LAND || op == COAL_OP_LOR)
    return new_binary(m, COAL_EXPR_LOGICAL, op, coal_type_bool(m), coal_expr_condition(m, a), coal_expr_condition(m, b),
                      r);
  a = coal_expr_value(m, a);
  b = coal_expr_value(m, b);
  if (is_record(a) || is_record(b)) {
    const coal_expr *operands[] = {a, b};
    const coal_type *type = is_comparison(op) ? coal_type_bool(m) : coal_type_unknown(m, NULL);
    return coal_expr_opaque(m, type, COAL_OPAQUE_OPERATOR, operands, 2, r);
  }
  if (coal_type_is_arithmetic(a->type) && coal_type_is_arithmetic(b->type)) return arithmetic_binary(m, op, a, b, r);
  if (is_pointer(a) || is_pointer(b)) return pointer_binary(m, op, a, b, r);
  const coal_type *type = is_comparison(op) ? coal_type_bool(m) : coal_type_unknown(m, NULL);
  return new_binary(m, COAL_EXPR_BINARY, op, type, a, b, r);
}

const coal_expr *coal_expr_comma(coal_module *m, const coal_expr *a, const coal_expr *b, coal_range r) {
  coal_expr *e = coal_expr_new(m, COAL_EXPR_COMMA, b->type, r);
  e->is_lvalue = b->is_lvalue;
  e->a = a;
  e->b = b;
  return e;
}

static coal_expr *new_assign(coal_module *m, coal_expr_kind kind, const coal_expr *target, const coal_expr *value,
                             coal_range r) {
  coal_expr *e = coal_expr_new(m, kind, target->type, r);
  e->is_lvalue = true;
  e->a = target;
  e->b = value;
  return e;
}

const coal_expr *coal_expr_assign(coal_module *m, const coal_expr *a, const coal_expr *b, coal_range r) {
  const coal_expr *target = coal_expr_lvalue(m, a);
  return new_assign(m, COAL_EXPR_ASSIGN, target, coal_expr_initial(m, target->type, b), r);
}

/* The type C in which a op= b computes, and b converted for it. */
const coal_expr *coal_expr_assign_op(coal_module *m, coal_op op, const coal_expr *a, const coal_expr *b, coal_range r) {
  const coal_expr *target = coal_expr_lvalue(m, a), *value = coal_expr_value(m, b);
  const coal_expr *operands[] = {target, value};
  if (is_record(target) || is_record(value))
    return coal_expr_opaque(m, target->type, COAL_OPAQUE_OPERATOR, operands, 2, r);
  const coal_type *compute = target->type;
  if (coal_type_is_arithmetic(target->type) && coal_type_is_arithmetic(value->type)) {
    bool is_shift = op == COAL_OP_SHL || op == COAL_OP_SHR;
    compute = is_shift ? coal_type_promoted(m, target->type) : coal_type_common(m, target->type, value->type);
    value = coal_expr_cast(m, is_shift ? coal_type_promoted(m, value->type) : compute, value, value->range);
  }
  coal_expr *e = new_assign(m, COAL_EXPR_ASSIGN_OP, target, value, r);
  e->op = op;
  e->u.compute = compute;
  return e;
}

const coal_expr *coal_expr_incdec(coal_module *m, bool is_increment, bool is_post, const coal_expr *a, coal_range r) {
  const coal_expr *target = coal_expr_lvalue(m, a);
  if (is_record(target)) return coal_expr_opaque(m, target->type, COAL_OPAQUE_OPERATOR, &target, 1, r);
  coal_expr *e = coal_expr_new(m, COAL_EXPR_INCDEC, target->type, r);
  e->op = is_increment ? COAL_OP_ADD : COAL_OP_SUB;
  e->is_post = is_post;
  e->is_lvalue = !is_post;
  e->a = target;
  return e;
}

/* The type that both arms of a conditional are converted to; NULL: no conversion. */
static const coal_type *arms_type(coal_module *m, const coal_expr *a, const coal_expr *b) {
  if (a->type == b->type) return NULL;
  if (coal_type_is_arithmetic(a->type) && coal_type_is_arithmetic(b->type))
    return coal_type_common(m, a->type, b->type);
  if (is_pointer(a) != is_pointer(b)) return is_pointer(a) ? a->type : b->type;
  return NULL;
}

const coal_expr *coal_expr_cond(coal_module *m, const coal_expr *c, const coal_expr *a, const coal_expr *b,
                                coal_range r) {
  bool is_void = coal_type_is(a->type, COAL_TYPE_VOID) || coal_type_is(b->type, COAL_TYPE_VOID);
  bool is_lvalue = a->is_lvalue && b->is_lvalue && a->type == b->type;
  if (!is_lvalue && !is_void) {
    a = coal_expr_value(m, a);
    b = coal_expr_value(m, b);
    const coal_type *common = arms_type(m, a, b);
    if (common && !coal_type_is(a->type, COAL_TYPE_UNKNOWN)) a = coal_expr_cast(m, common, a, a->range);
    if (common && !coal_type_is(b->type, COAL_TYPE_UNKNOWN)) b = coal_expr_cast(m, common, b, b->range);
  }
  coal_expr *e = coal_expr_new(m, COAL_EXPR_COND, is_void ? coal_type_void(m) : a->type, r);
  e->is_lvalue = is_lvalue && !is_void;
  e->a = coal_expr_condition(m, c);
  e->b = a;
  e->c = b;
  return e;
}

bool coal_expr_is_declared_object(const coal_expr *e) {
  while (e->kind == COAL_EXPR_MEMBER || e->kind == COAL_EXPR_CAST) e = e->a;
  return e->kind == COAL_EXPR_VAR && e->type->kind == COAL_TYPE_RECORD;
}
