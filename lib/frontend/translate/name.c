/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Names of functions, as docs/frontends.md says. */
#include <ctype.h>
#include <string.h>

#include "translate.h"
#include "util/str.h"

/* "ns::sub::" of the namespaces around a declaration. */
static void add_namespaces(coal_tr *t, coal_str *out, CXCursor declaration) {
  CXCursor parent = t->c->getCursorSemanticParent(declaration);
  if (coal_tr_is_null(t, parent) || t->c->getCursorKind(parent) == CXCursor_TranslationUnit) return;
  add_namespaces(t, out, parent);
  if (t->c->getCursorKind(parent) != CXCursor_Namespace) return;
  const char *name = coal_tr_spelling(t, parent);
  bool anonymous = !*name || *name == '(';
  coal_str_addf(out, "%s::", anonymous ? "(anonymous namespace)" : name);
}

static bool is_class(enum CXCursorKind kind) {
  return kind == CXCursor_StructDecl || kind == CXCursor_ClassDecl || kind == CXCursor_UnionDecl;
}

static bool is_class_template(enum CXCursorKind kind) {
  return kind == CXCursor_ClassTemplate || kind == CXCursor_ClassTemplatePartialSpecialization;
}

static void add_scope(coal_tr *t, coal_str *out, CXCursor declaration) {
  CXCursor parent = t->c->getCursorSemanticParent(declaration);
  enum CXCursorKind kind = t->c->getCursorKind(parent);
  if (is_class(kind)) {
    coal_str_addf(out, "%s::", coal_tr_type_name(t, t->c->getCursorType(parent)));
  } else if (is_class_template(kind)) {
    add_namespaces(t, out, parent);
    coal_str_addf(out, "%s::", coal_tr_spelling(t, parent));
  } else {
    add_namespaces(t, out, declaration);
  }
}

/* The text between the outermost `<` and `>` after the name in a printed declaration: "template<> void k<8, &f>(…)".
 */
static const char *printed_arguments(coal_tr *t, CXCursor declaration, const char *name, size_t *n) {
  CXPrintingPolicy policy = t->c->getCursorPrintingPolicy(declaration);
  t->c->PrintingPolicy_setProperty(policy, CXPrintingPolicy_TerseOutput, 1);
  const char *text = coal_tr_string(t, t->c->getCursorPrettyPrinted(declaration, policy));
  t->c->PrintingPolicy_dispose(policy);
  *n = 0;
  if (strncmp(text, "template<>", 10) != 0) return NULL;
  size_t length = strlen(name);
  for (const char *p = strstr(text, name); p; p = strstr(p + 1, name)) {
    bool whole = p > text && !isalnum((unsigned char)p[-1]) && p[-1] != '_' && p[length] == '<';
    if (!whole) continue;
    size_t depth = 0, i = length;
    for (; p[i]; i++) {
      if (p[i] == '<') depth++;
      if (p[i] == '>' && --depth == 0) break;
    }
    *n = i - length - 1;
    return p + length + 1;
  }
  return NULL;
}

/* The next of the printed arguments; brackets of all kinds nest. Returns its end. */
static const char *next_argument(const char *text, const char *end, const char **begin, size_t *n) {
  while (text < end && (*text == ' ' || *text == ',')) text++;
  *begin = text;
  int depth = 0;
  for (; text < end && (depth || *text != ','); text++) {
    if (strchr("<([{", *text)) depth++;
    if (strchr(">)]}", *text)) depth--;
  }
  *n = (size_t)(text - *begin);
  return text;
}

/* `&ns::f` is f. */
static void add_plain_name(coal_str *out, const char *text, size_t n) {
  size_t from = 0;
  for (size_t i = 0; i < n; i++)
    if (text[i] == ':' || text[i] == '&') from = i + 1;
  coal_str_add_n(out, text + from, n - from);
}

/* An argument that libclang's interface does not expose, from its printed form. */
static void add_printed(coal_str *out, const char *text, size_t n) {
  if (n && *text == '<')
    coal_str_add(out, "...");
  else if (n && isdigit((unsigned char)*text))
    coal_str_add_n(out, text, strspn(text, "0123456789"));
  else if (n && *text == '&')
    add_plain_name(out, text, n);
  else
    coal_str_add_n(out, text, n);
}

/* The i-th parameter of the template that the declaration is an instance of; the null cursor: none. */
static CXCursor template_parameter(coal_tr *t, CXCursor declaration, unsigned i) {
  coal_cursors children = coal_tr_children(t, t->c->getSpecializedCursorTemplate(declaration));
  for (size_t k = 0; k < children.n; k++) {
    enum CXCursorKind kind = t->c->getCursorKind(children.items[k]);
    bool is_parameter = kind == CXCursor_TemplateTypeParameter || kind == CXCursor_NonTypeTemplateParameter ||
                        kind == CXCursor_TemplateTemplateParameter;
    if (is_parameter && !i--) return children.items[k];
  }
  return t->c->getNullCursor();
}

