/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "extract.h"

#include <ctype.h>
#include <string.h>

#include "marks.h"
#include "util/path.h"
#include "util/str.h"

coal_extract_kind coal_extract_kind_of(const char *path) {
  static const struct {
    const char *suffix;
    coal_extract_kind kind;
  } kinds[] = {{".md", COAL_EXTRACT_MARKDOWN},    {".markdown", COAL_EXTRACT_MARKDOWN},
               {".py", COAL_EXTRACT_PYTHON},      {".pyi", COAL_EXTRACT_PYTHON},
               {".ipynb", COAL_EXTRACT_NOTEBOOK}, {".cu", COAL_EXTRACT_CXX},
               {".cc", COAL_EXTRACT_CXX},         {".cpp", COAL_EXTRACT_CXX},
               {".cxx", COAL_EXTRACT_CXX},        {".c++", COAL_EXTRACT_CXX},
               {".C", COAL_EXTRACT_CXX}};
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (coal_path_ends_in(path, kinds[i].suffix)) return kinds[i].kind;
  return COAL_EXTRACT_NONE;
}

bool coal_marks_start(const coal_marks *m, size_t i, const char *prefix) {
  for (; *prefix; prefix++, i++)
    if (coal_mark_at(m, i) != *prefix) return false;
  return true;
}

bool coal_marks_have(const coal_marks *m, size_t begin, size_t end, const char *word) {
  const size_t n = strlen(word);
  for (size_t i = begin; i + n <= end; i++)
    if (coal_marks_start(m, i, word)) return true;
  return false;
}

/** Blanks are bounded, in front of a line (a notebook may be a single line of megabytes) and in front of all sources. */
enum { COLUMN_MAX = 1 << 16, LAID_OUT_MAX = 256 << 20 };

/** Where the output stands in the file. */
typedef struct laid_out {
  coal_str out;
  size_t seen;       /* offset in the file: all lines that begin before it have begun in the output */
  size_t line_start; /* offset in the file of the line that is being written */
  size_t column;     /* bytes of it that are written */
  bool may_pad;      /* the last character was white space, or the line begins */
} laid_out;

/** Begins all lines of the file up to the one that holds the offset; false if it holds the last one already. */
static bool go_to_line(laid_out *l, const char *file, size_t at) {
  const size_t before = l->line_start;
  for (; l->seen < at; l->seen++) {
    if (file[l->seen] != '\n') continue;
    coal_str_add_n(&l->out, "\n", 1);
    l->line_start = l->seen + 1;
    l->column = 0;
    l->may_pad = true;
  }
  return l->line_start != before;
}

static void write_character(laid_out *l, char c, size_t column) {
  while (l->may_pad && l->column < column) {
    coal_str_add_n(&l->out, " ", 1);
    l->column++;
  }
  coal_str_add_n(&l->out, &c, 1);
  l->column++;
  l->may_pad = c == ' ' || c == '\t';
}

/** A line end that the file spells within a line becomes a blank, and so does each one whose line has no more of the source:
 *  the next line of the file ends it. A directive or a comment needs its line end: NULL, or why that cannot be laid out. */
static const char *lay_out(const coal_extractor *x, const coal_marks *m, size_t begin, size_t end, laid_out *l) {
  bool needs_line_end = false;
  for (size_t i = begin; i < end; i++) {
    const coal_mark k = m->items[i];
    if (go_to_line(l, x->file, k.at_bytes)) needs_line_end = false;
    if (k.at_bytes - l->line_start > COLUMN_MAX) return "the line is too long";
    if (k.c == '\n' && x->file[k.at_bytes] == '\n') continue;
    if (k.c == '\n') {
      const bool is_last = i + 1 == end || memchr(x->file + k.at_bytes, '\n', m->items[i + 1].at_bytes - k.at_bytes);
      if (!is_last && needs_line_end) return "a line of the source that must end ends within a line of the file";
    } else if (k.c == '#' || (k.c == '/' && i + 1 < end && m->items[i + 1].c == '/')) {
      needs_line_end = true;
    }
    write_character(l, k.c == '\n' ? ' ' : k.c, k.at_bytes - l->line_start);
  }
  return NULL;
}

