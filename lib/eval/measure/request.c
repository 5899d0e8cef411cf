/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "request.h"

#include <string.h>

#include "count.h"
#include "model/patterns.h"
#include "model/traffic.h"
#include "util/number.h"

#define START COAL_REQUEST_START

enum { STRIDE_TRIALS = 64 }; /* values of an unknown stride that are tried: 32 bytes ends all sharing of sectors */

/* ---- shape --------------------------------------------------------------------------------------------- */

static unsigned active_lanes(uint32_t mask, unsigned lanes[COAL_WARP_LANES]) {
  unsigned n = 0;
  for (unsigned i = 0; i < COAL_WARP_LANES; i++)
    if (mask >> i & 1) lanes[n++] = i;
  return n;
}

/* The one distance between neighbouring active lanes. */
static bool find_stride(const coal_request *q, const unsigned *lane, unsigned n, int64_t *stride) {
  if (n < 2) return false;
  for (unsigned i = 1; i < n; i++) {
    int64_t d = (int64_t)(q->address[lane[i]] - q->address[lane[i - 1]]), gap = (int64_t)(lane[i] - lane[i - 1]);
    if (d % gap) return false;
    d /= gap;
    if (i == 1)
      *stride = d;
    else if (d != *stride)
      return false;
  }
  return true;
}

/* Slope along one thread axis: from two active lanes that differ there by one and nowhere else; 0 when there are none. */
static int64_t slope(const coal_request *q, const unsigned *lane, unsigned n, coal_lanes tid[3], unsigned axis) {
  for (unsigned i = 0; i < n; i++)
    for (unsigned j = i + 1; j < n; j++) {
      bool differs_there = coal_lane(tid[axis], lane[j]) - coal_lane(tid[axis], lane[i]) == 1, same = true;
      for (unsigned k = 0; k < 3; k++)
        if (k != axis) same &= coal_lane(tid[k], lane[i]) == coal_lane(tid[k], lane[j]);
      if (differs_there && same) return (int64_t)(q->address[lane[j]] - q->address[lane[i]]);
    }
  return 0;
}

/* offset = base + sx·threadIdx.x + sy·threadIdx.y + sz·threadIdx.z for all active lanes? */
static bool is_affine(const coal_machine *m, const coal_request *q, const unsigned *lane, unsigned n) {
  coal_lanes tid[3];
  int64_t s[3];
  for (unsigned k = 0; k < 3; k++) tid[k] = m->builtin[COAL_BUILTIN_THREAD_X + k].p->c;
  for (unsigned k = 0; k < 3; k++) s[k] = slope(q, lane, n, tid, k);
  for (unsigned i = 1; i < n; i++) {
    int64_t expected = 0;
    for (unsigned k = 0; k < 3; k++) expected += s[k] * (coal_lane(tid[k], lane[i]) - coal_lane(tid[k], lane[0]));
    if ((int64_t)(q->address[lane[i]] - q->address[lane[0]]) != expected) return false;
  }
  return true;
}

/* Distance between the first two active lanes that are `apart` lanes apart in rows of `width`; 0 when there are none. */
static int64_t distance(const coal_request *q, unsigned apart, unsigned width) {
  for (unsigned i = 0; i + apart < COAL_WARP_LANES; i++)
    if (q->mask >> i & q->mask >> (i + apart) & 1 && (apart >= width || i % width + apart < width))
      return (int64_t)(q->address[i + apart] - q->address[i]);
  return 0;
}

/* Rows of 2, 4, 8 or 16 lanes with one distance in a row and one between rows, as threadIdx.x % 16 and / 16 make them? */
static bool is_rows(const coal_request *q, const unsigned *lane, unsigned n) {
  for (unsigned width = 2; width < COAL_WARP_LANES; width *= 2) {
    int64_t in_row = distance(q, 1, width), between = distance(q, width, width);
    bool fits = true;
    for (unsigned i = 1; fits && i < n; i++) {
      int64_t columns = (int64_t)(lane[i] % width) - (int64_t)(lane[0] % width),
              rows = (int64_t)(lane[i] / width) - (int64_t)(lane[0] / width);
      fits = (int64_t)(q->address[lane[i]] - q->address[lane[0]]) == in_row * columns + between * rows;
    }
    if (fits) return true;
  }
  return false;
}

