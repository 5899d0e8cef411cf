/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "poly.h"

#include <string.h>

#include "symbols.h"
#include "util/hash.h"
#include "util/number.h"

coal_lanes coal_lanes_new(coal_symbols *t, const int64_t v[COAL_WARP_LANES]) {
  unsigned i = 1;
  while (i < COAL_WARP_LANES && v[i] == v[0]) i++;
  if (i == COAL_WARP_LANES) return (coal_lanes){NULL, v[0]};
  return (coal_lanes){coal_arena_copy(coal_symbols_arena(t), v, sizeof(int64_t) * COAL_WARP_LANES), 0};
}

static coal_poly *poly_new(coal_symbols *t, coal_lanes c, const coal_term *terms, uint32_t n) {
  coal_poly *p = coal_symbols_alloc(t, sizeof *p);
  p->c = c;
  p->n = n;
  p->terms = terms;
  return p;
}

const coal_poly *coal_poly_const(coal_symbols *t, int64_t c) { return poly_new(t, (coal_lanes){NULL, c}, NULL, 0); }

const coal_poly *coal_poly_lanes(coal_symbols *t, const int64_t v[COAL_WARP_LANES]) {
  return poly_new(t, coal_lanes_new(t, v), NULL, 0);
}

const coal_poly *coal_poly_symbol(coal_symbols *t, coal_symbol_id s) {
  coal_term *term = coal_symbols_alloc(t, sizeof *term);
  term->mono = coal_mono_of_symbol(t, s);
  term->coef = (coal_lanes){NULL, 1};
  return poly_new(t, (coal_lanes){NULL, 0}, term, 1);
}

static bool is_zero(coal_lanes a) {
  if (!a.v) return a.u == 0;
  for (unsigned i = 0; i < COAL_WARP_LANES; i++)
    if (a.v[i]) return false;
  return true;
}

/* a + sign·b for constants wraps like the machine; for coefficients an overflow is reported. */
static coal_lanes lanes_add(coal_symbols *t, coal_lanes a, coal_lanes b, int sign, bool *overflow) {
  if (!a.v && !b.v) {
    int64_t r;
    if (sign > 0 ? __builtin_add_overflow(a.u, b.u, &r) : __builtin_sub_overflow(a.u, b.u, &r)) *overflow = true;
    return (coal_lanes){NULL, r};
  }
  int64_t v[COAL_WARP_LANES];
  bool bad = false;
  for (unsigned i = 0; i < COAL_WARP_LANES; i++)
    bad |= sign > 0 ? __builtin_add_overflow(coal_lane(a, i), coal_lane(b, i), &v[i])
                    : __builtin_sub_overflow(coal_lane(a, i), coal_lane(b, i), &v[i]);
  *overflow |= bad;
  return coal_lanes_new(t, v);
}

static coal_lanes lanes_mul(coal_symbols *t, coal_lanes a, coal_lanes b, bool *overflow) {
  if (!a.v && !b.v) {
    int64_t r;
    if (__builtin_mul_overflow(a.u, b.u, &r)) *overflow = true;
    return (coal_lanes){NULL, r};
  }
  int64_t v[COAL_WARP_LANES];
  bool bad = false;
  for (unsigned i = 0; i < COAL_WARP_LANES; i++) bad |= __builtin_mul_overflow(coal_lane(a, i), coal_lane(b, i), &v[i]);
  *overflow |= bad;
  return coal_lanes_new(t, v);
}

/* Merges two sorted term lists. */
static const coal_poly *combine(coal_symbols *t, const coal_poly *a, const coal_poly *b, int sign) {
  bool wrapped = false, overflow = false;
  coal_lanes c = lanes_add(t, a->c, b->c, sign, &wrapped);
  if (a->n + b->n == 0) return poly_new(t, c, NULL, 0);
  coal_term *terms = coal_symbols_alloc(t, sizeof *terms * (a->n + b->n));
  uint32_t n = 0, i = 0, j = 0;
  const coal_lanes zero = {NULL, 0};
  while (i < a->n || j < b->n) {
    coal_term term;
    if (j == b->n || (i < a->n && a->terms[i].mono < b->terms[j].mono)) {
      term = a->terms[i++];
    } else if (i == a->n || b->terms[j].mono < a->terms[i].mono) {
      term = b->terms[j++];
      if (sign < 0) term.coef = lanes_add(t, zero, term.coef, -1, &overflow);
    } else {
      term.mono = a->terms[i].mono;
      term.coef = lanes_add(t, a->terms[i++].coef, b->terms[j++].coef, sign, &overflow);
    }
    if (!is_zero(term.coef)) terms[n++] = term;
  }
  return overflow ? NULL : poly_new(t, c, terms, n);
}

const coal_poly *coal_poly_add(coal_symbols *t, const coal_poly *a, const coal_poly *b) { return combine(t, a, b, 1); }

