/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "integer.h"
#include "util/number.h"

#include <string.h>

int64_t coal_wrap(const coal_type *type, int64_t v) {
  if (type->kind == COAL_TYPE_BOOL) return v != 0;
  switch (type->size_bytes) {
    case 1: return type->is_signed ? (int64_t)(int8_t)v : (int64_t)(uint8_t)v;
    case 2: return type->is_signed ? (int64_t)(int16_t)v : (int64_t)(uint16_t)v;
    case 4: return type->is_signed ? (int64_t)(int32_t)v : (int64_t)(uint32_t)v;
    default: return v;
  }
}

enum { OPERAND_TEXT_MAX = 200 }; /* characters of an operand in an opaque name */

static bool is_unsigned(const coal_type *type) { return !type->is_signed; }

/* ---- constants ----------------------------------------------------------------------------------------- */

static int64_t divide(const coal_type *type, bool want_rest, int64_t a, int64_t b) {
  if (b == 0) return 0;
  if (is_unsigned(type) && type->size_bytes == 8) {
    uint64_t x = (uint64_t)a, y = (uint64_t)b;
    return (int64_t)(want_rest ? x % y : x / y);
  }
  if (b == -1) return want_rest ? 0 : (int64_t)(0 - (uint64_t)a);
  return want_rest ? a % b : a / b;
}

static int64_t shift(const coal_type *type, coal_op op, int64_t a, int64_t by) {
  unsigned bits = (unsigned)type->size_bytes * 8;
  if (by < 0 || by >= (int64_t)bits) return op == COAL_OP_SHR && type->is_signed && a < 0 ? -1 : 0;
  if (op == COAL_OP_SHL) return (int64_t)((uint64_t)a << by);
  return is_unsigned(type) ? (int64_t)((uint64_t)a >> by) : a >> by;
}

static bool less(const coal_type *type, int64_t a, int64_t b) {
  return is_unsigned(type) && type->size_bytes == 8 ? (uint64_t)a < (uint64_t)b : a < b;
}

static int64_t fold(const coal_type *type, coal_op op, int64_t a, int64_t b) {
  switch (op) {
    case COAL_OP_ADD: return coal_wrap(type, (int64_t)((uint64_t)a + (uint64_t)b));
    case COAL_OP_SUB: return coal_wrap(type, (int64_t)((uint64_t)a - (uint64_t)b));
    case COAL_OP_MUL: return coal_wrap(type, (int64_t)((uint64_t)a * (uint64_t)b));
    case COAL_OP_DIV: return coal_wrap(type, divide(type, false, a, b));
    case COAL_OP_REM: return coal_wrap(type, divide(type, true, a, b));
    case COAL_OP_AND: return a & b;
    case COAL_OP_OR: return a | b;
    case COAL_OP_XOR: return coal_wrap(type, a ^ b);
    case COAL_OP_SHL:
    case COAL_OP_SHR: return coal_wrap(type, shift(type, op, a, b));
    case COAL_OP_LT: return less(type, a, b);
    case COAL_OP_LE: return !less(type, b, a);
    case COAL_OP_GT: return less(type, b, a);
    case COAL_OP_GE: return !less(type, a, b);
    case COAL_OP_EQ: return a == b;
    case COAL_OP_NE: return a != b;
    default: return 0;
  }
}

/* ---- the same for all lanes, in loops that the compiler can turn into vectors ---- */

static const int64_t *lanes_of(coal_lanes a, int64_t fill[COAL_WARP_LANES]) {
  if (a.v) return a.v;
  for (unsigned i = 0; i < COAL_WARP_LANES; i++) fill[i] = a.u;
  return fill;
}

