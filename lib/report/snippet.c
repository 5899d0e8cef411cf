/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** Diagnostics as Clang's TextDiagnostic prints them: the line, the source with a line-number gutter, caret and
 *  tildes, and the text of fix-its below. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "render.h"

/** As in Clang: more lines of one range are cut, longer lines are not shown. */
enum { SNIPPET_LINES_MAX = 16, SNIPPET_LINE_BYTES_MAX = 4096, TAB_COLUMNS = 8, GUTTER_DIGITS_MIN = 4 };

/** A source line as shown: tabs expanded, and the display column of each byte (and of the end). */
typedef struct shown_line {
  coal_str text;
  size_t *column; /* of byte i; n_bytes + 1 entries */
  size_t n_bytes;
} shown_line;

static shown_line shown_line_new(const char *line, size_t n) {
  shown_line s = {.n_bytes = n, .column = calloc(n + 2, sizeof(size_t))};
  if (!s.column) abort();
  size_t column = 0;
  for (size_t i = 0; i < n; i++) {
    unsigned char ch = (unsigned char)line[i];
    s.column[i] = column;
    if (ch == '\t') {
      size_t width = TAB_COLUMNS - column % TAB_COLUMNS;
      coal_str_addf(&s.text, "%*s", (int)width, "");
      column += width;
    } else if (ch < ' ' || ch == 0x7f) {
      coal_str_add(&s.text, "?");
      column++;
    } else {
      coal_str_add_n(&s.text, &line[i], 1);
      if ((ch & 0xc0) != 0x80) column++;
    }
  }
  s.column[n] = column;
  coal_str_add_n(&s.text, "", 0);
  return s;
}

static void shown_line_free(shown_line *s) {
  coal_str_free(&s->text);
  free(s->column);
}

/** Puts `text` at that column of the line, which is filled up with blanks. */
static void put_at(coal_str *line, size_t column, const char *text) {
  size_t n = strlen(text);
  while (line->n < column + n) coal_str_add(line, " ");
  memcpy(line->data + column, text, n);
}

/** The bytes [*begin, *end) of line `line1` that belong to the range, without blanks at either end; false if none. */
static bool range_on_line(const coal_range *r, uint32_t line1, const char *line, size_t n, size_t *begin, size_t *end) {
  if (line1 < r->begin.line1 || line1 > r->end.line1) return false;
  *begin = line1 == r->begin.line1 && r->begin.column1 ? r->begin.column1 - 1 : 0;
  *end = line1 == r->end.line1 && r->end.column1 ? r->end.column1 - 1 : n;
  if (*end > n) *end = n;
  while (*begin < *end && (line[*begin] == ' ' || line[*begin] == '\t')) ++*begin;
  while (*end > *begin && (line[*end - 1] == ' ' || line[*end - 1] == '\t')) --*end;
  return *begin < *end;
}

static void underline_range(coal_str *marks, const shown_line *s, const coal_range *r, uint32_t line1,
                            const char *line) {
  size_t begin, end;
  if (!range_on_line(r, line1, line, s->n_bytes, &begin, &end)) return;
  for (size_t column = s->column[begin]; column < s->column[end]; column++) put_at(marks, column, "~");
}

/** The line below the marks with what the edits insert, empty if none is on this line. */
static void add_edit_texts(coal_str *texts, const coal_diag *d, const shown_line *s, uint32_t line1) {
  size_t free_from = 0;
  for (size_t i = 0; i < d->n_edits; i++) {
    const coal_edit *e = &d->edits[i];
    if (e->range.file != d->range->file || e->range.begin.line1 != line1 || strchr(e->text, '\n') || !*e->text)
      continue;
    size_t byte = e->range.begin.column1 ? e->range.begin.column1 - 1 : 0;
    size_t column = s->column[byte < s->n_bytes ? byte : s->n_bytes];
    if (column < free_from) column = free_from + 1;
    put_at(texts, column, e->text);
    free_from = column + strlen(e->text);
  }
}

/** One row after an empty gutter, green if colours are enabled. */
static void add_marks(coal_report *r, const coal_str *marks, int digits) {
  if (!marks->n) return;
  coal_str_addf(&r->out, " %*s | ", digits, "");
  if (r->options->color) coal_str_add(&r->out, "\033[0;1;32m");
  coal_str_add_n(&r->out, marks->data, marks->n);
  if (r->options->color) coal_str_add(&r->out, "\033[0m");
  coal_str_add(&r->out, "\n");
}

static void add_line(coal_report *r, const coal_diag *d, uint32_t line1, const char *line, size_t n, int digits) {
  shown_line s = shown_line_new(line, n);
  coal_str marks = {0}, texts = {0};
  underline_range(&marks, &s, d->range, line1, line);
  for (size_t i = 0; i < d->n_also; i++) underline_range(&marks, &s, &d->also[i], line1, line);
  for (size_t i = 0; i < d->n_edits; i++)
    if (d->edits[i].range.file == d->range->file) underline_range(&marks, &s, &d->edits[i].range, line1, line);
  if (line1 == d->range->begin.line1) {
    size_t byte = d->range->begin.column1 ? d->range->begin.column1 - 1 : 0;
    put_at(&marks, s.column[byte < n ? byte : n], "^");
  }
  add_edit_texts(&texts, d, &s, line1);
  coal_str_addf(&r->out, " %*u | %s\n", digits, line1, s.text.data);
  add_marks(r, &marks, digits);
  add_marks(r, &texts, digits);
  coal_str_free(&marks);
  coal_str_free(&texts);
  shown_line_free(&s);
}

static void add_source(coal_report *r, const coal_diag *d) {
  const coal_source_file *source = coal_source_get(r->sources, d->range->file->path);
  if (!source) return;
  uint32_t first = d->range->begin.line1, last = d->range->end.line1;
  if (last < first) last = first;
  if (last - first >= SNIPPET_LINES_MAX) last = first + SNIPPET_LINES_MAX - 1;
  int digits = GUTTER_DIGITS_MIN;
  for (uint32_t power = 10000; power <= last && power < 1000000000; power *= 10) digits++;
  for (uint32_t line1 = first; line1 <= last; line1++) {
    size_t n;
    const char *line = coal_source_line(source, line1, &n);
    if (!line || n > SNIPPET_LINE_BYTES_MAX) return;
    add_line(r, d, line1, line, n, digits);
  }
}

static const char *level_color(const char *level) {
  if (strcmp(level, "error") == 0) return "\033[0;1;31m";
  if (strcmp(level, "warning") == 0) return "\033[0;1;35m";
  if (strcmp(level, "remark") == 0) return "\033[0;1;34m";
  return "\033[0;1;36m";
}

void coal_snippet_add(coal_report *r, const coal_diag *d) {
  coal_str *out = &r->out;
  const bool color = r->options->color, is_note = strcmp(d->level, "note") == 0;
  if (color) coal_str_add(out, "\033[1m");
  if (d->range->file)
    coal_str_addf(out, "%s:%u:%u: ", d->range->file->path, d->range->begin.line1, d->range->begin.column1);
  if (color) coal_str_add(out, level_color(d->level));
  coal_str_addf(out, "%s: ", d->level);
  if (color) coal_str_add(out, is_note ? "\033[0m" : "\033[0m\033[1m");
  coal_str_add(out, d->message);
  if (d->check) coal_str_addf(out, " [coalcheck-%s]", d->check);
  if (color && !is_note) coal_str_add(out, "\033[0m");
  coal_str_add(out, "\n");
  if (d->snippet && d->range->file) add_source(r, d);
}
