/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** Compact answers out of the program's own JSON reports. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "report/diff.h"
#include "report/json_util.h"
#include "run.h"
#include "tools.h"
#include "util/alloc.h"
#include "util/file.h"
#include "util/vec.h"

enum { LIMIT = 20, MESSAGES_MAX = 20, ACCESSES_MAX = 16, BYTES_MAX = 1 << 28 };

typedef COAL_VEC(char *) coal_mcp_words;

static const char *text_of(const json_t *object, const char *key) {
  const char *text = json_string_value(json_object_get(object, key));
  return text ? text : "";
}

static void copy(json_t *to, const json_t *from, const char *key) {
  json_t *value = json_object_get(from, key);
  if (value && !(json_is_array(value) && !json_array_size(value))) json_object_set(to, key, value);
}

static size_t limit_of(const json_t *arguments) {
  const json_t *limit = json_object_get(arguments, "limit");
  return limit ? (size_t)json_integer_value(limit) : LIMIT;
}

/* ---- running ------------------------------------------------------------------------------------------- */

static void add_word(coal_mcp_words *words, const char *format, const char *text) {
  coal_str s = {0};
  coal_str_addf(&s, format, text);
  coal_vec_push(words, s.data);
}

static void add_words(coal_mcp_words *words, const char *format, const json_t *list) {
  for (size_t i = 0; i < json_array_size(list); i++)
    add_word(words, format, json_string_value(json_array_get(list, i)));
}

static void free_words(coal_mcp_words *words) {
  for (size_t i = 0; i < words->n; i++) free(words->items[i]);
  coal_vec_free(words);
}

/** The settings that analysis and confirmation have in common, the file, and behind "--" the flags. */
static void add_settings(coal_mcp_words *words, const json_t *arguments, const char *file) {
  const json_t *target = json_object_get(arguments, "target"), *flags = json_object_get(arguments, "flags");
  add_word(words, "%s", "--format=json");
  add_word(words, "%s", "--no-cache"); /* nothing is written to disk */
  if (target) add_word(words, "--target=%s", json_string_value(target));
  add_words(words, "--launch=%s", json_object_get(arguments, "launch"));
  add_words(words, "--assume=%s", json_object_get(arguments, "assume"));
  add_word(words, file[0] == '-' && file[1] ? "./%s" : "%s", file);
  if (json_array_size(flags)) add_word(words, "%s", "--");
  add_words(words, "%s", flags);
}

/** Lines of standard error as a list, without the program's name. */
static json_t *messages_of(const char *err) {
  static const char prefix[] = "coalcheck: ";
  json_t *list = json_array();
  char *text = coal_strdup(err), *rest = NULL;
  for (char *line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
    if (json_array_size(list) == MESSAGES_MAX) break;
    if (strncmp(line, prefix, sizeof prefix - 1) == 0) line += sizeof prefix - 1;
    json_array_append_new(list, coal_json_text(line));
  }
  free(text);
  return list;
}

/** Why there is no answer: what the command wrote to standard error. */
static void fail(coal_str *problem, const coal_mcp_output *o) {
  json_t *lines = messages_of(o->err.data);
  for (size_t i = 0; i < json_array_size(lines); i++)
    coal_str_addf(problem, "%s%s", i ? "\n" : "", json_string_value(json_array_get(lines, i)));
  if (!problem->n)
    coal_str_add(problem, o->status < 0 ? "the analysis crashed" : "the analysis gave no report and no message");
  json_decref(lines);
}