/* Wraps all lanes; true when nothing changed. */
static bool wrap_lanes(const coal_type *type, int64_t v[COAL_WARP_LANES]) {
  uint64_t changed = 0;
  if (type->kind != COAL_TYPE_BOOL && type->size_bytes == 4 && type->is_signed) {
    for (unsigned i = 0; i < COAL_WARP_LANES; i++) {
      changed |= (uint64_t)(v[i] ^ (int32_t)v[i]);
      v[i] = (int32_t)v[i];
    }
  } else if (type->kind != COAL_TYPE_BOOL && type->size_bytes == 4) {
    for (unsigned i = 0; i < COAL_WARP_LANES; i++) {
      changed |= (uint64_t)v[i] >> 32;
      v[i] = (uint32_t)v[i];
    }
  } else if (type->kind == COAL_TYPE_BOOL || type->size_bytes < 4) {
    for (unsigned i = 0; i < COAL_WARP_LANES; i++) {
      int64_t before = v[i];
      v[i] = coal_wrap(type, before);
      changed |= (uint64_t)(v[i] ^ before);
    }
  }
  return !changed;
}

static void fold_ring(coal_op op, const int64_t *x, const int64_t *y, int64_t v[COAL_WARP_LANES]) {
  if (op == COAL_OP_MUL)
    for (unsigned i = 0; i < COAL_WARP_LANES; i++) v[i] = (int64_t)((uint64_t)x[i] * (uint64_t)y[i]);
  else if (op == COAL_OP_ADD)
    for (unsigned i = 0; i < COAL_WARP_LANES; i++) v[i] = (int64_t)((uint64_t)x[i] + (uint64_t)y[i]);
  else
    for (unsigned i = 0; i < COAL_WARP_LANES; i++) v[i] = (int64_t)((uint64_t)x[i] - (uint64_t)y[i]);
}

static void fold_order(const coal_type *type, coal_op op, const int64_t *x, const int64_t *y,
                       int64_t v[COAL_WARP_LANES]) {
  bool swaps = op == COAL_OP_GT || op == COAL_OP_LE;
  int64_t negate = op == COAL_OP_LE || op == COAL_OP_GE;
  const int64_t *l = swaps ? y : x, *r = swaps ? x : y;
  if (is_unsigned(type) && type->size_bytes == 8)
    for (unsigned i = 0; i < COAL_WARP_LANES; i++) v[i] = ((uint64_t)l[i] < (uint64_t)r[i]) ^ negate;
  else
    for (unsigned i = 0; i < COAL_WARP_LANES; i++) v[i] = (l[i] < r[i]) ^ negate;
}

static const coal_poly *fold_lanes(coal_symbols *t, const coal_type *type, coal_op op, const coal_poly *a,
                                   const coal_poly *b) {
  if (!a->c.v && !b->c.v) return coal_poly_const(t, fold(type, op, a->c.u, b->c.u));
  int64_t v[COAL_WARP_LANES], fill[COAL_WARP_LANES];
  const int64_t *x = lanes_of(a->c, fill), *y = lanes_of(b->c, fill); /* not both are filled */
  if (op == COAL_OP_ADD || op == COAL_OP_SUB || op == COAL_OP_MUL) {
    fold_ring(op, x, y, v);
    wrap_lanes(type, v);
  } else if (op >= COAL_OP_LT && op <= COAL_OP_GE) {
    fold_order(type, op, x, y, v);
  } else {
    for (unsigned i = 0; i < COAL_WARP_LANES; i++) v[i] = fold(type, op, x[i], y[i]);
  }
  return coal_poly_lanes(t, v);
}

/* ---- opaque results ------------------------------------------------------------------------------------ */

static const char *const op_text[] = {
    [COAL_OP_ADD] = "+", [COAL_OP_SUB] = "-", [COAL_OP_MUL] = "*", [COAL_OP_DIV] = "/",  [COAL_OP_REM] = "%",
    [COAL_OP_AND] = "&", [COAL_OP_OR] = "|",  [COAL_OP_XOR] = "^", [COAL_OP_SHL] = "<<", [COAL_OP_SHR] = ">>"};