/* libclang gives the bits of a number but not its sign; the template parameter's type decides. */
static bool is_unsigned(coal_tr *t, CXCursor declaration, unsigned i) {
  CXType type = t->c->getCanonicalType(t->c->getCursorType(template_parameter(t, declaration, i)));
  if (type.kind == CXType_Enum)
    type = t->c->getCanonicalType(t->c->getEnumDeclIntegerType(t->c->getTypeDeclaration(type)));
  return type.kind == CXType_Char_U || type.kind == CXType_UChar || type.kind == CXType_UShort ||
         type.kind == CXType_UInt || type.kind == CXType_ULong || type.kind == CXType_ULongLong;
}

static void add_number(coal_tr *t, coal_str *out, CXCursor declaration, unsigned i) {
  if (is_unsigned(t, declaration, i))
    coal_str_addf(out, "%llu", t->c->Cursor_getTemplateArgumentUnsignedValue(declaration, i));
  else
    coal_str_addf(out, "%lld", t->c->Cursor_getTemplateArgumentValue(declaration, i));
}

static void add_argument(coal_tr *t, coal_str *out, CXCursor declaration, unsigned i, const char *text, size_t n) {
  enum CXTemplateArgumentKind kind = t->c->Cursor_getTemplateArgumentKind(declaration, i);
  bool is_bool = (n == 4 && memcmp(text, "true", 4) == 0) || (n == 5 && memcmp(text, "false", 5) == 0);
  if (kind == CXTemplateArgumentKind_Type)
    coal_str_add(out, coal_tr_string(t, t->c->getTypeSpelling(t->c->getCanonicalType(
                                            t->c->Cursor_getTemplateArgumentType(declaration, i)))));
  else if (kind == CXTemplateArgumentKind_Integral && !is_bool)
    add_number(t, out, declaration, i);
  else if (kind == CXTemplateArgumentKind_Integral)
    coal_str_add_n(out, text, n);
  else if (kind == CXTemplateArgumentKind_Declaration)
    add_plain_name(out, text, n);
  else if (kind == CXTemplateArgumentKind_Pack)
    coal_str_add(out, "...");
  else
    coal_str_add(out, "?");
}

static void add_arguments(coal_tr *t, coal_str *out, CXCursor declaration, const char *name) {
  if (coal_tr_is_null(t, t->c->getSpecializedCursorTemplate(declaration))) return;
  size_t n_text = 0, n = 0;
  const char *text = printed_arguments(t, declaration, name, &n_text), *end = text + n_text, *begin = NULL;
  int count = t->c->Cursor_getNumTemplateArguments(declaration);
  if (!text && count <= 0) return;
  coal_str_add(out, "<");
  for (int i = 0; text ? text < end : i < count; i++) {
    if (text) text = next_argument(text, end, &begin, &n);
    if (i) coal_str_add(out, ", ");
    if (count > i)
      add_argument(t, out, declaration, (unsigned)i, begin, n);
    else
      add_printed(out, begin, n);
  }
  coal_str_add(out, ">");
}

/* "const float *" is "const float*". */
static void add_type(coal_str *out, const char *spelling) {
  for (const char *p = spelling; *p; p++)
    if (*p != ' ' || (p[1] != '*' && p[1] != '&')) coal_str_add_n(out, p, 1);
}

static void add_parameters(coal_tr *t, coal_str *out, CXCursor declaration) {
  CXType type = t->c->getCanonicalType(t->c->getCursorType(declaration));
  int n = t->c->getNumArgTypes(type);
  for (int i = 0; i < n; i++) {
    if (i) coal_str_add(out, ", ");
    CXType argument = t->c->getCanonicalType(t->c->getArgType(type, (unsigned)i));
    add_type(out, coal_tr_string(t, t->c->getTypeSpelling(argument)));
  }
  if (t->c->isFunctionTypeVariadic(type)) coal_str_add(out, n > 0 ? ", ..." : "...");
}

/* Constructors of templates are spelled "Box<N, T>" by some versions, inherited ones like the base. */
static const char *plain_name(coal_tr *t, CXCursor declaration) {
  bool is_constructor = t->c->getCursorKind(declaration) == CXCursor_Constructor;
  const char *name = coal_tr_spelling(t, is_constructor ? t->c->getCursorSemanticParent(declaration) : declaration);
  const char *angle = is_constructor ? strchr(name, '<') : NULL;
  return angle ? coal_arena_string(t->scratch, name, (size_t)(angle - name)) : name;
}

void coal_tr_name_function(coal_tr *t, CXCursor declaration, coal_function *fn) {
  coal_str text = {0};
  const char *name = plain_name(t, declaration);
  fn->name = coal_module_string(t->m, name, SIZE_MAX);
  add_scope(t, &text, declaration);
  coal_str_add(&text, name);
  add_arguments(t, &text, declaration, name);
  fn->qualified = coal_module_string(t->m, text.data, text.n);
  coal_str_add(&text, "(");
  add_parameters(t, &text, declaration);
  coal_str_add(&text, ")");
  fn->signature = coal_module_string(t->m, text.data, text.n);
  coal_str_free(&text);
}
