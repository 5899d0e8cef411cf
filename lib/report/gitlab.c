/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** `--format=gitlab`: a Code Quality report, which GitLab shows in the changes of a merge request.
 *  https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format */
#include <stdio.h>
#include <stdlib.h>

#include "fingerprint.h"
#include "json_util.h"
#include "render.h"
#include "util/alloc.h"
#include "util/path.h"

typedef struct gitlab {
  coal_arena *arena;
  json_t *issues;
} gitlab;

static const char *severity_name(coal_severity s) {
  switch (s) {
    case COAL_SEVERITY_ERROR: return "critical";
    case COAL_SEVERITY_WARNING: return "major";
    case COAL_SEVERITY_REMARK: break;
  }
  return "info";
}

static json_t *location_json(gitlab *s, const coal_range *at) {
  json_t *location = json_object(), *lines = json_object();
  coal_json_set_integer(lines, "begin", at->begin.line1 ? at->begin.line1 : 1);
  if (at->end.line1 > at->begin.line1) coal_json_set_integer(lines, "end", at->end.line1);
  const char *path = at->file ? coal_path_from_here(s->arena, coal_path_cwd(s->arena), ".", at->file->path) : "";
  coal_json_set_text(location, "path", path);
  json_object_set_new(location, "lines", lines);
  return location;
}

/** The notes as Markdown. */
static json_t *body_json(const coal_finding *f) {
  coal_str text = {0};
  json_t *body = json_object();
  for (size_t i = 0; i < f->n_notes; i++) coal_str_addf(&text, "- %s\n", f->notes[i].text);
  coal_json_set_text(body, "body", text.n ? text.data : "");
  coal_str_free(&text);
  return body;
}

static void add_issue(gitlab *s, const coal_access *access, const coal_finding *f, const char *fingerprint) {
  json_t *issue = json_object();
  char name[128];
  snprintf(name, sizeof name, "coalcheck-%s", f->check);
  coal_json_set_text(issue, "description", f->message);
  coal_json_set_text(issue, "check_name", name);
  coal_json_set_text(issue, "fingerprint", fingerprint);
  coal_json_set_text(issue, "severity", severity_name(f->severity));
  json_object_set_new(issue, "location", location_json(s, &access->range));
  json_object_set_new(issue, "content", body_json(f));
  json_array_append_new(s->issues, issue);
}

static void *gitlab_begin(coal_report *r) {
  (void)r;
  gitlab *s = coal_alloc(sizeof *s);
  *s = (gitlab){coal_arena_new(), json_array()};
  return s;
}

static void gitlab_add(void *state, coal_report *r, const coal_analysis *a) {
  gitlab *s = state;
  size_t n, n_accesses;
  const coal_finding *f = coal_analysis_findings(a, &n);
  const coal_access *accesses = coal_analysis_accesses(a, &n_accesses);
  coal_fingerprints *prints = coal_fingerprints_new(r->sources, a);
  for (size_t i = 0; i < n; i++) {
    if (r->shown[i] != COAL_SHOWN || (f[i].severity == COAL_SEVERITY_REMARK && !r->options->all)) continue;
    const size_t at = coal_filter_first_place(&f[i], r->places);
    add_issue(s, &accesses[at], &f[i], coal_fingerprint_of(prints, at));
  }
  coal_fingerprints_free(prints);
}

static void gitlab_end(void *state, coal_report *r) {
  gitlab *s = state;
  coal_json_add(&r->out, s->issues);
  coal_arena_free(s->arena);
  free(s);
}

const coal_renderer coal_renderer_gitlab = {"gitlab", gitlab_begin, gitlab_add, gitlab_end};
