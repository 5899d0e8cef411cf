/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "result.h"

#include <stdlib.h>
#include <string.h>

#include "driver/project.h"
#include "lsp/uri.h"
#include "report/json_util.h"
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
    if (kernels[i].skipped)
      add_log(result, "kernel '%s' was not analysed: %s", kernels[i].fn->name, kernels[i].skipped);
  const coal_warning *warnings = coal_analysis_warnings(u->analysis, &n);
  for (size_t i = 0; i < n; i++) {
    char text[512];
    coal_warning_text(&warnings[i], text, sizeof text);
    add_log(result, "%s%s", text, "");
  }
}

/** Findings in the project's baseline are not shown. */
static coal_baseline *open_baseline(json_t *result, coal_arena *arena, const coal_config *config) {
  coal_baseline *baseline = NULL;
  const char *problem = NULL;
  if (config->baseline && coal_baseline_open(arena, config->baseline, false, &baseline, &problem)) {
    add_log(result, "%s%s", problem, "");
    return NULL;
  }
  return baseline;
}

static bool is_cut(const coal_analysis *a) {
  size_t n;
  const coal_kernel *kernels = coal_analysis_kernels(a, &n);
  for (size_t i = 0; i < n; i++)
    if (kernels[i].is_out_of_budget) return true;
  return false;
}

static void fill(json_t *result, const coal_settings *s, const coal_config *config, const coal_job *job, coal_unit *u) {
  coal_arena *arena = coal_arena_new();
  coal_baseline *baseline = open_baseline(result, arena, config);
  coal_result_context c = {.settings = s,
                           .filter = coal_filter_new(),
                           .analysis = u->analysis,
                           .locations = {.sources = coal_source_cache_new(),
                                         .document_uri = job->uri,
                                         .overlays = job->overlays,
                                         .n_overlays = job->n_overlays,
                                         .encoding = s->client.encoding}};
  coal_filter_set_baseline(c.filter, baseline);
  coal_result_add_findings(&c, result);
  coal_result_add_accesses(&c, result);
  coal_locations_free(&c.locations);
  coal_source_cache_free(c.locations.sources);
  coal_filter_free(c.filter);
  coal_baseline_free(baseline);
  coal_arena_free(arena);
  add_logs(result, u);
  if (is_cut(u->analysis)) json_object_set_new(result, "isCut", json_true());
}

/** The editor's settings, for coal_project_new. Invalid settings do not stop the analysis. */
typedef struct wishes {
  const coal_settings *settings;
  bool is_hurried;
  const char *problem;
} wishes;

/** While the user types, the budget is one second, and another for launches that are counted whole. */
#define HURRIED_STEPS COAL_STEPS_A_SECOND

static int apply(coal_config *c, void *context, const char **error) {
  wishes *w = context;
  (void)error;
  coal_settings_apply(w->settings, c, &w->problem);
  uint64_t *budget = &c->analysis.file_budget;
  if (w->is_hurried && (!*budget || *budget > HURRIED_STEPS)) *budget = HURRIED_STEPS;
  c->files = NULL; /* the editor says which */
  c->n_files = 0;
  return 0;
}

/** The unit that the document is analysed in: itself with its flags, or for a header a file that includes it. */
static const coal_input *choose_input(coal_inputs *inputs, const coal_config *c, const char *path, coal_input *alone) {
  size_t n = 0;
  if (inputs) coal_inputs_add(inputs, path);
  const coal_input *list = inputs ? coal_inputs_list(inputs, &n) : NULL;
  *alone = (coal_input){.file = path, .config = c, .flags = c->flags, .n_flags = c->n_flags};
  return n ? list : alone;
}

static int analyse(coal_frontend *f, const coal_input *in, const coal_job *job, coal_unit *unit, char **error) {
  coal_arena *arena = coal_arena_new();
  coal_overlay *overlays = COAL_ARENA_ARRAY(arena, coal_overlay, job->n_overlays);
  char *file = coal_absolute_path(in->file);
  for (size_t i = 0; i < job->n_overlays; i++) {
    overlays[i] = job->overlays[i];
    if (strcmp(overlays[i].path, file) == 0) overlays[i].path = in->file; /* one name for one file */
  }
  int status = coal_unit_open_input(f, in, overlays, job->n_overlays, 0, unit, error);
  free(file);
  coal_arena_free(arena);
  return status;
}

static void add_notes(json_t *result, const coal_inputs *inputs) {
  size_t n = 0;
  const char *const *notes = inputs ? coal_inputs_notes(inputs, &n) : NULL;
  for (size_t i = 0; i < n; i++) add_log(result, "%s%s", notes[i], "");
  if (inputs && coal_inputs_error(inputs)) add_log(result, "settings: %s%s", coal_inputs_error(inputs), "");
}

static void make(json_t *result, coal_frontend *f, const coal_settings *s, coal_project *project, const coal_job *job) {
  const coal_config *config = coal_project_plain(project);
  coal_inputs *inputs = NULL;
  coal_input alone;
  coal_unit unit;
  const char *problem = NULL;
  char *failure = NULL;
  if (coal_inputs_new(config, &inputs, &problem)) add_log(result, "settings: %s%s", problem, "");
  if (inputs) coal_inputs_use_project(inputs, project);
  const coal_input *in = choose_input(inputs, config, job->overlays[0].path, &alone);
  if (analyse(f, in, job, &unit, &failure)) {
    json_object_set_new(result, "error", coal_json_text(failure ? failure : "unknown failure"));
  } else {
    fill(result, s, in->config, job, &unit);
    coal_unit_close(&unit);
  }
  add_notes(result, inputs);
  coal_inputs_free(inputs);
  free(failure);
}

json_t *coal_result_make(coal_frontend *f, const char *error, const coal_settings *s, const coal_job *job) {
  static const char *const lists[] = {"diagnostics", "actions", "hovers", "hints", "log"};
  json_t *result = json_object();
  for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) json_object_set_new(result, lists[i], json_array());
  coal_arena *arena = coal_arena_new();
  wishes w = {.settings = s, .is_hurried = job->is_hurried};
  coal_project *project = NULL;
  const char *problem = NULL;
  if (!f)
    json_object_set_new(result, "error", coal_json_text(error ? error : "libclang cannot be loaded"));
  else if (coal_project_new(arena, apply, &w, &project, &problem))
    json_object_set_new(result, "error", coal_json_text(problem));
  else
    make(result, f, s, project, job);
  if (w.problem) add_log(result, "settings: %s%s", w.problem, "");
  coal_project_free(project);
  coal_arena_free(arena);
  return result;
}
