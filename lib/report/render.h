/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** Private to lib/report: the renderers and what they share. */
#ifndef COAL_REPORT_RENDER_H
#define COAL_REPORT_RENDER_H

#include "report.h"

extern const coal_renderer coal_renderer_text, coal_renderer_json, coal_renderer_sarif, coal_renderer_github,
    coal_renderer_gitlab, coal_renderer_html, coal_renderer_svg;

/** One diagnostic in Clang's form. `edits` are shown below the caret where they fall on the lines shown. */
typedef struct coal_diag {
  const char *level; /* "warning", "error", "remark", "note" */
  const char *message;
  const char *check;       /* NULL: no "[coalcheck-…]" */
  const coal_range *range; /* file NULL: no place */
  bool snippet;            /* show the source */
  const coal_range *also;  /* to be underlined too */
  size_t n_also;
  const coal_edit *edits;
  size_t n_edits;
} coal_diag;

/** Adds the lines of the diagnostic. */
void coal_snippet_add(coal_report *r, const coal_diag *d);

/** The `--all` table of one analysis. */
void coal_table_add(coal_report *r, const coal_analysis *a);

/** Totals (options.totals) and roofline (options.roofline) of each kernel. */
void coal_totals_add(coal_report *r, const coal_analysis *a);

/** The comparison with the other targets (r->others): a table of the accesses whose numbers or verdicts differ. */
void coal_compare_add(coal_report *r, const coal_analysis *a);
/** The access of `other` that is `access` of another analysis of the module, or NULL. */
const coal_access *coal_compare_find(const coal_analysis *other, const coal_access *access);

/** Reasons of unknown accesses by count, over all analyses so far. */
enum { COAL_REASON_COUNT = COAL_REASON_UNREACHED + 1 };
typedef struct coal_reason_counts {
  size_t known, by_reason[COAL_REASON_COUNT];
} coal_reason_counts;
void coal_reason_counts_add(coal_reason_counts *c, coal_report *r, const coal_analysis *a);
void coal_reason_table_add(coal_str *out, const coal_reason_counts *c);

/** The `--explain` lines of one finding. */
void coal_explain_add(coal_report *r, const coal_analysis *a, const coal_finding *f);

/** "12.5 %", "3.125 %": four significant digits. */
void coal_percent_add(coal_str *out, double share);
/** "4", "4..32 (mean 17.5)". */
void coal_stat_add(coal_str *out, const coal_stat *s);
/** "command-line", "k.cu:12", "launch-bounds", "inferred", "assumed". */
void coal_launch_source_add(coal_str *out, const coal_launch *l);

#endif
