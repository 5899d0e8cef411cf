/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** A small lexer for C++ source text: enough to find words and brackets outside comments, strings and directives. */
#ifndef COAL_FRONTEND_LEX_H
#define COAL_FRONTEND_LEX_H

#include <stdbool.h>
#include <stddef.h>

typedef enum coal_token_kind {
  COAL_TOKEN_END,
  COAL_TOKEN_WORD, /* identifier or keyword */
  COAL_TOKEN_NUMBER,
  COAL_TOKEN_STRING,    /* string or character literal */
  COAL_TOKEN_DIRECTIVE, /* a whole preprocessor line, continuation lines too */
  COAL_TOKEN_PUNCT      /* one character; `::` is one token */
} coal_token_kind;

typedef struct coal_token {
  coal_token_kind kind;
  size_t begin, end; /* bytes into the text */
} coal_token;

typedef struct coal_lexer {
  const char *text;
  size_t n, at;
  bool at_line_start; /* set to true at first */
} coal_lexer;

coal_lexer coal_lexer_new(const char *text, size_t n);
/** The next token; COAL_TOKEN_END at the end of the text, again and again. */
coal_token coal_lexer_next(coal_lexer *l);

/** True if the token is exactly this text. */
bool coal_token_is(const char *text, coal_token t, const char *word);

#endif