const coal_poly *coal_poly_sub(coal_symbols *t, const coal_poly *a, const coal_poly *b) { return combine(t, a, b, -1); }

/* a · k for constant lanes k: coefficient by coefficient. */
static const coal_poly *scale(coal_symbols *t, const coal_poly *a, coal_lanes k) {
  bool wrapped = false, overflow = false;
  coal_lanes c = lanes_mul(t, a->c, k, &wrapped);
  if (a->n == 0) return poly_new(t, c, NULL, 0);
  coal_term *terms = coal_symbols_alloc(t, sizeof *terms * a->n);
  uint32_t n = 0;
  for (uint32_t i = 0; i < a->n; i++) {
    coal_term term = {a->terms[i].mono, lanes_mul(t, a->terms[i].coef, k, &overflow)};
    if (!is_zero(term.coef)) terms[n++] = term;
  }
  return overflow ? NULL : poly_new(t, c, terms, n);
}

const coal_poly *coal_poly_mul(coal_symbols *t, const coal_poly *a, const coal_poly *b) {
  if (b->n == 0) return scale(t, a, b->c);
  if (a->n == 0) return scale(t, b, a->c);
  const coal_poly *sum = scale(t, a, b->c);
  for (uint32_t j = 0; sum && j < b->n; j++) {
    const coal_poly *part = scale(t, a, b->terms[j].coef);
    if (!part) return NULL;
    for (uint32_t i = 0; sum && i < part->n; i++) {
      coal_mono_id mono;
      if (!coal_mono_product(t, part->terms[i].mono, b->terms[j].mono, &mono)) return NULL;
      coal_term term = {mono, part->terms[i].coef};
      sum = coal_poly_add(
          t, sum, poly_new(t, (coal_lanes){NULL, 0}, coal_arena_copy(coal_symbols_arena(t), &term, sizeof term), 1));
    }
    coal_term own = {b->terms[j].mono, part->c};
    if (sum && !is_zero(part->c))
      sum = coal_poly_add(
          t, sum, poly_new(t, (coal_lanes){NULL, 0}, coal_arena_copy(coal_symbols_arena(t), &own, sizeof own), 1));
  }
  return sum;
}

static coal_lanes lanes_blend(coal_symbols *t, uint32_t mask, coal_lanes a, coal_lanes b) {
  int64_t v[COAL_WARP_LANES];
  for (unsigned i = 0; i < COAL_WARP_LANES; i++) v[i] = coal_lane(mask >> i & 1 ? a : b, i);
  return coal_lanes_new(t, v);
}

const coal_poly *coal_poly_blend(coal_symbols *t, uint32_t mask, const coal_poly *a, const coal_poly *b) {
  if (mask == UINT32_MAX || a == b) return a;
  if (mask == 0) return b;
  coal_term *terms = a->n + b->n ? coal_symbols_alloc(t, sizeof *terms * (a->n + b->n)) : NULL;
  const coal_lanes zero = {NULL, 0};
  uint32_t n = 0, i = 0, j = 0;
  while (i < a->n || j < b->n) {
    bool take_a = j == b->n || (i < a->n && a->terms[i].mono <= b->terms[j].mono);
    bool take_b = i == a->n || (j < b->n && b->terms[j].mono <= a->terms[i].mono);
    coal_term term;
    term.mono = take_a ? a->terms[i].mono : b->terms[j].mono;
    term.coef = lanes_blend(t, mask, take_a ? a->terms[i].coef : zero, take_b ? b->terms[j].coef : zero);
    i += take_a;
    j += take_b;
    if (!is_zero(term.coef)) terms[n++] = term;
  }
  return poly_new(t, lanes_blend(t, mask, a->c, b->c), terms, n);
}

static coal_lanes lanes_of(coal_symbols *t, coal_lanes a, uint32_t mask) {
  int64_t v[COAL_WARP_LANES];
  if (!a.v) return a;
  unsigned first = (unsigned)__builtin_ctz(mask);
  for (unsigned i = 0; i < COAL_WARP_LANES; i++) v[i] = a.v[mask >> i & 1 ? i : first];
  return coal_lanes_new(t, v);
}

const coal_poly *coal_poly_of_lanes(coal_symbols *t, const coal_poly *a, uint32_t mask) {
  if (mask == UINT32_MAX || coal_poly_lanes_apart(a) == 1) return a;
  coal_term *terms = coal_symbols_alloc(t, sizeof *terms * (a->n + 1));
  uint32_t n = 0;
  for (uint32_t i = 0; i < a->n; i++) {
    coal_term term = {a->terms[i].mono, lanes_of(t, a->terms[i].coef, mask)};
    if (!is_zero(term.coef)) terms[n++] = term;
  }
  return poly_new(t, lanes_of(t, a->c, mask), terms, n);
}

