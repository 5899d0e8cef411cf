/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "totals.h"

#include <string.h>

#include "eval/measure/record.h"

/* Expression evaluations that counting one launch may take: a few seconds. */
enum { COUNT_BUDGET = 20000000 };

static double warps_of(const coal_launch *l) {
  uint64_t threads = (uint64_t)l->block[0] * l->block[1] * l->block[2];
  return (double)l->grid[0] * l->grid[1] * l->grid[2] * (double)((threads + COAL_WARP_LANES - 1) / COAL_WARP_LANES);
}

static bool is_exact(const coal_totals *t) {
  return t->global_certainty == COAL_CERTAINTY_EXACT && t->shared_certainty == COAL_CERTAINTY_EXACT;
}

/* Counts the launch by itself. What is not known stays so however long it is looked at. */
static coal_totals count_again(const coal_module *m, const coal_kernel *k, const coal_plan *plan,
                               const coal_options *options) {
  coal_arena *arena = coal_arena_new();
  coal_kernel alone = {.fn = k->fn, .launches = &plan->launch, .n_launches = 1};
  coal_recorder *r = coal_recorder_new(options->target, &alone, arena);
  coal_recorder_launch(r, 0);
  bool is_complete = coal_count_plan(m, plan, options, r, COUNT_BUDGET);
  coal_totals t = coal_recorder_totals(r, 0, warps_of(&plan->launch), is_complete);
  coal_recorder_free(r);
  coal_arena_free(arena);
  return t;
}

void coal_count_kernel(const coal_module *m, coal_kernel *k, const coal_plans *plans, const coal_options *options,
                       const coal_recorder *recorder, const bool *complete, coal_arena *kept) {
  coal_totals *totals = COAL_ARENA_ARRAY(kept, coal_totals, k->n_launches + 1);
  for (size_t i = 0; i < k->n_launches; i++) {
    const coal_launch *l = &k->launches[i];
    if (!l->grid_known || !l->block_known) {
      totals[i].reason = "the launch is not known";
      continue;
    }
    totals[i] = coal_recorder_totals(recorder, (uint32_t)i, warps_of(l), complete[i]);
    if (options->wants_totals && !is_exact(&totals[i])) totals[i] = count_again(m, k, &plans->items[i], options);
  }
  k->totals = totals;
  if (options->wants_totals && k->n_launches && !is_exact(&totals[0]))
    k->formulas = coal_find_formulas(m, &plans->items[0], options, kept);
}
