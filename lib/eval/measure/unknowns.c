/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "unknowns.h"

#include "util/number.h"

enum { STRIDE_TRIALS = 64 }; /* values of an unknown stride that are tried: at 32 bytes no sector is shared any more */

/* ---- what is unknown ----------------------------------------------------------------------------------- */

/* Coefficients equal in all active lanes count as uniform. */
static bool coef_varies(coal_lanes coef, const unsigned *lane, unsigned n) {
  for (unsigned i = 1; i < n; i++)
    if (coal_lane(coef, lane[i]) != coal_lane(coef, lane[0])) return true;
  return false;
}

static bool is_choice(coal_symbols *t, const coal_term *term) {
  unsigned n;
  const coal_symbol_id *s = coal_mono_symbols(t, term->mono, &n);
  for (unsigned i = 0; i < n; i++)
    if (coal_symbol_get(t, s[i])->is_choice) return true;
  return false;
}

coal_unknowns coal_unknowns_sort(coal_symbols *t, const coal_poly *p, const unsigned *lane, unsigned n) {
  coal_unknowns u = {0};
  for (uint32_t i = 0; i < p->n; i++) {
    const coal_term *term = &p->terms[i];
    bool is_active = false;
    for (unsigned k = 0; k < n; k++) is_active |= coal_lane(term->coef, lane[k]) != 0;
    if (!is_active) continue;
    if (coal_mono_is_varying(t, term->mono) && n > 1) {
      u.varying = term;
      u.n_varying++;
    } else if (coef_varies(term->coef, lane, n)) {
      u.stride = term;
      u.n_strides++;
      if (is_choice(t, term)) u.choice = term;
    } else {
      coal_poly alone = {{NULL, 0}, 1, &(coal_term){term->mono, {NULL, coal_lane(term->coef, lane[0])}}};
      u.shift_step = coal_gcd(u.shift_step, coal_poly_terms_gcd(t, &alone));
    }
  }
  return u;
}

/* ---- unknown starts ------------------------------------------------------------------------------------ */

/* The natural alignment of the request, where the object's start is aligned: an access off it faults, so it does not
 * occur. */
static bool is_on_natural_alignment(const coal_request_input *in, const coal_request *q) {
  if (in->object_align % q->bytes) return true;
  for (uint32_t left = q->mask; left; left &= left - 1)
    if (q->address[__builtin_ctz(left)] % q->bytes) return false;
  return true;
}

/* Adds the numbers of one start or trial. */
static void add_cost(coal_shape *s, const coal_cost *c, unsigned n_before, unsigned bit) {
  if (n_before == 0 || c->moved < s->moved_min) s->moved_min = c->moved;
  if (n_before == 0 || c->moved > s->moved_max) s->moved_max = c->moved;
  if (n_before == 0 || c->ideal > s->ideal) s->ideal = c->ideal;
  if (c->moved > c->ideal) s->excess[bit / 64] |= UINT64_C(1) << bit % 64;
  s->bytes_used = c->bytes_used;
}

static coal_request moved_by(const coal_request *start, uint64_t bytes) {
  coal_request q = *start;
  for (unsigned i = 0; i < COAL_WARP_LANES; i++) q.address[i] += bytes;
  return q;
}

void coal_unknown_start(const coal_request_input *in, coal_measurement *f, int64_t step) {
  coal_shape *s = &f->shape;
  uint64_t moved = 0, bytes = 0, period = coal_request_period(in);
  bool any_aligned = false;
  for (uint64_t shift = 0; shift < period && !any_aligned; shift += (uint64_t)step) {
    coal_request q = moved_by(&f->request, shift);
    any_aligned = is_on_natural_alignment(in, &q);
  }
  unsigned n = 0, bit = 0;
  for (uint64_t shift = 0; shift < period; shift += (uint64_t)step, bit++) {
    coal_request q = moved_by(&f->request, shift);
    if (any_aligned && !is_on_natural_alignment(in, &q)) continue;
    coal_cost c = coal_model_cost(in->target, &q);
    if (n == 0) s->ways = c.ways;
    add_cost(s, &c, n++, bit % (COAL_EXCESS_WORDS * 64));
    moved += c.moved;
    bytes += c.bytes_moved;
  }
  s->moved_mean = (double)moved / n;
  s->bytes_moved = (uint32_t)(bytes / n);
  s->moved_least = s->moved_min;
  s->is_inexact = s->moved_min != s->moved_max;
  s->start_step = (uint32_t)step;
}

/* ---- unknown distances --------------------------------------------------------------------------------- */