/* One distance, but for lanes at either end that stay where their neighbour is: min(2 * i, n - 1). */
static bool is_clamped(const coal_request *q, const unsigned *lane, unsigned n) {
  unsigned from = 0, to = n;
  int64_t stride;
  while (from + 1 < to && q->address[lane[from]] == q->address[lane[from + 1]]) from++;
  while (from + 1 < to && q->address[lane[to - 1]] == q->address[lane[to - 2]]) to--;
  return to - from > 2 && find_stride(q, lane + from, to - from, &stride);
}

static void find_record(const coal_trail *trail, coal_measurement *f, uint32_t bytes) {
  for (; trail; trail = trail->outer) {
    int64_t size = (int64_t)trail->field->owner->size_bytes;
    if (size > bytes && (f->stride == size || f->stride == -size)) {
      f->record = trail->field->owner;
      f->field = trail->field->name;
      return;
    }
  }
}

/* ---- what is not known --------------------------------------------------------------------------------- */

static uint32_t width(const coal_request *q) { return q->bytes; }

static void set_costs(const coal_target *target, coal_measurement *f) {
  coal_cost c = coal_model_cost(target, &f->request);
  f->moved_min = f->moved_max = c.moved;
  f->moved_mean = c.moved;
  f->ideal = c.ideal;
  f->ways = c.ways;
  f->bytes_used = c.bytes_used;
  f->bytes_moved = c.bytes_moved;
}

static uint32_t period_of(const coal_target *target, const coal_request *q) {
  return coal_model_period_bytes(target, q->space, q->op);
}

/* A start known only modulo `step`: the numbers range over the starts inside a block. */
static void set_cost_range(const coal_target *target, coal_measurement *f, int64_t step) {
  coal_request q = f->request;
  uint64_t moved = 0, bytes = 0, n = 0;
  set_costs(target, f);
  for (uint64_t shift = 0, period = period_of(target, &q); shift < period; shift += (uint64_t)step, n++) {
    for (unsigned i = 0; i < COAL_WARP_LANES; i++) q.address[i] = f->request.address[i] + shift;
    coal_cost c = coal_model_cost(target, &q);
    if (c.moved < f->moved_min) f->moved_min = c.moved;
    if (c.moved > f->moved_max) f->moved_max = c.moved;
    moved += c.moved;
    bytes += c.bytes_moved;
  }
  f->moved_mean = (double)moved / (double)n;
  f->bytes_moved = (uint32_t)(bytes / n);
}

/* Lanes that differ by unknown multiples of a whole turn of the banks still have known banks: with all in different banks
 * there is no conflict. Anything else cannot be told. */
static bool banks_differ(const coal_target *target, const coal_request *q) {
  uint64_t seen = 0, step = target->bank_step_bytes;
  if (q->bytes > step) return false;
  for (unsigned i = 0; i < COAL_WARP_LANES; i++) {
    if (!(q->mask >> i & 1)) continue;
    uint64_t bank = q->address[i] / step % target->bank_count;
    if (seen >> bank & 1) return false;
    seen |= UINT64_C(1) << bank;
  }
  return true;
}

/* Coefficients equal in all active lanes count as uniform. */
static bool coef_varies(coal_lanes coef, const unsigned *lane, unsigned n) {
  for (unsigned i = 1; i < n; i++)
    if (coal_lane(coef, lane[i]) != coal_lane(coef, lane[0])) return true;
  return false;
}

typedef struct unknowns {
  const coal_term *stride;  /* the one uniform symbol whose coefficient differs by lane */
  const coal_term *varying; /* a symbol that differs by lane */
  const coal_term *choice;  /* of the strides: one of a few values */
  unsigned n_strides, n_varying;
  int64_t shift_step; /* gcd of the uniform rest, 0 = nothing unknown */
} unknowns;

