/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "written.h"

#include <string.h>

typedef struct scan {
  const char *text;
  const coal_tokens *t;
  size_t first, last;
} scan;

void coal_tokens_read(const char *text, size_t begin, size_t end, coal_tokens *out) {
  coal_lexer l = coal_lexer_new(text + begin, end - begin);
  l.at_line_start = false;
  for (coal_token k = coal_lexer_next(&l); k.kind != COAL_TOKEN_END; k = coal_lexer_next(&l)) {
    k.begin += begin;
    k.end += begin;
    if (k.kind != COAL_TOKEN_DIRECTIVE) coal_vec_push(out, k);
  }
}

static bool is(const char *text, const coal_tokens *t, size_t i, const char *word) {
  return i < t->n && coal_token_is(text, t->items[i], word);
}

static bool is_open(const char *text, const coal_tokens *t, size_t i) {
  return is(text, t, i, "(") || is(text, t, i, "[") || is(text, t, i, "{");
}

static bool is_close(const char *text, const coal_tokens *t, size_t i) {
  return is(text, t, i, ")") || is(text, t, i, "]") || is(text, t, i, "}");
}

size_t coal_tokens_behind(const char *text, const coal_tokens *t, size_t open, size_t end) {
  size_t depth = 0;
  for (size_t i = open; i < end; i++) {
    if (is_open(text, t, i)) depth++;
    if (is_close(text, t, i) && --depth == 0) return i + 1;
  }
  return end;
}

/* The token that opens what the one at `close` closes, or `first`. */
static size_t opening(const char *text, const coal_tokens *t, size_t first, size_t close) {
  size_t depth = 0;
  for (size_t i = close + 1; i-- > first;) {
    if (is_close(text, t, i)) depth++;
    if (is_open(text, t, i) && --depth == 0) return i;
  }
  return first;
}

void coal_tokens_statement(const char *text, const coal_tokens *t, size_t at, size_t *first, size_t *last) {
  size_t i = 0;
  while (i + 1 < t->n && t->items[i + 1].begin <= at) i++;
  size_t lo = i, hi = i;
  while (lo > 0 && !is(text, t, lo - 1, ";") && !is(text, t, lo - 1, "{") && !is(text, t, lo - 1, "}"))
    lo = is_close(text, t, lo - 1) ? opening(text, t, 0, lo - 1) : lo - 1;
  while (hi < t->n && !is(text, t, hi, ";") && !is(text, t, hi, "}")) {
    bool is_block = is(text, t, hi, "{");
    hi = is_open(text, t, hi) ? coal_tokens_behind(text, t, hi, t->n) : hi + 1;
    if (is_block) break;
  }
  *first = lo;
  *last = hi;
}

/* ---- expressions ---------------------------------------------------------------------------------------- */

static bool at(const scan *s, size_t i, const char *word) { return i < s->last && is(s->text, s->t, i, word); }

static bool is_arrow(const scan *s, size_t i) {
  return at(s, i, "-") && at(s, i + 1, ">") && s->t->items[i].end == s->t->items[i + 1].begin;
}

/* The name of a type of the language. */
static bool is_type(const scan *s, size_t i) {
  static const char *const types[] = {"float", "double", "int",  "char",     "bool",
                                      "short", "long",   "auto", "unsigned", "signed"};
  bool found = false;
  for (size_t k = 0; k < sizeof types / sizeof *types; k++) found |= at(s, i, types[k]);
  return found;
}

static bool is_name(const scan *s, size_t i) {
  static const char *const keywords[] = {"return", "else", "case", "do", "throw", "new", "delete", "operator"};
  if (i >= s->last || s->t->items[i].kind != COAL_TOKEN_WORD || is_type(s, i)) return false;
  for (size_t k = 0; k < sizeof keywords / sizeof *keywords; k++)
    if (at(s, i, keywords[k])) return false;
  return true;
}

/* Where the expression starts whose postfix operator is at i. */
static size_t start_of(const scan *s, size_t i) {
  while (i > s->first) {
    size_t before = i - 1;
    if (at(s, before, ")") || at(s, before, "]")) {
      i = opening(s->text, s->t, s->first, before);
      if (i > s->first && !is_name(s, i - 1) && !at(s, i - 1, ")") && !at(s, i - 1, "]")) return i;
      continue;
    }
    if (!is_name(s, before)) return i;
    i = before;
    if (i > s->first && (at(s, i - 1, ".") || at(s, i - 1, "::")))
      i--;
    else if (i > s->first + 1 && is_arrow(s, i - 2))
      i -= 2;
    else
      return i;
  }
  return i;
}

/* Behind all postfix operators from i on. */
static size_t end_of(const scan *s, size_t i) {
  for (;;) {
    if (at(s, i, "[") || at(s, i, "("))
      i = coal_tokens_behind(s->text, s->t, i, s->last);
    else if (at(s, i, ".") && is_name(s, i + 1))
      i += 2;
    else if (is_arrow(s, i) && is_name(s, i + 2))
      i += 3;
    else
      return i;
  }
}

static bool is_pair(const scan *s, size_t i, const char *sign) { return at(s, i, sign) && at(s, i + 1, sign); }

