/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "bounds.h"

size_t coal_bounds_mark(const coal_machine *m) { return m->bounds.n; }

void coal_bounds_undo(coal_machine *m, size_t mark) {
  while (m->bounds.n > mark) {
    const coal_bound *b = &m->bounds.items[--m->bounds.n];
    coal_symbol *s = coal_symbol_get(m->t, b->symbol);
    s->lo = b->lo;
    s->hi = b->hi;
    s->mod = b->mod;
    s->rem = b->rem;
  }
}

/* The symbol, which will be changed and restored. */
static coal_symbol *narrowed(coal_machine *m, coal_symbol_id id) {
  coal_symbol *s = coal_symbol_get(m->t, id);
  coal_vec_push(&m->bounds, ((coal_bound){id, s->lo, s->hi, s->mod, s->rem}));
  return s;
}

/* Can it be evaluated again without side effects? */
static bool is_pure(const coal_expr *e) {
  switch (e->kind) {
    case COAL_EXPR_INT:
    case COAL_EXPR_VAR: return true;
    case COAL_EXPR_LOAD:
    case COAL_EXPR_MEMBER:
    case COAL_EXPR_CAST:
    case COAL_EXPR_UNARY: return is_pure(e->a);
    case COAL_EXPR_BINARY: return is_pure(e->a) && is_pure(e->b);
    default: return false;
  }
}

/* c + k·parameter, the same in all lanes: what it is made of. */
typedef struct linear {
  coal_symbol_id symbol;
  int64_t c, k;
} linear;

static bool get_linear(coal_machine *m, const coal_expr *e, linear *out) {
  unsigned n;
  if (!is_pure(e)) return false;
  m->quiet++;
  coal_value v = coal_eval(m, e);
  m->quiet--;
  if (v.kind != COAL_VALUE_INT || v.p->n != 1 || v.p->c.v || v.p->terms[0].coef.v) return false;
  const coal_symbol_id *s = coal_mono_symbols(m->t, v.p->terms[0].mono, &n);
  if (n != 1 || !coal_symbol_get(m->t, s[0])->is_parameter) return false;
  *out = (linear){s[0], v.p->c.u, v.p->terms[0].coef.u};
  return out->k != 0;
}

static coal_op mirrored(coal_op op) {
  switch (op) {
    case COAL_OP_LT: return COAL_OP_GT;
    case COAL_OP_LE: return COAL_OP_GE;
    case COAL_OP_GT: return COAL_OP_LT;
    case COAL_OP_GE: return COAL_OP_LE;
    default: return op;
  }
}

static coal_op negated(coal_op op) {
  switch (op) {
    case COAL_OP_LT: return COAL_OP_GE;
    case COAL_OP_LE: return COAL_OP_GT;
    case COAL_OP_GT: return COAL_OP_LE;
    case COAL_OP_GE: return COAL_OP_LT;
    case COAL_OP_EQ: return COAL_OP_NE;
    default: return COAL_OP_EQ;
  }
}

static int64_t floor_div(int64_t a, int64_t d) { return a / d - (a % d != 0 && (a < 0) != (d < 0)); }

/* symbol ≤ limit, or ≥ limit. Does nothing where no value would be left, since that code is not reached. */
static void cut(coal_machine *m, coal_symbol_id id, bool is_upper, int64_t limit) {
  const coal_symbol *s = coal_symbol_get(m->t, id);
  if (is_upper ? limit >= s->hi || limit < s->lo : limit <= s->lo || limit > s->hi) return;
  *(is_upper ? &narrowed(m, id)->hi : &narrowed(m, id)->lo) = limit;
}

/* c + k·s op value. */
static void learn_comparison(coal_machine *m, const linear *x, coal_op op, int64_t value) {
  int64_t d;
  if (__builtin_sub_overflow(value, x->c, &d)) return;
  if (op == COAL_OP_EQ) {
    if (d % x->k) return;
    cut(m, x->symbol, true, d / x->k);
    cut(m, x->symbol, false, d / x->k);
    return;
  }
  if (op == COAL_OP_LT) d--, op = COAL_OP_LE;
  if (op == COAL_OP_GT) d++, op = COAL_OP_GE;
  if (op != COAL_OP_LE && op != COAL_OP_GE) return;
  bool is_upper = (op == COAL_OP_LE) == (x->k > 0);
  cut(m, x->symbol, is_upper, is_upper ? floor_div(d, x->k) : -floor_div(-d, x->k));
}

/* n % mod == rem, for a parameter whose remainder is not known yet. */
static void learn_remainder(coal_machine *m, const coal_expr *rest, int64_t rem) {
  linear x;
  if (rest->b->kind != COAL_EXPR_INT || !get_linear(m, rest->a, &x) || x.c || x.k != 1) return;
  int64_t mod = rest->b->u.i;
  const coal_symbol *s = coal_symbol_get(m->t, x.symbol);
  if (mod < 2 || mod > INT32_MAX || rem < 0 || rem >= mod || s->mod != 1) return;
  coal_symbol *changed = narrowed(m, x.symbol);
  changed->mod = mod;
  changed->rem = rem;
}

static const coal_expr *without_casts(const coal_expr *e) {
  while (e->kind == COAL_EXPR_CAST) e = e->a;
  return e;
}

void coal_bounds_learn(coal_machine *m, const coal_expr *condition, bool holds) {
  const coal_expr *e = without_casts(condition);
  if (m->is_host) return;
  if (e->kind == COAL_EXPR_UNARY && e->op == COAL_OP_LNOT) {
    coal_bounds_learn(m, e->a, !holds);
  } else if (e->kind == COAL_EXPR_LOGICAL && (e->op == COAL_OP_LAND) == holds) {
    coal_bounds_learn(m, e->a, holds);
    coal_bounds_learn(m, e->b, holds);
  } else if (e->kind == COAL_EXPR_BINARY && e->op >= COAL_OP_LT && e->op <= COAL_OP_NE) {
    const coal_expr *a = without_casts(e->a), *b = without_casts(e->b);
    coal_op op = holds ? e->op : negated(e->op);
    linear x;
    if (a->kind == COAL_EXPR_INT) {
      const coal_expr *number = a;
      a = b;
      b = number;
      op = mirrored(op);
    }
    if (b->kind != COAL_EXPR_INT) return;
    if (op == COAL_OP_EQ && a->kind == COAL_EXPR_BINARY && a->op == COAL_OP_REM)
      learn_remainder(m, a, b->u.i);
    else if (get_linear(m, a, &x))
      learn_comparison(m, &x, op, b->u.i);
  }
}
