/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Literals and constant expressions. */
#include "expr.h"

#include <string.h>

#include "util/str.h"

/* clang_Cursor_Evaluate crashes on what depends on a template parameter or holds an error: see is_dependent. */
static CXEvalResult evaluate(coal_tr *t, CXCursor c, CXEvalResultKind kind) {
  CXEvalResult result = t->c->Cursor_Evaluate(c);
  if (!result) return NULL;
  if (t->c->EvalResult_getKind(result) == kind) return result;
  t->c->EvalResult_dispose(result);
  return NULL;
}

static bool is_literal(enum CXCursorKind kind) {
  return kind == CXCursor_IntegerLiteral || kind == CXCursor_CharacterLiteral || kind == CXCursor_FloatingLiteral ||
         kind == CXCursor_CXXBoolLiteralExpr;
}

/* True if anything below names a template parameter or has a dependent type, as expressions with errors have. */
static bool is_dependent(coal_tr *t, CXCursor c, unsigned depth) {
  if (t->c->getCursorKind(c) == CXCursor_SizeOfPackExpr && !t->is_uninstantiated) return false;
  enum CXTypeKind type = t->c->getCanonicalType(t->c->getCursorType(c)).kind;
  CXCursor named = t->c->getCursorReferenced(c);
  bool is_method = t->c->getCursorKind(c) == CXCursor_MemberRefExpr && !coal_tr_is_null(t, named) &&
                   t->c->getCursorKind(named) == CXCursor_CXXMethod; /* its type is Clang's own, and unexposed */
  if (type == CXType_Dependent || (type == CXType_Unexposed && !is_method) || depth > 64) return true;
  enum CXCursorKind kind = coal_tr_is_null(t, named) ? CXCursor_FirstInvalid : t->c->getCursorKind(named);
  if (kind == CXCursor_NonTypeTemplateParameter || kind == CXCursor_TemplateTypeParameter) return true;
  if (kind == CXCursor_VarDecl && t->is_uninstantiated) return true;
  coal_cursors children = coal_tr_children(t, c);
  for (size_t i = 0; i < children.n; i++)
    if (is_dependent(t, children.items[i], depth + 1)) return true;
  return false;
}

bool coal_tr_constant(coal_tr *t, CXCursor c, int64_t *value) {
  if (coal_tr_is_null(t, c)) return false;
  if (!is_literal(t->c->getCursorKind(c)) && is_dependent(t, c, 0)) return false;
  CXEvalResult result = evaluate(t, c, CXEval_Int);
  if (!result) return false;
  bool is_unsigned = t->c->EvalResult_isUnsignedInt(result);
  *value = is_unsigned ? (int64_t)t->c->EvalResult_getAsUnsigned(result) : t->c->EvalResult_getAsLongLong(result);
  t->c->EvalResult_dispose(result);
  return true;
}

bool coal_tr_constant_float(coal_tr *t, CXCursor c, double *value) {
  if (coal_tr_is_null(t, c)) return false;
  if (!is_literal(t->c->getCursorKind(c)) && is_dependent(t, c, 0)) return false;
  CXEvalResult result = evaluate(t, c, CXEval_Float);
  if (!result) return false;
  *value = t->c->EvalResult_getAsDouble(result);
  t->c->EvalResult_dispose(result);
  return true;
}

static bool is_integral(const coal_type *type) {
  return coal_type_is(type, COAL_TYPE_INT) || coal_type_is(type, COAL_TYPE_BOOL);
}

const coal_expr *coal_tr_constant_expr(coal_tr *t, CXCursor c, const coal_type *type, coal_range r) {
  int64_t i = 0;
  double f = 0;
  if (is_integral(type) && coal_tr_constant(t, c, &i)) return coal_expr_int(t->m, type, i, r);
  if (coal_type_is(type, COAL_TYPE_FLOAT) && coal_tr_constant_float(t, c, &f)) return coal_expr_float(t->m, type, f, r);
  if (coal_type_is(type, COAL_TYPE_FLOAT) && coal_tr_constant(t, c, &i))
    return coal_expr_float(t->m, type, (double)i, r);
  return NULL;
}

const coal_expr *coal_tr_zero(coal_tr *t, const coal_type *type, coal_range r) {
  switch (type->kind) {
    case COAL_TYPE_BOOL:
    case COAL_TYPE_INT:
    case COAL_TYPE_POINTER: return coal_expr_int(t->m, type, 0, r);
    case COAL_TYPE_FLOAT: return coal_expr_float(t->m, type, 0, r);
    case COAL_TYPE_RECORD:
    case COAL_TYPE_ARRAY: return coal_expr_aggregate(t->m, type, NULL, 0, r);
    default: return coal_expr_opaque(t->m, type, COAL_OPAQUE_EXPRESSION, NULL, 0, r);
  }
}

/* Undoes the escapes of Clang's printer: \n and the like, up to three octal digits. Returns the end of the escape. */
static const char *unescape(const char *p, coal_str *out) {
  static const char letters[] = "abfnrtv", values[] = "\a\b\f\n\r\t\v";
  const char *letter = *p ? strchr(letters, *p) : NULL;
  char c = *p;
  if (letter) {
    c = values[letter - letters];
    p++;
  } else if (*p >= '0' && *p <= '7') {
    unsigned value = 0;
    for (int i = 0; i < 3 && *p >= '0' && *p <= '7'; i++) value = value * 8 + (unsigned)(*p++ - '0');
    c = (char)value;
  } else if (*p) {
    p++;
  }
  coal_str_add_n(out, &c, 1);
  return p;
}

/* The spelling is the literal in quotes, with an encoding prefix. */
static const coal_expr *string(coal_tr *t, CXCursor c, coal_range r) {
  const char *p = strchr(coal_tr_spelling(t, c), '"');
  coal_str text = {0};
  coal_str_add_n(&text, "", 0);
  if (p) p++;
  while (p && *p && *p != '"') {
    if (*p == '\\')
      p = unescape(p + 1, &text);
    else
      coal_str_add_n(&text, p++, 1);
  }
  const coal_expr *e = coal_expr_string(t->m, text.data ? text.data : "", r);
  coal_str_free(&text);
  return e;
}

const coal_expr *coal_tr_literal(coal_tr *t, CXCursor c) {
  coal_range r = coal_tr_range(t, c);
  enum CXCursorKind kind = t->c->getCursorKind(c);
  if (kind == CXCursor_StringLiteral) return string(t, c, r);
  const coal_type *type = coal_tr_type_of(t, c);
  if (kind == CXCursor_CXXNullPtrLiteralExpr || kind == CXCursor_GNUNullExpr) return coal_tr_zero(t, type, r);
  const coal_expr *e = coal_tr_constant_expr(t, c, type, r);
  return e ? e : coal_tr_opaque(t, c, COAL_OPAQUE_EXPRESSION);
}
