/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** `--format=html`: one page that needs nothing else: a ranked table, the findings with pictures, sources, accesses. */
#include "html.h"

#include <stdlib.h>
#include <string.h>

#include "svg.h"
#include "util/alloc.h"

typedef struct html_state {
  COAL_VEC(coal_html_item) items;
  COAL_VEC(const char *) checks; /* static: of items[i] */
  COAL_VEC(coal_severity) levels;
  COAL_VEC(char *) locations;
  coal_html_pictures pictures;
  coal_str kernels;
  const char *target; /* static */
} html_state;

/* ---- accesses ------------------------------------------------------------------------------------------ */

static void add_cell(coal_str *out, const char *text, bool is_number) {
  coal_str_addf(out, "<td%s>", is_number ? " class=\"number\"" : "");
  coal_svg_add_escaped(out, text);
  coal_str_add(out, "</td>");
}

static void add_stat_cell(coal_str *out, const coal_access *a, const coal_stat *stat) {
  coal_str text = {0};
  coal_str_add(&text, "");
  if (a->known) coal_stat_add(&text, stat);
  add_cell(out, text.data ? text.data : "", true);
  coal_str_free(&text);
}

static void add_access(coal_str *out, coal_report *r, const coal_access *a) {
  coal_str text = {0};
  coal_str_add(out, "<tr><td><code>");
  coal_html_add_location(out, &a->range);
  coal_str_add(out, "</code></td><td><code>");
  coal_source_add_folded(r->sources, &a->range, &text);
  coal_svg_add_escaped(out, text.data ? text.data : "");
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
      coal_svg_add_escaped(out, k->fn->signature ? k->fn->signature : k->fn->name);
      coal_str_add(
          out,
          "</code></h3>\n<div class=\"scroll\"><table>\n<thead><tr><th>location</th><th>expression</th><th>access</th>"
          "<th class=\"number\">bytes</th><th class=\"number\">moved</th>"
          "<th class=\"number\">ideal</th><th>verdict</th></tr></thead>\n<tbody>\n");
    }
    add_access(out, r, &accesses[i]);
  }
  if (shown) coal_str_add(out, "</tbody></table></div>\n");
}

/* ---- findings ------------------------------------------------------------------------------------------ */

static void *html_begin(coal_report *r) {
  (void)r;
  html_state *s = coal_alloc(sizeof *s);
  *s = (html_state){.pictures.numbers = json_object()};
  return s;
}

static void add_finding(html_state *s, coal_report *r, const coal_analysis *a, const coal_finding *f) {
  size_t n;
  coal_str location = {0};
  coal_html_item item = {.id = s->items.n + 1};
  coal_html_item_make(&item, r, a, f, &s->pictures);
  coal_vec_push(&s->items, item);
  coal_vec_push(&s->checks, f->check);
  coal_vec_push(&s->levels, f->severity);
  coal_str_add(&location, "");
  coal_html_add_location(&location, &coal_analysis_accesses(a, &n)[coal_filter_first_place(f, r->places)].range);
  coal_vec_push(&s->locations, location.data);
}

static void html_add(void *state, coal_report *r, const coal_analysis *a) {
  html_state *s = state;
  size_t n;
  const coal_finding *f = coal_analysis_findings(a, &n);
  if (coal_analysis_options(a)->target) s->target = coal_analysis_options(a)->target->name;
  for (size_t i = 0; i < n; i++) {
    if (f[i].severity == COAL_SEVERITY_REMARK && !r->options->all) continue;
    if (r->shown[i] == COAL_SHOWN) add_finding(s, r, a, &f[i]);
  }
  const coal_kernel *kernels = coal_analysis_kernels(a, &n);
  for (size_t i = 0; i < n; i++) add_kernel(&s->kernels, r, a, &kernels[i]);
}

/* ---- the page ------------------------------------------------------------------------------------------ */

/** Time first, then what is wasted, then the order of the report. */
static int worst_first(const void *x, const void *y) {
  const coal_html_item *a = *(const coal_html_item *const *)x, *b = *(const coal_html_item *const *)y;
  if (a->ns != b->ns) return a->ns < b->ns ? 1 : -1;
  if (a->wasted_bytes != b->wasted_bytes) return a->wasted_bytes < b->wasted_bytes ? 1 : -1;
  return a->id < b->id ? -1 : 1;
}

