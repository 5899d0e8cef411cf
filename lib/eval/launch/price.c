/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "price.h"

#include "eval/measure/follow.h"
#include "eval/measure/record.h"

enum {
  TRACE_BUDGET = 4000000, /* expression evaluations to write a launch's blocks down */
  REQUESTS_MAX = 40000    /* to follow of a launch */
};

static coal_launch_cost_estimate price(const coal_module *m, const coal_kernel *k, const coal_plan *plan,
                                       const coal_options *options, coal_recorder *recorder) {
  coal_arena *arena = coal_arena_new();
  coal_kernel alone = {.fn = k->fn, .launches = &plan->launch, .n_launches = 1};
  coal_recorder *r = coal_recorder_new(options->target, &alone, arena);
  const coal_launch *l = &plan->launch;
  coal_follower f = {.trace = coal_trace_new(), .target = options->target};
  f.trace->block_threads = l->block[0] * l->block[1] * l->block[2];
  f.trace->shared_bytes = l->smem_bytes;
  coal_recorder_follow(r, &f);
  coal_recorder_launch(r, 0);
  coal_follow_plan(m, plan, options, r, TRACE_BUDGET, &f);
  coal_launch_cost_estimate c = {.reason = f.trace->failure, .assumption = f.trace->assumption};
  coal_estimate e;
  if (coal_estimate_launch(f.trace, options->target, REQUESTS_MAX, &e)) {
    c = (coal_launch_cost_estimate){.is_known = true,
                                    .assumption = f.trace->assumption,
                                    .has_loads = e.has_loads,
                                    .time_ns = e.time_ns,
                                    .l1_hit_rate = e.l1_hit_rate,
                                    .load_sectors = e.load_sectors,
                                    .store_sectors = e.store_sectors,
                                    .l2_read_sectors = e.l2_read_sectors,
                                    .l2_write_sectors = e.l2_write_sectors,
                                    .dram_read_bytes = e.dram_read_bytes,
                                    .dram_write_bytes = e.dram_write_bytes,
                                    .bottleneck = e.bottleneck};
    coal_recorder_set_estimates(recorder, r, &e);
    coal_estimate_free(&e);
  }
  coal_follower_free(&f);
  coal_trace_free(f.trace);
  coal_recorder_free(r);
  coal_arena_free(arena);
  return c;
}

void coal_price_kernel(const coal_module *m, coal_kernel *k, const coal_plans *plans, const coal_options *options,
                       coal_recorder *recorder, coal_arena *kept) {
  coal_launch_cost_estimate *costs = COAL_ARENA_ARRAY(kept, coal_launch_cost_estimate, k->n_launches + 1);
  for (size_t i = 0; i < k->n_launches; i++) {
    const coal_launch *l = &k->launches[i];
    if (!l->grid_known || !l->block_known)
      costs[i].reason = "the launch is not known";
    else
      costs[i] = price(m, k, &plans->items[i], options, recorder);
  }
  k->costs = costs;
}
