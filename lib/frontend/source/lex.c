/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "lex.h"

#include <ctype.h>
#include <string.h>

coal_lexer coal_lexer_new(const char *text, size_t n) {
  coal_lexer l = {text, n, 0, true};
  return l;
}

static char peek(const coal_lexer *l, size_t ahead) { return l->at + ahead < l->n ? l->text[l->at + ahead] : '\0'; }

static bool is_word_start(char c) { return isalpha((unsigned char)c) || c == '_' || (unsigned char)c >= 0x80; }

static bool is_word(char c) { return is_word_start(c) || isdigit((unsigned char)c); }

static void skip_line(coal_lexer *l) {
  while (l->at < l->n && l->text[l->at] != '\n') l->at += l->text[l->at] == '\\' && l->at + 1 < l->n ? 2 : 1;
  if (l->at > l->n) l->at = l->n;
}

static void skip_block_comment(coal_lexer *l) {
  for (l->at += 2; l->at < l->n; l->at++) {
    if (l->text[l->at] != '*' || peek(l, 1) != '/') continue;
    l->at += 2;
    return;
  }
}

/* Space, comments and line ends. */
static void skip_blank(coal_lexer *l) {
  while (l->at < l->n) {
    char c = peek(l, 0);
    if (c == '\n') l->at_line_start = true;
    if (isspace((unsigned char)c) || c == '\0')
      l->at++;
    else if (c == '\\' && (peek(l, 1) == '\n' || peek(l, 1) == '\r'))
      l->at += 2;
    else if (c == '/' && peek(l, 1) == '/')
      skip_line(l);
    else if (c == '/' && peek(l, 1) == '*')
      skip_block_comment(l);
    else
      return;
  }
}

/* A directive ends at the first line end that is neither continued nor inside a block comment. */
static void skip_directive(coal_lexer *l) {
  while (l->at < l->n && peek(l, 0) != '\n') {
    if (peek(l, 0) == '\\')
      l->at += peek(l, 1) == '\r' ? 3 : 2;
    else if (peek(l, 0) == '/' && peek(l, 1) == '*')
      skip_block_comment(l);
    else if (peek(l, 0) == '/' && peek(l, 1) == '/')
      skip_line(l);
    else
      l->at++;
  }
  if (l->at > l->n) l->at = l->n;
}

static void skip_quoted(coal_lexer *l, char quote) {
  for (l->at++; l->at < l->n && l->text[l->at] != quote && l->text[l->at] != '\n'; l->at++)
    if (l->text[l->at] == '\\' && l->at + 1 < l->n) l->at++;
  if (l->at < l->n) l->at++;
}

/* R"delimiter( … )delimiter" from the quote on. */
static void skip_raw_string(coal_lexer *l) {
  size_t start = l->at + 1, open = start;
  while (open < l->n && l->text[open] != '(' && open - start <= 16) open++;
  size_t length = open - start;
  for (l->at = open; l->at < l->n; l->at++) {
    bool closes = l->text[l->at] == ')' && l->at + length + 1 < l->n && l->text[l->at + length + 1] == '"' &&
                  memcmp(l->text + l->at + 1, l->text + start, length) == 0;
    if (!closes) continue;
    l->at += length + 2;
    return;
  }
}

static void skip_number(coal_lexer *l) {
  while (l->at < l->n) {
    char c = peek(l, 0);
    bool exponent = (c == '+' || c == '-') && strchr("eEpP", l->text[l->at - 1]);
    bool separator = c == '\'' && is_word(peek(l, 1));
    if (!is_word(c) && c != '.' && !exponent && !separator) return;
    l->at++;
  }
}

/* A word, or a string with an encoding prefix (u8R"…"). */
static coal_token_kind take_word(coal_lexer *l) {
  size_t begin = l->at;
  while (l->at < l->n && is_word(l->text[l->at])) l->at++;
  char quote = peek(l, 0);
  size_t length = l->at - begin;
  bool prefix = length <= 3 && strspn(l->text + begin, "uUL8R") >= length;
  if (!prefix || (quote != '"' && quote != '\'')) return COAL_TOKEN_WORD;
  if (quote == '"' && l->text[l->at - 1] == 'R')
    skip_raw_string(l);
  else
    skip_quoted(l, quote);
  return COAL_TOKEN_STRING;
}

coal_token coal_lexer_next(coal_lexer *l) {
  skip_blank(l);
  coal_token t = {COAL_TOKEN_END, l->at, l->at};
  if (l->at >= l->n) return t;
  char c = peek(l, 0);
  bool directive = c == '#' && l->at_line_start;
  l->at_line_start = false;
  if (directive) {
    skip_directive(l);
    t.kind = COAL_TOKEN_DIRECTIVE;
  } else if (is_word_start(c)) {
    t.kind = take_word(l);
  } else if (isdigit((unsigned char)c) || (c == '.' && isdigit((unsigned char)peek(l, 1)))) {
    l->at++;
    skip_number(l);
    t.kind = COAL_TOKEN_NUMBER;
  } else if (c == '"' || c == '\'') {
    skip_quoted(l, c);
    t.kind = COAL_TOKEN_STRING;
  } else {
    l->at += c == ':' && peek(l, 1) == ':' ? 2 : 1;
    t.kind = COAL_TOKEN_PUNCT;
  }
  t.end = l->at;
  return t;
}

bool coal_token_is(const char *text, coal_token t, const char *word) {
  size_t length = strlen(word);
  return t.end - t.begin == length && memcmp(text + t.begin, word, length) == 0;
}
