/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What attributes say. libclang names some of them but not their arguments: those are read from the source text, where
 * they are small integer expressions of literals, macros, template parameters and constants. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "frontend/source/lex.h"
#include "translate.h"

enum { MACRO_DEPTH_MAX = 8 };

typedef struct evaluator {
  coal_tr *t;
  CXCursor declaration;
  const char *text;
  coal_lexer lexer;
  coal_token token;
  unsigned depth;
  bool failed;
} evaluator;

static int64_t evaluate_text(coal_tr *t, CXCursor declaration, const char *text, size_t n, unsigned depth,
                             bool *failed);

static void advance(evaluator *e) { e->token = coal_lexer_next(&e->lexer); }

static bool at(const evaluator *e, char c) { return e->token.kind == COAL_TOKEN_PUNCT && e->text[e->token.begin] == c; }

static int64_t binary(evaluator *e, int level);

/* Which parameter of that kind and name the template has that the declaration was made from; −1: none. */
static int template_index(evaluator *e, const char *name, size_t n, enum CXCursorKind wanted) {
  coal_tr *t = e->t;
  CXCursor pattern = t->c->getSpecializedCursorTemplate(e->declaration);
  if (coal_tr_is_null(t, pattern)) return -1;
  coal_cursors children = coal_tr_children(t, pattern);
  int index = 0;
  for (size_t i = 0; i < children.n; i++) {
    enum CXCursorKind kind = t->c->getCursorKind(children.items[i]);
    bool is_parameter = kind == CXCursor_NonTypeTemplateParameter || kind == CXCursor_TemplateTypeParameter ||
                        kind == CXCursor_TemplateTemplateParameter;
    const char *spelling = kind == wanted ? coal_tr_spelling(t, children.items[i]) : "";
    if (kind == wanted && strlen(spelling) == n && memcmp(spelling, name, n) == 0) return index;
    index += is_parameter;
  }
  return -1;
}

static bool template_argument(evaluator *e, const char *name, size_t n, int64_t *value) {
  int index = template_index(e, name, n, CXCursor_NonTypeTemplateParameter);
  const coal_libclang *c = e->t->c;
  if (index < 0 ||
      c->Cursor_getTemplateArgumentKind(e->declaration, (unsigned)index) != CXTemplateArgumentKind_Integral)
    return false;
  *value = c->Cursor_getTemplateArgumentValue(e->declaration, (unsigned)index);
  return true;
}

static bool named_constant(evaluator *e, const char *name, size_t n, int64_t *value) {
  coal_tr *t = e->t;
  for (size_t i = 0; i < t->constants.n; i++) {
    const char *spelling = coal_tr_spelling(t, t->constants.items[i]);
    if (strlen(spelling) != n || memcmp(spelling, name, n) != 0) continue;
    if (t->c->getCursorKind(t->constants.items[i]) == CXCursor_EnumConstantDecl) {
      *value = t->c->getEnumConstantDeclValue(t->constants.items[i]);
      return true;
    }
    return coal_tr_constant(t, t->c->Cursor_getVarDeclInitializer(t->constants.items[i]), value);
  }
  return false;
}

/* ---- types by name --------------------------------------------------------------------------------------- */

typedef struct type_search {
  coal_tr *t;
  const char *name;
  size_t n;
  CXType found;
} type_search;

static bool is_named(coal_tr *t, CXCursor c, const char *name, size_t n) {
  CXString spelling = t->c->getCursorSpelling(c);
  const char *text = t->c->getCString(spelling);
  bool same = text && strlen(text) == n && memcmp(text, name, n) == 0;
  t->c->disposeString(spelling);
  return same;
}

