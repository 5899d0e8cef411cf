/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef COAL_EVAL_BLOCKS_H
#define COAL_EVAL_BLOCKS_H

#include "machine.h"

/** memcpy, memmove and memset (`sets`) in device code: both sides are accesses. False: the arguments are not those of such a call. */
bool coal_eval_block(coal_machine *m, const coal_expr *e, bool sets, const coal_value *args, size_t n,
                     coal_value *result);

#endif
