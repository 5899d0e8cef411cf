/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "value.h"

#include <inttypes.h>
#include <math.h>

#include "integer.h"
#include "memory.h"

coal_value coal_value_unknown(bool is_varying, coal_reason reason, const char *detail) {
  return (coal_value){.kind = COAL_VALUE_UNKNOWN, .is_varying = is_varying, .reason = reason, .detail = detail};
}

coal_value coal_value_poly(const coal_poly *p, const coal_poly *form) {
  return (coal_value){.kind = COAL_VALUE_INT, .p = p, .form = form};
}

coal_value coal_value_int(coal_symbols *t, int64_t v) {
  const coal_poly *p = coal_poly_const(t, v);
  return coal_value_poly(p, p);
}

/* Range of an integer type; 64-bit types have none that is worth knowing. */
static void type_range(const coal_type *type, int64_t *lo, int64_t *hi) {
  *lo = INT64_MIN;
  *hi = INT64_MAX;
  if (!type) return;
  if (type->kind == COAL_TYPE_BOOL) {
    *lo = 0;
    *hi = 1;
  } else if (type->kind == COAL_TYPE_INT && type->size_bytes < 4) {
    int bits = (int)type->size_bytes * 8;
    *lo = type->is_signed ? -(INT64_C(1) << (bits - 1)) : 0;
    *hi = (INT64_C(1) << (type->is_signed ? bits - 1 : bits)) - 1;
  } else if (type->kind == COAL_TYPE_INT && !type->is_signed) {
    *lo = 0;
  }
}

coal_value coal_value_fresh(coal_symbols *t, const coal_type *type, const char *name, bool is_varying,
                            coal_reason reason, const char *detail) {
  coal_symbol s = {.name = name, .is_varying = is_varying, .mod = 1, .reason = reason, .detail = detail};
  type_range(type, &s.lo, &s.hi);
  s.is_choice = type && type->kind == COAL_TYPE_BOOL;
  const coal_poly *p = coal_poly_symbol(t, coal_symbol_add(t, s));
  return coal_value_poly(p, p);
}

coal_value coal_value_doubles(coal_symbols *t, const double v[COAL_WARP_LANES]) {
  coal_doubles *d = coal_symbols_alloc(t, sizeof *d);
  for (unsigned i = 0; i < COAL_WARP_LANES; i++) d->v[i] = v[i];
  return (coal_value){.kind = COAL_VALUE_FLOAT, .f = d};
}

coal_value coal_value_unknown_float(bool is_varying, coal_reason reason, const char *detail) {
  return (coal_value){.kind = COAL_VALUE_FLOAT, .is_varying = is_varying, .reason = reason, .detail = detail};
}

bool coal_value_is_varying(const coal_symbols *t, coal_value v) {
  switch (v.kind) {
    case COAL_VALUE_INT:
    case COAL_VALUE_POINTER: return !coal_poly_is_uniform(t, v.p);
    case COAL_VALUE_FLOAT:
      if (!v.f) return v.is_varying;
      for (unsigned i = 1; i < COAL_WARP_LANES; i++)
        if (v.f->v[i] != v.f->v[0]) return true;
      return false;
    case COAL_VALUE_FUNCTION: return false;
    case COAL_VALUE_AGGREGATE:
      for (size_t i = 0; i < v.parts->n; i++)
        if (coal_value_is_varying(t, v.parts->items[i].value)) return true;
      return false;
    case COAL_VALUE_UNKNOWN: break;
  }
  return v.is_varying;
}

coal_reason coal_value_reason(coal_symbols *t, coal_value v, const char **detail) {
  if (detail) *detail = v.detail;
  if (v.kind == COAL_VALUE_UNKNOWN || (v.kind == COAL_VALUE_FLOAT && !v.f)) return v.reason;
  if (v.kind != COAL_VALUE_INT && v.kind != COAL_VALUE_POINTER) return COAL_REASON_NONE;
  const coal_symbol *s = coal_poly_culprit(t, v.p);
  if (!s) return COAL_REASON_NONE;
  if (detail) *detail = s->detail;
  return s->reason;
}

