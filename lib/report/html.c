/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** `--format=html`: one file that needs nothing else: a table of findings, each with its source, notes and picture,
 *  and a table of all accesses a kernel. */
#include <stdlib.h>
#include <string.h>

#include "render.h"
#include "util/alloc.h"

static const char head[] =
    "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>coalcheck</title>\n<style>\n"
    ":root { color-scheme: light dark; --line: #8884; --soft: #8882; }\n"
    "body { font: 15px/1.45 system-ui, sans-serif; margin: 2em auto; max-width: 76em; padding: 0 1em; }\n"
    "table { border-collapse: collapse; width: 100%; margin: .6em 0 1.6em; }\n"
    "th, td { text-align: left; padding: .25em .7em; border-bottom: 1px solid var(--line); vertical-align: top; }\n"
    "td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; }\n"
    "pre, code { font: 13px/1.4 ui-monospace, monospace; }\n"
    "pre { background: var(--soft); padding: .7em; overflow-x: auto; border-radius: .3em; }\n"
    "section { border-top: 1px solid var(--line); margin-top: 1.5em; }\n"
    ".error { color: #d1242f; } .warning { color: #9a6700; } .remark { color: #0969da; }\n"
    "ul { margin: .4em 0; }\n</style>\n</head>\n<body>\n";

typedef struct html_state {
  coal_str rows, findings, kernels; /* the three parts of the page */
  size_t n_findings;
} html_state;

static void add_escaped(coal_str *out, const char *text) {
  for (; *text; text++) {
    switch (*text) {
      case '&': coal_str_add(out, "&amp;"); break;
      case '<': coal_str_add(out, "&lt;"); break;
      case '>': coal_str_add(out, "&gt;"); break;
      case '"': coal_str_add(out, "&quot;"); break;
      default: coal_str_add_n(out, text, 1);
    }
  }
}

static void add_cell(coal_str *out, const char *text, bool is_number) {
  coal_str_addf(out, "<td%s>", is_number ? " class=\"number\"" : "");
  add_escaped(out, text);
  coal_str_add(out, "</td>");
}

/** Wraps the text rendered since r->out had `before` bytes in a <pre> element. */
static void take_text(coal_report *r, size_t before, coal_str *out) {
  if (r->out.n == before) return;
  coal_str_add(out, "<pre>");
  add_escaped(out, r->out.data + before);
  coal_str_add(out, "</pre>\n");
  r->out.n = before;
  r->out.data[before] = '\0';
}

static void add_source(coal_report *r, const coal_range *range, const coal_fix *fix, coal_str *out) {
  const size_t before = r->out.n;
  coal_diag d = {.level = "", .message = "", .range = range, .snippet = true};
  if (fix) d.edits = fix->edits, d.n_edits = fix->n_edits;
  coal_snippet_add(r, &d);
  /* Without the line of the message. */
  const char *end = r->out.n > before ? strchr(r->out.data + before, '\n') : NULL;
  if (end) {
    const size_t skip = (size_t)(end + 1 - (r->out.data + before));
    memmove(r->out.data + before, end + 1, r->out.n - before - skip + 1);
    r->out.n -= skip;
  }
  take_text(r, before, out);
}

static void add_note(coal_report *r, coal_str *out, const coal_note *note, const coal_range *at) {
  const coal_range *range = &note->range;
  const bool elsewhere = range->file && (range->file != at->file || range->begin.line1 != at->begin.line1);
  coal_str_add(out, "<li>");
  add_escaped(out, note->text);
  if (elsewhere) {
    coal_str_add(out, " <code>");
    add_escaped(out, range->file->path);
    coal_str_addf(out, ":%u</code>", range->begin.line1);
    add_source(r, range, NULL, out);
  }
  coal_str_add(out, "</li>\n");
}

static void add_fix(coal_report *r, coal_str *out, const coal_access *access, const coal_fix *fix) {
  coal_str text = {0};
  coal_fix_describe(access, fix, &text);
  coal_str_add(out, "<p>Proved to be better: ");
  add_escaped(out, text.data);
  coal_str_add(out, "</p>\n");
  if (fix->n_edits) add_source(r, &fix->edits[0].range, fix, out);
  coal_str_free(&text);
}

static void add_location(coal_str *out, const coal_range *range) {
  coal_str_add(out, "<code>");
  if (range->file) {
    add_escaped(out, range->file->path);
    coal_str_addf(out, ":%u:%u", range->begin.line1, range->begin.column1);
  }
  coal_str_add(out, "</code>");
}

static void add_row(html_state *s, const coal_access *a, const coal_finding *f, const char *level) {
  coal_str number = {0};
  coal_str_addf(&s->rows, "<tr><td class=\"%s\">%s</td><td><a href=\"#f%zu\">", level, level, s->n_findings);
  add_location(&s->rows, &a->range);
  coal_str_addf(&s->rows, "</a></td><td>%s</td>", f->check);
  add_cell(&s->rows, a->kernel->fn->name, false);
  coal_stat_add(&number, &a->moved);
  add_cell(&s->rows, number.data, true);
  number.n = 0;
  coal_stat_add(&number, &a->ideal);
  add_cell(&s->rows, number.data, true);
  coal_str_add(&s->rows, "</tr>\n");
  coal_str_free(&number);
}

