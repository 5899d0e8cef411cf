/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * Which memory an lvalue may lie in, found out from the IR alone, without executing it.
 *
 * Each variable, member and function result of pointer type has a set of spaces that it may point into; the sets grow along
 * assignments, initialisations, arguments and returns until nothing changes. Neither order nor calls are told apart.
 */
#ifndef COAL_EVAL_PLACES_H
#define COAL_EVAL_PLACES_H

#include <coalcheck/ir.h>

#include "util/vec.h"

enum { COAL_AT_LOCAL = 1, COAL_AT_SHARED = 2, COAL_AT_GLOBAL = 4, COAL_AT_CONSTANT = 8, COAL_AT_UNKNOWN = 16 };

typedef struct coal_place_slot {
  const void *key; /* a field or function; NULL: free */
  unsigned at;
} coal_place_slot;

typedef struct coal_places {
  uint8_t *vars;               /* by id: what a variable points to */
  const coal_expr **constants; /* by id: the value of a local that never changes, or NULL */
  coal_place_slot *slots;
  size_t n_slots, capacity;
  bool changed;
} coal_places;

/** For the functions of a module that have a body; `n` of them. */
void coal_places_init(coal_places *p, const coal_module *m, coal_function *const *fns, size_t n);
void coal_places_free(coal_places *p);
/** The spaces that an lvalue may lie in; 0: none is known. */
unsigned coal_places_of(coal_places *p, const coal_expr *lvalue);
/** The variable that names the object: an array, or the pointer that it is accessed through. NULL: it has no name. */
const coal_var *coal_places_root(const coal_expr *lvalue);
/** The integer value of an expression that does not depend on the launch. */
bool coal_places_fold(const coal_places *p, const coal_expr *e, int64_t *value);

#endif
