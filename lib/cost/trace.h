/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * What the warps of a block ask memory for, as plain data: one list of operations a warp, in program order. Loops that move
 * every address by a constant stand once, with their trip count and each operation's step an iteration; blocks of a
 * launch that differ by constants alone stand once, with each operation's step from block to block.
 *
 * The evaluation writes it, the cache and time model reads it. Addresses are byte offsets from an object's start; objects and
 * accesses are numbers. What an operation asks for is kept as written, less what the compiler keeps in registers
 * (coal_trace_add).
 */
#ifndef COAL_COST_TRACE_H
#define COAL_COST_TRACE_H

#include <coalcheck/model.h>

#include "util/vec.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
  COAL_TRACE_DEPTH = 4,   /* loops that may stand in each other */
  COAL_TRACE_OPS = 60000, /* of one warp */
  COAL_TRACE_KEPT = 16    /* values that the compiler is taken to keep in registers */
};

typedef enum coal_trace_kind {
  COAL_TRACE_LOAD,
  COAL_TRACE_STORE,
  COAL_TRACE_ATOMIC,
  COAL_TRACE_SHARED,  /* any access to shared memory */
  COAL_TRACE_WORK,    /* none: instructions alone */
  COAL_TRACE_BARRIER, /* of the block */
  COAL_TRACE_LOOP,    /* up to its END, `times` times */
  COAL_TRACE_END
} coal_trace_kind;

typedef struct coal_trace_op {
  uint8_t kind, depth; /* depth: LOOPs around it */
  bool is_shared_load;
  uint16_t wavefronts, ideal_wavefronts; /* SHARED; ATOMIC: cycles of L2 (atomic.h) */
  uint32_t access, object, pattern;
  float work;                     /* issue slots since the operation before, estimated; its own included */
  int64_t base;                   /* address of the first active lane */
  int64_t step[COAL_TRACE_DEPTH]; /* bytes an iteration of the LOOPs around it, innermost first */
  int64_t block[3];               /* bytes from block to block along x, y and z */
  uint64_t times;                 /* LOOP, END */
  uint64_t run;                   /* LOOP: iterations that are followed; they stand for all */
  uint32_t other;                 /* LOOP: index of its END; END: of its LOOP */
} coal_trace_op;

typedef COAL_VEC(coal_trace_op) coal_trace_ops;

/** Lanes and their addresses relative to the first active one's. */
typedef struct coal_trace_pattern {
  uint32_t mask, bytes;
  int64_t offset[COAL_WARP_LANES];
  uint64_t hash;
} coal_trace_pattern;

typedef struct coal_trace_block {
  uint32_t at[3];
  uint32_t n_warps;
  coal_trace_ops *warps;
} coal_trace_block;

typedef struct coal_trace {
  uint32_t grid[3], warps_per_block, block_threads;
  uint64_t shared_bytes;
  COAL_VEC(coal_trace_pattern) patterns;
  COAL_VEC(coal_trace_block) blocks; /* the first stands for all if is_affine */
  bool is_affine;
  const char *failure;    /* why it does not tell what the launch does; NULL: it does. Static */
  const char *assumption; /* under which it does; NULL: it needs none. Static */
  size_t n_accesses, n_objects;
  /* of the warp under way */
  uint32_t at[3]; /* its block */
  coal_trace_ops ops;
  struct {
    uint32_t object, pattern;
    int64_t base;
    bool is_used;
  } kept[COAL_TRACE_KEPT];
  unsigned next_kept;
} coal_trace;

coal_trace *coal_trace_new(void);
void coal_trace_free(coal_trace *t);
/** From now on the trace is no use. The first reason stays. */
void coal_trace_fail(coal_trace *t, const char *why);
/** The trace holds under that assumption. The first one stays. */
void coal_trace_assume(coal_trace *t, const char *what);

void coal_trace_begin(coal_trace *t);
/** Appends a request to global or shared memory. Loads of what is in a register are left out: of addresses that were
 *  loaded or stored last, with no store to elsewhere and no barrier since. */
void coal_trace_add(coal_trace *t, uint32_t access, uint32_t object, const coal_request *r, unsigned wavefronts,
                    unsigned ideal_wavefronts, double work);
/** Instructions that no request follows, in issue slots; none: nothing is written down. */
void coal_trace_work(coal_trace *t, double work);
void coal_trace_barrier(coal_trace *t);
size_t coal_trace_position(const coal_trace *t);
/** The operations from `first` to `second` and from `second` to the end are two iterations of a loop of which `times` more
 *  follow: makes the latter a LOOP. False, with nothing changed, when the two differ by more than constant steps. */
bool coal_trace_repeat(coal_trace *t, size_t first, size_t first_end, size_t second, uint64_t times);
/** The warp's operations; yours, coal_vec_free. */
coal_trace_ops coal_trace_end(coal_trace *t);

/** Sets the steps from `a` to `b`, one block further (or back: sign −1) along the axis. False when they differ otherwise. */
bool coal_trace_set_block_steps(coal_trace_block *a, const coal_trace_block *b, unsigned axis, int sign);
/** Does `b` do what `a` would do there, but for lanes at a border? */
bool coal_trace_predicts(const coal_trace_block *a, const coal_trace_block *b);

#ifdef __cplusplus
}
#endif
#endif
