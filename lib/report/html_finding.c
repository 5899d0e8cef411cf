/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** A finding's row in the table, and its section: message, source, pictures before and after, notes, fix. */
#include <stdlib.h>
#include <string.h>

#include "checks/padding.h"
#include "html.h"
#include "svg.h"
#include "util/alloc.h"

enum { FRAMES_MAX = 6 };

/* ---- source -------------------------------------------------------------------------------------------- */

/** Wraps the text rendered since r->out had `before` bytes in a <pre> element. */
static void take_text(coal_report *r, size_t before, coal_str *out) {
  if (r->out.n == before) return;
  coal_str_add(out, "<pre>");
  coal_svg_add_escaped(out, r->out.data + before);
  coal_str_add(out, "</pre>\n");
  r->out.n = before;
  r->out.data[before] = '\0';
}

static void add_snippet(coal_report *r, const coal_diag *d, coal_str *out) {
  const size_t before = r->out.n;
  coal_snippet_add(r, d);
  /* Without the line of the message. */
  const char *end = r->out.n > before ? strchr(r->out.data + before, '\n') : NULL;
  if (end) {
    const size_t skip = (size_t)(end + 1 - (r->out.data + before));
    memmove(r->out.data + before, end + 1, r->out.n - before - skip + 1);
    r->out.n -= skip;
  }
  take_text(r, before, out);
}

static void add_source(coal_report *r, const coal_range *range, const coal_fix *fix, coal_str *out) {
  coal_diag d = {.level = "", .message = "", .range = range, .snippet = true};
  if (fix) d.edits = fix->edits, d.n_edits = fix->n_edits;
  add_snippet(r, &d, out);
}

/** The line of the first access, with those of the finding's others that are on it. */
static void add_lines(coal_report *r, const coal_analysis *a, const coal_access *access, const coal_finding *f,
                      coal_str *out) {
  size_t n;
  coal_finding_accesses(f, &n);
  coal_range *also = coal_alloc(n * sizeof *also);
  coal_diag d = {.level = "", .message = "", .range = &access->range, .snippet = true, .also = also};
  d.n_also = coal_finding_line_ranges(a, f, r->places, access, also);
  add_snippet(r, &d, out);
  free(also);
}

void coal_html_add_location(coal_str *out, const coal_range *range) {
  if (!range->file) return;
  coal_svg_add_escaped(out, range->file->path);
  coal_str_addf(out, ":%u:%u", range->begin.line1, range->begin.column1);
}

static void add_note(coal_report *r, coal_str *out, const coal_note *note, const coal_range *at) {
  const coal_range *range = &note->range;
  const bool elsewhere = range->file && (range->file != at->file || range->begin.line1 != at->begin.line1);
  coal_str_add(out, "<li>");
  coal_svg_add_escaped(out, note->text);
  if (elsewhere) {
    coal_str_add(out, " <code>");
    coal_html_add_location(out, range);
    coal_str_add(out, "</code>");
    add_source(r, range, NULL, out);
  }
  coal_str_add(out, "</li>\n");
}

/* ---- pictures ------------------------------------------------------------------------------------------ */

/** The number of the symbol that shows the picture, from 1; 0 if there is none and `may_add` is false. */
static size_t symbol_of(coal_html_pictures *pictures, const coal_picture *p, bool may_add) {
  coal_str shapes = {0};
  coal_svg_add_shapes(&shapes, p);
  json_t *known = json_object_get(pictures->numbers, shapes.data);
  size_t number = known ? (size_t)json_integer_value(known) : may_add ? json_object_size(pictures->numbers) + 1 : 0;
  if (!known && may_add) {
    json_object_set_new(pictures->numbers, shapes.data, json_integer((json_int_t)number));
    coal_str_addf(&pictures->symbols, "<symbol id=\"p%zu\" viewBox=\"0 0 %d %u\">\n", number, COAL_SVG_WIDTH,
                  coal_svg_height(p));
    coal_str_add(&pictures->symbols, shapes.data);
    coal_str_add(&pictures->symbols, "</symbol>\n");
  }
  coal_str_free(&shapes);
  return number;
}

