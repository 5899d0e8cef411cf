/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** Sources with findings in the margin. */
#include <stdlib.h>
#include <string.h>

#include "html.h"
#include "svg.h"
#include "util/alloc.h"

size_t coal_html_file_index(const coal_html_item *items, size_t n, const char *path) {
  for (size_t i = 0; i < n; i++)
    if (strcmp(items[i].path, path) == 0) return i;
  return n;
}

static int by_line(const void *x, const void *y) {
  const coal_html_item *a = *(const coal_html_item *const *)x, *b = *(const coal_html_item *const *)y;
  if (a->line1 != b->line1) return a->line1 < b->line1 ? -1 : 1;
  return a->id < b->id ? -1 : 1;
}

static void add_line(coal_str *out, const coal_source_file *s, size_t file, size_t line1,
                     const coal_html_item *const *hits, size_t n_hits) {
  size_t bytes;
  const char *text = coal_source_line(s, line1, &bytes);
  char *copy = coal_alloc(bytes + 1);
  memcpy(copy, text, bytes);
  copy[bytes] = '\0';
  coal_str_addf(out,
                "<div class=\"at%s\" id=\"s%zu-%zu\"><a class=\"no\" href=\"#s%zu-%zu\">%zu</a><span class=\"margin\">",
                n_hits ? " hit" : "", file, line1, file, line1, line1);
  for (size_t i = 0; i < n_hits; i++) coal_str_addf(out, "<a href=\"#f%zu\">%s</a> ", hits[i]->id, hits[i]->label);
  coal_str_add(out, "</span>");
  coal_svg_add_escaped(out, copy);
  coal_str_add(out, "</div>");
  free(copy);
}

static void add_file(coal_str *out, coal_report *r, const coal_html_item *items, size_t n, size_t file) {
  const coal_source_file *s = coal_source_get(r->sources, items[file].path);
  const coal_html_item **hits = coal_alloc((n + 1) * sizeof *hits);
  size_t n_hits = 0, at = 0;
  for (size_t i = file; i < n; i++)
    if (strcmp(items[i].path, items[file].path) == 0) hits[n_hits++] = &items[i];
  qsort(hits, n_hits, sizeof *hits, by_line);
  coal_str_add(out, "<h3><code>");
  coal_svg_add_escaped(out, items[file].path);
  coal_str_add(out, "</code></h3>\n<div class=\"source\">\n");
  for (size_t line1 = 1; s && line1 <= s->n_lines; line1++) {
    const size_t begin = at;
    while (at < n_hits && hits[at]->line1 <= line1) at++;
    add_line(out, s, file, line1, hits + begin, at - begin);
  }
  coal_str_add(out, "</div>\n");
  free(hits);
}

void coal_html_add_sources(coal_str *out, coal_report *r, const coal_html_item *items, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (coal_html_file_index(items, n, items[i].path) == i) add_file(out, r, items, n, i);
}
