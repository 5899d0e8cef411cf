/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** Private to lib/report: the parts of `--format=html`. */
#ifndef COAL_REPORT_HTML_H
#define COAL_REPORT_HTML_H

#include <jansson.h>

#include "render.h"
#include "util/vec.h"

/** page/page.css and page/page.js, made at build time. */
extern const char coal_html_css[], coal_html_js[];

/** Pictures, each kept once: its shapes as <symbol>, found again by their text. */
typedef struct coal_html_pictures {
  json_t *numbers; /* of a symbol by its shapes */
  coal_str symbols;
} coal_html_pictures;

/** The row of a finding in the table. Unknown numbers are negative. */
typedef struct coal_html_item {
  size_t id;           /* of its section: "f12" */
  double percent, ns;  /* of the kernel's time, that the finding costs */
  double wasted_bytes; /* over all executions; a wavefront counts as a word of each bank */
  double efficiency;   /* 0 to 1 */
  char *row, *section; /* HTML */
  char *path;          /* of its source */
  unsigned line1;
  char *label; /* for the margin: "32 → 4" */
} coal_html_item;

/** Fills all but `id` from it; yours: coal_html_item_free. */
void coal_html_item_make(coal_html_item *item, coal_report *r, const coal_analysis *a, const coal_finding *f,
                         coal_html_pictures *pictures);
void coal_html_item_free(coal_html_item *item);

/** Adds "f.cu:3:5" as text. */
void coal_html_add_location(coal_str *out, const coal_range *range);
/** Adds the sources that have findings, with the findings in the margin; items in any order. */
void coal_html_add_sources(coal_str *out, coal_report *r, const coal_html_item *items, size_t n);
/** "s3-12": the id of a line of the source that the items' sources have at index `file`. */
size_t coal_html_file_index(const coal_html_item *items, size_t n, const char *path);

#endif