/* The text of an operand in an opaque name, in parentheses unless it is one symbol or number. Long texts are cut:
 * nested names would double in length with each operation. */
static const char *operand_text(coal_symbols *t, const coal_poly *a) {
  const char *text = coal_poly_text(t, a);
  if (!text) return "?";
  if (strlen(text) > OPERAND_TEXT_MAX) return coal_poly_has_thread(t, a) ? "f(threadIdx)" : "?";
  if (a->n == 0 || (a->n == 1 && a->c.u == 0 && a->terms[0].coef.u == 1)) return text;
  return coal_arena_format(coal_symbols_arena(t), "(%s)", text);
}

static bool all_bounds(const coal_symbols *t, const coal_poly *a, int64_t *lo, int64_t *hi) {
  *lo = INT64_MAX;
  *hi = INT64_MIN;
  for (unsigned i = 0, n = coal_poly_lanes_apart(a); i < n; i++) {
    int64_t l, h;
    if (!coal_poly_lower(t, a, i, &l) || !coal_poly_upper(t, a, i, &h)) return false;
    if (l < *lo) *lo = l;
    if (h > *hi) *hi = h;
  }
  return true;
}

static bool is_nonnegative(const coal_symbols *t, const coal_poly *a) {
  for (unsigned i = 0, n = coal_poly_lanes_apart(a); i < n; i++) {
    int64_t lo;
    if (!coal_poly_lower(t, a, i, &lo) || lo < 0) return false;
  }
  return true;
}

/* A value with a range smaller than this is not assumed to be large. */
enum { SMALL_RANGE = 64 };

/* x / k and x >> k for a constant k. */
static void quotient_range(const coal_symbols *t, coal_op op, const coal_poly *a, int64_t k, coal_symbol *s) {
  const int64_t multiple = coal_poly_terms_gcd(t, a);
  int64_t lo, hi;
  if (op == COAL_OP_DIV && !a->c.v && a->c.u == 0 && multiple % k == 0) s->mod = multiple / k;
  if (!all_bounds(t, a, &lo, &hi) || lo < 0) return;
  const int64_t d = op == COAL_OP_DIV ? k : k < 62 ? INT64_C(1) << k : INT64_MAX;
  s->lo = lo / d;
  s->hi = hi / d;
}

/* x % D for a divisor that is not known: a common factor of both stays. */
static void remainder_range(const coal_symbols *t, const coal_poly *a, const coal_poly *b, coal_symbol *s) {
  if (!coal_poly_is_uniform(t, a) || !coal_poly_is_uniform(t, b)) return;
  const int64_t d = coal_gcd(coal_gcd(coal_poly_terms_gcd(t, a), a->c.u), coal_gcd(coal_poly_terms_gcd(t, b), b->c.u));
  if (d > 1) s->mod = d;
  if (is_nonnegative(t, a)) s->lo = 0;
}

/* Ranges that the operation guarantees: x % d, x & m, x / d. */
static void opaque_range(const coal_symbols *t, coal_op op, const coal_type *type, const coal_poly *a,
                         const coal_poly *b, coal_symbol *s) {
  const bool is_const = b->n == 0 && !b->c.v;
  const int64_t k = b->c.u;
  if (type->size_bytes < 8 && is_unsigned(type)) s->lo = 0;
  if (op == COAL_OP_REM && !is_const) remainder_range(t, a, b, s);
  if (!is_const || k < 0 || (k == 0 && op != COAL_OP_AND)) return;
  switch (op) {
    case COAL_OP_DIV:
    case COAL_OP_SHR: quotient_range(t, op, a, k, s); break;
    case COAL_OP_REM:
      s->hi = k - 1;
      s->lo = is_unsigned(type) || is_nonnegative(t, a) ? 0 : 1 - k;
      break;
    case COAL_OP_AND:
      s->lo = 0;
      s->hi = k;
      if (k) s->mod = k & -k;
      break;
    default: break;
  }
}