coal_value coal_value_unknown_of(coal_symbols *t, const coal_type *type, const char *name, bool is_varying,
                                 coal_reason reason, const char *detail) {
  switch (type ? type->kind : COAL_TYPE_UNKNOWN) {
    case COAL_TYPE_BOOL:
    case COAL_TYPE_INT: return coal_value_fresh(t, type, name ? name : "?", is_varying, reason, detail);
    case COAL_TYPE_FLOAT: return coal_value_unknown_float(is_varying, reason, detail);
    default: return coal_value_unknown(is_varying, reason, detail);
  }
}

bool coal_value_constant(coal_value v, int64_t *out) {
  if (v.kind != COAL_VALUE_INT || v.p->n || v.p->c.v) return false;
  *out = v.p->c.u;
  return true;
}

bool coal_value_equal(coal_value a, coal_value b) {
  if (a.kind != b.kind) return false;
  switch (a.kind) {
    case COAL_VALUE_INT: return coal_poly_equal(a.p, b.p);
    case COAL_VALUE_POINTER: return a.object == b.object && coal_poly_equal(a.p, b.p);
    case COAL_VALUE_FLOAT:
      if (!a.f || !b.f) return !a.f && !b.f && a.is_varying == b.is_varying;
      for (unsigned i = 0; i < COAL_WARP_LANES; i++)
        if (a.f->v[i] != b.f->v[i]) return false;
      return true;
    case COAL_VALUE_FUNCTION: return a.fn == b.fn;
    case COAL_VALUE_AGGREGATE: return a.parts == b.parts;
    case COAL_VALUE_UNKNOWN: return a.is_varying == b.is_varying;
  }
  return false;
}

static bool is_comparison(coal_op op) { return op >= COAL_OP_LT && op <= COAL_OP_NE; }

/* One float operation, rounded to the type; comparisons give 0 or 1. */
static double float_op(coal_op op, bool is_single, double a, double b) {
  double r;
  switch (op) {
    case COAL_OP_ADD: r = a + b; break;
    case COAL_OP_SUB: r = a - b; break;
    case COAL_OP_MUL: r = a * b; break;
    case COAL_OP_DIV: r = a / b; break;
    case COAL_OP_LT: return a < b;
    case COAL_OP_LE: return a <= b;
    case COAL_OP_GT: return a > b;
    case COAL_OP_GE: return a >= b;
    case COAL_OP_EQ: return a == b;
    case COAL_OP_NE: return a != b;
    default: r = NAN; break;
  }
  return is_single ? (double)(float)r : r;
}

static coal_value float_binary(coal_symbols *t, coal_op op, const coal_type *operand, const coal_type *result,
                               coal_value a, coal_value b) {
  bool is_known = a.kind == COAL_VALUE_FLOAT && b.kind == COAL_VALUE_FLOAT && a.f && b.f && operand->size_bytes >= 4;
  if (!is_known) {
    const char *detail = NULL;
    coal_reason reason = coal_value_reason(t, a, &detail);
    if (reason == COAL_REASON_NONE) reason = coal_value_reason(t, b, &detail);
    bool is_varying = coal_value_is_varying(t, a) || coal_value_is_varying(t, b);
    return coal_value_unknown_of(t, result, NULL, is_varying, reason, detail);
  }
  double v[COAL_WARP_LANES];
  int64_t truth[COAL_WARP_LANES];
  for (unsigned i = 0; i < COAL_WARP_LANES; i++) {
    v[i] = float_op(op, operand->size_bytes == 4, a.f->v[i], b.f->v[i]);
    truth[i] = v[i] != 0;
  }
  if (is_comparison(op)) return coal_value_poly(coal_poly_lanes(t, truth), NULL);
  return coal_value_doubles(t, v);
}

