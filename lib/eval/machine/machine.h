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

/** What host code needs of the room above (launch/), as function pointers, so that the machine does not depend on
 *  it. */
typedef struct coal_host_hooks {
  /** A call of the CUDA runtime, the C++ library … True: `*result` is its value. */
  bool (*call)(struct coal_machine *m, const coal_expr *e, const coal_value *args, size_t n, coal_value *result);
  /** Calls a callable that is passed to a function without a body, or keeps it for later (std::function). True when
   *  the call was one of a callable that was kept: `*result` is its result. */
  bool (*call_handed)(struct coal_machine *m, const coal_function *fn, const coal_expr *at, const coal_value *args,
                      size_t n, coal_value *result);
  /** A string literal as an object of bytes. */
  coal_value (*literal)(struct coal_machine *m, const char *text);
} coal_host_hooks;

/** What is done with a launch in host code. */
typedef struct coal_launch_sink {
  void (*launch)(void *context, struct coal_machine *m, const coal_expr *e, const coal_function *kernel,
                 coal_value grid, coal_value block, coal_value shared_bytes, const coal_value *args, size_t n);
  void *context;
} coal_launch_sink;

/** A pointer or integer loaded from a uniform address: a later load gives the same until something is stored there. */
typedef struct coal_loaded {
  const coal_object *object;
  uint32_t generation;
  const coal_poly *offset;
  const coal_type *type;
  coal_value value;
} coal_loaded;

/** A fact of a condition where it holds: p equals the value. p NULL: none. */
typedef struct coal_equality {
  const coal_poly *p;
  int64_t value;
} coal_equality;

/** How one slot moved in the iterations of a loop. */
typedef struct coal_moving coal_moving;

/** The result of a loop's trial, in scratch memory: the first guess of the next trial. */
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
  COAL_VEC(coal_bound) bounds;           /* to be restored */
  const coal_host_hooks *host;           /* NULL in device code */
  COAL_VEC(coal_equality) equalities;    /* host: of the conditions around */
  const coal_function *const *launchers; /* host: functions that reach a launch, NULL-terminated */
  bool is_host, makes_forms;
  bool has_arguments;     /* host: arguments of the program are known, so strings are followed */
  unsigned next_argument; /* host: the argument that getopt reads next; 0: it was not called yet */
  unsigned quiet;         /* > 0: accesses and launches are not recorded */

  uint32_t active;
  uint32_t absent; /* lanes that are no threads of the block: their values are never read */
  uint32_t exited; /* lanes that exited the program */
  coal_frame *frame;
  uint32_t *breaks, *continues;                     /* of the innermost loop (switch) */
  coal_early_exits *early_breaks, *early_continues; /* the same for lanes that may have left */
  unsigned unknown_depth;                           /* number of enclosing conditions that are not known */
  coal_range unknown_at;                            /* the innermost of them */
  const char *unfollowed; /* a jump that was met: code after it may be executed otherwise or again */
  uint64_t maybe_exits;   /* counts lanes that may have left a loop or function */

  coal_value builtin[12];
  uint8_t *loop_kinds; /* by statement id: what loop.c determined about a loop, 0 = not examined */
  COAL_VEC(coal_binding_slot) globals;
  COAL_VEC(coal_loaded) loaded;
  const coal_expr *unused;          /* the present statement, whose value is not used */
  uint64_t steps, step_limit;       /* the work done: expression evaluations, iterations, forks, joins, copies */
  uint64_t weighed_at;              /* the step at which memory is measured again */
  size_t bytes;                     /* bytes that the values took then */
  uint64_t memory_work;             /* coal_memory_work then */
  uint64_t loop_limit;              /* the step at which the innermost loop should end; 0 outside of loops */
  coal_loop_guesses guesses;        /* loop.c: how variables of loops moved when they were last tried */
  unsigned open_loops;              /* loops being executed */
  double cut_from;                  /* out of steps: records from here on (coal_record_activity) are incomplete */
  bool is_out_of_steps, is_sampled; /* sampled: some iterations were left out */
  bool counts;                      /* whole kernels are counted: no iteration may be left uncounted */
  bool is_inexact;                  /* something was counted that may not happen, or may happen differently */
} coal_machine;

/** Is the budget spent? Counts one step, and the memory taken since the last. */
bool coal_machine_step(coal_machine *m);
/** Counts the work of n small parts: slots that are copied, compared or joined. */
void coal_machine_spend(coal_machine *m, size_t n);

