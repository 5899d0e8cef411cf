/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** Kernel totals: counted where launch and trip counts are known, else as formulas in what is not. */
#ifndef COAL_EVAL_TOTALS_H
#define COAL_EVAL_TOTALS_H

#include "launch.h"

struct coal_recorder;

/** Sets k->totals from what the recorder counted (`complete[i]`: all of launch i was run), counting again and
 *  longer where options->wants_totals and that did not suffice, and then k->formulas. */
void coal_count_kernel(const coal_module *m, coal_kernel *k, const coal_plans *plans, const coal_options *options,
                       const struct coal_recorder *recorder, const bool *complete, coal_arena *kept);

/** trial.c: what the accesses would cost in the first launch if threadIdx.x and .y swapped roles, and if a block narrower
 *  than a warp had as many threads in rows of 32; tried where a block has two dimensions and some global access moves
 *  more than ideal. Sets `swapped` and `widened` of the n accesses. */
void coal_try_changes(const coal_module *m, const coal_kernel *k, const coal_plan *plan, const coal_options *options,
                      uint64_t budget, coal_access *accesses, size_t n, coal_arena *kept);

/** formula.c: the totals of a launch whose grid or integer parameters are not known, or NULL. */
const coal_formulas *coal_find_formulas(const coal_module *m, const coal_plan *plan, const coal_options *options,
                                        coal_arena *kept);

#endif