/** The line of the file, from 1, that holds the offset. */
static uint32_t line_of(const char *file, size_t at) {
  uint32_t line1 = 1;
  for (size_t i = 0; i < at; i++) line1 += file[i] == '\n';
  return line1;
}

static bool is_source(const coal_marks *m, size_t begin, size_t end) {
  return coal_marks_have(m, begin, end, "__global__") && coal_marks_have(m, begin, end, "(") &&
         coal_marks_have(m, begin, end, "{");
}

static bool is_verbatim(const coal_extractor *x, const coal_marks *m, size_t begin, size_t end) {
  for (size_t i = begin; i < end; i++)
    if (m->items[i].at_bytes != m->items[begin].at_bytes + (i - begin) ||
        x->file[m->items[i].at_bytes] != m->items[i].c)
      return false;
  return true;
}

/** The file up to the end of the source, with all in front of it blanked: offsets in the one are offsets in the other. */
static void blank_before(const coal_extractor *x, size_t begin, size_t end, coal_str *out) {
  coal_str_add_n(out, x->file, end);
  for (size_t i = 0; i < begin; i++)
    if (out->data[i] != '\n') out->data[i] = ' ';
}

static size_t first_of(const coal_marks *m, size_t begin, size_t end) {
  while (begin + 1 < end && isspace((unsigned char)m->items[begin].c)) begin++;
  return m->items[begin].at_bytes;
}

void coal_extract_add(coal_extractor *x, const coal_marks *m, size_t begin, size_t end, const char *skipped) {
  if (!is_source(m, begin, end)) return;
  coal_extract one = {.begin_bytes = m->items[begin].at_bytes,
                      .end_bytes = m->items[end - 1].at_bytes + 1,
                      .line1 = line_of(x->file, first_of(m, begin, end)),
                      .is_verbatim = is_verbatim(x, m, begin, end),
                      .skipped = skipped};
  laid_out l = {.may_pad = true};
  if (!one.skipped && x->n_laid_out > LAID_OUT_MAX) one.skipped = "the file has too many sources";
  if (!one.skipped && one.is_verbatim)
    blank_before(x, one.begin_bytes, one.end_bytes, &l.out);
  else if (!one.skipped)
    one.skipped = lay_out(x, m, begin, end, &l);
  coal_str_add_n(&l.out, "\n", 1);
  one.text = coal_arena_string(x->arena, l.out.data, l.out.n);
  one.n_bytes = l.out.n;
  x->n_laid_out += l.out.n;
  coal_str_free(&l.out);
  coal_vec_push(&x->found, one);
}

const coal_extract *coal_extract_all(coal_arena *arena, coal_extract_kind kind, const char *text, size_t n_bytes,
                                     size_t *n) {
  static void (*const readers[])(coal_extractor *, const coal_marks *) = {
      [COAL_EXTRACT_MARKDOWN] = coal_extract_markdown,
      [COAL_EXTRACT_PYTHON] = coal_extract_python,
      [COAL_EXTRACT_NOTEBOOK] = coal_extract_notebook,
      [COAL_EXTRACT_CXX] = coal_extract_cxx,
  };
  coal_extractor x = {.arena = arena, .file = text, .n_file = n_bytes};
  coal_marks m = {0};
  *n = 0;
  if (kind == COAL_EXTRACT_NONE || !strstr(text, "__global__")) return NULL;
  for (size_t i = 0; i < n_bytes; i++) coal_marks_add(&m, text[i], i);
  readers[kind](&x, &m);
  coal_vec_free(&m);
  *n = x.found.n;
  coal_extract *found = coal_arena_copy(arena, x.found.items, x.found.n * sizeof *x.found.items);
  coal_vec_free(&x.found);
  return found;
}