static void add_finding(html_state *s, coal_report *r, const coal_analysis *a, const coal_finding *f) {
  size_t n;
  const coal_access *access = &coal_analysis_accesses(a, &n)[f->access];
  const char *level = coal_severity_name(f->severity);
  coal_str *out = &s->findings;
  s->n_findings++;
  add_row(s, access, f, level);
  coal_str_addf(out, "<section id=\"f%zu\">\n<h3>", s->n_findings);
  add_location(out, &access->range);
  coal_str_addf(out, " <span class=\"%s\">%s</span>: ", level, level);
  add_escaped(out, f->message);
  coal_str_addf(out, " <small>[coalcheck-%s]</small></h3>\n", f->check);
  add_source(r, &access->range, NULL, out);
  if (f->n_notes) coal_str_add(out, "<ul>\n");
  for (size_t i = 0; i < f->n_notes; i++) add_note(r, out, &f->notes[i], &access->range);
  if (f->n_notes) coal_str_add(out, "</ul>\n");
  if (f->fix && f->fix->n_edits) add_fix(r, out, access, f->fix);
  const size_t before = r->out.n;
  coal_explain_add(r, a, f);
  take_text(r, before, out);
  coal_str_add(out, "</section>\n");
}

/* ---- accesses ------------------------------------------------------------------------------------------ */

static void add_stat_cell(coal_str *out, const coal_access *a, const coal_stat *stat) {
  coal_str text = {0};
  coal_str_add(&text, "");
  if (a->known) coal_stat_add(&text, stat);
  add_cell(out, text.data ? text.data : "", true);
  coal_str_free(&text);
}

static void add_access(coal_str *out, coal_report *r, const coal_access *a) {
  coal_str text = {0};
  coal_str_add(out, "<tr><td>");
  add_location(out, &a->range);
  coal_str_add(out, "</td><td><code>");
  coal_source_add_folded(r->sources, &a->range, &text);
  add_escaped(out, text.data ? text.data : "");
  coal_str_addf(out, "</code></td><td>%s %s</td><td class=\"number\">%u</td>", coal_space_name(a->space),
                coal_mem_op_name(a->op), a->bytes);
  add_stat_cell(out, a, &a->moved);
  add_stat_cell(out, a, &a->ideal);
  text.n = 0;
  coal_str_add(&text, coal_verdict_name(a->verdict));
  if (a->verdict == COAL_VERDICT_UNKNOWN && a->reason != COAL_REASON_NONE)
    coal_str_addf(&text, ": %s", coal_reason_name(a->reason));
  add_cell(out, text.data, false);
  coal_str_add(out, "</tr>\n");
  coal_str_free(&text);
}

static void add_kernel(coal_str *out, coal_report *r, const coal_analysis *a, const coal_kernel *k) {
  size_t n, shown = 0;
  const coal_access *accesses = coal_analysis_accesses(a, &n);
  for (size_t i = 0; i < n; i++) {
    if (accesses[i].kernel != k || !coal_filter_has_location(r->filter, &accesses[i].range)) continue;
    if (!shown++) {
      coal_str_add(out, "<h3><code>");
      add_escaped(out, k->fn->signature ? k->fn->signature : k->fn->name);
      coal_str_add(out,
                   "</code></h3>\n<table>\n<tr><th>location</th><th>expression</th><th>access</th>"
                   "<th class=\"number\">bytes</th><th class=\"number\">moved</th>"
                   "<th class=\"number\">ideal</th><th>verdict</th></tr>\n");
    }
    add_access(out, r, &accesses[i]);
  }
  if (shown) coal_str_add(out, "</table>\n");
}

/* ---- the page ------------------------------------------------------------------------------------------ */

static void *html_begin(coal_report *r) {
  (void)r;
  html_state *s = coal_alloc(sizeof *s);
  *s = (html_state){0};
  return s;
}

static void html_add(void *state, coal_report *r, const coal_analysis *a) {
  html_state *s = state;
  size_t n;
  const coal_finding *f = coal_analysis_findings(a, &n);
  for (size_t i = 0; i < n; i++) {
    if (f[i].severity == COAL_SEVERITY_REMARK && !r->options->all) continue;
    if (r->shown[i] == COAL_SHOWN) add_finding(s, r, a, &f[i]);
  }
  const coal_kernel *kernels = coal_analysis_kernels(a, &n);
  for (size_t i = 0; i < n; i++) add_kernel(&s->kernels, r, a, &kernels[i]);
}

static void add_part(coal_str *out, const coal_str *part) { coal_str_add_n(out, part->n ? part->data : "", part->n); }

static void html_end(void *state, coal_report *r) {
  html_state *s = state;
  coal_str *out = &r->out;
  coal_str_add(out, head);
  coal_str_addf(out, "<h1>coalcheck</h1>\n<p>%zu errors, %zu warnings, %zu remarks; coalcheck %s</p>\n",
                r->counts.errors, r->counts.warnings, r->counts.remarks, coal_version());
  if (s->n_findings) {
    coal_str_add(out,
                 "<table>\n<tr><th></th><th>location</th><th>check</th><th>kernel</th>"
                 "<th class=\"number\">moved</th><th class=\"number\">ideal</th></tr>\n");
    add_part(out, &s->rows);
    coal_str_add(out, "</table>\n");
  }
  add_part(out, &s->findings);
  if (s->kernels.n) coal_str_add(out, "<h2>All accesses</h2>\n");
  add_part(out, &s->kernels);
  coal_str_add(out, "</body>\n</html>\n");
  coal_str_free(&s->rows);
  coal_str_free(&s->findings);
  coal_str_free(&s->kernels);
  free(s);
}

const coal_renderer coal_renderer_html = {"html", html_begin, html_add, html_end};
