/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * Branches that nobody can decide: `if`, a chain of `else if`, a `switch`. Each way is run from the state before the first; then the
 * outcomes are joined, slot by slot, in time that grows with the number of changes.
 *
 * In lane l of way k, with the ways in their order of decision:
 *
 *   yes_k   l takes way k if it got there: its value is way k's
 *   maybe_k nobody knows whether it does: its value is one of way k's and what the later ways make of it, unless only one of
 *           them lets the lane go on: then it is that one's
 *   else    what the later ways make of it
 */
#ifndef COAL_EVAL_FORK_H
#define COAL_EVAL_FORK_H

#include "machine.h"

/** One way: the lanes that take it, out of those that no earlier way took for sure. */
typedef struct coal_branch {
  const void *what; /* NULL: nothing is executed */
  uint32_t yes, maybe;
  bool is_varying;            /* the condition may differ among the lanes of maybe */
  coal_equality equality;     /* holds in this way */
  const coal_expr *condition; /* the same, and its negation holds in later ways; NULL: nothing is learned */
  coal_range where;
} coal_branch;

/** Lanes that left the function, the loop, the iteration, the program. */
typedef struct coal_exits {
  uint32_t returned, breaks, continues, exited;
} coal_exits;

typedef struct coal_way {
  coal_branch branch;
  coal_changes changes;
  uint32_t active; /* at its end */
  coal_exits exits;
} coal_way;

typedef struct coal_fork {
  void (*run)(coal_machine *m, const void *what);
  COAL_VEC(coal_way) ways;
  uint32_t in, rest; /* lanes that entered; those that no way has taken for sure so far */
  coal_exits before;
  coal_journal_mark mark;
  coal_range outer_at;
  size_t bounds; /* bounds.h: before the first way */
  double activity;
} coal_fork;

/** Begins in the active lanes. Conditions evaluated from now on are under one that is not known. */
void coal_fork_begin(coal_machine *m, coal_fork *f, void (*run)(coal_machine *m, const void *what));
/** Executes one way. Afterwards memory and exits are as before it, and the lanes left for later ways are active. */
void coal_fork_way(coal_machine *m, coal_fork *f, const coal_branch *b);
/** Executes the last way in all lanes that are left, and joins. */
void coal_fork_end(coal_machine *m, coal_fork *f, const void *otherwise);

#endif