static bool is_choice(const coal_machine *m, const coal_term *term) {
  unsigned n;
  const coal_symbol_id *s = coal_mono_symbols(m->t, term->mono, &n);
  for (unsigned i = 0; i < n; i++)
    if (coal_symbol_get(m->t, s[i])->is_choice) return true;
  return false;
}

static unknowns sort_terms(const coal_machine *m, const coal_poly *p, const unsigned *lane, unsigned n) {
  unknowns u = {0};
  for (uint32_t i = 0; i < p->n; i++) {
    const coal_term *term = &p->terms[i];
    bool is_active = false;
    for (unsigned k = 0; k < n; k++) is_active |= coal_lane(term->coef, lane[k]) != 0;
    if (!is_active) continue;
    if (coal_mono_is_varying(m->t, term->mono) && n > 1) {
      u.varying = term;
      u.n_varying++;
    } else if (coef_varies(term->coef, lane, n)) {
      u.stride = term;
      u.n_strides++;
      if (is_choice(m, term)) u.choice = term;
    } else {
      coal_poly alone = {{NULL, 0}, 1, &(coal_term){term->mono, {NULL, coal_lane(term->coef, lane[0])}}};
      u.shift_step = coal_gcd(u.shift_step, coal_poly_terms_gcd(m->t, &alone));
    }
  }
  return u;
}

/* What an unknown stride makes of the request: one symbol takes all values 1 … STRIDE_TRIALS, to find from where on it
 * is bad and worst. */
static void find_thresholds(coal_machine *m, const coal_target *target, const coal_term *stride, const unsigned *lane,
                            unsigned n, coal_measurement *f) {
  coal_request q = f->request;
  uint32_t moved[STRIDE_TRIALS + 1], worst = 0;
  int64_t bad_from = 0, from = STRIDE_TRIALS;
  for (int64_t x = 1; x <= STRIDE_TRIALS; x++) {
    for (unsigned i = 0; i < n; i++)
      q.address[lane[i]] = f->request.address[lane[i]] + (uint64_t)(coal_lane(stride->coef, lane[i]) * x);
    coal_cost c = coal_model_cost(target, &q);
    moved[x] = c.moved;
    if (c.moved > worst) worst = c.moved;
    if (!bad_from && c.moved > c.ideal) bad_from = x;
  }
  while (from > 1 && moved[from - 1] == worst) from--;
  unsigned count;
  const coal_symbol_id *symbols = coal_mono_symbols(m->t, stride->mono, &count);
  f->stride_symbol = coal_symbol_get(m->t, symbols[0])->name;
  for (unsigned i = 1; i < count; i++)
    f->stride_symbol =
        coal_arena_format(coal_symbols_arena(m->t), "%s*%s", f->stride_symbol, coal_symbol_get(m->t, symbols[i])->name);
  if (moved[STRIDE_TRIALS] == worst) {
    f->bad_from = bad_from;
    f->worst_from = from;
  }
  int64_t d = coal_lane(stride->coef, lane[1]) - coal_lane(stride->coef, lane[0]);
  bool same = true;
  for (unsigned i = 1; i < n; i++)
    same &=
        coal_lane(stride->coef, lane[i]) - coal_lane(stride->coef, lane[i - 1]) == d * (int64_t)(lane[i] - lane[i - 1]);
  if (same) f->stride_text = coal_arena_format(coal_symbols_arena(m->t), "%lld*%s", (long long)d, f->stride_symbol);
}

/* Values that unknown symbols take for the range of the numbers: large, so that rows lie apart, and with every remainder
 * modulo a sector (LARGE is a multiple of it). */
enum { LARGE = 4096, REMAINDERS_MAX = 32, SYMBOLS_MAX = 3, TRIALS_MAX = 512 };

typedef struct assignment {
  coal_symbol_id id[SYMBOLS_MAX];
  int64_t value[SYMBOLS_MAX];
  unsigned n;
} assignment;

static bool collect_symbols(coal_machine *m, const coal_poly *p, assignment *a) {
  a->n = 0;
  for (uint32_t i = 0; i < p->n; i++) {
    unsigned n;
    const coal_symbol_id *s = coal_mono_symbols(m->t, p->terms[i].mono, &n);
    for (unsigned k = 0; k < n; k++) {
      bool seen = false;
      for (unsigned j = 0; j < a->n; j++) seen |= a->id[j] == s[k];
      if (seen) continue;
      if (a->n == SYMBOLS_MAX) return false;
      a->id[a->n++] = s[k];
    }
  }
  return a->n > 0;
}