/** Where lanes wait that leave the innermost loop or switch by `break`, or the iteration by `continue`, and the
 *  values of those that may have left (early_exits.h). */
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
/** Is there a statement of that kind below s? Loops (for `break` and `continue`) and switches (for `break`) are not
 *  entered. */
bool coal_stmt_has_jump(const coal_stmt *s, coal_stmt_kind kind);

/* expr.c */
coal_value coal_eval(coal_machine *m, const coal_expr *e);
/** The address of an lvalue. */
coal_value coal_eval_address(coal_machine *m, const coal_expr *e);
/** Loads through an address and reports `site`. */
coal_value coal_machine_load(coal_machine *m, const coal_expr *site, coal_range range, coal_value address,
                             const coal_type *type);
void coal_machine_store(coal_machine *m, const coal_expr *site, coal_range range, coal_value address,
                        const coal_type *type, coal_value v);
/** address + bytes. */
coal_value coal_machine_offset(coal_machine *m, coal_value address, coal_value bytes);
/** The address of a new object that holds v. */
coal_value coal_machine_temporary(coal_machine *m, const coal_type *type, coal_value v);
coal_object *coal_machine_object(coal_machine *m, const coal_var *v);
/** An unknown value of any type: records get unknown fields, uniform pointers an object of their own. */
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

/** Exits the program: no frame of the active lanes continues. */
void coal_machine_exit(coal_machine *m);
/** Lanes that have left the innermost function. */
uint32_t coal_machine_gone(const coal_machine *m);
/** Marks local objects behind pointer arguments as written, since the function's body was not seen. */
void coal_machine_clobber_args(coal_machine *m, const coal_value *args, size_t n, const char *by);

/* intrinsics.c: true when the function is known by name and `*result` was set */
bool coal_eval_intrinsic(coal_machine *m, const coal_expr *e, const coal_value *args, size_t n, coal_value *result);

/** Argument i of a call as it was written, before a cast to void * or the like. */
const coal_expr *coal_argument_written(const coal_expr *of, size_t i);
/** What the pointer that was written there points to; NULL: nothing of known size, or no pointer. */
const coal_type *coal_argument_pointee(const coal_expr *of, size_t i);

/** An integer type of that many bytes (1, 2, 4, 8, 16), for accesses that name only a size; NULL for others. Static. */
const coal_type *coal_word_type(int64_t bytes);

/** The accesses that a function known by name makes, and the arguments that hold their addresses: at most two. */
size_t coal_intrinsic_accesses(const coal_function *fn, size_t pointer[2], coal_mem_op op[2]);

enum { COAL_ASM_ACCESSES_MAX = 32 };
/** The memory instructions of inline assembly, carried out or not. */
size_t coal_asm_accesses(const char *text, coal_mem_op op[COAL_ASM_ACCESSES_MAX]);

/* ptx.c: inline assembly. Common instructions are executed; the outputs of others are unknown */
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
/** The number of records so far, to see whether a stretch recorded anything. */
double coal_record_activity(const coal_machine *m);
/** The counts so far; yours, free(). NULL without a recorder. They are compared by coal_count_marks_are_periodic. */
struct coal_count_mark *coal_record_mark(const coal_machine *m);
/** Adds what was counted between the two marks `times` more times. */
void coal_record_repeat(coal_machine *m, const struct coal_count_mark *from, const struct coal_count_mark *to,
                        double times);
/** A barrier: ends the region, and nothing is merged across it. */
void coal_record_barrier(coal_machine *m);
/** Ends a straight-line region: neighbouring accesses are judged together up to here. */
void coal_record_region_end(coal_machine *m);

/** An operation on values of that type, by what `by` says (NULL: one operand), for the cost model. */
void coal_record_operation(coal_machine *m, coal_op op, const coal_type *type, const coal_expr *by);
/** A branch. */
void coal_record_branch(coal_machine *m);
/** A call of a mathematical function. */
void coal_record_function(coal_machine *m, const char *name);
/** Where no request was written down since `position`: writes the work since then down by itself. */
void coal_record_work(coal_machine *m, size_t position);

struct coal_trace;
/** The trace of the warp's requests for the cost model; NULL: none. */
struct coal_trace *coal_record_trace(const coal_machine *m);

#endif
