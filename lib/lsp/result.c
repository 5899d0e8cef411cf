/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "result.h"

#include <stdlib.h>
#include <string.h>

#include "report/source.h"

static void add_log(json_t *result, const char *format, const char *a, const char *b) {
  coal_str s = {0};
  coal_str_addf(&s, format, a, b);
  json_t *text = json_string(s.data);
  if (text) json_array_append_new(json_object_get(result, "log"), text);
  coal_str_free(&s);
}

/** What of the file could not be analysed: other servers show the compiler's errors, so here they are only logged. */
static void add_logs(json_t *result, const coal_unit *u) {
  size_t n;
  for (size_t i = 0; i < u->parse.n_diagnostics; i++) {
    const coal_diagnostic *d = &u->parse.diagnostics[i];
    coal_str place = {0};
    coal_str_addf(&place, "%s:%u", d->file ? d->file : "flags", d->line1);
    add_log(result, "%s: %s", place.data, d->message);
    coal_str_free(&place);
  }
  if (u->parse.headers_note) add_log(result, "%s%s", u->parse.headers_note, "");
  const coal_kernel *kernels = coal_analysis_kernels(u->analysis, &n);
  for (size_t i = 0; i < n; i++)
    if (kernels[i].skipped) add_log(result, "kernel '%s' was not analysed: %s", kernels[i].fn->name, kernels[i].skipped);
  const char *const *warnings = coal_analysis_warnings(u->analysis, &n);
  for (size_t i = 0; i < n; i++) add_log(result, "%s%s", warnings[i], "");
}

static void fill(json_t *result, const coal_settings *s, const coal_job *job, coal_unit *u) {
  coal_result_context c = {
      .settings = s,
      .analysis = u->analysis,
      .places = {.sources = coal_source_cache_new(), .main_uri = job->uri, .encoding = s->client.encoding}};
  coal_source_set(c.places.sources, job->path, job->text, job->n_text);
  coal_result_add_findings(&c, result);
  coal_result_add_accesses(&c, result);
  coal_places_free(&c.places);
  coal_source_cache_free(c.places.sources);
  add_logs(result, u);
}

json_t *coal_result_make(coal_frontend *f, const char *error, const coal_settings *s, const coal_job *job) {
  static const char *const lists[] = {"diagnostics", "actions", "hovers", "hints", "log"};
  json_t *result = json_object();
  for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) json_object_set_new(result, lists[i], json_array());
  coal_arena *arena = coal_arena_new();
  coal_config config;
  const char *problem = NULL;
  char *failure = NULL;
  coal_unit unit;
  coal_settings_config(s, arena, &config, &problem);
  if (problem) add_log(result, "settings: %s%s", problem, "");
  if (!f)
    json_object_set_new(result, "error", json_string(error));
  else if (coal_unit_open(f, &config, job->path, job->text, job->n_text, 0, &unit, &failure))
    json_object_set_new(result, "error", json_string(failure ? failure : "unknown failure"));
  else {
    fill(result, s, job, &unit);
    coal_unit_close(&unit);
  }
  free(failure);
  coal_arena_free(arena);
  return result;
}