/* Does one of the strides hold the symbol? */
static bool is_in_stride(coal_machine *m, const coal_poly *p, const unsigned *lane, unsigned n, coal_symbol_id symbol) {
  for (uint32_t i = 0; i < p->n; i++)
    if (coef_varies(p->terms[i].coef, lane, n) && coal_mono_has(m->t, p->terms[i].mono, symbol)) return true;
  return false;
}

/* Does it take many values, one after the other? */
static bool is_free(const coal_symbol *s) {
  return !s->is_choice && (s->lo == INT64_MIN || s->hi == INT64_MAX || (s->hi - s->lo) / s->mod >= REMAINDERS_MAX);
}

/* A term by which one symbol alone, which no stride holds, moves the whole request by any multiple of `step`; UINT32_MAX: none. */
static uint32_t free_term(coal_machine *m, const coal_poly *p, const unsigned *lane, unsigned n, int64_t step) {
  for (uint32_t i = 0; i < p->n; i++) {
    unsigned count;
    const coal_symbol_id *s = coal_mono_symbols(m->t, p->terms[i].mono, &count);
    const coal_symbol *symbol = coal_symbol_get(m->t, s[0]);
    int64_t by = coal_lane(p->terms[i].coef, lane[0]) * symbol->mod;
    if (count != 1 || (by != step && by != -step) || coef_varies(p->terms[i].coef, lane, n)) continue;
    if (is_free(symbol) && !is_in_stride(m, p, lane, n, s[0])) return i;
  }
  return UINT32_MAX;
}

/* What else moves the whole request adds nothing to what that term does: the strides and it are all that counts. NULL: there is none,
 * or its few trials would not show all starts. */
static const coal_poly *without_other_starts(coal_machine *m, const coal_poly *p, const unsigned *lane, unsigned n,
                                             int64_t step, int64_t period) {
  if (step <= 0 || step * 8 < period) return NULL;
  uint32_t moves = free_term(m, p, lane, n, step);
  if (moves == UINT32_MAX) return NULL;
  coal_term *terms = coal_symbols_alloc(m->t, p->n * sizeof *terms);
  coal_poly *r = coal_symbols_alloc(m->t, sizeof *r);
  *r = (coal_poly){.c = p->c, .terms = terms};
  for (uint32_t i = 0; i < p->n; i++)
    if (i == moves || coef_varies(p->terms[i].coef, lane, n)) terms[r->n++] = p->terms[i];
  return r;
}

static int64_t mono_value(coal_machine *m, coal_mono_id mono, const assignment *a) {
  unsigned n;
  const coal_symbol_id *s = coal_mono_symbols(m->t, mono, &n);
  uint64_t v = 1;
  for (unsigned k = 0; k < n; k++)
    for (unsigned j = 0; j < a->n; j++)
      if (a->id[j] == s[k]) v *= (uint64_t)a->value[j];
  return (int64_t)v;
}

/* Addresses with the symbols replaced. */
static void substitute(coal_machine *m, const coal_poly *p, const assignment *a, coal_request *q) {
  for (uint32_t i = 0; i < p->n; i++) {
    uint64_t v = (uint64_t)mono_value(m, p->terms[i].mono, a);
    for (unsigned l = 0; l < COAL_WARP_LANES; l++) q->address[l] += (uint64_t)coal_lane(p->terms[i].coef, l) * v;
  }
}

/* Sets symbol j to the r-th value it is tried with; false when there are no more. Known remainders are kept. */
static bool set_value(coal_machine *m, assignment *a, unsigned j, unsigned r, unsigned per_symbol) {
  const coal_symbol *s = coal_symbol_get(m->t, a->id[j]);
  if (r >= per_symbol) return false;
  a->value[j] = LARGE * (int64_t)(2 * j + 3) * s->mod + s->mod * (int64_t)r + s->rem;
  return true;
}

