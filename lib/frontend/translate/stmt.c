/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Statements. */
#include <string.h>

#include "expr.h"
#include "frontend/source/lex.h"
#include "util/str.h"

static const coal_stmt *block(coal_tr *t, coal_stmts *list, coal_range r) {
  const coal_stmt *s = coal_stmt_block(t->m, list->items, list->n, r);
  coal_vec_free(list);
  return s;
}

/* Exactly one statement stays as it is. */
static const coal_stmt *one(coal_tr *t, coal_stmts *list, coal_range r) {
  if (list->n != 1) return block(t, list, r);
  const coal_stmt *s = list->items[0];
  coal_vec_free(list);
  return s;
}

static void add_stmt(coal_tr *t, CXCursor c, coal_stmts *out);

/* ---- declarations -------------------------------------------------------------------------------------- */

void coal_tr_var_decl(coal_tr *t, CXCursor c, coal_stmts *out) {
  if (coal_tr_is_mistaken(t, c)) return;
  const coal_var *v = coal_tr_var(t, c);
  bool shared = v->storage == COAL_STORAGE_SHARED || v->storage == COAL_STORAGE_SHARED_DYNAMIC;
  CXCursor init = t->c->Cursor_getVarDeclInitializer(c);
  coal_stmts *outer = t->before;
  t->before = out;
  const coal_expr *e = shared ? NULL : coal_tr_var_init(t, c, init, v->type);
  t->before = outer;
  if (!e && !shared && coal_tr_lost_init(t, c))
    e = coal_expr_opaque(t->m, v->type, COAL_OPAQUE_ERROR, NULL, 0, coal_tr_range(t, c));
  coal_vec_push(out, coal_stmt_decl(t->m, v, e, coal_tr_range(t, c)));
}

/* Of a binding that get() makes the type is written as std::tuple_element<i, E>::type. */
static bool is_tuple_element(coal_tr *t, CXCursor binding) {
  return strstr(coal_tr_string(t, t->c->getTypeSpelling(t->c->getCursorType(binding))), "tuple_element<") != NULL;
}

/* auto [a, b] = e: a hidden variable whose parts the names denote, see coal_tr_reference. `e` NULL: its own
 * initialiser. */
static void decomposition(coal_tr *t, CXCursor c, const coal_expr *e, coal_stmts *out) {
  coal_cursors children = coal_tr_children(t, c);
  coal_range r = coal_tr_range(t, c);
  if (!children.n || t->c->getCursorKind(children.items[0]) != CXCursor_UnexposedDecl) return;
  const coal_type *type = coal_tr_type_of(t, c);
  coal_var *whole = coal_tr_hidden_var(t, "", type, r);
  size_t n_bases = 0;
  const coal_type *object = coal_type_is(type, COAL_TYPE_REFERENCE) ? type->element : type;
  if (coal_type_is(object, COAL_TYPE_RECORD))
    while (n_bases < object->record->n_fields && coal_type_is(object->record->fields[n_bases].type, COAL_TYPE_RECORD) &&
           strcmp(object->record->fields[n_bases].name, object->record->fields[n_bases].type->record->name) == 0)
      n_bases++;
  size_t part = 0;
  for (size_t i = 0; i < children.n; i++) {
    if (t->c->getCursorKind(children.items[i]) != CXCursor_UnexposedDecl) continue;
    coal_tr_decomposition *b = COAL_ARENA_NEW(t->scratch, coal_tr_decomposition);
    b->whole = whole;
    b->is_tuple = is_tuple_element(t, children.items[i]);
    b->part = (b->is_tuple ? 0 : n_bases) + part++;
    coal_cursor_map_put(t->c, &t->bindings, children.items[i], b);
  }
  CXCursor init = t->c->Cursor_getVarDeclInitializer(c);
  coal_stmts *outer = t->before;
  t->before = out;
  if (!e && !coal_tr_is_null(t, init)) e = coal_tr_init(t, init, type);
  t->before = outer;
  coal_vec_push(out, coal_stmt_decl(t->m, whole, e, r));
}