/* A divisor that is one parameter: a warp stays in one row of a multiple of 32. */
static const char *deciding_fact(coal_symbols *t, const coal_poly *divisor) {
  const coal_symbol *s = coal_poly_culprit(t, divisor);
  bool is_alone = divisor->n == 1 && !divisor->terms[0].coef.v && !divisor->c.v && !divisor->c.u;
  if (!is_alone || !s || !s->is_parameter || !s->name) return NULL;
  return coal_arena_format(coal_symbols_arena(t), "%s%%%d==0", s->name, COAL_WARP_LANES);
}

static const coal_poly *opaque(coal_symbols *t, coal_op op, const coal_type *type, const coal_poly *a,
                               const coal_poly *b) {
  coal_symbol s = {.lo = INT64_MIN, .hi = INT64_MAX, .mod = 1};
  s.is_pitch = coal_poly_has_pitch(t, a);
  opaque_range(t, op, type, a, b, &s);
  bool is_small = s.lo > INT64_MIN && s.hi < INT64_MAX && s.hi - s.lo < SMALL_RANGE; /* n & 3 */
  s.is_choice = is_small || coal_poly_has_choice(t, a) || coal_poly_has_choice(t, b);
  const coal_symbol *culprit = coal_poly_culprit(t, a);
  if (!culprit || (culprit->reason != COAL_REASON_INDIRECT && b->n)) {
    const coal_symbol *other = coal_poly_culprit(t, b);
    if (other) culprit = other;
  }
  s.reason = culprit && culprit->reason != COAL_REASON_PARAMETER && culprit->reason != COAL_REASON_NONE
                 ? culprit->reason
                 : COAL_REASON_NON_AFFINE;
  s.detail = culprit ? culprit->detail : NULL;
  s.is_varying = !coal_poly_is_uniform(t, a) || !coal_poly_is_uniform(t, b);
  if (s.is_varying) {
    s.name = "?";
    if (op == COAL_OP_DIV || op == COAL_OP_REM) s.assume = deciding_fact(t, b);
    return coal_poly_symbol(t, coal_symbol_add(t, s));
  }
  s.has_thread = coal_poly_has_thread(t, a) || coal_poly_has_thread(t, b);
  s.name = coal_arena_format(coal_symbols_arena(t), "(%s %s %s)", operand_text(t, a), op_text[op], operand_text(t, b));
  const char *key =
      coal_arena_format(coal_symbols_arena(t), "%d(%s)(%s)", op, coal_poly_key(t, a), coal_poly_key(t, b));
  return coal_poly_symbol(t, coal_symbol_intern(t, key, s));
}

/* ---- quasi-affine operations --------------------------------------------------------------------------- */

static int64_t floor_div(int64_t a, int64_t d) { return a / d - (a % d < 0); }

static bool coefficients_divide(const coal_poly *a, int64_t d) {
  for (uint32_t i = 0; i < a->n; i++)
    for (unsigned l = 0; l < (a->terms[i].coef.v ? COAL_WARP_LANES : 1u); l++)
      if (coal_lane(a->terms[i].coef, l) % d) return false;
  return true;
}

/* Symbols without a known lower bound are sizes and indices in practice, so they count as nonnegative. */
static bool looks_nonnegative(const coal_symbols *t, const coal_poly *a) {
  if (is_nonnegative(t, a)) return true;
  for (uint32_t i = 0; i < a->n; i++) {
    unsigned n;
    const coal_symbol_id *s = coal_mono_symbols(t, a->terms[i].mono, &n);
    for (unsigned k = 0; k < n; k++) {
      const coal_symbol *y = coal_symbol_get((coal_symbols *)(uintptr_t)t, s[k]);
      if (y->lo != INT64_MIN && y->lo < 0) return false;
    }
    for (unsigned l = 0; l < COAL_WARP_LANES; l++)
      if (coal_lane(a->terms[i].coef, l) < 0) return false;
  }
  return true;
}