static void add_frame(coal_str *out, const coal_picture *p, size_t symbol, const char *which, bool is_first) {
  coal_str_addf(out, "<svg viewBox=\"0 0 %d %u\" role=\"img\"%s data-which=\"%s\" aria-label=\"", COAL_SVG_WIDTH,
                coal_svg_height(p), is_first ? "" : " class=\"other\"", which);
  coal_svg_add_label(out, p);
  coal_str_addf(out, "\"><use href=\"#p%zu\"/></svg>\n", symbol);
}

/** The requests of one access that look different, the costliest first. */
typedef struct coal_html_frames {
  size_t symbols[FRAMES_MAX], n;
  uint64_t counts[FRAMES_MAX], total;
  bool has_more; /* more kinds than fit */
  coal_picture pictures[FRAMES_MAX];
} coal_html_frames;

static void add_pattern(coal_html_frames *frames, coal_html_pictures *pictures, const coal_picture *p, uint64_t count) {
  const size_t symbol = symbol_of(pictures, p, frames->n < FRAMES_MAX);
  for (size_t i = 0; i < frames->n; i++) {
    if (frames->symbols[i] != symbol) continue;
    frames->counts[i] += count;
    return;
  }
  if (frames->n == FRAMES_MAX) {
    frames->has_more = true;
    return;
  }
  frames->symbols[frames->n] = symbol;
  frames->counts[frames->n] = count;
  frames->pictures[frames->n++] = *p;
}

static uint32_t excess(const coal_picture *p) { return p->cost.moved - p->cost.ideal; }

static void collect_frames(coal_html_frames *frames, coal_html_pictures *pictures, const coal_target *target,
                           const coal_access *a) {
  const coal_pattern *worst = coal_picture_worst(target, a);
  coal_picture p;
  *frames = (coal_html_frames){0};
  for (size_t i = 0; i < a->n_patterns; i++) frames->total += a->patterns[i].count;
  if (worst && coal_picture_make(target, a->space, a->op, worst, &p)) add_pattern(frames, pictures, &p, worst->count);
  for (size_t i = 0; i < a->n_patterns; i++)
    if (&a->patterns[i] != worst && coal_picture_make(target, a->space, a->op, &a->patterns[i], &p))
      add_pattern(frames, pictures, &p, a->patterns[i].count);
}

static void add_now(coal_str *out, const coal_html_frames *frames) {
  coal_str which = {0};
  coal_str_add(out, "<figure class=\"now\"><div class=\"frames\">\n");
  for (size_t i = 0; i < frames->n; i++) {
    which.n = 0;
    coal_str_addf(&which, "request %zu of %zu%s: %llu of %llu counted are like it", i + 1, frames->n,
                  frames->has_more ? " and more" : "", (unsigned long long)frames->counts[i],
                  (unsigned long long)frames->total);
    add_frame(out, &frames->pictures[i], frames->symbols[i], which.data, i == 0);
  }
  coal_str_add(out, "</div><figcaption><b>Now.</b> ");
  if (frames->n > 1)
    coal_str_addf(out, "<span class=\"which\">request 1 of %zu%s: %llu of %llu counted are like it</span>", frames->n,
                  frames->has_more ? " and more" : "", (unsigned long long)frames->counts[0],
                  (unsigned long long)frames->total);
  coal_str_add(out, "</figcaption></figure>\n");
  coal_str_free(&which);
}

/** The costliest request with the proved padding; false if the fix is another one. */
static bool padded(const coal_analysis *a, const coal_access *access, const coal_finding *f, const coal_pattern *p,
                   coal_pattern *out) {
  if (!f->fix || access->space != COAL_SPACE_SHARED || !access->object) return false;
  const coal_type *row = coal_layout_row(access->object->type);
  if (!row || !row->element) return false;
  const coal_padding padding = coal_padding_find((coal_analysis *)(uintptr_t)a, access->object);
  if (!padding.is_proved) return false;
  coal_picture_pad(p, row->size_bytes, padding.pad_elements * row->element->size_bytes, out);
  return true;
}