void coal_tr_loop_variable(coal_tr *t, CXCursor c, const coal_expr *element, coal_stmts *out) {
  if (t->c->getCursorKind(c) != CXCursor_VarDecl)
    decomposition(t, c, element, out);
  else if (element)
    coal_vec_push(out, coal_stmt_decl(t->m, coal_tr_var(t, c), element, coal_tr_range(t, c)));
  else
    coal_tr_var_decl(t, c, out);
}

void coal_tr_decl_stmt(coal_tr *t, CXCursor c, coal_stmts *out) {
  coal_cursors children = coal_tr_children(t, c);
  for (size_t i = 0; i < children.n; i++) {
    enum CXCursorKind kind = t->c->getCursorKind(children.items[i]);
    if (kind == CXCursor_VarDecl)
      coal_tr_var_decl(t, children.items[i], out);
    else if (kind == CXCursor_UnexposedDecl)
      decomposition(t, children.items[i], NULL, out);
  }
}

/* ---- branches ------------------------------------------------------------------------------------------ */

static bool is_bool(coal_tr *t, CXCursor c) {
  return t->c->getCanonicalType(t->c->getCursorType(c)).kind == CXType_Bool;
}

static bool holds_semicolon(coal_tr *t, CXCursor a, CXCursor b) {
  size_t n = 0;
  const char *text = coal_tr_text_between(t, a, b, &n);
  coal_lexer l = coal_lexer_new(text, n);
  for (coal_token token = coal_lexer_next(&l); token.kind != COAL_TOKEN_END; token = coal_lexer_next(&l)) {
    if (coal_token_is(text, token, ")")) return false;
    if (coal_token_is(text, token, ";")) return true;
  }
  return false;
}

/* Whether the first of three parts is `init;`: a declaration, or not a condition while the second is one, or, where
 * both could be, a semicolon behind it. */
static bool starts_with_init(coal_tr *t, coal_cursors parts) {
  if (parts.n < 3) return false;
  if (t->c->getCursorKind(parts.items[0]) == CXCursor_DeclStmt || parts.n > 3) return true;
  bool first = is_bool(t, parts.items[0]), second = is_bool(t, parts.items[1]);
  if (first != second) return second;
  return holds_semicolon(t, parts.items[0], parts.items[1]);
}

/* The variable of `if (T v = e)`, shown first; the other children are parts. */
static coal_cursors parts_of(coal_tr *t, CXCursor c, coal_stmts *out) {
  coal_cursors all = coal_tr_children(t, c), parts = {all.items, 0};
  for (size_t i = 0; i < all.n; i++) {
    enum CXCursorKind kind = t->c->getCursorKind(all.items[i]);
    if (kind == CXCursor_VarDecl)
      coal_tr_var_decl(t, all.items[i], out);
    else if (t->c->isExpression(kind) || t->c->isStatement(kind))
      parts.items[parts.n++] = all.items[i];
  }
  return parts;
}

static void add_init(coal_tr *t, CXCursor c, coal_stmts *before) {
  if (t->c->getCursorKind(c) == CXCursor_DeclStmt)
    coal_tr_decl_stmt(t, c, before);
  else
    add_stmt(t, c, before);
}

static bool is_constexpr_if(coal_tr *t, CXCursor c) {
  size_t n = 0;
  const char *text = coal_tr_text_from(t, c, &n);
  coal_lexer l = coal_lexer_new(text, n);
  coal_token word = coal_lexer_next(&l), next = coal_lexer_next(&l);
  return coal_token_is(text, word, "if") && coal_token_is(text, next, "constexpr");
}

/* The live branch of an instantiated `if constexpr`; the other one is gone or empty. */
static void live_branch(coal_tr *t, coal_cursors parts, bool condition, coal_stmts *out) {
  if (condition)
    add_stmt(t, parts.items[1], out);
  else if (parts.n > 2)
    add_stmt(t, parts.items[2], out);
}

