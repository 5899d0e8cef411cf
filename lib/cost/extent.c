/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "extent.h"

#include <stdbool.h>
#include <stdlib.h>

enum { INTERVALS_MAX = 4096 };

static int by_begin(const void *x, const void *y) {
  const coal_interval *a = x, *b = y;
  return a->begin < b->begin ? -1 : a->begin > b->begin;
}

static double length(const coal_interval *i) { return (double)(i->end - i->begin); }

/** Joins b to a, which begins no later. Where they overlap, sets that are alike (`is_same`) have the same gaps, and others fill each
 *  other's. */
static void join(coal_interval *a, const coal_interval *b, bool is_same) {
  int64_t overlap_end = a->end < b->end ? a->end : b->end;
  double overlap = (double)(overlap_end - b->begin), both = a->filled / length(a), other = b->filled / length(b);
  double least = both < other ? both : other;
  bool is_full = both >= 1 || other >= 1;
  a->filled += b->filled - (is_same || is_full ? overlap * least : 0);
  if (b->end > a->end) a->end = b->end;
  if (a->filled > length(a)) a->filled = length(a);
}

static int by_length(const void *x, const void *y) {
  int64_t a = *(const int64_t *)x, b = *(const int64_t *)y;
  return a < b ? -1 : a > b;
}

/** Joins neighbours whose gap is no larger than the median one. */
static void coarsen(coal_extent *e) {
  int64_t *gaps = coal_alloc(e->n * sizeof *gaps);
  for (size_t i = 0; i + 1 < e->n; i++) gaps[i] = e->items[i + 1].begin - e->items[i].end;
  qsort(gaps, e->n - 1, sizeof *gaps, by_length);
  int64_t median = gaps[(e->n - 1) / 2];
  free(gaps);
  size_t n = 1;
  for (size_t i = 1; i < e->n; i++) {
    coal_interval *last = &e->items[n - 1];
    if (e->items[i].begin - last->end <= median) {
      last->end = e->items[i].end;
      last->filled += e->items[i].filled;
    } else {
      e->items[n++] = e->items[i];
    }
  }
  e->n = n;
}

static void normalise(coal_extent *e, bool is_same) {
  if (!e->n) return;
  qsort(e->items, e->n, sizeof *e->items, by_begin);
  size_t n = 1;
  for (size_t i = 1; i < e->n; i++) {
    coal_interval *last = &e->items[n - 1];
    if (e->items[i].begin < last->end)
      join(last, &e->items[i], is_same);
    else if (e->items[i].begin == last->end && last->filled >= length(last) &&
             e->items[i].filled >= length(&e->items[i])) {
      last->end = e->items[i].end;
      last->filled = length(last);
    } else
      e->items[n++] = e->items[i];
  }
  e->n = n;
  while (e->n > INTERVALS_MAX) coarsen(e);
}

void coal_extent_normalise(coal_extent *e) { normalise(e, true); }

void coal_extent_add(coal_extent *e, int64_t begin, int64_t end) {
  coal_interval i = {begin, end, (double)(end - begin)};
  if (e->n && e->items[e->n - 1].begin <= begin && e->items[e->n - 1].end >= end &&
      e->items[e->n - 1].filled >= (double)(e->items[e->n - 1].end - e->items[e->n - 1].begin))
    return;
  coal_vec_push(e, i);
  if (e->n >= 4 * INTERVALS_MAX) coal_extent_normalise(e);
}

void coal_extent_merge(coal_extent *into, const coal_extent *from) {
  for (size_t i = 0; i < from->n; i++) coal_vec_push(into, from->items[i]);
  normalise(into, false);
}

static void add_shifted(coal_extent *e, int64_t by) {
  size_t n = e->n;
  for (size_t i = 0; i < n; i++) {
    coal_interval v = e->items[i];
    v.begin += by;
    v.end += by;
    coal_vec_push(e, v);
  }
  coal_extent_normalise(e);
}

void coal_extent_repeat(coal_extent *e, int64_t step, uint64_t times) {
  coal_extent_normalise(e);
  if (!step) return;
  for (uint64_t have = 1; have < times;) {
    uint64_t more = have * 2 <= times ? have : times - have;
    add_shifted(e, step * (int64_t)more);
    have += more;
  }
}

double coal_extent_size(const coal_extent *e) {
  double sum = 0;
  for (size_t i = 0; i < e->n; i++) sum += e->items[i].filled;
  return sum;
}
