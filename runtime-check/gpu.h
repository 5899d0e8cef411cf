/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * coalcheck-gpu: what a plan predicts, measured on an NVIDIA GPU.
 *
 * A metric needs a process of its own (CUPTI counts once, and for modules loaded after it was switched on), so the
 * program starts itself once a metric: `coalcheck-gpu --measure=METRIC PLAN INDEX CUBIN OUT`.
 */
#ifndef COAL_RUN_GPU_H
#define COAL_RUN_GPU_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "util/arena.h"
#include "util/str.h"
#include "util/vec.h"

#define COAL_METRIC_GLOBAL "smsp__sass_sectors_mem_global"
#define COAL_METRIC_SHARED "smsp__sass_l1tex_pipe_lsu_wavefronts_mem_shared"

/** One SASS instruction that accesses memory, with its counters. */
typedef struct coal_sass {
  const char *function; /* mangled */
  uint32_t pc, bytes;
  bool is_shared, is_global, is_generic, is_store, is_atomic, is_load;
  const char *file; /* of the user's source, through the inlining; NULL: unknown */
  uint32_t line1;
  const char *opcode; /* "LDG.E.128" */
  uint64_t global_sum, shared_sum;
  bool used;
} coal_sass;
typedef COAL_VEC(coal_sass) coal_sass_list;

/** Disassembles the cubin with nvdisasm and lists its memory instructions. False and `*error` (in the arena). */
bool coal_gpu_disassemble(coal_arena *a, const char *nvdisasm, const char *cubin, coal_sass_list *out,
                          const char **error);
/** Adds the counters of a measuring process's output ("FUNCTION PC VALUE" lines). False: unreadable. */
bool coal_gpu_add_counters(coal_sass_list *list, const char *path, bool shared);

/** The measuring process. Exit status: 0; 2 with a message on stderr. */
int coal_gpu_measure(const char *metric, const char *plan, size_t index, const char *cubin, const char *out);

/** Compares one file's rows with the instructions: appends confirmations (contract.md) to `list`. */
void coal_gpu_compare(coal_arena *a, const json_t *file, coal_sass_list *sass, json_t *list);

#endif