/* How many assignments are tried, each symbol with so many values. */
static unsigned trials(const assignment *a, unsigned *per_symbol) {
  unsigned total = 1;
  *per_symbol = a->n == 1 ? REMAINDERS_MAX : a->n == 2 ? 16 : 8;
  for (unsigned j = 0; j < a->n; j++) total *= *per_symbol;
  return total < TRIALS_MAX ? total : TRIALS_MAX;
}

/* The request of one trial. */
static coal_request tried(coal_machine *m, const coal_poly *p, assignment *a, unsigned trial, unsigned per_symbol,
                          const coal_request *start) {
  coal_request q = *start;
  for (unsigned j = 0; j < a->n; j++, trial /= per_symbol) set_value(m, a, j, trial % per_symbol, per_symbol);
  substitute(m, p, a, &q);
  return q;
}

/* The range of the numbers over values of the unknown symbols. */
static void symbolic_range(coal_machine *m, const coal_target *target, const coal_poly *p, assignment *a,
                           coal_measurement *f) {
  unsigned per_symbol, total = trials(a, &per_symbol);
  uint64_t moved = 0, bytes = 0;
  const coal_request start = f->request;
  for (unsigned trial = 0; trial < total; trial++) {
    coal_request q = tried(m, p, a, trial, per_symbol, &start);
    coal_cost c = coal_model_cost(target, &q);
    if (trial == 0 || c.moved < f->moved_min) f->moved_min = c.moved;
    if (trial == 0 || c.moved > f->moved_max) f->moved_max = c.moved;
    if (trial == 0 || c.ideal > f->ideal) f->ideal = c.ideal;
    f->bytes_used = c.bytes_used;
    moved += c.moved;
    bytes += c.bytes_moved;
    f->request = q;
  }
  f->moved_mean = (double)moved / total;
  f->bytes_moved = (uint32_t)(bytes / total);
  f->ways = 1;
}

/* ---- one request --------------------------------------------------------------------------------------- */

static coal_reason reason_of(coal_machine *m, const coal_term *term, coal_measurement *f) {
  unsigned n;
  const coal_symbol_id *s = coal_mono_symbols(m->t, term->mono, &n);
  const coal_symbol *culprit = coal_symbol_get(m->t, s[0]);
  for (unsigned i = 1; i < n; i++)
    if (coal_symbol_get(m->t, s[i])->is_varying) culprit = coal_symbol_get(m->t, s[i]);
  f->detail = culprit->detail ? culprit->detail : culprit->name;
  return culprit->reason ? culprit->reason : COAL_REASON_NON_AFFINE;
}

static bool multiple_of(coal_lanes coef, int64_t d) {
  for (unsigned i = 0; i < COAL_WARP_LANES; i++)
    if (coal_lane(coef, i) % d) return false;
  return true;
}

static void shape(coal_machine *m, coal_measurement *f, coal_value address, const unsigned *lane, unsigned n) {
  coal_request *q = &f->request;
  f->is_uniform = true;
  for (unsigned i = 1; i < n; i++) f->is_uniform &= q->address[lane[i]] == q->address[lane[0]];
  f->has_stride = find_stride(q, lane, n, &f->stride);
  f->is_affine = f->has_stride || is_affine(m, q, lane, n) || is_rows(q, lane, n) || is_clamped(q, lane, n);
  if (f->has_stride) find_record(address.trail, f, q->bytes);
}

/* Is some lane surely not at a multiple of the width? `step`: what is unknown of the start is a multiple of it. */
static bool surely_unaligned(const coal_request *q, const coal_object *o, int64_t step) {
  int64_t w = (int64_t)width(q), known = step ? coal_gcd(step, w) : w;
  if (o->align_bytes % (uint64_t)w) known = coal_gcd(known, o->align_bytes);
  if (known <= 1) return false;
  for (unsigned i = 0; i < COAL_WARP_LANES; i++)
    if (q->mask >> i & 1 && q->address[i] % (uint64_t)known) return true;
  return false;
}

