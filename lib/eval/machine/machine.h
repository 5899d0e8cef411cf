/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * The abstract machine: executes the IR for one warp (or, on the host, for one thread) at once.
 *
 * Lanes are a mask. Conditions that are known a lane narrow it; where nobody knows, both ways are executed and what
 * differs afterwards is unknown. Loops run iteration by iteration while their condition is known, and once for "any
 * iteration" otherwise (loop.c).
 */
#ifndef COAL_EVAL_MACHINE_H
#define COAL_EVAL_MACHINE_H

#include "eval/domain/frame.h"

struct coal_recorder;
struct coal_machine;

/** What host code needs of the room above (launch/): its functions, handed over so that the machine does not know them. */
typedef struct coal_host_hooks {
  /** A call of the CUDA runtime, the C++ library … True: `*result` is its value. */
  bool (*call)(struct coal_machine *m, const coal_expr *e, const coal_value *args, size_t n, coal_value *result);
  /** Calls what is handed to a function without a body, or keeps it for later (std::function). True when the call was one of
   *  what was kept: `*result` is its result. */
  bool (*call_handed)(struct coal_machine *m, const coal_function *fn, const coal_expr *at, const coal_value *args,
                      size_t n, coal_value *result);
  /** A text in the source as an object of bytes. */
  coal_value (*literal)(struct coal_machine *m, const char *text);
} coal_host_hooks;

/** What the host side does with a launch it meets. */
typedef struct coal_launch_sink {
  void (*launch)(void *context, struct coal_machine *m, const coal_expr *e, const coal_function *kernel,
                 coal_value grid, coal_value block, coal_value shared_bytes, const coal_value *args, size_t n);
  void *context;
} coal_launch_sink;

/** A pointer or integer that was loaded from a uniform place: the same again until something is stored there. */
typedef struct coal_loaded {
  const coal_object *object;
  uint32_t generation;
  const coal_poly *offset;
  const coal_type *type;
  coal_value value;
} coal_loaded;

/** What a condition says where it holds: p is that number. p NULL: nothing. */
typedef struct coal_equality {
  const coal_poly *p;
  int64_t value;
} coal_equality;

/** How one slot moved in a loop's iterations. */
typedef struct coal_moving coal_moving;

/** What a trial of a loop found out, kept in scratch memory: a guess to start the next trial from. */
typedef struct coal_loop_guess {
  const coal_stmt *loop;
  const coal_moving *items;
  size_t n;
} coal_loop_guess;

typedef COAL_VEC(coal_loop_guess) coal_loop_guesses;

/** What was known of a parameter before a condition narrowed it (bounds.h). */
typedef struct coal_bound {
  coal_symbol_id symbol;
  int64_t lo, hi, mod, rem;
} coal_bound;

