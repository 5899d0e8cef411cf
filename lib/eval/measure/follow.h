/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** Hands the requests of the warp under way to a trace (cost/trace.h), in program order. */
#ifndef COAL_EVAL_FOLLOW_H
#define COAL_EVAL_FOLLOW_H

#include "cost/atomic.h"
#include "cost/trace.h"
#include "eval/domain/memory.h"
#include "request.h"

/** Objects get their numbers by order of first use. */
typedef struct coal_follower {
  coal_trace *trace;
  COAL_VEC(const void *) objects;
  COAL_VEC(const void *) shared;      /* static arrays whose bytes were added */
  COAL_VEC(const coal_poly *) starts; /* addresses of the warp that are not known, apart from constants */
  const coal_target *target;
  double work, plain;   /* of the warp since its last request: issue slots of arithmetic, integer operations */
  unsigned branches;    /* among those */
  uint32_t made_before; /* serial: older objects are the same in all warps */
} coal_follower;

void coal_follower_free(coal_follower *f);
/** What an atomic access at `site` to a value of that type is to the hardware. */
coal_atomic_kind coal_atomic_of(const coal_expr *site, const coal_type *type);
/** A request of the access of that number. `kind`: of atomics. */
void coal_follow_request(coal_follower *f, uint32_t access, coal_value address, const coal_measurement *facts,
                         coal_atomic_kind kind);
/** A warp begins, a warp has ended. */
void coal_follow_begin(coal_follower *f);
void coal_follow_end(coal_follower *f);

/** An operation of the warp on values of that type, by what `by` says (NULL: one operand). */
void coal_follow_operation(coal_follower *f, coal_op op, const coal_type *type, const coal_expr *by);
void coal_follow_branch(coal_follower *f);
/** A call of a mathematical function. */
void coal_follow_function(coal_follower *f, const char *name);
/** Where no request was written down since `position` of the trace: writes the work since then down by itself. */
void coal_follow_work(coal_follower *f, size_t position);

#endif
