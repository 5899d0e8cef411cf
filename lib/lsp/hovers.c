/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** Accesses as hovers, with the picture of their lanes, and as inlay hints. */
#include <string.h>

#include "checks/text.h"
#include "lsp/result.h"
#include "report/json_util.h"
#include "report/render.h"
#include "report/svg.h"
#include "util/alloc.h"

enum { SECTIONS_MAX = 4, HOVERS_MAX = 20000 };

/** An access of the document, by place. */
typedef struct placed {
  coal_position start, end;
  size_t access;
} placed;

typedef COAL_VEC(placed) placed_list;

static int by_location(const void *a, const void *b) {
  const placed *x = a, *y = b;
  int order = coal_position_compare(x->start, y->start);
  if (!order) order = coal_position_compare(x->end, y->end);
  return order ? order : (x->access > y->access) - (x->access < y->access);
}

static void collect(coal_result_context *c, placed_list *out) {
  size_t n;
  const coal_access *a = coal_analysis_accesses(c->analysis, &n);
  for (size_t i = 0; i < n && out->n < HOVERS_MAX; i++) {
    placed p = {.access = i};
    if (!coal_location_in_document(&c->locations, a[i].range.file)) continue;
    if (coal_location_range(&c->locations, &a[i].range, &p.start, &p.end)) coal_vec_push(out, p);
  }
  if (out->n) qsort(out->items, out->n, sizeof *out->items, by_location);
}

/* ---- hovers -------------------------------------------------------------------------------------------- */

/** "block (32, 8, 1) from command-line". */
static void add_launch(coal_result_context *c, coal_str *out, const coal_access *a) {
  if (a->kernel->n_launches == 0) return;
  const coal_launch *l = &a->kernel->launches[0];
  coal_str_addf(out, "  launch: block %s, ", coal_text_dim(c->analysis, l->block));
  if (l->source == COAL_LAUNCH_FILE && l->where.file)
    coal_str_addf(out, "line %u", l->where.begin.line1);
  else
    coal_launch_source_add(out, l);
  if (a->kernel->n_launches > 1) coal_str_addf(out, ", and %zu more", a->kernel->n_launches - 1);
  coal_str_add(out, "\n");
}

static void add_numbers(coal_result_context *c, coal_str *out, const coal_access *a) {
  if (!a->known) {
    coal_str_addf(out, "unknown: %s%s%s\n", coal_reason_name(a->reason), a->reason_detail ? ": " : "",
                  a->reason_detail ? a->reason_detail : "");
    return;
  }
  const char *unit = a->space == COAL_SPACE_SHARED ? "wavefronts" : "sectors";
  coal_stat_add(out, &a->moved);
  coal_str_addf(out, " %s a request, ideal ", unit);
  coal_stat_add(out, &a->ideal);
  if (a->space == COAL_SPACE_GLOBAL && a->bytes_moved)
    coal_str_addf(out, ", %s %% of the bytes used",
                  coal_text_percent(c->analysis, 100.0 * (double)a->bytes_used / (double)a->bytes_moved));
  coal_str_add(out, "\n");
}

/** RFC 4648. */
static void add_base64(coal_str *out, const coal_str *data) {
  static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  for (size_t i = 0; i < data->n; i += 3) {
    const size_t left = data->n - i;
    uint32_t bits = (uint32_t)(unsigned char)data->data[i] << 16;
    if (left > 1) bits |= (uint32_t)(unsigned char)data->data[i + 1] << 8;
    if (left > 2) bits |= (unsigned char)data->data[i + 2];
    const char four[] = {digits[bits >> 18], digits[bits >> 12 & 63], left > 1 ? digits[bits >> 6 & 63] : '=',
                         left > 2 ? digits[bits & 63] : '='};
    coal_str_add_n(out, four, sizeof four);
  }
}

/** The costliest request as an image in Markdown, where it can be drawn. */
static void add_image(coal_result_context *c, coal_str *out, const coal_access *a) {
  const coal_target *target = coal_analysis_options(c->analysis)->target;
  const coal_pattern *worst = target ? coal_picture_worst(target, a) : NULL;
  coal_picture *p = coal_alloc(sizeof *p);
  if (worst && coal_picture_make(target, a->space, a->op, worst, p)) {
    coal_str label = {0}, svg = {0};
    coal_svg_add_label(&label, p);
    coal_svg_add_document(&svg, p, label.data);
    coal_str_addf(out, "\n![%s](data:image/svg+xml;base64,", label.data);
    add_base64(out, &svg);
    coal_str_add(out, ")\n");
    coal_str_free(&label);
    coal_str_free(&svg);
  }
  free(p);
}