const coal_poly *coal_poly_with_const(coal_symbols *t, const coal_poly *a, const int64_t c[COAL_WARP_LANES]) {
  return poly_new(t, coal_lanes_new(t, c), a->terms, a->n);
}

const coal_poly *coal_poly_div_terms(coal_symbols *t, const coal_poly *a, int64_t d, const int64_t c[COAL_WARP_LANES]) {
  coal_term *terms = coal_symbols_alloc(t, sizeof *terms * a->n);
  for (uint32_t i = 0; i < a->n; i++) {
    terms[i] = a->terms[i];
    if (!terms[i].coef.v) {
      terms[i].coef.u /= d;
      continue;
    }
    int64_t v[COAL_WARP_LANES];
    for (unsigned l = 0; l < COAL_WARP_LANES; l++) v[l] = terms[i].coef.v[l] / d;
    terms[i].coef = coal_lanes_new(t, v);
  }
  return poly_new(t, coal_lanes_new(t, c), terms, a->n);
}

static coal_lanes lanes_permute(coal_symbols *t, coal_lanes a, const uint8_t from[COAL_WARP_LANES]) {
  if (!a.v) return a;
  int64_t v[COAL_WARP_LANES];
  for (unsigned i = 0; i < COAL_WARP_LANES; i++) v[i] = a.v[from[i]];
  return coal_lanes_new(t, v);
}

const coal_poly *coal_poly_permute(coal_symbols *t, const coal_poly *a, const uint8_t from[COAL_WARP_LANES]) {
  if (coal_poly_has_varying_symbol(t, a)) return NULL;
  coal_term *terms = coal_symbols_alloc(t, sizeof *terms * (a->n + 1));
  uint32_t n = 0;
  for (uint32_t i = 0; i < a->n; i++) {
    coal_term term = {a->terms[i].mono, lanes_permute(t, a->terms[i].coef, from)};
    if (!is_zero(term.coef)) terms[n++] = term;
  }
  return poly_new(t, lanes_permute(t, a->c, from), terms, n);
}

static bool lanes_equal(coal_lanes a, coal_lanes b) {
  if (a.v == b.v) return a.v || a.u == b.u;
  if (!a.v || !b.v) return false;
  return memcmp(a.v, b.v, sizeof(int64_t) * COAL_WARP_LANES) == 0;
}

bool coal_poly_terms_equal(const coal_poly *a, const coal_poly *b) {
  if (a->n != b->n) return false;
  for (uint32_t i = 0; i < a->n; i++)
    if (a->terms[i].mono != b->terms[i].mono || !lanes_equal(a->terms[i].coef, b->terms[i].coef)) return false;
  return true;
}

bool coal_poly_terms_key(const coal_symbols *t, const coal_poly *a, uint64_t *key) {
  *key = a->n;
  for (uint32_t i = 0; i < a->n; i++) {
    unsigned n;
    const coal_symbol_id *symbols = coal_mono_symbols(t, a->terms[i].mono, &n);
    if (a->terms[i].coef.v) return false;
    uint64_t term = coal_hash_number(n, (uint64_t)a->terms[i].coef.u);
    for (unsigned k = 0; k < n; k++) {
      if (!coal_symbol_is_kept(t, symbols[k])) return false;
      term = coal_hash_number(term, symbols[k]);
    }
    *key += term; /* the order of the terms may differ by warp */
  }
  return true;
}

bool coal_poly_equal(const coal_poly *a, const coal_poly *b) {
  return a == b || (lanes_equal(a->c, b->c) && coal_poly_terms_equal(a, b));
}

unsigned coal_poly_lanes_apart(const coal_poly *a) {
  if (a->c.v) return COAL_WARP_LANES;
  for (uint32_t i = 0; i < a->n; i++)
    if (a->terms[i].coef.v) return COAL_WARP_LANES;
  return 1;
}

bool coal_poly_is_uniform(const coal_symbols *t, const coal_poly *a) {
  if (a->c.v) return false;
  for (uint32_t i = 0; i < a->n; i++)
    if (a->terms[i].coef.v || coal_mono_is_varying(t, a->terms[i].mono)) return false;
  return true;
}

bool coal_poly_has_varying_symbol(const coal_symbols *t, const coal_poly *a) {
  for (uint32_t i = 0; i < a->n; i++)
    if (coal_mono_is_varying(t, a->terms[i].mono)) return true;
  return false;
}

/* A product of symbols with value ≡ 0 (mod m_i) each is a multiple of Π m_i; others count 1. */
static int64_t mono_multiple(const coal_symbols *t, coal_mono_id m) {
  unsigned n;
  const coal_symbol_id *s = coal_mono_symbols(t, m, &n);
  int64_t multiple = 1;
  for (unsigned i = 0; i < n; i++) {
    const coal_symbol *symbol = coal_symbol_get((coal_symbols *)(uintptr_t)t, s[i]);
    int64_t factor = symbol->rem == 0 ? symbol->mod : coal_gcd(symbol->mod, symbol->rem);
    if (__builtin_mul_overflow(multiple, factor, &multiple)) return 1;
  }
  return multiple;
}

