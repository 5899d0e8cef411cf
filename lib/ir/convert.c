/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Lvalues, values and conversions. */
#include <math.h>
#include <string.h>

#include "module.h"

coal_expr *coal_expr_new(coal_module *m, coal_expr_kind kind, const coal_type *type, coal_range r) {
  coal_expr *e = COAL_ARENA_NEW(m->arena, coal_expr);
  e->kind = kind;
  e->type = type;
  e->range = r;
  e->id = m->n_exprs++;
  return e;
}

static coal_expr *new_with(coal_module *m, coal_expr_kind kind, const coal_type *type, const coal_expr *a,
                           coal_range r) {
  coal_expr *e = coal_expr_new(m, kind, type, r);
  e->a = a;
  return e;
}

/* The same COND or COMMA with other operands: `a ? x : y` of lvalues becomes `a ? load x : load y`. */
static const coal_expr *rebuild(coal_module *m, const coal_expr *e, const coal_expr *b, const coal_expr *c) {
  coal_expr *copy = new_with(m, e->kind, b->type, e->a, e->range);
  copy->b = b;
  copy->c = c;
  return copy;
}

const coal_expr *coal_expr_lvalue(coal_module *m, const coal_expr *e) {
  if (e->is_lvalue) return e;
  coal_expr *temporary = new_with(m, COAL_EXPR_TEMP, e->type, e, e->range);
  temporary->is_lvalue = true;
  return temporary;
}

static const coal_expr *load(coal_module *m, const coal_expr *e) {
  if (e->kind == COAL_EXPR_TEMP) return e->a;
  return new_with(m, COAL_EXPR_LOAD, e->type, e, e->range);
}

const coal_expr *coal_expr_value(coal_module *m, const coal_expr *e) {
  if (!e->is_lvalue) return e;
  if (e->kind == COAL_EXPR_COND) return rebuild(m, e, coal_expr_value(m, e->b), coal_expr_value(m, e->c));
  if (e->kind == COAL_EXPR_COMMA) return rebuild(m, e, coal_expr_value(m, e->b), NULL);
  switch (e->type->kind) {
    case COAL_TYPE_VOID: return e;
    case COAL_TYPE_ARRAY: return new_with(m, COAL_EXPR_ADDR, coal_type_pointer(m, e->type->element), e, e->range);
    case COAL_TYPE_FUNCTION: return coal_expr_addr(m, e, e->range);
    default: return load(m, e);
  }
}

static bool is_function_pointer(const coal_type *type) {
  return type->kind == COAL_TYPE_POINTER && coal_type_is(type->element, COAL_TYPE_FUNCTION);
}

/* &*p is p, and the address of a function is its value. */
const coal_expr *coal_expr_addr(coal_module *m, const coal_expr *e, coal_range r) {
  if (e->kind == COAL_EXPR_FUNCTION) return e;
  e = coal_expr_lvalue(m, e);
  if (e->kind == COAL_EXPR_COND) return rebuild(m, e, coal_expr_addr(m, e->b, r), coal_expr_addr(m, e->c, r));
  if (e->kind == COAL_EXPR_COMMA) return rebuild(m, e, coal_expr_addr(m, e->b, r), NULL);
  const coal_type *type = coal_type_pointer(m, e->type);
  if (e->kind == COAL_EXPR_DEREF && e->a->type == type) return e->a;
  return new_with(m, COAL_EXPR_ADDR, type, e, r);
}

/* *&e is e, and so is *f of a function. */
const coal_expr *coal_expr_deref(coal_module *m, const coal_expr *pointer, coal_range r) {
  const coal_expr *p = coal_expr_value(m, pointer);
  if (is_function_pointer(p->type)) return p; /* *f is f */
  const coal_type *to = p->type->kind == COAL_TYPE_POINTER ? p->type->element : coal_type_unknown(m, NULL);
  if (p->kind == COAL_EXPR_ADDR && p->a->type == to) return p->a;
  coal_expr *e = new_with(m, COAL_EXPR_DEREF, to, p, r);
  e->is_lvalue = true;
  return e;
}

/* value modulo 2^bits, in the range of the (signed or unsigned) type. */
static int64_t truncated(const coal_type *to, int64_t value) {
  if (coal_type_is(to, COAL_TYPE_BOOL)) return value != 0;
  if (to->size_bytes >= 8) return value;
  unsigned unused_bits = 64 - 8 * (unsigned)to->size_bytes;
  uint64_t shifted = (uint64_t)value << unused_bits;
  if (!to->is_signed) return (int64_t)(shifted >> unused_bits);
  uint64_t sign = UINT64_C(1) << (63 - unused_bits), low = shifted >> unused_bits;
  return (int64_t)((low ^ sign) - sign);
}

