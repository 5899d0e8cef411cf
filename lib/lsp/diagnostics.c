/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** Findings as diagnostics, proved fixes as edits. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lsp/result.h"
#include "lsp/uri.h"
#include "report/json_cost.h"
#include "report/json_util.h"
#include "report/report.h"
#include "util/alloc.h"

/** DiagnosticSeverity of the protocol. */
enum { SEVERITY_ERROR = 1, SEVERITY_WARNING = 2, SEVERITY_INFORMATION = 3 };

static int severity_of(coal_severity s) {
  switch (s) {
    case COAL_SEVERITY_ERROR: return SEVERITY_ERROR;
    case COAL_SEVERITY_WARNING: return SEVERITY_WARNING;
    case COAL_SEVERITY_REMARK: break;
  }
  return SEVERITY_INFORMATION;
}

/* ---- the pages of the checks --------------------------------------------------------------------------- */

static char *page_in(const char *folder, const char *check) {
  coal_str path = {0};
  coal_str_addf(&path, "%s/%s.md", folder, check);
  char *uri = access(path.data, R_OK) == 0 ? coal_path_uri(path.data) : NULL;
  coal_str_free(&path);
  return uri;
}

/** Beside the installed program: bin/coalcheck and share/doc/coalcheck/checks. */
static char *installed_page(const char *check) {
  char program[4096];
  ssize_t n = readlink("/proc/self/exe", program, sizeof program - 1);
  if (n <= 0) return NULL;
  program[n] = '\0';
  for (int i = 0; i < 2; i++) {
    char *slash = strrchr(program, '/');
    if (!slash) return NULL;
    *slash = '\0';
  }
  coal_str folder = {0};
  coal_str_addf(&folder, "%s/share/doc/coalcheck/checks", program);
  char *uri = page_in(folder.data, check);
  coal_str_free(&folder);
  return uri;
}

char *coal_check_page(const char *check) {
  const char *base = getenv("COALCHECK_DOCS");
  if (base && strstr(base, "://")) {
    coal_str uri = {0};
    coal_str_addf(&uri, "%s/%s.md", base, check);
    return uri.data;
  }
  if (base) return page_in(base, check);
  char *uri = installed_page(check);
  return uri ? uri : page_in(COAL_DOCS_DIR "/checks", check);
}

/* ---- diagnostics --------------------------------------------------------------------------------------- */

/** Where to show a finding of the document: at its access, or at the call in the document that leads to it. NULL: it
 *  belongs to another file. */
static const coal_range *place_of(coal_result_context *c, const coal_access *a) {
  if (coal_location_in_document(&c->locations, a->range.file)) return &a->range;
  for (size_t i = 0; i < a->n_inlined_at; i++)
    if (coal_location_in_document(&c->locations, a->inlined_at[i].range.file)) return &a->inlined_at[i].range;
  const coal_range *kernel = &a->kernel->fn->range;
  return coal_location_in_document(&c->locations, kernel->file) ? kernel : NULL;
}

static bool same_location(const coal_range *a, const coal_range *b) {
  return a->file == b->file && a->begin.offset_bytes == b->begin.offset_bytes;
}

static void add_related(coal_result_context *c, json_t *list, const coal_range *at, const char *text) {
  json_t *location = coal_location_json(&c->locations, at), *entry = json_object();
  json_object_set_new(entry, "message", coal_json_text(text));
  if (location) json_object_set_new(entry, "location", location);
  if (location) json_array_append(list, entry);
  json_decref(entry);
}

/** The notes as related information; notes without a location get the finding's. */
static json_t *related(coal_result_context *c, const coal_finding *f, const coal_access *a, const coal_range *at) {
  json_t *list = json_array();
  if (!same_location(&a->range, at)) add_related(c, list, &a->range, "the access is here");
  const coal_macro_use *macro = a->range.macro;
  if (macro && macro->file && macro->name) {
    coal_range spelling = {.file = macro->file, .begin = macro->spelling, .end = macro->spelling};
    coal_str text = {0};
    coal_str_addf(&text, "expanded from macro '%s'", macro->name);
    add_related(c, list, &spelling, text.data);
    coal_str_free(&text);
  }
  for (size_t i = 0; i < f->n_notes; i++)
    add_related(c, list, f->notes[i].range.file ? &f->notes[i].range : at, f->notes[i].text);
  return list;
}

/** The message; for clients without related information the notes follow it. */
static void set_message(coal_result_context *c, json_t *diagnostic, const coal_finding *f) {
  coal_str text = {0};
  coal_str_add(&text, f->message);
  for (size_t i = 0; i < f->n_notes && !c->settings->client.related_information; i++)
    coal_str_addf(&text, "\n%s", f->notes[i].text);
  coal_json_set_text(diagnostic, "message", text.data);
  coal_str_free(&text);
}

/** What a client may rank findings by: the help, and what the cause costs. */
static void set_data(json_t *diagnostic, const coal_finding *f) {
  json_t *data = json_object(), *gain = coal_json_gain(&f->gain);
  size_t n;
  coal_finding_accesses(f, &n);
  json_object_set_new(data, "places", json_integer((json_int_t)n));
  if (f->help) json_object_set_new(data, "help", coal_json_text(f->help));
  if (gain) json_object_set_new(data, "gain", gain);
  json_object_set_new(diagnostic, "data", data);
}

