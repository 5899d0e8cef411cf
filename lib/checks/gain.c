/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "gain.h"

#include <string.h>

#include "cause.h"
#include "text.h"

#define HITS_MANY 0.5

coal_gain coal_gain_of(const coal_cause *c) {
  coal_gain best = {0};
  for (size_t i = 0; i < c->n; i++) {
    const coal_access_cost_estimate *e = &c->accesses[i]->estimate;
    if (!c->accesses[i]->has_estimate || !e->has_saving || e->time_ns <= 0 || !e->bottleneck) continue;
    if (!best.is_known || e->saved_ns > best.saved_ns) best = (coal_gain){true, e->time_ns, e->saved_ns, e->bottleneck};
  }
  return best;
}

double coal_gain_percent(const coal_gain *g) { return g->is_known ? 100 * g->saved_ns / g->time_ns : 0; }

/** The largest number of blocks in a launch of the kernels. */
static double most_blocks(const coal_cause *c) {
  double most = 0;
  for (size_t i = 0; i < c->n; i++)
    for (size_t k = 0; k < c->accesses[i]->kernel->n_launches; k++) {
      const coal_launch *l = &c->accesses[i]->kernel->launches[k];
      const double n = (double)l->grid[0] * l->grid[1] * l->grid[2];
      if (l->grid_known && n > most) most = n;
    }
  return most;
}

/** A launch with fewer blocks than multiprocessors is bound by its own latency, and tells little about a larger one. */
static bool fills_gpu(const coal_cause *c) {
  return most_blocks(c) >= coal_analysis_options(c->analysis)->target->multiprocessors;
}

bool coal_gain_is_below(const coal_cause *c, const coal_gain *g, double min_percent) {
  return g->is_known && coal_gain_percent(g) < min_percent && fills_gpu(c);
}

static const char *limit_of(const char *bottleneck) {
  static const char *const texts[][2] = {{"l1", "L1 line look-ups"},     {"shared", "shared memory"},
                                         {"l2", "L2 bandwidth"},         {"dram", "DRAM bandwidth"},
                                         {"issue", "instruction issue"}, {"latency", "latency"}};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    if (strcmp(texts[i][0], bottleneck) == 0) return texts[i][1];
  return bottleneck;
}

static const char *why_cheap(const coal_cause *c, const coal_gain *g) {
  double loads = 0, hits = 0;
  for (size_t i = 0; i < c->n; i++) {
    loads += c->accesses[i]->estimate.load_sectors;
    hits += c->accesses[i]->estimate.hit_sectors;
  }
  if (c->accesses[0]->is_amortized) return "the neighbouring accesses use the same sectors";
  if (strcmp(g->bottleneck, "dram") == 0) return "the kernel waits for DRAM anyway";
  if (loads > 0 && hits >= HITS_MANY * loads) return "served by L1";
  return strcmp(g->bottleneck, "latency") == 0 ? "the kernel waits for latency anyway"
                                               : "other accesses limit the kernel";
}

/** Two times in the unit of the longer one: "269 µs instead of 66". */
static const char *times(coal_analysis *analysis, double ns, double better_ns) {
  static const char *const units[] = {"ns", "µs", "ms", "s"};
  unsigned u = 0;
  double by = 1;
  for (; u < 3 && ns / by >= 1000; u++) by *= 1000;
  return coal_analysis_format(analysis, "%.3g %s instead of %.3g", ns / by, units[u], better_ns / by);
}

/** Without a time: "each request uses 128 of the 1024 bytes it moves (12.5 % efficient)". */
static const char *share_used(const coal_cause *c) {
  double used = 0, moved = 0, n = 0;
  for (size_t i = 0; i < c->n; i++) {
    used += (double)c->accesses[i]->bytes_used;
    moved += (double)c->accesses[i]->bytes_moved;
    n += (double)c->accesses[i]->moved.n;
  }
  if (c->accesses[0]->space != COAL_SPACE_GLOBAL || !(moved > 0)) return NULL;
  if (c->accesses[0]->is_amortized) return "costs next to nothing: the neighbouring accesses use the same sectors";
  return coal_analysis_format(c->analysis, "each request uses %.4g of the %.4g bytes it moves (%s %% efficient)",
                              used / n, moved / n, coal_text_percent(c->analysis, 100 * used / moved));
}

const char *coal_gain_text(const coal_cause *c, const coal_gain *g, double min_percent) {
  coal_analysis *analysis = c->analysis;
  const char *target = coal_analysis_options(analysis)->target->name;
  const double percent = coal_gain_percent(g);
  if (!g->is_known || (percent < COAL_MIN_GAIN_PERCENT && !fills_gpu(c))) return share_used(c);
  if (percent < min_percent)
    return coal_analysis_format(analysis, "costs less than %.3g %% of this kernel's time on %s: %s", min_percent,
                                target, why_cheap(c, g));
  return coal_analysis_format(analysis, "costs %.0f %% of this kernel's time on %s (%s): %s", percent, target,
                              times(analysis, g->time_ns, g->time_ns - g->saved_ns), limit_of(g->bottleneck));
}
