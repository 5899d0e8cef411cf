/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** How long global requests take: the two bounds of the textbook, and a calibration on one GPU. */
#ifndef COAL_MODEL_TIMING_H
#define COAL_MODEL_TIMING_H

#include "traffic.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The parameters of the time model (targets.md, "Cost"). */
typedef struct coal_time_parameters {
  double latency_ns;      /* L: of one transaction */
  double bandwidth_gbps;  /* B: 10^9 bytes a second */
  double warps_in_flight; /* requests that overlap */
  uint32_t slots; /* transactions of one request that overlap: up to so many take L together, more take L each */
} coal_time_parameters;

/** Of the target's first product with all its warps resident. */
coal_time_parameters coal_time_defaults(const coal_target *target);
/** The fixed teaching model: L = 300 ns, B = 900 GB/s, one warp in flight. */
coal_time_parameters coal_time_teaching(void);

/** Requests of one kind. */
typedef struct coal_time {
  double latency_ns;   /* the latency bound: Σ of L or N·L, over the warps in flight */
  double bandwidth_ns; /* the bandwidth bound: bytes / B */
  double total_ns;     /* the larger one: which applies */
  bool is_bandwidth_bound;
  double crossover_warps; /* from so many warps in flight on the bandwidth bound applies */
} coal_time;

/** Latency of one request of N transactions: L if they fit the slots, else N·L. */
double coal_request_latency_ns(const coal_time_parameters *p, double transactions);
/** `requests` requests with a summed latency (by one warp after the other) and summed bytes. */
coal_time coal_time_of(const coal_time_parameters *p, double latency_sum_ns, double bytes);

/** Nanoseconds that one warp request of a stream takes of an H200, all multiprocessors together: fitted to
 *  ground-truth/h200-bandwidth.csv (docs/accuracy.md has the error of every row). */
double coal_calibrated_request_ns(const coal_target *target, const coal_stream *stream);

/** Warps that fit on a multiprocessor at once, as far as threads, blocks and shared memory limit them (registers are not
 *  known); 0 when the block cannot run. */
unsigned coal_resident_warps(const coal_target *target, uint64_t block_threads, uint64_t shared_bytes);

#ifdef __cplusplus
}
#endif
#endif
