/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** Counts the warp requests of every access site of every kernel with the same model as the analysis. */
#ifndef COAL_RUN_RECORD_H
#define COAL_RUN_RECORD_H

#include "program/program.h"

/** The requests with one number of active lanes. */
typedef struct coal_exec_lane_measure {
  uint64_t executions;
  uint32_t moved_min, moved_max, ways_min, ways_max;
} coal_exec_lane_measure;

/** Over all requests of a site in one space. Units: moved, ideal: sectors (global) or wavefronts (shared). */
typedef struct coal_exec_measure {
  uint64_t executions, lanes, moved_sum, ideal_sum, ways_sum;
  uint32_t moved_min, moved_max, ways_min, ways_max;
  coal_exec_lane_measure by_lanes[COAL_WARP_LANES + 1];
} coal_exec_measure;

/** One row of the result: a site, or several at one place in the source, in a kernel. */
typedef struct coal_exec_measured {
  const coal_vm_code *kernel;
  const coal_vm_where *where;
  coal_space space; /* GLOBAL or SHARED */
  coal_mem_op op;   /* LOAD, STORE or ATOMIC */
  uint32_t bytes;
  coal_exec_measure m;
} coal_exec_measured;

typedef struct coal_exec_record coal_exec_record;

/** `target` is borrowed. */
coal_exec_record *coal_exec_record_new(const coal_target *target);
void coal_exec_record_free(coal_exec_record *r);
/** The requests that follow belong to that kernel of that program. */
void coal_exec_record_begin(coal_exec_record *r, const coal_vm_program *p, const coal_vm_code *kernel);
/** One warp request: addresses of the lanes in mask, all in `space`. */
void coal_exec_record_request(coal_exec_record *r, uint32_t site, coal_space space, coal_mem_op op, uint32_t bytes,
                              uint32_t mask, const uint64_t *address);
/** All sites that were executed or could have been: of kernels that ran, in order of place. Sites never executed
 *  have executions 0. Yours to free. */
coal_exec_measured *coal_exec_record_result(const coal_exec_record *r, size_t *n);
/** Sum over all requests of a kernel: sectors, wavefronts, and wavefronts above the ideal ("conflicts"). */
typedef struct coal_exec_totals {
  uint64_t requests, sectors, ideal_sectors, wavefronts, ideal_wavefronts;
} coal_exec_totals;
coal_exec_totals coal_exec_record_totals(const coal_exec_record *r, const coal_vm_code *kernel);

#endif
