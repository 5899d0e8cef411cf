/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** Diagnostics as Clang's TextDiagnostic prints them: the line, the source with a line-number gutter, caret and
 *  tildes, and the text of fix-its below. */
#include <locale.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "render.h"

/** As in Clang: more lines of one range are cut, longer lines are not shown; what is left of a long message goes on
 *  below, indented. */
enum {
  SNIPPET_LINES_MAX = 16,
  SNIPPET_LINE_BYTES_MAX = 4096,
  TAB_COLUMNS = 8,
  GUTTER_DIGITS_MIN = 4,
  WRAP_INDENT = 6,
  COLUMNS_MIN = 32 /* a terminal that is narrower wraps by itself */
};

/* ---- columns of a terminal ------------------------------------------------------------------------------ */

/** Bytes and columns of the UTF-8 character at `text`; what is none, or cannot be shown, is one byte and one column. */
static size_t character(const char *text, size_t n, int *columns) {
  mbstate_t state = {0};
  wchar_t wide;
  const size_t bytes = mbrtowc(&wide, text, n, &state);
  *columns = 1;
  if (bytes == 0 || bytes > n) return 1;
  const int width = wcwidth(wide);
  if (width < 0) return 1;
  *columns = width;
  return bytes;
}

/** Reads text as UTF-8, whatever the program's locale is, until text_locale_end. */
static locale_t text_locale_begin(locale_t *before) {
  const locale_t utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
  *before = utf8 ? uselocale(utf8) : (locale_t)0;
  return utf8;
}

static void text_locale_end(locale_t utf8, locale_t before) {
  if (!utf8) return;
  uselocale(before);
  freelocale(utf8);
}

static size_t columns_of(const char *text, size_t n) {
  size_t columns = 0;
  int width;
  for (size_t i = 0; i < n; columns += (size_t)width) i += character(text + i, n - i, &width);
  return columns;
}

/** Adds the text, whose line is `used` columns wide so far; words that do not fit are moved to the next line. */
static void add_wrapped(coal_str *out, const char *text, size_t used, size_t columns) {
  while (*text) {
    const size_t word = strcspn(text, " "), width = columns_of(text, word);
    if (columns && used > WRAP_INDENT && used + width > columns) {
      while (out->n && out->data[out->n - 1] == ' ') out->data[--out->n] = '\0';
      coal_str_addf(out, "\n%*s", WRAP_INDENT, "");
      used = WRAP_INDENT;
    }
    const size_t blanks = strspn(text + word, " ");
    coal_str_add_n(out, text, word + blanks);
    used += width + blanks;
    text += word + blanks;
  }
}

/* ---- the source ----------------------------------------------------------------------------------------- */

/** A source line as shown: tabs expanded, and the display column of each byte (and of the end). */
typedef struct shown_line {
  coal_str text;
  size_t *column; /* of byte i; n_bytes + 1 entries */
  size_t n_bytes;
} shown_line;