static void add_if(coal_tr *t, CXCursor c, coal_stmts *out) {
  coal_range r = coal_tr_range(t, c);
  coal_stmts before = {0}, variable = {0};
  coal_cursors parts = parts_of(t, c, &variable);
  if (starts_with_init(t, parts)) {
    add_init(t, parts.items[0], &before);
    parts.items++;
    parts.n--;
  }
  for (size_t i = 0; i < variable.n; i++) coal_vec_push(&before, variable.items[i]);
  coal_vec_free(&variable);
  int64_t condition = 0;
  if (parts.n < 2) {
    coal_vec_push(&before, coal_stmt_opaque(t->m, COAL_OPAQUE_STATEMENT, r));
  } else if (is_constexpr_if(t, c) && coal_tr_constant(t, parts.items[0], &condition)) {
    live_branch(t, parts, condition != 0, &before);
  } else {
    const coal_expr *e = coal_tr_expr_before(t, parts.items[0], &before);
    const coal_stmt *then = coal_tr_stmt(t, parts.items[1]),
                    *otherwise = parts.n > 2 ? coal_tr_stmt(t, parts.items[2]) : NULL;
    coal_vec_push(&before, coal_stmt_if(t->m, e, then, otherwise, r));
  }
  if (before.n)
    coal_vec_push(out, one(t, &before, r));
  else
    coal_vec_free(&before);
}

typedef struct init_search {
  coal_tr *t;
  CXCursor statement, condition;
  coal_stmts *out;
  COAL_VEC(CXCursor) found;
} init_search;

/* Variables used in a switch and declared in front of its condition. */
static enum CXChildVisitResult see_init_variable(CXCursor c, CXCursor parent, CXClientData data) {
  (void)parent;
  init_search *s = data;
  coal_tr *t = s->t;
  if (t->c->getCursorKind(c) != CXCursor_DeclRefExpr) return CXChildVisit_Recurse;
  CXCursor variable = t->c->getCursorReferenced(c);
  if (t->c->getCursorKind(variable) != CXCursor_VarDecl || !coal_tr_is_inside(t, variable, s->statement))
    return CXChildVisit_Recurse;
  size_t n = 0;
  coal_tr_text_between(t, variable, s->condition, &n);
  for (size_t i = 0; i < s->found.n; i++)
    if (t->c->equalCursors(s->found.items[i], variable)) n = 0;
  if (!n) return CXChildVisit_Recurse;
  coal_vec_push(&s->found, variable);
  coal_tr_var_decl(t, variable, s->out);
  return CXChildVisit_Recurse;
}

/* libclang does not show the `init;` of a switch: its variables are found where they are used. */
static void add_hidden_init(coal_tr *t, CXCursor c, coal_cursors parts, coal_stmts *out) {
  init_search s = {.t = t, .statement = c, .condition = parts.items[0], .out = out};
  t->c->visitChildren(c, see_init_variable, &s);
  coal_vec_free(&s.found);
}

static void add_switch(coal_tr *t, CXCursor c, coal_stmts *out) {
  coal_range r = coal_tr_range(t, c);
  coal_stmts before = {0}, variable = {0};
  coal_cursors parts = parts_of(t, c, &variable);
  if (parts.n == 3) add_init(t, parts.items[0], &before);
  if (parts.n == 2 && !variable.n) add_hidden_init(t, c, parts, &before);
  for (size_t i = 0; i < variable.n; i++) coal_vec_push(&before, variable.items[i]);
  coal_vec_free(&variable);
  if (parts.n < 2) {
    coal_vec_push(&before, coal_stmt_opaque(t->m, COAL_OPAQUE_STATEMENT, r));
  } else {
    const coal_expr *e = coal_tr_expr_before(t, parts.items[parts.n - 2], &before);
    coal_vec_push(&before, coal_stmt_switch(t->m, e, coal_tr_stmt(t, parts.items[parts.n - 1]), r));
  }
  coal_vec_push(out, one(t, &before, r));
}