/* DRAM behind the request. Lanes at one distance share their edges with the neighbouring warps; others stand alone. */
static void set_dram(const coal_target *target, coal_measurement *f) {
  const coal_request *q = &f->request;
  uint64_t stride = (uint64_t)(f->stride < 0 ? -f->stride : f->stride);
  if (q->space != COAL_SPACE_GLOBAL) return;
  coal_traffic t;
  if (f->has_stride && stride >= q->bytes) {
    coal_stream s = {q->op != COAL_MEM_LOAD, q->bytes, stride, 0, 1, 0};
    t = coal_traffic_of_stream(target, &s);
    double share = (double)__builtin_popcount(q->mask) / COAL_WARP_LANES;
    t.read_bytes *= share;
    t.write_bytes *= share;
  } else {
    t = coal_traffic_of_request(target, q);
  }
  f->dram_read_bytes = t.read_bytes;
  f->dram_write_bytes = t.write_bytes;
}

uint64_t coal_request_hash(uint64_t h, const coal_request *q, uint64_t base) {
  h = (h ^ q->mask ^ (uint64_t)q->bytes << 32) * 1099511628211u;
  if (q->mask == UINT32_MAX)
    for (unsigned i = 0; i < COAL_WARP_LANES; i++) h = (h ^ (q->address[i] - base)) * 1099511628211u;
  else
    for (uint32_t left = q->mask; left; left &= left - 1)
      h = (h ^ (q->address[__builtin_ctz(left)] - base)) * 1099511628211u;
  return h ^ h >> 29;
}

static uint64_t first_address(const coal_request *q) { return q->address[__builtin_ctz(q->mask)]; }

static uint64_t hash_at(uint64_t h, uint64_t at) {
  h = (h ^ at) * 1099511628211u;
  return h ^ h >> 29;
}

/* Starts that lie so far apart are alike, for the DRAM's pieces of up to 128 bytes as well. */
static uint64_t start_period(const coal_target *target, const coal_request *q) {
  uint64_t period = period_of(target, q);
  return q->space != COAL_SPACE_GLOBAL || period % 128 == 0 ? period : 128 % period ? period * 128 : 128;
}

/* Shape, start within a sector or turn of the banks, and what is unknown of the start. */
static uint64_t shape_key(const coal_target *target, const coal_measurement *f, int64_t step) {
  return hash_at(f->hash, first_address(&f->request) % start_period(target, &f->request) ^ (uint64_t)step << 16) | 1;
}

static coal_shape *shape_slot(const coal_tally *t, uint64_t key) {
  return t->n_shapes ? &t->shapes[key / 2 % t->n_shapes] : NULL;
}

static void remember_shape(coal_arena *kept, coal_tally *t, const coal_measurement *f) {
  coal_shape *slot = shape_slot(t, f->shape);
  if (!slot || (slot->key && t->n_shapes < COAL_SHAPES_MAX)) {
    uint32_t n = t->n_shapes;
    const coal_shape *old = t->shapes;
    t->n_shapes = n ? n * 4 : COAL_SHAPES;
    t->shapes = COAL_ARENA_ARRAY(kept, coal_shape, t->n_shapes);
    for (uint32_t i = 0; i < n; i++)
      if (old[i].key) *shape_slot(t, old[i].key) = old[i];
    slot = shape_slot(t, f->shape);
  }
  slot->key = f->shape;
  memcpy(slot->measured, (const char *)f + COAL_SHAPE_PART, sizeof slot->measured);
}

static uint64_t mix(uint64_t h, int64_t v) { return (h ^ (uint64_t)v) * 1099511628211u; }

/* All that symbolic numbers depend on: the known part, and of each term the coefficients and what is known of which symbol.
 * What all lanes have in common counts modulo the period alone, as a start does. */
