/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** Hands the requests of the warp under way to a trace (cost/trace.h), in program order. */
#ifndef COAL_EVAL_FOLLOW_H
#define COAL_EVAL_FOLLOW_H

#include "cost/trace.h"
#include "eval/domain/memory.h"
#include "request.h"

/** Objects get their numbers by order of first use. */
typedef struct coal_follower {
  coal_trace *trace;
  COAL_VEC(const void *) objects;
  COAL_VEC(const void *) shared; /* static arrays whose bytes were added */
  double flops;                  /* of the warp, when the last request was made */
  uint32_t made_before;          /* serial: objects of before stay the same from warp to warp */
} coal_follower;

void coal_follower_free(coal_follower *f);
/** A request of the access of that number. `flops`: of all lanes, since the warp began. */
void coal_follow_request(coal_follower *f, uint32_t active, uint32_t access, coal_value address,
                         const coal_measurement *facts, double flops);

#endif