/* `case lo: s` and `case lo ... hi: s` show their values, then the statement. */
static void add_case(coal_tr *t, CXCursor c, coal_stmts *out) {
  coal_cursors parts = coal_tr_operands(t, c);
  coal_range r = coal_tr_range(t, c);
  int64_t lo = 0, hi = 0;
  if (parts.n < 1 || !coal_tr_constant(t, parts.items[0], &lo)) {
    coal_vec_push(out, coal_stmt_opaque(t->m, COAL_OPAQUE_CASE_LABEL, r));
    if (parts.n > 1) add_stmt(t, parts.items[parts.n - 1], out);
    return;
  }
  hi = lo;
  if (parts.n > 2) coal_tr_constant(t, parts.items[1], &hi);
  coal_vec_push(out, coal_stmt_case(t->m, lo, hi, r));
  if (parts.n > 1) add_stmt(t, parts.items[parts.n - 1], out);
}

/* ---- others -------------------------------------------------------------------------------------------- */

static void add_operand(coal_tr *t, CXCursor c, coal_stmts *out) {
  CXCursor inner = coal_tr_last_operand(t, c);
  if (!coal_tr_is_null(t, inner)) add_stmt(t, inner, out);
}

static const coal_stmt *compound(coal_tr *t, CXCursor c) {
  coal_stmts list = {0};
  coal_cursors children = coal_tr_children(t, c);
  for (size_t i = 0; i < children.n; i++) add_stmt(t, children.items[i], &list);
  coal_tr_add_lost(t, c, &list);
  return block(t, &list, coal_tr_range(t, c));
}

static const coal_stmt *return_stmt(coal_tr *t, CXCursor c, coal_stmts *out) {
  CXCursor value = coal_tr_last_operand(t, c);
  coal_stmts *outer = t->before;
  t->before = out;
  const coal_expr *e = coal_tr_is_null(t, value) ? NULL : coal_tr_init(t, value, t->fn->result);
  t->before = outer;
  return coal_stmt_return(t->m, t->fn, e, coal_tr_range(t, c));
}

/* LLVM's template back to the source's: $0 is %0, ${0:x} is %x0, $$ is $; a % of its own is %%. */
static const char *asm_text(coal_tr *t, const char *llvm, bool has_operands) {
  coal_str out = {0};
  coal_str_add_n(&out, "", 0);
  for (const char *p = llvm; *p; p++) {
    const char *colon = p[0] == '$' && p[1] == '{' ? strchr(p, ':') : NULL, *close = colon ? strchr(colon, '}') : NULL;
    if (close) {
      coal_str_addf(&out, "%%%.*s%.*s", (int)(close - colon - 1), colon + 1, (int)(colon - p - 2), p + 2);
      p = close;
    } else if (*p == '$') {
      coal_str_add(&out, p[1] == '$' ? "$" : "%");
      p += p[1] == '$';
    } else {
      coal_str_add_n(&out, p, 1);
      if (*p == '%' && has_operands) coal_str_add(&out, "%");
    }
  }
  const char *copy = coal_arena_string(t->scratch, out.data ? out.data : "", out.n);
  coal_str_free(&out);
  return copy;
}

/* Before LLVM 21 libclang does not show the template of an asm statement. */
static const coal_stmt *asm_stmt(coal_tr *t, CXCursor c) {
  coal_range r = coal_tr_range(t, c);
  if (!t->c->Cursor_getGCCAssemblyTemplate || !t->c->Cursor_getGCCAssemblyOutput || !t->c->Cursor_getGCCAssemblyInput)
    return coal_stmt_expr(t->m, coal_expr_opaque(t->m, coal_type_void(t->m), COAL_OPAQUE_PTX, NULL, 0, r), r);
  unsigned n_out = t->c->Cursor_getGCCAssemblyNumOutputs(c), n_in = t->c->Cursor_getGCCAssemblyNumInputs(c);
  const coal_expr **out = COAL_ARENA_ARRAY(t->scratch, const coal_expr *, n_out + n_in + 1);
  CXString constraint;
  CXCursor operand;
  unsigned n = 0;
  for (unsigned i = 0; i < n_out; i++) {
    if (!t->c->Cursor_getGCCAssemblyOutput(c, i, &constraint, &operand)) continue;
    t->c->disposeString(constraint);
    out[n++] = coal_tr_expr(t, operand);
  }
  n_out = n;
  for (unsigned i = 0; i < n_in; i++) {
    if (!t->c->Cursor_getGCCAssemblyInput(c, i, &constraint, &operand)) continue;
    t->c->disposeString(constraint);
    out[n++] = coal_tr_expr(t, operand);
  }
  const char *text = coal_tr_string(t, t->c->Cursor_getGCCAssemblyTemplate(c));
  text = asm_text(t, text, n > 0);
  return coal_stmt_expr(t->m, coal_expr_asm(t->m, text, out, n_out, out + n_out, n - n_out, r), r);
}