static enum CXChildVisitResult see_type(CXCursor c, CXCursor parent, CXClientData data) {
  (void)parent;
  type_search *s = data;
  switch (s->t->c->getCursorKind(c)) {
    case CXCursor_Namespace:
    case CXCursor_LinkageSpec: return CXChildVisit_Recurse;
    case CXCursor_StructDecl:
    case CXCursor_ClassDecl:
    case CXCursor_UnionDecl:
    case CXCursor_EnumDecl:
    case CXCursor_TypedefDecl:
    case CXCursor_TypeAliasDecl:
      if (!is_named(s->t, c, s->name, s->n)) return CXChildVisit_Continue;
      s->found = s->t->c->getCursorType(c);
      return s->t->c->Type_getAlignOf(s->found) > 0 ? CXChildVisit_Break : CXChildVisit_Continue;
    default: return CXChildVisit_Continue;
  }
}

/* The template argument, namespace-scope type or basic type of that name, the last of a qualified one. */
static CXType type_named(evaluator *e, const char *name, size_t n) {
  coal_tr *t = e->t;
  type_search s = {.t = t, .name = name, .n = n, .found = {.kind = CXType_Invalid}};
  int index = template_index(e, name, n, CXCursor_TemplateTypeParameter);
  if (index >= 0) return t->c->Cursor_getTemplateArgumentType(e->declaration, (unsigned)index);
  t->c->visitChildren(t->c->getTranslationUnitCursor(t->tu), see_type, &s);
  return s.found;
}

CXType coal_tr_type_named(coal_tr *t, CXCursor declaration, const char *name, size_t n) {
  evaluator e = {.t = t, .declaration = declaration};
  return type_named(&e, name, n);
}

static int64_t basic_size(const char *name, size_t n) {
  static const struct {
    const char *name;
    int64_t bytes;
  } types[] = {{"char", 1},     {"bool", 1},  {"short", 2}, {"int", 4},
               {"unsigned", 4}, {"float", 4}, {"long", 8},  {"double", 8}};
  for (size_t i = 0; i < sizeof types / sizeof *types; i++)
    if (strlen(types[i].name) == n && memcmp(types[i].name, name, n) == 0) return types[i].bytes;
  return 0;
}

/* Size or alignment of the type whose name starts here; the words of it are passed over. 0: no type. */
static int64_t measure(evaluator *e, bool size) {
  int64_t bytes = 0;
  while (e->token.kind == COAL_TOKEN_WORD || coal_token_is(e->text, e->token, "::")) {
    const char *name = e->text + e->token.begin;
    size_t n = e->token.end - e->token.begin;
    int64_t basic = basic_size(name, n);
    CXType type = basic || *name == ':' ? (CXType){.kind = CXType_Invalid} : type_named(e, name, n);
    long long known = type.kind == CXType_Invalid ? basic
                      : size                      ? e->t->c->Type_getSizeOf(type)
                                                  : e->t->c->Type_getAlignOf(type);
    if (known > bytes) bytes = known;
    advance(e);
  }
  bool pointer = at(e, '*');
  while (at(e, '*')) advance(e);
  return pointer ? 8 : bytes;
}

/* sizeof(T), alignof(T). */
static int64_t measured(evaluator *e, bool size) {
  advance(e);
  if (!at(e, '(')) {
    e->failed = true;
    return 0;
  }
  advance(e);
  int64_t bytes = measure(e, size);
  if (!bytes || !at(e, ')')) e->failed = true;
  advance(e);
  return bytes;
}

static int64_t named(evaluator *e) {
  const char *name = e->text + e->token.begin;
  size_t n = e->token.end - e->token.begin, n_macro = 0;
  int64_t value = 0;
  bool size = coal_token_is(e->text, e->token, "sizeof");
  if (size || coal_token_is(e->text, e->token, "alignof") || coal_token_is(e->text, e->token, "__alignof__"))
    return measured(e, size);
  advance(e);
  if (template_argument(e, name, n, &value) || named_constant(e, name, n, &value)) return value;
  const char *macro = e->depth < MACRO_DEPTH_MAX ? coal_tr_macro_text(e->t, name, n, &n_macro) : NULL;
  if (macro) return evaluate_text(e->t, e->declaration, macro, n_macro, e->depth + 1, &e->failed);
  e->failed = true;
  return 0;
}