/** The report of a source with its `messages`, or NULL with a message. `source`: has `source` or `path`. */
static json_t *analyse(const coal_commands *commands, const json_t *source, const json_t *arguments, bool explains,
                       coal_str *problem) {
  const json_t *text = json_object_get(source, "source");
  coal_mcp_words words = {0};
  coal_mcp_output o;
  if (explains) add_word(&words, "%s", "--explain");
  add_settings(&words, arguments, text ? "-" : text_of(source, "path"));
  coal_mcp_run(commands, NULL, words.n, (const char *const *)words.items, NULL, json_string_value(text),
               json_string_length(text), &o);
  free_words(&words);
  json_t *report = json_loadb(o.out.data, o.out.n, 0, NULL);
  const bool is_empty =
      !json_array_size(json_object_get(report, "kernels")) && !json_array_size(json_object_get(report, "accesses"));
  if (!report || (o.status == COAL_EXIT_FAILED && is_empty)) {
    fail(problem, &o);
    json_decref(report);
    report = NULL;
  } else {
    json_object_set_new(report, "messages", messages_of(o.err.data));
  }
  coal_mcp_output_free(&o);
  return report;
}

/* ---- parts of answers ---------------------------------------------------------------------------------- */

/** "12:5" in the source that was asked about, "k.cuh:12:5" elsewhere. */
static json_t *place(const json_t *object, const char *main_file) {
  coal_str s = {0};
  const char *file = text_of(object, "file");
  if (strcmp(file, main_file) != 0) coal_str_addf(&s, "%s:", file);
  coal_str_addf(&s, "%lld:%lld", (long long)json_integer_value(json_object_get(object, "line")),
                (long long)json_integer_value(json_object_get(object, "column")));
  json_t *at = coal_json_text(s.data);
  coal_str_free(&s);
  return at;
}

static const char *main_file_of(const json_t *report) {
  return text_of(json_array_get(json_object_get(report, "files"), 0), "file");
}

static const json_t *access_at(const json_t *report, const json_t *index) {
  return json_array_get(json_object_get(report, "accesses"), (size_t)json_integer_value(index));
}

/** The places of a finding's other accesses, each once. */
static json_t *other_places(const json_t *report, const json_t *finding, const json_t *first) {
  const json_t *all = json_object_get(finding, "accesses");
  json_t *list = json_array();
  for (size_t i = 0; i < json_array_size(all); i++) {
    json_t *at = place(access_at(report, json_array_get(all, i)), main_file_of(report));
    bool is_new = !json_equal(at, first);
    for (size_t k = 0; k < json_array_size(list); k++) is_new = is_new && !json_equal(at, json_array_get(list, k));
    if (is_new) json_array_append(list, at);
    json_decref(at);
  }
  return list;
}

/** Notes, each once. */
static json_t *notes_of(const json_t *finding) {
  const json_t *notes = json_object_get(finding, "notes");
  json_t *list = json_array();
  for (size_t i = 0; i < json_array_size(notes); i++) {
    bool is_new = true;
    for (size_t k = 0; k < json_array_size(list); k++)
      is_new = is_new && !json_equal(json_array_get(list, k), json_array_get(notes, i));
    if (is_new) json_array_append(list, json_array_get(notes, i));
  }
  return list;
}

static json_t *finding_answer(const json_t *report, const json_t *finding) {
  static const char *const keys[] = {"id", "check", "severity", "message", "help", "gain"};
  const json_t *access = access_at(report, json_object_get(finding, "access"));
  json_t *answer = json_object(), *at = place(access, main_file_of(report));
  json_object_set(answer, "at", at);
  copy(answer, access, "kernel");
  copy(answer, access, "expression");
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) copy(answer, finding, keys[i]);
  json_object_set_new(answer, "notes", notes_of(finding));
  json_t *fix = json_object_get(finding, "fix"), *others = other_places(report, finding, at);
  if (fix) {
    json_t *short_fix = json_object();
    copy(short_fix, fix, "description");
    copy(short_fix, fix, "before");
    copy(short_fix, fix, "after");
    copy(short_fix, fix, "edits");
    json_object_set_new(answer, "fix", short_fix);
  }
  if (json_array_size(others)) json_object_set(answer, "also_at", others);
  json_decref(others);
  json_decref(at);
  return answer;
}

