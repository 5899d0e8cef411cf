/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Plausible instances of kernel templates that nothing instantiates. Each template gets up to COAL_SUPPOSED_MAX lists of
 * arguments: float or half for a type, powers of two for a number, false or true, an enumeration's first value. Arguments that
 * have defaults are left to them. Clang says which of them the template allows (see frontend.c).
 */
#include <string.h>

#include "translate.h"
#include "util/str.h"

static bool has_expression(coal_tr *t, CXCursor parameter) { return coal_tr_operands(t, parameter).n > 0; }

/* "ns::k", without anonymous namespaces. */
static void add_name(coal_tr *t, CXCursor fn, coal_str *out) {
  const CXCursor parent = t->c->getCursorSemanticParent(fn);
  if (t->c->getCursorKind(parent) == CXCursor_Namespace) {
    add_name(t, parent, out);
    if (*coal_tr_spelling(t, parent)) coal_str_add(out, "::");
  }
  if (!t->c->Cursor_isAnonymous(fn)) coal_str_add(out, coal_tr_spelling(t, fn));
}

/* What is written for a type in list i; "": it has a default. */
static const char *type_argument(coal_tr *t, CXCursor parameter, size_t i) {
  static const char *const types[COAL_SUPPOSED_MAX] = {"float", "float", "float", "float", "__half"};
  return coal_tr_children(t, parameter).n ? "" : types[i];
}

static const char *value_argument(coal_tr *t, CXCursor parameter, size_t i) {
  static const char *const numbers[COAL_SUPPOSED_MAX] = {"32", "64", "128", "16", "64"};
  if (has_expression(t, parameter)) return "";
  const CXType type = t->c->getCanonicalType(t->c->getCursorType(parameter));
  if (type.kind == CXType_Bool) return i % 2 ? "true" : "false";
  if (type.kind == CXType_Enum) {
    coal_str name = {0};
    add_name(t, t->c->getTypeDeclaration(type), &name);
    const char *cast = coal_arena_format(t->scratch, "(%s)0", name.data);
    coal_str_free(&name);
    return cast;
  }
  return type.kind >= CXType_Char_U && type.kind <= CXType_Int128 ? numbers[i] : NULL;
}

/* NULL: nothing can be written for it; "": it has a default. */
static const char *argument(coal_tr *t, CXCursor parameter, size_t i) {
  switch (t->c->getCursorKind(parameter)) {
    case CXCursor_TemplateTypeParameter: return type_argument(t, parameter, i);
    case CXCursor_NonTypeTemplateParameter: return value_argument(t, parameter, i);
    default: return NULL;
  }
}

static bool is_template_parameter(enum CXCursorKind kind) {
  return kind == CXCursor_TemplateTypeParameter || kind == CXCursor_NonTypeTemplateParameter ||
         kind == CXCursor_TemplateTemplateParameter;
}

static bool add_arguments(coal_tr *t, CXCursor pattern, size_t i, coal_str *out) {
  const coal_cursors children = coal_tr_children(t, pattern);
  const char *separator = "<";
  for (size_t k = 0; k < children.n; k++) {
    if (!is_template_parameter(t->c->getCursorKind(children.items[k]))) continue;
    const char *text = argument(t, children.items[k], i);
    if (!text) return false;
    if (!*text) break;
    coal_str_addf(out, "%s%s", separator, text);
    separator = ", ";
  }
  coal_str_add(out, *separator == '<' ? "<>" : ">");
  return true;
}

/* Is there a number among the parameters? Types alone are four bytes wide in the pattern. */
static bool has_number(coal_tr *t, CXCursor pattern) {
  const coal_cursors children = coal_tr_children(t, pattern);
  bool found = false;
  for (size_t i = 0; i < children.n; i++)
    found |= t->c->getCursorKind(children.items[i]) == CXCursor_NonTypeTemplateParameter;
  return found;
}

void coal_tr_suppose(coal_tr *t, CXCursor pattern, const coal_tr_callee *callee) {
  coal_supposition s = {0};
  if (!callee->is_dependent && !has_number(t, pattern)) return;
  for (size_t i = 0; i < COAL_SUPPOSED_MAX; i++) {
    coal_str text = {0};
    add_name(t, pattern, &text);
    if (add_arguments(t, pattern, i, &text)) {
      const char *kept = coal_arena_string(t->kept, text.data, text.n);
      if (!s.n || strcmp(s.lists[s.n - 1], kept) != 0) s.lists[s.n++] = kept;
    }
    coal_str_free(&text);
  }
  if (s.n) coal_vec_push(&t->suppositions, s);
}
