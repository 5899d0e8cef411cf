/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** `coalcheck diff before.json after.json`: what a change did to the findings. */
#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver.h"
#include "report/diff.h"
#include "util/file.h"

enum { BYTES_MAX = 1 << 30 };

static json_t *read_report(const char *path) {
  json_error_t problem;
  size_t n = 0;
  const char *why = NULL;
  const bool is_stdin = strcmp(path, "-") == 0;
  char *text = is_stdin ? coal_stream_read(stdin, &n) : coal_file_read(path, BYTES_MAX, &n, &why);
  if (!text) return coal_fail("cannot read '%s': %s", path, why ? why : strerror(errno)), NULL;
  json_t *root = json_loadb(text, n, 0, &problem);
  free(text);
  if (!root) return coal_fail("%s:%d: %s", path, problem.line, problem.text), NULL;
  const char *wrong = coal_diff_problem(root);
  if (!wrong) return root;
  coal_fail("%s: %s", path, wrong);
  json_decref(root);
  return NULL;
}

/** A format that `coalcheck diff` has, taken out of the options; NULL: none was given. */
static const char *take_format(size_t *n, const char **words) {
  const char *format = NULL;
  size_t kept = 0;
  for (size_t i = 0; i < *n; i++) {
    if (strncmp(words[i], "--format=", 9) == 0)
      format = words[i] + 9;
    else if (strcmp(words[i], "--format") == 0 && i + 1 < *n)
      format = words[++i];
    else
      words[kept++] = words[i];
  }
  *n = kept;
  return format;
}

static int write_text(const char *text, size_t n, const char *path) {
  const bool good =
      path ? coal_file_replace(path, text, n) == 0 : fwrite(text, 1, n, stdout) == n && fflush(stdout) == 0;
  if (good) return COAL_EXIT_CLEAN;
  return path ? coal_fail("cannot write '%s': %s", path, strerror(errno))
              : coal_fail("cannot write the difference: %s", strerror(errno));
}

static int status_of(const coal_config *c, const json_t *diff) {
  if (c->fail_on_unknown && coal_diff_count(diff, "unjudged", "remark")) return COAL_EXIT_FINDINGS;
  if (c->fail_on == COAL_FAIL_ON_NEVER) return COAL_EXIT_CLEAN;
  const char *level = c->fail_on == COAL_FAIL_ON_ERROR ? "error" : "warning";
  const size_t n = coal_diff_count(diff, "worse", level) + coal_diff_count(diff, "new", level);
  return n ? COAL_EXIT_FINDINGS : COAL_EXIT_CLEAN;
}

static int compare(const coal_config *c, const char *format, const json_t *before, const json_t *after) {
  json_t *diff = coal_diff_make(before, after);
  coal_str out = {0};
  if (!format || strcmp(format, "text") == 0) {
    coal_diff_add_text(&out, diff);
  } else if (strcmp(format, "markdown") == 0) {
    coal_diff_add_markdown(&out, diff);
  } else {
    char *text = json_dumps(diff, JSON_INDENT(1) | JSON_REAL_PRECISION(10));
    if (text) coal_str_addf(&out, "%s\n", text);
    free(text);
  }
  int status = write_text(out.data, out.n, c->output);
  if (!status) status = status_of(c, diff);
  coal_str_free(&out);
  json_decref(diff);
  return status;
}

static int compare_files(const coal_config *c, const char *format) {
  if (c->n_files != 2)
    return coal_fail("'diff' takes two reports, but got %zu; try 'coalcheck diff before.json after.json'", c->n_files);
  if (format && strcmp(format, "text") != 0 && strcmp(format, "markdown") != 0 && strcmp(format, "json") != 0)
    return coal_fail("bad --format '%s': expected text, markdown or json", format);
  json_t *before = read_report(c->files[0]);
  json_t *after = before ? read_report(c->files[1]) : NULL;
  const int status = after ? compare(c, format, before, after) : COAL_EXIT_FAILED;
  json_decref(before);
  json_decref(after);
  return status;
}

int coal_diff_main(int argc, char **argv) {
  coal_arena *arena = coal_arena_new();
  coal_config c;
  const char *error = NULL;
  size_t n = argc > 0 ? (size_t)argc - 1 : 0;
  const char **words = COAL_ARENA_ARRAY(arena, const char *, n + 1);
  for (size_t i = 0; i < n; i++) words[i] = argv[i + 1];
  const char *format = take_format(&n, words);
  coal_config_init(&c, arena);
  const int status = coal_config_parse(&c, COAL_OPTION_COMMAND_LINE, n, words, &error) ? coal_fail("%s", error)
                                                                                       : compare_files(&c, format);
  coal_arena_free(arena);
  return status;
}
