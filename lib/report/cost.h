/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** Private to lib/report: what accesses and kernels cost in time, from the model's parameters. */
#ifndef COAL_REPORT_COST_H
#define COAL_REPORT_COST_H

#include "model/timing.h"
#include "report.h"

/** The parameters of the teaching model or of the target, with the values that options override. */
coal_time_parameters coal_cost_parameters(const coal_report_options *options, const coal_target *target);

/** Of one request of an access, on average. Global: transactions, bytes and times; shared: cycles. */
typedef struct coal_access_cost {
  bool is_known;
  double transactions, bytes_used, bytes_moved;
  double latency_ns;       /* L, or N·L: one request by itself */
  double bandwidth_ns;     /* bytes / B */
  bool has_bound;          /* B and the warps in flight are known: which bound applies */
  bool is_bandwidth_bound; /* bytes / B ≥ latency / warps in flight */
  double crossover_warps;
  double dram_read_bytes, dram_write_bytes;
  double calibrated_ns; /* of the whole GPU, fitted to measurements; 0: none for this target or access */
  double cycles;        /* shared: of the shared-memory pipe */
} coal_access_cost;
coal_access_cost coal_cost_of_access(const coal_report_options *options, const coal_target *target,
                                     const coal_access *a);

/** Of a launch. */
typedef struct coal_launch_cost {
  bool has_bound; /* the model's parameters are known */
  coal_time time;
  double warps_in_flight, resident_warps; /* resident: warps on a multiprocessor, 0 not known */
  double coalesce, cache, occupancy;      /* η: each at most 1, 0 not known */
  double effective_gbps;                  /* B·η: useful bytes; 0 not known */
  double cycles;                          /* shared: wavefronts a multiprocessor; 0 not known */
} coal_launch_cost;
coal_launch_cost coal_cost_of_launch(const coal_report_options *options, const coal_analysis *analysis,
                                     const coal_kernel *kernel, size_t launch);

/** Operations against bytes. */
typedef struct coal_roofline {
  double flops, loaded_bytes, stored_bytes, moved_bytes;
  double intensity;       /* operations a byte that lanes load or store */
  double load_intensity;  /* operations a byte that they load */
  double moved_intensity; /* operations a byte of the sectors moved */
  double balance;         /* operations a byte of the machine: peak / B; 0 not known */
  double gflops;          /* that the bound allows; 0 not known */
  bool is_bandwidth_bound;
} coal_roofline;
coal_roofline coal_cost_roofline(const coal_report_options *options, const coal_target *target,
                                 const coal_totals *totals);

/** "L1 line look-ups" of "l1" and the like; static. */
const char *coal_bottleneck_text(const char *name);
/** "300 ns", "1.14 ms", "9.6 s". */
void coal_nanoseconds_add(coal_str *out, double ns);

#endif
