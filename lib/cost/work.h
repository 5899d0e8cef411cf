/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** How long a multiprocessor's pipes are busy with arithmetic, in issue slots: four a cycle. */
#ifndef COAL_COST_WORK_H
#define COAL_COST_WORK_H

#include <coalcheck/model.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Operations that take more than one instruction, or one of a slower pipe. */
typedef enum coal_work_kind {
  COAL_WORK_FLOAT,  /* add, multiply, fused or not; single precision and less */
  COAL_WORK_DOUBLE, /* the same of double precision */
  COAL_WORK_DIVIDE_FLOAT,
  COAL_WORK_DIVIDE_DOUBLE,
  COAL_WORK_DIVIDE_INT, /* by what is no constant; remainders too */
  COAL_WORK_DIVIDE_LONG,
  COAL_WORK_DIVIDE_CONSTANT, /* of integers */
  COAL_WORK_KINDS
} coal_work_kind;

/** Issue slots that a warp's operation takes. */
double coal_work_slots(const coal_target *target, coal_work_kind kind);
/** The same of a mathematical function by its name ("sqrtf", "exp", "__sinf"); 0: not listed. */
double coal_work_of_function(const coal_target *target, const char *name);

#ifdef __cplusplus
}
#endif
#endif
