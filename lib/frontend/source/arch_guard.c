/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "arch_guard.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "lex.h"

enum { NESTING_MAX = 32, ARCH_FACTOR = 10 /* __CUDA_ARCH__ of compute capability 9.0 is 900 */ };

static const unsigned known_ccs[] = {70, 72, 75, 80, 86, 87, 89, 90, 100, 103, 110, 120};
enum { KNOWN = sizeof known_ccs / sizeof *known_ccs };

/* ---- conditions ---------------------------------------------------------------------------------------- */

typedef struct guard_value {
  bool is_known;
  int64_t v;
} guard_value;

typedef struct guard_condition {
  const char *text;
  coal_lexer l;
  coal_token token;
  int64_t arch; /* __CUDA_ARCH__ */
  unsigned depth;
} guard_condition;

static guard_value known(int64_t v) { return (guard_value){true, v}; }

static bool is(const guard_condition *c, const char *word) { return coal_token_is(c->text, c->token, word); }

static void next(guard_condition *c) { c->token = coal_lexer_next(&c->l); }

/* Takes an operator of one or two characters, which stand side by side. */
static bool take(guard_condition *c, const char *op) {
  const char first[2] = {op[0], '\0'};
  if (!is(c, first)) return false;
  const char *behind = c->text + c->token.begin + 1;
  if (op[1] ? *behind != op[1] : strchr("=&|", *behind) != NULL && *behind) return false;
  next(c);
  if (op[1]) next(c);
  return true;
}

static guard_value disjunction(guard_condition *c);

/* `defined X` and `defined(X)`; a macro of which nothing is known is unknown. */
static guard_value defined(guard_condition *c) {
  next(c);
  const bool is_bracketed = is(c, "(");
  if (is_bracketed) next(c);
  const guard_value v = is(c, "__CUDA_ARCH__") || is(c, "__CUDACC__") ? known(1) : (guard_value){false, 0};
  next(c);
  if (is_bracketed) next(c);
  return v;
}

static guard_value primary(guard_condition *c) {
  if (++c->depth > NESTING_MAX) return (guard_value){false, 0};
  guard_value v = {false, 0};
  if (take(c, "!")) {
    v = primary(c);
    v.v = !v.v;
  } else if (is(c, "(")) {
    next(c);
    v = disjunction(c);
    if (is(c, ")")) next(c);
  } else if (is(c, "defined")) {
    v = defined(c);
  } else {
    if (is(c, "__CUDA_ARCH__")) v = known(c->arch);
    if (c->token.kind == COAL_TOKEN_NUMBER) v = known(strtoll(c->text + c->token.begin, NULL, 0));
    if (c->token.kind != COAL_TOKEN_END) next(c);
  }
  c->depth--;
  return v;
}

static guard_value product(guard_condition *c) {
  guard_value a = primary(c);
  for (;;) {
    const bool divides = take(c, "/"), multiplies = !divides && take(c, "*");
    if (!divides && !multiplies) return a;
    const guard_value b = primary(c);
    a.is_known = a.is_known && b.is_known && (multiplies || b.v != 0);
    if (a.is_known) a.v = multiplies ? (int64_t)((uint64_t)a.v * (uint64_t)b.v) : b.v == -1 ? 0 : a.v / b.v;
  }
}

static guard_value comparison(guard_condition *c) {
  static const char *const ops[] = {">=", "<=", "==", "!=", ">", "<"};
  const guard_value a = product(c);
  for (size_t i = 0; i < sizeof ops / sizeof *ops; i++) {
    if (!take(c, ops[i])) continue;
    const guard_value b = product(c);
    const bool truth[] = {a.v >= b.v, a.v <= b.v, a.v == b.v, a.v != b.v, a.v > b.v, a.v < b.v};
    return (guard_value){a.is_known && b.is_known, truth[i]};
  }
  return a;
}

static guard_value conjunction(guard_condition *c) {
  guard_value a = comparison(c);
  while (take(c, "&&")) {
    const guard_value b = comparison(c);
    const bool is_false = (a.is_known && !a.v) || (b.is_known && !b.v);
    a = is_false ? known(0) : (guard_value){a.is_known && b.is_known, 1};
  }
  return a;
}