/* Does one of the strides contain the symbol? */
static bool is_in_stride(const coal_request_input *in, const coal_poly *p, const unsigned *lane, unsigned n,
                         coal_symbol_id symbol) {
  for (uint32_t i = 0; i < p->n; i++)
    if (coef_varies(p->terms[i].coef, lane, n) && coal_mono_has(in->symbols, p->terms[i].mono, symbol)) return true;
  return false;
}

enum { REMAINDERS = 32 };

/* Does it take many consecutive values? */
static bool is_free(const coal_symbol *s) {
  return !s->is_choice && (s->lo == INT64_MIN || s->hi == INT64_MAX || (s->hi - s->lo) / s->mod >= REMAINDERS);
}

/* A term by which one symbol alone, which no stride contains, moves the whole request by any multiple of `step`;
 * UINT32_MAX: none. */
static uint32_t free_term(const coal_request_input *in, const coal_poly *p, const unsigned *lane, unsigned n,
                          int64_t step) {
  for (uint32_t i = 0; i < p->n; i++) {
    unsigned count;
    const coal_symbol_id *s = coal_mono_symbols(in->symbols, p->terms[i].mono, &count);
    const coal_symbol *symbol = coal_symbol_get(in->symbols, s[0]);
    int64_t by = coal_lane(p->terms[i].coef, lane[0]) * symbol->mod;
    if (count != 1 || (by != step && by != -step) || coef_varies(p->terms[i].coef, lane, n)) continue;
    if (is_free(symbol) && !is_in_stride(in, p, lane, n, s[0])) return i;
  }
  return UINT32_MAX;
}

/* Other terms that move the whole request add nothing to that term: the strides and it suffice. NULL: there is none,
 * or its few trials would not cover all starts. */
static const coal_poly *without_other_starts(const coal_request_input *in, const coal_poly *p, const unsigned *lane,
                                             unsigned n, int64_t step) {
  if (step <= 0 || step * 8 < (int64_t)coal_request_period(in)) return NULL;
  uint32_t moves = free_term(in, p, lane, n, step);
  if (moves == UINT32_MAX) return NULL;
  coal_term *terms = coal_symbols_alloc(in->symbols, p->n * sizeof *terms);
  coal_poly *r = coal_symbols_alloc(in->symbols, sizeof *r);
  *r = (coal_poly){.c = p->c, .terms = terms};
  for (uint32_t i = 0; i < p->n; i++)
    if (i == moves || coef_varies(p->terms[i].coef, lane, n)) terms[r->n++] = p->terms[i];
  return r;
}

/* The request of one trial. False when lanes that should be apart coincide: a distance of 0. */
static bool try(const coal_request_input *in, const coal_poly *p, const coal_trials *trials, unsigned trial,
                const unsigned *lane, unsigned n, coal_request *q) {
  coal_assignment a = coal_trials_get(in->symbols, trials, trial);
  bool is_apart = true;
  for (uint32_t i = 0; i < p->n; i++) {
    uint64_t v = (uint64_t)coal_assignment_product(in->symbols, &a, p->terms[i].mono);
    if (!v && coef_varies(p->terms[i].coef, lane, n)) is_apart = false;
    for (unsigned l = 0; l < COAL_WARP_LANES; l++) q->address[l] += (uint64_t)coal_lane(p->terms[i].coef, l) * v;
  }
  return is_apart;
}

/* The numbers over the trials in which the lanes are naturally aligned; false: there is none. */
static bool range_over(const coal_request_input *in, const coal_poly *p, const coal_trials *trials,
                       const unsigned *lane, unsigned n, bool wants_aligned, coal_measurement *f) {
  coal_shape *s = &f->shape;
  uint64_t moved = 0, bytes = 0;
  unsigned seen = 0;
  coal_request last = f->request;
  for (unsigned trial = 0, total = coal_trials_count(trials); trial < total; trial++) {
    coal_request q = f->request;
    if (!try(in, p, trials, trial, lane, n, &q)) continue;
    if (wants_aligned && !is_on_natural_alignment(in, &q)) continue;
    coal_cost c = coal_model_cost(in->target, &q);
    add_cost(s, &c, seen++, trial);
    moved += c.moved;
    bytes += c.bytes_moved;
    last = q;
  }
  if (!seen) return false;
  s->moved_mean = (double)moved / seen;
  s->bytes_moved = (uint32_t)(bytes / seen);
  s->moved_least = s->moved_min;
  s->ways = 1;
  f->request = last;
  return true;
}

