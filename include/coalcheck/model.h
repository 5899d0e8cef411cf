/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** The hardware model: what one warp-wide memory instruction moves. Pure functions, no state, any thread. */
#ifndef COALCHECK_MODEL_H
#define COALCHECK_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Lanes of a warp on every target so far (CUDA C++ Programming Guide, "Hardware Multithreading"). */
#define COAL_WARP_LANES 32

typedef enum coal_space {
  COAL_SPACE_GLOBAL,
  COAL_SPACE_SHARED,
  COAL_SPACE_LOCAL,
  COAL_SPACE_CONSTANT,
  COAL_SPACE_UNKNOWN
} coal_space;

typedef enum coal_mem_op {
  COAL_MEM_LOAD,
  COAL_MEM_STORE,
  COAL_MEM_ATOMIC,
  COAL_MEM_ATOMIC_INC, /* shared: adds the constant 1, result unused: lanes on one word merge */
  COAL_MEM_LDMATRIX1, COAL_MEM_LDMATRIX2, COAL_MEM_LDMATRIX4,
  COAL_MEM_STMATRIX1, COAL_MEM_STMATRIX2, COAL_MEM_STMATRIX4
} coal_mem_op;

/** How sure a constant of the target table is (targets.md). */
typedef enum coal_source {
  COAL_SOURCE_STATED,   /* by the vendor's programming guides */
  COAL_SOURCE_MEASURED, /* by this project, ground-truth/ */
  COAL_SOURCE_REPORTED  /* widely, not verified */
} coal_source;

/** One hardware target. Tables are static; never freed. */
typedef struct coal_target {
  const char *name;       /* "sm_80" */
  unsigned cc;            /* compute capability × 10: 80 */
  unsigned sector_bytes;  /* granularity of global traffic; a power of two */
  unsigned bank_count, bank_bytes;
  unsigned warp_lanes;    /* lanes that execute together */
  unsigned request_lanes; /* lanes whose 4-byte global accesses make one request: the warp, or half of it on 1.x */
  const char *products;   /* for people: "A100, A30" */
  coal_source global_source, shared_source; /* of the rules for each space */
} coal_target;

/** One warp request: an instruction executed by the lanes in `mask`. */
typedef struct coal_request {
  coal_space space; /* GLOBAL or SHARED */
  coal_mem_op op;
  uint32_t bytes;   /* a lane: 1, 2, 4, 8 or 16; ldmatrix/stmatrix: 16, one row address a lane */
  uint32_t mask;    /* active lanes */
  uint64_t address[COAL_WARP_LANES]; /* bytes; only active lanes are read */
} coal_request;

typedef struct coal_cost {
  uint32_t moved;       /* global: sectors; shared: wavefronts */
  uint32_t ideal;       /* the least any placement of the same distinct bytes needs. Global: ceil(bytes_used /
                           sector_bytes); atomics: lanes on one word still serialise. Shared: the wavefronts if no
                           two words shared a bank: phases with an active lane, after merging (see shared.c) */
  uint32_t ways;        /* shared: conflict degree, 1 = none; global: 1 */
  uint32_t bytes_used;  /* distinct bytes touched by active lanes */
  uint32_t bytes_moved; /* global: moved × sector_bytes; shared: 0 */
} coal_cost;

/** The target of that name ("sm_80", "80", "a100"), or NULL when there is none. */
const coal_target *coal_target_find(const char *name);
/** All targets, oldest first; `*n` entries. */
const coal_target *const *coal_target_list(size_t *n);

/** What the request moves on that target. No active lane: all zero. Source of the rules: design.md "Model",
 *  ground-truth/h200-*.csv; each function in lib/model/ names its own. */
coal_cost coal_model_cost(const coal_target *target, const coal_request *request);

/** "global", "shared", …; "load", "store", "atomic" (the matrix operations are loads and stores). Static. */
const char *coal_space_name(coal_space s);
const char *coal_mem_op_name(coal_mem_op op);

/** `coalcheck model`: reads CSV rows `space,op,bytes,active_mask,o0,…,o31` from text (NUL-terminated) and returns
 *  the answer rows `space,op,bytes,active_mask,moved,ideal,ways` (yours, free()). Bad rows go to `*errors` (yours, may
 *  be NULL when there were none) as "line N: reason\n" each. NULL without memory. */
char *coal_model_csv(const coal_target *target, const char *text, char **errors);

#ifdef __cplusplus
}
#endif
#endif