static guard_value disjunction(guard_condition *c) {
  guard_value a = conjunction(c);
  while (take(c, "||")) {
    const guard_value b = conjunction(c);
    const bool is_true = (a.is_known && a.v) || (b.is_known && b.v);
    a = is_true ? known(1) : (guard_value){a.is_known && b.is_known, 0};
  }
  return a;
}

/* ---- code ---------------------------------------------------------------------------------------------- */

/* One `#if` … `#endif`. */
typedef struct guard_group {
  bool was_taken; /* one of its branches so far is left in, or may be */
  bool is_live;   /* the branch at hand is left in */
} guard_group;

typedef struct guard_walk {
  const char *text;
  unsigned cc;
  guard_group groups[NESTING_MAX];
  size_t depth;
} guard_walk;

static bool is_live(const guard_walk *w) {
  for (size_t i = 0; i < w->depth; i++)
    if (!w->groups[i].is_live) return false;
  return true;
}

static void begin_branch(guard_group *g, guard_value v) {
  g->is_live = !g->was_taken && v.is_known && v.v;
  g->was_taken |= !v.is_known || v.v;
}

/* False: too deep. */
static bool see_directive(guard_walk *w, coal_token t) {
  const char *hash = memchr(w->text + t.begin, '#', t.end - t.begin);
  const size_t begin = hash ? (size_t)(hash - w->text) + 1 : t.end;
  guard_condition c = {
      .text = w->text + begin, .l = coal_lexer_new(w->text + begin, t.end - begin), .arch = w->cc * ARCH_FACTOR};
  c.l.at_line_start = false;
  next(&c);
  const bool is_if = is(&c, "if"), is_ifdef = is(&c, "ifdef"), is_ifndef = is(&c, "ifndef");
  if (is_if || is_ifdef || is_ifndef) {
    if (w->depth == NESTING_MAX) return false;
    guard_value v = {false, 0};
    if (is_if) next(&c);
    v = is_if ? disjunction(&c) : defined(&c);
    if (is_ifndef) v.v = !v.v;
    w->groups[w->depth] = (guard_group){false, false};
    begin_branch(&w->groups[w->depth++], v);
  } else if (w->depth && is(&c, "elif")) {
    next(&c);
    begin_branch(&w->groups[w->depth - 1], disjunction(&c));
  } else if (w->depth && is(&c, "else")) {
    begin_branch(&w->groups[w->depth - 1], known(1));
  } else if (w->depth && is(&c, "endif")) {
    w->depth--;
  }
  return true;
}

/* The tokens of the function's body that are left in for that capability. */
static size_t live_tokens(const char *text, size_t n, size_t at, unsigned cc) {
  guard_walk w = {.text = text, .cc = cc};
  coal_lexer l = coal_lexer_new(text, n);
  l.at = at;
  l.at_line_start = false;
  size_t braces = 0, live = 0;
  for (coal_token t = coal_lexer_next(&l); t.kind != COAL_TOKEN_END; t = coal_lexer_next(&l)) {
    if (t.kind == COAL_TOKEN_DIRECTIVE) {
      if (!see_directive(&w, t)) return live;
      continue;
    }
    const bool counts = is_live(&w);
    if (!braces && coal_token_is(text, t, ";")) return 0; /* a declaration */
    if (counts && coal_token_is(text, t, "{")) braces++;
    if (counts && braces && coal_token_is(text, t, "}") && !--braces) return live;
    live += counts && braces;
  }
  return live;
}

unsigned coal_arch_guard_shown_by(const char *text, size_t n, size_t at, unsigned cc) {
  if (at >= n) return 0;
  const size_t now = live_tokens(text, n, at, cc);
  for (size_t i = 0; i < KNOWN; i++)
    if (known_ccs[i] > cc && live_tokens(text, n, at, known_ccs[i]) > now) return known_ccs[i];
  for (size_t i = KNOWN; i-- > 0;)
    if (known_ccs[i] < cc && live_tokens(text, n, at, known_ccs[i]) > now) return known_ccs[i];
  return 0;
}
