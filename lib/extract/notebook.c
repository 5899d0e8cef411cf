/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** Jupyter notebooks: JSON whose objects with "cell_type" and "source" are cells. The reader keeps where each character lies, which
 *  a JSON library does not tell; it reads what is well-formed and stops at what is not. */
#include <string.h>

#include "marks.h"

enum { DEPTH_MAX = 64 };

typedef struct cells {
  coal_extractor *x;
  const coal_marks *m;
  size_t i;
  bool failed;
} cells;

/** What an object holds that makes it a cell. */
typedef struct cell {
  coal_marks type, source;
} cell;

static void read_value(cells *r, int depth, coal_marks *text);

static char peek(cells *r) {
  while (strchr(" \t\r\n", coal_mark_at(r->m, r->i)) && r->i < r->m->n) r->i++;
  return coal_mark_at(r->m, r->i);
}

static bool take(cells *r, char c) {
  if (peek(r) != c) return false;
  r->i++;
  return true;
}

static void expect(cells *r, char c) {
  if (!take(r, c)) r->failed = true;
}

/** Adds the characters of the string to `out`, which may be NULL. */
static void read_string(cells *r, coal_marks *out) {
  coal_marks ignored = {0};
  coal_marks *to = out ? out : &ignored;
  expect(r, '"');
  while (!r->failed && coal_mark_at(r->m, r->i) != '"') {
    if (r->i >= r->m->n) {
      r->failed = true;
    } else if (r->m->items[r->i].c == '\\') {
      coal_marks_unescape(r->m, &r->i, to);
    } else {
      coal_marks_add(to, r->m->items[r->i].c, r->m->items[r->i].at_bytes);
      r->i++;
    }
  }
  r->i++;
  coal_vec_free(&ignored);
}

static bool is_text(const coal_marks *m, const char *text) {
  return m->n == strlen(text) && coal_marks_start(m, 0, text);
}

/** The offset of the CUDA source in a cell whose first line says that it is one: `%%cu`, `%%cuda …`, `%%writefile k.cu`; else 0. */
static size_t magic_of(const coal_marks *m) {
  static const char *const magics[] = {"%%cu\n", "%%cu ", "%%cuda", "%%nvcc"};
  size_t end = 0;
  bool is_magic = false;
  while (end < m->n && m->items[end].c != '\n') end++;
  if (end == m->n) return 0;
  for (size_t k = 0; k < sizeof magics / sizeof *magics; k++) is_magic = is_magic || coal_marks_start(m, 0, magics[k]);
  const bool is_file = coal_marks_start(m, 0, "%%writefile") || coal_marks_start(m, 0, "%%file");
  is_magic = is_magic || (is_file && coal_marks_have(m, 0, end, ".cu"));
  return is_magic ? end + 1 : 0;
}

static void add_cell(coal_extractor *x, const cell *c) {
  if (is_text(&c->type, "markdown")) {
    coal_extract_markdown(x, &c->source);
  } else if (is_text(&c->type, "code")) {
    const size_t begin = magic_of(&c->source);
    if (begin)
      coal_extract_add(x, &c->source, begin, c->source.n, NULL);
    else
      coal_extract_python(x, &c->source);
  }
}

static void read_object(cells *r, int depth) {
  cell c = {0};
  expect(r, '{');
  while (!r->failed && peek(r) != '}') {
    coal_marks key = {0};
    read_string(r, &key);
    expect(r, ':');
    read_value(r, depth + 1, is_text(&key, "cell_type") ? &c.type : is_text(&key, "source") ? &c.source : NULL);
    coal_vec_free(&key);
    if (!take(r, ',')) break;
  }
  expect(r, '}');
  if (!r->failed) add_cell(r->x, &c);
  coal_vec_free(&c.type);
  coal_vec_free(&c.source);
}

static void read_array(cells *r, int depth, coal_marks *text) {
  expect(r, '[');
  while (!r->failed && peek(r) != ']') {
    read_value(r, depth + 1, text);
    if (!take(r, ',')) break;
  }
  expect(r, ']');
}

/** Strings, also those of an array, are added to `text` unless that is NULL. */
static void read_value(cells *r, int depth, coal_marks *text) {
  if (depth > DEPTH_MAX) {
    r->failed = true;
    return;
  }
  switch (peek(r)) {
    case '{': read_object(r, depth); return;
    case '[': read_array(r, depth, text); return;
    case '"': read_string(r, text); return;
    case '\0': r->failed = true; return;
    default: break;
  }
  const size_t begin = r->i;
  while (r->i < r->m->n && !strchr(",]} \t\r\n", r->m->items[r->i].c)) r->i++;
  if (r->i == begin) r->failed = true;
}

void coal_extract_notebook(coal_extractor *x, const coal_marks *m) {
  cells r = {.x = x, .m = m};
  read_value(&r, 0, NULL);
}