/* while (T v = e) s: WHILE true { DECL v; IF !v BREAK; s }. */
static const coal_stmt *while_stmt(coal_tr *t, CXCursor c) {
  coal_range r = coal_tr_range(t, c);
  coal_stmts list = {0};
  coal_cursors parts = parts_of(t, c, &list);
  if (parts.n < 2) {
    coal_vec_free(&list);
    return coal_stmt_opaque(t->m, COAL_OPAQUE_STATEMENT, r);
  }
  const coal_expr *condition = coal_tr_expr(t, parts.items[0]);
  if (!list.n) return coal_stmt_loop(t->m, COAL_LOOP_WHILE, NULL, condition, NULL, coal_tr_stmt(t, parts.items[1]), r);
  const coal_expr *negated = coal_expr_unary(t->m, COAL_OP_LNOT, condition, condition->range);
  coal_vec_push(&list, coal_stmt_if(t->m, negated, coal_stmt_break(t->m, r), NULL, r));
  coal_vec_push(&list, coal_tr_stmt(t, parts.items[1]));
  const coal_expr *always = coal_expr_int(t->m, coal_type_bool(t->m), 1, r);
  return coal_stmt_loop(t->m, COAL_LOOP_WHILE, NULL, always, NULL, block(t, &list, r), r);
}

static const coal_stmt *do_stmt(coal_tr *t, CXCursor c) {
  coal_cursors parts = coal_tr_operands(t, c);
  coal_range r = coal_tr_range(t, c);
  if (parts.n != 2) return coal_stmt_opaque(t->m, COAL_OPAQUE_STATEMENT, r);
  const coal_stmt *body = coal_tr_stmt(t, parts.items[0]);
  return coal_stmt_loop(t->m, COAL_LOOP_DO, NULL, coal_tr_expr(t, parts.items[1]), NULL, body, r);
}

static void add_labelled(coal_tr *t, CXCursor c, coal_stmts *out) {
  coal_vec_push(out, coal_stmt_opaque(t->m, COAL_OPAQUE_LABEL, coal_tr_range(t, c)));
  add_operand(t, c, out);
}

