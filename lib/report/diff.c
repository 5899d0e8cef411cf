/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "diff.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "json_util.h"
#include "util/alloc.h"

/** Means over samples that differ by less than this share are the same. */
#define SAME_SHARE 0.005

/** One report. `match[i]`: the index of access i in the other report; `finding[i]`: that of the finding about access i; −1:
 *  none. `met[i]`: finding i was found again. */
typedef struct side {
  const json_t *accesses, *findings;
  json_t *by_id; /* index of a finding by its id */
  long *match, *finding;
  bool *met;
  bool has_one_file;
} side;

static const char *text_of(const json_t *object, const char *key) {
  const char *text = json_string_value(json_object_get(object, key));
  return text ? text : "";
}

static size_t index_of(const json_t *object, const char *key) {
  return (size_t)json_integer_value(json_object_get(object, key));
}

/** Every index of a finding is one of an access. */
static bool has_bad_index(const json_t *report) {
  const json_t *findings = json_object_get(report, "findings");
  const size_t n = json_array_size(json_object_get(report, "accesses"));
  for (size_t i = 0; i < json_array_size(findings); i++) {
    const json_t *f = json_array_get(findings, i), *all = json_object_get(f, "accesses");
    const json_t *first = json_object_get(f, "access");
    if (!json_is_integer(first) || (uint64_t)json_integer_value(first) >= n) return true;
    for (size_t k = 0; k < json_array_size(all); k++) {
      const json_t *at = json_array_get(all, k);
      if (!json_is_integer(at) || (uint64_t)json_integer_value(at) >= n) return true;
    }
  }
  return false;
}

const char *coal_diff_problem(const json_t *report) {
  if (!json_is_object(report) || strcmp(text_of(json_object_get(report, "tool"), "name"), "coalcheck") != 0)
    return "not a report of 'coalcheck --format=json'";
  static const char *const lists[] = {"kernels", "accesses", "findings"};
  for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
    if (!json_is_array(json_object_get(report, lists[i]))) return "a report without kernels, accesses and findings";
  return has_bad_index(report) ? "a finding names an access that is not there" : NULL;
}

/* ---- which access is which ----------------------------------------------------------------------------- */

/** The key of an access. Strict: file, kernel, operation and expression; else kernel, operation and object. */
static void add_key(coal_str *key, const json_t *access, bool is_strict, bool with_file) {
  key->n = 0;
  coal_str_addf(key, "%s\n%s\n%s\n%s", text_of(access, "kernel"), text_of(access, "space"), text_of(access, "op"),
                is_strict ? text_of(access, "expression") : text_of(access, "object"));
  if (is_strict && with_file) coal_str_addf(key, "\n%s", text_of(access, "file"));
}

/** Lists of indices of the accesses without a match, by key. */
static json_t *index_accesses(const side *s, bool is_strict, bool with_file) {
  json_t *lists = json_object();
  coal_str key = {0};
  for (size_t i = 0; i < json_array_size(s->accesses); i++) {
    if (s->match[i] >= 0) continue;
    add_key(&key, json_array_get(s->accesses, i), is_strict, with_file);
    json_t *list = json_object_get(lists, key.data);
    if (!list) json_object_set_new(lists, key.data, list = json_array());
    json_array_append_new(list, json_integer((json_int_t)i));
  }
  coal_str_free(&key);
  return lists;
}

/** Accesses with the same key correspond in order. */
static void match_accesses(side *before, side *after, bool is_strict) {
  const bool with_file = !(before->has_one_file && after->has_one_file);
  json_t *lists = index_accesses(before, is_strict, with_file), *others = index_accesses(after, is_strict, with_file);
  json_t *list;
  const char *key;
  json_object_foreach(lists, key, list) {
    const json_t *other = json_object_get(others, key);
    for (size_t i = 0; i < json_array_size(list) && i < json_array_size(other); i++) {
      const size_t a = (size_t)json_integer_value(json_array_get(list, i));
      const size_t b = (size_t)json_integer_value(json_array_get(other, i));
      before->match[a] = (long)b;
      after->match[b] = (long)a;
    }
  }
  json_decref(lists);
  json_decref(others);
}

static const json_t *first_access(const side *s, const json_t *finding) {
  return json_array_get(s->accesses, index_of(finding, "access"));
}

static void set_finding(side *s, size_t access, size_t finding) {
  if (s->finding[access] < 0) s->finding[access] = (long)finding;
}

/** Findings by access, first accesses before the others of a group, and by id. */
static void index_findings(side *s) {
  const size_t n = json_array_size(s->findings);
  for (size_t i = 0; i < n; i++) {
    const json_t *f = json_array_get(s->findings, i);
    const char *id = text_of(f, "id");
    set_finding(s, index_of(f, "access"), i);
    if (*id) json_object_set_new(s->by_id, id, json_integer((json_int_t)i));
  }
  for (size_t i = 0; i < n; i++) {
    const json_t *all = json_object_get(json_array_get(s->findings, i), "accesses");
    for (size_t k = 0; k < json_array_size(all); k++)
      set_finding(s, (size_t)json_integer_value(json_array_get(all, k)), i);
  }
}

