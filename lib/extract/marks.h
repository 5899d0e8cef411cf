/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** Private to lib/extract: text whose every character knows where the file has it. */
#ifndef COAL_EXTRACT_MARKS_H
#define COAL_EXTRACT_MARKS_H

#include "extract.h"
#include "util/vec.h"

/** A character after the escape sequences were read, and the offset in the file of what spells it. */
typedef struct coal_mark {
  char c;
  size_t at_bytes;
} coal_mark;

typedef COAL_VEC(coal_mark) coal_marks;

/** What the readers of all kinds of files write to. */
typedef struct coal_extractor {
  coal_arena *arena;
  const char *file;          /* the text of the file */
  size_t n_file, n_laid_out; /* bytes of the file, and of all sources so far */
  COAL_VEC(coal_extract) found;
} coal_extractor;

/** The character at i, or NUL behind the end. */
static inline char coal_mark_at(const coal_marks *m, size_t i) { return i < m->n ? m->items[i].c : '\0'; }
static inline void coal_marks_add(coal_marks *m, char c, size_t at_bytes) {
  coal_mark one = {c, at_bytes};
  coal_vec_push(m, one);
}
/** Does the text from i on begin with `prefix`? */
bool coal_marks_start(const coal_marks *m, size_t i, const char *prefix);
/** Is `word` in characters [begin, end)? */
bool coal_marks_have(const coal_marks *m, size_t begin, size_t end, const char *word);

/** Adds the characters [begin, end) as a source if they are one. `skipped`: as in coal_extract. */
void coal_extract_add(coal_extractor *x, const coal_marks *m, size_t begin, size_t end, const char *skipped);

/** Readers of a text: of a whole file, or of a cell. */
void coal_extract_markdown(coal_extractor *x, const coal_marks *m);
void coal_extract_python(coal_extractor *x, const coal_marks *m);
void coal_extract_notebook(coal_extractor *x, const coal_marks *m);
void coal_extract_cxx(coal_extractor *x, const coal_marks *m);

/** Reads the escape sequence whose backslash is at *i and adds what it stands for; *i is behind it. Those of C: \n, \x41, \101,
 *  \u0041, and a backslash before the end of a line, which stands for nothing. Others stay as they are. */
void coal_marks_unescape(const coal_marks *m, size_t *i, coal_marks *out);

#endif