/** A finding's place in the list: time saved, then what is moved in vain. */
typedef struct mcp_ranked {
  const json_t *finding;
  double ns, wasted;
  size_t order;
} mcp_ranked;

static double mean_of(const json_t *access, const char *key) {
  return json_number_value(json_object_get(json_object_get(access, key), "mean"));
}

static int worst_first(const void *x, const void *y) {
  const mcp_ranked *a = x, *b = y;
  if (a->ns != b->ns) return a->ns < b->ns ? 1 : -1;
  if (a->wasted != b->wasted) return a->wasted < b->wasted ? 1 : -1;
  return a->order < b->order ? -1 : 1;
}

static mcp_ranked rank(const json_t *report, const json_t *finding, size_t order) {
  const json_t *a = access_at(report, json_object_get(finding, "access"));
  const double runs = json_number_value(json_object_get(a, "executions"));
  const double wasted =
      mean_of(a, "sectors") - mean_of(a, "ideal_sectors") + mean_of(a, "wavefronts") - mean_of(a, "ideal_wavefronts");
  return (mcp_ranked){finding, json_number_value(json_object_get(json_object_get(finding, "gain"), "ns")),
                      wasted * runs, order};
}

static void set_more(json_t *answer, const char *key, size_t n, size_t limit) {
  if (n > limit) json_object_set_new(answer, key, json_integer((json_int_t)(n - limit)));
}

static void add_findings(json_t *answer, const json_t *report, size_t limit) {
  const json_t *findings = json_object_get(report, "findings");
  const size_t n = json_array_size(findings);
  mcp_ranked *list = coal_alloc((n + 1) * sizeof *list);
  json_t *answers = json_array();
  for (size_t i = 0; i < n; i++) list[i] = rank(report, json_array_get(findings, i), i);
  qsort(list, n, sizeof *list, worst_first);
  for (size_t i = 0; i < n && i < limit; i++) json_array_append_new(answers, finding_answer(report, list[i].finding));
  free(list);
  json_object_set_new(answer, "findings", answers);
  set_more(answer, "more_findings", n, limit);
}

static bool is_unknown(const json_t *access) { return strcmp(text_of(access, "verdict"), "unknown") == 0; }

/** Accesses that were not judged; those that an assumption would decide come first. */
static void add_unknowns(json_t *answer, const json_t *report, size_t limit) {
  const json_t *accesses = json_object_get(report, "accesses");
  json_t *list = json_array();
  size_t n = 0;
  for (int pass = 0; pass < 2; pass++)
    for (size_t i = 0; i < json_array_size(accesses); i++) {
      const json_t *a = json_array_get(accesses, i);
      if (!is_unknown(a) || (json_object_get(a, "assume") != NULL) == (pass != 0) || n++ >= limit) continue;
      json_t *unknown = json_object();
      json_object_set_new(unknown, "at", place(a, main_file_of(report)));
      copy(unknown, a, "kernel");
      copy(unknown, a, "expression");
      copy(unknown, a, "reason");
      copy(unknown, a, "assume");
      json_array_append_new(list, unknown);
    }
  json_object_set_new(answer, "unknown", list);
  set_more(answer, "more_unknown", n, limit);
}

/** What each kernel was judged by and costs. */
static void add_kernels(json_t *answer, const json_t *report, size_t limit) {
  static const char *const shape[] = {"grid", "block", "source", "block_reason"};
  static const char *const costs[] = {"time_ns", "bottleneck", "l1_hit_rate", "dram_read_bytes", "dram_write_bytes"};
  const json_t *kernels = json_object_get(report, "kernels");
  json_t *list = json_array();
  for (size_t i = 0; i < json_array_size(kernels) && i < limit; i++) {
    const json_t *k = json_array_get(kernels, i), *launches = json_object_get(k, "launches");
    json_t *kernel = json_object(), *answers = json_array();
    copy(kernel, k, "name");
    copy(kernel, k, "skipped");
    copy(kernel, k, "accesses");
    for (size_t j = 0; j < json_array_size(launches) && j < limit; j++) {
      const json_t *l = json_array_get(launches, j);
      json_t *launch = json_object();
      for (size_t s = 0; s < sizeof shape / sizeof *shape; s++) copy(launch, l, shape[s]);
      for (size_t s = 0; s < sizeof costs / sizeof *costs; s++) copy(launch, json_object_get(l, "cost"), costs[s]);
      json_array_append_new(answers, launch);
    }
    json_object_set_new(kernel, "launches", answers);
    json_array_append_new(list, kernel);
  }
  json_object_set_new(answer, "kernels", list);
  set_more(answer, "more_kernels", json_array_size(kernels), limit);
}

