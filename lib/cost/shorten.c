/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Which iterations of long loops are followed. */
#include "follow.h"

enum { ITERATIONS_MIN = 4 };

double coal_follow_requests(const coal_trace_ops *ops, bool shortened) {
  double times[COAL_TRACE_DEPTH + 2] = {1}, sum = 0;
  unsigned depth = 0;
  for (size_t i = 0; i < ops->n; i++) {
    const coal_trace_op *op = &ops->items[i];
    if (op->kind == COAL_TRACE_LOOP) {
      times[depth + 1] = times[depth] * (double)(shortened ? op->run : op->times);
      depth++;
    } else if (op->kind == COAL_TRACE_END) {
      depth--;
    } else {
      sum += times[depth];
    }
  }
  return sum;
}

static void shorten_level(coal_trace_ops *ops, unsigned level, double share) {
  for (size_t i = 0; i < ops->n; i++) {
    coal_trace_op *op = &ops->items[i];
    if (op->kind != COAL_TRACE_LOOP || op->depth != level || op->run <= ITERATIONS_MIN) continue;
    double run = (double)op->run * share;
    op->run = run < ITERATIONS_MIN ? ITERATIONS_MIN : (uint64_t)run;
  }
}

/** Sets `depth` of LOOPs to the number of loops around them. */
static void set_depths(coal_trace_ops *ops) {
  unsigned depth = 0;
  for (size_t i = 0; i < ops->n; i++) {
    if (ops->items[i].kind == COAL_TRACE_LOOP)
      ops->items[i].depth = (uint8_t)depth++;
    else if (ops->items[i].kind == COAL_TRACE_END)
      ops->items[i].depth = (uint8_t)--depth;
  }
}

void coal_follow_shorten(coal_trace_ops *ops, double requests_max) {
  for (size_t i = 0; i < ops->n; i++) ops->items[i].run = ops->items[i].times;
  set_depths(ops);
  for (unsigned level = 0; level < COAL_TRACE_DEPTH; level++)
    for (unsigned round = 0; round < 4; round++) {
      double requests = coal_follow_requests(ops, true);
      if (requests <= requests_max) return;
      shorten_level(ops, level, requests_max / requests);
    }
}
