/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** `--format=github`: workflow commands, which GitHub Actions shows beside the lines of a pull request.
 *  https://docs.github.com/actions/reference/workflow-commands */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ranking.h"
#include "render.h"
#include "util/alloc.h"
#include "util/arena.h"
#include "util/path.h"

/** GitHub shows no more annotations of a kind a step; further ones would hide which matter. */
enum { ANNOTATIONS_MAX = 10 };

/** `%`, line ends, and in properties `:` and `,` are escaped. */
static void add_escaped(coal_str *out, const char *text, bool is_property) {
  for (; *text; text++) {
    const char ch = *text;
    if (ch == '%' || ch == '\r' || ch == '\n' || (is_property && (ch == ':' || ch == ',')))
      coal_str_addf(out, "%%%02X", (unsigned char)ch);
    else
      coal_str_add_n(out, &ch, 1);
  }
}

static const char *command_of(coal_severity s) {
  switch (s) {
    case COAL_SEVERITY_ERROR: return "error";
    case COAL_SEVERITY_WARNING: return "warning";
    case COAL_SEVERITY_REMARK: break;
  }
  return "notice";
}

/** Columns only where they mean something: on one line. */
static void add_location(coal_str *out, coal_arena *arena, const coal_range *r) {
  if (!r->file) return;
  coal_str_add(out, "file=");
  add_escaped(out, coal_path_from_here(arena, coal_path_cwd(arena), ".", r->file->path), true);
  const uint32_t end = r->end.line1 > r->begin.line1 ? r->end.line1 : r->begin.line1;
  coal_str_addf(out, ",line=%u,endLine=%u", r->begin.line1, end);
  if (end == r->begin.line1 && r->end.column1 > r->begin.column1)
    coal_str_addf(out, ",col=%u,endColumn=%u", r->begin.column1, r->end.column1);
  coal_str_add(out, ",");
}

typedef struct github_state {
  coal_arena *arena;
  coal_ranking ranking; /* items: github_finding, in the arena */
} github_state;

typedef struct github_finding {
  const char *annotation; /* the workflow command */
  const char *row;        /* of the step's summary, Markdown */
} github_finding;

/** The message and its first notes. */
static void add_message(coal_str *out, const coal_access *access, const coal_finding *f) {
  coal_str_add(out, f->message);
  for (size_t i = 0; i < coal_notes_shown(f, false); i++) {
    const coal_range *at = &f->notes[i].range;
    coal_str_add(out, "\n");
    if (at->file && (at->file != access->range.file || at->begin.line1 != access->range.begin.line1))
      coal_str_addf(out, "%s:%u: ", at->file->path, at->begin.line1);
    coal_str_add(out, f->notes[i].text);
  }
}

static const char *annotation_of(coal_arena *arena, const coal_access *access, const coal_finding *f) {
  coal_str message = {0}, out = {0};
  add_message(&message, access, f);
  coal_str_addf(&out, "::%s ", command_of(f->severity));
  add_location(&out, arena, &access->range);
  coal_str_addf(&out, "title=coalcheck-%s::", f->check);
  add_escaped(&out, message.data, false);
  coal_str_add(&out, "\n");
  const char *kept = coal_arena_string(arena, out.data, out.n);
  coal_str_free(&message);
  coal_str_free(&out);
  return kept;
}

/** `|` and line ends would end a cell. */
static void add_cell(coal_str *out, const char *text) {
  for (; *text; text++) {
    if (*text == '|')
      coal_str_add(out, "\\|");
    else
      coal_str_add_n(out, *text == '\n' ? " " : text, 1);
  }
}

static const char *row_of(coal_arena *arena, const coal_access *access, const coal_finding *f) {
  coal_str out = {0};
  coal_str_addf(&out, "| %s | `%s:%u` | ", coal_severity_name(f->severity),
                access->range.file ? access->range.file->path : "", access->range.begin.line1);
  add_cell(&out, f->message);
  coal_str_add(&out, " | ");
  if (f->gain.is_known && f->gain.time_ns > 0) coal_str_addf(&out, "%.0f %%", 100 * f->gain.saved_ns / f->gain.time_ns);
  coal_str_add(&out, " | ");
  add_cell(&out, f->help ? f->help : "");
  coal_str_add(&out, " |\n");
  const char *kept = coal_arena_string(arena, out.data, out.n);
  coal_str_free(&out);
  return kept;
}

static void *github_begin(coal_report *r) {
  (void)r;
  github_state *s = coal_alloc(sizeof *s);
  *s = (github_state){.arena = coal_arena_new()};
  return s;
}

static void github_add(void *state, coal_report *r, const coal_analysis *a) {
  github_state *s = state;
  size_t n, n_accesses;
  const coal_finding *f = coal_analysis_findings(a, &n);
  const coal_access *accesses = coal_analysis_accesses(a, &n_accesses);
  for (size_t i = 0; i < n; i++) {
    if (r->shown[i] != COAL_SHOWN) continue;
    if (f[i].severity == COAL_SEVERITY_REMARK && !r->options->all) continue;
    const coal_access *access = &accesses[coal_filter_first_place(&f[i], r->places)];
    github_finding *one = coal_arena_alloc(s->arena, sizeof *one);
    *one = (github_finding){annotation_of(s->arena, access, &f[i]), row_of(s->arena, access, &f[i])};
    coal_ranking_add(&s->ranking, &f[i], one);
  }
}

/** All findings, in the file that Actions shows as the step's summary. False: there is none, or it cannot be written. */
static bool write_summary(const github_state *s) {
  const char *path = getenv("GITHUB_STEP_SUMMARY");
  FILE *out = path && *path ? fopen(path, "a") : NULL;
  if (!out) return false;
  fputs("### coalcheck\n\n| | Place | Finding | Share of the kernel's time | Help |\n|---|---|---|---:|---|\n", out);
  for (size_t i = 0; i < s->ranking.n; i++) fputs(((const github_finding *)s->ranking.items[i].item)->row, out);
  const bool good = !ferror(out);
  return fclose(out) == 0 && good;
}

static void github_end(void *state, coal_report *r) {
  github_state *s = state;
  const size_t most = r->options->top ? r->options->top : ANNOTATIONS_MAX;
  if (!r->options->in_source_order) coal_ranking_sort(&s->ranking);
  for (size_t i = 0; i < s->ranking.n && i < most; i++)
    coal_str_add(&r->out, ((const github_finding *)s->ranking.items[i].item)->annotation);
  const bool has_summary = s->ranking.n && write_summary(s);
  if (s->ranking.n > most)
    coal_str_addf(&r->out, "%zu more finding%s%s\n", s->ranking.n - most, s->ranking.n - most == 1 ? "" : "s",
                  has_summary ? " in the summary of this step" : ": set GITHUB_STEP_SUMMARY, or see --format=text");
  coal_ranking_free(&s->ranking);
  coal_arena_free(s->arena);
  free(s);
}

const coal_renderer coal_renderer_github = {"github", github_begin, github_add, github_end};
