/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** `coalcheck merge A.sarif B.sarif…`: one report out of those of many machines, each result once. */
#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver.h"
#include "util/file.h"
#include "util/str.h"
#include "util/vec.h"

enum { BYTES_MAX = 1 << 30 };

/** The reports read so far. `runs` holds one run a tool (name and version), `seen` one member a result. */
typedef struct merged {
  json_t *root, *runs, *seen;
} merged;

static const char *text_at(const json_t *object, const char *a, const char *b) {
  const json_t *inner = json_object_get(object, a);
  return json_string_value(b ? json_object_get(inner, b) : inner);
}

static const json_t *driver_of(const json_t *run) { return json_object_get(json_object_get(run, "tool"), "driver"); }

static bool is_same_tool(const json_t *a, const json_t *b) {
  const char *x = text_at(driver_of(a), "name", NULL), *y = text_at(driver_of(b), "name", NULL);
  return x && y && strcmp(x, y) == 0 &&
         json_equal(json_object_get(driver_of(a), "semanticVersion"), json_object_get(driver_of(b), "semanticVersion"));
}

/** Maps each rule of the run to its index in `into`, adding missing rules. */
static json_t *add_rules(json_t *into, const json_t *run) {
  json_t *rules = json_object_get(driver_of(into), "rules"), *map = json_array();
  const json_t *others = json_object_get(driver_of(run), "rules");
  for (size_t i = 0; i < json_array_size(others); i++) {
    json_t *rule = json_array_get(others, i);
    size_t k = 0;
    while (k < json_array_size(rules) &&
           !json_equal(json_object_get(json_array_get(rules, k), "id"), json_object_get(rule, "id")))
      k++;
    if (k == json_array_size(rules)) json_array_append(rules, rule);
    json_array_append_new(map, json_integer((json_int_t)k));
  }
  return map;
}

/** The identity of a result: rule, level, location, text, fingerprint, and whether it is suppressed. */
static char *key_of(const json_t *result) {
  const json_t *place = json_object_get(json_array_get(json_object_get(result, "locations"), 0), "physicalLocation");
  json_t *key = json_pack("[O?,O?,O?,s?,O?,s?,b]", json_object_get(result, "ruleId"), json_object_get(result, "level"),
                          json_object_get(result, "partialFingerprints"), text_at(place, "artifactLocation", "uri"),
                          json_object_get(place, "region"), text_at(result, "message", "text"),
                          json_array_size(json_object_get(result, "suppressions")) > 0);
  char *text = key ? json_dumps(key, JSON_COMPACT | JSON_SORT_KEYS) : NULL;
  json_decref(key);
  return text;
}

static void add_result(merged *m, json_t *into, const json_t *map, json_t *result) {
  char *key = key_of(result);
  const bool is_new = !key || !json_object_get(m->seen, key);
  if (key && is_new) json_object_set_new(m->seen, key, json_true());
  free(key);
  if (!is_new) return;
  const json_t *index = json_object_get(result, "ruleIndex");
  if (json_is_integer(index)) {
    json_t *mapped = json_array_get(map, (size_t)json_integer_value(index));
    if (mapped) json_object_set(result, "ruleIndex", mapped);
  }
  json_array_append(json_object_get(into, "results"), result);
}

/** The run of the same tool, or the run itself emptied of results. */
static json_t *run_for(merged *m, const json_t *run) {
  for (size_t i = 0; i < json_array_size(m->runs); i++)
    if (is_same_tool(json_array_get(m->runs, i), run)) return json_array_get(m->runs, i);
  json_t *copy = json_deep_copy(run);
  json_object_set_new(copy, "results", json_array());
  json_array_append_new(m->runs, copy);
  return copy;
}

/** Roots of different machines are no root of the whole. */
static void compare_roots(json_t *into, const json_t *run) {
  const json_t *a = json_object_get(into, "originalUriBaseIds"), *b = json_object_get(run, "originalUriBaseIds");
  if (a && (!b || !json_equal(a, b))) json_object_del(into, "originalUriBaseIds");
}

static void add_run(merged *m, const json_t *run) {
  json_t *into = run_for(m, run);
  json_t *map = add_rules(into, run);
  const json_t *results = json_object_get(run, "results");
  compare_roots(into, run);
  for (size_t i = 0; i < json_array_size(results); i++) add_result(m, into, map, json_array_get(results, i));
  json_decref(map);
}

static int add_report(merged *m, const char *path) {
  json_error_t problem;
  size_t n;
  const char *why = NULL;
  char *text = coal_file_read(path, BYTES_MAX, &n, &why);
  if (!text) return coal_fail("cannot read '%s': %s", path, why);
  json_t *root = json_loadb(text, n, 0, &problem);
  free(text);
  const json_t *runs = json_object_get(root, "runs");
  const char *version = text_at(root, "version", NULL);
  int status = COAL_EXIT_CLEAN;
  if (!root) {
    status = coal_fail("%s:%d: %s", path, problem.line, problem.text);
  } else if (!json_is_array(runs) || !version || strcmp(version, "2.1.0") != 0) {
    status = coal_fail("%s: not a SARIF 2.1.0 report", path);
  } else {
    for (size_t i = 0; i < json_array_size(runs); i++) add_run(m, json_array_get(runs, i));
    const char *schema = text_at(root, "$schema", NULL);
    if (schema && !json_object_get(m->root, "$schema"))
      json_object_set(m->root, "$schema", json_object_get(root, "$schema"));
  }
  json_decref(root);
  return status;
}

static int write_report(const merged *m, const char *path) {
  char *text = json_dumps(m->root, JSON_INDENT(1));
  coal_str report = {0};
  if (!text) return coal_fail("out of memory");
  coal_str_addf(&report, "%s\n", text);
  free(text);
  const bool good = path ? coal_file_replace(path, report.data, report.n) == 0
                         : fwrite(report.data, 1, report.n, stdout) == report.n && fflush(stdout) == 0;
  const int error = errno;
  coal_str_free(&report);
  if (good) return COAL_EXIT_CLEAN;
  return path ? coal_fail("cannot write '%s': %s", path, strerror(error))
              : coal_fail("cannot write the report: %s", strerror(error));
}

int coal_merge_main(int argc, char **argv) {
  coal_arena *arena = coal_arena_new();
  coal_config c;
  const char *error = NULL;
  int status = COAL_EXIT_CLEAN;
  coal_config_init(&c, arena);
  if (coal_config_parse(&c, COAL_OPTION_COMMAND_LINE, (size_t)argc - 1, (const char *const *)argv + 1, &error))
    status = coal_fail("%s", error);
  else if (!c.n_files)
    status = coal_fail("no report to merge; try 'coalcheck merge -o all.sarif a.sarif b.sarif'");
  merged m = {.root = json_object(), .runs = json_array(), .seen = json_object()};
  json_object_set_new(m.root, "version", json_string("2.1.0"));
  json_object_set(m.root, "runs", m.runs);
  for (size_t i = 0; i < c.n_files; i++)
    if (add_report(&m, c.files[i])) status = COAL_EXIT_FAILED;
  if (!status) status = write_report(&m, c.output);
  json_decref(m.root);
  json_decref(m.runs);
  json_decref(m.seen);
  coal_arena_free(arena);
  return status;
}
