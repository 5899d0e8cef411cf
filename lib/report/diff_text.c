/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** A difference as text: lines, or Markdown for a pull request. */
#include <string.h>

#include "checks/text.h"
#include "cost.h"
#include "diff.h"
#include "render.h"

static const char *text_of(const json_t *object, const char *key) {
  const char *text = json_string_value(json_object_get(object, key));
  return text ? text : "";
}

/** One list of a difference, in the order of printing. */
typedef struct diff_section {
  const char *list, *word; /* word: after the number of its entries */
} diff_section;

static const diff_section sections[] = {
    {"worse", "worse"}, {"new", "new"}, {"unjudged", "no longer judged"}, {"better", "better"}, {"gone", "gone"}};
enum { N_SECTIONS = sizeof sections / sizeof *sections };

/** "2 worse, 1 new, 14 unchanged". */
static void add_counts(coal_str *out, const json_t *diff) {
  for (size_t i = 0; i < N_SECTIONS; i++) {
    const size_t n = json_array_size(json_object_get(diff, sections[i].list));
    if (n) coal_str_addf(out, "%zu %s, ", n, sections[i].word);
  }
  coal_str_addf(out, "%lld unchanged", (long long)json_integer_value(json_object_get(diff, "unchanged")));
}

/** "32", or "" if the number is not known. */
static void add_number(coal_str *out, const json_t *object, const char *key) {
  const json_t *v = json_object_get(object, key);
  if (json_is_number(v)) coal_text_add_number(out, json_number_value(v));
}

/** "32 sectors become 4", "4 sectors", "": all accesses of the finding, a request each. */
static void add_change(coal_str *out, const json_t *e) {
  const json_t *before = json_object_get(e, "before"), *after = json_object_get(e, "after");
  if (!before && !after) return;
  const double first = json_number_value(before ? before : after);
  const char *unit = text_of(e, "unit");
  coal_text_add_number(out, first);
  coal_str_addf(out, " %.*s", (int)(strlen(unit) - (first == 1 && *unit)), unit); /* without the "s" of "sectors" */
  if (!before || !after) return;
  coal_str_add(out, " become ");
  add_number(out, e, "after");
}

static void add_line(coal_str *out, const json_t *e, const char *word) {
  const char *why = text_of(e, "why");
  coal_str change = {0};
  coal_str_add(&change, "");
  add_change(&change, e);
  coal_str_addf(out, "%s:%lld:%lld: %s: %s", text_of(e, "file"),
                (long long)json_integer_value(json_object_get(e, "line")),
                (long long)json_integer_value(json_object_get(e, "column")), word, change.data);
  if (*why) coal_str_addf(out, "%s%s", change.n ? ", " : "", why);
  coal_str_addf(out, "%s%s [coalcheck-%s]\n", change.n || *why ? ": " : "", text_of(e, "message"), text_of(e, "check"));
  coal_str_free(&change);
}

/** What changed of a kernel: "16.7 µs become 4.7 µs, 1024 sectors become 96". */
static void add_kernel(coal_str *out, const json_t *kernel) {
  static const char *const keys[] = {"time_ns", "sectors", "wavefronts"};
  const json_t *before = json_object_get(kernel, "before"), *after = json_object_get(kernel, "after");
  const char *separator = "";
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
    const json_t *a = json_object_get(before, keys[i]), *b = json_object_get(after, keys[i]);
    if (!a || !b || json_equal(a, b)) continue;
    coal_str_add(out, separator);
    separator = ", ";
    if (i == 0) {
      coal_nanoseconds_add(out, json_number_value(a));
      coal_str_add(out, " become ");
      coal_nanoseconds_add(out, json_number_value(b));
      continue;
    }
    add_number(out, before, keys[i]);
    coal_str_addf(out, " %s become ", keys[i]);
    add_number(out, after, keys[i]);
  }
}

void coal_diff_add_text(coal_str *out, const json_t *diff) {
  const json_t *kernels = json_object_get(diff, "kernels");
  for (size_t i = 0; i < N_SECTIONS; i++) {
    const json_t *list = json_object_get(diff, sections[i].list);
    for (size_t k = 0; k < json_array_size(list); k++) add_line(out, json_array_get(list, k), sections[i].word);
  }
  for (size_t i = 0; i < json_array_size(kernels); i++) {
    coal_str numbers = {0};
    add_kernel(&numbers, json_array_get(kernels, i));
    if (numbers.n) coal_str_addf(out, "kernel '%s': %s\n", text_of(json_array_get(kernels, i), "name"), numbers.data);
    coal_str_free(&numbers);
  }
  add_counts(out, diff);
  coal_str_add(out, "\n");
}

/* ---- Markdown ------------------------------------------------------------------------------------------ */

/** Text of a table's cell: nothing in it is markup. */
static void add_escaped(coal_str *out, const char *text) {
  for (; *text; text++) {
    if (*text == '\n')
      coal_str_add(out, " ");
    else if (*text == '<')
      coal_str_add(out, "&lt;");
    else if (*text == '&')
      coal_str_add(out, "&amp;");
    else if (strchr("\\`*_{}[]|#>~@", *text))
      coal_str_addf(out, "\\%c", *text);
    else
      coal_str_add_n(out, text, 1);
  }
}

static void add_row(coal_str *out, const json_t *e, const char *word) {
  coal_str_addf(out, "| %s | ", word);
  add_escaped(out, text_of(e, "file"));
  coal_str_addf(out, ":%lld | ", (long long)json_integer_value(json_object_get(e, "line")));
  add_escaped(out, text_of(e, "kernel"));
  coal_str_addf(out, " | %s | ", text_of(e, "check"));
  add_number(out, e, "before");
  coal_str_add(out, " | ");
  add_number(out, e, "after");
  coal_str_add(out, " | ");
  add_escaped(out, text_of(e, "message"));
  if (*text_of(e, "why")) {
    coal_str_add(out, " (");
    add_escaped(out, text_of(e, "why"));
    coal_str_add(out, ")");
  }
  coal_str_add(out, " |\n");
}

static void add_kernel_rows(coal_str *out, const json_t *kernels) {
  for (size_t i = 0; i < json_array_size(kernels); i++) {
    coal_str numbers = {0};
    add_kernel(&numbers, json_array_get(kernels, i));
    if (numbers.n) {
      coal_str_add(out, "- kernel ");
      add_escaped(out, text_of(json_array_get(kernels, i), "name"));
      coal_str_addf(out, ": %s\n", numbers.data);
    }
    coal_str_free(&numbers);
  }
}

void coal_diff_add_markdown(coal_str *out, const json_t *diff) {
  size_t n = 0;
  coal_str_add(out, "### coalcheck: ");
  add_counts(out, diff);
  coal_str_add(out, "\n");
  for (size_t i = 0; i < N_SECTIONS; i++) {
    const json_t *list = json_object_get(diff, sections[i].list);
    for (size_t k = 0; k < json_array_size(list); k++) {
      if (!n++)
        coal_str_add(out, "\n| | where | kernel | check | before | after | finding |\n|---|---|---|---|--:|--:|---|\n");
      add_row(out, json_array_get(list, k), sections[i].word);
    }
  }
  if (n)
    coal_str_add(
        out,
        "\nBefore and after: sectors (global) or wavefronts (shared) a request, summed over the finding's accesses.\n");
  if (json_array_size(json_object_get(diff, "kernels"))) coal_str_add(out, "\n");
  add_kernel_rows(out, json_object_get(diff, "kernels"));
}
