/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** What a launch costs: caches, DRAM, time. */
#ifndef COAL_COST_ESTIMATE_H
#define COAL_COST_ESTIMATE_H

#include "trace.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Of an access. */
typedef struct coal_access_estimate {
  double requests, load_sectors, hit_sectors, dram_read_bytes, dram_write_bytes;
  bool has_saving; /* it moves more than its bytes need */
  double saved_ns; /* of the launch, if all such accesses of its object were dense, or it had no conflicts */
} coal_access_estimate;

/** Of a launch. Rates are shares of 1. */
typedef struct coal_estimate {
  bool has_loads; /* from global memory: l1_hit_rate is a number */
  double time_ns, l1_hit_rate, load_sectors, store_sectors, l2_read_sectors, l2_write_sectors, dram_read_bytes,
      dram_write_bytes;
  const char *bottleneck; /* "l1", "shared", "l2", "dram", "issue", "latency" or "atomics"; static */
  size_t n_accesses;
  coal_access_estimate *accesses; /* by the trace's numbers; coal_estimate_free */
} coal_estimate;

/** False, with nothing in *out, where the target's constants are not known or the trace has failed. Follows about
 *  `requests_max` requests. */
bool coal_estimate_launch(coal_trace *t, const coal_target *target, uint64_t requests_max, coal_estimate *out);
void coal_estimate_free(coal_estimate *e);

#ifdef __cplusplus
}
#endif
#endif
