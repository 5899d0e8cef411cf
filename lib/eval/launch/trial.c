/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The cost of another launch: the kernel is executed again with threadIdx.x and .y swapped, or with a wider block. */
#include "eval/machine/walk.h"
#include "eval/measure/record.h"
#include "totals.h"

static bool is_worth_it(const coal_launch *l, const coal_access *accesses, size_t n) {
  if (l->block[1] < 2 || l->block[0] < 2) return false;
  for (size_t i = 0; i < n; i++) {
    const coal_access *a = &accesses[i];
    if (a->known && a->space == COAL_SPACE_GLOBAL && a->moved.sum > a->ideal.sum && !a->is_amortized &&
        !a->alignment_unknown)
      return true;
  }
  return false;
}

static bool is_same_access(const coal_access *a, const coal_access *b) {
  if (a->site != b->site || a->op != b->op || a->range.begin.offset_bytes != b->range.begin.offset_bytes) return false;
  if (a->n_inlined_at != b->n_inlined_at) return false;
  for (size_t i = 0; i < a->n_inlined_at; i++)
    if (a->inlined_at[i].range.begin.offset_bytes != b->inlined_at[i].range.begin.offset_bytes) return false;
  return true;
}

/* Executes the plan; returns the accesses, in the kept arena. */
static const coal_access *run_trial(const coal_module *m, const coal_plan *plan, const coal_options *options,
                                    uint64_t budget, coal_arena *kept, size_t *n) {
  const coal_kernel alone = {.fn = plan->kernel, .launches = &plan->launch, .n_launches = 1};
  coal_recorder *r = coal_recorder_new(options->target, &alone, kept);
  coal_recorder_launch(r, 0);
  coal_run_plan(m, plan, options, r, budget);
  const coal_access *found = coal_recorder_finish(r, false, n);
  coal_recorder_free(r);
  return found;
}

static void try_swap(const coal_module *m, coal_plan plan, const coal_options *options, uint64_t budget,
                     coal_access *accesses, size_t n, coal_arena *kept) {
  size_t n_found;
  plan.swaps_xy = true;
  const coal_access *found = run_trial(m, &plan, options, budget, kept, &n_found);
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < n_found; j++)
      if (is_same_access(&accesses[i], &found[j]) && found[j].known) accesses[i].swapped = found[j].moved;
}

/* The builtin variables that a kernel reads, one bit each. */
static void see_builtin(void *context, const coal_expr *e) {
  if (e->kind == COAL_EXPR_BUILTIN) *(unsigned *)context |= 1u << e->u.builtin;
}

/* Does the kernel take the block's width from the launch wherever it uses blockIdx? Else another width changes what
 * it accesses. */
static bool follows_block(const coal_function *kernel) {
  unsigned read = 0;
  coal_walk_stmt(kernel->body, NULL, see_builtin, &read);
  for (unsigned axis = 0; axis < 2; axis++)
    if (read >> (COAL_BUILTIN_BLOCK_X + axis) & 1 && !(read >> (COAL_BUILTIN_BLOCKDIM_X + axis) & 1)) return false;
  return true;
}

/* The same number of threads in rows of 32, over the same index space. False where there is no such block, or it is
 * the same. */
static bool widen(coal_launch *l) {
  uint64_t width = l->block[0], threads = width * l->block[1], across = width * l->grid[0],
           down = (uint64_t)l->block[1] * l->grid[1];
  if (width >= COAL_WARP_LANES || threads % COAL_WARP_LANES || l->block[2] > 1) return false;
  l->block[0] = COAL_WARP_LANES;
  l->block[1] = (uint32_t)(threads / COAL_WARP_LANES);
  l->grid[0] = (uint32_t)((across + COAL_WARP_LANES - 1) / COAL_WARP_LANES);
  l->grid[1] = (uint32_t)((down + l->block[1] - 1) / l->block[1]);
  return true;
}

static void try_wide_block(const coal_module *m, coal_plan plan, const coal_options *options, uint64_t budget,
                           coal_access *accesses, size_t n, coal_arena *kept) {
  size_t n_found;
  if (!follows_block(plan.kernel) || !widen(&plan.launch)) return;
  const coal_access *found = run_trial(m, &plan, options, budget, kept, &n_found);
  for (size_t j = 0; j < n_found; j++)
    if (found[j].row != COAL_ROW_INSIDE) return;
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < n_found; j++)
      if (is_same_access(&accesses[i], &found[j]) && found[j].known) accesses[i].widened = found[j].moved;
}

void coal_try_changes(const coal_module *m, const coal_kernel *k, const coal_plan *plan, const coal_options *options,
                      uint64_t budget, coal_access *accesses, size_t n, coal_arena *kept) {
  if (!k->n_launches || !is_worth_it(&k->launches[0], accesses, n)) return;
  coal_plan trial = *plan;
  trial.whole_budget = 0;
  try_swap(m, trial, options, budget, accesses, n, kept);
  try_wide_block(m, trial, options, budget, accesses, n, kept);
}
