/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** The constants behind the cost of a launch, by target. */
#ifndef COAL_COST_MACHINE_H
#define COAL_COST_MACHINE_H

#include <coalcheck/model.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Cycles and rates are those of a multiprocessor's clock. Where each number is from stands in machine.c. */
typedef struct coal_cost_machine {
  double clock_ghz;
  double multiprocessors;
  unsigned warps_max, blocks_max, registers, shared_bytes;
  double l1_bytes, l2_bytes;                 /* L1: with no shared memory in use */
  double hit_cycles, l2_cycles, dram_cycles; /* latencies */
  double loaded_cycles;                      /* more for DRAM when its whole rate is used */
  double shared_cycles;
  double l2_sectors, dram_sectors; /* a cycle, of the whole GPU */
  double port_sectors;             /* a cycle, between one multiprocessor and L2 */
  double atomic_slices;            /* of L2 */
  double atomic_cycles;            /* of the multiprocessors' clock, one of the slices' */
  double partial_sectors;          /* written in part, a cycle, of the whole GPU */
  double issue;                    /* instructions a cycle and multiprocessor */
  double block_cycles;             /* from the start of a block to the next one's on a multiprocessor, at least */
  double start_cycles;             /* from the end of a block to the first request of the next */
  double barrier_wavefronts, barrier_cycles; /* what a barrier takes of the pipe, and its latency; a warp */
  double launch_ns;                          /* that every launch takes */
  double kept_bytes;                         /* of written data, in L2 when a kernel ends */
} coal_cost_machine;

/** False where too little is known: before 7.0, and without a clock or bandwidth. */
bool coal_cost_machine_of(const coal_target *target, coal_cost_machine *out);

#ifdef __cplusplus
}
#endif
#endif
