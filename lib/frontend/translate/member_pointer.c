/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Pointers to members, and placement new. */
#include <string.h>

#include "expr.h"
#include "frontend/source/lex.h"

static CXType canonical_type(coal_tr *t, CXCursor c) { return t->c->getCanonicalType(t->c->getCursorType(c)); }

static bool is_member_pointer(coal_tr *t, CXCursor c) { return canonical_type(t, c).kind == CXType_MemberPointer; }

static bool is_field(const coal_record *r, const coal_field *f) {
  for (size_t i = 0; i < r->n_fields; i++)
    if (&r->fields[i] == f) return true;
  return false;
}

const coal_expr *coal_tr_member_address(coal_tr *t, CXCursor c) {
  CXType type = canonical_type(t, c);
  if (type.kind != CXType_MemberPointer) return NULL;
  CXCursor operand = coal_tr_strip(t, coal_tr_last_operand(t, c)), member = t->c->getCursorReferenced(operand);
  coal_range r = coal_tr_range(t, c);
  if (coal_tr_is_null(t, member)) return NULL;
  if (t->c->getCursorKind(member) == CXCursor_CXXMethod && !t->c->CXXMethod_isVirtual(member))
    return coal_expr_function(t->m, coal_tr_function(t, member), r);
  const coal_type *class = coal_tr_type(t, t->c->Type_getClassType(type));
  if (t->c->getCursorKind(member) != CXCursor_FieldDecl || !coal_type_is(class, COAL_TYPE_RECORD)) return NULL;
  const coal_field *f = coal_tr_field(t, member);
  if (!f || !is_field(class->record, f)) return NULL;
  return coal_expr_int(t->m, coal_type_int(t->m, 64, true), (int64_t)f->offset_bytes, r);
}

const coal_expr *coal_tr_member_conversion(coal_tr *t, CXCursor c, CXCursor operand, const coal_expr *e) {
  bool from = is_member_pointer(t, operand), to = is_member_pointer(t, c);
  if (!from && !to) return NULL;
  coal_range r = coal_tr_range(t, c);
  const coal_expr *null = coal_expr_int(t->m, coal_type_int(t->m, 64, true), -1, r);
  const coal_type *type = coal_tr_type_of(t, c);
  bool is_data = coal_type_is(from ? coal_tr_type_of(t, operand) : type, COAL_TYPE_INT);
  if (!is_data) return NULL;
  if (!from) return null;
  if (coal_type_is(type, COAL_TYPE_BOOL)) return coal_expr_binary(t->m, COAL_OP_NE, e, null, r);
  if (!to) return NULL;
  CXType a = t->c->Type_getClassType(canonical_type(t, c)), b = t->c->Type_getClassType(canonical_type(t, operand));
  return coal_tr_type(t, a) == coal_tr_type(t, b) ? e : coal_tr_opaque(t, c, COAL_OPAQUE_EXPRESSION);
}

/* The object in front of .* or ->*. */
static const coal_expr *object_of(coal_tr *t, CXCursor c, CXCursor operand) {
  const coal_expr *e = coal_tr_expr(t, operand);
  bool is_arrow = t->c->getCursorBinaryOperatorKind(c) == CXBinaryOperator_PtrMemI;
  return is_arrow ? coal_expr_deref(t->m, e, coal_tr_range(t, c)) : e;
}

const coal_expr *coal_tr_through_member(coal_tr *t, CXCursor c) {
  coal_cursors operands = coal_tr_operands(t, c);
  const coal_type *type = coal_tr_type_of(t, c);
  if (operands.n != 2 || coal_type_is(coal_tr_type_of(t, operands.items[1]), COAL_TYPE_UNKNOWN) ||
      coal_type_is(type, COAL_TYPE_UNKNOWN))
    return coal_tr_opaque(t, c, COAL_OPAQUE_EXPRESSION);
  const coal_expr *object = object_of(t, c, operands.items[0]);
  return coal_expr_member_through(t->m, object, coal_tr_expr(t, operands.items[1]), type, coal_tr_range(t, c));
}