/* Pointers into one object compare like their offsets; other comparisons are unknown, except with null. */
static coal_value pointer_compare(coal_symbols *t, coal_op op, const coal_type *result, coal_value a, coal_value b) {
  static const coal_type offset_type = {.kind = COAL_TYPE_INT, .is_signed = true, .size_bytes = 8, .align_bytes = 8};
  if (a.kind == COAL_VALUE_POINTER && b.kind == COAL_VALUE_POINTER) {
    if (a.object == b.object)
      return coal_value_int_op(t, op, &offset_type, coal_value_poly(a.p, NULL), coal_value_poly(b.p, NULL));
    if ((!a.object || !b.object) && (op == COAL_OP_EQ || op == COAL_OP_NE)) return coal_value_int(t, op == COAL_OP_NE);
  }
  bool is_varying = coal_value_is_varying(t, a) || coal_value_is_varying(t, b);
  return coal_value_unknown_of(t, result, NULL, is_varying, COAL_REASON_UNSUPPORTED, "pointer comparison");
}

coal_value coal_value_binary(coal_symbols *t, coal_op op, const coal_type *operand_type, const coal_type *result_type,
                             coal_value a, coal_value b) {
  if (a.kind == COAL_VALUE_INT && b.kind == COAL_VALUE_INT) return coal_value_int_op(t, op, operand_type, a, b);
  if (a.kind == COAL_VALUE_FLOAT || b.kind == COAL_VALUE_FLOAT)
    return float_binary(t, op, operand_type, result_type, a, b);
  if (is_comparison(op) && (a.kind == COAL_VALUE_POINTER || b.kind == COAL_VALUE_POINTER))
    return pointer_compare(t, op, result_type, a, b);
  const char *detail = NULL;
  coal_reason reason = coal_value_reason(t, a, &detail);
  if (reason == COAL_REASON_NONE) reason = coal_value_reason(t, b, &detail);
  bool is_varying = coal_value_is_varying(t, a) || coal_value_is_varying(t, b);
  return coal_value_unknown_of(t, result_type, NULL, is_varying, reason, detail);
}

coal_value coal_value_unary(coal_symbols *t, coal_op op, const coal_type *type, coal_value a) {
  if (op == COAL_OP_LNOT) {
    if (a.kind == COAL_VALUE_POINTER) return coal_value_int(t, a.object == NULL);
    coal_truth truth = coal_value_truth(t, a);
    const char *detail = NULL;
    coal_reason reason = coal_value_reason(t, a, &detail);
    return coal_value_of_truth(t, (coal_truth){truth.no, truth.yes}, coal_value_is_varying(t, a), reason, detail);
  }
  if (a.kind == COAL_VALUE_INT) {
    coal_value zero = coal_value_int(t, 0), ones = coal_value_int(t, -1);
    if (op == COAL_OP_NEG) return coal_value_int_op(t, COAL_OP_SUB, type, zero, a);
    return coal_value_int_op(t, COAL_OP_SUB, type, ones, a); /* ~a = −1 − a */
  }
  if (a.kind == COAL_VALUE_FLOAT && a.f) {
    double v[COAL_WARP_LANES];
    for (unsigned i = 0; i < COAL_WARP_LANES; i++) v[i] = -a.f->v[i];
    return coal_value_doubles(t, v);
  }
  return a;
}

coal_truth coal_value_truth(coal_symbols *t, coal_value v) {
  coal_truth truth = {0, 0};
  if (v.kind == COAL_VALUE_FUNCTION) return (coal_truth){UINT32_MAX, 0};
  if (v.kind == COAL_VALUE_POINTER) return v.object ? (coal_truth){UINT32_MAX, 0} : (coal_truth){0, UINT32_MAX};
  if (v.kind == COAL_VALUE_FLOAT && v.f) {
    for (unsigned i = 0; i < COAL_WARP_LANES; i++) *(v.f->v[i] != 0 ? &truth.yes : &truth.no) |= UINT32_C(1) << i;
    return truth;
  }
  if (v.kind != COAL_VALUE_INT) return truth;
  if (v.p->n == 0) {
    if (!v.p->c.v) return v.p->c.u ? (coal_truth){UINT32_MAX, 0} : (coal_truth){0, UINT32_MAX};
    for (unsigned i = 0; i < COAL_WARP_LANES; i++) truth.yes |= (uint32_t)(v.p->c.v[i] != 0) << i;
    truth.no = ~truth.yes;
    return truth;
  }
  for (unsigned i = 0, n = coal_poly_lanes_apart(v.p); i < n; i++) {
    int64_t lo, hi;
    bool has_lo = coal_poly_lower(t, v.p, i, &lo), has_hi = coal_poly_upper(t, v.p, i, &hi);
    uint32_t lanes = n == 1 ? UINT32_MAX : UINT32_C(1) << i;
    if ((has_lo && lo > 0) || (has_hi && hi < 0))
      truth.yes |= lanes;
    else if (has_lo && has_hi && lo == 0 && hi == 0)
      truth.no |= lanes;
  }
  return truth;
}

