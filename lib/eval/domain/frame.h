/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** A call that is being executed: its variables and the lanes that left it. */
#ifndef COAL_EVAL_FRAME_H
#define COAL_EVAL_FRAME_H

#include "early_exits.h"
#include "memory.h"

/** A variable's object in a frame. */
typedef struct coal_binding_slot {
  const coal_var *var;
  coal_object *object;
} coal_binding_slot;

typedef struct coal_frame {
  const coal_function *fn;
  const coal_expr *call; /* NULL: the kernel itself */
  struct coal_frame *caller;
  unsigned depth;
  COAL_VEC(coal_binding_slot) vars;
  uint32_t returned;       /* lanes that returned */
  uint32_t maybe_returned; /* lanes that may have returned: their value is joined with the result */
  coal_range maybe_at;     /* the last decision at which they may have */
  coal_value result;
  coal_early_exits early_returns; /* of the lanes that may have */
} coal_frame;

#endif
