/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** Collects the requests of a kernel's accesses: numbers, shapes and what neighbours have in common. */
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
  const coal_range *undecided; /* the innermost condition around that nobody knows, NULL: none */
  const char *unfollowed;      /* why what comes here may be run otherwise (a jump was met), NULL: it is not */
  bool makes_forms;            /* addresses carry the source's form */
} coal_accessor;

/** What an access does. */
typedef struct coal_access_made {
  const coal_expr *site;
  coal_range range;
  coal_value address;
  coal_mem_op op;
  const coal_type *type;
} coal_access_made;

/** What came of recording an access. */
typedef struct coal_recording {
  uint32_t requests; /* that were measured */
  bool is_inexact;   /* a number of it may not happen, or happen otherwise */
} coal_recording;

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
/** The warp under way ran out of steps: what was recorded from `activity` (coal_recorder_activity) on, in a loop, is not all of
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
/** How much was recorded so far: to see whether a stretch recorded anything. */
double coal_recorder_activity(const coal_recorder *r);
/** Ends a straight-line region: neighbouring accesses are judged together up to here. */
void coal_recorder_region_end(coal_recorder *r);
/** A barrier: ends the region, and nothing is merged across it. */
void coal_recorder_barrier(coal_recorder *r);

/** The counts at one time. */
typedef struct coal_count_mark coal_count_mark;
/** The counts so far; yours, free(). */
coal_count_mark *coal_recorder_mark(const coal_recorder *r);
/** Adds what was counted between the two marks `times` times more. */
void coal_recorder_repeat(coal_recorder *r, const coal_count_mark *from, const coal_count_mark *to, double times);
/** Was the same counted from a to b as from b to c? */
bool coal_count_marks_are_periodic(const coal_count_mark *a, const coal_count_mark *b, const coal_count_mark *c);
/** Where the warp's requests are written down for the cost model; NULL: nowhere. */
struct coal_trace *coal_recorder_trace(const coal_recorder *r);

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
