/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* for loops. libclang lists the parts of a for without saying which are missing. */
#include <string.h>

#include "expr.h"
#include "frontend/source/lex.h"

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

static const coal_stmt *init_stmt(coal_tr *t, CXCursor c) { return coal_tr_stmt(t, c); }

const coal_stmt *coal_tr_for(coal_tr *t, CXCursor c) {
  coal_cursors parts = coal_tr_operands(t, c);
  coal_range r = coal_tr_range(t, c);
  if (!parts.n) return coal_stmt_opaque(t->m, COAL_OPAQUE_STATEMENT, r);
  CXCursor body = parts.items[--parts.n];
  CXCursor slots[4] = {t->c->getNullCursor(), t->c->getNullCursor(), t->c->getNullCursor(), t->c->getNullCursor()};
  for (size_t i = 0; i < parts.n; i++) {
    int slot = slot_in_text(t, c, parts.items[i]);
    slots[slot == UNKNOWN ? slot_by_type(t, parts, i) : slot] = parts.items[i];
  }
  bool has_variable = coal_tr_children(t, c).n > parts.n + 1;
  if (has_variable) return coal_stmt_opaque(t->m, COAL_OPAQUE_STATEMENT, r);
  const coal_stmt *init = coal_tr_is_null(t, slots[INIT]) ? NULL : init_stmt(t, slots[INIT]);
  const coal_expr *condition = coal_tr_is_null(t, slots[CONDITION]) ? NULL : coal_tr_expr(t, slots[CONDITION]);
  const coal_expr *step = coal_tr_is_null(t, slots[STEP]) ? NULL : coal_tr_expr(t, slots[STEP]);
  return coal_stmt_loop(t->m, COAL_LOOP_FOR, init, condition, step, coal_tr_stmt(t, body), r);
}