static side open_side(const json_t *report) {
  side s = {.accesses = json_object_get(report, "accesses"),
            .findings = json_object_get(report, "findings"),
            .by_id = json_object(),
            .has_one_file = json_array_size(json_object_get(report, "files")) == 1};
  const size_t n = json_array_size(s.accesses), n_findings = json_array_size(s.findings);
  s.match = coal_alloc((n + 1) * sizeof *s.match);
  s.finding = coal_alloc((n + 1) * sizeof *s.finding);
  s.met = coal_alloc((n_findings + 1) * sizeof *s.met);
  for (size_t i = 0; i < n; i++) s.match[i] = s.finding[i] = -1;
  for (size_t i = 0; i < n_findings; i++) s.met[i] = false;
  index_findings(&s);
  return s;
}

static void close_side(side *s) {
  json_decref(s->by_id);
  free(s->match);
  free(s->finding);
  free(s->met);
}

/** The finding of `to` that is this one of `from`, or −1. */
static long same_finding(const side *from, const side *to, const json_t *finding) {
  const json_t *same = json_object_get(to->by_id, text_of(finding, "id"));
  const long match = from->match[index_of(finding, "access")];
  if (same) return (long)json_integer_value(same);
  return match >= 0 ? to->finding[match] : -1;
}

/* ---- what it costs ------------------------------------------------------------------------------------- */

/** Sectors or wavefronts a request, mean; NaN if they are not known. */
static double cost_of_access(const json_t *access) {
  const bool is_shared = strcmp(text_of(access, "space"), "shared") == 0;
  const json_t *mean = json_object_get(json_object_get(access, is_shared ? "wavefronts" : "sectors"), "mean");
  return json_is_number(mean) ? json_number_value(mean) : NAN;
}

/** The sum over all accesses of the finding whose cost is known; NaN if there are none. */
static double cost_of_finding(const side *s, const json_t *finding) {
  const json_t *all = json_object_get(finding, "accesses");
  if (!json_array_size(all)) return cost_of_access(first_access(s, finding));
  double sum = NAN;
  for (size_t i = 0; i < json_array_size(all); i++) {
    const double one = cost_of_access(json_array_get(s->accesses, (size_t)json_integer_value(json_array_get(all, i))));
    if (!isnan(one)) sum = isnan(sum) ? one : sum + one;
  }
  return sum;
}

static int rank(const char *severity) {
  return strcmp(severity, "error") == 0 ? 2 : strcmp(severity, "warning") == 0 ? 1 : 0;
}

/** Below 0: b is better than a. */
static int compare_findings(const side *before, const json_t *a, const side *after, const json_t *b) {
  const double x = cost_of_finding(before, a), y = cost_of_finding(after, b);
  const int level = rank(text_of(b, "severity")) - rank(text_of(a, "severity"));
  if (isnan(x) || isnan(y) || fabs(y - x) <= SAME_SHARE * fmax(x, y)) return level;
  return y < x ? -1 : 1;
}

/* ---- the difference ------------------------------------------------------------------------------------ */

static json_t *entry(const side *s, const json_t *finding) {
  static const char *const of_access[] = {"file", "line", "column", "kernel", "expression", "space", "op"};
  static const char *const of_finding[] = {"id", "check", "severity", "message"};
  const json_t *access = first_access(s, finding);
  json_t *e = json_object();
  for (size_t i = 0; i < sizeof of_finding / sizeof *of_finding; i++) {
    json_t *value = json_object_get(finding, of_finding[i]);
    if (value) json_object_set(e, of_finding[i], value);
  }
  for (size_t i = 0; i < sizeof of_access / sizeof *of_access; i++) {
    json_t *value = json_object_get(access, of_access[i]);
    if (value) json_object_set(e, of_access[i], value);
  }
  json_object_set_new(e, "unit",
                      json_string(strcmp(text_of(access, "space"), "shared") == 0 ? "wavefronts" : "sectors"));
  return e;
}

static void set_number(json_t *e, const char *key, double v) {
  if (!isnan(v)) json_object_set_new(e, key, coal_json_number(v));
}

static void add_to(json_t *diff, const char *list, json_t *e) { json_array_append_new(json_object_get(diff, list), e); }

/** A finding that is in both. */
static void add_both(json_t *diff, const side *before, const json_t *a, const side *after, const json_t *b) {
  const int order = compare_findings(before, a, after, b);
  if (order == 0) {
    json_object_set_new(diff, "unchanged", json_integer(json_integer_value(json_object_get(diff, "unchanged")) + 1));
    return;
  }
  json_t *e = entry(after, b);
  set_number(e, "before", cost_of_finding(before, a));
  set_number(e, "after", cost_of_finding(after, b));
  add_to(diff, order < 0 ? "better" : "worse", e);
}