typedef struct coal_machine {
  coal_symbols *t;
  coal_memory *memory;
  const coal_module *module;
  struct coal_recorder *recorder;        /* NULL on the host */
  coal_launch_sink sink;                 /* host */
  COAL_VEC(coal_bound) bounds;           /* to be undone */
  const coal_host_hooks *host;           /* NULL in device code */
  COAL_VEC(coal_equality) equalities;    /* host: of the conditions around */
  const coal_function *const *launchers; /* host: functions that reach a launch, NULL-terminated */
  bool is_host, makes_forms;
  bool has_arguments;     /* host: of the program: texts are followed */
  unsigned next_argument; /* host: what getopt looks at next; 0: it did not look yet */
  unsigned quiet;         /* > 0: accesses and launches are not recorded */

  uint32_t active;
  uint32_t absent; /* lanes that are no threads of the block: what they hold is never looked at */
  uint32_t exited; /* lanes that left the program */
  coal_frame *frame;
  uint32_t *breaks, *continues;                     /* of the innermost loop (switch) */
  coal_early_exits *early_breaks, *early_continues; /* the same for lanes that may have left */
  unsigned unknown_depth;                           /* enclosing conditions nobody knows */
  coal_range unknown_at;                            /* the innermost one */
  const char *unfollowed; /* a jump that was met: what comes behind it may be run again, otherwise */
  uint64_t maybe_exits;   /* counts lanes that may have left a loop or function */

  coal_value builtin[12];
  uint8_t *loop_kinds; /* by statement id: what loop.c found out about a loop, 0 = not looked at */
  COAL_VEC(coal_binding_slot) globals;
  COAL_VEC(coal_loaded) loaded;
  const coal_expr *unused;          /* the statement under way: its value is not looked at */
  uint64_t steps, step_limit;       /* the work done: expression evaluations, iterations, forks, joins, copies */
  uint64_t weighed_at;              /* the step at which memory is looked at again */
  size_t bytes;                     /* that the values took then */
  uint64_t memory_work;             /* coal_memory_work then */
  uint64_t loop_limit;              /* the step by which the innermost loop should be done; 0 outside of loops */
  coal_loop_guesses guesses;        /* loop.c: how the variables of loops moved when they were last tried */
  unsigned open_loops;              /* loops under way */
  double cut_from;                  /* out of steps: what was recorded from here on (coal_record_activity) is not all */
  bool is_out_of_steps, is_sampled; /* sampled: some iterations were left out */
  bool counts;                      /* whole kernels are counted: no iteration may be left out uncounted */
  bool is_inexact;                  /* something was counted that may not happen, or happen otherwise */
} coal_machine;

/** Is the budget spent? Counts one step, and what memory was taken since the last. */
bool coal_machine_step(coal_machine *m);
/** Counts the work of n small parts: slots that are copied, compared or joined. */
void coal_machine_spend(coal_machine *m, size_t n);

/** Where lanes are parked that leave the innermost loop or switch by `break`, the iteration by `continue`, and what those held that may
 *  have (early_exits.h). */
typedef struct coal_exit_targets {
  uint32_t *breaks, *continues;
  coal_early_exits *early_breaks, *early_continues;
} coal_exit_targets;

static inline coal_exit_targets coal_machine_targets(const coal_machine *m) {
  return (coal_exit_targets){m->breaks, m->continues, m->early_breaks, m->early_continues};
}

static inline void coal_machine_aim(coal_machine *m, coal_exit_targets t) {
  m->breaks = t.breaks;
  m->continues = t.continues;
  m->early_breaks = t.early_breaks;
  m->early_continues = t.early_continues;
}

/* stmt.c, loop.c */
void coal_machine_exec(coal_machine *m, const coal_stmt *s);
void coal_machine_exec_loop(coal_machine *m, const coal_stmt *s);
/** Is there a statement of that kind below s? Loops (for `break` and `continue`) and switches (for `break`) keep their own. */
bool coal_stmt_has_jump(const coal_stmt *s, coal_stmt_kind kind);

/* expr.c */
coal_value coal_eval(coal_machine *m, const coal_expr *e);
/** The address of an lvalue. */
coal_value coal_eval_address(coal_machine *m, const coal_expr *e);
/** Loads through an address; `site` is what is reported. */
coal_value coal_machine_load(coal_machine *m, const coal_expr *site, coal_range range, coal_value address,
                             const coal_type *type);
void coal_machine_store(coal_machine *m, const coal_expr *site, coal_range range, coal_value address,
                        const coal_type *type, coal_value v);
/** address + bytes. */
coal_value coal_machine_offset(coal_machine *m, coal_value address, coal_value bytes);
/** The address of a new object that holds v. */
coal_value coal_machine_temporary(coal_machine *m, const coal_type *type, coal_value v);
coal_object *coal_machine_object(coal_machine *m, const coal_var *v);
/** A value nobody knows, of any type: records get unknown fields, pointers an object of their own when uniform. */
coal_value coal_machine_unknown(coal_machine *m, const coal_type *type, const char *name, bool is_varying,
                                coal_reason reason, const char *detail);
