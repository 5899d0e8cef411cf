/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** Follows the warps of one multiprocessor through its L1, a share of L2 and DRAM, cycle by cycle, nearly. */
#ifndef COAL_COST_FOLLOW_H
#define COAL_COST_FOLLOW_H

#include "machine.h"
#include "trace.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Requests and sectors of an access by the blocks that were followed. */
typedef struct coal_follow_access {
  double requests, lines;
  double load_sectors, hit_sectors;
  double store_sectors; /* atomics too */
  bool is_atomic;       /* global */
  double atomic_cycles; /* of the slices of L2 */
  double missed_pairs;  /* of sectors, that this multiprocessor's share of L2 did not hold */
  double wavefronts;
  double sectors, ideal_lines, ideal_sectors,
      ideal_wavefronts; /* ideal: of the same bytes, dense and without conflicts */
  uint32_t object;      /* the last one */
} coal_follow_access;

/** Of an object: 64-byte pairs of sectors that this multiprocessor read from L2 for the first time, and that its share of L2
 *  did not hold. */
typedef struct coal_follow_object {
  double first, missed;
  double stored; /* sectors */
} coal_follow_object;

typedef struct coal_follow_options {
  const coal_cost_machine *machine;
  unsigned resident;          /* blocks at once */
  double active;              /* multiprocessors that have work */
  double blocks;              /* that this one runs altogether */
  uint64_t requests_max;      /* to follow, about */
  double l1_bytes, l2_bytes;  /* L2: this multiprocessor's share */
  const double *read_weight;  /* by object: DRAM reads for each pair that is missed */
  const double *write_weight; /* by object: sectors written to DRAM for each that is stored */
  const bool *is_ideal;       /* by access: taken to be dense and without conflicts; NULL: none */
} coal_follow_options;

typedef struct coal_followed {
  double cycles; /* for all blocks of the multiprocessor */
  double scale;  /* blocks it runs / blocks that were followed */
  double l1_cycles, shared_cycles, l2_cycles, dram_cycles, issue_cycles; /* that each was busy, scaled */
  coal_follow_access *accesses;                                          /* not scaled */
  coal_follow_object *objects;
} coal_followed;

/** Follows the blocks of t. Frees with coal_followed_free. */
void coal_follow(coal_trace *t, const coal_follow_options *o, coal_followed *out);
void coal_followed_free(coal_followed *r);
/** Shortens the loops of a warp until it makes about that many requests: outer ones first. */
void coal_follow_shorten(coal_trace_ops *ops, double requests_max);
/** The requests of a warp, all iterations or those that are run. */
double coal_follow_requests(const coal_trace_ops *ops, bool shortened);

#ifdef __cplusplus
}
#endif
#endif
