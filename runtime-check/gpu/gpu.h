/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * coalcheck-gpu: what a plan predicts, measured on an NVIDIA GPU.
 *
 * CUPTI counts one metric of one kernel in a process (seen on an H200, CUDA 13.0: kernels that are launched after the
 * first one move nothing, whichever way they are loaded and patched). So the program starts itself for each launch and
 * metric: `coalcheck-gpu --measure=METRIC PLAN INDEX LAUNCH CUBIN OUT`. A program of the user's (`--app`) runs as
 * often.
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
#define COAL_METRIC_EXECUTED "smsp__sass_inst_executed"

typedef enum coal_counter { COAL_COUNTER_GLOBAL, COAL_COUNTER_SHARED, COAL_COUNTER_EXECUTED } coal_counter;

/** One SASS instruction that accesses memory, with its counters. */
typedef struct coal_sass {
  const char *function; /* mangled */
  uint32_t pc, bytes;
  bool is_shared, is_global, is_generic, is_store, is_atomic, is_load;
  const char *file; /* of the user's source, through the inlining; NULL: unknown */
  uint32_t line1;
  const char *opcode;              /* "LDG.E.128" */
  uint64_t global_sum, shared_sum; /* sectors, wavefronts */
  uint64_t executed;               /* warps, those without an active lane too */
} coal_sass;
typedef COAL_VEC(coal_sass) coal_sass_list;

/** Disassembles the cubin with nvdisasm and lists its memory instructions. False and `*error` (in the arena). */
bool coal_gpu_disassemble(coal_arena *a, const char *nvdisasm, const char *cubin, coal_sass_list *out,
                          const char **error);
/** Adds the counters of a measuring process's output ("FUNCTION PC VALUE" lines). False: unreadable. */
bool coal_gpu_add_counters(coal_sass_list *list, const char *path, coal_counter counter);

/** The measuring process's exit status when the kernel itself failed, and when CUPTI is missing or not permitted. */
enum { COAL_GPU_KERNEL_FAILED = 3, COAL_GPU_NO_COUNTERS = 4 };
/** The measuring process. Exit status: 0; 2 with a message on stderr, or one of the above. */
int coal_gpu_measure(const char *metric, const char *plan, size_t index, size_t launch, const char *cubin,
                     const char *out);

/** Are these mangled names the same function's? Clang and nvcc name internal linkage and anonymous namespaces differently:
 *  _ZL1kPf is _Z1kPf, 12_GLOBAL__N_1 is 39_GLOBAL__N__5d13c7ce_7_k_cu_d1dbb2e0. */
bool coal_gpu_same_symbol(const char *a, const char *b);
/** Compares one file's rows with the instructions: appends confirmations (contract.md) to `list`. */
void coal_gpu_compare(coal_arena *a, const json_t *file, coal_sass_list *sass, json_t *list);
/** A confirmation of the row, without status. Yours to free. */
json_t *coal_gpu_confirmation(const json_t *row);
/** The bytes of a file with a NUL after them; NULL: unreadable. Yours to free. */
char *coal_gpu_read_file(const char *path);
/** The file's rows as not reached, with the reason. */
void coal_gpu_not_reached(const json_t *file, const char *note, json_t *list);

#endif
