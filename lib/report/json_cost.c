/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** Costs and totals in JSON. What is not known exactly is absent. */
#include "json_cost.h"
#include "cost.h"
#include "json_util.h"
#include "render.h"

static void set_number(json_t *object, const char *key, double v) {
  json_object_set_new(object, key, coal_json_number(v));
}

json_t *coal_json_access_cost(const coal_report *r, const coal_target *target, const coal_access *a) {
  if (!target || (a->space != COAL_SPACE_GLOBAL && a->space != COAL_SPACE_SHARED)) return NULL;
  coal_access_cost c = coal_cost_of_access(r->options, target, a);
  if (!c.is_known) return NULL;
  json_t *object = json_object();
  if (a->space == COAL_SPACE_SHARED) {
    set_number(object, "cycles", c.cycles);
    return object;
  }
  set_number(object, "bytes_used", c.bytes_used);
  set_number(object, "bytes_moved", c.bytes_moved);
  set_number(object, "latency_ns", c.latency_ns);
  if (c.has_bound) {
    set_number(object, "bandwidth_ns", c.bandwidth_ns);
    coal_json_set_text(object, "bound", c.is_bandwidth_bound ? "bandwidth" : "latency");
    set_number(object, "crossover_warps", c.crossover_warps);
  }
  const coal_access_cost_estimate *e = &a->estimate;
  bool has_estimate = a->has_estimate && e->requests > 0;
  set_number(object, "dram_read_bytes", has_estimate ? e->dram_read_bytes / e->requests : c.dram_read_bytes);
  set_number(object, "dram_write_bytes", has_estimate ? e->dram_write_bytes / e->requests : c.dram_write_bytes);
  if (has_estimate && e->load_sectors > 0) set_number(object, "l1_hit_rate", e->hit_sectors / e->load_sectors);
  if (c.calibrated_ns > 0) set_number(object, "calibrated_ns", c.calibrated_ns);
  return object;
}

json_t *coal_json_gain(const coal_gain *g) {
  if (!g->is_known) return NULL;
  json_t *object = json_object();
  set_number(object, "percent", 100 * g->saved_ns / g->time_ns);
  set_number(object, "ns", g->saved_ns);
  coal_json_set_text(object, "bottleneck", g->bottleneck);
  return object;
}

/** Sums over the launches; false when one of them is not exact. */
static bool sum_launches(const coal_kernel *k, bool is_shared, coal_counts *out) {
  *out = (coal_counts){0};
  for (size_t i = 0; i < k->n_launches; i++) {
    const coal_totals *t = &k->totals[i];
    const coal_counts *c = is_shared ? &t->shared : &t->global;
    if ((is_shared ? t->shared_certainty : t->global_certainty) != COAL_CERTAINTY_EXACT) return false;
    out->requests += c->requests;
    out->moved += c->moved;
    out->ideal += c->ideal;
  }
  return k->n_launches > 0;
}

json_t *coal_json_totals(const coal_kernel *k) {
  coal_counts global, shared;
  if (!k->totals) return NULL;
  bool has_global = sum_launches(k, false, &global), has_shared = sum_launches(k, true, &shared);
  if (!has_global && !has_shared) return NULL;
  json_t *object = json_object();
  if (has_global && has_shared) set_number(object, "requests", global.requests + shared.requests);
  if (has_global) {
    set_number(object, "sectors", global.moved);
    set_number(object, "ideal_sectors", global.ideal);
  }
  if (has_shared) {
    set_number(object, "wavefronts", shared.moved);
    set_number(object, "ideal_wavefronts", shared.ideal);
    set_number(object, "conflicts", shared.moved - shared.ideal);
  }
  return object;
}

