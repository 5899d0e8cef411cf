/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "trace_blocks.h"

#include <string.h>

enum {
  BLOCKS_ALL = 8,   /* of no more blocks all are written down */
  BLOCKS_SOME = 16, /* of larger launches whose blocks differ */
  SPREAD = 9,       /* prime to BLOCKS_SOME, about the golden part of it */
  BUDGET_WARP = 400000
};

typedef struct tracer {
  const coal_sample_job *job;
  coal_trace *t;
  uint64_t spent;
} tracer;

static bool trace_block(tracer *x, const uint32_t at[3], coal_trace_block *out) {
  memcpy(x->t->at, at, sizeof x->t->at);
  *out = (coal_trace_block){.at = {at[0], at[1], at[2]}, .n_warps = x->job->warps_per_block};
  out->warps = coal_alloc(out->n_warps * sizeof *out->warps);
  for (uint32_t w = 0; w < out->n_warps; w++) {
    coal_trace_begin(x->t);
    if (x->spent > x->job->budget) coal_trace_fail(x->t, "the budget was spent");
    if (!x->t->failure) x->spent += x->job->run(x->job->context, at, w, BUDGET_WARP).steps;
    out->warps[w] = coal_trace_end(x->t);
  }
  return !x->t->failure;
}

static void free_block(coal_trace_block *b) {
  for (uint32_t w = 0; w < b->n_warps; w++) coal_vec_free(&b->warps[w]);
  free(b->warps);
}

/** Finds the steps along one axis from a neighbour. */
static bool step_along(tracer *x, coal_trace_block *a, unsigned axis) {
  uint32_t at[3] = {a->at[0], a->at[1], a->at[2]};
  if (x->job->grid[axis] < 2) return true;
  int sign = at[axis] + 1 < x->job->grid[axis] ? 1 : -1;
  at[axis] = (uint32_t)((int64_t)at[axis] + sign);
  coal_trace_block b;
  bool is_affine = trace_block(x, at, &b) && coal_trace_set_block_steps(a, &b, axis, sign);
  free_block(&b);
  return is_affine;
}

static bool predicts(tracer *x, const coal_trace_block *a, unsigned quarter) {
  uint32_t at[3];
  for (unsigned k = 0; k < 3; k++) at[k] = (uint32_t)((uint64_t)x->job->grid[k] * quarter / 4);
  coal_trace_block b;
  bool is_right = trace_block(x, at, &b) && coal_trace_predicts(a, &b);
  free_block(&b);
  return is_right;
}

/** Every n-th block, n such that about as many as wanted are written down; the first of them are spread over the grid too, as a
 *  multiprocessor may run no more. */
static void trace_some(tracer *x, uint64_t wanted) {
  const uint32_t *grid = x->job->grid;
  uint64_t all = (uint64_t)grid[0] * grid[1] * grid[2], n = wanted < all ? wanted : all;
  for (uint64_t i = 0; i < n && !x->t->failure; i++) {
    uint64_t k = n == BLOCKS_SOME ? i * SPREAD % BLOCKS_SOME : i, b = all * k / n;
    uint32_t at[3] = {(uint32_t)(b % grid[0]), (uint32_t)(b / grid[0] % grid[1]), (uint32_t)(b / grid[0] / grid[1])};
    coal_trace_block block;
    trace_block(x, at, &block);
    coal_vec_push(&x->t->blocks, block);
  }
}

void coal_trace_blocks(const coal_sample_job *job, coal_trace *t, const coal_target *target) {
  (void)target;
  tracer x = {job, t, 0};
  memcpy(t->grid, job->grid, sizeof t->grid);
  t->warps_per_block = job->warps_per_block;
  uint32_t middle[3] = {job->grid[0] / 2, job->grid[1] / 2, job->grid[2] / 2};
  uint64_t all = (uint64_t)job->grid[0] * job->grid[1] * job->grid[2];
  coal_trace_block a;
  if (all > BLOCKS_ALL) {
    t->is_affine = trace_block(&x, middle, &a) && step_along(&x, &a, 0) && step_along(&x, &a, 1) &&
                   step_along(&x, &a, 2) && predicts(&x, &a, 1) && predicts(&x, &a, 3);
    if (t->is_affine)
      coal_vec_push(&t->blocks, a);
    else
      free_block(&a);
  }
  if (!t->is_affine && !t->failure) trace_some(&x, all > BLOCKS_ALL ? BLOCKS_SOME : all);
}
