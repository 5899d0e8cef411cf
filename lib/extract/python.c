/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** String literals of Python; those side by side, or joined by +, are one text. */
#include <ctype.h>
#include <string.h>

#include "marks.h"

static bool is_name(char c) { return isalnum((unsigned char)c) || c == '_' || (unsigned char)c >= 0x80; }

/** The start of a literal: its prefix and quotes. */
typedef struct literal {
  size_t n_prefix, n_quotes; /* n_quotes: 1 or 3; 0: no literal */
  bool is_raw, is_format;
  char quote;
} literal;

static literal literal_at(const coal_marks *m, size_t i) {
  literal l = {0};
  char c;
  while (l.n_prefix < 2 && (c = coal_mark_at(m, i + l.n_prefix)) && strchr("rRbBuUfFtT", c)) {
    l.is_raw = l.is_raw || c == 'r' || c == 'R';
    l.is_format = l.is_format || strchr("fFtT", c);
    l.n_prefix++;
  }
  l.quote = coal_mark_at(m, i + l.n_prefix);
  if (l.quote != '"' && l.quote != '\'') return (literal){0};
  const char three[] = {l.quote, l.quote, l.quote, 0};
  l.n_quotes = coal_marks_start(m, i + l.n_prefix, three) ? 3 : 1;
  return l;
}

static bool is_end(const coal_marks *m, size_t i, const literal *l) {
  for (size_t k = 0; k < l->n_quotes; k++)
    if (coal_mark_at(m, i + k) != l->quote) return false;
  return true;
}

/** Reads the literal at i into `out`; the offset behind it. `*has_placeholder`: an f-string with a value to fill in. */
static size_t read_literal(const coal_marks *m, size_t i, const literal *l, coal_marks *out, bool *has_placeholder) {
  i += l->n_prefix + l->n_quotes;
  while (i < m->n && !is_end(m, i, l)) {
    const coal_mark k = m->items[i];
    if (l->n_quotes == 1 && k.c == '\n') return i;
    if (k.c == '\\' && !l->is_raw) {
      coal_marks_unescape(m, &i, out);
      continue;
    }
    if (k.c == '\\' && i + 1 < m->n) { /* raw: the quote behind it does not end the literal */
      coal_marks_add(out, k.c, k.at_bytes);
      i++;
    } else if (l->is_format && (k.c == '{' || k.c == '}')) {
      *has_placeholder = *has_placeholder || coal_mark_at(m, i + 1) != k.c;
      i += coal_mark_at(m, i + 1) == k.c;
    }
    coal_marks_add(out, m->items[i].c, k.at_bytes);
    i++;
  }
  return i < m->n ? i + l->n_quotes : m->n;
}

/** Behind the white space, comments, joined lines and + from i on, inside brackets also line ends; where the next literal is,
 *  or `i` if something else comes. */
static size_t next_literal(const coal_marks *m, size_t i, bool in_brackets) {
  size_t k = i;
  for (; k < m->n; k++) {
    const char c = m->items[k].c;
    if (c == '\\' && coal_mark_at(m, k + 1) == '\n')
      k++;
    else if (c == '#' && in_brackets)
      while (k + 1 < m->n && m->items[k + 1].c != '\n') k++;
    else if (!(c == ' ' || c == '\t' || c == '+' || (c == '\n' && in_brackets)))
      break;
  }
  return literal_at(m, k).n_quotes ? k : i;
}

/** Reads the literals from i on that are one text; the offset behind them. */
static size_t read_text(coal_extractor *x, const coal_marks *m, size_t i, bool in_brackets) {
  coal_marks text = {0};
  bool has_placeholder = false;
  for (literal l = literal_at(m, i); l.n_quotes; l = literal_at(m, i)) {
    i = read_literal(m, i, &l, &text, &has_placeholder);
    const size_t next = next_literal(m, i, in_brackets);
    if (next == i && !literal_at(m, i).n_quotes) break;
    i = next;
  }
  coal_extract_add(x, &text, 0, text.n,
                   has_placeholder ? "it is an f-string whose values are filled in at run time" : NULL);
  coal_vec_free(&text);
  return i;
}

void coal_extract_python(coal_extractor *x, const coal_marks *m) {
  size_t depth = 0;
  for (size_t i = 0; i < m->n;) {
    const char c = m->items[i].c;
    if (c == '#') {
      while (i < m->n && m->items[i].c != '\n') i++;
    } else if (literal_at(m, i).n_quotes) {
      i = read_text(x, m, i, depth > 0);
    } else if (is_name(c)) {
      while (is_name(coal_mark_at(m, i))) i++;
    } else {
      if (strchr("([{", c) && c) depth++;
      if (strchr(")]}", c) && c && depth) depth--;
      i++;
    }
  }
}
