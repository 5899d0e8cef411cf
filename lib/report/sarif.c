/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** `--format=sarif`: SARIF 2.1.0 (OASIS standard, 27 March 2020), one run over all files. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "checks/registry.h"
#include "fingerprint.h"
#include "json_cost.h"
#include "json_util.h"
#include "pages.h"
#include "render.h"
#include "util/alloc.h"

#define SCHEMA "https://json.schemastore.org/sarif-2.1.0.json"
#define ROOT_ID "SRCROOT"

typedef struct sarif_state {
  json_t *results;
  char *directory; /* where relative paths start, with a '/' at the end */
} sarif_state;

/** A path as a URI: everything but RFC 3986's unreserved characters and '/' is escaped. */
static void add_uri(coal_str *out, const char *path) {
  static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/";
  for (; *path; path++) {
    if (strchr(plain, *path))
      coal_str_add_n(out, path, 1);
    else
      coal_str_addf(out, "%%%02X", (unsigned char)*path);
  }
}

/** Relative to the working folder where the file is below it. */
static json_t *artifact(const sarif_state *s, const char *path) {
  json_t *object = json_object();
  const size_t n = strlen(s->directory);
  if (strncmp(path, s->directory, n) == 0) path += n;
  while (strncmp(path, "./", 2) == 0) path += 2;
  coal_str uri = {0};
  coal_str_add(&uri, path[0] == '/' ? "file://" : "");
  add_uri(&uri, path);
  coal_json_set_text(object, "uri", uri.data);
  if (path[0] != '/') coal_json_set_text(object, "uriBaseId", ROOT_ID);
  coal_str_free(&uri);
  return object;
}

/** The column in characters of a column in bytes. */
static uint32_t column_of(coal_report *r, const coal_file *file, const coal_pos *p) {
  size_t n = 0;
  const coal_source_file *source = coal_source_get(r->sources, file->path);
  const char *line = source ? coal_source_line(source, p->line1, &n) : NULL;
  uint32_t column = 1;
  if (!line) return p->column1 ? p->column1 : 1;
  for (size_t i = 0; i < n && i + 1 < p->column1; i++)
    if (((unsigned char)line[i] & 0xc0) != 0x80) column++;
  return column;
}

static json_t *region(coal_report *r, const coal_range *range) {
  json_t *object = json_object();
  coal_json_set_integer(object, "startLine", range->begin.line1);
  coal_json_set_integer(object, "startColumn", column_of(r, range->file, &range->begin));
  if (range->end.line1 < range->begin.line1) return object;
  coal_json_set_integer(object, "endLine", range->end.line1);
  coal_json_set_integer(object, "endColumn", column_of(r, range->file, &range->end));
  return object;
}

/** NULL if the range has no location. `message` may be NULL. */
static json_t *location(const sarif_state *s, coal_report *r, const coal_range *range, const char *message) {
  if (!range->file || range->begin.line1 == 0) return NULL;
  json_t *object = json_object(), *physical = json_object();
  json_object_set_new(physical, "artifactLocation", artifact(s, range->file->path));
  json_object_set_new(physical, "region", region(r, range));
  json_object_set_new(object, "physicalLocation", physical);
  if (message) coal_json_set_message(object, "message", message);
  return object;
}

static const char *level_of(coal_severity severity) {
  switch (severity) {
    case COAL_SEVERITY_ERROR: return "error";
    case COAL_SEVERITY_WARNING: return "warning";
    case COAL_SEVERITY_REMARK: break;
  }
  return "note";
}

/** The check's page, or NULL. */
static const char *page_of(const char *check) {
  for (const coal_page *p = coal_pages; p->check; p++)
    if (strcmp(p->check, check) == 0) return p->markdown;
  return NULL;
}

/** As GitHub reads them. */
static json_t *rule_properties(void) {
  json_t *properties = json_object(), *tags = json_array();
  json_array_append_new(tags, coal_json_text("performance"));
  json_array_append_new(tags, coal_json_text("cuda"));
  json_object_set_new(properties, "tags", tags);
  coal_json_set_text(properties, "precision", "very-high");
  return properties;
}