/** One access: verdict, numbers, picture, assumptions. */
static void add_section(coal_result_context *c, coal_str *out, size_t index) {
  size_t n;
  const coal_access *a = &coal_analysis_accesses(c->analysis, &n)[index];
  const bool markdown = c->settings->client.markdown;
  const char *strong = markdown ? "**" : "";
  coal_str_addf(out, "%scoalcheck: %s%s: %s of %u bytes a lane in %s%s%s\n\n", strong, coal_verdict_name(a->verdict),
                strong, coal_text_access(c->analysis, a), a->bytes, markdown ? "`" : "", a->kernel->fn->name,
                markdown ? "`" : "");
  add_numbers(c, out, a);
  if (markdown && c->settings->images && coal_access_has_excess(a)) add_image(c, out, a);
  const coal_report_options options = {.explain = true};
  coal_report r = {.options = &options, .sources = c->locations.sources};
  coal_finding unnamed = {.access = index};
  coal_explain_add(&r, c->analysis, &unnamed);
  add_launch(c, &r.out, a);
  if (r.out.n) coal_str_addf(out, "\n%s%s%s", markdown ? "```text\n" : "", r.out.data, markdown ? "```\n" : "");
  coal_str_free(&r.out);
}

/** The sections of one location without duplicates: template instances often give the same text. */
static json_t *hover(coal_result_context *c, const placed *list, size_t n) {
  coal_str text = {0};
  size_t sections = 0, left_out = 0;
  for (size_t i = 0; i < n; i++) {
    coal_str section = {0};
    add_section(c, &section, list[i].access);
    const bool is_new = !text.data || !strstr(text.data, section.data);
    if (is_new && sections == SECTIONS_MAX) left_out++;
    if (is_new && sections < SECTIONS_MAX) coal_str_addf(&text, "%s%s", sections++ ? "\n" : "", section.data);
    coal_str_free(&section);
  }
  if (left_out) coal_str_addf(&text, "\n… and %zu more accesses here\n", left_out);
  json_t *object = json_object();
  json_object_set_new(object, "range", coal_range_json(list->start, list->end));
  coal_json_set_text(object, "value", text.data);
  coal_str_free(&text);
  return object;
}

/* ---- inlay hints --------------------------------------------------------------------------------------- */

/** "32 sectors"; empty for what is not counted. */
static void add_label(coal_str *out, coal_analysis *analysis, const coal_access *a) {
  if (!a->known || (a->space != COAL_SPACE_GLOBAL && a->space != COAL_SPACE_SHARED)) return;
  const char *count = coal_text_range(analysis, &a->moved);
  coal_str_addf(out, "%s %s%s", count, a->space == COAL_SPACE_SHARED ? "wavefront" : "sector",
                strcmp(count, "1") == 0 ? "" : "s");
}

/** The labels of one place, each once, or NULL. */
static json_t *hint(coal_result_context *c, const placed *list, size_t n) {
  size_t n_accesses;
  const coal_access *accesses = coal_analysis_accesses(c->analysis, &n_accesses);
  coal_str text = {0};
  for (size_t i = 0; i < n; i++) {
    coal_str label = {0};
    add_label(&label, c->analysis, &accesses[list[i].access]);
    if (label.data && (!text.data || !strstr(text.data, label.data)))
      coal_str_addf(&text, "%s%s", text.n ? ", " : "", label.data);
    coal_str_free(&label);
  }
  if (!text.n) return NULL;
  json_t *object = json_object();
  json_object_set_new(object, "position", coal_position_json(list->end));
  coal_json_set_text(object, "label", text.data);
  json_object_set_new(object, "paddingLeft", json_true());
  json_object_set_new(object, "tooltip", json_string("coalcheck: what a warp's request moves here"));
  coal_str_free(&text);
  return object;
}

void coal_result_add_accesses(coal_result_context *c, json_t *result) {
  json_t *hovers = json_object_get(result, "hovers"), *hints = json_object_get(result, "hints");
  placed_list list = {0};
  collect(c, &list);
  for (size_t i = 0, next; i < list.n; i = next) {
    const placed *p = &list.items[i];
    for (next = i + 1; next < list.n && coal_position_compare(list.items[next].start, p->start) == 0 &&
                       coal_position_compare(list.items[next].end, p->end) == 0;)
      next++;
    json_array_append_new(hovers, hover(c, p, next - i));
    json_t *label = c->settings->inlay_hints ? hint(c, p, next - i) : NULL;
    if (label) json_array_append_new(hints, label);
  }
  coal_vec_free(&list);
}
