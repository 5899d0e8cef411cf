/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** Timing of shared access patterns, for coalcheck-gpu where CUPTI is missing or not permitted. */
#ifndef COAL_RUN_GPU_CLOCK_H
#define COAL_RUN_GPU_CLOCK_H

#include <jansson.h>
#include <stdbool.h>

#include "util/arena.h"

typedef struct coal_gpu_clock_tools {
  const char *folder; /* for the kernels and their cubin */
  bool (*compile)(const void *user, const char *source, const char *cubin);
  /** Runs coal_gpu_time for the row in another process; its status. */
  int (*time)(const void *user, size_t row, const char *cubin, const char *out);
  const void *user;
} coal_gpu_clock_tools;

/** The timing process: writes the cycles of one row's worst request into `out`, or what went wrong. Exit status: 0,
 *  COAL_GPU_KERNEL_FAILED, or 2 when it could not start. */
int coal_gpu_time(const char *plan, size_t index, size_t row, const char *cubin, const char *out);
/** Times the worst request of each shared row of the plan's file (its "worst": mask, byte offsets by lane, wavefronts)
 * and appends confirmations to `list`: cycles against wavefronts. False and `*error` (in the arena or static). */
bool coal_gpu_clock(coal_arena *a, const coal_gpu_clock_tools *tools, const json_t *file, json_t *list,
                    const char **error);

#endif