/** A zero of any type. */
coal_value coal_machine_zero(coal_machine *m, const coal_type *type);

/* call.c */
/** "f(...)": the unknown result of a call in formulas; a pointer is named as the function is. */
const char *coal_machine_call_text(coal_machine *m, const coal_type *result, const char *name, size_t n_args);
coal_value coal_eval_call(coal_machine *m, const coal_expr *e);
coal_value coal_call_function(coal_machine *m, const coal_function *fn, const coal_expr *call, const coal_value *args,
                              size_t n);
/** Host: may executing s launch a kernel? */
bool coal_machine_may_launch(const coal_machine *m, const coal_stmt *s);

/** Leaves the program: no frame of the active lanes goes on. */
void coal_machine_exit(coal_machine *m);
/** Lanes that are no longer in the innermost function. */
uint32_t coal_machine_gone(const coal_machine *m);
/** Local objects behind pointer arguments may have been written by a function that was not seen. */
void coal_machine_clobber_args(coal_machine *m, const coal_value *args, size_t n, const char *by);

/* intrinsics.c: true when the function is known by name and `*result` was set */
bool coal_eval_intrinsic(coal_machine *m, const coal_expr *e, const coal_value *args, size_t n, coal_value *result);

/** Argument i of a call as it was written, before a cast to void * or the like. */
const coal_expr *coal_argument_written(const coal_expr *of, size_t i);
/** What the pointer that was written there points to; NULL: nothing of known size, or no pointer. */
const coal_type *coal_argument_pointee(const coal_expr *of, size_t i);

/** An integer type of that many bytes (1, 2, 4, 8, 16), for accesses that name only a size; NULL for others. Static. */
const coal_type *coal_word_type(int64_t bytes);

/** The accesses that a function known by name makes, through which arguments: at most two. */
size_t coal_intrinsic_accesses(const coal_function *fn, size_t pointer[2], coal_mem_op op[2]);

enum { COAL_ASM_ACCESSES_MAX = 32 };
/** The memory instructions of inline assembly, carried out or not. */
size_t coal_asm_accesses(const char *text, coal_mem_op op[COAL_ASM_ACCESSES_MAX]);

/* ptx.c: inline assembly: common forms are carried out, the outputs of others are unknown */
void coal_eval_ptx(coal_machine *m, const coal_expr *e);

/* recording.c: what the active lanes do is handed to the recorder. One access by them */
void coal_record_access(coal_machine *m, const coal_expr *site, coal_range range, coal_value address, coal_mem_op op,
                        const coal_type *type);
/** The access that an OPAQUE expression stands for, at that address. */
void coal_record_written(coal_machine *m, const coal_expr *site, coal_value address);
/** The site turned out to access a lane's own memory. */
void coal_record_local(coal_machine *m, const coal_expr *site, coal_mem_op op);
/** `per_lane` floating-point operations by the active lanes. */
void coal_record_flops(coal_machine *m, double per_lane);
/** A call that reads or writes a texture or surface. */
void coal_record_texture(coal_machine *m, const coal_expr *site);
/** How much was recorded so far: to see whether a stretch recorded anything. */
double coal_record_activity(const coal_machine *m);
/** The counts so far; yours, free(). NULL without a recorder. They are compared by coal_count_marks_are_periodic. */
struct coal_count_mark *coal_record_mark(const coal_machine *m);
/** Adds what was counted between the two marks `times` times more. */
void coal_record_repeat(coal_machine *m, const struct coal_count_mark *from, const struct coal_count_mark *to,
                        double times);
/** A barrier: ends the region, and nothing is merged across it. */
void coal_record_barrier(coal_machine *m);
/** Ends a straight-line region: neighbouring accesses are judged together up to here. */
void coal_record_region_end(coal_machine *m);

struct coal_trace;
/** Where the warp's requests are written down for the cost model; NULL: nowhere. */
struct coal_trace *coal_record_trace(const coal_machine *m);

#endif
