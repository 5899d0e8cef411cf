/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** What coalcheck-gpu can do where CUPTI is missing or not permitted: time the shared access patterns. */
#ifndef COAL_RUN_GPU_CLOCK_H
#define COAL_RUN_GPU_CLOCK_H

#include <jansson.h>
#include <stdbool.h>

#include "util/arena.h"

typedef struct coal_gpu_clock_tools {
  const char *folder; /* for the kernels and their cubin */
  bool (*compile)(const void *user, const char *source, const char *cubin);
  const void *user;
} coal_gpu_clock_tools;

/** Times the worst request of each shared row of the plan's file (its "worst": mask, byte offsets by lane, wavefronts)
 * and appends confirmations to `list`: cycles against wavefronts. False and `*error` (in the arena or static). */
bool coal_gpu_clock(coal_arena *a, const coal_gpu_clock_tools *tools, const json_t *file, json_t *list,
                    const char **error);

#endif
