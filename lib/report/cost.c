/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "cost.h"
#include "checks/text.h"

#include <string.h>

#include "render.h"

coal_time_parameters coal_cost_parameters(const coal_report_options *options, const coal_target *target) {
  coal_time_parameters p = options->is_teaching ? coal_time_teaching() : coal_time_defaults(target);
  if (options->latency_ns > 0) p.latency_ns = options->latency_ns;
  if (options->bandwidth_gbps > 0) p.bandwidth_gbps = options->bandwidth_gbps;
  if (options->warps_in_flight > 0) p.warps_in_flight = options->warps_in_flight;
  return p;
}

/* ---- accesses ------------------------------------------------------------------------------------------ */

enum { CALIBRATED_CC = 90, CALIBRATED_STRIDE_MAX = 256 };

/** A dense or strided access of whole warps is a stream; its start is that of the first request seen. */
static double calibrated_ns(const coal_target *target, const coal_access *a) {
  uint64_t stride = (uint64_t)(a->lane_stride_bytes < 0 ? -a->lane_stride_bytes : a->lane_stride_bytes);
  if (target->cc != CALIBRATED_CC || !a->has_lane_stride || stride < a->instruction_bytes || !a->n_patterns) return 0;
  if (stride > CALIBRATED_STRIDE_MAX) return 0;
  if (a->active_lanes.min < COAL_WARP_LANES || (a->op != COAL_MEM_LOAD && a->op != COAL_MEM_STORE)) return 0;
  int64_t lowest = a->patterns[0].offset[0], last = a->patterns[0].offset[COAL_WARP_LANES - 1];
  if (last < lowest) lowest = last;
  coal_stream s = {a->op == COAL_MEM_STORE, a->instruction_bytes, stride, (uint64_t)(lowest % 128 + 128) % 128, 1, 0};
  return coal_calibrated_request_ns(target, &s);
}

coal_access_cost coal_cost_of_access(const coal_report_options *options, const coal_target *target,
                                     const coal_access *a) {
  coal_access_cost c = {0};
  if (!a->known || !a->moved.n) return c;
  double n = (double)a->moved.n;
  c.is_known = true;
  if (a->space == COAL_SPACE_SHARED) {
    c.cycles = a->moved.sum / n;
    return c;
  }
  coal_time_parameters p = coal_cost_parameters(options, target);
  c.transactions = a->moved.sum / n;
  c.bytes_used = (double)a->bytes_used / n;
  c.bytes_moved = (double)a->bytes_moved / n;
  c.dram_read_bytes = a->dram_read_bytes / n;
  c.dram_write_bytes = a->dram_write_bytes / n;
  c.latency_ns = coal_request_latency_ns(&p, c.transactions);
  coal_time t = coal_time_of(&p, c.latency_ns, c.bytes_moved);
  c.bandwidth_ns = t.bandwidth_ns;
  c.has_bound = p.bandwidth_gbps > 0 && p.warps_in_flight > 0;
  c.is_bandwidth_bound = t.is_bandwidth_bound;
  c.crossover_warps = t.crossover_warps;
  if (!options->is_teaching) c.calibrated_ns = calibrated_ns(target, a);
  return c;
}

/* ---- launches ------------------------------------------------------------------------------------------ */

/** Static shared arrays that the kernel touches, and the launch's dynamic bytes. */
static uint64_t shared_bytes_of(const coal_analysis *analysis, const coal_kernel *k, const coal_launch *l) {
  size_t n;
  const coal_access *list = coal_analysis_accesses(analysis, &n);
  uint64_t sum = l->smem_bytes;
  for (size_t i = 0; i < n; i++) {
    const coal_var *v = list[i].object;
    bool is_new = list[i].kernel == k && v && v->storage == COAL_STORAGE_SHARED;
    for (size_t j = 0; j < i && is_new; j++) is_new = list[j].kernel != k || list[j].object != v;
    if (is_new) sum += v->type->size_bytes;
  }
  return sum;
}

