/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** Shared by the files of exec/: warps, blocks, and how they run. */
#ifndef COAL_RUN_EXEC_H
#define COAL_RUN_EXEC_H

#include "device.h"

typedef enum coal_exec_split_state {
  COAL_SPLIT_READY,
  COAL_SPLIT_AT_BARRIER,
  COAL_SPLIT_RELEASED, /* waits at a barrier that is complete: `value` is its result */
  COAL_SPLIT_AT_WARP,  /* waits for other lanes of its warp */
  COAL_SPLIT_FORCED    /* no other lanes will arrive: continues with those it has */
} coal_exec_split_state;

/** Lanes of a warp at the same instruction. */
typedef struct coal_exec_split {
  uint32_t mask, pc;
  uint8_t state;
  uint8_t barrier; /* id */
  bool is_grid;
  uint32_t value;
} coal_exec_split;

typedef struct coal_exec_frame {
  const coal_vm_code *code;
  uint8_t *slots;
  uint64_t local_offset; /* of this frame in each lane's local memory */
  coal_exec_split splits[COAL_WARP_LANES];
  unsigned n, running; /* splits; the one being executed (or that called) */
  const coal_vm_call *call;
  uint32_t entered;
} coal_exec_frame;

#define COAL_FRAMES_MAX 1024u

struct coal_exec_block;
typedef struct coal_exec_warp {
  struct coal_exec_block *block;
  uint32_t index, live;
  uint32_t tid[3][COAL_WARP_LANES];
  coal_exec_frame *frames[COAL_FRAMES_MAX]; /* kept for reuse above n_frames */
  unsigned n_frames;
  uint64_t local;  /* address of lane 0's local memory; lanes are local_stride apart */
  uint32_t streak; /* consecutive turns of one split while others were ready */
  uint32_t streak_pc;
  bool spinning; /* there was an atomic or volatile access in these turns */
} coal_exec_warp;

#define COAL_BARRIERS 16u

typedef struct coal_exec_barrier {
  uint32_t arrived, expected; /* threads; expected 0: all live ones */
  uint32_t popc;
  bool all, any;
} coal_exec_barrier;

typedef struct coal_exec_block {
  struct coal_exec_grid *grid;
  uint32_t id[3];
  unsigned slot;
  uint64_t shared, shared_bytes;
  coal_exec_warp *warps;
  uint32_t n_warps, live;
  coal_exec_barrier barriers[COAL_BARRIERS];
} coal_exec_block;

/** Start of the shared memory reserved for the system. */
static inline uint64_t coal_exec_block_reserved(const coal_exec_block *b) {
  return b->shared + COAL_SHARED_SLOT_BYTES - COAL_SHARED_RESERVED_BYTES;
}

typedef struct coal_exec_grid {
  coal_exec_device *device;
  const coal_vm_program *program;
  const coal_vm_code *kernel;
  const coal_exec_launch_config *config;
  uint64_t local_stride, budget;
  uint32_t grid_arrived;
  bool failed;
  bool may_hang_old; /* a barrier was passed after threads had exited: reported once */
} coal_exec_grid;

typedef enum coal_exec_run_result {
  COAL_RUN_DONE,
  COAL_RUN_WAITS,
  COAL_RUN_BUDGET,
  COAL_RUN_FAILED
} coal_exec_run_result;

#define COAL_STACK_BYTES (64u * 1024u)
#define COAL_WARP_BUDGET 50000u /* jumps before another warp gets a turn */

/* launch.c */
/** Releases the barrier's threads when all have arrived; called on arrivals and exits. */
void coal_exec_block_check_barrier(coal_exec_block *b, unsigned id);
void coal_exec_block_threads_left(coal_exec_block *b, uint32_t n);

/* warp.c */
/** Lets the first split that waits for other lanes of its warp continue alone. False: none waits. */
bool coal_exec_warp_force(coal_exec_warp *w);
coal_exec_run_result coal_exec_warp_run(coal_exec_warp *w, uint64_t budget);
/** Prepares slots, constants and parameters of a frame. NULL: stack exhausted. */
coal_exec_frame *coal_exec_warp_push(coal_exec_warp *w, const coal_vm_code *code, uint32_t mask);
void coal_exec_warp_release(coal_exec_warp *w);

/* memory_ops.c: each executes one instruction for the lanes in mask; false: a fatal fault */
bool coal_exec_load(coal_exec_warp *w, const coal_vm_ins *i, uint8_t *f, uint32_t mask);
bool coal_exec_store(coal_exec_warp *w, const coal_vm_ins *i, uint8_t *f, uint32_t mask);
bool coal_exec_atomic(coal_exec_warp *w, const coal_vm_ins *i, uint8_t *f, uint32_t mask);
bool coal_exec_copy(coal_exec_warp *w, const coal_vm_ins *i, uint8_t *f, uint32_t mask);
bool coal_exec_matrix(coal_exec_warp *w, const coal_vm_ins *i, uint8_t *f, uint32_t mask);
/** Copies the readable bytes from `address` on, for device strings (printf, assert), into `out`; cut at n − 1. */
void coal_exec_string(coal_exec_warp *w, uint64_t address, char *out, size_t n);

/* warp_ops.c */
/** False: the split has to wait for lanes of its member mask. */
bool coal_exec_warp_op(coal_exec_warp *w, const coal_vm_ins *i, uint8_t *f, coal_exec_split *s);
void coal_exec_special(coal_exec_warp *w, const coal_vm_ins *i, uint8_t *f, uint32_t mask);
void coal_exec_printf(coal_exec_warp *w, const coal_vm_ins *i, uint8_t *f, uint32_t mask);

/* device.c */
void coal_exec_report_fault(coal_exec_warp *w, const coal_vm_ins *i, unsigned lane, coal_exec_fault_kind kind,
                            bool is_fatal, const char *format, ...) __attribute__((format(printf, 6, 7)));
void coal_exec_grid_fault(coal_exec_grid *g, coal_exec_fault_kind kind, const coal_vm_where *where, const char *format,
                          ...) __attribute__((format(printf, 4, 5)));
double coal_exec_now_seconds(void);

#endif