/** A finding that is missing from the later report. An access that is no longer judged is not clean. */
static void add_gone(json_t *diff, const side *before, const json_t *a, const side *after) {
  json_t *e = entry(before, a);
  const long match = before->match[index_of(a, "access")];
  const json_t *access = match >= 0 ? json_array_get(after->accesses, (size_t)match) : NULL;
  const bool is_unknown = access && strcmp(text_of(access, "verdict"), "unknown") == 0;
  set_number(e, "before", cost_of_finding(before, a));
  if (is_unknown)
    coal_json_set_text(e, "why", text_of(access, "reason"));
  else if (!access)
    coal_json_set_text(e, "why", "the access is no longer there");
  else if (json_array_size(json_object_get(a, "accesses")) <= 1)
    set_number(e, "after", cost_of_access(access));
  add_to(diff, is_unknown ? "unjudged" : "gone", e);
}

static void add_new(json_t *diff, const side *before, const side *after, const json_t *b) {
  json_t *e = entry(after, b);
  const long match = after->match[index_of(b, "access")];
  const json_t *access = match >= 0 ? json_array_get(before->accesses, (size_t)match) : NULL;
  if (access && json_array_size(json_object_get(b, "accesses")) <= 1) set_number(e, "before", cost_of_access(access));
  set_number(e, "after", cost_of_finding(after, b));
  add_to(diff, "new", e);
}

static void add_findings(json_t *diff, const side *before, const side *after) {
  for (size_t i = 0; i < json_array_size(before->findings); i++) {
    const json_t *a = json_array_get(before->findings, i);
    const long same = same_finding(before, after, a);
    if (same < 0) {
      add_gone(diff, before, a, after);
      continue;
    }
    after->met[same] = true;
    add_both(diff, before, a, after, json_array_get(after->findings, (size_t)same));
  }
  for (size_t i = 0; i < json_array_size(after->findings); i++) {
    const json_t *b = json_array_get(after->findings, i);
    if (!after->met[i]) add_new(diff, before, after, b);
  }
}

/* ---- kernels ------------------------------------------------------------------------------------------- */

/** The totals of a kernel over all launches, as far as they are known. */
static json_t *kernel_numbers(const json_t *kernel) {
  json_t *numbers = json_object(), *launches = json_object_get(kernel, "launches");
  const json_t *totals = json_object_get(kernel, "totals");
  double ns = 0;
  bool is_known = json_array_size(launches) > 0;
  for (size_t i = 0; i < json_array_size(launches); i++) {
    const json_t *time = json_object_get(json_object_get(json_array_get(launches, i), "cost"), "time_ns");
    is_known = is_known && json_is_number(time);
    ns += json_number_value(time);
  }
  if (is_known) json_object_set_new(numbers, "time_ns", coal_json_number(ns));
  static const char *const keys[] = {"sectors", "wavefronts"};
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
    json_t *value = json_object_get(totals, keys[i]);
    if (json_number_value(value) > 0) json_object_set(numbers, keys[i], value);
  }
  return numbers;
}

static bool is_same_kernel(const json_t *a, const json_t *b) {
  const char *x = text_of(a, "signature"), *y = text_of(b, "signature");
  return *x && *y ? strcmp(x, y) == 0 : strcmp(text_of(a, "name"), text_of(b, "name")) == 0;
}

static void add_kernels(json_t *diff, const json_t *before, const json_t *after) {
  const json_t *list = json_object_get(before, "kernels"), *others = json_object_get(after, "kernels");
  for (size_t i = 0; i < json_array_size(list); i++) {
    const json_t *a = json_array_get(list, i), *b = NULL;
    for (size_t k = 0; k < json_array_size(others) && !b; k++)
      if (is_same_kernel(a, json_array_get(others, k))) b = json_array_get(others, k);
    if (!b) continue;
    json_t *x = kernel_numbers(a), *y = kernel_numbers(b);
    if (json_object_size(x) && json_object_size(y) && !json_equal(x, y)) {
      json_t *kernel = json_object();
      coal_json_set_text(kernel, "name", text_of(b, "name"));
      json_object_set(kernel, "before", x);
      json_object_set(kernel, "after", y);
      json_array_append_new(json_object_get(diff, "kernels"), kernel);
    }
    json_decref(x);
    json_decref(y);
  }
}

json_t *coal_diff_make(const json_t *before, const json_t *after) {
  static const char *const lists[] = {"worse", "new", "unjudged", "better", "gone", "kernels"};
  json_t *diff = json_object();
  for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) json_object_set_new(diff, lists[i], json_array());
  json_object_set_new(diff, "unchanged", json_integer(0));
  side a = open_side(before), b = open_side(after);
  match_accesses(&a, &b, true);
  match_accesses(&a, &b, false);
  add_findings(diff, &a, &b);
  add_kernels(diff, before, after);
  close_side(&a);
  close_side(&b);
  return diff;
}

size_t coal_diff_count(const json_t *diff, const char *list, const char *severity) {
  const json_t *entries = json_object_get(diff, list);
  size_t n = 0;
  for (size_t i = 0; i < json_array_size(entries); i++)
    n += rank(text_of(json_array_get(entries, i), "severity")) >= rank(severity);
  return n;
}
