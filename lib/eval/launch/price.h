/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** What the launches of a kernel cost. */
#ifndef COAL_EVAL_PRICE_H
#define COAL_EVAL_PRICE_H

#include "launch.h"

/** Sets k->costs and the estimates of the recorder's accesses. Launches whose sizes or addresses are not known have none. */
void coal_price_kernel(const coal_module *m, coal_kernel *k, const coal_plans *plans, const coal_options *options,
                       struct coal_recorder *recorder, coal_arena *kept);

#endif