/* (d·S + c) / d = S + ⌊c / d⌋ where nothing is negative (or the division rounds down). */
static const coal_poly *divide_poly(coal_symbols *t, const coal_type *type, const coal_poly *a, int64_t d,
                                    bool floors) {
  if (d <= 0 || !coefficients_divide(a, d)) return NULL;
  if (!floors && !is_unsigned(type) && !looks_nonnegative(t, a)) return NULL;
  int64_t c[COAL_WARP_LANES];
  for (unsigned i = 0; i < COAL_WARP_LANES; i++) c[i] = floor_div(coal_lane(a->c, i), d);
  return coal_poly_div_terms(t, a, d, c);
}

/* (d·S + c) mod d = c mod d. */
static const coal_poly *rest_poly(coal_symbols *t, const coal_type *type, const coal_poly *a, int64_t d) {
  if (d <= 0 || coal_poly_terms_gcd(t, a) % d) return NULL;
  if (!is_unsigned(type) && !looks_nonnegative(t, a)) return NULL;
  int64_t c[COAL_WARP_LANES];
  for (unsigned i = 0; i < COAL_WARP_LANES; i++) {
    int64_t x = coal_lane(a->c, i);
    c[i] = x - floor_div(x, d) * d;
  }
  return coal_poly_lanes(t, c);
}

/* Division of U + r by an unknown D, where U is uniform, U and D are multiples of d, and 0 <= r < d: the quotient is
 * that of U and D, the remainder that of U and D, plus r. All values are nonnegative. */
static const coal_poly *divide_by_multiple(coal_symbols *t, coal_op op, const coal_type *type, const coal_poly *a,
                                           const coal_poly *b) {
  int64_t r[COAL_WARP_LANES], c[COAL_WARP_LANES], least = coal_lane(a->c, 0);
  for (unsigned i = 1; i < COAL_WARP_LANES; i++)
    if (coal_lane(a->c, i) < least) least = coal_lane(a->c, i);
  if (!b->n || !coal_poly_is_uniform(t, b) || (!is_unsigned(type) && !looks_nonnegative(t, a))) return NULL;
  int64_t d = coal_gcd(coal_gcd(coal_poly_terms_gcd(t, b), b->c.u), coal_poly_terms_gcd(t, a));
  if (d < 2) return NULL;
  for (unsigned i = 0; i < COAL_WARP_LANES; i++) {
    c[i] = floor_div(least, d) * d;
    r[i] = coal_lane(a->c, i) - c[i];
    if (r[i] >= d) return NULL;
  }
  const coal_poly *rest = coal_poly_lanes(t, r), *u = coal_poly_with_const(t, a, c);
  if (!coal_poly_is_uniform(t, u) || (!rest->c.v && !rest->c.u)) return NULL;
  if (!u->n && !u->c.u) return op == COAL_OP_DIV ? u : rest;
  const coal_poly *whole = opaque(t, op, type, u, b);
  return op == COAL_OP_DIV ? whole : coal_poly_add(t, whole, rest);
}

/* The largest power of two that divides g; 0 (no symbolic part) counts as 2^62. */
static int64_t low_power(int64_t g) { return g == 0 ? INT64_C(1) << 62 : g & -g; }

/* Bit operations touch the constant low part alone when the symbolic part is a multiple of 2^k above the mask. */
static const coal_poly *bitwise_const(coal_symbols *t, coal_op op, const coal_poly *a, coal_lanes b) {
  int64_t unit = low_power(coal_poly_terms_gcd(t, a)), c[COAL_WARP_LANES];
  bool drops_high = true;
  for (unsigned i = 0; i < COAL_WARP_LANES; i++) {
    int64_t m = coal_lane(b, i), x = coal_lane(a->c, i);
    bool is_low = m >= 0 && m < unit, keeps_high = op == COAL_OP_AND && m < 0 && (-m & (-m - 1)) == 0 && -m <= unit;
    if (!is_low && !keeps_high) return NULL;
    if (!(is_low && op == COAL_OP_AND)) drops_high = false;
    if (op == COAL_OP_AND)
      c[i] = x & m;
    else if (op == COAL_OP_OR)
      c[i] = x | m;
    else
      c[i] = x ^ m;
  }
  if (drops_high) return coal_poly_lanes(t, c);
  for (unsigned i = 0; op == COAL_OP_AND && i < COAL_WARP_LANES; i++)
    if (coal_lane(b, i) >= 0) return NULL;
  return coal_poly_with_const(t, a, c);
}

