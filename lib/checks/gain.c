/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** What a finding costs: the kernel's time as it is against that with the accesses of the cause at their ideal. */
#include <string.h>

#include "notes.h"

#define PERCENT_MIN 5.0 /* below, it hardly matters, and the note says why */
#define HITS_MANY 0.5

static const char *limit_of(const char *bottleneck) {
  static const char *const texts[][2] = {{"l1", "L1 line look-ups"},     {"shared", "shared memory"},
                                         {"l2", "L2 bandwidth"},         {"dram", "DRAM bandwidth"},
                                         {"issue", "instruction issue"}, {"latency", "latency"}};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    if (strcmp(texts[i][0], bottleneck) == 0) return texts[i][1];
  return bottleneck;
}

static const char *why_cheap(const coal_access *a) {
  const coal_access_cost_estimate *e = &a->estimate;
  if (a->is_amortized) return "the neighbouring accesses use the same sectors";
  if (strcmp(e->bottleneck, "dram") == 0) return "the kernel waits for DRAM anyway";
  if (e->load_sectors > 0 && e->hit_sectors >= HITS_MANY * e->load_sectors) return "served by L1";
  return strcmp(e->bottleneck, "latency") == 0 ? "the kernel waits for latency anyway"
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

void coal_notes_add_gain(coal_notes *notes, const coal_access *a) {
  const coal_access_cost_estimate *e = &a->estimate;
  if (!a->has_estimate || !e->has_saving || e->time_ns <= 0 || !e->bottleneck) return;
  const char *target = coal_analysis_options(notes->analysis)->target->name;
  double percent = 100 * e->saved_ns / e->time_ns;
  if (percent < PERCENT_MIN) {
    coal_notes_add(notes, NULL,
                   coal_analysis_format(notes->analysis, "costs less than %.0f %% of this kernel's time on %s: %s",
                                        PERCENT_MIN, target, why_cheap(a)));
    return;
  }
  coal_notes_add(
      notes, NULL,
      coal_analysis_format(notes->analysis, "costs %.0f %% of this kernel's time on %s (%s): %s", percent, target,
                           times(notes->analysis, e->time_ns, e->time_ns - e->saved_ns), limit_of(e->bottleneck)));
}