json_t *coal_json_formulas(const coal_kernel *k) {
  const coal_formulas *f = k->formulas;
  if (!f) return NULL;
  json_t *object = json_object();
  coal_json_set_text(object, "requests", f->requests);
  coal_json_set_text(object, "sectors", f->sectors);
  coal_json_set_text(object, "ideal_sectors", f->ideal_sectors);
  coal_json_set_text(object, "wavefronts", f->wavefronts);
  coal_json_set_text(object, "ideal_wavefronts", f->ideal_wavefronts);
  coal_json_set_text(object, "conflicts", f->conflicts);
  coal_json_set_text(object, "flops", f->flops);
  coal_json_set_text(object, "condition", f->condition);
  return object;
}

static json_t *roofline_object(const coal_roofline *f) {
  json_t *object = json_object();
  set_number(object, "flops", f->flops);
  set_number(object, "loaded_bytes", f->loaded_bytes);
  set_number(object, "stored_bytes", f->stored_bytes);
  set_number(object, "moved_bytes", f->moved_bytes);
  set_number(object, "intensity", f->intensity);
  set_number(object, "load_intensity", f->load_intensity);
  set_number(object, "moved_intensity", f->moved_intensity);
  if (f->balance > 0) {
    set_number(object, "balance", f->balance);
    coal_json_set_text(object, "bound", f->is_bandwidth_bound ? "bandwidth" : "compute");
  }
  if (f->gflops > 0) set_number(object, "gflops", f->gflops);
  return object;
}

/** Caches and reuse included. */
static void set_estimate(json_t *object, const coal_launch_cost_estimate *e) {
  set_number(object, "time_ns", e->time_ns);
  coal_json_set_text(object, "bottleneck", e->bottleneck);
  if (e->has_loads) set_number(object, "l1_hit_rate", e->l1_hit_rate);
  set_number(object, "load_sectors", e->load_sectors);
  set_number(object, "store_sectors", e->store_sectors);
  set_number(object, "l2_read_sectors", e->l2_read_sectors);
  set_number(object, "l2_write_sectors", e->l2_write_sectors);
  set_number(object, "dram_read_bytes", e->dram_read_bytes);
  set_number(object, "dram_write_bytes", e->dram_write_bytes);
  if (e->assumption) coal_json_set_text(object, "assumes", e->assumption);
}

json_t *coal_json_launch_cost(const coal_report *r, const coal_analysis *a, const coal_kernel *k, size_t launch) {
  const coal_totals *t = k->totals ? &k->totals[launch] : NULL;
  const coal_launch_cost_estimate *e = k->costs && k->costs[launch].is_known ? &k->costs[launch] : NULL;
  bool has_totals = t && t->global_certainty == COAL_CERTAINTY_EXACT;
  if (!has_totals && !e) return NULL;
  json_t *object = json_object();
  if (e) set_estimate(object, e);
  if (!has_totals) return object;
  coal_launch_cost c = coal_cost_of_launch(r->options, a, k, launch);
  set_number(object, "bytes_used", t->global.bytes_used);
  set_number(object, "bytes_moved", t->global.bytes_moved);
  if (!e) {
    set_number(object, "dram_read_bytes", t->global.dram_read_bytes);
    set_number(object, "dram_write_bytes", t->global.dram_write_bytes);
  }
  if (c.has_bound) {
    set_number(object, "latency_bound_ns", c.time.latency_ns);
    set_number(object, "bandwidth_bound_ns", c.time.bandwidth_ns);
    coal_json_set_text(object, "bound", c.time.is_bandwidth_bound ? "bandwidth" : "latency");
    set_number(object, "warps_in_flight", c.warps_in_flight);
    set_number(object, "crossover_warps", c.time.crossover_warps);
  }
  if (c.effective_gbps > 0) set_number(object, "effective_gbps", c.effective_gbps);
  if (t->shared_certainty == COAL_CERTAINTY_EXACT && c.cycles > 0)
    set_number(object, "shared_cycles_a_multiprocessor", c.cycles);
  if (r->options->roofline && t->flops_certainty == COAL_CERTAINTY_EXACT) {
    coal_roofline f = coal_cost_roofline(r->options, coal_analysis_options(a)->target, t);
    json_object_set_new(object, "roofline", roofline_object(&f));
  }
  return object;
}