/* a | b and a ^ b are a + b when a's low bits are zero where b may have ones. */
static const coal_poly *disjoint_sum(coal_symbols *t, const coal_poly *a, const coal_poly *b) {
  int64_t unit = low_power(coal_poly_terms_gcd(t, a)), lo, hi;
  for (unsigned i = 0; i < COAL_WARP_LANES; i++)
    while (unit > 1 && coal_lane(a->c, i) % unit) unit /= 2;
  if (!all_bounds(t, b, &lo, &hi) || lo < 0 || hi >= unit) return NULL;
  return coal_poly_add(t, a, b);
}

static const coal_poly *bitwise(coal_symbols *t, coal_op op, const coal_poly *a, const coal_poly *b) {
  const coal_poly *r = NULL;
  if (b->n == 0)
    r = bitwise_const(t, op, a, b->c);
  else if (a->n == 0)
    r = bitwise_const(t, op, b, a->c);
  if (!r && op != COAL_OP_AND) r = disjoint_sum(t, a, b);
  if (!r && op != COAL_OP_AND) r = disjoint_sum(t, b, a);
  return r;
}

static const coal_poly *shift_left(coal_symbols *t, const coal_poly *a, const coal_poly *b) {
  int64_t v[COAL_WARP_LANES];
  if (b->n) return NULL;
  for (unsigned i = 0; i < COAL_WARP_LANES; i++) {
    int64_t by = coal_lane(b->c, i);
    if (by < 0 || by > 62) return NULL;
    v[i] = INT64_C(1) << by;
  }
  return coal_poly_mul(t, a, coal_poly_lanes(t, v));
}

/* An arithmetic operation with at least one symbolic operand; NULL where the result is no polynomial. */
static const coal_poly *quasi_affine(coal_symbols *t, coal_op op, const coal_type *type, const coal_poly *a,
                                     const coal_poly *b) {
  bool is_uniform_const = b->n == 0 && !b->c.v;
  switch (op) {
    case COAL_OP_ADD: return coal_poly_add(t, a, b);
    case COAL_OP_SUB: return coal_poly_sub(t, a, b);
    case COAL_OP_MUL: return coal_poly_mul(t, a, b);
    case COAL_OP_DIV:
      return is_uniform_const ? divide_poly(t, type, a, b->c.u, false) : divide_by_multiple(t, op, type, a, b);
    case COAL_OP_REM: return is_uniform_const ? rest_poly(t, type, a, b->c.u) : divide_by_multiple(t, op, type, a, b);
    case COAL_OP_SHL: return shift_left(t, a, b);
    case COAL_OP_SHR:
      return is_uniform_const && b->c.u >= 0 && b->c.u < 62 ? divide_poly(t, type, a, INT64_C(1) << b->c.u, true)
                                                            : NULL;
    default: return bitwise(t, op, a, b);
  }
}

/* ---- comparisons --------------------------------------------------------------------------------------- */

static bool decide(coal_op op, bool has_lo, int64_t lo, bool has_hi, int64_t hi, bool never_zero, bool *result) {
  switch (op) {
    case COAL_OP_LT:
      if (has_hi && hi < 0) return *result = true, true;
      if (has_lo && lo >= 0) return *result = false, true;
      return false;
    case COAL_OP_LE:
      if (has_hi && hi <= 0) return *result = true, true;
      if (has_lo && lo > 0) return *result = false, true;
      return false;
    case COAL_OP_EQ:
      if (never_zero || (has_lo && lo > 0) || (has_hi && hi < 0)) return *result = false, true;
      if (has_lo && has_hi && lo == 0 && hi == 0) return *result = true, true;
      return false;
    default: return false;
  }
}