static uint64_t symbolic_key(coal_machine *m, const coal_target *target, const coal_poly *p, const assignment *a,
                             const coal_request *q) {
  int64_t period = (int64_t)start_period(target, q);
  unsigned first = (unsigned)__builtin_ctz(q->mask);
  uint64_t h = hash_at(coal_request_hash(0, q, first_address(q)), first_address(q) % (uint64_t)period);
  for (uint32_t i = 0; i < p->n; i++) {
    unsigned n;
    const coal_symbol_id *s = coal_mono_symbols(m->t, p->terms[i].mono, &n);
    int64_t common = coal_lane(p->terms[i].coef, first);
    h = mix(h, common % period + period);
    for (uint32_t left = q->mask; left; left &= left - 1)
      h = mix(h, (int64_t)((uint64_t)coal_lane(p->terms[i].coef, (unsigned)__builtin_ctz(left)) - (uint64_t)common));
    for (unsigned k = 0; k < n; k++)
      for (unsigned j = 0; j < a->n; j++)
        if (a->id[j] == s[k])
          h = mix(mix(mix(h, j + 1), coal_symbol_get(m->t, s[k])->mod), coal_symbol_get(m->t, s[k])->rem);
    h = mix(h, n);
  }
  return (h ^ h >> 29) | 1;
}

/* A request whose lanes are unknown multiples apart. What is known of such a one already: all but its names, which the first
 * one gave. */
static void look_at_strides(coal_machine *m, const coal_target *target, const coal_tally *t, const coal_poly *p,
                            assignment *a, const unknowns *u, coal_measurement *f) {
  const coal_request start = f->request;
  uint64_t key = symbolic_key(m, target, p, a, &start);
  const coal_shape *known = shape_slot(t, key);
  if (known && known->key == key) {
    unsigned per_symbol, total = trials(a, &per_symbol);
    memcpy((char *)f + COAL_SHAPE_PART, known->measured, sizeof known->measured);
    f->request = tried(m, p, a, total - 1, per_symbol, &start);
    f->stride_text = f->stride_symbol = NULL;
  } else {
    symbolic_range(m, target, p, a, f);
    const coal_request last = f->request;
    unsigned lane[COAL_WARP_LANES], n = active_lanes(start.mask, lane);
    f->request = start;
    if (u->n_strides == 1) find_thresholds(m, target, u->stride, lane, n, f);
    f->request = last;
    f->is_symbolic = f->is_affine = true;
    set_dram(target, f);
    f->shape = key;
  }
  f->hash = coal_request_hash(0, &f->request, first_address(&f->request));
}

/* Of instruction `part`. */
static void set_addresses(coal_request *q, coal_lanes offset, uint32_t part) {
  uint64_t start = START + (uint64_t)part * q->bytes;
  for (unsigned i = 0; i < COAL_WARP_LANES; i++) q->address[i] = start + (uint64_t)coal_lane(offset, i);
}

coal_reason coal_request_measure(coal_machine *m, const coal_target *target, coal_tally *t, coal_value address,
                                 coal_mem_op op, uint32_t part, coal_measurement *f) {
  *f = (coal_measurement){.symbolic = address.p};
  coal_request *q = &f->request;
  q->space = t->access.space;
  q->op = op;
  q->bytes = t->access.instruction_bytes;
  q->mask = m->active;
  set_addresses(q, address.p->c, part);
  unsigned lane[COAL_WARP_LANES], n = 0;
  unknowns u = {0};
  if (address.p->n) {
    n = active_lanes(m->active, lane);
    u = sort_terms(m, address.p, lane, n);
  }
  bool is_shared = q->space == COAL_SPACE_SHARED;
  if (u.n_varying) {
    int64_t turn = period_of(target, q);
    bool is_turn = is_shared && u.n_strides == 0;
    for (uint32_t i = 0; is_turn && i < address.p->n; i++)
      if (coal_mono_is_varying(m->t, address.p->terms[i].mono)) is_turn = multiple_of(address.p->terms[i].coef, turn);
    if (!is_turn || !banks_differ(target, q)) return reason_of(m, u.varying, f);
  }
  if (u.choice) return reason_of(m, u.choice, f);
  if (u.n_strides) {
    assignment a;
    const coal_poly *p = address.p;
    if (!is_shared && !collect_symbols(m, p, &a))
      p = without_other_starts(m, p, lane, n, u.shift_step, period_of(target, q));
    if (is_shared || !p || !collect_symbols(m, p, &a)) return reason_of(m, u.stride, f);
    look_at_strides(m, target, t, p, &a, &u, f);
    return COAL_REASON_NONE;
  }
  f->hash = coal_request_hash(0, q, first_address(q));
  uint64_t key = shape_key(target, f, u.shift_step) + u.n_varying * 2;
  const coal_shape *known = shape_slot(t, key);
  if (known && known->key == key) {
    memcpy((char *)f + COAL_SHAPE_PART, known->measured, sizeof known->measured);
    return COAL_REASON_NONE;
  }
  n = active_lanes(m->active, lane);
  shape(m, f, address, lane, n);
  if (u.n_varying) f->is_uniform = f->has_stride = false;
  int64_t step =
      coal_gcd(u.shift_step, address.object->align_bytes % period_of(target, q) ? address.object->align_bytes : 0);
  f->is_unaligned = q->bytes > 1 && surely_unaligned(q, address.object, u.shift_step);
  if (is_shared || step == 0 || step % period_of(target, q) == 0)
    set_costs(target, f);
  else
    set_cost_range(target, f, coal_gcd(step, period_of(target, q)));
  if (!is_shared && f->moved_max > f->ideal) f->shift_mends = coal_model_shift_mends(target, q, q->bytes);
  set_dram(target, f);
  f->shape = key;
  return COAL_REASON_NONE;
}

