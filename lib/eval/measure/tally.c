/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "tally.h"

#include <string.h>

#include "count.h"

/* True when the range grew. */
static bool stat_add(coal_stat *s, double min, double max, double mean) {
  bool grew = s->n == 0 || min < s->min || max > s->max;
  if (s->n == 0 || min < s->min) s->min = min;
  if (s->n == 0 || max > s->max) s->max = max;
  s->sum += mean;
  s->n++;
  return grew;
}

static void add_pattern(coal_arena *kept, coal_tally *t, const coal_measurement *f, uint32_t launch) {
  const coal_request *q = &f->request;
  size_t max = q->space == COAL_SPACE_SHARED ? COAL_PATTERNS_MAX : 8;
  uint64_t h = coal_request_hash(f->hash, q, 0);
  for (size_t i = 0; i < t->n_patterns; i++)
    if (t->pattern_hash[i] == h) {
      t->patterns[i].count++;
      return;
    }
  if (t->n_patterns == max) return;
  if (!t->patterns) t->patterns = COAL_ARENA_ARRAY(kept, coal_pattern, max);
  coal_pattern *p = &t->patterns[t->n_patterns];
  t->pattern_hash[t->n_patterns++] = h;
  *p = (coal_pattern){.launch = launch, .mask = q->mask, .bytes = q->bytes, .count = 1};
  for (unsigned i = 0; i < COAL_WARP_LANES; i++) p->offset[i] = (int64_t)(q->address[i] - COAL_REQUEST_START);
}

static const char *keep(coal_arena *kept, const char *text) { return coal_arena_string(kept, text, strlen(text)); }

static void add_conditions(coal_arena *kept, coal_access *a, const coal_shape *s) {
  coal_condition *list = COAL_ARENA_ARRAY(kept, coal_condition, s->n_conditions);
  for (size_t i = 0; i < s->n_conditions; i++) {
    list[i] = s->conditions[i];
    list[i].name = a->stride_symbol;
  }
  a->conditions = list;
  a->n_conditions = s->n_conditions;
}

static void add_names(coal_arena *kept, coal_access *a, const coal_shape *s) {
  if (s->stride_text && !a->lane_stride) {
    a->lane_stride = keep(kept, s->stride_text);
    a->lane_stride_scale = s->stride_scale;
  }
  if (!s->stride_symbol || a->stride_symbol) return;
  a->stride_symbol = keep(kept, s->stride_symbol);
  a->bad_from = s->bad_from;
  a->worst_from = s->worst_from;
  if (s->n_conditions) add_conditions(kept, a, s);
}

static void add_stride(coal_arena *kept, coal_tally *t, const coal_shape *s, unsigned lanes) {
  add_names(kept, &t->access, s);
  if (s->is_symbolic) t->has_stride = false;
  if (lanes < 2 || s->is_symbolic) return;
  if (!s->has_stride)
    t->has_stride = false;
  else if (!t->stride_seen)
    t->stride = s->stride;
  else if (t->stride != s->stride)
    t->has_stride = false;
  t->stride_seen = true;
  if (s->record) {
    t->record = s->record;
    t->field = s->field;
  }
}

/* ---- whatever the parameters are ----------------------------------------------------------------------- */

enum { TRIAL_REQUESTS_MAX = 256 };

/* The terms that move the request within a period; scratch memory. */
static const coal_poly *moving_terms(const coal_request_input *in, int64_t period) {
  const coal_poly *p = in->address;
  coal_term *terms = coal_symbols_alloc(in->symbols, (p->n + 1) * sizeof *terms);
  coal_poly *r = coal_symbols_alloc(in->symbols, sizeof *r);
  *r = (coal_poly){.terms = terms};
  for (uint32_t i = 0; i < p->n; i++) {
    coal_poly alone = {{NULL, 0}, 1, &p->terms[i]};
    if (coal_poly_terms_gcd(in->symbols, &alone) % period) terms[r->n++] = p->terms[i];
  }
  return r;
}

static bool are_parameters(const coal_request_input *in, const coal_poly *p) {
  for (uint32_t i = 0; i < p->n; i++) {
    unsigned n;
    const coal_symbol_id *s = coal_mono_symbols(in->symbols, p->terms[i].mono, &n);
    for (unsigned k = 0; k < n; k++)
      if (!coal_symbol_get(in->symbols, s[k])->is_parameter) return false;
  }
  return true;
}

/* Do the values that are tried cover every start? */
static bool shows_all_starts(const coal_request_input *in, const coal_poly *p, const coal_trials *trials,
                             int64_t period) {
  int64_t step = coal_poly_terms_gcd(in->symbols, p);
  while (step % 2 == 0 && period % step) step /= 2;
  return period % step == 0 && step * (int64_t)coal_trials_per_symbol(trials) >= period;
}

/* "b", "b and c", "b, c and d", in the order of the parameters. */
static const char *names_of(coal_arena *kept, coal_symbols *t, const coal_trials *trials) {
  const char *text = "";
  coal_symbol_id id[COAL_TRIAL_SYMBOLS];
  for (unsigned i = 0; i < trials->n; i++) {
    unsigned k = i;
    for (; k > 0 && id[k - 1] > trials->id[i]; k--) id[k] = id[k - 1];
    id[k] = trials->id[i];
  }
  for (unsigned i = 0; i < trials->n; i++)
    text = coal_arena_format(kept, "%s%s%s", text,
                             i == 0              ? ""
                             : i + 1 < trials->n ? ", "
                                                 : " and ",
                             coal_symbol_get(t, id[i])->name);
  return text;
}

