/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** `--totals` and `--roofline`: the totals of each kernel. */
#include "checks/text.h"
#include "cost.h"
#include "render.h"

/** "1234", "about 1234", "unknown". */
static void add_count(coal_str *out, double v, coal_certainty certainty) {
  if (certainty == COAL_CERTAINTY_NONE) {
    coal_str_add(out, "unknown");
    return;
  }
  coal_str_addf(out, "%s%.0f", certainty == COAL_CERTAINTY_ABOUT ? "about " : "", v);
}

static const char *unit_of(const coal_target *target) {
  return coal_target_unit(target, COAL_SPACE_GLOBAL, COAL_MEM_LOAD);
}

static void add_counts(coal_str *out, const coal_target *target, const coal_totals *t) {
  coal_certainty both = t->global_certainty < t->shared_certainty ? t->global_certainty : t->shared_certainty;
  coal_str_add(out, "    requests: ");
  add_count(out, t->global.requests + t->shared.requests, both);
  coal_str_addf(out, "\n    global %ss: ", unit_of(target));
  add_count(out, t->global.moved, t->global_certainty);
  coal_str_add(out, ", ideal ");
  add_count(out, t->global.ideal, t->global_certainty);
  coal_str_add(out, "\n    shared wavefronts: ");
  add_count(out, t->shared.moved, t->shared_certainty);
  coal_str_add(out, ", ideal ");
  add_count(out, t->shared.ideal, t->shared_certainty);
  coal_str_add(out, "; bank conflicts: ");
  add_count(out, t->shared.moved - t->shared.ideal, t->shared_certainty);
  coal_str_add(out, "\n");
  if (t->reason && both != COAL_CERTAINTY_EXACT) coal_str_addf(out, "    not exact: %s\n", t->reason);
}

/** Few bytes to the byte, more in the unit that leaves less than 1000. */
static void add_bytes(coal_str *out, double v) {
  static const char *const units[] = {"bytes", "kB", "MB", "GB", "TB"};
  unsigned u = 0;
  while (u < 4 && v >= (u ? 1000 : 100000)) {
    v /= 1000;
    u++;
  }
  coal_text_add_number(out, v);
  coal_str_addf(out, " %s", units[u]);
}

static void add_share(coal_str *out, const char *name, double share, const char **separator) {
  if (share <= 0) return;
  coal_str_addf(out, "%s%s %.3g", *separator, name, share);
  *separator = ", ";
}

static void add_cost(coal_report *r, const coal_analysis *a, const coal_kernel *k, size_t launch) {
  const coal_totals *t = &k->totals[launch];
  if (t->global_certainty == COAL_CERTAINTY_NONE || t->global.bytes_moved <= 0) return;
  const coal_target *target = coal_analysis_options(a)->target;
  coal_launch_cost c = coal_cost_of_launch(r->options, a, k, launch);
  coal_time_parameters p = coal_cost_parameters(r->options, target);
  coal_str *out = &r->out;
  coal_str_add(out, "    bytes used ");
  add_bytes(out, t->global.bytes_used);
  coal_str_add(out, ", moved ");
  add_bytes(out, t->global.bytes_moved);
  coal_str_add(out, "; DRAM reads ");
  add_bytes(out, t->global.dram_read_bytes);
  coal_str_add(out, ", writes ");
  add_bytes(out, t->global.dram_write_bytes);
  coal_str_add(out, " if nothing is used twice\n");
  if (!c.has_bound) {
    coal_str_addf(out, "    time: not known for %s (--bandwidth and --warps-in-flight give it)\n", target->name);
    return;
  }
  coal_str_add(out, "    time: latency-bound ");
  coal_nanoseconds_add(out, c.time.latency_ns);
  coal_str_add(out, ", bandwidth-bound ");
  coal_nanoseconds_add(out, c.time.bandwidth_ns);
  coal_str_addf(out, ": %s-bound (L = ", c.time.is_bandwidth_bound ? "bandwidth" : "latency");
  coal_text_add_number(out, p.latency_ns);
  coal_str_add(out, " ns, B = ");
  coal_text_add_number(out, p.bandwidth_gbps);
  coal_str_addf(out, " GB/s, %.0f warp%s in flight; bandwidth-bound from %.0f on)\n", c.warps_in_flight,
                c.warps_in_flight == 1 ? "" : "s", c.time.crossover_warps);
  if (c.effective_gbps <= 0) return;
  coal_str_add(out, "    effective bandwidth ");
  coal_text_add_number(out, c.effective_gbps);
  coal_str_add(out, " GB/s of useful bytes (");
  const char *separator = "";
  add_share(out, "coalescing", c.coalesce, &separator);
  add_share(out, "cache", c.cache, &separator);
  add_share(out, "occupancy", c.occupancy, &separator);
  coal_str_add(out, ")\n");
}