static double at_most_one(double share) { return share > 1 ? 1 : share; }

coal_launch_cost coal_cost_of_launch(const coal_report_options *options, const coal_analysis *analysis,
                                     const coal_kernel *kernel, size_t launch) {
  coal_launch_cost c = {0};
  const coal_target *target = coal_analysis_options(analysis)->target;
  const coal_launch *l = &kernel->launches[launch];
  const coal_totals *t = &kernel->totals[launch];
  coal_time_parameters p = coal_cost_parameters(options, target);
  uint64_t threads = (uint64_t)l->block[0] * l->block[1] * l->block[2];
  c.resident_warps = coal_resident_warps(target, threads, shared_bytes_of(analysis, kernel, l));
  if (!options->is_teaching && options->warps_in_flight <= 0) {
    p.warps_in_flight = c.resident_warps * target->multiprocessors;
    if (t->warps < p.warps_in_flight) p.warps_in_flight = t->warps;
  }
  c.warps_in_flight = p.warps_in_flight;
  c.has_bound = p.bandwidth_gbps > 0 && p.warps_in_flight > 0;
  const coal_counts *g = &t->global;
  double latencies = p.slots < 2 * COAL_WARP_LANES ? g->serialised : g->requests;
  c.time = coal_time_of(&p, latencies * p.latency_ns, g->bytes_moved);
  if (g->bytes_moved > 0) c.coalesce = g->bytes_used / g->bytes_moved;
  double dram = g->dram_read_bytes + g->dram_write_bytes;
  if (dram > 0) c.cache = at_most_one(g->bytes_moved / dram);
  if (c.time.crossover_warps > 0) c.occupancy = at_most_one(c.warps_in_flight / c.time.crossover_warps);
  c.effective_gbps = p.bandwidth_gbps * c.coalesce * c.cache * c.occupancy;
  if (target->multiprocessors) c.cycles = t->shared.moved / target->multiprocessors;
  return c;
}

/* ---- roofline ------------------------------------------------------------------------------------------ */

coal_roofline coal_cost_roofline(const coal_report_options *options, const coal_target *target, const coal_totals *t) {
  coal_time_parameters p = coal_cost_parameters(options, target);
  double peak = options->gflops > 0 ? options->gflops : target->gflops;
  coal_roofline r = {.flops = t->flops,
                     .loaded_bytes = t->global.loaded_bytes,
                     .stored_bytes = t->global.stored_bytes,
                     .moved_bytes = t->global.bytes_moved};
  double bytes = r.loaded_bytes + r.stored_bytes;
  if (bytes > 0) r.intensity = r.flops / bytes;
  if (r.loaded_bytes > 0) r.load_intensity = r.flops / r.loaded_bytes;
  if (r.moved_bytes > 0) r.moved_intensity = r.flops / r.moved_bytes;
  if (peak > 0 && p.bandwidth_gbps > 0) r.balance = peak / p.bandwidth_gbps;
  r.is_bandwidth_bound = bytes > 0 && r.intensity < r.balance;
  r.gflops = r.is_bandwidth_bound ? r.intensity * p.bandwidth_gbps : peak;
  return r;
}

const char *coal_bottleneck_text(const char *name) {
  static const char *const texts[][2] = {{"l1", "L1 line look-ups"},     {"shared", "shared memory"},
                                         {"l2", "L2 bandwidth"},         {"dram", "DRAM bandwidth"},
                                         {"issue", "instruction issue"}, {"latency", "latency"},
                                         {"atomics", "atomics of L2"}};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    if (strcmp(texts[i][0], name) == 0) return texts[i][1];
  return name;
}

void coal_nanoseconds_add(coal_str *out, double ns) {
  static const char *const units[] = {"ns", "µs", "ms", "s"};
  unsigned u = 0;
  while (u < 3 && ns >= 1000) {
    ns /= 1000;
    u++;
  }
  coal_text_add_number(out, ns);
  coal_str_addf(out, " %s", units[u]);
}