coal_value coal_value_of_truth(coal_symbols *t, coal_truth truth, bool is_varying, coal_reason reason,
                               const char *detail) {
  int64_t known[COAL_WARP_LANES];
  for (unsigned i = 0; i < COAL_WARP_LANES; i++) known[i] = truth.yes >> i & 1;
  const coal_poly *p = coal_poly_lanes(t, known);
  uint32_t unknown = ~(truth.yes | truth.no);
  if (unknown) {
    static const coal_type boolean = {.kind = COAL_TYPE_BOOL, .size_bytes = 1, .align_bytes = 1};
    p = coal_poly_blend(t, unknown, coal_value_fresh(t, &boolean, "?", is_varying, reason, detail).p, p);
  }
  return coal_value_poly(p, NULL);
}

static coal_value int_to_float(coal_symbols *t, const coal_type *to, coal_value v) {
  if (v.p->n || to->size_bytes < 4) {
    const char *detail = NULL;
    coal_reason reason = coal_value_reason(t, v, &detail);
    return coal_value_unknown_float(!coal_poly_is_uniform(t, v.p), reason ? reason : COAL_REASON_NON_AFFINE, detail);
  }
  double d[COAL_WARP_LANES];
  for (unsigned i = 0; i < COAL_WARP_LANES; i++) {
    d[i] = (double)coal_lane(v.p->c, i);
    if (to->size_bytes == 4) d[i] = (double)(float)d[i];
  }
  return coal_value_doubles(t, d);
}

static coal_value float_to_int(coal_symbols *t, const coal_type *to, coal_value v) {
  if (!v.f) {
    coal_reason reason = v.reason ? v.reason : COAL_REASON_NON_AFFINE;
    return coal_value_fresh(t, to, "?", v.is_varying, reason, v.detail ? v.detail : "floating point");
  }
  int64_t n[COAL_WARP_LANES];
  for (unsigned i = 0; i < COAL_WARP_LANES; i++) {
    double d = v.f->v[i];
    n[i] = isnan(d) ? 0 : d >= 9.2e18 ? INT64_MAX : d <= -9.2e18 ? INT64_MIN : (int64_t)d;
    n[i] = coal_wrap(to, n[i]);
  }
  return coal_value_poly(coal_poly_lanes(t, n), NULL);
}

coal_value coal_value_cast(coal_symbols *t, const coal_type *to, const coal_type *from, coal_value v) {
  bool to_int = to->kind == COAL_TYPE_INT || to->kind == COAL_TYPE_BOOL;
  if (to->kind == COAL_TYPE_BOOL && (!from || from->kind != COAL_TYPE_BOOL)) {
    const char *detail = NULL;
    coal_reason reason = coal_value_reason(t, v, &detail);
    return coal_value_of_truth(t, coal_value_truth(t, v), coal_value_is_varying(t, v), reason, detail);
  }
  if (to_int && v.kind == COAL_VALUE_INT) return coal_integer_convert(t, to, v);
  if (to_int && v.kind == COAL_VALUE_FLOAT) return float_to_int(t, to, v);
  if (to->kind == COAL_TYPE_FLOAT && v.kind == COAL_VALUE_INT) return int_to_float(t, to, v);
  if (to->kind == COAL_TYPE_FLOAT && v.kind == COAL_VALUE_FLOAT && v.f && to->size_bytes <= 4) {
    double d[COAL_WARP_LANES];
    for (unsigned i = 0; i < COAL_WARP_LANES; i++) d[i] = (double)(float)v.f->v[i];
    return to->size_bytes == 4 ? coal_value_doubles(t, d)
                               : coal_value_unknown_float(coal_value_is_varying(t, v), COAL_REASON_NON_AFFINE, NULL);
  }
  if (to->kind == COAL_TYPE_POINTER && v.kind == COAL_VALUE_INT) {
    int64_t c;
    if (coal_value_constant(v, &c) && c == 0) return (coal_value){.kind = COAL_VALUE_POINTER, .p = v.p, .form = v.form};
    return coal_value_unknown(coal_value_is_varying(t, v), COAL_REASON_UNSUPPORTED, "integer used as a pointer");
  }
  return v; /* pointers keep object and offset, as integers too */
}

