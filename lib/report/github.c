/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** `--format=github`: workflow commands, which GitHub Actions shows beside the lines of a pull request.
 *  https://docs.github.com/actions/reference/workflow-commands */
#include <string.h>

#include "render.h"
#include "util/arena.h"
#include "util/path.h"

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

static void add_finding(coal_report *r, coal_arena *arena, const coal_access *access, const coal_finding *f) {
  coal_str message = {0};
  coal_str_add(&message, f->message);
  for (size_t i = 0; i < coal_notes_shown(f, false); i++) {
    const coal_range *at = &f->notes[i].range;
    coal_str_add(&message, "\n");
    if (at->file && (at->file != access->range.file || at->begin.line1 != access->range.begin.line1))
      coal_str_addf(&message, "%s:%u: ", at->file->path, at->begin.line1);
    coal_str_add(&message, f->notes[i].text);
  }
  coal_str_addf(&r->out, "::%s ", command_of(f->severity));
  add_location(&r->out, arena, &access->range);
  coal_str_addf(&r->out, "title=coalcheck-%s::", f->check);
  add_escaped(&r->out, message.data, false);
  coal_str_add(&r->out, "\n");
  coal_str_free(&message);
}

static void *github_begin(coal_report *r) {
  (void)r;
  return coal_arena_new();
}

static void github_add(void *state, coal_report *r, const coal_analysis *a) {
  size_t n, n_accesses;
  const coal_finding *f = coal_analysis_findings(a, &n);
  const coal_access *accesses = coal_analysis_accesses(a, &n_accesses);
  for (size_t i = 0; i < n; i++) {
    if (r->shown[i] != COAL_SHOWN) continue;
    if (f[i].severity == COAL_SEVERITY_REMARK && !r->options->all) continue;
    add_finding(r, state, &accesses[coal_filter_first_place(&f[i], r->places)], &f[i]);
  }
}

static void github_end(void *state, coal_report *r) {
  (void)r;
  coal_arena_free(state);
}

const coal_renderer coal_renderer_github = {"github", github_begin, github_add, github_end};
