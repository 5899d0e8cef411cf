/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * Accesses that tokens show, for source that Clang has dropped: that there is one, where, and whether it is stored to.
 *
 * Found are subscripts (`a[i]`, `p->q.r[i]`), dereferences and arrows of names. What a name is, and whether its memory counts,
 * is the caller's to know.
 */
#ifndef COAL_FRONTEND_WRITTEN_H
#define COAL_FRONTEND_WRITTEN_H

#include "lex.h"
#include "util/vec.h"

typedef COAL_VEC(coal_token) coal_tokens;

/** The tokens of text[begin, end), without directives. */
void coal_tokens_read(const char *text, size_t begin, size_t end, coal_tokens *out);
/** The token behind the one that closes the bracket at `open`, at most `end`. */
size_t coal_tokens_behind(const char *text, const coal_tokens *t, size_t open, size_t end);
/** The statement around the byte `at`: [*first, *last) of the tokens. */
void coal_tokens_statement(const char *text, const coal_tokens *t, size_t at, size_t *first, size_t *last);

typedef struct coal_written_token {
  size_t begin, end;                 /* bytes of the expression */
  coal_token base;                   /* the name it starts from; END: no name */
  coal_token member;                 /* `.member` or `->member` behind it; END: none */
  bool is_subscript, is_dereference; /* else an arrow */
  bool loads, stores;
} coal_written_token;
typedef COAL_VEC(coal_written_token) coal_written_tokens;

/** The accesses of tokens [first, last), in order; declarators are none. */
void coal_written_find(const char *text, const coal_tokens *t, size_t first, size_t last, coal_written_tokens *out);
/** Do the tokens declare an array of that name that is not shared? */
bool coal_written_is_local_array(const char *text, const coal_tokens *t, size_t first, size_t last, coal_token name);

#endif
