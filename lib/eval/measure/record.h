/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** Collects the requests of a kernel's accesses: numbers, shapes and what neighbours have in common. */
#ifndef COAL_EVAL_RECORD_H
#define COAL_EVAL_RECORD_H

#include "cost/estimate.h"
#include "eval/machine/machine.h"

typedef struct coal_recorder coal_recorder;

/** One access: a site in the source that loads, stores or does both at once. */
typedef struct coal_census_entry {
  const coal_expr *site;
  coal_range range;
  coal_mem_op op; /* LOAD, STORE or ATOMIC */
  const coal_type *type;
  coal_space space;
  const coal_var *object; /* the array, or the pointer it is reached by; NULL: none that has a name */
  const coal_function *fn;
  coal_reason reason; /* why it cannot be evaluated, or NONE: it can */
  const char *detail;
} coal_census_entry;

/** For one kernel; `kept` is where the facts live. */
coal_recorder *coal_recorder_new(const coal_target *target, const coal_kernel *kernel, coal_arena *kept);
void coal_recorder_free(coal_recorder *r);
/** Requests from now on belong to that launch. */
void coal_recorder_launch(coal_recorder *r, uint32_t launch);
/** Is there an access (or none yet) that was never seen with forms? */
bool coal_recorder_wants_forms(const coal_recorder *r);
/** How often a smallest or largest number changed so far. */
uint64_t coal_recorder_changes(const coal_recorder *r);
/** A warp begins (its number in the first block, −1 in others; it may run again), a warp has ended: its counts are added to the launch's. `why_not`: what makes them inexact, or NULL. */
void coal_recorder_warp_begin(coal_recorder *r, int first_block_warp);
void coal_recorder_warp_end(coal_recorder *r, const char *why_not);
/** The warp under way ran out of steps: what was recorded from `activity` (coal_record_activity) on, in a loop, is not all of
 *  what those accesses do, and the straight-line region under way is not complete. */
void coal_recorder_cut(coal_recorder *r, double activity);
/** Did a warp run out of steps? Accesses may be missing then. */
bool coal_recorder_is_cut(const coal_recorder *r);
/** A hash of what the last warp accessed how often, and in how many lanes. */
uint64_t coal_recorder_warp_kind(const coal_recorder *r);
/** Have all warps of the launch under way counted the same? */
bool coal_recorder_is_uniform(const coal_recorder *r);
/** The counts of a launch of `warps` warps, all of which were run if `is_complete`. Else those of the warps that were run
 *  stand for all. Strings live in the kept arena. */
coal_totals coal_recorder_totals(const coal_recorder *r, uint32_t launch, double warps, bool is_complete);

/** From now on it is noted which of the module's expressions were met as accesses. */
void coal_recorder_watch(coal_recorder *r, uint32_t n_exprs);
/** Adds what the census has and nothing was met of, each as an access that is unknown. */
void coal_recorder_account(coal_recorder *r, const coal_census_entry *written, size_t n);
/** Forgets accesses at addresses nobody knows that lie in the lanes' own memory all the same: `met` by expression, 1 for these. */
void coal_recorder_forget_local(coal_recorder *r, const uint8_t *met);

/** Did a request move more than its ideal that its neighbours do not use? */
bool coal_recorder_has_excess(const coal_recorder *r);
/** Calls met that go through textures and surfaces. */
size_t coal_recorder_textures(const coal_recorder *r);
/** The facts in source order. `is_exhaustive`: nothing was left out. `*n` entries in the kept arena. */
coal_access *coal_recorder_finish(coal_recorder *r, bool is_exhaustive, size_t *n);

struct coal_follower;
/** Requests from now on are handed on (follow.h); NULL: no longer. */
void coal_recorder_follow(coal_recorder *r, struct coal_follower *f);
/** Adds to the accesses what a launch costs that `followed` was the recorder of. */
void coal_recorder_set_estimates(coal_recorder *r, const coal_recorder *followed, const coal_estimate *e);

#endif