static json_t *rules(void) {
  json_t *list = json_array();
  size_t n;
  const coal_check *const *checks = coal_check_list(&n);
  for (size_t i = 0; i < n; i++) {
    json_t *rule = json_object(), *configuration = json_object();
    coal_str id = {0}, help = {0};
    coal_str_addf(&id, "coalcheck-%s", checks[i]->name);
    coal_str_addf(&help, "%s Silence a place with // NOLINT(%s).", checks[i]->summary, id.data);
    coal_json_set_text(rule, "id", id.data);
    coal_json_set_text(rule, "name", checks[i]->name);
    coal_json_set_message(rule, "shortDescription", checks[i]->summary);
    coal_json_set_message(rule, "fullDescription", checks[i]->summary);
    coal_json_set_message(rule, "help", help.data);
    coal_json_set_text(json_object_get(rule, "help"), "markdown", page_of(checks[i]->name));
    json_object_set_new(rule, "properties", rule_properties());
    coal_json_set_text(configuration, "level", level_of(checks[i]->severity));
    json_object_set_new(rule, "defaultConfiguration", configuration);
    json_array_append_new(list, rule);
    coal_str_free(&id);
    coal_str_free(&help);
  }
  return list;
}

/** Notes with a location of their own become related locations; the others are appended to the message. */
static void set_texts(const sarif_state *s, coal_report *r, json_t *result, const coal_finding *f) {
  json_t *related = json_array();
  coal_str message = {0};
  coal_str_add(&message, f->message);
  for (size_t i = 0; i < f->n_notes; i++) {
    json_t *place = location(s, r, &f->notes[i].range, f->notes[i].text);
    if (place)
      json_array_append_new(related, place);
    else
      coal_str_addf(&message, "\n%s", f->notes[i].text);
  }
  coal_json_set_message(result, "message", message.data);
  if (json_array_size(related)) json_object_set(result, "relatedLocations", related);
  json_decref(related);
  coal_str_free(&message);
}

/** The edits of one file; NULL if a fix's edits are elsewhere. */
static json_t *change(const sarif_state *s, coal_report *r, const coal_fix *fix, const coal_file *file) {
  json_t *object = json_object(), *replacements = json_array();
  json_object_set_new(object, "artifactLocation", artifact(s, file->path));
  for (size_t i = 0; i < fix->n_edits; i++) {
    if (fix->edits[i].range.file != file) continue;
    json_t *replacement = json_object();
    json_object_set_new(replacement, "deletedRegion", region(r, &fix->edits[i].range));
    coal_json_set_message(replacement, "insertedContent", fix->edits[i].text);
    json_array_append_new(replacements, replacement);
  }
  json_object_set_new(object, "replacements", replacements);
  return object;
}

static void set_fix(const sarif_state *s, coal_report *r, json_t *result, const coal_fix *fix) {
  json_t *object = json_object(), *changes = json_array(), *list = json_array();
  coal_json_set_message(object, "description", fix->description);
  for (size_t i = 0; i < fix->n_edits; i++) {
    const coal_file *file = fix->edits[i].range.file;
    bool seen = !file;
    for (size_t k = 0; k < i; k++) seen = seen || fix->edits[k].range.file == file;
    if (!seen) json_array_append_new(changes, change(s, r, fix, file));
  }
  json_object_set_new(object, "artifactChanges", changes);
  json_array_append_new(list, object);
  json_object_set_new(result, "fixes", list);
}

static void set_suppression(json_t *result) {
  json_t *list = json_array(), *object = json_object();
  coal_json_set_text(object, "kind", "inSource");
  json_array_append_new(list, object);
  json_object_set_new(result, "suppressions", list);
}

static size_t rule_index(const char *check) {
  size_t n, i = 0;
  const coal_check *const *checks = coal_check_list(&n);
  while (i < n && strcmp(checks[i]->name, check) != 0) i++;
  return i;
}

