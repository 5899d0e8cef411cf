/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** Launches: what host code passes to kernels, and what is assumed where no launch is seen. */
#ifndef COAL_EVAL_LAUNCH_H
#define COAL_EVAL_LAUNCH_H

#include "eval/machine/machine.h"

typedef enum coal_arg_kind {
  COAL_ARG_UNKNOWN,
  COAL_ARG_INT, /* value, or only value ≡ rem (mod `mod`) in [lo, hi] */
  COAL_ARG_FLOAT,
  COAL_ARG_POINTER, /* object + offset bytes (offset as for INT) */
  COAL_ARG_AGGREGATE
} coal_arg_kind;

/** A kernel argument, independent of the machine that computed it. */
typedef struct coal_arg {
  coal_arg_kind kind;
  bool is_pitch;   /* INT: a pitch from cudaMallocPitch */
  bool is_pitched; /* POINTER: memory from cudaMallocPitch */
  bool is_known;   /* INT, offset of POINTER: `value` is exact */
  int64_t value, mod, rem, lo, hi;
  double f;
  uint32_t object;           /* POINTER: which, UINT32_MAX = null */
  const char *object_source; /* a name that identifies it, NULL = not seen */
  const char *source;        /* POINTER: the function that allocated the memory, NULL = not seen */
  uint32_t align_bytes;
  bool is_align_assumed;
  uint64_t offset, size; /* of a part of an aggregate */
  const coal_type *type;
  const struct coal_arg *parts;
  size_t n_parts;
} coal_arg;

/** The steps of the analysis of a file. Work beyond `limit` is not done. */
typedef struct coal_work {
  uint64_t done, limit;
} coal_work;

static inline uint64_t coal_work_left(const coal_work *w) { return w->limit > w->done ? w->limit - w->done : 0; }

typedef struct coal_plan {
  coal_work *work; /* where the steps are counted; NULL: not counted, and only the budget bounds them */
  const coal_function *kernel;
  coal_launch launch;
  const coal_arg *args; /* NULL: nothing known */
  size_t n_args;
  const coal_binding *values; /* of --launch, by parameter name */
  size_t n_values;
  uint64_t whole_budget; /* steps for executing a small launch whole */
  bool swaps_xy; /* a trial: the kernel reads .y of threadIdx, blockIdx, blockDim and gridDim for .x, and .x for .y */
} coal_plan;

typedef COAL_VEC(coal_plan) coal_plans;
typedef COAL_VEC(coal_note) coal_launch_notes;

/** Executes the host functions that launch kernels, then the kernels that do, and collects their launches in `kept`
 *  memory. `notes` gets the launches whose kernel is not known, and those that were not reached. */
void coal_find_launches(const coal_module *m, const coal_options *options, coal_arena *kept, coal_work *work,
                        coal_plans *out, coal_launch_notes *notes);
/** The plans of one kernel: from --launch, else from the file, else from bounds, tiles and the default. */
void coal_plans_for(const coal_module *m, const coal_function *kernel, const coal_options *options,
                    const coal_plans *seen, coal_arena *kept, coal_plans *out);
/** Executes one plan into the recorder. Returns true when every warp and iteration was executed. */
bool coal_run_plan(const coal_module *m, const coal_plan *plan, const coal_options *options,
                   struct coal_recorder *recorder, uint64_t budget);
/** The same to count the whole launch: loops are not cut short; whole periods are skipped and their counts repeated. */
bool coal_count_plan(const coal_module *m, const coal_plan *plan, const coal_options *options,
                     struct coal_recorder *recorder, uint64_t budget);
struct coal_follower;
/** Traces the requests of some blocks of the launch, enough to represent all (trace_blocks.h). */
void coal_follow_plan(const coal_module *m, const coal_plan *plan, const coal_options *options,
                      struct coal_recorder *recorder, uint64_t budget, struct coal_follower *follower);
/** Executes one plan for the launches that its device code makes. */
void coal_run_parent(const coal_module *m, const coal_plan *plan, const coal_options *options, coal_launch_sink sink,
                     uint64_t budget);
/** Every scalar that the plan passes, in the arena. */
const coal_passed *coal_plan_passed(const coal_plan *plan, const coal_options *options, coal_arena *arena, size_t *n);
/** Why a number of the launch is not known: "'n' is not known". In `kept` memory. */
const char *coal_launch_reason(coal_arena *kept, coal_machine *m, coal_value v);
/** Evaluates a call of a member of std::vector, optional, unique_ptr or shared_ptr. True: `*result` is its value. */
bool coal_host_container(coal_machine *m, const coal_function *fn, const coal_expr *call, const coal_value *args,
                         size_t n, coal_value *result);
/** Is it the class template std::`name`? */
bool coal_is_std_class(const coal_record *r, const char *name);
/** argv of main() for these words: an array of strings, ended by a null pointer. */
coal_value coal_host_arguments(coal_machine *m, const char *const *words, size_t n);
/** Evaluates a call of a library function that reads a string (atoi, strcmp, getopt …). True: `*result` is its
 *  value. */
bool coal_host_text_call(coal_machine *m, const coal_expr *e, const coal_value *args, size_t n, coal_value *result);
/** Constructs or assigns a std::string from a string that is known. */
bool coal_host_make_string(coal_machine *m, const coal_function *fn, const coal_value *args, size_t n);
/** The hooks of coal_host_hooks (host_calls.c, callbacks.c, text.c). */
bool coal_eval_host_call(coal_machine *m, const coal_expr *e, const coal_value *args, size_t n, coal_value *result);
bool coal_host_call_handed(coal_machine *m, const coal_function *fn, const coal_expr *at, const coal_value *args,
                           size_t n, coal_value *result);
coal_value coal_host_literal(coal_machine *m, const char *text);
/** Does the option name this kernel? */
bool coal_launch_names(const char *pattern, const coal_function *fn);

#endif
