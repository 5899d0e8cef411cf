/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "filter.h"

#include <jansson.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "fingerprint.h"
#include "suppress.h"
#include "util/alloc.h"
#include "util/arena.h"
#include "util/path.h"
#include "util/regex.h"
#include "util/str.h"
#include "util/vec.h"

typedef struct line_range {
  const char *name;
  unsigned first, last;
} line_range;

/** A path and the file it leads to, links followed. */
typedef struct real_path {
  const char *path, *real;
} real_path;

struct coal_filter {
  coal_arena *arena;
  coal_regex *headers; /* NULL: all */
  bool has_lines;
  const char *error;
  const char *const *files;
  size_t n_files;
  COAL_VEC(line_range) lines;
  COAL_VEC(real_path) paths;
  COAL_VEC(const char *) seen; /* places and messages in headers */
  coal_baseline *baseline;
};

coal_filter *coal_filter_new(void) {
  coal_filter *f = coal_alloc(sizeof *f);
  *f = (coal_filter){.arena = coal_arena_new()};
  return f;
}

void coal_filter_free(coal_filter *f) {
  if (!f) return;
  coal_regex_free(f->headers);
  coal_vec_free(&f->lines);
  coal_vec_free(&f->paths);
  coal_vec_free(&f->seen);
  coal_arena_free(f->arena);
  free(f);
}

/* ---- settings ------------------------------------------------------------------------------------------ */

int coal_filter_set_headers(coal_filter *f, const char *expression, const char **error) {
  const char *why = NULL;
  coal_regex_free(f->headers);
  f->headers = coal_regex_new(expression, &why);
  if (f->headers) return 0;
  *error = f->error = coal_arena_format(f->arena, "bad expression '%s': %s", expression, why);
  return -1;
}

void coal_filter_set_files(coal_filter *f, const char *const *files, size_t n) {
  f->files = files;
  f->n_files = n;
}

void coal_filter_use_lines(coal_filter *f) { f->has_lines = true; }

void coal_filter_add_lines(coal_filter *f, const char *name, unsigned first, unsigned last) {
  line_range one = {coal_arena_string(f->arena, name, strlen(name)), first, last};
  coal_vec_push(&f->lines, one);
  f->has_lines = true;
}

static bool read_line(const json_t *v, unsigned *out) {
  const json_int_t n = json_integer_value(v);
  if (!json_is_integer(v) || n < 0 || n > UINT_MAX) return false;
  *out = (unsigned)n;
  return true;
}

/** One `{"name":…, "lines":…}`; false if it is none. */
static bool add_entry(coal_filter *f, const json_t *entry) {
  const char *name = json_string_value(json_object_get(entry, "name"));
  const json_t *lines = json_object_get(entry, "lines");
  if (!name || (lines && !json_is_array(lines))) return false;
  if (json_array_size(lines) == 0) coal_filter_add_lines(f, name, 1, UINT_MAX);
  for (size_t i = 0; i < json_array_size(lines); i++) {
    const json_t *pair = json_array_get(lines, i);
    unsigned first, last;
    if (json_array_size(pair) != 2 || !read_line(json_array_get(pair, 0), &first) ||
        !read_line(json_array_get(pair, 1), &last) || first > last)
      return false;
    coal_filter_add_lines(f, name, first, last);
  }
  return true;
}

int coal_filter_add_json(coal_filter *f, const char *json, const char **error) {
  json_error_t problem;
  json_t *root = json_loads(json, 0, &problem);
  bool good = json_is_array(root);
  for (size_t i = 0; good && i < json_array_size(root); i++) good = add_entry(f, json_array_get(root, i));
  if (!root)
    *error = f->error = coal_arena_format(f->arena, "not JSON: %s", problem.text);
  else if (!good)
    *error = f->error = "expected [{\"name\":\"file.cu\",\"lines\":[[1,3],[5,7]]}]";
  json_decref(root);
  f->has_lines = true;
  return good ? 0 : -1;
}

void coal_filter_set_baseline(coal_filter *f, coal_baseline *baseline) { f->baseline = baseline; }

/* ---- places -------------------------------------------------------------------------------------------- */

static const char *real(coal_filter *f, const char *path) {
  for (size_t i = 0; i < f->paths.n; i++)
    if (strcmp(f->paths.items[i].path, path) == 0) return f->paths.items[i].real;
  char *resolved = realpath(path, NULL);
  const char *source = resolved ? resolved : path;
  real_path one = {coal_arena_string(f->arena, path, strlen(path)),
                   coal_arena_string(f->arena, source, strlen(source))};
  free(resolved);
  coal_vec_push(&f->paths, one);
  return one.real;
}

static bool has_file(coal_filter *f, const char *path) {
  for (size_t i = 0; i < f->n_files; i++)
    if (strcmp(real(f, f->files[i]), real(f, path)) == 0) return true;
  return f->n_files == 0;
}

