/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** Collects the requests of a kernel's accesses: their numbers, their shapes, and how neighbours complete each
 *  other. */
#ifndef COAL_EVAL_RECORD_H
#define COAL_EVAL_RECORD_H

#include "cost/estimate.h"
#include "eval/domain/frame.h"

typedef struct coal_recorder coal_recorder;

/** Who accesses memory: the active lanes of the machine, as plain data. */
typedef struct coal_accessor {
  coal_symbols *symbols;
  const coal_frame *frame;     /* the innermost call */
  uint32_t active;             /* lanes; not 0 */
  const coal_poly *thread[3];  /* threadIdx */
  const coal_range *undecided; /* the innermost enclosing condition that is not known, NULL: none */
  const char *unfollowed;      /* why this code may be executed otherwise (a jump was met), NULL: it may not */
  bool makes_forms;            /* addresses have forms */
} coal_accessor;

/** One access as it is executed. */
typedef struct coal_access_made {
  const coal_expr *site;
  coal_range range;
  coal_value address;
  coal_mem_op op;
  const coal_type *type;
} coal_access_made;

/** The outcome of recording an access. */
typedef struct coal_recording {
  uint32_t requests; /* requests that were measured */
  bool is_inexact;   /* some number may not occur, or may be another */
} coal_recording;

/** One access: a site in the source that loads, stores or does both at once. */
typedef struct coal_census_entry {
  const coal_expr *site;
  coal_range range;
  coal_mem_op op; /* LOAD, STORE or ATOMIC */
  const coal_type *type;
  coal_space space;
  const coal_var *object; /* the array, or the pointer that it is accessed through; NULL: it has no name */
  const coal_function *fn;
  coal_reason reason; /* why it cannot be evaluated, or NONE: it can */
  const char *detail;
} coal_census_entry;

/** For one kernel; the facts live in `kept`. */
coal_recorder *coal_recorder_new(const coal_target *target, const coal_kernel *kernel, coal_arena *kept);
void coal_recorder_free(coal_recorder *r);
/** Requests from now on belong to that launch. */
void coal_recorder_launch(coal_recorder *r, uint32_t launch);
/** Is there no access yet, or one that was never seen with forms? */
bool coal_recorder_wants_forms(const coal_recorder *r);
/** How often a minimum or maximum changed so far. */
uint64_t coal_recorder_changes(const coal_recorder *r);
/** A warp begins: its number in the first block, −1 in others; it may be executed again. */
void coal_recorder_warp_begin(coal_recorder *r, int first_block_warp);
/** A warp has ended: its counts are added to the launch's. `why_not`: why they are inexact, or NULL; `is_lost`: part of
 *  the warp was not executed. */
void coal_recorder_warp_end(coal_recorder *r, const char *why_not, bool is_lost);
/** The present warp ran out of steps: records since `activity` (coal_recorder_activity), in a loop, do not cover all
 *  that those accesses do, and the present straight-line region is incomplete. */
void coal_recorder_cut(coal_recorder *r, double activity);
/** Did a warp run out of steps? Accesses may be missing then. */
bool coal_recorder_is_cut(const coal_recorder *r);
/** A hash of the requests, bytes and accesses of the last warp. */
uint64_t coal_recorder_warp_kind(const coal_recorder *r);
/** Do all warps of the present launch have the same counts? */
bool coal_recorder_is_uniform(const coal_recorder *r);
/** The totals of a launch of `warps` warps, all of which were executed if `is_complete`. Else the executed warps
 *  represent all. Strings live in the kept arena. */
coal_totals coal_recorder_totals(const coal_recorder *r, uint32_t launch, double warps, bool is_complete);

/** From now on, records which of the module's expressions were met as accesses. */
void coal_recorder_watch(coal_recorder *r, uint32_t n_exprs);
/** Adds the accesses of the census that were not met, each as unknown. */
void coal_recorder_account(coal_recorder *r, const coal_census_entry *written, size_t n);
/** Removes accesses at unknown addresses that are in the lanes' own memory: `met` by expression, 1 for these. */
void coal_recorder_forget_local(coal_recorder *r, const uint8_t *met);

/** One access by the active lanes. */
coal_recording coal_recorder_access(coal_recorder *r, const coal_accessor *who, const coal_access_made *a);
/** The accesses that an OPAQUE expression stands for, at that address. */
void coal_recorder_written(coal_recorder *r, const coal_accessor *who, const coal_expr *site, coal_value address);
/** The site turned out to access a lane's own memory. */
void coal_recorder_local(coal_recorder *r, const coal_expr *site, coal_mem_op op);
/** Floating-point operations, of all lanes together. */
void coal_recorder_flops(coal_recorder *r, double n);
/** A call that reads or writes a texture or surface. */
void coal_recorder_texture(coal_recorder *r, const coal_expr *site);
/** The number of records so far, to see whether a stretch recorded anything. */
double coal_recorder_activity(const coal_recorder *r);
/** Ends a straight-line region: neighbouring accesses are judged together up to here. */
void coal_recorder_region_end(coal_recorder *r);
/** A barrier: ends the region, and nothing is merged across it. */
void coal_recorder_barrier(coal_recorder *r);

/** The counts at one point of the execution. */
typedef struct coal_count_mark coal_count_mark;
/** The counts so far; yours, free(). */
coal_count_mark *coal_recorder_mark(const coal_recorder *r);
/** Adds what was counted between the two marks `times` more times. */
void coal_recorder_repeat(coal_recorder *r, const coal_count_mark *from, const coal_count_mark *to, double times);
/** Was the same counted from a to b as from b to c? */
bool coal_count_marks_are_periodic(const coal_count_mark *a, const coal_count_mark *b, const coal_count_mark *c);
/** Who writes the warp's requests down for the cost model; NULL: nobody. */
struct coal_follower *coal_recorder_follower(const coal_recorder *r);
/** The trace of the warp's requests for the cost model; NULL: none. */
struct coal_trace *coal_recorder_trace(const coal_recorder *r);

/** Did a request move more than its ideal without neighbours that use the rest? */
bool coal_recorder_has_excess(const coal_recorder *r);
/** The number of calls that access textures and surfaces. */
size_t coal_recorder_textures(const coal_recorder *r);
/** The facts in source order. `is_exhaustive`: everything was executed. `*n` entries in the kept arena. */
coal_access *coal_recorder_finish(coal_recorder *r, bool is_exhaustive, size_t *n);

struct coal_follower;
/** Adds requests from now on to a trace (follow.h); NULL: no longer. */
void coal_recorder_follow(coal_recorder *r, struct coal_follower *f);
/** Adds to the accesses the cost of the launch that `followed` recorded. */
void coal_recorder_set_estimates(coal_recorder *r, const coal_recorder *followed, const coal_estimate *e);

#endif
