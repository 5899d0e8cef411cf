/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** Adds the requests of the present warp to a trace (cost/trace.h), in program order. */
#ifndef COAL_EVAL_FOLLOW_H
#define COAL_EVAL_FOLLOW_H

#include "cost/trace.h"
#include "eval/domain/memory.h"
#include "request.h"

/** Objects are numbered in the order of first use. */
typedef struct coal_follower {
  coal_trace *trace;
  COAL_VEC(const void *) objects;
  COAL_VEC(const void *) shared; /* static arrays whose bytes have been added */
  double flops;                  /* of the warp, at the last request */
  uint32_t made_before;          /* serial: older objects are the same in all warps */
} coal_follower;

void coal_follower_free(coal_follower *f);
/** A request of the access of that number. `flops`: of all lanes since the warp began. */
void coal_follow_request(coal_follower *f, uint32_t active, uint32_t access, coal_value address,
                         const coal_measurement *facts, double flops);

#endif
