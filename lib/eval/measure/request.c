/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "request.h"

#include "model/patterns.h"
#include "model/traffic.h"
#include "unknowns.h"
#include "util/number.h"

#define START COAL_REQUEST_START

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

/* The slope along one thread axis, from two active lanes that differ by one on it and not on the others; 0 when
 * there are none. */
static int64_t slope(const coal_request *q, const unsigned *lane, unsigned n, const coal_lanes tid[3], unsigned axis) {
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
static bool is_affine(const coal_request_input *in, const coal_request *q, const unsigned *lane, unsigned n) {
  coal_lanes tid[3];
  int64_t s[3];
  for (unsigned k = 0; k < 3; k++) tid[k] = in->thread[k]->c;
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

/* Rows of 2, 4, 8 or 16 lanes with one distance in a row and one between rows, as threadIdx.x % 16 and / 16 give? */
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

/* One distance, apart from lanes at either end with their neighbour's address: min(2 * i, n - 1). */
static bool is_clamped(const coal_request *q, const unsigned *lane, unsigned n) {
  unsigned from = 0, to = n;
  int64_t stride;
  while (from + 1 < to && q->address[lane[from]] == q->address[lane[from + 1]]) from++;
  while (from + 1 < to && q->address[lane[to - 1]] == q->address[lane[to - 2]]) to--;
  return to - from > 2 && find_stride(q, lane + from, to - from, &stride);
}

static void find_record(const coal_trail *trail, coal_shape *s, uint32_t bytes) {
  for (; trail; trail = trail->outer) {
    int64_t size = (int64_t)trail->field->owner->size_bytes;
    if (size > bytes && (s->stride == size || s->stride == -size)) {
      s->record = trail->field->owner;
      s->field = trail->field->name;
      return;
    }
  }
}

/* ---- costs --------------------------------------------------------------------------------------------- */

uint32_t coal_request_period(const coal_request_input *in) {
  return coal_model_period_bytes(in->target, in->space, in->op);
}

static void set_costs(const coal_request_input *in, coal_measurement *f) {
  coal_cost c = coal_model_cost(in->target, &f->request);
  coal_shape *s = &f->shape;
  s->moved_min = s->moved_max = s->moved_least = c.moved;
  s->moved_mean = c.moved;
  s->ideal = c.ideal;
  s->ways = c.ways;
  s->bytes_used = c.bytes_used;
  s->bytes_moved = c.bytes_moved;
}

/* Lanes that differ by unknown multiples of the bank period still have known banks: if these are all distinct there
 * is no conflict. Other cases are unknown. */
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

/* DRAM behind the request. Lanes at one distance share the pieces at their ends with neighbouring warps; others do
 * not. */
void coal_request_set_dram(const coal_target *target, coal_measurement *f) {
  const coal_request *q = &f->request;
  uint64_t stride = (uint64_t)(f->shape.stride < 0 ? -f->shape.stride : f->shape.stride);
  if (q->space != COAL_SPACE_GLOBAL) return;
  coal_traffic t;
  if (f->shape.has_stride && stride >= q->bytes) {
    coal_stream s = {q->op != COAL_MEM_LOAD, q->bytes, stride, 0, 1, 0};
    t = coal_traffic_of_stream(target, &s);
    double share = (double)__builtin_popcount(q->mask) / COAL_WARP_LANES;
    t.read_bytes *= share;
    t.write_bytes *= share;
  } else {
    t = coal_traffic_of_request(target, q);
  }
  f->shape.dram_read_bytes = t.read_bytes;
  f->shape.dram_write_bytes = t.write_bytes;
}

/* ---- keys ---------------------------------------------------------------------------------------------- */

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

/* Starts a multiple of this apart are equivalent, also for the DRAM's pieces of up to 128 bytes. */
static uint64_t start_period(const coal_request_input *in) {
  uint64_t period = coal_request_period(in);
  return in->space != COAL_SPACE_GLOBAL || period % 128 == 0 ? period : 128 % period ? period * 128 : 128;
}

/* Shape, start within a sector or bank period, and what is unknown of the start. */
static uint64_t shape_key(const coal_request_input *in, const coal_measurement *f, const coal_unknowns *u) {
  return (hash_at(f->hash, first_address(&f->request) % start_period(in) ^ (uint64_t)u->shift_step << 16) | 1) +
         u->n_varying * 2;
}

/* ---- one request --------------------------------------------------------------------------------------- */

static coal_reason reason_of(coal_symbols *t, const coal_term *term, coal_measurement *f) {
  unsigned n;
  const coal_symbol_id *s = coal_mono_symbols(t, term->mono, &n);
  const coal_symbol *culprit = coal_symbol_get(t, s[0]);
  for (unsigned i = 1; i < n; i++)
    if (coal_symbol_get(t, s[i])->is_varying) culprit = coal_symbol_get(t, s[i]);
  f->detail = culprit->detail ? culprit->detail : culprit->name;
  return culprit->reason ? culprit->reason : COAL_REASON_NON_AFFINE;
}

static bool multiple_of(coal_lanes coef, int64_t d) {
  for (unsigned i = 0; i < COAL_WARP_LANES; i++)
    if (coal_lane(coef, i) % d) return false;
  return true;
}

static void set_shape(const coal_request_input *in, coal_measurement *f, const unsigned *lane, unsigned n) {
  coal_request *q = &f->request;
  coal_shape *s = &f->shape;
  s->is_uniform = true;
  for (unsigned i = 1; i < n; i++) s->is_uniform &= q->address[lane[i]] == q->address[lane[0]];
  s->has_stride = find_stride(q, lane, n, &s->stride);
  s->is_affine = s->has_stride || is_affine(in, q, lane, n) || is_rows(q, lane, n) || is_clamped(q, lane, n);
  if (s->has_stride) find_record(in->trail, s, q->bytes);
}

/* Is some lane surely not at a multiple of the width? The unknown part of the start is a multiple of `step`. */
static bool surely_unaligned(const coal_request_input *in, const coal_request *q, int64_t step) {
  int64_t w = (int64_t)q->bytes, known = step ? coal_gcd(step, w) : w;
  if (in->object_align % (uint64_t)w) known = coal_gcd(known, (int64_t)in->object_align);
  if (known <= 1) return false;
  for (unsigned i = 0; i < COAL_WARP_LANES; i++)
    if (q->mask >> i & 1 && q->address[i] % (uint64_t)known) return true;
  return false;
}

coal_request coal_request_known_part(const coal_request_input *in) {
  coal_request q = {.space = in->space, .op = in->op, .bytes = in->bytes, .mask = in->mask};
  for (unsigned i = 0; i < COAL_WARP_LANES; i++)
    q.address[i] = START + in->offset + (uint64_t)coal_lane(in->address->c, i);
  return q;
}

/* Do lanes differ by unknown multiples of the bank period alone, and access distinct banks? */
static bool varies_by_turns(const coal_request_input *in, const coal_unknowns *u, const coal_request *q) {
  if (in->space != COAL_SPACE_SHARED || u->n_strides) return false;
  for (uint32_t i = 0; i < in->address->n; i++) {
    const coal_term *term = &in->address->terms[i];
    if (coal_mono_is_varying(in->symbols, term->mono) && !multiple_of(term->coef, (int64_t)coal_request_period(in)))
      return false;
  }
  return banks_differ(in->target, q);
}

/* Lanes at known distances from the first one, whose address may be unknown. */
static void look_at_shape(const coal_request_input *in, const coal_unknowns *u, const unsigned *lane, unsigned n,
                          coal_measurement *f) {
  coal_shape *s = &f->shape;
  int64_t period = (int64_t)coal_request_period(in), align = (int64_t)in->object_align;
  bool is_shared = in->space == COAL_SPACE_SHARED;
  set_shape(in, f, lane, n);
  if (u->n_varying) s->is_uniform = s->has_stride = false;
  int64_t step = coal_gcd(u->shift_step, align % period ? align : 0);
  s->is_unaligned = in->bytes > 1 && surely_unaligned(in, &f->request, u->shift_step);
  if (is_shared || step == 0 || step % period == 0)
    set_costs(in, f);
  else
    coal_unknown_start(in, f, coal_gcd(step, period));
  if (!is_shared && s->moved_max > s->ideal)
    s->shift_mends = coal_model_shift_mends(in->target, &f->request, in->bytes);
  coal_request_set_dram(in->target, f);
}

coal_reason coal_request_measure(const coal_request_input *in, const coal_shapes *known, const coal_trials *shared,
                                 coal_measurement *f) {
  *f = (coal_measurement){.request = coal_request_known_part(in), .symbolic = in->address};
  unsigned lane[COAL_WARP_LANES], n = active_lanes(in->mask, lane);
  coal_unknowns u = {0};
  if (in->address->n) u = coal_unknowns_sort(in->symbols, in->address, lane, n);
  if (u.n_varying && !varies_by_turns(in, &u, &f->request)) return reason_of(in->symbols, u.varying, f);
  if (u.choice) return reason_of(in->symbols, u.choice, f);
  if (u.n_strides) {
    if (in->space == COAL_SPACE_SHARED ||
        !coal_unknown_strides(in, &u, lane, n, known, shared, (int64_t)start_period(in), f))
      return reason_of(in->symbols, u.stride, f);
    f->hash = coal_request_hash(0, &f->request, first_address(&f->request));
    return COAL_REASON_NONE;
  }
  f->hash = coal_request_hash(0, &f->request, first_address(&f->request));
  uint64_t key = shape_key(in, f, &u);
  const coal_shape *same = coal_shapes_find(known, key);
  if (same) {
    f->shape = *same;
    return COAL_REASON_NONE;
  }
  look_at_shape(in, &u, lane, n, f);
  f->key = key;
  return COAL_REASON_NONE;
}
