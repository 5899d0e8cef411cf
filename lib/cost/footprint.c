/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Operations with the same loops and steps are put together; their lanes' bytes are a set, which each loop and each axis of the
 * grid repeats (extent.h). Steps that are no multiples of the unit come first, smallest first; then the set is rounded
 * to whole units; the other steps keep it so.
 */
#include "footprint.h"

#include <math.h>
#include <string.h>

#include "extent.h"

enum { PAIR = 64, LINE = 128, SECTOR = 32, DIMENSIONS = COAL_TRACE_DEPTH + 3 };

typedef struct dimension {
  int64_t step;
  uint64_t times;
} dimension;

typedef enum touch_role { READ, WRITTEN, ATOMIC } touch_role;

typedef struct touch_group {
  uint32_t object;
  touch_role role;
  dimension dims[DIMENSIONS];
  unsigned n_dims;
  coal_extent bytes;
} touch_group;

typedef COAL_VEC(touch_group) groups;

static void add_dimension(touch_group *g, int64_t step, uint64_t times) {
  if (!step || times < 2) return;
  unsigned i = g->n_dims++;
  uint64_t size = (uint64_t)llabs(step);
  for (; i > 0 && (uint64_t)llabs(g->dims[i - 1].step) > size; i--) g->dims[i] = g->dims[i - 1];
  g->dims[i] = (dimension){step, times};
}

static touch_group *find(groups *list, const touch_group *like) {
  for (size_t i = 0; i < list->n; i++) {
    touch_group *g = &list->items[i];
    if (g->object == like->object && g->role == like->role && g->n_dims == like->n_dims &&
        memcmp(g->dims, like->dims, like->n_dims * sizeof *g->dims) == 0)
      return g;
  }
  coal_vec_push(list, *like);
  return &list->items[list->n - 1];
}

static void add_lanes(const coal_trace *t, const coal_trace_op *op, coal_extent *to) {
  const coal_trace_pattern *p = &t->patterns.items[op->pattern];
  for (unsigned i = 0; i < COAL_WARP_LANES; i++)
    if (p->mask >> i & 1) {
      int64_t at = op->base + p->offset[i];
      coal_extent_add(to, at, at + p->bytes);
    }
}

static void add_warp(const coal_trace *t, const coal_trace_ops *ops, groups *to) {
  uint64_t times[COAL_TRACE_DEPTH + 1];
  unsigned depth = 0;
  for (size_t i = 0; i < ops->n; i++) {
    const coal_trace_op *op = &ops->items[i];
    if (op->kind == COAL_TRACE_LOOP) times[depth++] = op->times;
    if (op->kind == COAL_TRACE_END) depth--;
    if (op->kind > COAL_TRACE_ATOMIC) continue;
    touch_group g = {.object = op->object, .role = op->kind == COAL_TRACE_LOAD ? READ : WRITTEN};
    for (unsigned k = 0; k < depth; k++) add_dimension(&g, op->step[k], times[depth - 1 - k]);
    for (unsigned k = 0; k < 3 && t->is_affine; k++) add_dimension(&g, op->block[k], t->grid[k]);
    add_lanes(t, op, &find(to, &g)->bytes);
    for (g.role = READ; op->kind == COAL_TRACE_ATOMIC && g.role <= ATOMIC; g.role += ATOMIC)
      add_lanes(t, op, &find(to, &g)->bytes);
  }
}

static void round_out(coal_extent *e, int64_t unit) {
  coal_extent_normalise(e);
  for (size_t i = 0; i < e->n; i++) {
    coal_interval *v = &e->items[i];
    bool is_full = v->filled >= (double)(v->end - v->begin);
    v->begin = v->begin & ~(unit - 1);
    v->end = (v->end + unit - 1) & ~(unit - 1);
    if (is_full) v->filled = (double)(v->end - v->begin);
  }
  coal_extent_normalise(e);
}

/** The group's set in whole units. */
static coal_extent reach(const touch_group *g, int64_t unit) {
  coal_extent e = {0};
  coal_extent_merge(&e, &g->bytes);
  for (unsigned k = 0; k < g->n_dims; k++)
    if (g->dims[k].step % unit) coal_extent_repeat(&e, g->dims[k].step, g->dims[k].times);
  round_out(&e, unit);
  for (unsigned k = 0; k < g->n_dims; k++)
    if (g->dims[k].step % unit == 0) coal_extent_repeat(&e, g->dims[k].step, g->dims[k].times);
  return e;
}

static double size_of(const groups *list, uint32_t object, touch_role role, int64_t unit) {
  coal_extent all = {0};
  for (size_t i = 0; i < list->n; i++) {
    if (list->items[i].object != object || list->items[i].role != role) continue;
    coal_extent e = reach(&list->items[i], unit);
    coal_extent_merge(&all, &e);
    coal_vec_free(&e);
  }
  double size = coal_extent_size(&all);
  coal_vec_free(&all);
  return size;
}

/** Of the first n blocks that were written down; where they stand for all, of all. */
static coal_footprint *of_blocks(const coal_trace *t, size_t n) {
  groups list = {0};
  coal_footprint *out = coal_alloc((t->n_objects + 1) * sizeof *out);
  for (size_t b = 0; b < n; b++)
    for (uint32_t w = 0; w < t->blocks.items[b].n_warps; w++) add_warp(t, &t->blocks.items[b].warps[w], &list);
  for (uint32_t o = 0; o < t->n_objects; o++)
    out[o] = (coal_footprint){size_of(&list, o, READ, PAIR), size_of(&list, o, WRITTEN, SECTOR),
                              size_of(&list, o, WRITTEN, 1), size_of(&list, o, ATOMIC, LINE) / LINE};
  for (size_t i = 0; i < list.n; i++) coal_vec_free(&list.items[i].bytes);
  coal_vec_free(&list);
  return out;
}

/** From what half of the blocks touch and all that were run do: the same share more with each doubling. */
static double extrapolated(double half, double all, double times) {
  if (half <= 0 || all <= half) return all;
  double power = log2(all / half);
  return all * pow(times, power < 1 ? power : 1);
}

coal_footprint *coal_footprints(const coal_trace *t) {
  size_t n = t->is_affine ? 1 : t->blocks.n;
  double blocks = (double)t->grid[0] * t->grid[1] * t->grid[2], times = blocks / (double)n;
  coal_footprint *all = of_blocks(t, n);
  if (t->is_affine || times <= 1 || n < 2) return all;
  coal_footprint *half = of_blocks(t, n / 2);
  for (uint32_t o = 0; o < t->n_objects; o++) {
    all[o].load_bytes = extrapolated(half[o].load_bytes, all[o].load_bytes, times);
    all[o].store_bytes = extrapolated(half[o].store_bytes, all[o].store_bytes, times);
    all[o].atomic_lines = extrapolated(half[o].atomic_lines, all[o].atomic_lines, times);
    all[o].stored_bytes = extrapolated(half[o].stored_bytes, all[o].stored_bytes, times);
  }
  free(half);
  return all;
}
