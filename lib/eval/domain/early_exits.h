/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * Lanes that may have left a construct (a loop by break, an iteration by continue, a function by return) although they
 * are followed as if they had stayed: behind the construct they hold what they held when they left or what staying made
 * of it, and nobody knows which.
 */
#ifndef COAL_EVAL_EARLY_EXITS_H
#define COAL_EVAL_EARLY_EXITS_H

#include "memory.h"

typedef struct coal_early_exits {
  bool is_open;           /* false: nothing is recorded */
  bool is_varying;        /* the condition may differ by lane */
  coal_journal_mark mark; /* where the construct began */
  uint32_t serial;        /* objects from this one on were made inside */
  uint32_t lanes;         /* lanes that may have left */
  coal_changes held;      /* `after`: the value when the lanes left; `before`: the value when they came */
} coal_early_exits;

/** The construct begins. */
void coal_early_exits_begin(coal_memory *m, coal_early_exits *l);
/** These lanes may leave now, with memory as it is. */
void coal_early_exits_add(coal_memory *m, coal_symbols *t, coal_early_exits *l, uint32_t lanes, bool is_varying);
/** The construct ends: joins. */
void coal_early_exits_end(coal_memory *m, coal_symbols *t, coal_early_exits *l);

#endif
