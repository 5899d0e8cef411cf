/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** Inside lib/ir: the module and the helpers its files share. */
#ifndef COAL_IR_MODULE_H
#define COAL_IR_MODULE_H

#include <coalcheck/ir.h>

#include "util/arena.h"
#include "util/map.h"
#include "util/vec.h"

struct coal_module {
  coal_arena *arena;
  COAL_VEC(coal_file *) files;
  COAL_VEC(coal_function *) functions;
  COAL_VEC(const char *) missing; /* headers */
  coal_map types;                 /* by a key that spells the structure, see types.c */
  coal_map records;               /* key of the front end to coal_type */
  coal_map function_keys;         /* key of the front end to coal_function */
  uint32_t n_exprs, n_stmts, n_vars;
};

static inline bool coal_type_is(const coal_type *t, coal_type_kind kind) { return t->kind == kind; }
/** bool, integer or floating. */
bool coal_type_is_arithmetic(const coal_type *t);
/** bool or integer. */
bool coal_type_is_integral(const coal_type *t);
/** Integral promotion: types narrower than int become int; others stay. */
const coal_type *coal_type_promoted(coal_module *m, const coal_type *t);
/** The common type of the usual arithmetic conversions; both must be arithmetic. */
const coal_type *coal_type_common(coal_module *m, const coal_type *a, const coal_type *b);

coal_expr *coal_expr_new(coal_module *m, coal_expr_kind kind, const coal_type *type, coal_range r);
/** The value an object of type `to` is initialised with: converted scalars, whole records and arrays. */
const coal_expr *coal_expr_initial(coal_module *m, const coal_type *to, const coal_expr *e);
/** The address (a pointer value) that a reference of that type is bound to. Values go into a temporary. */
const coal_expr *coal_expr_bind(coal_module *m, const coal_type *reference, const coal_expr *e);
/** e as a condition: its value converted to bool. */
const coal_expr *coal_expr_condition(coal_module *m, const coal_expr *e);
/** e, or a temporary that holds it when it is a value. */
const coal_expr *coal_expr_lvalue(coal_module *m, const coal_expr *e);

/** True if the tree contains a launch. */
bool coal_stmt_launches(const coal_stmt *s);
bool coal_expr_launches(const coal_expr *e);

#endif
