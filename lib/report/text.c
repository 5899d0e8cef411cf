/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** Text in the form of Clang's own diagnostics. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "render.h"
#include "util/alloc.h"

void coal_number_add(coal_str *out, double v) {
  char digits[64];
  snprintf(digits, sizeof digits, "%.2f", v);
  size_t n = strlen(digits);
  while (digits[n - 1] == '0') n--;
  if (digits[n - 1] == '.') n--;
  coal_str_add_n(out, digits, n);
}

void coal_percent_add(coal_str *out, double share) { coal_str_addf(out, "%.4g %%", 100 * share); }

void coal_stat_add(coal_str *out, const coal_stat *s) {
  if (s->n == 0) {
    coal_str_add(out, "?");
    return;
  }
  coal_number_add(out, s->min);
  if (!(s->max > s->min)) return;
  coal_str_add(out, "..");
  coal_number_add(out, s->max);
  coal_str_add(out, " (mean ");
  coal_number_add(out, s->sum / (double)s->n);
  coal_str_add(out, ")");
}

void coal_launch_source_add(coal_str *out, const coal_launch *l) {
  switch (l->source) {
    case COAL_LAUNCH_COMMAND_LINE: coal_str_add(out, "command-line"); return;
    case COAL_LAUNCH_FILE:
      if (l->where.file)
        coal_str_addf(out, "%s:%u", l->where.file->path, l->where.begin.line1);
      else
        coal_str_add(out, "file");
      return;
    case COAL_LAUNCH_BOUNDS: coal_str_add(out, "launch-bounds"); return;
    case COAL_LAUNCH_INFERRED: coal_str_add(out, "inferred"); return;
    case COAL_LAUNCH_ASSUMED: coal_str_add(out, "assumed"); return;
  }
}

static void add_diagnostic(coal_report *r, const char *level, const coal_range *range, const char *text, bool snippet) {
  coal_diag d = {.level = level, .message = text, .range = range, .snippet = snippet};
  coal_snippet_add(r, &d);
}

static void add_note(coal_report *r, const coal_range *range, const char *text, bool snippet) {
  add_diagnostic(r, "note", range, text, snippet);
}

static void add_macro_note(coal_report *r, const coal_macro_use *macro) {
  if (!macro || !macro->file || !macro->name) return;
  coal_range spelling = {.file = macro->file, .begin = macro->spelling, .end = macro->spelling};
  coal_str text = {0};
  coal_str_addf(&text, "expanded from macro '%s'", macro->name);
  add_note(r, &spelling, text.data, true);
  coal_str_free(&text);
}

void coal_fix_describe(const coal_access *access, const coal_fix *fix, coal_str *out) {
  coal_str_addf(out, "%s: ", fix->description);
  coal_number_add(out, fix->before);
  coal_str_addf(out, " %ss become ",
                fix->unit                            ? fix->unit
                : access->space == COAL_SPACE_SHARED ? "wavefront"
                                                     : "sector");
  coal_number_add(out, fix->after);
}

/** Where the first edit is, with what it would insert. */
static void add_fix_note(coal_report *r, const coal_access *access, const coal_fix *fix) {
  coal_str text = {0};
  coal_fix_describe(access, fix, &text);
  coal_diag d = {.level = "note",
                 .message = text.data,
                 .range = &access->range,
                 .snippet = fix->n_edits > 0,
                 .edits = fix->edits,
                 .n_edits = fix->n_edits};
  if (fix->n_edits) d.range = &fix->edits[0].range;
  coal_snippet_add(r, &d);
  coal_str_free(&text);
}

static bool same_location(const coal_range *a, const coal_range *b) {
  return a->file == b->file && a->begin.line1 == b->begin.line1 && a->begin.column1 == b->begin.column1;
}

bool coal_is_launch_said(const coal_analysis *a, const coal_shown *shown, const coal_note *launch) {
  size_t n;
  const coal_finding *f = coal_analysis_findings(a, &n);
  for (size_t i = 0; i < n; i++)
    for (size_t k = 0; shown[i] == COAL_SHOWN && k < f[i].n_notes; k++)
      if (f[i].notes[k].range.file && same_location(&f[i].notes[k].range, &launch->range)) return true;
  return false;
}

static void add_finding(coal_report *r, const coal_analysis *a, const coal_finding *f) {
  size_t n;
  const coal_access *access = &coal_analysis_accesses(a, &n)[f->access];
  coal_diag d = {.level = coal_severity_name(f->severity),
                 .message = f->message,
                 .check = f->check,
                 .range = &access->range,
                 .snippet = true};
  coal_snippet_add(r, &d);
  add_macro_note(r, access->range.macro);
  for (size_t i = 0; i < f->n_notes; i++) {
    const coal_note *note = &f->notes[i];
    bool here = !note->range.file || same_location(&note->range, &access->range);
    add_note(r, here ? &access->range : &note->range, note->text, !here);
  }
  if (f->fix) add_fix_note(r, access, f->fix);
  if (r->options->explain) coal_explain_add(r, a, f);
}

/** Launches that are not understood, where no finding says so. */
static void add_launch_notes(coal_report *r, const coal_analysis *a) {
  size_t n;
  const coal_note *notes = coal_analysis_launch_notes(a, &n);
  for (size_t i = 0; i < n; i++)
    if (coal_filter_has_location(r->filter, &notes[i].range) && !coal_is_launch_said(a, r->shown, &notes[i]))
      add_diagnostic(r, "remark", &notes[i].range, notes[i].text, true);
}

static void *text_begin(coal_report *r) {
  (void)r;
  coal_reason_counts *reasons = coal_alloc(sizeof *reasons);
  memset(reasons, 0, sizeof *reasons);
  return reasons;
}

/** Remarks are shown only if an option requests more than warnings. */
static void text_add(void *state, coal_report *r, const coal_analysis *a) {
  size_t n;
  const coal_finding *f = coal_analysis_findings(a, &n);
  for (size_t i = 0; i < n; i++) {
    if (f[i].severity == COAL_SEVERITY_REMARK && !r->options->all && !r->options->explain) continue;
    if (r->shown[i] == COAL_SHOWN) add_finding(r, a, &f[i]);
  }
  add_launch_notes(r, a);
  if (r->n_others) coal_compare_add(r, a);
  if (r->options->totals || r->options->roofline) coal_totals_add(r, a);
  if (!r->options->all) return;
  coal_table_add(r, a);
  coal_reason_counts_add(state, r, a);
}

static void text_end(void *state, coal_report *r) {
  if (r->options->all) coal_reason_table_add(&r->out, state);
  free(state);
}

const coal_renderer coal_renderer_text = {"text", text_begin, text_add, text_end};
