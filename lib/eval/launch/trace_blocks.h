/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** Which blocks of a launch are written down for the cost model. */
#ifndef COAL_EVAL_TRACE_BLOCKS_H
#define COAL_EVAL_TRACE_BLOCKS_H

#include "cost/trace.h"
#include "sample.h"

/** One block of the middle, where those beside it and some far away differ from it by steps alone; else all of a small launch,
 *  or some that one multiprocessor would run. */
void coal_trace_blocks(const coal_sample_job *job, coal_trace *t, const coal_target *target);

#endif
