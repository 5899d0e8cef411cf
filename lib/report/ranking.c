/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "ranking.h"

#include "util/vec.h"

void coal_ranking_add(coal_ranking *r, const coal_finding *f, void *item) {
  const coal_ranked one = {
      {.check = f->check, .severity = f->severity, .gain = f->gain, .waste = f->waste}, r->n, item};
  coal_vec_push(r, one);
}

static int by_rank(const void *x, const void *y) {
  const coal_ranked *a = x, *b = y;
  if (coal_finding_is_worse(&a->rank, &b->rank)) return -1;
  if (coal_finding_is_worse(&b->rank, &a->rank)) return 1;
  return (a->order > b->order) - (a->order < b->order);
}

void coal_ranking_sort(coal_ranking *r) {
  if (r->n) qsort(r->items, r->n, sizeof *r->items, by_rank);
}

void coal_ranking_free(coal_ranking *r) { coal_vec_free(r); }
