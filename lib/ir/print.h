/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** Inside the printer: its state, and the part that writes expressions. */
#ifndef COAL_IR_PRINT_H
#define COAL_IR_PRINT_H

#include <coalcheck/ir.h>

#include "util/str.h"
#include "util/vec.h"

typedef struct coal_printer {
  coal_str out;
  COAL_VEC(const coal_var *) named;      /* variables of the function at hand, in order of mention */
  COAL_VEC(const coal_var *) globals;    /* namespace-scope variables mentioned anywhere */
  COAL_VEC(const coal_record *) records; /* mentioned anywhere */
} coal_printer;

void coal_print_type(coal_printer *p, const coal_type *t);
/** The name; `name#2` and so on for the second and later variables of that name in one function. */
void coal_print_var(coal_printer *p, const coal_var *v);
/** NULL prints `-`. */
void coal_print_expr(coal_printer *p, const coal_expr *e);

#endif
