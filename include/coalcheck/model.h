/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** The hardware model: what one warp-wide memory instruction moves. Pure functions, no state, any thread. */
#ifndef COALCHECK_MODEL_H
#define COALCHECK_MODEL_H

#include <coalcheck/api.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

COAL_API_BEGIN

/** Lanes of a warp on every supported target (CUDA C++ Programming Guide, "Hardware Multithreading"). */
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
  COAL_MEM_LDMATRIX1,
  COAL_MEM_LDMATRIX2,
  COAL_MEM_LDMATRIX4,
  COAL_MEM_STMATRIX1,
  COAL_MEM_STMATRIX2,
  COAL_MEM_STMATRIX4
} coal_mem_op;

/** Where a constant of the target table comes from. */
typedef enum coal_source {
  COAL_SOURCE_STATED,   /* by the vendor's programming guides */
  COAL_SOURCE_MEASURED, /* by this project, ground-truth/ */
  COAL_SOURCE_REPORTED  /* widely, not verified */
} coal_source;

/** How the lanes' global loads and stores become transactions (docs/model.md; each function in lib/model names its
 *  source). */
typedef enum coal_global_rule {
  COAL_GLOBAL_IN_ORDER, /* 1.0, 1.1: half-warps, lane k at word k of one aligned segment, else one transaction a lane */
  COAL_GLOBAL_SHRINKING, /* 1.2, 1.3: half-warps, segments of 32, 64 or 128 bytes that shrink to what is used */
  COAL_GLOBAL_BLOCKS     /* 2.x and later: distinct aligned blocks (sectors, or lines for loads through L1) */
} coal_global_rule;

/** How shared-memory requests are served. */
typedef enum coal_shared_rule {
  COAL_SHARED_HALF_WARPS, /* 1.x: half-warps, words of 4 bytes, one broadcast word a step */
  COAL_SHARED_ADD_ONE,    /* 2.x: 8 bytes by half-warps, 16 bytes by quarter-warps and one step more */
  COAL_SHARED_WIDE_BANKS, /* 3.x: banks of 8 bytes */
  COAL_SHARED_MERGING     /* 5.0 and later */
} coal_shared_rule;

/** One hardware target. Tables are static; never freed. Numbers of the device (from `multiprocessors` on) are those of
 *  the first product named, from the vendor's data sheets and not verified here; 0: not known. */
typedef struct coal_target {
  const char *name; /* "sm_80"; "sm_20:l2", "sm_30:l1:bank8" where the hardware had a switch */
  unsigned cc;      /* compute capability × 10: 80 */
  coal_global_rule global_rule;
  coal_shared_rule shared_rule;
  unsigned sector_bytes;  /* the least that global traffic moves, and the granularity of stores; a power of two */
  unsigned load_bytes;    /* granularity of loads: sector_bytes, or 128 where they go through L1 in whole lines */
  unsigned request_bytes; /* 2.x, 3.x: words of 8 and 16 bytes make requests of this many bytes; 0: one a warp */
  unsigned bank_count, bank_bytes;
  unsigned bank_step_bytes; /* bytes from one bank to the next: bank_bytes, or 4 in the 4-byte mode of 3.x */
  unsigned warp_lanes;      /* lanes that execute together */
  unsigned request_lanes;   /* lanes whose 4-byte global accesses make one request: the warp, or half of it on 1.x */
  const char *architecture; /* "ampere" */
  const char *products;     /* for people: "A100, A30"; of a product's own row: its names */
  bool is_product;          /* the numbers of the device are the product's; the rest is its compute capability's */
  double clock_mhz;         /* boost clock; 0: not known */
  coal_source global_source, shared_source;        /* of the rules for each space */
  unsigned multiprocessors, warps_max, blocks_max; /* resident a multiprocessor */
  unsigned shared_bytes;                           /* a multiprocessor */
  double bandwidth_gbps;                           /* of DRAM: 10^9 bytes a second */
  double latency_ns;                               /* of a global load that misses the caches */
  double gflops; /* single precision, 10^9 operations a second, a fused multiply-add being two */
  double l2_bytes;
} coal_target;

/** One warp request: an instruction executed by the lanes in `mask`. */
typedef struct coal_request {
  coal_space space; /* GLOBAL or SHARED */
  coal_mem_op op;
  uint32_t bytes;                    /* a lane: 1, 2, 4, 8 or 16; ldmatrix/stmatrix: 16, one row address a lane */
  uint32_t mask;                     /* active lanes */
  uint64_t address[COAL_WARP_LANES]; /* bytes; only active lanes are read */
} coal_request;

typedef struct coal_cost {
  uint32_t moved;       /* global: transactions (sectors; lines or segments on older targets); shared: wavefronts */
  uint32_t ideal;       /* the least any placement of the same distinct bytes needs. Global: ceil(bytes_used /
                           granularity) a request; atomics: lanes on one word still serialise. Shared: the wavefronts if
                           no two words shared a bank: phases with an active lane, after merging (see shared.c) */
  uint32_t ways;        /* shared: conflict degree, 1 = none; global: 1 */
  uint32_t bytes_used;  /* distinct bytes touched by active lanes */
  uint32_t bytes_moved; /* global: the transactions' bytes; shared: 0 */
} coal_cost;

/** The target of that name ("sm_80", "80", "8.0", "a100", "ampere"), with the switches of 2.x and 3.x behind it:
 *  ":l1" and ":l2" (loads in lines of 128 bytes or in sectors), ":bank8" (3.x: the 8-byte mode of the banks);
 *  "fermi-l2" too. NULL when there is none. */
const coal_target *coal_target_find(const char *name);
/** All targets with their switches, oldest first; `*n` entries. */
const coal_target *const *coal_target_list(size_t *n);
/** The products with numbers of their own, by compute capability. `*n` entries, static. */
const coal_target *coal_target_products(size_t *n);

/** What the request moves on that target. No active lane: all zero. Source of the rules: docs/model.md,
 *  ground-truth/h200-*.csv; each function in lib/model/ names its own. */
coal_cost coal_model_cost(const coal_target *target, const coal_request *request);

/** Granularity in bytes of global loads, stores or atomics. */
uint32_t coal_target_block_bytes(const coal_target *target, coal_mem_op op);
/** "sector", "line", "transaction" (1.x), "wavefront" (shared): what `moved` counts. NULL target: one with sectors.
 *  Static. */
const char *coal_target_unit(const coal_target *target, coal_space space, coal_mem_op op);

/** "global", "shared", …; "load", "store", "atomic" (the matrix operations are loads and stores). Static. */
const char *coal_space_name(coal_space s);
const char *coal_mem_op_name(coal_mem_op op);

/** `coalcheck model`: reads CSV rows `space,op,bytes,active_mask,o0,…,o31` from text (NUL-terminated) and returns
 *  the answer rows `space,op,bytes,active_mask,moved,ideal,ways` (yours, free()). Bad rows go to `*errors` (yours, may
 *  be NULL when there were none) as "line N: reason\n" each. */
char *coal_model_csv(const coal_target *target, const char *text, char **errors);

COAL_API_END
#endif