const coal_expr *coal_tr_call_of_member(coal_tr *t, CXCursor c, coal_cursors operands) {
  CXCursor target = operands.n ? coal_tr_strip(t, operands.items[0]) : c;
  enum CXBinaryOperatorKind kind = t->c->getCursorBinaryOperatorKind(target);
  bool is_call = t->c->getCursorKind(target) == CXCursor_BinaryOperator &&
                 (kind == CXBinaryOperator_PtrMemD || kind == CXBinaryOperator_PtrMemI);
  coal_cursors sides = is_call ? coal_tr_operands(t, target) : (coal_cursors){0};
  if (sides.n != 2 || coal_type_is(coal_tr_type_of(t, c), COAL_TYPE_UNKNOWN)) return NULL;
  CXType prototype = t->c->getCanonicalType(t->c->getPointeeType(canonical_type(t, sides.items[1])));
  const coal_expr *object = object_of(t, target, sides.items[0]),
                  *method = coal_expr_value(t->m, coal_tr_expr(t, sides.items[1]));
  if (prototype.kind != CXType_FunctionProto || t->c->getNumArgTypes(prototype) != t->c->Cursor_getNumArguments(c))
    return NULL;
  COAL_VEC(const coal_expr *) args = {0};
  bool takes_values = !coal_type_is(coal_tr_type(t, t->c->getResultType(prototype)), COAL_TYPE_REFERENCE);
  for (int i = 0; i < t->c->Cursor_getNumArguments(c); i++) {
    const coal_type *to = coal_tr_type(t, t->c->getArgType(prototype, (unsigned)i));
    takes_values &= !coal_type_is(to, COAL_TYPE_REFERENCE);
    coal_vec_push(&args, coal_tr_init(t, t->c->Cursor_getArgument(c, (unsigned)i), to));
  }
  const coal_expr *e = NULL;
  if (method->kind == COAL_EXPR_FUNCTION || takes_values)
    e = coal_expr_call_member(t->m, object, method, coal_tr_type_of(t, c), args.items, args.n, coal_tr_range(t, c));
  coal_vec_free(&args);
  return e ? e : coal_tr_opaque(t, c, COAL_OPAQUE_POINTER_CALL);
}

/* ---- placement new ------------------------------------------------------------------------------------- */

/* new (p) T[n]: a bracket outside of all parentheses. */
static bool makes_array(coal_tr *t, CXCursor c, bool *is_initialised) {
  size_t n = 0;
  const char *text = coal_tr_text_from(t, c, &n);
  coal_range r = coal_tr_range(t, c);
  size_t length = r.end.offset_bytes > r.begin.offset_bytes ? r.end.offset_bytes - r.begin.offset_bytes : 0;
  coal_lexer l = coal_lexer_new(text, n);
  int depth = 0;
  unsigned groups = 0;
  for (coal_token k = coal_lexer_next(&l); k.kind != COAL_TOKEN_END && k.begin < length; k = coal_lexer_next(&l)) {
    if (depth == 0 && coal_token_is(text, k, "[")) return true;
    if (depth == 0 && (coal_token_is(text, k, "(") || coal_token_is(text, k, "{"))) groups++;
    if (strchr("({[", text[k.begin])) depth++;
    if (strchr(")}]", text[k.begin])) depth--;
  }
  *is_initialised = groups > 1;
  return false;
}

const coal_expr *coal_tr_new(coal_tr *t, CXCursor c) {
  coal_cursors operands = coal_tr_operands(t, c);
  const coal_type *type = coal_tr_type_of(t, c);
  bool is_initialised = false;
  bool is_placed = operands.n && operands.n <= 2 && coal_type_is(type, COAL_TYPE_POINTER) &&
                   coal_type_is(coal_tr_type_of(t, operands.items[0]), COAL_TYPE_POINTER);
  if (!is_placed || makes_array(t, c, &is_initialised)) return coal_tr_opaque(t, c, COAL_OPAQUE_NEW);
  CXCursor init = operands.n == 2 ? operands.items[1] : t->c->getNullCursor();
  const coal_expr *place = coal_tr_expr(t, operands.items[0]), *value = NULL;
  coal_range r = coal_tr_range(t, c);
  if (!coal_tr_is_null(t, init) && coal_tr_is_plain_default(t, coal_tr_strip(t, init)))
    value = coal_tr_default_record(t, type->element, is_initialised, r);
  else if (!coal_tr_is_null(t, init))
    value = coal_tr_init(t, init, type->element);
  else if (is_initialised)
    return coal_tr_opaque(t, c, COAL_OPAQUE_NEW);
  return coal_expr_new_at(t->m, type->element, place, value, r);
}