static int64_t primary(evaluator *e) {
  if (e->token.kind == COAL_TOKEN_NUMBER) {
    int64_t value = (int64_t)strtoull(e->text + e->token.begin, NULL, 0);
    advance(e);
    return value;
  }
  if (e->token.kind == COAL_TOKEN_WORD) return named(e);
  if (at(e, '-') || at(e, '+')) {
    bool negative = at(e, '-');
    advance(e);
    int64_t value = primary(e);
    return negative ? -value : value;
  }
  if (!at(e, '(')) {
    e->failed = true;
    return 0;
  }
  advance(e);
  int64_t value = binary(e, 0);
  if (at(e, ')'))
    advance(e);
  else
    e->failed = true;
  return value;
}

static int64_t apply(evaluator *e, char op, int64_t a, int64_t b) {
  bool bad = ((op == '/' || op == '%') && b == 0) || ((op == '<' || op == '>') && (b < 0 || b > 31));
  bool big = a > INT32_MAX || a < INT32_MIN || b > INT32_MAX || b < INT32_MIN;
  if (bad || big) {
    e->failed = true;
    return 0;
  }
  switch (op) {
    case '*': return a * b;
    case '/': return a / b;
    case '%': return a % b;
    case '+': return a + b;
    case '-': return a - b;
    case '<': return a * ((int64_t)1 << b);
    case '>': return a >> b;
    case '&': return a & b;
    default: return a | b;
  }
}

/* Precedence climbing: level 0 is |, 1 &, 2 << >>, 3 + -, 4 * / %. */
static int64_t binary(evaluator *e, int level) {
  static const char *const operators[] = {"|", "&", "<>", "+-", "*/%"};
  if (level == 5) return primary(e);
  int64_t a = binary(e, level + 1);
  while (!e->failed && e->token.kind == COAL_TOKEN_PUNCT && strchr(operators[level], e->text[e->token.begin])) {
    char op = e->text[e->token.begin];
    advance(e);
    if (level == 2 && at(e, op))
      advance(e);
    else if (level == 2)
      e->failed = true;
    a = apply(e, op, a, binary(e, level + 1));
  }
  return a;
}

static int64_t evaluate_text(coal_tr *t, CXCursor declaration, const char *text, size_t n, unsigned depth,
                             bool *failed) {
  evaluator e = {.t = t, .declaration = declaration, .text = text, .lexer = coal_lexer_new(text, n), .depth = depth};
  e.lexer.at_line_start = false;
  advance(&e);
  int64_t value = binary(&e, 0);
  if (e.failed || e.token.kind != COAL_TOKEN_END) *failed = true;
  return value;
}

/* The arguments in the first bracket after `word` in the text ("" = the first of all), at most 3. Returns how many
 * could be evaluated. */
static size_t arguments(coal_tr *t, CXCursor declaration, const char *text, size_t n, const char *word,
                        int64_t values[3]) {
  coal_lexer l = coal_lexer_new(text, n);
  l.at_line_start = false;
  coal_token token = coal_lexer_next(&l);
  if (*word)
    while (token.kind != COAL_TOKEN_END && !coal_token_is(text, token, word)) token = coal_lexer_next(&l);
  while (token.kind != COAL_TOKEN_END && text[token.begin] != '(') token = coal_lexer_next(&l);
  size_t depth = 0, from = token.end, count = 0;
  for (; token.kind != COAL_TOKEN_END && count < 3; token = coal_lexer_next(&l)) {
    char c = token.kind == COAL_TOKEN_PUNCT ? text[token.begin] : ' ';
    if (c == '(') depth++;
    if (c == ')') depth--;
    if ((c != ',' || depth != 1) && depth) continue;
    bool failed = false;
    values[count] = evaluate_text(t, declaration, text + from, token.begin - from, 0, &failed);
    if (failed) return count;
    count++;
    from = token.end;
    if (!depth) break;
  }
  return count;
}