static coal_value compare(coal_symbols *t, coal_op op, const coal_poly *a, const coal_poly *b) {
  bool negate = op == COAL_OP_GE || op == COAL_OP_GT || op == COAL_OP_NE;
  coal_op base = op == COAL_OP_GE ? COAL_OP_LT : op == COAL_OP_GT ? COAL_OP_LE : op == COAL_OP_NE ? COAL_OP_EQ : op;
  const coal_poly *d = coal_poly_sub(t, a, b);
  coal_truth truth = {0, 0};
  int64_t g = d ? coal_poly_terms_gcd(t, d) : 0;
  unsigned n = d ? coal_poly_lanes_apart(d) : 0;
  for (unsigned i = 0; i < n; i++) {
    int64_t lo = 0, hi = 0;
    bool has_lo = coal_poly_lower(t, d, i, &lo), has_hi = coal_poly_upper(t, d, i, &hi), result;
    bool never_zero = g > 1 && coal_lane(d->c, i) % g != 0;
    if (decide(base, has_lo, lo, has_hi, hi, never_zero, &result))
      *(result != negate ? &truth.yes : &truth.no) |= n == 1 ? UINT32_MAX : UINT32_C(1) << i;
  }
  const coal_symbol *culprit = coal_poly_culprit(t, a->n ? a : b);
  bool is_varying = !coal_poly_is_uniform(t, a) || !coal_poly_is_uniform(t, b);
  return coal_value_of_truth(t, truth, is_varying, culprit ? culprit->reason : COAL_REASON_NON_AFFINE,
                             culprit ? culprit->detail : NULL);
}

coal_value coal_value_int_op(coal_symbols *t, coal_op op, const coal_type *type, coal_value a, coal_value b) {
  bool is_comparison = op >= COAL_OP_LT && op <= COAL_OP_NE;
  if (is_comparison && (a.p->n || b.p->n)) return compare(t, op, a.p, b.p);
  const coal_poly *p = NULL, *form = NULL;
  if (a.p->n == 0 && b.p->n == 0) {
    p = fold_lanes(t, type, op, a.p, b.p);
  } else {
    p = quasi_affine(t, op, type, a.p, b.p);
    if (!p) p = opaque(t, op, type, a.p, b.p);
  }
  if (a.form && b.form && !is_comparison) {
    if (a.form == a.p && b.form == b.p)
      form = p;
    else if (a.form->n == 0 && b.form->n == 0)
      form = fold_lanes(t, type, op, a.form, b.form);
    else if (!(form = quasi_affine(t, op, type, a.form, b.form)))
      form = opaque(t, op, type, a.form, b.form);
  }
  return coal_value_poly(p, form);
}

/* ---- min, max, conversion, join ------------------------------------------------------------------------ */

coal_value coal_value_min_max(coal_symbols *t, bool is_min, const coal_type *type, coal_value a, coal_value b) {
  if (a.kind != COAL_VALUE_INT || b.kind != COAL_VALUE_INT) return coal_value_join(t, type, a, b, false);
  coal_truth less_than = coal_value_truth(t, coal_value_int_op(t, COAL_OP_LT, type, a, b));
  if ((less_than.yes | less_than.no) == UINT32_MAX) {
    coal_value r = coal_value_blend(t, type, is_min ? less_than.yes : less_than.no, a, b);
    if (!r.form && a.form && b.form) {
      const char *text = coal_arena_format(coal_symbols_arena(t), "%s(%s, %s)", is_min ? "min" : "max",
                                           operand_text(t, a.form), operand_text(t, b.form));
      coal_symbol s = {.name = text, .lo = INT64_MIN, .hi = INT64_MAX, .mod = 1, .reason = COAL_REASON_NON_AFFINE};
      s.has_thread = coal_poly_has_thread(t, a.form) || coal_poly_has_thread(t, b.form);
      r.form = coal_poly_symbol(t, coal_symbol_intern(t, text, s));
    }
    return r;
  }
  bool is_varying = coal_value_is_varying(t, a) || coal_value_is_varying(t, b);
  const char *detail = NULL;
  coal_reason reason = coal_value_reason(t, a, &detail);
  if (reason == COAL_REASON_NONE) reason = coal_value_reason(t, b, &detail);
  return coal_integer_join(t, a, b, is_varying, reason, detail);
}