static void add_after(coal_str *out, coal_html_pictures *pictures, const coal_analysis *a, const coal_access *access,
                      const coal_finding *f, const coal_picture *now) {
  const coal_target *target = coal_analysis_options(a)->target;
  const coal_pattern *worst = coal_picture_worst(target, access);
  coal_pattern changed;
  coal_picture p;
  const bool is_padded = padded(a, access, f, worst, &changed);
  if (!is_padded) coal_picture_pack(worst, &changed);
  if (!coal_picture_make(target, access->space, access->op, &changed, &p) || excess(&p) >= excess(now)) return;
  coal_str_add(out, "<figure class=\"after\"><div class=\"frames\">\n");
  add_frame(out, &p, symbol_of(pictures, &p, true), "", true);
  coal_str_add(out, f->fix ? "</div><figcaption><b>After:</b> " : "</div><figcaption><b>At best:</b> ");
  if (f->fix)
    coal_svg_add_escaped(out, f->fix->description);
  else
    coal_str_add(out, "neighbouring lanes next to each other");
  coal_str_add(out, ".</figcaption></figure>\n");
}

static void add_pictures(coal_str *out, coal_html_pictures *pictures, const coal_analysis *a, const coal_access *access,
                         const coal_finding *f) {
  const coal_target *target = coal_analysis_options(a)->target;
  coal_html_frames *frames = coal_alloc(sizeof *frames);
  if (target) {
    collect_frames(frames, pictures, target, access);
    if (frames->n) {
      coal_str_add(out, "<div class=\"pictures\">\n");
      add_now(out, frames);
      add_after(out, pictures, a, access, f, &frames->pictures[0]);
      coal_str_add(out, "</div>\n");
    }
  }
  free(frames);
}

/* ---- the section --------------------------------------------------------------------------------------- */

/** The help, with the edits of a proved fix. */
static void add_help(coal_report *r, coal_str *out, const coal_finding *f) {
  if (!f->help) return;
  coal_str_add(out, "<p class=\"help\"><b>Help:</b> ");
  coal_svg_add_escaped(out, f->help);
  coal_str_add(out, "</p>\n");
  if (f->fix && f->fix->n_edits) add_source(r, &f->fix->edits[0].range, f->fix, out);
}

/** Notes from `first` to before `end`, without the one that is the help. */
static void add_notes(coal_report *r, coal_str *out, const coal_access *access, const coal_finding *f, size_t first,
                      size_t end) {
  size_t n = 0;
  for (size_t i = first; i < end; i++) {
    if (f->help && i + 1 == f->n_brief) continue;
    if (!n++) coal_str_add(out, "<ul class=\"notes\">\n");
    add_note(r, out, &f->notes[i], &access->range);
  }
  if (n) coal_str_add(out, "</ul>\n");
}

/** After `<section id=…>` and the link to the source, which the page writes. */
static char *make_section(coal_report *r, const coal_analysis *a, const coal_access *access, const coal_finding *f,
                          coal_html_pictures *pictures) {
  coal_str out = {0};
  coal_str_add(&out, "<p class=\"message\">");
  coal_svg_add_escaped(&out, f->message);
  coal_str_add(&out, "</p>\n");
  add_lines(r, a, access, f, &out);
  const size_t n_brief = coal_notes_shown(f, false), before = r->out.n;
  add_notes(r, &out, access, f, 0, n_brief);
  add_help(r, &out, f);
  add_pictures(&out, pictures, a, access, f);
  coal_str_add(&out, "<details><summary>Details</summary>\n");
  add_notes(r, &out, access, f, n_brief, f->n_notes);
  coal_explain_add(r, a, f);
  take_text(r, before, &out);
  coal_str_add(&out, "</details>\n");
  return out.data;
}

/* ---- the row ------------------------------------------------------------------------------------------- */