/** Properties without a place in SARIF: the help, the cost, and the number of places of the finding. */
static json_t *properties_of(const coal_report *r, const coal_finding *f, const char *id) {
  size_t n;
  json_t *properties = json_object();
  coal_finding_accesses(f, &n);
  size_t *places = coal_alloc(n * sizeof *places);
  coal_json_set_text(properties, "id", id);
  coal_json_set_integer(properties, "places", coal_filter_places(f, r->places, places));
  coal_json_set_text(properties, "help", f->help);
  json_t *gain = coal_json_gain(&f->gain);
  if (gain) json_object_set_new(properties, "gain", gain);
  free(places);
  return properties;
}

static json_t *result_object(const sarif_state *s, coal_report *r, const coal_analysis *a, const coal_finding *f,
                             const coal_fingerprints *fingerprints, bool is_suppressed) {
  size_t n;
  const size_t first = coal_filter_first_place(f, r->places);
  const coal_access *access = &coal_analysis_accesses(a, &n)[first];
  json_t *result = json_object(), *places = json_array(), *prints = json_object();
  coal_str id = {0};
  coal_str_addf(&id, "coalcheck-%s", f->check);
  coal_json_set_text(result, "ruleId", id.data);
  coal_json_set_integer(result, "ruleIndex", rule_index(f->check));
  coal_json_set_text(result, "level", level_of(f->severity));
  set_texts(s, r, result, f);
  json_t *place = location(s, r, &access->range, NULL);
  if (place) json_array_append_new(places, place);
  json_object_set_new(result, "locations", places);
  coal_json_set_text(prints, "coalcheckFinding/v1", coal_fingerprint_of(fingerprints, first));
  json_object_set_new(result, "partialFingerprints", prints);
  if (f->fix && f->fix->n_edits) set_fix(s, r, result, f->fix);
  json_object_set_new(result, "properties", properties_of(r, f, coal_fingerprint_id(fingerprints, f)));
  if (is_suppressed) set_suppression(result);
  coal_str_free(&id);
  return result;
}

static void *sarif_begin(coal_report *r) {
  (void)r;
  sarif_state *s = coal_alloc(sizeof *s);
  char directory[PATH_MAX] = "";
  coal_str with_slash = {0};
  if (!getcwd(directory, sizeof directory)) directory[0] = '\0';
  coal_str_addf(&with_slash, "%s/", directory);
  *s = (sarif_state){json_array(), with_slash.data};
  return s;
}

static void sarif_add(void *state, coal_report *r, const coal_analysis *a) {
  sarif_state *s = state;
  size_t n;
  const coal_finding *f = coal_analysis_findings(a, &n);
  coal_fingerprints *fingerprints = coal_fingerprints_new(r->sources, a);
  for (size_t i = 0; i < n; i++)
    if (r->shown[i] <= COAL_SHOWN_NOLINT)
      json_array_append_new(s->results, result_object(s, r, a, &f[i], fingerprints, r->shown[i] != COAL_SHOWN));
  coal_fingerprints_free(fingerprints);
}

static json_t *tool_object(void) {
  json_t *tool = json_object(), *driver = json_object();
  coal_json_set_text(driver, "name", "coalcheck");
  coal_json_set_text(driver, "semanticVersion", coal_version());
  json_object_set_new(driver, "rules", rules());
  json_object_set_new(tool, "driver", driver);
  return tool;
}

static void sarif_end(void *state, coal_report *r) {
  sarif_state *s = state;
  json_t *root = json_object(), *runs = json_array(), *run = json_object(), *bases = json_object(),
         *base = json_object();
  coal_str uri = {0};
  coal_str_add(&uri, "file://");
  add_uri(&uri, s->directory);
  coal_json_set_text(base, "uri", uri.data);
  json_object_set_new(bases, ROOT_ID, base);
  coal_json_set_text(root, "$schema", SCHEMA);
  coal_json_set_text(root, "version", "2.1.0");
  json_object_set_new(run, "tool", tool_object());
  json_object_set_new(run, "originalUriBaseIds", bases);
  coal_json_set_text(run, "columnKind", "unicodeCodePoints");
  json_object_set_new(run, "results", s->results);
  json_array_append_new(runs, run);
  json_object_set_new(root, "runs", runs);
  coal_json_add(&r->out, root);
  coal_str_free(&uri);
  free(s->directory);
  free(s);
}

const coal_renderer coal_renderer_sarif = {"sarif", sarif_begin, sarif_add, sarif_end};