const coal_trials *coal_tally_trials(coal_arena *kept, coal_tally *t, const coal_request_input *in) {
  if (in->space != COAL_SPACE_GLOBAL || (t->by_trial && t->by_trial->is_closed)) return NULL;
  if (in->address->n == 0) return t->by_trial ? &t->by_trial->trials : NULL;
  int64_t period = (int64_t)coal_request_period(in);
  const coal_poly *p = moving_terms(in, period);
  if (p->n == 0) return t->by_trial ? &t->by_trial->trials : NULL;
  if (!t->by_trial) t->by_trial = COAL_ARENA_NEW(kept, coal_excess_trials);
  coal_excess_trials *by = t->by_trial;
  coal_trials before = by->trials;
  by->is_closed = !are_parameters(in, p) || !coal_trials_add(in->symbols, &by->trials, p) ||
                  !shows_all_starts(in, p, &by->trials, period);
  if (before.n != by->trials.n) {
    by->names = names_of(kept, in->symbols, &by->trials);
    by->requests = 0;
    memset(by->excess, 0, sizeof by->excess);
  }
  return by->is_closed ? NULL : &by->trials;
}

/* The bit of `excess` for the trial: its start, or the trial itself. */
static unsigned excess_bit(const coal_request_input *in, const coal_shape *s, const coal_trials *trials,
                           unsigned trial) {
  if (s->is_symbolic) return trial;
  coal_assignment a = coal_trials_get(in->symbols, trials, trial);
  uint64_t start = 0;
  for (uint32_t i = 0; i < in->address->n; i++)
    start += (uint64_t)coal_lane(in->address->terms[i].coef, (unsigned)__builtin_ctz(in->mask)) *
             (uint64_t)coal_assignment_product(in->symbols, &a, in->address->terms[i].mono);
  return (unsigned)(start % coal_request_period(in) / s->start_step) % (COAL_EXCESS_WORDS * 64);
}

static void add_trials(coal_tally *t, const coal_request_input *in, const coal_shape *s) {
  coal_excess_trials *by = t->by_trial;
  if (!by || by->is_closed || by->requests == TRIAL_REQUESTS_MAX) return;
  by->requests++;
  bool is_known = !s->is_symbolic && !s->start_step;
  if (is_known && s->moved_min <= s->ideal) return;
  for (unsigned trial = 0, n = coal_trials_count(&by->trials); trial < n; trial++) {
    unsigned bit = is_known ? 0 : excess_bit(in, s, &by->trials, trial);
    if (is_known || s->excess[bit / 64] >> bit % 64 & 1) by->excess[trial]++;
  }
}

const char *coal_tally_never_aligned(const coal_tally *t) {
  const coal_excess_trials *by = t->by_trial;
  if (!by || by->is_closed || !by->requests || t->excess_by_shift <= t->excess) return NULL;
  for (unsigned trial = 0, n = coal_trials_count(&by->trials); trial < n; trial++)
    if (by->excess[trial] * 2 <= by->requests) return NULL;
  return by->names;
}

/* ---- one request --------------------------------------------------------------------------------------- */

void coal_tally_add(coal_arena *kept, coal_tally *t, const coal_request_input *in, const coal_measurement *f,
                    uint32_t launch) {
  coal_access *a = &t->access;
  const coal_shape *s = &f->shape;
  unsigned n = (unsigned)__builtin_popcount(f->request.mask);
  stat_add(&a->active_lanes, n, n, n);
  t->changes += stat_add(&a->moved, s->moved_min, s->moved_max, s->moved_mean);
  stat_add(&a->ideal, s->ideal, s->ideal, s->ideal);
  stat_add(&t->launch_moved[launch], s->moved_min, s->moved_max, s->moved_mean);
  if (f->request.space == COAL_SPACE_SHARED) {
    t->changes += stat_add(&a->ways, s->ways, s->ways, s->ways);
    stat_add(&t->launch_ways[launch], s->ways, s->ways, s->ways);
  }
  coal_counts_add_request(&t->counts, f);
  a->bytes_used += s->bytes_used;
  a->bytes_moved += s->bytes_moved;
  a->dram_read_bytes += s->dram_read_bytes;
  a->dram_write_bytes += s->dram_write_bytes;
  add_stride(kept, t, s, n);
  if (!s->is_uniform) t->is_uniform = false;
  if (n > 1) t->is_single = false;
  t->is_unaligned |= s->is_unaligned;
  if (s->moved_least > s->ideal) {
    t->excess++;
    t->excess_affine += s->is_affine;
    t->excess_mended += s->shift_mends;
  } else if (s->moved_max > s->ideal) {
    t->excess_by_shift++;
    t->excess_by_stride += s->is_symbolic;
  }
  add_trials(t, in, s);
  add_pattern(kept, t, f, launch);
  if (f->key) coal_shapes_add(kept, &t->shapes, f->key, s);
}