/* The distance between neighbouring lanes in units of the stride's symbols; 0: they have no common distance. */
static int64_t lane_distance(const coal_term *stride, const unsigned *lane, unsigned n) {
  int64_t gap = (int64_t)(lane[1] - lane[0]), d = coal_lane(stride->coef, lane[1]) - coal_lane(stride->coef, lane[0]);
  if (d % gap) return 0;
  d /= gap;
  for (unsigned i = 1; i < n; i++)
    if (coal_lane(stride->coef, lane[i]) - coal_lane(stride->coef, lane[i - 1]) != d * (int64_t)(lane[i] - lane[i - 1]))
      return 0;
  return d;
}

/* What the distance x moves; 0: the stride is never x, or x takes lanes off their natural alignment. */
static uint32_t moved_at(const coal_request_input *in, const coal_term *stride, const unsigned *lane, unsigned n,
                         int64_t x, const coal_request *start, bool *is_excess) {
  unsigned count;
  const coal_symbol_id *s = coal_mono_symbols(in->symbols, stride->mono, &count);
  if (count == 1 && !coal_symbol_may_be(coal_symbol_get(in->symbols, s[0]), x)) return 0;
  coal_request q = *start;
  for (unsigned i = 0; i < n; i++) q.address[lane[i]] += (uint64_t)(coal_lane(stride->coef, lane[i]) * x);
  if (!is_on_natural_alignment(in, &q)) return 0;
  coal_cost c = coal_model_cost(in->target, &q);
  *is_excess = c.moved > c.ideal;
  return c.moved;
}

static const char *product_name(coal_symbols *t, coal_mono_id mono) {
  unsigned count;
  const coal_symbol_id *symbols = coal_mono_symbols(t, mono, &count);
  const char *name = coal_symbol_get(t, symbols[0])->name;
  for (unsigned i = 1; i < count; i++)
    name = coal_arena_format(coal_symbols_arena(t), "%s*%s", name, coal_symbol_get(t, symbols[i])->name);
  return name;
}

/* The smallest value from which on at least so much is moved. */
static void set_conditions(const coal_request_input *in, const uint32_t moved[STRIDE_TRIALS + 1], coal_shape *s) {
  coal_condition *list = coal_symbols_alloc(in->symbols, (STRIDE_TRIALS + 1) * sizeof *list);
  uint32_t least[STRIDE_TRIALS + 2] = {[STRIDE_TRIALS + 1] = UINT32_MAX}, before = 0;
  for (int64_t x = STRIDE_TRIALS; x > 0; x--) least[x] = moved[x] && moved[x] < least[x + 1] ? moved[x] : least[x + 1];
  s->conditions = list;
  for (int64_t x = 1; x <= STRIDE_TRIALS; x++) {
    if (!moved[x] || least[x] == before) continue;
    list[s->n_conditions++] = (coal_condition){s->stride_symbol, x, least[x]};
    before = least[x];
  }
}

/* Is `last` the largest value that the stride may have, among those that were tried? */
static bool is_bounded(const coal_request_input *in, const coal_term *stride, int64_t last) {
  unsigned count;
  const coal_symbol_id *s = coal_mono_symbols(in->symbols, stride->mono, &count);
  const coal_symbol *only = coal_symbol_get(in->symbols, s[0]);
  return count == 1 && only->hi <= STRIDE_TRIALS && only->hi >= last;
}

/* Does the stride have a name that means something to the reader? A value that was loaded has the name of its
 * origin. */
static bool is_named(const coal_request_input *in, const coal_term *stride) {
  unsigned count;
  const coal_symbol_id *s = coal_mono_symbols(in->symbols, stride->mono, &count);
  for (unsigned i = 0; i < count; i++)
    if (coal_symbol_get(in->symbols, s[i])->reason == COAL_REASON_INDIRECT) return false;
  return true;
}

/* The effect of an unknown stride: one symbol takes all values 1 … STRIDE_TRIALS that it may have, to find where the
 * access degrades and where it is worst. Distances between neighbouring lanes may be small; rows are far apart. */
static void find_thresholds(const coal_request_input *in, const coal_term *stride, const unsigned *lane, unsigned n,
                            const coal_request *start, coal_shape *s) {
  uint32_t moved[STRIDE_TRIALS + 1] = {0}, worst = 0, least = UINT32_MAX;
  int64_t bad_from = 0, last = 0;
  for (int64_t x = 1; x <= STRIDE_TRIALS; x++) {
    bool is_excess = false;
    moved[x] = moved_at(in, stride, lane, n, x, start, &is_excess);
    if (!moved[x]) continue;
    if (moved[x] > worst) worst = moved[x];
    if (moved[x] < least) least = moved[x];
    if (!bad_from && is_excess) bad_from = x;
    last = x;
  }
  s->stride_symbol = product_name(in->symbols, stride->mono);
  int64_t from = last, d = lane_distance(stride, lane, n);
  for (int64_t x = last; x > 0 && (!moved[x] || moved[x] == worst); x--)
    if (moved[x]) from = x;
  if (last && moved[last] == worst && bad_from) {
    s->bad_from = bad_from;
    s->worst_from = from;
  }
  if (!d || !last) return;
  s->stride_text = d == 1
                       ? s->stride_symbol
                       : coal_arena_format(coal_symbols_arena(in->symbols), "%lld*%s", (long long)d, s->stride_symbol);
  s->stride_scale = d;
  if (least != worst && is_named(in, stride)) set_conditions(in, moved, s);
  if (least < s->moved_min) s->moved_min = least;
  if (worst > s->moved_max) s->moved_max = worst;
  if (is_bounded(in, stride, last)) s->moved_least = moved[last];
  s->is_inexact = s->moved_min != s->moved_max;
}