/* The constant e converted to `to`, or NULL where the builder leaves it to the evaluation (half floats, floats to
 * integers, 128-bit integers). */
static const coal_expr *folded(coal_module *m, const coal_type *to, const coal_expr *e, coal_range r) {
  bool from_int = e->kind == COAL_EXPR_INT && coal_type_is_integral(e->type) && e->type->size_bytes <= 8;
  if (from_int && coal_type_is_integral(to) && to->size_bytes <= 8)
    return coal_expr_int(m, to, truncated(to, e->u.i), r);
  if (e->kind == COAL_EXPR_INT && coal_type_is(to, COAL_TYPE_POINTER) && e->u.i == 0) return coal_expr_int(m, to, 0, r);
  bool floats = coal_type_is(to, COAL_TYPE_FLOAT) && (to->size_bytes == 4 || to->size_bytes == 8);
  if (!floats || (!from_int && e->kind != COAL_EXPR_FLOAT)) return NULL;
  bool is_negative_u64 = from_int && !e->type->is_signed && e->u.i < 0;
  if (is_negative_u64) return NULL;
  double value = from_int ? (double)e->u.i : e->u.f;
  if (from_int && to->size_bytes == 4) return coal_expr_float(m, to, (double)(float)e->u.i, r);
  return coal_expr_float(m, to, to->size_bytes == 4 ? (double)(float)value : value, r);
}

static const coal_expr *cast_to_reference(coal_module *m, const coal_type *to, const coal_expr *e, coal_range r) {
  if (!e->is_lvalue) return coal_expr_lvalue(m, coal_expr_cast(m, to->element, e, r));
  if (e->type == to->element) return e;
  return coal_expr_deref(m, coal_expr_cast(m, coal_type_pointer(m, to->element), coal_expr_addr(m, e, r), r), r);
}

const coal_expr *coal_expr_cast(coal_module *m, const coal_type *to, const coal_expr *e, coal_range r) {
  if (coal_type_is(to, COAL_TYPE_REFERENCE)) return cast_to_reference(m, to, e, r);
  if (coal_type_is(to, COAL_TYPE_VOID)) return e;
  if (coal_type_is(to, COAL_TYPE_ARRAY) || coal_type_is(to, COAL_TYPE_FUNCTION)) return e;
  const coal_expr *value = coal_expr_value(m, e);
  if (value->type == to) return value;
  bool is_record = coal_type_is(to, COAL_TYPE_RECORD) || coal_type_is(value->type, COAL_TYPE_RECORD);
  bool is_unknown = coal_type_is(to, COAL_TYPE_UNKNOWN) || coal_type_is(value->type, COAL_TYPE_UNKNOWN);
  if (is_record && !is_unknown) return coal_expr_opaque(m, to, COAL_OPAQUE_CLASS_CONVERSION, &value, 1, r);
  const coal_expr *constant = folded(m, to, value, r);
  return constant ? constant : new_with(m, COAL_EXPR_CAST, to, value, r);
}

const coal_expr *coal_expr_condition(coal_module *m, const coal_expr *e) {
  return coal_expr_cast(m, coal_type_bool(m), e, e->range);
}

const coal_expr *coal_expr_initial(coal_module *m, const coal_type *to, const coal_expr *e) {
  if (coal_type_is(to, COAL_TYPE_REFERENCE)) return coal_expr_bind(m, to, e);
  if (coal_type_is(to, COAL_TYPE_UNKNOWN)) return coal_expr_value(m, e);
  if (e->is_lvalue && e->type == to && coal_type_is(to, COAL_TYPE_ARRAY)) return load(m, e);
  return coal_expr_cast(m, to, e, e->range);
}

const coal_expr *coal_expr_bind(coal_module *m, const coal_type *reference, const coal_expr *e) {
  const coal_type *to = reference->element;
  bool is_unknown = coal_type_is(to, COAL_TYPE_UNKNOWN) || coal_type_is(e->type, COAL_TYPE_UNKNOWN);
  if (e->type == to || is_unknown) return coal_expr_addr(m, e, e->range);
  bool same_kind = e->is_lvalue && e->type->kind == to->kind;
  if (same_kind && (coal_type_is(to, COAL_TYPE_RECORD) || coal_type_is(to, COAL_TYPE_ARRAY)))
    return coal_expr_cast(m, coal_type_pointer(m, to), coal_expr_addr(m, e, e->range), e->range);
  return coal_expr_addr(m, coal_expr_cast(m, to, e, e->range), e->range);
}
