/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "split_launch.h"

#include <string.h>

#include "lex.h"

/* Three brackets of one kind from a token on with nothing but blanks between them. */
typedef struct mark {
  size_t begin, end;
  bool is_split;
} mark;

static bool take_mark(const char *text, coal_lexer *l, coal_token first, const char *bracket, mark *out) {
  coal_lexer at = *l;
  coal_token last = first;
  out->begin = first.begin;
  out->is_split = false;
  for (int i = 0; i < 2; i++) {
    const coal_token t = coal_lexer_next(&at);
    if (!coal_token_is(text, t, bracket)) return false;
    for (size_t k = last.end; k < t.begin; k++)
      if (text[k] != ' ' && text[k] != '\t') return false;
    out->is_split |= t.begin != last.end;
    last = t;
  }
  out->end = last.end;
  *l = at;
  return true;
}

static void join(char *text, mark m, char bracket) {
  memset(text + m.begin, ' ', m.end - m.begin);
  memset(text + m.begin, bracket, 3);
}

/* The mark that ends the configuration behind the lexer: at its depth of parentheses, before a `(`. */
static bool find_end(const char *text, coal_lexer l, mark *out) {
  size_t depth = 0;
  for (coal_token t = coal_lexer_next(&l); t.kind != COAL_TOKEN_END; t = coal_lexer_next(&l)) {
    if (coal_token_is(text, t, "(")) depth++;
    if (coal_token_is(text, t, ")") && depth-- == 0) return false;
    if (coal_token_is(text, t, ";")) return false;
    if (depth || !coal_token_is(text, t, ">")) continue;
    coal_lexer behind = l;
    if (take_mark(text, &behind, t, ">", out) && coal_token_is(text, coal_lexer_next(&behind), "(")) return true;
  }
  return false;
}

const char *coal_split_launch_join(coal_arena *arena, const char *text, size_t n) {
  char *copy = NULL;
  coal_lexer l = coal_lexer_new(text, n);
  for (coal_token t = coal_lexer_next(&l); t.kind != COAL_TOKEN_END; t = coal_lexer_next(&l)) {
    mark begin, end;
    if (!coal_token_is(text, t, "<") || !take_mark(text, &l, t, "<", &begin)) continue;
    if (!find_end(text, l, &end) || (!begin.is_split && !end.is_split)) continue;
    if (!copy) copy = coal_arena_copy(arena, text, n + 1);
    join(copy, begin, '<');
    join(copy, end, '>');
  }
  return copy ? copy : text;
}