static bool has_line(coal_filter *f, const coal_range *r) {
  const char *path = real(f, r->file->path);
  const unsigned last = r->end.line1 > r->begin.line1 ? r->end.line1 : r->begin.line1;
  for (size_t i = 0; i < f->lines.n; i++) {
    const line_range *l = &f->lines.items[i];
    if (l->first <= last && r->begin.line1 <= l->last &&
        (coal_path_ends_in(path, l->name) || coal_path_ends_in(r->file->path, l->name)))
      return true;
  }
  return !f->has_lines;
}

bool coal_filter_has_location(coal_filter *f, const coal_range *r) {
  if (!r->file) return true;
  if (!has_file(f, r->file->path) || !has_line(f, r)) return false;
  return r->file->is_main || !f->headers || coal_regex_finds(f->headers, r->file->path);
}

/* ---- findings ------------------------------------------------------------------------------------------ */

/** The identity of a finding in a header: location, check, severity, kernel, object, the calls in headers and the
 *  message. Calls outside headers are not part of it: units that call the header's function from different
 *  locations report one finding. */
static const char *key_of(coal_filter *f, const coal_access *access, const coal_finding *finding) {
  const coal_range *r = &access->range;
  const char *kernel = access->kernel->fn->signature ? access->kernel->fn->signature : access->kernel->fn->name;
  const char *key = coal_arena_format(f->arena, "%s:%u:%u:%s:%d:%s:%s:%s", real(f, r->file->path), r->begin.line1,
                                      r->begin.column1, finding->check, (int)finding->severity, kernel,
                                      access->object_name ? access->object_name : "", finding->message);
  for (size_t i = 0; i < access->n_inlined_at; i++) {
    const coal_range *call = &access->inlined_at[i].range;
    if (call->file && !call->file->is_main)
      key = coal_arena_format(f->arena, "%s:%s:%u:%u", key, real(f, call->file->path), call->begin.line1,
                              call->begin.column1);
  }
  return key;
}

/** True if the finding, in a header, was among the first n_seen, those of earlier units; else it is remembered. */
static bool is_repeated(coal_filter *f, size_t n_seen, const coal_access *access, const coal_finding *finding) {
  const coal_range *r = &access->range;
  if (!r->file || r->file->is_main) return false;
  const char *key = key_of(f, access, finding);
  for (size_t i = 0; i < n_seen; i++)
    if (strcmp(f->seen.items[i], key) == 0) return true;
  coal_vec_push(&f->seen, key);
  return false;
}

static coal_shown judge_place(coal_filter *f, size_t n_seen, coal_source_cache *sources, const coal_access *access,
                              const coal_finding *finding, const char *print) {
  const char *path = access->range.file ? access->range.file->path : "";
  if (!coal_filter_has_location(f, &access->range)) return COAL_SHOWN_ELSEWHERE;
  if (coal_access_suppressed(sources, access, finding->check)) return COAL_SHOWN_NOLINT;
  if (is_repeated(f, n_seen, access, finding)) return COAL_SHOWN_REPEATED;
  if (f->baseline && coal_baseline_has(f->baseline, real(f, path), print, finding, access)) return COAL_SHOWN_BASELINE;
  return COAL_SHOWN;
}

void coal_filter_judge(coal_filter *f, const coal_analysis *a, coal_source_cache *sources, coal_shown *out,
                       coal_shown *places) {
  size_t n, n_accesses, count;
  const coal_finding *findings = coal_analysis_findings(a, &n);
  const coal_access *accesses = coal_analysis_accesses(a, &n_accesses);
  coal_fingerprints *prints = f->baseline ? coal_fingerprints_new(sources, a) : NULL;
  if (f->baseline) coal_baseline_begin(f->baseline, a);
  const size_t n_seen = f->seen.n;
  for (size_t i = 0; i < n_accesses; i++) places[i] = COAL_SHOWN;
  for (size_t i = 0; i < n; i++) {
    const size_t *list = coal_finding_accesses(&findings[i], &count);
    for (size_t k = count; k-- > 0;) {
      const coal_shown shown = judge_place(f, n_seen, sources, &accesses[list[k]], &findings[i],
                                           prints ? coal_fingerprint_of(prints, list[k]) : NULL);
      places[list[k]] = shown;
      if (k + 1 == count || shown < out[i]) out[i] = shown;
    }
  }
  coal_fingerprints_free(prints);
}

size_t coal_filter_places(const coal_finding *f, const coal_shown *places, size_t *out) {
  size_t n, shown = 0;
  const size_t *list = coal_finding_accesses(f, &n);
  for (size_t i = 0; i < n; i++)
    if (places[list[i]] == COAL_SHOWN) out[shown++] = list[i];
  return shown;
}

size_t coal_filter_first_place(const coal_finding *f, const coal_shown *places) {
  size_t n;
  const size_t *list = coal_finding_accesses(f, &n);
  for (size_t i = 0; i < n; i++)
    if (places[list[i]] == COAL_SHOWN) return list[i];
  return f->access;
}
