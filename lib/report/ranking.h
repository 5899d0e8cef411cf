/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** The findings of a whole run, worst first. */
#ifndef COAL_REPORT_RANKING_H
#define COAL_REPORT_RANKING_H

#include <coalcheck/analysis.h>

/** One finding: what ranks it, and a value of the caller's. */
typedef struct coal_ranked {
  coal_finding rank;
  size_t order; /* in which it was added */
  void *item;   /* the caller's */
} coal_ranked;

typedef struct coal_ranking {
  coal_ranked *items;
  size_t n, capacity;
} coal_ranking;

void coal_ranking_add(coal_ranking *r, const coal_finding *f, void *item);
/** Worst first; equal ones in the order in which they were added. */
void coal_ranking_sort(coal_ranking *r);
/** Frees the list, not the items. */
void coal_ranking_free(coal_ranking *r);

#endif