static json_t *diagnostic(coal_result_context *c, const coal_finding *f, const coal_access *a, const coal_range *at) {
  coal_position start, end;
  if (!coal_location_range(&c->locations, at, &start, &end)) return NULL;
  json_t *d = json_object();
  json_object_set_new(d, "range", coal_range_json(start, end));
  json_object_set_new(d, "severity", json_integer(severity_of(f->severity)));
  json_object_set_new(d, "code", json_sprintf("coalcheck-%s", f->check));
  char *page = c->settings->client.code_description ? coal_check_page(f->check) : NULL;
  if (page) json_object_set_new(d, "codeDescription", json_pack("{s:s}", "href", page));
  free(page);
  json_object_set_new(d, "source", json_string("coalcheck"));
  set_message(c, d, f);
  set_data(d, f);
  if (c->settings->client.related_information) json_object_set_new(d, "relatedInformation", related(c, f, a, at));
  return d;
}

/** Adds the related information of `d` that `to` lacks: other call paths and instances. */
static void join_related(json_t *to, const json_t *d) {
  json_t *known = json_object_get(to, "relatedInformation"), *entry, *other;
  size_t i, k;
  json_array_foreach(json_object_get(d, "relatedInformation"), i, entry) {
    bool is_known = false;
    json_array_foreach(known, k, other) is_known = is_known || json_equal(entry, other);
    if (!is_known) json_array_append(known, entry);
  }
}

/** The index of the diagnostic (taken) in the list, which may contain it already: instances of a template agree.
 *  Diagnostics of different severity are distinct. */
static size_t add_once(json_t *list, json_t *d) {
  size_t i;
  json_t *other;
  json_array_foreach(list, i, other) {
    if (!json_equal(json_object_get(other, "range"), json_object_get(d, "range")) ||
        !json_equal(json_object_get(other, "code"), json_object_get(d, "code")) ||
        !json_equal(json_object_get(other, "severity"), json_object_get(d, "severity")) ||
        !json_equal(json_object_get(other, "message"), json_object_get(d, "message")))
      continue;
    join_related(other, d);
    json_decref(d);
    return i;
  }
  json_array_append_new(list, d);
  return json_array_size(list) - 1;
}

/* ---- fixes --------------------------------------------------------------------------------------------- */

/** The edits, or NULL if one of them is at a location that may not be changed. */
static json_t *edits(coal_result_context *c, const coal_fix *fix) {
  json_t *list = json_array();
  for (size_t i = 0; i < fix->n_edits; i++) {
    const coal_range *r = &fix->edits[i].range;
    json_t *edit = r->file && !r->file->is_system ? coal_location_json(&c->locations, r) : NULL;
    if (!edit) {
      json_decref(list);
      return NULL;
    }
    if (!coal_location_in_document(&c->locations, r->file)) json_object_set_new(edit, "elsewhere", json_true());
    coal_json_set_text(edit, "newText", fix->edits[i].text);
    json_array_append_new(list, edit);
  }
  return list;
}

static void add_action(coal_result_context *c, json_t *list, const coal_finding *f, const coal_access *a,
                       size_t diagnostic_index) {
  json_t *changes = f->fix && f->fix->n_edits ? edits(c, f->fix) : NULL;
  if (!changes) return;
  json_t *action = json_object();
  coal_str title = {0};
  coal_fix_describe(a, f->fix, &title);
  coal_json_set_text(action, "title", title.data);
  coal_str_free(&title);
  json_object_set_new(action, "diagnostic", json_integer((json_int_t)diagnostic_index));
  json_object_set_new(action, "edits", changes);
  for (size_t i = 0; i < json_array_size(list); i++)
    if (json_equal(json_array_get(list, i), action)) {
      json_decref(action);
      return;
    }
  json_array_append_new(list, action);
}

/** For each finding, whether it is shown, yours, and for each access in `places`. Loads the editor's texts first, because suppression comments are
 *  read from them. */
static coal_shown *judge(coal_result_context *c, const coal_finding *f, size_t n, const coal_access *accesses,
                         coal_shown *places) {
  coal_shown *shown = coal_alloc((n + 1) * sizeof *shown);
  for (size_t i = 0; i < n; i++) {
    size_t count;
    const size_t *list = coal_finding_accesses(&f[i], &count);
    for (size_t k = 0; k < count; k++) {
      const coal_range *r = &accesses[list[k]].range;
      coal_location_in_document(&c->locations, r->file);
      if (r->macro) coal_location_in_document(&c->locations, r->macro->file);
    }
  }
  coal_filter_judge(c->filter, c->analysis, c->locations.sources, shown, places);
  return shown;
}

/** The place of the finding: the first of its places in the document. */
static const coal_range *first_place_of(coal_result_context *c, const coal_finding *f, const coal_access *accesses,
                                        const coal_shown *places, const coal_access **out) {
  size_t n;
  const size_t *list = coal_finding_accesses(f, &n);
  for (size_t i = 0; i < n; i++) {
    const coal_range *at = places[list[i]] == COAL_SHOWN ? place_of(c, &accesses[list[i]]) : NULL;
    *out = &accesses[list[i]];
    if (at) return at;
  }
  return NULL;
}

void coal_result_add_findings(coal_result_context *c, json_t *result) {
  size_t n, n_accesses;
  const coal_finding *f = coal_analysis_findings(c->analysis, &n);
  const coal_access *accesses = coal_analysis_accesses(c->analysis, &n_accesses);
  coal_shown *places = coal_alloc((n_accesses + 1) * sizeof *places), *shown = judge(c, f, n, accesses, places);
  for (size_t i = 0; i < n; i++) {
    const coal_access *a;
    const coal_range *at = first_place_of(c, &f[i], accesses, places, &a);
    if (f[i].severity == COAL_SEVERITY_REMARK && !c->settings->remarks) continue;
    if (!at || shown[i] != COAL_SHOWN) continue;
    json_t *d = diagnostic(c, &f[i], a, at);
    if (!d) continue;
    size_t index = add_once(json_object_get(result, "diagnostics"), d);
    add_action(c, json_object_get(result, "actions"), &f[i], a, index);
  }
  free(places);
  free(shown);
}