/* ---- the tools ----------------------------------------------------------------------------------------- */

json_t *coal_mcp_analyse(const coal_commands *commands, const json_t *arguments, coal_str *problem) {
  json_t *report = analyse(commands, arguments, arguments, false, problem);
  if (!report) return NULL;
  const size_t limit = limit_of(arguments);
  json_t *answer = json_object();
  copy(answer, report, "target");
  add_findings(answer, report, limit);
  add_unknowns(answer, report, limit);
  add_kernels(answer, report, limit);
  copy(answer, report, "messages");
  json_decref(report);
  return answer;
}

static bool is_asked_for(const json_t *access, const json_t *arguments, const char *file) {
  const json_t *line = json_object_get(arguments, "line"), *column = json_object_get(arguments, "column");
  const char *path = text_of(access, "file");
  const size_t n = strlen(path), m = strlen(file);
  const bool is_file = n >= m && strcmp(path + n - m, file) == 0 && (n == m || path[n - m - 1] == '/');
  return is_file && json_equal(json_object_get(access, "line"), line) &&
         (!column || json_equal(json_object_get(access, "column"), column));
}

static json_t *access_answer(const json_t *report, size_t index) {
  static const char *const keys[] = {"kernel",
                                     "expression",
                                     "space",
                                     "op",
                                     "bytes",
                                     "object",
                                     "index",
                                     "lane_stride",
                                     "lane_stride_bytes",
                                     "verdict",
                                     "reason",
                                     "assume",
                                     "active_lanes",
                                     "sectors",
                                     "ideal_sectors",
                                     "wavefronts",
                                     "ideal_wavefronts",
                                     "ways",
                                     "efficiency",
                                     "executions",
                                     "conditions",
                                     "request",
                                     "cost",
                                     "assumptions"};
  const json_t *a = json_array_get(json_object_get(report, "accesses"), index);
  const json_t *findings = json_object_get(report, "findings");
  json_t *answer = json_object();
  json_object_set_new(answer, "at", place(a, main_file_of(report)));
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) copy(answer, a, keys[i]);
  for (size_t i = 0; i < json_array_size(findings); i++) {
    const json_t *f = json_array_get(findings, i);
    if ((size_t)json_integer_value(json_object_get(f, "access")) == index) copy(answer, f, "message");
  }
  return answer;
}

/** "no access at line 3; lines with accesses: 4, 7". */
static void complain_of_line(const json_t *report, const json_t *arguments, const char *file, coal_str *problem) {
  const json_t *accesses = json_object_get(report, "accesses");
  json_int_t last = -1;
  coal_str_addf(problem, "no access at line %lld; lines with accesses:",
                (long long)json_integer_value(json_object_get(arguments, "line")));
  for (size_t i = 0; i < json_array_size(accesses); i++) {
    const json_t *a = json_array_get(accesses, i);
    const json_int_t line = json_integer_value(json_object_get(a, "line"));
    if (line == last || strcmp(text_of(a, "file"), file) != 0) continue;
    coal_str_addf(problem, "%s %lld", last < 0 ? "" : ",", (long long)line);
    last = line;
  }
  if (last < 0) coal_str_add(problem, " none");
}