/* Is there an assignment at i? `*updates`: one that reads first. */
static bool is_assignment(const scan *s, size_t i, bool *updates) {
  static const char *const signs[] = {"+", "-", "*", "/", "%", "&", "|", "^"};
  *updates = false;
  if (at(s, i, "=")) return !at(s, i + 1, "=");
  *updates = true;
  for (size_t k = 0; k < sizeof signs / sizeof *signs; k++)
    if (at(s, i, signs[k]) && at(s, i + 1, "=") && s->t->items[i].end == s->t->items[i + 1].begin) return true;
  return (is_pair(s, i, "<") || is_pair(s, i, ">")) && at(s, i + 2, "=");
}

/* Is [begin, end) on the left of an assignment further on, outside of subscripts? */
static bool is_target(const scan *s, size_t begin, size_t end, bool *updates) {
  size_t depth = 0;
  for (size_t i = s->first; i < begin; i++) {
    if (at(s, i, "[")) depth++;
    if (at(s, i, "]")) depth--;
    if (at(s, i, "=")) return false;
  }
  if (depth) return false;
  for (size_t i = end; i < s->last && !at(s, i, ";") && !at(s, i, "?"); i++) {
    if (is_assignment(s, i, updates)) return !is_arrow(s, i);
    if (at(s, i, "=") || at(s, i, "!") || at(s, i, "<") || at(s, i, ">") || at(s, i, "{")) return false;
  }
  return false;
}

static void add(const scan *s, size_t begin, size_t end, coal_written_token w, coal_written_tokens *out) {
  const coal_token none = {COAL_TOKEN_END, 0, 0};
  size_t name = w.is_dereference ? begin + 1 : begin;
  bool updates = false;
  w.begin = s->t->items[begin].begin;
  w.end = s->t->items[end - 1].end;
  w.base = is_name(s, name) ? s->t->items[name] : none;
  w.member = none;
  if (at(s, name + 1, ".") && is_name(s, name + 2)) w.member = s->t->items[name + 2];
  if (is_arrow(s, name + 1) && is_name(s, name + 3)) w.member = s->t->items[name + 3];
  w.stores = is_assignment(s, end, &updates) || is_target(s, begin, end, &updates);
  if (is_pair(s, end, "+") || is_pair(s, end, "-") || (begin > s->first + 1 && is_pair(s, begin - 2, "+")) ||
      (begin > s->first + 1 && is_pair(s, begin - 2, "-")))
    w.stores = updates = true;
  w.loads = !w.stores || updates;
  for (size_t i = 0; i < out->n; i++)
    if (out->items[i].begin == w.begin) return;
  coal_vec_push(out, w);
}

/* `float a[4]`, `Tile<4> a[2]`: a type stands before the name. */
static bool is_declarator(const scan *s, size_t begin) {
  if (begin == s->first || !is_name(s, begin)) return false;
  return is_name(s, begin - 1) || is_type(s, begin - 1) ||
         (at(s, begin - 1, ">") && !(begin > s->first + 1 && is_arrow(s, begin - 2)));
}

static bool follows_operator(const scan *s, size_t i) {
  if (i == s->first) return true;
  const coal_token before = s->t->items[i - 1];
  return !is_name(s, i - 1) && before.kind != COAL_TOKEN_NUMBER && !at(s, i - 1, ")") && !at(s, i - 1, "]") &&
         !at(s, i - 1, ">");
}

bool coal_written_is_local_array(const char *text, const coal_tokens *t, size_t first, size_t last, coal_token name) {
  const scan s = {text, t, first, last};
  for (size_t i = first; i + 1 < last; i++) {
    const coal_token k = t->items[i];
    bool is_same = k.kind == COAL_TOKEN_WORD && k.end - k.begin == name.end - name.begin &&
                   memcmp(text + k.begin, text + name.begin, k.end - k.begin) == 0;
    if (!is_same || !at(&s, i + 1, "[") || !is_declarator(&s, i)) continue;
    bool is_shared = false;
    for (size_t b = i; b-- > first && !at(&s, b, ";") && !at(&s, b, "{") && !at(&s, b, "}");)
      is_shared |= at(&s, b, "__shared__");
    return !is_shared;
  }
  return false;
}

void coal_written_find(const char *text, const coal_tokens *t, size_t first, size_t last, coal_written_tokens *out) {
  const scan s = {text, t, first, last};
  for (size_t i = first; i < last; i++) {
    bool is_postfix = i > first && (is_name(&s, i - 1) || at(&s, i - 1, ")") || at(&s, i - 1, "]"));
    if (at(&s, i, "[") && is_postfix) {
      size_t begin = start_of(&s, i);
      if (!is_declarator(&s, begin)) add(&s, begin, end_of(&s, i), (coal_written_token){.is_subscript = true}, out);
    } else if (is_arrow(&s, i) && is_postfix) {
      add(&s, start_of(&s, i), end_of(&s, i), (coal_written_token){0}, out);
    } else if (at(&s, i, "*") && is_name(&s, i + 1) && follows_operator(&s, i) && end_of(&s, i + 2) == i + 2) {
      add(&s, i, i + 2, (coal_written_token){.is_dereference = true}, out);
    }
  }
}
