/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** Applying and exporting fixes, on findings made by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include <report/fixes.h>

#include "fake_analysis.h"

static char directory[64], path[96];
static coal_file file = {.path = path, .is_main = true};
static coal_source_cache *sources;
static coal_fixes *fixes;
static coal_access access_;
static coal_function function = {.name = "k"};
static coal_kernel kernel = {.fn = &function};

static void write_file(const char *content) {
  FILE *f = fopen(path, "w");
  assert_non_null(f);
  fputs(content, f);
  fclose(f);
  chmod(path, 0640);
}

static void assert_file(const char *expected) {
  char content[256];
  FILE *f = fopen(path, "r");
  assert_non_null(f);
  content[fread(content, 1, sizeof content - 1, f)] = '\0';
  fclose(f);
  assert_string_equal(content, expected);
}

static int set_up(void **state) {
  (void)state;
  strcpy(directory, "/tmp/coalcheck-fixes-XXXXXX");
  if (!mkdtemp(directory)) return -1;
  snprintf(path, sizeof path, "%s/it's.cu", directory);
  file.is_system = false;
  write_file("float t[32][32];\n");
  sources = coal_source_cache_new();
  fixes = coal_fixes_new();
  access_ = (coal_access){.kernel = &kernel, .range = {.file = &file, .begin = {1, 1, 0}, .end = {1, 6, 5}}};
  return 0;
}

static int tear_down(void **state) {
  (void)state;
  coal_source_cache_free(sources);
  coal_fixes_free(fixes);
  unlink(path);
  rmdir(directory);
  return 0;
}

/** A finding whose fix replaces [begin, end) by text. */
static void add(uint32_t begin, uint32_t end, const char *text) {
  coal_edit edit = {{&file, {1, begin + 1, begin}, {1, end + 1, end}, NULL}, text};
  coal_fix fix = {.description = "d", .edits = &edit, .n_edits = 1};
  coal_finding finding = {
      .check = "bank-conflict", .severity = COAL_SEVERITY_WARNING, .message = "it's 32-way", .fix = &fix};
  coal_analysis analysis = {.accesses = &access_, .n_accesses = 1, .findings = &finding, .n_findings = 1};
  coal_shown shown, place;
  coal_filter *filter = coal_filter_new();
  coal_filter_judge(filter, &analysis, sources, &shown, &place);
  coal_fixes_add(fixes, &analysis, &shown);
  coal_filter_free(filter);
}

static coal_fix_counts apply(void) {
  coal_fix_counts counts;
  const char *error = NULL;
  assert_int_equal(coal_fixes_apply(fixes, sources, &counts, &error), 0);
  return counts;
}

static void edits_go_in_wherever_they_come_from(void **state) {
  (void)state;
  add(12, 14, "33");
  add(0, 0, "__shared__ ");
  add(12, 14, "33");
  coal_fix_counts counts = apply();
  assert_int_equal(counts.applied, 3);
  assert_int_equal(counts.conflicting, 0);
  assert_file("__shared__ float t[32][33];\n");
  struct stat st;
  assert_int_equal(stat(path, &st), 0);
  assert_int_equal(st.st_mode & 0777, 0640);
}

static void overlapping_fixes_are_left_out(void **state) {
  (void)state;
  add(12, 14, "33");
  add(11, 15, "[34]");
  add(12, 14, "36");
  coal_fix_counts counts = apply();
  assert_int_equal(counts.applied, 1);
  assert_int_equal(counts.conflicting, 2);
  assert_file("float t[32][33];\n");
}

static void suppressed_and_system_fixes_are_not_taken(void **state) {
  (void)state;
  file.is_system = true;
  add(12, 14, "33");
  file.is_system = false;
  write_file("float t[32][32]; // NOLINT\n");
  coal_source_set(sources, path, NULL, 0);
  add(12, 14, "33");
  assert_int_equal(apply().applied, 0);
  assert_file("float t[32][32]; // NOLINT\n");
}

static void a_file_that_changed_is_not_damaged(void **state) {
  (void)state;
  add(1000, 1002, "33");
  coal_fix_counts counts;
  const char *error = NULL;
  assert_int_equal(coal_fixes_apply(fixes, sources, &counts, &error), -1);
  assert_non_null(strstr(error, "cannot be read again"));
  assert_file("float t[32][32];\n");
}

static void yaml_is_what_clang_apply_replacements_reads(void **state) {
  (void)state;
  coal_str out = {0};
  add(12, 14, "33");
  coal_fixes_export(fixes, &out);
  assert_non_null(strstr(out.data, "---\nMainSourceFile:  '/tmp/coalcheck-fixes-"));
  assert_non_null(strstr(out.data, "/it''s.cu'\nDiagnostics:\n  - DiagnosticName:  coalcheck-bank-conflict\n"));
  assert_non_null(strstr(out.data, "      Message:         'it''s 32-way'\n"));
  assert_non_null(strstr(
      out.data, "          Offset:          12\n          Length:          2\n          ReplacementText: '33'\n"));
  assert_non_null(strstr(out.data, "    Level:           Warning\n"));
  coal_str_free(&out);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST(edits_go_in_wherever_they_come_from),         TEST(overlapping_fixes_are_left_out),
      TEST(suppressed_and_system_fixes_are_not_taken),   TEST(a_file_that_changed_is_not_damaged),
      TEST(yaml_is_what_clang_apply_replacements_reads),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