coal_value coal_value_choice(coal_symbols *t, const coal_type *type, const char *name, bool is_varying,
                             coal_reason reason, const char *detail) {
  coal_symbol s = {.name = name ? name : "?",
                   .is_varying = is_varying,
                   .is_choice = true,
                   .mod = 1,
                   .reason = reason,
                   .detail = detail};
  type_range(type, &s.lo, &s.hi);
  const coal_poly *p = coal_poly_symbol(t, coal_symbol_add(t, s));
  return coal_value_poly(p, p);
}

coal_value coal_value_join(coal_symbols *t, const coal_type *type, coal_value a, coal_value b, bool is_varying) {
  if (coal_value_equal(a, b)) return a;
  const char *detail = NULL;
  coal_reason reason = coal_value_reason(t, a, &detail);
  if (reason == COAL_REASON_NONE) reason = coal_value_reason(t, b, &detail);
  if (reason == COAL_REASON_NONE) {
    reason = COAL_REASON_NON_AFFINE;
    detail = "a branch decides";
  }
  is_varying = is_varying || coal_value_is_varying(t, a) || coal_value_is_varying(t, b);
  if (a.kind == COAL_VALUE_INT && b.kind == COAL_VALUE_INT)
    return coal_integer_join(t, a, b, is_varying, reason, detail);
  if (!type && a.kind == COAL_VALUE_FLOAT) return coal_value_unknown_float(is_varying, reason, detail);
  if (type && (type->kind == COAL_TYPE_INT || type->kind == COAL_TYPE_BOOL))
    return coal_value_choice(t, type, NULL, is_varying, reason, detail);
  return coal_value_unknown_of(t, type, NULL, is_varying, reason, detail);
}

coal_value coal_value_blend(coal_symbols *t, const coal_type *type, uint32_t mask, coal_value a, coal_value b) {
  if (mask == UINT32_MAX) return a;
  if (mask == 0) return b;
  if (a.kind == COAL_VALUE_INT && b.kind == COAL_VALUE_INT)
    return coal_value_poly(coal_poly_blend(t, mask, a.p, b.p),
                           a.form && b.form && coal_poly_equal(a.form, b.form) ? a.form : NULL);
  if (a.kind == COAL_VALUE_POINTER && b.kind == COAL_VALUE_POINTER && a.object == b.object) {
    coal_value r = a;
    r.p = coal_poly_blend(t, mask, a.p, b.p);
    r.form = NULL;
    return r;
  }
  if (a.kind == COAL_VALUE_FLOAT && b.kind == COAL_VALUE_FLOAT && a.f && b.f) {
    double v[COAL_WARP_LANES];
    for (unsigned i = 0; i < COAL_WARP_LANES; i++) v[i] = (mask >> i & 1 ? a : b).f->v[i];
    return coal_value_doubles(t, v);
  }
  if (a.kind == COAL_VALUE_AGGREGATE && b.kind == COAL_VALUE_AGGREGATE) return coal_slots_blend(t, mask, a, b);
  /* lanes that never read the other value are not affected by its being uninitialised */
  if (b.kind == COAL_VALUE_UNKNOWN && b.reason == COAL_REASON_NONE) return a;
  return coal_value_join(t, type, a, b, true);
}

coal_reason coal_opaque_reason(coal_opaque kind) {
  switch (kind) {
    case COAL_OPAQUE_ERROR: return COAL_REASON_ERROR;
    case COAL_OPAQUE_DEPENDENT: return COAL_REASON_DEPENDENT;
    default: return COAL_REASON_UNSUPPORTED;
  }
}
