/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* for loops. libclang lists the parts of a for without saying which are missing. */
#include <string.h>

#include "expr.h"
#include "lex.h"

enum { INIT, CONDITION, STEP, UNKNOWN };

/* Which part of `for (…;…;…)` starts where c does: the number of semicolons in front of it. UNKNOWN inside macros. */
static int slot_in_text(coal_tr *t, CXCursor loop, CXCursor c) {
  size_t n = 0;
  const char *text = coal_tr_text_upto(t, loop, c, &n);
  coal_lexer l = coal_lexer_new(text, n);
  int depth = 0, semicolons = 0;
  if (!coal_token_is(text, coal_lexer_next(&l), "for")) return UNKNOWN;
  for (coal_token token = coal_lexer_next(&l); token.kind != COAL_TOKEN_END; token = coal_lexer_next(&l)) {
    if (strchr("([{", text[token.begin])) depth++;
    if (strchr(")]}", text[token.begin])) depth--;
    if (text[token.begin] == ';' && depth == 1) semicolons++;
  }
  return depth >= 1 && semicolons <= STEP ? semicolons : UNKNOWN;
}

/* By what it is: a declaration can only be the first part, a condition is a bool; of others the first is the start if
 * there are three or if a condition follows. */
static int slot_by_type(coal_tr *t, coal_cursors parts, size_t i) {
  enum CXCursorKind kind = t->c->getCursorKind(parts.items[i]);
  if (kind == CXCursor_DeclStmt) return INIT;
  if (parts.n == 3) return (int)i;
  if (t->c->getCanonicalType(t->c->getCursorType(parts.items[i])).kind == CXType_Bool) return CONDITION;
  return i == 0 && parts.n == 2 ? INIT : STEP;
}

static const coal_stmt *init_stmt(coal_tr *t, CXCursor c) {
  if (t->c->getCursorKind(c) == CXCursor_DeclStmt) return coal_tr_stmt(t, c);
  return coal_stmt_expr(t->m, coal_tr_expr(t, c), coal_tr_range(t, c));
}

const coal_stmt *coal_tr_for(coal_tr *t, CXCursor c) {
  coal_cursors parts = coal_tr_operands(t, c);
  coal_range r = coal_tr_range(t, c);
  if (!parts.n) return coal_stmt_opaque(t->m, "unsupported statement", r);
  CXCursor body = parts.items[--parts.n];
  CXCursor slots[4] = {t->c->getNullCursor(), t->c->getNullCursor(), t->c->getNullCursor(), t->c->getNullCursor()};
  for (size_t i = 0; i < parts.n; i++) {
    int slot = slot_in_text(t, c, parts.items[i]);
    slots[slot == UNKNOWN ? slot_by_type(t, parts, i) : slot] = parts.items[i];
  }
  bool has_variable = coal_tr_children(t, c).n > parts.n + 1;
  if (has_variable) return coal_stmt_opaque(t->m, "unsupported statement", r);
  const coal_stmt *init = coal_tr_is_null(t, slots[INIT]) ? NULL : init_stmt(t, slots[INIT]);
  const coal_expr *condition = coal_tr_is_null(t, slots[CONDITION]) ? NULL : coal_tr_expr(t, slots[CONDITION]);
  const coal_expr *step = coal_tr_is_null(t, slots[STEP]) ? NULL : coal_tr_expr(t, slots[STEP]);
  return coal_stmt_loop(t->m, COAL_LOOP_FOR, init, condition, step, coal_tr_stmt(t, body), r);
}

/* for (T v : a) s over an array: FOR (__i = 0; __i < N; ++__i) { DECL v = a[__i]; s }. */
static const coal_stmt *over_array(coal_tr *t, CXCursor variable, const coal_expr *array, CXCursor body, coal_range r) {
  const coal_type *u64 = coal_type_int(t->m, 64, false);
  coal_var *index = coal_tr_hidden_var(t, "__i", u64, r);
  const coal_expr *count = coal_expr_int(t->m, u64, (int64_t)array->type->count, r);
  const coal_stmt *init = coal_stmt_decl(t->m, index, coal_expr_int(t->m, u64, 0, r), r);
  const coal_expr *condition = coal_expr_binary(t->m, COAL_OP_LT, coal_expr_var(t->m, index, r), count, r);
  const coal_expr *step = coal_expr_incdec(t->m, true, false, coal_expr_var(t->m, index, r), r);
  const coal_expr *element = coal_expr_index(t->m, array, coal_expr_var(t->m, index, r), r);
  const coal_stmt *list[2];
  list[0] = coal_stmt_decl(t->m, coal_tr_var(t, variable), element, coal_tr_range(t, variable));
  list[1] = coal_tr_stmt(t, body);
  return coal_stmt_loop(t->m, COAL_LOOP_FOR, init, condition, step, coal_stmt_block(t->m, list, 2, r), r);
}

/* Over anything else: FOR (; ?;) { DECL v = ?; s }. */
static const coal_stmt *over_unknown(coal_tr *t, CXCursor variable, CXCursor body, coal_range r) {
  static const char reason[] = "range-based for";
  const coal_var *v = coal_tr_var(t, variable);
  const coal_expr *element =
      coal_type_is(v->type, COAL_TYPE_REFERENCE)
          ? coal_expr_deref(t->m, coal_expr_opaque(t->m, coal_type_pointer(t->m, v->type->element), reason, NULL, 0, r), r)
          : coal_expr_opaque(t->m, v->type, reason, NULL, 0, r);
  const coal_stmt *list[2];
  list[0] = coal_stmt_decl(t->m, v, element, coal_tr_range(t, variable));
  list[1] = coal_tr_stmt(t, body);
  const coal_expr *condition = coal_expr_opaque(t->m, coal_type_bool(t->m), reason, NULL, 0, r);
  return coal_stmt_loop(t->m, COAL_LOOP_FOR, NULL, condition, NULL, coal_stmt_block(t->m, list, 2, r), r);
}

/* The children are the variable, the range and the body. */
const coal_stmt *coal_tr_range_for(coal_tr *t, CXCursor c) {
  coal_cursors children = coal_tr_children(t, c);
  coal_range r = coal_tr_range(t, c);
  bool usual = children.n == 3 && t->c->getCursorKind(children.items[0]) == CXCursor_VarDecl &&
               t->c->isExpression(t->c->getCursorKind(children.items[1]));
  if (!usual) return coal_stmt_opaque(t->m, "range-based for", r);
  const coal_type *type = coal_tr_type_of(t, children.items[1]);
  if (!coal_type_is(type, COAL_TYPE_ARRAY) || !type->count)
    return over_unknown(t, children.items[0], children.items[2], r);
  return over_array(t, children.items[0], coal_tr_expr(t, children.items[1]), children.items[2], r);
}