/* The symbols that are tried: the access's, if they include those of p, else its own. False when there are too many. */
static bool choose_trials(const coal_request_input *in, const coal_poly *p, const coal_trials *shared,
                          coal_trials *out) {
  *out = (coal_trials){0};
  if (shared) {
    *out = *shared;
    unsigned before = out->n;
    if (coal_trials_add(in->symbols, out, p) && out->n == before) return true;
    *out = (coal_trials){0};
  }
  return coal_trials_add(in->symbols, out, p);
}

static uint64_t mix(uint64_t h, int64_t v) { return (h ^ (uint64_t)v) * 1099511628211u; }

static uint64_t symbol_key(uint64_t h, const coal_symbol *s) {
  return mix(mix(mix(mix(h, s->mod), s->rem), s->lo), s->hi);
}

/* All that the symbolic numbers depend on: the known part, and for each term its coefficients and the properties of
 * its symbols. A part common to all lanes counts modulo the period, as a start does. */
static uint64_t symbolic_key(const coal_request_input *in, const coal_poly *p, const coal_trials *trials,
                             const coal_request *q, int64_t period) {
  unsigned first = (unsigned)__builtin_ctz(q->mask);
  uint64_t h = coal_request_hash(0, q, q->address[first]);
  h = mix(mix(h, (int64_t)(q->address[first] % (uint64_t)period)), trials->n);
  for (uint32_t i = 0; i < p->n; i++) {
    unsigned n;
    const coal_symbol_id *s = coal_mono_symbols(in->symbols, p->terms[i].mono, &n);
    int64_t common = coal_lane(p->terms[i].coef, first);
    h = mix(h, common % period + period);
    for (uint32_t left = q->mask; left; left &= left - 1)
      h = mix(h, (int64_t)((uint64_t)coal_lane(p->terms[i].coef, (unsigned)__builtin_ctz(left)) - (uint64_t)common));
    for (unsigned k = 0; k < n; k++)
      for (unsigned j = 0; j < trials->n; j++)
        if (trials->id[j] == s[k]) h = symbol_key(mix(h, j + 1), coal_symbol_get(in->symbols, s[k]));
    h = mix(h, n);
  }
  return (h ^ h >> 29) | 1;
}

bool coal_unknown_strides(const coal_request_input *in, const coal_unknowns *u, const unsigned *lane, unsigned n,
                          const coal_shapes *known, const coal_trials *shared, int64_t period, coal_measurement *f) {
  coal_trials trials;
  const coal_poly *p = in->address;
  if (!choose_trials(in, p, shared, &trials)) {
    p = without_other_starts(in, p, lane, n, u->shift_step);
    if (!p || !choose_trials(in, p, NULL, &trials)) return false;
  }
  const coal_request start = f->request;
  uint64_t key = symbolic_key(in, p, &trials, &start, period);
  const coal_shape *same = coal_shapes_find(known, key);
  if (same) {
    f->shape = *same;
    f->shape.stride_text = f->shape.stride_symbol = NULL;
    f->shape.conditions = NULL;
    f->shape.n_conditions = 0;
    for (unsigned trial = coal_trials_count(&trials); trial-- > 0;) {
      f->request = start;
      if (try(in, p, &trials, trial, lane, n, &f->request) && is_on_natural_alignment(in, &f->request)) break;
    }
    return true;
  }
  if (!range_over(in, p, &trials, lane, n, true, f)) {
    if (!range_over(in, p, &trials, lane, n, false, f)) return false;
    f->shape.is_unaligned = trials.n < COAL_TRIAL_SYMBOLS; /* fewer still try every remainder */
  }
  f->shape.is_symbolic = f->shape.is_affine = f->shape.is_inexact = true;
  if (u->n_strides == 1) find_thresholds(in, u->stride, lane, n, &start, &f->shape);
  coal_request_set_dram(in->target, f);
  f->key = key;
  return true;
}
