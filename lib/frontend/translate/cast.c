/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Casts. libclang omits the reference from the type of a cast, so it is read from the source text. */
#include <string.h>

#include "expr.h"
#include "frontend/source/lex.h"

static bool is_scalar(const coal_type *type) {
  return coal_type_is(type, COAL_TYPE_INT) || coal_type_is(type, COAL_TYPE_BOOL) || coal_type_is(type, COAL_TYPE_FLOAT);
}

/* Pointer to a derived class to one to its base: the address of the part. */
static const coal_expr *base_pointer(coal_tr *t, const coal_type *to, const coal_expr *e, coal_range r) {
  const coal_type *from = e->type->element;
  bool records = coal_type_is(to->element, COAL_TYPE_RECORD) && coal_type_is(from, COAL_TYPE_RECORD);
  if (!records || to->element == from) return NULL;
  const coal_expr *part = coal_tr_base_part(t, coal_expr_deref(t->m, e, r), to->element->record, r);
  return part ? coal_expr_addr(t->m, part, r) : NULL;
}

const coal_expr *coal_tr_convert(coal_tr *t, const coal_type *to, const coal_expr *e, coal_range r) {
  if (e->type == to || coal_type_is(to, COAL_TYPE_UNKNOWN)) return e;
  bool decays = coal_type_is(e->type, COAL_TYPE_FUNCTION) && coal_type_is(to, COAL_TYPE_POINTER) &&
                coal_type_is(to->element, COAL_TYPE_FUNCTION);
  if (decays) return e;
  if (coal_type_is(to, COAL_TYPE_RECORD) && coal_type_is(e->type, COAL_TYPE_RECORD)) {
    const coal_expr *part = coal_tr_base_part(t, e, to->record, r);
    return part ? part : coal_expr_cast(t->m, coal_type_reference(t->m, to), e, r);
  }
  if (coal_type_is(to, COAL_TYPE_POINTER) && coal_type_is(e->type, COAL_TYPE_POINTER)) {
    const coal_expr *pointer = base_pointer(t, to, e, r);
    if (pointer) return pointer;
  }
  return coal_expr_cast(t->m, to, e, r);
}

/* True if the type in `(T &)e` or `name_cast<T &>(e)` ends in `&`. */
static bool is_written_as_reference(coal_tr *t, CXCursor c) {
  size_t n = 0;
  const char *text = coal_tr_text_from(t, c, &n);
  coal_lexer l = coal_lexer_new(text, n);
  l.at_line_start = false;
  bool c_style = t->c->getCursorKind(c) == CXCursor_CStyleCastExpr;
  const char *open = c_style ? "(" : "<", *close = c_style ? ")" : ">";
  coal_token previous = {0}, token = coal_lexer_next(&l);
  if (!c_style) token = coal_lexer_next(&l);
  if (!coal_token_is(text, token, open)) return false;
  for (int depth = 0; token.kind != COAL_TOKEN_END; previous = token, token = coal_lexer_next(&l)) {
    if (coal_token_is(text, token, "(") || coal_token_is(text, token, "<")) depth++;
    bool ends = coal_token_is(text, token, close) && depth == 1;
    if (ends) return coal_token_is(text, previous, "&");
    if (coal_token_is(text, token, ")") || coal_token_is(text, token, ">")) depth--;
  }
  return false;
}

/* Only a reference can turn an arithmetic object into a class, or a class into another without a constructor. */
static bool is_reference_cast(coal_tr *t, CXCursor c, const coal_type *to, const coal_expr *e) {
  enum CXCursorKind kind = t->c->getCursorKind(c);
  if (!e->is_lvalue || e->type == to || kind == CXCursor_CXXFunctionalCastExpr || kind == CXCursor_CompoundLiteralExpr)
    return false;
  if (coal_type_is(to, COAL_TYPE_RECORD) || coal_type_is(to, COAL_TYPE_ARRAY) ||
      coal_type_is(e->type, COAL_TYPE_RECORD))
    return true;
  if (kind == CXCursor_CXXReinterpretCastExpr && is_scalar(to) && is_scalar(e->type)) return true;
  return is_written_as_reference(t, c);
}