/** Adds what the access wastes to the item, over all executions where they are known; its bytes to `used` and `moved`. */
static void add_waste(coal_html_item *item, const coal_access *a, const coal_target *target, double *used,
                      double *moved) {
  const double requests = a->has_estimate ? a->estimate.requests : (double)a->executions;
  const double scale = a->executions ? requests / (double)a->executions : 0;
  const double bank_bytes = target ? (double)target->bank_count * target->bank_bytes : 0;
  const bool is_shared = a->space == COAL_SPACE_SHARED;
  const double out = is_shared ? a->moved.sum * bank_bytes : (double)a->bytes_moved;
  const double needed = is_shared ? a->ideal.sum * bank_bytes : (double)a->bytes_used;
  *moved += out * scale;
  *used += needed * scale;
  item->wasted_bytes += (out - needed) * scale;
}

static void set_numbers(coal_html_item *item, const coal_analysis *a, const coal_finding *f) {
  size_t n, n_all;
  double used = 0, moved = 0;
  const size_t *list = coal_finding_accesses(f, &n);
  const coal_access *all = coal_analysis_accesses(a, &n_all);
  item->percent = item->ns = -1;
  if (f->gain.is_known && f->gain.time_ns > 0) {
    item->ns = f->gain.saved_ns;
    item->percent = 100 * f->gain.saved_ns / f->gain.time_ns;
  }
  for (size_t i = 0; i < n; i++) add_waste(item, &all[list[i]], coal_analysis_options(a)->target, &used, &moved);
  item->efficiency = moved > 0 ? used / moved : -1;
}

/** "1.2 GB": 10^9 bytes. */
static void add_bytes(coal_str *out, double bytes) {
  static const char *const units[] = {"B", "kB", "MB", "GB", "TB"};
  size_t u = 0;
  while (bytes >= 1000 && u < 4) bytes /= 1000, u++;
  coal_str_addf(out, "%.3g %s", bytes, units[u]);
}

static void open_number(coal_str *out, double value) {
  coal_str_addf(out, "<td class=\"number\" data-value=\"%.9g\">", value);
}

static char *make_row(coal_report *r, const coal_html_item *item, const coal_access *a, const coal_finding *f) {
  coal_str out = {0}, text = {0};
  open_number(&out, item->percent);
  if (item->percent >= 0) coal_str_addf(&out, "%.3g %%", item->percent);
  coal_str_add(&out, "</td>");
  open_number(&out, item->wasted_bytes);
  if (item->wasted_bytes > 0) add_bytes(&out, item->wasted_bytes);
  coal_str_add(&out, "</td>");
  open_number(&out, item->efficiency);
  if (item->efficiency >= 0) coal_str_addf(&out, "%.3g %%", 100 * item->efficiency);
  coal_str_addf(&out, "</td><td>%s</td><td class=\"wide\">", f->check);
  coal_source_add_folded(r->sources, &a->range, &text);
  coal_str_add(&out, "<code>");
  coal_svg_add_escaped(&out, text.data ? text.data : "");
  coal_str_add(&out, "</code></td><td class=\"wide\">");
  coal_svg_add_escaped(&out, a->kernel->fn->name);
  coal_str_add(&out, "</td>");
  coal_str_free(&text);
  return out.data;
}

static char *make_label(const coal_access *a) {
  coal_str s = {0};
  coal_str_addf(&s, "%.3g → %.3g", a->moved.max, a->ideal.max);
  return s.data;
}

void coal_html_item_make(coal_html_item *item, coal_report *r, const coal_analysis *a, const coal_finding *f,
                         coal_html_pictures *pictures) {
  size_t n;
  const size_t id = item->id;
  const coal_access *access = &coal_analysis_accesses(a, &n)[coal_filter_first_place(f, r->places)];
  *item = (coal_html_item){.id = id, .line1 = access->range.begin.line1};
  item->path = coal_strdup(access->range.file ? access->range.file->path : "");
  set_numbers(item, a, f);
  item->row = make_row(r, item, access, f);
  item->section = make_section(r, a, access, f, pictures);
  item->label = make_label(access);
}

void coal_html_item_free(coal_html_item *item) {
  free(item->row);
  free(item->section);
  free(item->path);
  free(item->label);
}
