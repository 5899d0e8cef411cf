/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** What the files that translate expressions share. */
#ifndef COAL_FRONTEND_EXPR_H
#define COAL_FRONTEND_EXPR_H

#include "translate.h"

/** Literals of all kinds. */
const coal_expr *coal_tr_literal(coal_tr *t, CXCursor c);
bool coal_tr_constant_float(coal_tr *t, CXCursor c, double *value);
/** The value as a node of that arithmetic type, or NULL. */
const coal_expr *coal_tr_constant_expr(coal_tr *t, CXCursor c, const coal_type *type, coal_range r);
/** Zero of any type. */
const coal_expr *coal_tr_zero(coal_tr *t, const coal_type *type, coal_range r);
/** __builtin_bit_cast: the object's bytes as an object of another type. */
const coal_expr *coal_tr_bit_cast(coal_tr *t, CXCursor c);
/** The expression; its statement expressions put their statements into `before`, unless that is NULL. */
const coal_expr *coal_tr_expr_before(coal_tr *t, CXCursor c, coal_stmts *before);
/** `({ s; e; })`: its statements go before the statement around it, its value is kept in a hidden variable. */
const coal_expr *coal_tr_statement_expr(coal_tr *t, CXCursor c);
/** The cursor without parentheses and without implicit casts that have one operand. */
CXCursor coal_tr_strip(coal_tr *t, CXCursor c);
/** The last of the operands: what a cast converts. Null cursor if there is none. */
CXCursor coal_tr_last_operand(coal_tr *t, CXCursor c);
/** The builtin variable that c names as a whole (0 threadIdx, 1 blockIdx, 2 blockDim, 3 gridDim), or −1. */
int coal_tr_builtin_variable(coal_tr *t, CXCursor c);
/** threadIdx and friends as a record {x, y, z}. */
const coal_expr *coal_tr_builtin_record(coal_tr *t, int which, const coal_type *type, coal_range r);
/** A MemberRefExpr that names a field or variable. */
const coal_expr *coal_tr_member_access(coal_tr *t, CXCursor c);
/** The object in a MemberRefExpr or a null cursor; template arguments are operands of it too. */
CXCursor coal_tr_written_base(coal_tr *t, CXCursor c);
/** The object of a MemberRefExpr, `*this` if it is not written. */
const coal_expr *coal_tr_member_base(coal_tr *t, CXCursor c);
/** A CallExpr that constructs an object; `declared`: it initialises the variable declared there. */
const coal_expr *coal_tr_construct(coal_tr *t, CXCursor c, CXCursor constructor);
/** &C::m as a pointer to a member, see coal_expr_member_through; NULL: c is none. */
const coal_expr *coal_tr_member_address(coal_tr *t, CXCursor c);
/** The implicit conversion c of operand, translated as e, from or to a pointer to a data member; NULL: it is none. */
const coal_expr *coal_tr_member_conversion(coal_tr *t, CXCursor c, CXCursor operand, const coal_expr *e);
/** object.*pointer and pointer->*pointer. */
const coal_expr *coal_tr_through_member(coal_tr *t, CXCursor c);
/** (object.*method)(…); NULL: c is another call. */
const coal_expr *coal_tr_call_of_member(coal_tr *t, CXCursor c, coal_cursors operands);
/** A new-expression. */
const coal_expr *coal_tr_new(coal_tr *t, CXCursor c);
/** True if a CallExpr default-constructs without code of the user's. */
bool coal_tr_is_plain_default(coal_tr *t, CXCursor c);

#endif
