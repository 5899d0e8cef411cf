/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** `coalcheck confirm` and `coalcheck run`: predictions against executions. */
#ifndef COAL_RUN_CONFIRM_H
#define COAL_RUN_CONFIRM_H

#include <coalcheck/analysis.h>
#include <jansson.h>

#include "driver/options.h"
#include "util/arena.h"
#include "util/str.h"
#include "util/vec.h"

typedef enum coal_confirm_status {
  COAL_CONFIRMED,
  COAL_REFUTED,
  COAL_NOT_REACHED,
  COAL_NOT_PREDICTED
} coal_confirm_status;

typedef struct coal_confirm_range {
  double min, max, mean;
} coal_confirm_range;

/** One line of the result. Strings live in the arena of coal_confirmations. */
typedef struct coal_confirmation {
  const char *file, *kernel, *note; /* note NULL: none */
  const char *symbol;               /* the kernel's mangled name; NULL: no instance is known */
  uint32_t line1, column1, bytes;
  coal_space space;
  coal_mem_op op;
  bool has_predicted, has_measured;
  coal_confirm_range predicted, predicted_ways, measured, measured_ways;
  uint64_t executions, moved_sum; /* of the execution */
  const coal_pattern
      *worst; /* prediction for shared memory: the request with the most wavefronts in the analysis; or NULL */
  uint32_t worst_moved;
  coal_confirm_status status;
} coal_confirmation;

typedef struct coal_confirmations {
  coal_arena *arena;
  COAL_VEC(coal_confirmation) items;
  COAL_VEC(const char *) faults; /* one line each */
  bool has_fault;                /* that the user has to fix: all but limits of the executor */
  bool has_fatal_fault;
  const coal_launch_option *only; /* kernels to include; n_only 0: all */
  size_t n_only;
  const char *backend, *device;
  json_t *totals; /* of kernels, from the executions; may be NULL */
} coal_confirmations;

/** Joins the results of the analyses with what a run measured (the JSON of coal_result_write). */
void coal_confirm_join(coal_confirmations *out, const coal_analysis *const *analyses, size_t n_analyses,
                       const json_t *result);
/** The JSON of contract.md. */
void coal_confirm_json(const coal_confirmations *c, coal_str *out);
/** A table, faults and a summary line. */
void coal_confirm_text(const coal_confirmations *c, coal_str *out);
/** 0, 1 (something refuted) or 2 (a fault). */
int coal_confirm_exit_status(const coal_confirmations *c);

/** The launches of the plan (coalcheck-exec): those that the analysis judged, of the kernels named on the command
 *  line or of all, with their arguments and what the command line says of these. */
json_t *coal_confirm_launches(const coal_config *config, const coal_analysis *a);

/** A file of the plan for coalcheck-gpu: source, flags, launches as they were executed, and the rows from `first`
 *  on. */
json_t *coal_confirm_plan_file(const coal_confirmations *c, size_t first, const char *source, const char *target,
                               const char *const *flags, size_t n_flags, const json_t *launched);
/** Lines for coal_device_read_widths: the vector copies of the source. */
void coal_confirm_widths(const coal_analysis *a, coal_str *out);

#endif