static void add_roofline(coal_report *r, const coal_analysis *a, const coal_totals *t) {
  const coal_target *target = coal_analysis_options(a)->target;
  coal_str *out = &r->out;
  if (t->global_certainty == COAL_CERTAINTY_NONE || t->flops_certainty == COAL_CERTAINTY_NONE) {
    coal_str_addf(out, "    roofline: unknown%s%s\n", t->reason ? ": " : "", t->reason ? t->reason : "");
    return;
  }
  coal_roofline f = coal_cost_roofline(r->options, target, t);
  coal_str_addf(out, "    floating-point operations: %s%.0f; bytes loaded ",
                t->flops_certainty == COAL_CERTAINTY_EXACT ? "" : "about ", f.flops);
  add_bytes(out, f.loaded_bytes);
  coal_str_add(out, ", stored ");
  add_bytes(out, f.stored_bytes);
  coal_str_add(out, "\n    intensity ");
  coal_text_add_number(out, f.intensity);
  coal_str_add(out, " FLOP/byte (");
  coal_text_add_number(out, f.load_intensity);
  coal_str_add(out, " counting loads alone, ");
  coal_text_add_number(out, f.moved_intensity);
  coal_str_addf(out, " by %ss moved)", unit_of(target));
  if (f.balance > 0) {
    coal_str_add(out, "; the machine's balance is ");
    coal_text_add_number(out, f.balance);
    coal_str_addf(out, ": %s-bound, at most ", f.is_bandwidth_bound ? "bandwidth" : "compute");
    coal_text_add_number(out, f.gflops);
    coal_str_add(out, " GFLOP/s");
  }
  coal_str_add(out, "\n");
}

static void add_formula(coal_str *out, const char *name, const char *formula) {
  if (formula) coal_str_addf(out, "    %s: %s\n", name, formula);
}

static void add_formulas(coal_str *out, const coal_target *target, const coal_formulas *f, bool with_flops) {
  coal_str_addf(out, "  as formulas%s%s:\n", f->condition ? ", for " : "", f->condition ? f->condition : "");
  add_formula(out, "requests", f->requests);
  coal_str name = {0};
  coal_str_addf(&name, "global %ss", unit_of(target));
  add_formula(out, name.data, f->sectors);
  coal_str_free(&name);
  add_formula(out, "shared wavefronts", f->wavefronts);
  add_formula(out, "bank conflicts", f->conflicts);
  if (with_flops) add_formula(out, "floating-point operations", f->flops);
}

/** "cost: 269 µs (L1 line look-ups): L1 hits 87.5 %, DRAM reads 268 MB, writes 2.4 MB". */
static void add_estimate(coal_report *r, const coal_launch_cost_estimate *c) {
  coal_str *out = &r->out;
  if (!c->is_known) {
    coal_str_addf(out, "    cost: unknown: %s\n", c->reason ? c->reason : "too little is known of the target");
    return;
  }
  coal_str_add(out, "    cost: ");
  coal_nanoseconds_add(out, c->time_ns);
  coal_str_addf(out, " (%s):", coal_bottleneck_text(c->bottleneck));
  if (c->has_loads) {
    coal_str_add(out, " L1 hits ");
    coal_text_add_number(out, 100 * c->l1_hit_rate);
    coal_str_add(out, " %,");
  }
  coal_str_add(out, " DRAM reads ");
  add_bytes(out, c->dram_read_bytes);
  coal_str_add(out, ", writes ");
  add_bytes(out, c->dram_write_bytes);
  if (c->assumption) coal_str_addf(out, " (if %s)", c->assumption);
  coal_str_add(out, "\n");
}

static void add_launch(coal_report *r, const coal_analysis *a, const coal_kernel *k, size_t i) {
  const coal_launch *l = &k->launches[i];
  const coal_totals *t = &k->totals[i];
  coal_str *out = &r->out;
  coal_str_add(out, "  launch (");
  coal_launch_source_add(out, l);
  coal_str_add(out, ")");
  if (!l->grid_known || !l->block_known) {
    coal_str_addf(out, ": unknown: %s (--launch gives one)\n", t->reason ? t->reason : "the launch is not known");
    return;
  }
  coal_str_addf(out, ": grid %ux%ux%u block %ux%ux%u\n", l->grid[0], l->grid[1], l->grid[2], l->block[0], l->block[1],
                l->block[2]);
  if (r->options->totals) {
    add_counts(out, coal_analysis_options(a)->target, t);
    add_cost(r, a, k, i);
  }
  if (r->options->roofline) add_roofline(r, a, t);
  if (k->costs && !r->options->is_teaching) add_estimate(r, &k->costs[i]);
}

void coal_totals_add(coal_report *r, const coal_analysis *a) {
  size_t n;
  const coal_kernel *kernels = coal_analysis_kernels(a, &n);
  for (size_t i = 0; i < n; i++) {
    const coal_kernel *k = &kernels[i];
    if (!k->totals) continue;
    coal_str_addf(&r->out, "totals of %s:\n", k->fn->signature ? k->fn->signature : k->fn->name);
    for (size_t launch = 0; launch < k->n_launches; launch++) add_launch(r, a, k, launch);
    if (k->formulas) add_formulas(&r->out, coal_analysis_options(a)->target, k->formulas, r->options->roofline);
  }
}