static shown_line shown_line_new(const char *line, size_t n) {
  shown_line s = {.n_bytes = n, .column = calloc(n + 2, sizeof(size_t))};
  if (!s.column) abort();
  size_t column = 0, bytes;
  for (size_t i = 0; i < n; i += bytes) {
    unsigned char ch = (unsigned char)line[i];
    int width = 1;
    bytes = 1;
    if (ch == '\t') {
      width = (int)(TAB_COLUMNS - column % TAB_COLUMNS);
      coal_str_addf(&s.text, "%*s", width, "");
    } else if (ch < ' ' || ch == 0x7f) {
      coal_str_add(&s.text, "?");
    } else {
      bytes = character(&line[i], n - i, &width);
      coal_str_add_n(&s.text, &line[i], bytes);
    }
    for (size_t k = 0; k < bytes; k++) s.column[i + k] = column;
    column += (size_t)width;
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

/* ---- lines wider than the terminal ---------------------------------------------------------------------- */

/** The columns [from, to) of a row that are shown; dots mark what is cut. */
typedef struct window {
  size_t from, to;
} window;

static const char dots[] = "...";
enum { DOTS_COLUMNS = sizeof dots - 1 };

/** `columns` columns with as much of the marked ones as possible, in the middle. */
static window window_around(const coal_str *marks, size_t width, size_t columns) {
  if (!columns || width <= columns) return (window){0, width};
  const size_t first = marks->n ? strspn(marks->data, " ") : 0, marked = marks->n - first;
  const size_t room = marked < columns ? (columns - marked) / 2 : 0;
  window w = {.from = first > room ? first - room : 0};
  if (w.from + columns > width) w.from = width - columns;
  w.to = w.from + columns;
  return w;
}

static void add_source_window(coal_str *out, const shown_line *s, window w) {
  const size_t width = s->column[s->n_bytes], cut_before = w.from ? DOTS_COLUMNS : 0;
  const size_t end = w.to < width ? w.to - DOTS_COLUMNS : width;
  size_t column = 0;
  int step;
  if (w.from) coal_str_add(out, dots);
  for (size_t i = 0; i < s->text.n; column += (size_t)step) {
    const size_t bytes = character(s->text.data + i, s->text.n - i, &step);
    if (column >= w.from + cut_before && column + (size_t)step <= end)
      coal_str_add_n(out, s->text.data + i, bytes);
    else if (column + (size_t)step > w.from + cut_before && column < w.from + cut_before)
      coal_str_add(out, " ");
    i += bytes;
  }
  if (w.to < width) coal_str_add(out, dots);
}

static void cut_row(coal_str *row, window w) {
  if (row->n > w.to) row->n = w.to;
  if (!w.from || !row->n) return;
  row->n = row->n > w.from ? row->n - w.from : 0;
  memmove(row->data, row->data + w.from, row->n);
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
  const size_t gutter = (size_t)digits + 4, columns = r->options->columns;
  const window w = window_around(&marks, s.column[n], columns > gutter + COLUMNS_MIN ? columns - gutter : 0);
  coal_str_addf(&r->out, " %*u | ", digits, line1);
  add_source_window(&r->out, &s, w);
  coal_str_add(&r->out, "\n");
  if (w.from || w.to < s.column[n]) {
    cut_row(&marks, w);
    cut_row(&texts, w);
  }
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

/** "k.cu:12:3: "; "" without a place. */
static coal_str place_of(const coal_diag *d) {
  coal_str place = {0};
  if (d->range->file)
    coal_str_addf(&place, "%s:%u:%u: ", d->range->file->path, d->range->begin.line1, d->range->begin.column1);
  else
    coal_str_add(&place, "");
  return place;
}

void coal_snippet_add(coal_report *r, const coal_diag *d) {
  coal_str *out = &r->out, place = place_of(d), message = {0};
  const bool color = r->options->color, is_note = strcmp(d->level, "note") == 0;
  const size_t columns = r->options->columns > COLUMNS_MIN ? r->options->columns : 0;
  locale_t before;
  const locale_t utf8 = text_locale_begin(&before);
  coal_str_add(&message, d->message);
  if (d->check) coal_str_addf(&message, " [coalcheck-%s]", d->check);
  if (color) coal_str_add(out, "\033[1m");
  coal_str_add(out, place.data);
  if (color) coal_str_add(out, level_color(d->level));
  coal_str_addf(out, "%s: ", d->level);
  if (color) coal_str_add(out, is_note ? "\033[0m" : "\033[0m\033[1m");
  add_wrapped(out, message.data, columns_of(place.data, place.n) + strlen(d->level) + 2, columns);
  if (color && !is_note) coal_str_add(out, "\033[0m");
  coal_str_add(out, "\n");
  if (d->snippet && d->range->file) add_source(r, d);
  text_locale_end(utf8, before);
  coal_str_free(&place);
  coal_str_free(&message);
}