static void add_head(coal_str *out) {
  coal_str_add(
      out,
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>coalcheck</title>\n<style>\n");
  coal_str_add(out, coal_svg_colors);
  coal_str_add(out, coal_svg_style);
  coal_str_add(out, coal_html_css);
  coal_str_add(out, "</style>\n</head>\n<body>\n");
}

static void add_summary(coal_str *out, const html_state *s, const coal_report *r) {
  const coal_report_counts *c = &r->counts;
  coal_str_addf(out, "<header><h1>coalcheck</h1>\n<p class=\"lead\">%zu error%s, %zu warning%s, %zu remark%s",
                c->errors, c->errors == 1 ? "" : "s", c->warnings, c->warnings == 1 ? "" : "s", c->remarks,
                c->remarks == 1 ? "" : "s");
  if (s->target) coal_str_addf(out, "; %s", s->target);
  coal_str_addf(out, "; coalcheck %s</p></header>\n<main>\n", coal_version());
}

/** The filter's list of checks: those that the page has. */
static void add_tools(coal_str *out, const html_state *s) {
  coal_str_add(out,
               "<div class=\"tools\" hidden><label>Filter <input type=\"search\" id=\"filter\"></label>\n"
               "<label>Check <select id=\"check\"><option value=\"\">all</option>");
  for (size_t i = 0; i < s->checks.n; i++) {
    bool is_new = true;
    for (size_t k = 0; k < i && is_new; k++) is_new = strcmp(s->checks.items[k], s->checks.items[i]) != 0;
    if (is_new) coal_str_addf(out, "<option>%s</option>", s->checks.items[i]);
  }
  coal_str_add(
      out,
      "</select></label>\n<output id=\"count\"></output>\n<span class=\"keys\"><kbd>j</kbd> <kbd>k</kbd> next and "
      "previous finding, <kbd>t</kbd> table, <kbd>/</kbd> filter</span></div>\n");
}

static void add_header_cell(coal_str *out, const char *text, bool is_number) {
  coal_str_addf(out, "<th scope=\"col\"%s><button type=\"button\">%s</button></th>",
                is_number ? " class=\"number\"" : "", text);
}

static void add_table(coal_str *out, const html_state *s, const coal_html_item *const *order) {
  static const char *const numbers[] = {"costs", "wasted", "efficiency"}, *const words[] = {"check", "access", "kernel",
                                                                                            "location"};
  coal_str_add(out, "<div class=\"scroll\"><table id=\"findings\">\n<thead><tr>");
  for (size_t i = 0; i < 3; i++) add_header_cell(out, numbers[i], true);
  for (size_t i = 0; i < 4; i++) add_header_cell(out, words[i], false);
  coal_str_add(out, "</tr></thead>\n<tbody>\n");
  for (size_t i = 0; i < s->items.n; i++) {
    const coal_html_item *item = order[i];
    coal_str_addf(out, "<tr data-finding=\"f%zu\" data-check=\"%s\">", item->id, s->checks.items[item->id - 1]);
    coal_str_add(out, item->row);
    coal_str_addf(out, "<td class=\"wide\"><a href=\"#f%zu\">", item->id);
    coal_str_add(out, s->locations.items[item->id - 1]);
    coal_str_add(out, "</a></td></tr>\n");
  }
  coal_str_add(
      out,
      "</tbody></table></div>\n<p class=\"lead\">Costs: the share of the kernel's time that would be saved if the "
      "accesses were at their best. Wasted: bytes moved for nothing, times executions.</p>\n");
}

static void add_section(coal_str *out, const html_state *s, const coal_html_item *item, size_t file) {
  const char *level = coal_severity_name(s->levels.items[item->id - 1]);
  coal_str_addf(out, "<section class=\"finding\" id=\"f%zu\" tabindex=\"-1\">\n<h3><span class=\"badge %s\">%s</span> ",
                item->id, level, level);
  coal_str_addf(out, "<a href=\"#s%zu-%u\">", file, item->line1);
  coal_str_add(out, s->locations.items[item->id - 1]);
  coal_str_addf(out, "</a> <span class=\"check\">%s</span></h3>\n", s->checks.items[item->id - 1]);
  coal_str_add(out, item->section);
  coal_str_add(out, "</section>\n");
}

static void add_findings(coal_str *out, html_state *s, coal_report *r) {
  const size_t n = s->items.n;
  const coal_html_item **order = coal_alloc((n + 1) * sizeof *order);
  for (size_t i = 0; i < n; i++) order[i] = &s->items.items[i];
  qsort(order, n, sizeof *order, worst_first);
  coal_str_add(out, "<svg class=\"symbols\" aria-hidden=\"true\">\n");
  if (s->pictures.symbols.n) coal_str_add(out, s->pictures.symbols.data);
  coal_str_add(out, "</svg>\n");
  add_tools(out, s);
  add_table(out, s, order);
  coal_str_add(out, "<h2>Findings</h2>\n");
  for (size_t i = 0; i < n; i++) add_section(out, s, order[i], coal_html_file_index(s->items.items, n, order[i]->path));
  coal_str_add(out, "<h2>Sources</h2>\n");
  coal_html_add_sources(out, r, s->items.items, n);
  free(order);
}

static void free_state(html_state *s) {
  for (size_t i = 0; i < s->items.n; i++) {
    coal_html_item_free(&s->items.items[i]);
    free(s->locations.items[i]);
  }
  coal_vec_free(&s->items);
  coal_vec_free(&s->checks);
  coal_vec_free(&s->levels);
  coal_vec_free(&s->locations);
  json_decref(s->pictures.numbers);
  coal_str_free(&s->pictures.symbols);
  coal_str_free(&s->kernels);
  free(s);
}

static void html_end(void *state, coal_report *r) {
  html_state *s = state;
  coal_str *out = &r->out;
  add_head(out);
  add_summary(out, s, r);
  if (s->items.n)
    add_findings(out, s, r);
  else
    coal_str_add(out, "<p>No findings.</p>\n");
  if (s->kernels.n) {
    coal_str_add(out, "<details class=\"accesses\"><summary>All accesses</summary>\n");
    coal_str_add(out, s->kernels.data);
    coal_str_add(out, "</details>\n");
  }
  coal_str_add(out, "</main>\n<script>\n");
  coal_str_add(out, coal_html_js);
  coal_str_add(out, "</script>\n</body>\n</html>\n");
  free_state(s);
}

const coal_renderer coal_renderer_html = {"html", html_begin, html_add, html_end};