json_t *coal_mcp_explain(const coal_commands *commands, const json_t *arguments, coal_str *problem) {
  json_t *report = analyse(commands, arguments, arguments, true, problem);
  if (!report) return NULL;
  const json_t *accesses = json_object_get(report, "accesses"), *header = json_object_get(arguments, "file");
  const char *file = header ? json_string_value(header) : main_file_of(report);
  json_t *answer = json_object(), *list = json_array();
  size_t n = 0;
  for (size_t i = 0; i < json_array_size(accesses); i++) {
    if (!is_asked_for(json_array_get(accesses, i), arguments, file) || n++ >= ACCESSES_MAX) continue;
    json_array_append_new(list, access_answer(report, i));
  }
  copy(answer, report, "target");
  json_object_set_new(answer, "accesses", list);
  set_more(answer, "more_accesses", n, ACCESSES_MAX);
  copy(answer, report, "messages");
  if (!n) {
    complain_of_line(report, arguments, file, problem);
    json_decref(answer);
    answer = NULL;
  }
  json_decref(report);
  return answer;
}

static void shorten(json_t *diff, const char *key, const char *main_file, size_t limit) {
  static const char *const keys[] = {"id",      "kernel", "expression", "check", "severity",
                                     "message", "unit",   "before",     "after", "why"};
  const json_t *list = json_object_get(diff, key);
  json_t *answers = json_array();
  const size_t n = json_array_size(list);
  for (size_t i = 0; i < n && i < limit; i++) {
    const json_t *e = json_array_get(list, i);
    json_t *answer = json_object();
    json_object_set_new(answer, "at", place(e, main_file));
    for (size_t k = 0; k < sizeof keys / sizeof *keys; k++) copy(answer, e, keys[k]);
    json_array_append_new(answers, answer);
  }
  json_object_set_new(diff, key, answers);
  if (n <= limit) return;
  coal_str more = {0};
  coal_str_addf(&more, "more_%s", key);
  set_more(diff, more.data, n, limit);
  coal_str_free(&more);
}

json_t *coal_mcp_compare(const coal_commands *commands, const json_t *arguments, coal_str *problem) {
  static const char *const of_after[] = {"worse", "new", "better"}, *const of_before[] = {"unjudged", "gone"};
  json_t *before = analyse(commands, json_object_get(arguments, "before"), arguments, false, problem);
  json_t *after = before ? analyse(commands, json_object_get(arguments, "after"), arguments, false, problem) : NULL;
  json_t *diff = NULL;
  if (after) {
    const size_t limit = limit_of(arguments);
    diff = coal_diff_make(before, after);
    for (size_t i = 0; i < 3; i++) shorten(diff, of_after[i], main_file_of(after), limit);
    for (size_t i = 0; i < 2; i++) shorten(diff, of_before[i], main_file_of(before), limit);
    copy(diff, after, "target");
    copy(diff, after, "messages");
  } else {
    coal_str why = {0};
    coal_str_addf(&why, "%s: %s", before ? "after" : "before", problem->data);
    coal_str_free(problem);
    *problem = why;
  }
  json_decref(before);
  json_decref(after);
  return diff;
}

/* ---- confirm ------------------------------------------------------------------------------------------- */

static json_t *confirmation_answer(const json_t *c, const char *main_file) {
  static const char *const keys[] = {"kernel", "space", "op", "executions", "status", "note"};
  json_t *answer = json_object();
  json_object_set_new(answer, "at", place(c, main_file));
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) copy(answer, c, keys[i]);
  copy(answer, json_object_get(c, "predicted"), "moved");
  json_t *predicted = json_object_get(answer, "moved");
  if (predicted) {
    json_object_set(answer, "predicted", predicted);
    json_object_del(answer, "moved");
  }
  json_t *measured = json_object_get(json_object_get(c, "measured"), "moved");
  if (measured) json_object_set(answer, "measured", measured);
  return answer;
}