static void add_by_kind(coal_tr *t, CXCursor c, coal_stmts *out) {
  coal_range r = coal_tr_range(t, c);
  switch (t->c->getCursorKind(c)) {
    case CXCursor_CompoundStmt: coal_vec_push(out, compound(t, c)); return;
    case CXCursor_DeclStmt: coal_tr_decl_stmt(t, c, out); return;
    case CXCursor_NullStmt: return;
    case CXCursor_IfStmt: add_if(t, c, out); return;
    case CXCursor_SwitchStmt: add_switch(t, c, out); return;
    case CXCursor_CaseStmt: add_case(t, c, out); return;
    case CXCursor_DefaultStmt:
      coal_vec_push(out, coal_stmt_default(t->m, r));
      add_operand(t, c, out);
      return;
    case CXCursor_ForStmt: coal_vec_push(out, coal_tr_for(t, c)); return;
    case CXCursor_CXXForRangeStmt: coal_vec_push(out, coal_tr_range_for(t, c)); return;
    case CXCursor_WhileStmt: coal_vec_push(out, while_stmt(t, c)); return;
    case CXCursor_DoStmt: coal_vec_push(out, do_stmt(t, c)); return;
    case CXCursor_ReturnStmt: {
      const coal_stmt *s = return_stmt(t, c, out);
      coal_vec_push(out, s);
      return;
    }
    case CXCursor_BreakStmt: coal_vec_push(out, coal_stmt_break(t->m, r)); return;
    case CXCursor_ContinueStmt: coal_vec_push(out, coal_stmt_continue(t->m, r)); return;
    case CXCursor_GCCAsmStmt: coal_vec_push(out, asm_stmt(t, c)); return;
    case CXCursor_GotoStmt:
    case CXCursor_IndirectGotoStmt: coal_vec_push(out, coal_stmt_opaque(t->m, COAL_OPAQUE_GOTO, r)); return;
    case CXCursor_LabelStmt: add_labelled(t, c, out); return;
    case CXCursor_CXXTryStmt: {
      coal_cursors parts = coal_tr_operands(t, c);
      if (parts.n) add_stmt(t, parts.items[0], out);
      return;
    }
    case CXCursor_UnexposedStmt: add_operand(t, c, out); return; /* attributes: #pragma unroll */
    default: coal_vec_push(out, coal_stmt_opaque(t->m, COAL_OPAQUE_STATEMENT, r)); return;
  }
}

static void add_stmt(coal_tr *t, CXCursor c, coal_stmts *out) {
  enum CXCursorKind kind = t->c->getCursorKind(c);
  if (t->depth > COAL_TR_DEPTH_MAX) {
    coal_vec_push(out, coal_stmt_opaque(t->m, COAL_OPAQUE_DEPTH, coal_tr_range(t, c)));
    return;
  }
  t->depth++;
  if (t->c->isExpression(kind)) {
    const coal_expr *e = coal_tr_expr_before(t, c, out);
    coal_vec_push(out, coal_stmt_expr(t->m, e, coal_tr_range(t, c)));
  } else if (t->c->isStatement(kind))
    add_by_kind(t, c, out);
  t->depth--;
}

const coal_expr *coal_tr_expr_before(coal_tr *t, CXCursor c, coal_stmts *before) {
  coal_stmts *outer = t->before;
  t->before = before;
  const coal_expr *e = coal_tr_expr(t, c);
  t->before = outer;
  return e;
}

const coal_expr *coal_tr_statement_expr(coal_tr *t, CXCursor c) {
  coal_cursors body = coal_tr_children(t, c);
  coal_cursors inner = body.n == 1 ? coal_tr_children(t, body.items[0]) : (coal_cursors){0};
  const coal_type *type = coal_tr_type_of(t, c);
  const coal_range r = coal_tr_range(t, c);
  const bool is_void = coal_type_is(type, COAL_TYPE_VOID);
  const bool has_value = inner.n && t->c->isExpression(t->c->getCursorKind(inner.items[inner.n - 1]));
  coal_stmts *before = t->before;
  if (!before || (!is_void && !has_value)) return coal_tr_opaque(t, c, COAL_OPAQUE_STATEMENT_EXPRESSION);
  t->before = NULL;
  for (size_t i = 0; i + !is_void < inner.n; i++) add_stmt(t, inner.items[i], before);
  const coal_expr *value = is_void ? coal_expr_int(t->m, coal_type_int(t->m, 32, true), 0, r)
                                   : coal_tr_expr_before(t, inner.items[inner.n - 1], before);
  t->before = before;
  if (is_void) return coal_expr_cast(t->m, type, value, r);
  coal_var *held = coal_tr_hidden_var(t, "", type, r);
  coal_vec_push(before, coal_stmt_decl(t->m, held, coal_expr_value(t->m, value), r));
  return coal_expr_var(t->m, held, r);
}

const coal_stmt *coal_tr_stmt(coal_tr *t, CXCursor c) {
  coal_stmts list = {0};
  add_stmt(t, c, &list);
  return one(t, &list, coal_tr_range(t, c));
}