/* ---- tallies ------------------------------------------------------------------------------------------- */

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
  uint64_t h = hash_at(f->hash, first_address(q));
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
  for (unsigned i = 0; i < COAL_WARP_LANES; i++) p->offset[i] = (int64_t)(q->address[i] - START);
}

static void add_stride(coal_arena *kept, coal_tally *t, const coal_measurement *f) {
  unsigned n = (unsigned)__builtin_popcount(f->request.mask);
  if (f->stride_text && !t->access.lane_stride)
    t->access.lane_stride = coal_arena_string(kept, f->stride_text, strlen(f->stride_text));
  if (f->stride_symbol && !t->access.stride_symbol) {
    t->access.stride_symbol = coal_arena_string(kept, f->stride_symbol, strlen(f->stride_symbol));
    t->access.bad_from = f->bad_from;
    t->access.worst_from = f->worst_from;
  }
  if (f->is_symbolic) t->has_stride = false;
  if (n < 2 || f->is_symbolic) return;
  if (!f->has_stride)
    t->has_stride = false;
  else if (!t->stride_seen)
    t->stride = f->stride;
  else if (t->stride != f->stride)
    t->has_stride = false;
  t->stride_seen = true;
  if (f->record) {
    t->record = f->record;
    t->field = f->field;
  }
}

void coal_tally_add(coal_arena *kept, coal_tally *t, const coal_measurement *f, uint32_t launch) {
  coal_access *a = &t->access;
  unsigned n = (unsigned)__builtin_popcount(f->request.mask);
  stat_add(&a->active_lanes, n, n, n);
  t->changes += stat_add(&a->moved, f->moved_min, f->moved_max, f->moved_mean);
  stat_add(&a->ideal, f->ideal, f->ideal, f->ideal);
  stat_add(&t->launch_moved[launch], f->moved_min, f->moved_max, f->moved_mean);
  if (f->request.space == COAL_SPACE_SHARED) {
    t->changes += stat_add(&a->ways, f->ways, f->ways, f->ways);
    stat_add(&t->launch_ways[launch], f->ways, f->ways, f->ways);
  }
  coal_counts_add_request(&t->counts, f);
  a->bytes_used += f->bytes_used;
  a->bytes_moved += f->bytes_moved;
  a->dram_read_bytes += f->dram_read_bytes;
  a->dram_write_bytes += f->dram_write_bytes;
  add_stride(kept, t, f);
  if (!f->is_uniform) t->is_uniform = false;
  if (n > 1) t->is_single = false;
  t->is_unaligned |= f->is_unaligned;
  if (f->moved_min > f->ideal) {
    t->excess++;
    t->excess_affine += f->is_affine;
    t->excess_mended += f->shift_mends;
  } else if (f->moved_max > f->ideal) {
    t->excess_by_shift++;
  }
  add_pattern(kept, t, f, launch);
  if (f->shape) remember_shape(kept, t, f);
}