coal_value coal_integer_convert(coal_symbols *t, const coal_type *to, coal_value v) {
  if (v.p->n == 0) {
    if (!v.p->c.v) {
      int64_t c = coal_wrap(to, v.p->c.u);
      return c == v.p->c.u
                 ? v
                 : coal_value_poly(coal_poly_const(t, c), v.form && v.form->n ? v.form : coal_poly_const(t, c));
    }
    int64_t c[COAL_WARP_LANES];
    memcpy(c, v.p->c.v, sizeof c);
    return wrap_lanes(to, c) ? v : coal_value_poly(coal_poly_lanes(t, c), v.form);
  }
  if (to->size_bytes >= 4) return v;
  int64_t lo, hi;
  if (all_bounds(t, v.p, &lo, &hi) && coal_wrap(to, lo) == lo && coal_wrap(to, hi) == hi) return v;
  const char *detail = NULL;
  coal_reason reason = coal_value_reason(t, v, &detail);
  return coal_value_fresh(t, to, "?", !coal_poly_is_uniform(t, v.p), reason, detail);
}

/* The gcd of the differences between any value of a or b in any lane and the value of a in the first lane; 1 when
 * not known. */
static int64_t common_step(coal_symbols *t, const coal_poly *a, const coal_poly *b) {
  const coal_poly *both[2] = {a, b};
  int64_t base = coal_lane(a->c, 0), g = 0;
  for (int i = 0; i < 2; i++) {
    int64_t x[1 + COAL_WARP_LANES] = {coal_poly_terms_gcd(t, both[i])};
    for (unsigned l = 0; l < COAL_WARP_LANES; l++)
      if (__builtin_sub_overflow(coal_lane(both[i]->c, l), base, &x[1 + l])) return 1;
    for (unsigned k = 0; k <= COAL_WARP_LANES; k++) g = coal_gcd(g, x[k]);
  }
  return g == 0 || g == INT64_MIN ? 1 : g < 0 ? -g : g;
}

coal_value coal_integer_join(coal_symbols *t, coal_value a, coal_value b, bool is_varying, coal_reason reason,
                             const char *detail) {
  coal_symbol s = {.name = "?",
                   .is_varying = is_varying,
                   .is_choice = true,
                   .lo = INT64_MIN,
                   .hi = INT64_MAX,
                   .mod = 1,
                   .reason = reason,
                   .detail = detail};
  int64_t lo[2], hi[2];
  if (all_bounds(t, a.p, &lo[0], &hi[0]) && all_bounds(t, b.p, &lo[1], &hi[1])) {
    s.lo = lo[0] < lo[1] ? lo[0] : lo[1];
    s.hi = hi[0] > hi[1] ? hi[0] : hi[1];
  } else if (is_nonnegative(t, a.p) && is_nonnegative(t, b.p)) {
    s.lo = 0;
  }
  s.mod = common_step(t, a.p, b.p);
  s.rem = coal_lane(a.p->c, 0) % s.mod;
  if (s.rem < 0) s.rem += s.mod;
  const coal_poly *p = coal_poly_symbol(t, coal_symbol_add(t, s));
  return coal_value_poly(p, p);
}