static const char *printed(coal_tr *t, CXCursor declaration) {
  CXPrintingPolicy policy = t->c->getCursorPrintingPolicy(declaration);
  t->c->PrintingPolicy_setProperty(policy, CXPrintingPolicy_TerseOutput, 1);
  const char *text = coal_tr_string(t, t->c->getCursorPrettyPrinted(declaration, policy));
  t->c->PrintingPolicy_dispose(policy);
  return text;
}

/* alignas(T). */
static uint32_t alignment_of_type(coal_tr *t, CXCursor declaration, const char *text, size_t n) {
  evaluator e = {.t = t, .declaration = declaration, .text = text, .lexer = coal_lexer_new(text, n)};
  e.lexer.at_line_start = false;
  do advance(&e);
  while (e.token.kind != COAL_TOKEN_END && !coal_token_is(text, e.token, "alignas"));
  advance(&e);
  if (!at(&e, '(')) return 0;
  advance(&e);
  int64_t bytes = measure(&e, false);
  return at(&e, ')') && bytes > 0 && bytes <= 65536 ? (uint32_t)bytes : 0;
}

/* The declaration as Clang prints it has macros expanded; the attribute's own text serves where it is not printed. */
static uint32_t alignment(coal_tr *t, CXCursor declaration, CXCursor attribute) {
  const char *text = printed(t, declaration);
  size_t n = strlen(text);
  int64_t values[3] = {0};
  if (arguments(t, declaration, text, n, "aligned", values) || arguments(t, declaration, text, n, "alignas", values) ||
      arguments(t, declaration, coal_tr_text_at(t, attribute, &n), n, "", values))
    return values[0] > 0 && values[0] <= 65536 ? (uint32_t)values[0] : 0;
  return alignment_of_type(t, declaration, text, strlen(text));
}

/* True for word and __word__. */
static bool starts_with_word(const char *text, size_t n, const char *word) {
  coal_lexer l = coal_lexer_new(text, n);
  l.at_line_start = false;
  coal_token first = coal_lexer_next(&l);
  size_t length = strlen(word), begin = first.begin, end = first.end;
  while (begin < end && text[begin] == '_') begin++;
  return end - begin >= length && memcmp(text + begin, word, length) == 0;
}

/* __launch_bounds__(threads, blocks): as printed, with macros expanded; instances of templates are printed without it,
 * so there as written. */
static void launch_bounds(coal_tr *t, CXCursor declaration, CXCursor attribute, coal_attributes *a) {
  int64_t values[3] = {0};
  const char *text = printed(t, declaration);
  size_t n = strlen(text), count = arguments(t, declaration, text, n, "launch_bounds", values);
  text = count ? "" : coal_tr_text_at(t, attribute, &n);
  if (!count && starts_with_word(text, n, "launch_bounds")) count = arguments(t, declaration, text, n, "", values);
  if (count > 0 && values[0] > 0 && values[0] <= 1024) a->max_threads = (uint32_t)values[0];
  if (count > 1 && values[1] > 0 && values[1] <= 1024) a->min_blocks = (uint32_t)values[1];
}

coal_attributes coal_tr_attributes(coal_tr *t, CXCursor declaration) {
  coal_attributes a = {0};
  coal_cursors children = coal_tr_children(t, declaration);
  for (size_t i = 0; i < children.n; i++) {
    size_t n = 0;
    switch (t->c->getCursorKind(children.items[i])) {
      case CXCursor_CUDAGlobalAttr: a.is_global = true; break;
      case CXCursor_CUDADeviceAttr: a.is_device = true; break;
      case CXCursor_CUDAHostAttr: a.is_host = true; break;
      case CXCursor_CUDASharedAttr: a.is_shared = true; break;
      case CXCursor_CUDAConstantAttr: a.is_constant = true; break;
      case CXCursor_AlignedAttr: a.align_bytes = alignment(t, declaration, children.items[i]); break;
      case CXCursor_UnexposedAttr: {
        const char *text = coal_tr_text_at(t, children.items[i], &n);
        if (starts_with_word(text, n, "managed"))
          a.is_managed = true;
        else
          launch_bounds(t, declaration, children.items[i], &a);
        break;
      }
      default: break;
    }
  }
  return a;
}
