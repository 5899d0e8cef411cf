/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** Totals of whole kernels: sums of counts by warp and launch. */
#ifndef COAL_EVAL_COUNT_H
#define COAL_EVAL_COUNT_H

#include "request.h"

/** A request with more transactions than this adds a latency for each of them in the teaching model
 *  (model/timing.h). */
enum { COAL_OVERLAPPED_MAX = 8 };

/** The counts of a launch's warps. */
typedef struct coal_launch_counts {
  coal_counts global, shared;
  double flops, warps; /* warps that were executed */
  coal_counts first_global, first_shared;
  double first_flops;
  bool is_uniform; /* all warps so far have the same counts */
  bool has_unknown_global, has_unknown_shared;
  const char *why_not; /* why the counts are inexact, of the first such warp */
} coal_launch_counts;

void coal_counts_add(coal_counts *to, const coal_counts *c, double times);
bool coal_counts_equal(const coal_counts *a, const coal_counts *b);
/** Adds one request. */
void coal_counts_add_request(coal_counts *to, const coal_measurement *f);
/** Adds a warp. */
void coal_launch_counts_add(coal_launch_counts *l, const coal_counts *global, const coal_counts *shared, double flops);
/** The totals of a launch of `warps` warps. */
coal_totals coal_launch_counts_totals(const coal_launch_counts *l, double warps, bool is_complete);

#endif