/* A basic type by its words. */
static const coal_type *basic_type(coal_tr *t, const char *text, size_t n) {
  static const struct {
    const char *name;
    unsigned bits;
    bool is_signed, is_float;
  } types[] = {
      {"_Float16", 16, true, true},   {"__fp16", 16, true, true},          {"__bf16", 16, true, true},
      {"unsigned", 32, false, false}, {"unsigned int", 32, false, false},  {"int", 32, true, false},
      {"float", 32, true, true},      {"double", 64, true, true},          {"unsigned short", 16, false, false},
      {"short", 16, true, false},     {"unsigned char", 8, false, false},  {"unsigned long long", 64, false, false},
      {"long long", 64, true, false}, {"unsigned long", 64, false, false}, {"long", 64, true, false}};
  for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
    if (strlen(types[i].name) != n || memcmp(types[i].name, text, n) != 0) continue;
    return types[i].is_float ? coal_type_float(t->m, types[i].bits)
                             : coal_type_int(t->m, types[i].bits, types[i].is_signed);
  }
  return NULL;
}

/* The argument for the type parameter of that name in the template that the function was made from. */
static CXType template_argument(coal_tr *t, CXCursor fn, const char *name, size_t n) {
  CXType none = {.kind = CXType_Invalid};
  CXCursor pattern = t->c->getSpecializedCursorTemplate(fn);
  if (coal_tr_is_null(t, pattern)) return none;
  coal_cursors children = coal_tr_children(t, pattern);
  for (unsigned i = 0, index = 0; i < children.n; i++) {
    enum CXCursorKind kind = t->c->getCursorKind(children.items[i]);
    const char *spelling = coal_tr_spelling(t, children.items[i]);
    bool is_same = kind == CXCursor_TemplateTypeParameter && strlen(spelling) == n && memcmp(spelling, name, n) == 0;
    if (is_same) return t->c->Cursor_getTemplateArgumentType(fn, index);
    index += kind == CXCursor_NonTypeTemplateParameter || kind == CXCursor_TemplateTypeParameter ||
             kind == CXCursor_TemplateTemplateParameter;
  }
  return none;
}

/* The type that is written in front of the first comma in parentheses; NULL: none. */
static const coal_type *first_argument_type(coal_tr *t, const char *text, size_t n) {
  const char *open = n ? memchr(text, '(', n) : NULL;
  const char *comma = open ? memchr(open, ',', n - (size_t)(open - text)) : NULL;
  if (!comma) return NULL;
  size_t length = (size_t)(comma - open - 1);
  const coal_type *basic = basic_type(t, open + 1, length);
  if (basic || !t->caller) return basic;
  CXType named = template_argument(t, t->caller->cursor, open + 1, length);
  return named.kind == CXType_Invalid ? NULL : coal_tr_type(t, named);
}

/* libclang shows __builtin_bit_cast(T, e) without its type: T is a reference to a named type, basic, or the
 * argument for a template parameter. */
static const coal_type *bit_cast_type(coal_tr *t, CXCursor c) {
  coal_cursors children = coal_tr_children(t, c);
  for (size_t i = 0; i < children.n; i++)
    if (t->c->getCursorKind(children.items[i]) == CXCursor_TypeRef) return coal_tr_type_of(t, children.items[i]);
  size_t n = 0;
  const char *text = coal_tr_text_from(t, c, &n);
  const coal_type *spelled = first_argument_type(t, text, n);
  if (spelled) return spelled;
  text = coal_tr_text_at(t, c, &n); /* of a macro that stands for it */
  return first_argument_type(t, text, n);
}

const coal_expr *coal_tr_bit_cast(coal_tr *t, CXCursor c) {
  const coal_type *to = bit_cast_type(t, c);
  CXCursor operand = coal_tr_last_operand(t, c);
  if (!to || coal_tr_is_null(t, operand)) return coal_tr_opaque(t, c, COAL_OPAQUE_EXPRESSION);
  const coal_expr *e = coal_expr_lvalue(t->m, coal_tr_expr(t, operand));
  return coal_expr_value(t->m, coal_expr_cast(t->m, coal_type_reference(t->m, to), e, coal_tr_range(t, c)));
}

const coal_expr *coal_tr_cast(coal_tr *t, CXCursor c) {
  CXCursor operand = coal_tr_last_operand(t, c);
  const coal_type *to = coal_tr_type_of(t, c);
  coal_range r = coal_tr_range(t, c);
  if (coal_tr_is_null(t, operand)) return coal_tr_zero(t, to, r);
  if (t->c->getCursorKind(operand) == CXCursor_InitListExpr) return coal_tr_init_list(t, operand, to);
  const coal_expr *e = coal_tr_expr(t, operand);
  if (is_reference_cast(t, c, to, e)) {
    const coal_expr *part = coal_type_is(to, COAL_TYPE_RECORD) && coal_type_is(e->type, COAL_TYPE_RECORD)
                                ? coal_tr_base_part(t, e, to->record, r)
                                : NULL;
    return part ? part : coal_expr_cast(t->m, coal_type_reference(t->m, to), e, r);
  }
  return coal_tr_convert(t, to, e, r);
}
