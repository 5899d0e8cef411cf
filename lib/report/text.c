/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** Text in the form of Clang's own diagnostics. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "checks/text.h"
#include "ranking.h"
#include "render.h"
#include "util/alloc.h"

void coal_percent_add(coal_str *out, double share) { coal_str_addf(out, "%.4g %%", 100 * share); }

void coal_stat_add(coal_str *out, const coal_stat *s) {
  if (s->n == 0) {
    coal_str_add(out, "?");
    return;
  }
  coal_text_add_number(out, s->min);
  if (!(s->max > s->min)) return;
  coal_str_add(out, "..");
  coal_text_add_number(out, s->max);
  coal_str_add(out, " (mean ");
  coal_text_add_number(out, s->sum / (double)s->n);
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
  coal_text_add_fix(out, access, fix);
}

static bool same_location(const coal_range *a, const coal_range *b) {
  return a->file == b->file && a->begin.line1 == b->begin.line1 && a->begin.column1 == b->begin.column1;
}

size_t coal_notes_shown(const coal_finding *f, bool all) { return all || !f->n_brief ? f->n_notes : f->n_brief; }

const coal_fix *coal_note_fix(const coal_finding *f, size_t i) {
  return f->help && i + 1 == f->n_brief ? f->fix : NULL;
}

size_t coal_finding_line_ranges(const coal_analysis *a, const coal_finding *f, const coal_shown *places,
                                const coal_access *first, coal_range *out) {
  size_t n, count, n_out = 0;
  const coal_access *all = coal_analysis_accesses(a, &n);
  const size_t *list = coal_finding_accesses(f, &count);
  for (size_t i = 0; i < count; i++) {
    const coal_range *r = &all[list[i]].range;
    if (places[list[i]] != COAL_SHOWN || r->file != first->range.file || r->macro ||
        r->begin.line1 != first->range.begin.line1 || r->end.line1 != r->begin.line1 ||
        r->begin.column1 <= first->range.begin.column1)
      continue;
    bool is_known = false;
    for (size_t k = 0; k < n_out; k++) is_known = is_known || same_location(&out[k], r);
    if (!is_known) out[n_out++] = *r;
  }
  return n_out;
}

bool coal_is_launch_said(const coal_analysis *a, const coal_shown *shown, bool all, const coal_note *launch) {
  size_t n;
  const coal_finding *f = coal_analysis_findings(a, &n);
  for (size_t i = 0; i < n; i++)
    for (size_t k = 0; shown[i] == COAL_SHOWN && k < coal_notes_shown(&f[i], all); k++)
      if (f[i].notes[k].range.file && same_location(&f[i].notes[k].range, &launch->range)) return true;
  return false;
}

/** A note of the finding, at its place or, where it has none, at the finding; with what the fix would insert. */
static void add_finding_note(coal_report *r, const coal_finding *f, size_t i, const coal_range *at) {
  const coal_note *note = &f->notes[i];
  const coal_fix *fix = coal_note_fix(f, i);
  const bool here = !note->range.file || same_location(&note->range, at);
  coal_diag d = {.level = "note", .message = note->text, .range = here ? at : &note->range, .snippet = !here};
  if (fix && fix->n_edits) {
    d.range = &note->range;
    d.snippet = true;
    d.edits = fix->edits;
    d.n_edits = fix->n_edits;
  }
  coal_snippet_add(r, &d);
}

static void add_finding(coal_report *r, const coal_analysis *a, const coal_finding *f) {
  size_t n, n_all;
  coal_finding_accesses(f, &n);
  const coal_access *access = &coal_analysis_accesses(a, &n_all)[coal_filter_first_place(f, r->places)];
  coal_range *also = coal_alloc(n * sizeof *also);
  coal_diag d = {.level = coal_severity_name(f->severity),
                 .message = f->message,
                 .check = f->check,
                 .range = &access->range,
                 .snippet = true,
                 .also = also,
                 .n_also = coal_finding_line_ranges(a, f, r->places, access, also)};
  coal_snippet_add(r, &d);
  add_macro_note(r, access->range.macro);
  for (size_t i = 0; i < coal_notes_shown(f, r->options->explain); i++) add_finding_note(r, f, i, &access->range);
  if (r->options->explain) coal_explain_add(r, a, f);
  free(also);
}

/** Launches that are not understood, where no finding mentions them. */
static void add_launch_notes(coal_report *r, const coal_analysis *a) {
  size_t n;
  const coal_note *notes = coal_analysis_launch_notes(a, &n);
  for (size_t i = 0; i < n; i++)
    if (coal_filter_has_location(r->filter, &notes[i].range) &&
        !coal_is_launch_said(a, r->shown, r->options->explain, &notes[i]))
      add_diagnostic(r, "remark", &notes[i].range, notes[i].text, true);
}

typedef struct text_state {
  coal_reason_counts reasons;
  coal_ranking kept; /* with --top; items: the text of a finding */
} text_state;

static void *text_begin(coal_report *r) {
  (void)r;
  text_state *s = coal_alloc(sizeof *s);
  memset(s, 0, sizeof *s);
  return s;
}

/** With --top the text of a finding waits for the others of the run. */
static void add_or_keep(text_state *s, coal_report *r, const coal_analysis *a, const coal_finding *f) {
  if (!r->options->top) {
    add_finding(r, a, f);
    return;
  }
  const coal_str before = r->out;
  r->out = (coal_str){0};
  add_finding(r, a, f);
  coal_ranking_add(&s->kept, f, r->out.data);
  r->out = before;
}

/** Remarks are shown only if an option requests more than warnings. */
static void text_add(void *state, coal_report *r, const coal_analysis *a) {
  text_state *s = state;
  size_t n;
  const coal_finding *f = coal_analysis_findings(a, &n);
  for (size_t i = 0; i < n; i++) {
    if (f[i].severity == COAL_SEVERITY_REMARK && !r->options->all && !r->options->explain) continue;
    if (r->shown[i] == COAL_SHOWN) add_or_keep(s, r, a, &f[i]);
  }
  add_launch_notes(r, a);
  if (r->n_others) coal_compare_add(r, a);
  if (r->options->totals || r->options->roofline) coal_totals_add(r, a);
  if (!r->options->all) return;
  coal_table_add(r, a);
  coal_reason_counts_add(&s->reasons, r, a);
}

/** The findings that --top selects, and the number of others. */
static void add_top(text_state *s, coal_report *r) {
  coal_ranking_sort(&s->kept);
  for (size_t i = 0; i < s->kept.n; i++) {
    if (i < r->options->top) coal_str_add(&r->out, s->kept.items[i].item);
    free(s->kept.items[i].item);
  }
  if (s->kept.n > r->options->top)
    coal_str_addf(&r->out, "%zu more finding%s (--top=%zu)\n", s->kept.n - r->options->top,
                  s->kept.n - r->options->top == 1 ? "" : "s", r->options->top);
  coal_ranking_free(&s->kept);
}

static void text_end(void *state, coal_report *r) {
  text_state *s = state;
  if (r->options->top) add_top(s, r);
  if (r->options->all) coal_reason_table_add(&r->out, &s->reasons);
  free(s);
}

const coal_renderer coal_renderer_text = {"text", text_begin, text_add, text_end};