/** Counts by status; what was not confirmed comes first. */
static json_t *confirm_answer(const json_t *report, const char *main_file, size_t limit) {
  const json_t *all = json_object_get(report, "confirmations");
  json_t *answer = json_object(), *list = json_array(), *counts = json_object();
  for (int pass = 0; pass < 2; pass++)
    for (size_t i = 0; i < json_array_size(all); i++) {
      const json_t *c = json_array_get(all, i);
      const char *status = text_of(c, "status");
      if ((strcmp(status, "confirmed") == 0) != (pass == 1)) continue;
      json_object_set_new(counts, status, json_integer(json_integer_value(json_object_get(counts, status)) + 1));
      if (json_array_size(list) < limit) json_array_append_new(list, confirmation_answer(c, main_file));
    }
  json_object_set_new(answer, "counts", counts);
  json_object_set_new(answer, "accesses", list);
  set_more(answer, "more_accesses", json_array_size(all), limit);
  copy(answer, report, "faults");
  return answer;
}

/** Writes the text as kernel.cu into a new folder; its path, yours, or NULL with a message. */
static char *write_source(const json_t *text, coal_str *problem) {
  const char *tmp = getenv("TMPDIR");
  coal_str folder = {0}, file = {0};
  coal_str_addf(&folder, "%s/coalcheck-mcp-XXXXXX", tmp && *tmp ? tmp : "/tmp");
  if (!mkdtemp(folder.data)) {
    coal_str_addf(problem, "cannot make a folder in '%s': %s", tmp && *tmp ? tmp : "/tmp", strerror(errno));
    coal_str_free(&folder);
    return NULL;
  }
  coal_str_addf(&file, "%s/kernel.cu", folder.data);
  if (coal_file_replace(file.data, json_string_value(text), json_string_length(text)))
    coal_str_addf(problem, "cannot write '%s': %s", file.data, strerror(errno));
  coal_str_free(&file);
  return folder.data;
}

static void remove_source(char *folder) {
  coal_str file = {0};
  coal_str_addf(&file, "%s/kernel.cu", folder);
  unlink(file.data);
  rmdir(folder);
  coal_str_free(&file);
  free(folder);
}

static json_t *run_confirm(const coal_commands *commands, const json_t *arguments, const char *folder,
                           coal_str *problem) {
  const char *file = folder ? "kernel.cu" : text_of(arguments, "path");
  const json_t *timeout = json_object_get(arguments, "timeout");
  coal_mcp_words words = {0};
  coal_mcp_output o;
  if (timeout) {
    char text[32];
    snprintf(text, sizeof text, "--timeout=%g", json_number_value(timeout));
    add_word(&words, "%s", text);
  }
  add_settings(&words, arguments, file);
  coal_mcp_run(commands, "confirm", words.n, (const char *const *)words.items, folder, NULL, 0, &o);
  free_words(&words);
  json_t *report = json_loadb(o.out.data, o.out.n, 0, NULL), *answer = NULL;
  const bool is_empty =
      !json_array_size(json_object_get(report, "confirmations")) && !json_array_size(json_object_get(report, "faults"));
  if (!report || (o.status == COAL_EXIT_FAILED && is_empty)) {
    fail(problem, &o);
  } else {
    answer = confirm_answer(report, file, limit_of(arguments));
    json_t *messages = messages_of(o.err.data);
    if (json_array_size(messages)) json_object_set(answer, "messages", messages);
    json_decref(messages);
  }
  json_decref(report);
  coal_mcp_output_free(&o);
  return answer;
}

json_t *coal_mcp_confirm(const coal_commands *commands, const json_t *arguments, coal_str *problem) {
  const json_t *text = json_object_get(arguments, "source");
  char *folder = text ? write_source(text, problem) : NULL;
  json_t *answer = problem->n ? NULL : run_confirm(commands, arguments, folder, problem);
  if (folder) remove_source(folder);
  return answer;
}