int64_t coal_poly_terms_gcd(const coal_symbols *t, const coal_poly *a) {
  int64_t g = 0;
  for (uint32_t i = 0; i < a->n; i++) {
    int64_t multiple = mono_multiple(t, a->terms[i].mono);
    unsigned lanes = a->terms[i].coef.v ? COAL_WARP_LANES : 1;
    for (unsigned l = 0; l < lanes; l++) {
      int64_t step;
      if (__builtin_mul_overflow(coal_lane(a->terms[i].coef, l), multiple, &step))
        step = coal_lane(a->terms[i].coef, l);
      g = coal_gcd(g, step);
    }
  }
  return g;
}

/* Range of a monomial; false when a factor is unbounded or may be negative with more than one factor. */
static bool mono_range(const coal_symbols *t, coal_mono_id m, int64_t *lo, int64_t *hi, bool *has_hi) {
  unsigned n;
  const coal_symbol_id *s = coal_mono_symbols(t, m, &n);
  *lo = 1;
  *hi = 1;
  *has_hi = true;
  for (unsigned i = 0; i < n; i++) {
    const coal_symbol *y = coal_symbol_get((coal_symbols *)(uintptr_t)t, s[i]);
    if (y->lo == INT64_MIN || (n > 1 && y->lo < 0)) return false;
    if (n == 1)
      *lo = y->lo;
    else if (__builtin_mul_overflow(*lo, y->lo, lo))
      return false;
    if (y->hi == INT64_MAX || (*has_hi && __builtin_mul_overflow(*hi, y->hi, hi))) *has_hi = false;
  }
  return true;
}

/* Lower (sign = 1) or upper (sign = −1) bound of Σ coef·mono + c, as sign·bound. */
static bool bound(const coal_symbols *t, const coal_poly *a, unsigned lane, int sign, int64_t *out) {
  int64_t sum = coal_lane(a->c, lane);
  for (uint32_t i = 0; i < a->n; i++) {
    int64_t lo, hi, part, k = coal_lane(a->terms[i].coef, lane);
    bool has_hi;
    if (k == 0) continue;
    if (!mono_range(t, a->terms[i].mono, &lo, &hi, &has_hi)) return false;
    bool wants_low = (k > 0) == (sign > 0);
    if (!wants_low && !has_hi) return false;
    if (__builtin_mul_overflow(k, wants_low ? lo : hi, &part) || __builtin_add_overflow(sum, part, &sum)) return false;
  }
  *out = sum;
  return true;
}

bool coal_poly_lower(const coal_symbols *t, const coal_poly *a, unsigned lane, int64_t *lo) {
  return bound(t, a, lane, 1, lo);
}

bool coal_poly_upper(const coal_symbols *t, const coal_poly *a, unsigned lane, int64_t *hi) {
  return bound(t, a, lane, -1, hi);
}

static bool is_pitch(const coal_symbol *s) { return s->is_pitch; }
static bool has_thread(const coal_symbol *s) { return s->has_thread; }
static bool is_choice(const coal_symbol *s) { return s->is_choice; }

static bool has_symbol(coal_symbols *t, const coal_poly *a, bool (*is_wanted)(const coal_symbol *)) {
  for (uint32_t i = 0; i < a->n; i++) {
    unsigned n;
    const coal_symbol_id *s = coal_mono_symbols(t, a->terms[i].mono, &n);
    for (unsigned k = 0; k < n; k++)
      if (is_wanted(coal_symbol_get(t, s[k]))) return true;
  }
  return false;
}

bool coal_poly_has_pitch(coal_symbols *t, const coal_poly *a) { return has_symbol(t, a, is_pitch); }
bool coal_poly_has_thread(coal_symbols *t, const coal_poly *a) { return a && has_symbol(t, a, has_thread); }
bool coal_poly_has_choice(coal_symbols *t, const coal_poly *a) { return has_symbol(t, a, is_choice); }

const coal_symbol *coal_poly_culprit(coal_symbols *t, const coal_poly *a) {
  const coal_symbol *found = NULL;
  for (uint32_t i = 0; i < a->n; i++) {
    unsigned n;
    const coal_symbol_id *s = coal_mono_symbols(t, a->terms[i].mono, &n);
    for (unsigned k = 0; k < n; k++) {
      const coal_symbol *symbol = coal_symbol_get(t, s[k]);
      if (!found || (symbol->is_varying && !found->is_varying)) found = symbol;
    }
  }
  return found;
}
