/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What attributes say. libclang names some of them but not their arguments: those of launch bounds come by way of an
 * annotation, alignments out of Clang's own print of the declaration, where they are made of literals. */
#include <stdlib.h>
#include <string.h>

#include "frontend/source/lex.h"
#include "translate.h"

typedef struct evaluator {
  const char *text;
  coal_lexer lexer;
  coal_token token;
  bool failed;
} evaluator;

static void advance(evaluator *e) { e->token = coal_lexer_next(&e->lexer); }

static bool at(const evaluator *e, char c) { return e->token.kind == COAL_TOKEN_PUNCT && e->text[e->token.begin] == c; }

static int64_t binary(evaluator *e, int level);

static int64_t primary(evaluator *e) {
  if (e->token.kind == COAL_TOKEN_NUMBER) {
    int64_t value = (int64_t)strtoull(e->text + e->token.begin, NULL, 0);
    advance(e);
    return value;
  }
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

/* The argument in the first bracket after `word` in the text; false unless it is made of literals. */
static bool argument(const char *text, const char *word, int64_t *value) {
  evaluator e = {.text = text, .lexer = coal_lexer_new(text, strlen(text))};
  e.lexer.at_line_start = false;
  do advance(&e);
  while (e.token.kind != COAL_TOKEN_END && !coal_token_is(text, e.token, word));
  advance(&e);
  if (!at(&e, '(')) return false;
  *value = primary(&e);
  return !e.failed;
}

static const char *printed(coal_tr *t, CXCursor declaration) {
  CXPrintingPolicy policy = t->c->getCursorPrintingPolicy(declaration);
  t->c->PrintingPolicy_setProperty(policy, CXPrintingPolicy_TerseOutput, 1);
  const char *text = coal_tr_string(t, t->c->getCursorPrettyPrinted(declaration, policy));
  t->c->PrintingPolicy_dispose(policy);
  return text;
}

/* The declaration as Clang prints it, with macros expanded. What names something there is not looked up: the alignment
 * is then the type's. */
static uint32_t alignment(coal_tr *t, CXCursor declaration) {
  const char *text = printed(t, declaration);
  int64_t bytes = 0;
  if (!argument(text, "aligned", &bytes) && !argument(text, "alignas", &bytes)) return 0;
  return bytes > 0 && bytes <= 65536 ? (uint32_t)bytes : 0;
}

/* An annotation of attribute_values.h: the arguments of an attribute, as Clang has them in this instance. */
static void annotation(coal_tr *t, CXCursor attribute, coal_attributes *a) {
  const char *name = coal_tr_spelling(t, attribute);
  if (strcmp(name, "coalcheck_managed") == 0) a->is_managed = true;
  if (strcmp(name, "coalcheck_launch_bounds") != 0) return;
  coal_cursors values = coal_tr_operands(t, attribute);
  int64_t n = 0;
  if (values.n > 0 && coal_tr_constant(t, values.items[0], &n) && n > 0 && n <= 1024) a->max_threads = (uint32_t)n;
  if (values.n > 1 && coal_tr_constant(t, values.items[1], &n) && n > 0 && n <= 1024) a->min_blocks = (uint32_t)n;
}

coal_attributes coal_tr_attributes(coal_tr *t, CXCursor declaration) {
  coal_attributes a = {0};
  coal_cursors children = coal_tr_children(t, declaration);
  for (size_t i = 0; i < children.n; i++) {
    switch (t->c->getCursorKind(children.items[i])) {
      case CXCursor_CUDAGlobalAttr: a.is_global = true; break;
      case CXCursor_CUDADeviceAttr: a.is_device = true; break;
      case CXCursor_CUDAHostAttr: a.is_host = true; break;
      case CXCursor_CUDASharedAttr: a.is_shared = true; break;
      case CXCursor_CUDAConstantAttr: a.is_constant = true; break;
      case CXCursor_AlignedAttr: a.align_bytes = alignment(t, declaration); break;
      case CXCursor_AnnotateAttr: annotation(t, children.items[i], &a); break;
      default: break;
    }
  }
  return a;
}
