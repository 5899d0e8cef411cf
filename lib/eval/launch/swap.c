/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Would it help if threadIdx.x and threadIdx.y swapped roles? The kernel is run again with the builtin variables swapped. */
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

void coal_try_swap(const coal_module *m, const coal_kernel *k, const coal_plan *plan, const coal_options *options,
                   uint64_t budget, coal_access *accesses, size_t n, coal_arena *kept) {
  if (!k->n_launches || !is_worth_it(&k->launches[0], accesses, n)) return;
  coal_plan swapped = *plan;
  swapped.swaps_xy = true;
  swapped.whole_budget = 0;
  coal_kernel alone = {.fn = k->fn, .launches = k->launches, .n_launches = 1};
  coal_recorder *r = coal_recorder_new(options->target, &alone, kept);
  coal_recorder_launch(r, 0);
  coal_run_plan(m, &swapped, options, r, budget);
  size_t n_found;
  const coal_access *found = coal_recorder_finish(r, false, &n_found);
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < n_found; j++)
      if (is_same_access(&accesses[i], &found[j]) && found[j].known) accesses[i].swapped = found[j].moved;
  coal_recorder_free(r);
}
