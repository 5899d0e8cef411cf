/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** Renderers, source texts and NOLINT comments, on an analysis made by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include <report/fingerprint.h>
#include <report/report.h>
#include <report/suppress.h>

#include "fake_analysis.h"

static const char text[] =
    "__global__ void k(float *a, float *b) {\n"
    "  __shared__ float t[32][32];\n"
    "\tt[threadIdx.x][0] = a[threadIdx.x\n"
    "      * 8]; // \xc3\xa9\n"
    "  b[threadIdx.x] = *f(a);\n"
    "}\n";

static const coal_file file = {.path = "k.cu", .is_main = true};

static coal_pos pos(uint32_t line1, uint32_t column1) {
  uint32_t offset = 0, line = 1;
  while (line < line1)
    if (text[offset++] == '\n') line++;
  return (coal_pos){line1, column1, offset + column1 - 1};
}

static coal_range range(uint32_t line1, uint32_t column1, uint32_t end_line1, uint32_t end_column1) {
  return (coal_range){&file, pos(line1, column1), pos(end_line1, end_column1), NULL};
}

static coal_stat stat_of(double min, double max, double sum, uint64_t n) { return (coal_stat){min, max, sum, n}; }

static coal_function kernel_function = {.name = "k", .qualified = "k", .signature = "k(float*, float*)"};
static coal_launch launches[1] = {{.grid_known = true, .block_known = true, .grid = {4, 1, 1}, .block = {32, 1, 1}}};
static coal_kernel kernels[1] = {{.fn = &kernel_function, .launches = launches, .n_launches = 1}};
static coal_access accesses[3];
static coal_pattern strided_pattern, bank_pattern;
static coal_finding findings[2];
static coal_note notes[2], help_note;
static coal_edit edit;
static coal_fix fix = {
    .description = "pad the rows to 33 words", .before = 32, .after = 1, .edits = &edit, .n_edits = 1};
static coal_analysis analysis;
static coal_source_cache *sources;
static coal_report report;
static coal_report_options options;

static void make_accesses(void) {
  accesses[0] = (coal_access){.kernel = kernels,
                              .range = range(3, 2, 3, 19),
                              .space = COAL_SPACE_SHARED,
                              .op = COAL_MEM_STORE,
                              .bytes = 4,
                              .object_name = "t",
                              .known = true,
                              .verdict = COAL_VERDICT_BANK_CONFLICT,
                              .active_lanes = stat_of(32, 32, 32, 1),
                              .moved = stat_of(32, 32, 32, 1),
                              .ideal = stat_of(1, 1, 1, 1),
                              .ways = stat_of(32, 32, 32, 1),
                              .executions = 1,
                              .patterns = &bank_pattern,
                              .n_patterns = 1};
  accesses[1] = (coal_access){.kernel = kernels,
                              .range = range(3, 22, 4, 11),
                              .space = COAL_SPACE_GLOBAL,
                              .op = COAL_MEM_LOAD,
                              .bytes = 4,
                              .object_name = "a",
                              .index = "8*threadIdx.x",
                              .has_lane_stride = true,
                              .lane_stride_bytes = 32,
                              .known = true,
                              .verdict = COAL_VERDICT_STRIDED,
                              .active_lanes = stat_of(16, 32, 48, 2),
                              .moved = stat_of(16, 32, 48, 2),
                              .ideal = stat_of(2, 4, 6, 2),
                              .ways = stat_of(1, 1, 2, 2),
                              .bytes_used = 192,
                              .bytes_moved = 1536,
                              .executions = 2,
                              .patterns = &strided_pattern,
                              .n_patterns = 1};
  accesses[2] = (coal_access){.kernel = kernels,
                              .range = range(5, 20, 5, 25),
                              .space = COAL_SPACE_GLOBAL,
                              .op = COAL_MEM_LOAD,
                              .bytes = 4,
                              .reason = COAL_REASON_MISSING_BODY,
                              .reason_detail = "f"};
}

static int set_up(void **state) {
  (void)state;
  kernel_function.range = range(1, 17, 1, 18);
  strided_pattern = (coal_pattern){.mask = 0xffffffff, .bytes = 4, .count = 1};
  bank_pattern = strided_pattern;
  for (int lane = 0; lane < 32; lane++)
    strided_pattern.offset[lane] = 32 * lane, bank_pattern.offset[lane] = 128 * lane;
  make_accesses();
  edit = (coal_edit){range(2, 26, 2, 28), "33"};
  help_note = (coal_note){edit.range, "help: pad the rows to 33 words: 32 wavefronts become 1 (proved)"};
  notes[0] = (coal_note){{0}, "neighbouring lanes are 32 bytes apart"};
  notes[1] = (coal_note){range(1, 17, 1, 18), "in this kernel"};
  findings[0] = (coal_finding){.access = 0,
                               .check = "bank-conflict",
                               .severity = COAL_SEVERITY_WARNING,
                               .message = "32-way",
                               .fix = &fix,
                               .notes = &help_note,
                               .n_notes = 1,
                               .n_brief = 1,
                               .help = "pad"};
  findings[1] = (coal_finding){.access = 1,
                               .check = "strided",
                               .severity = COAL_SEVERITY_WARNING,
                               .message = "strided load",
                               .notes = notes,
                               .n_notes = 2};
  analysis = (coal_analysis){.options = {.target = coal_target_find("sm_80")},
                             .kernels = kernels,
                             .n_kernels = 1,
                             .accesses = accesses,
                             .n_accesses = 3,
                             .findings = findings,
                             .n_findings = 2};
  sources = coal_source_cache_new();
  coal_source_set(sources, "k.cu", text, strlen(text));
  options = (coal_report_options){0};
  return 0;
}

static int tear_down(void **state) {
  (void)state;
  coal_str_free(&report.out);
  coal_source_cache_free(sources);
  return 0;
}

static const char *render(const char *format) {
  options.format = format;
  assert_int_equal(coal_report_begin(&report, &options, sources), 0);
  coal_report_add(&report, &analysis);
  coal_report_end(&report);
  return report.out.data;
}

static void text_is_as_clang_prints_it(void **state) {
  (void)state;
  assert_string_equal(render("text"),
                      "k.cu:3:2: warning: 32-way [coalcheck-bank-conflict]\n"
                      "    3 |         t[threadIdx.x][0] = a[threadIdx.x\n"
                      "      |         ^~~~~~~~~~~~~~~~~\n"
                      "k.cu:2:26: note: help: pad the rows to 33 words: 32 wavefronts become 1 (proved)\n"
                      "    2 |   __shared__ float t[32][32];\n"
                      "      |                          ^~\n"
                      "      |                          33\n"
                      "k.cu:3:22: warning: strided load [coalcheck-strided]\n"
                      "    3 |         t[threadIdx.x][0] = a[threadIdx.x\n"
                      "      |                             ^~~~~~~~~~~~~\n"
                      "    4 |       * 8]; // \xc3\xa9\n"
                      "      |       ~~~~\n"
                      "k.cu:3:22: note: neighbouring lanes are 32 bytes apart\n"
                      "k.cu:1:17: note: in this kernel\n"
                      "    1 | __global__ void k(float *a, float *b) {\n"
                      "      |                 ^\n");
  assert_int_equal(report.counts.warnings, 2);
}

static void remarks_wait_for_all(void **state) {
  (void)state;
  findings[0].severity = COAL_SEVERITY_REMARK;
  analysis.n_findings = 1;
  render("text");
  assert_int_equal(report.out.n, 0);
  assert_int_equal(report.counts.remarks, 1);
  coal_str_free(&report.out);
  options.all = true;
  assert_non_null(strstr(render("text"), "k.cu:3:2: remark: 32-way"));
}

static void all_lists_every_access_and_counts_reasons(void **state) {
  (void)state;
  options.all = true;
  const char *all = strstr(render("text"), "k(float*, float*) at");
  assert_non_null(all);
  assert_string_equal(
      all,
      "k(float*, float*) at k.cu:1\n"
      "  launch (command-line): grid 4x1x1 block 32x1x1\n"
      "  line:col  access        bytes  lanes             moved             ideal          ways  efficiency  verdict                    expression\n"
      "  3:2       shared store  4      32                32                1              32                bank-conflict              t[threadIdx.x][0]\n"
      "  3:22      global load   4      16..32 (mean 24)  16..32 (mean 24)  2..4 (mean 3)        12.5 %      strided                    a[threadIdx.x * 8]\n"
      "  5:20      global load   4                                                                           unknown: missing body (f)  *f(a)\n"
      "2 accesses judged, 1 unknown\n"
      "       1  missing body\n");
}

static void explain_draws_sectors_and_banks(void **state) {
  (void)state;
  options.explain = true;
  const char *out = render("text");
  assert_non_null(strstr(out, "costliest request: 32 sectors where 4 would do\n"));
  assert_non_null(strstr(out, "    sector +0      lane 0         |####............................| 4 of 32 bytes\n"));
  assert_non_null(strstr(out, "    … and 24 more sectors\n"));
  assert_non_null(strstr(out, "    bank 0  |################################| 32 words, lanes 0-31\n"));
}

static void json_leaves_unknown_numbers_out(void **state) {
  (void)state;
  json_t *root = json_loads(render("json"), 0, NULL);
  assert_non_null(root);
  assert_string_equal(json_string_value(json_object_get(root, "target")), "sm_80");
  json_t *a = json_object_get(root, "accesses"), *load = json_array_get(a, 1), *unknown = json_array_get(a, 2);
  assert_int_equal(json_array_size(a), 3);
  assert_string_equal(json_string_value(json_object_get(load, "expression")), "a[threadIdx.x * 8]");
  assert_int_equal(json_integer_value(json_object_get(json_object_get(load, "sectors"), "max")), 32);
  assert_true(json_is_integer(json_object_get(json_object_get(load, "sectors"), "mean")));
  assert_true(json_real_value(json_object_get(load, "efficiency")) == 0.125);
  assert_null(json_object_get(load, "wavefronts"));
  assert_null(json_object_get(load, "reason"));
  json_t *store = json_array_get(a, 0);
  assert_int_equal(json_integer_value(json_object_get(json_object_get(store, "ways"), "max")), 32);
  assert_null(json_object_get(store, "sectors"));
  assert_null(json_object_get(store, "efficiency"));
  assert_null(json_object_get(unknown, "sectors"));
  assert_null(json_object_get(unknown, "efficiency"));
  assert_null(json_object_get(unknown, "lane_stride_bytes"));
  assert_string_equal(json_string_value(json_object_get(unknown, "reason")), "missing body: f");
  json_t *f = json_array_get(json_object_get(root, "findings"), 0), *change = json_object_get(f, "fix");
  json_t *e = json_array_get(json_object_get(change, "edits"), 0);
  assert_int_equal(json_integer_value(json_object_get(change, "before")), 32);
  assert_int_equal(json_integer_value(json_object_get(e, "offset")), edit.range.begin.offset_bytes);
  assert_int_equal(json_integer_value(json_object_get(e, "length")), 2);
  json_t *launch = json_array_get(json_object_get(json_array_get(json_object_get(root, "kernels"), 0), "launches"), 0);
  assert_string_equal(json_string_value(json_object_get(launch, "source")), "command-line");
  json_decref(root);
}

static void json_counts_accesses_over_files(void **state) {
  (void)state;
  options.format = "json";
  assert_int_equal(coal_report_begin(&report, &options, sources), 0);
  coal_report_add(&report, &analysis);
  coal_report_add(&report, &analysis);
  coal_report_end(&report);
  json_t *root = json_loads(report.out.data, 0, NULL);
  json_t *last = json_array_get(json_object_get(root, "findings"), 3);
  assert_int_equal(json_integer_value(json_object_get(last, "access")), 4);
  json_decref(root);
}

static json_t *member(json_t *object, const char *path) {
  char copy[128];
  strcpy(copy, path);
  for (char *key = strtok(copy, "."); key; key = strtok(NULL, "."))
    object = key[0] >= '0' && key[0] <= '9' ? json_array_get(object, (size_t)atoi(key)) : json_object_get(object, key);
  return object;
}

static void sarif_names_places_from_the_root(void **state) {
  (void)state;
  json_t *root = json_loads(render("sarif"), 0, NULL);
  json_t *result = member(root, "runs.0.results.0");
  assert_string_equal(json_string_value(json_object_get(result, "ruleId")), "coalcheck-bank-conflict");
  int rule = (int)json_integer_value(json_object_get(result, "ruleIndex"));
  json_t *rules = member(root, "runs.0.tool.driver.rules");
  assert_string_equal(json_string_value(json_object_get(json_array_get(rules, (size_t)rule), "id")),
                      "coalcheck-bank-conflict");
  assert_string_equal(json_string_value(member(result, "locations.0.physicalLocation.artifactLocation.uri")), "k.cu");
  assert_int_equal(json_integer_value(member(result, "locations.0.physicalLocation.region.endColumn")), 19);
  assert_string_equal(
      json_string_value(member(result, "fixes.0.artifactChanges.0.replacements.0.insertedContent.text")), "33");
  assert_null(json_object_get(result, "suppressions"));
  json_t *second = member(root, "runs.0.results.1");
  assert_string_equal(json_string_value(member(second, "relatedLocations.0.message.text")), "in this kernel");
  assert_non_null(strstr(json_string_value(member(second, "message.text")), "\nneighbouring lanes"));
  json_decref(root);
}

static void fingerprints_survive_line_shifts_and_tell_twins_apart(void **state) {
  (void)state;
  static const char shifted[] = "\n\n\n";
  coal_fingerprints *before = coal_fingerprints_new(sources, &analysis);
  const size_t first = findings[0].access, second = findings[1].access;
  assert_string_not_equal(coal_fingerprint_of(before, first), coal_fingerprint_of(before, second));
  assert_string_not_equal(coal_fingerprint_id(before, &findings[0]), coal_fingerprint_id(before, &findings[1]));
  coal_str moved = {0};
  coal_str_addf(&moved, "%s%s", shifted, text);
  coal_source_set(sources, "k.cu", moved.data, moved.n);
  for (size_t i = 0; i < 3; i++) {
    accesses[i].range.begin.offset_bytes += 3, accesses[i].range.begin.line1 += 3;
    accesses[i].range.end.offset_bytes += 3, accesses[i].range.end.line1 += 3;
  }
  coal_fingerprints *after = coal_fingerprints_new(sources, &analysis);
  assert_string_equal(coal_fingerprint_of(before, first), coal_fingerprint_of(after, first));
  assert_string_equal(coal_fingerprint_of(before, second), coal_fingerprint_of(after, second));
  coal_fingerprints_free(after);
  accesses[second] = accesses[first];
  findings[1] = findings[0];
  findings[1].access = second;
  after = coal_fingerprints_new(sources, &analysis);
  const size_t low = first < second ? first : second, high = first < second ? second : first;
  assert_string_equal(coal_fingerprint_of(before, first), coal_fingerprint_of(after, low));
  assert_string_not_equal(coal_fingerprint_of(after, low), coal_fingerprint_of(after, high));
  coal_fingerprints_free(after);
  coal_fingerprints_free(before);
  coal_str_free(&moved);
}

/** The numbers of the lines at which the check "strided" is switched off, as text. */
static void assert_suppressed(const char *source, const char *expected) {
  coal_source_set(sources, "n.cu", source, strlen(source));
  const coal_source_file *s = coal_source_get(sources, "n.cu");
  char lines[64] = "";
  for (uint32_t line1 = 1; line1 <= s->n_lines; line1++) {
    coal_pos at = {line1, 1, (uint32_t)s->line_start[line1 - 1]};
    size_t used = strlen(lines);
    if (coal_suppressed_at(s, &at, "strided")) snprintf(lines + used, sizeof lines - used, "%u ", line1);
  }
  assert_string_equal(lines, expected);
}

static void nolint_follows_clang_tidy(void **state) {
  (void)state;
  assert_suppressed("a; // NOLINT\nb;\n", "1 ");
  assert_suppressed("a; /* NOLINT(coalcheck-strided) */\nb;\n", "1 ");
  assert_suppressed("a; // NOLINT(coalcheck-bank-conflict)\n", "");
  assert_suppressed("a; // NOLINT(google-*, coalcheck-str*)\n", "1 ");
  assert_suppressed("a; // NOLINT(coalcheck-*,-coalcheck-strided)\n", "");
  assert_suppressed("a; // NOLINT()\n", "");
  assert_suppressed("a; // NOLINT(broken\n", "1 ");
  assert_suppressed("a; // NOLINTER\n", "");
  assert_suppressed("// NOLINTNEXTLINE\na;\nb;\n", "2 ");
  assert_suppressed("// NOLINTNEXTLINE(coalcheck-strided)\n\na;\n", "2 ");
  assert_suppressed("// NOLINTBEGIN\na;\n// NOLINTEND\nb;\n", "2 3 ");
  assert_suppressed("a;\n// NOLINTBEGIN(coalcheck-*)\nb;\n// NOLINTEND(coalcheck-*)\nc;\n", "3 4 ");
  assert_suppressed("// NOLINTBEGIN(coalcheck-*)\nb;\n// NOLINTEND\nc;\n", "");
  assert_suppressed("// NOLINTBEGIN\nb;\n", "");
}

static void suppressed_findings_are_in_no_report(void **state) {
  (void)state;
  static const char with_comment[] = "x\n\n\tt[threadIdx.x][0] = a[0]; // NOLINT(coalcheck-strided)\n";
  coal_source_set(sources, "k.cu", with_comment, strlen(with_comment));
  json_t *root = json_loads(render("json"), 0, NULL);
  assert_int_equal(json_array_size(json_object_get(root, "findings")), 1);
  assert_int_equal(json_array_size(json_object_get(root, "accesses")), 3);
  assert_int_equal(report.counts.suppressed, 1);
  assert_int_equal(report.counts.warnings, 1);
  json_decref(root);
}

static void sources_are_split_into_lines(void **state) {
  (void)state;
  coal_source_set(sources, "l.cu", "a\r\nb\n\nc", 7);
  const coal_source_file *s = coal_source_get(sources, "l.cu");
  size_t n;
  assert_int_equal(s->n_lines, 4);
  assert_memory_equal(coal_source_line(s, 1, &n), "a", 1);
  assert_int_equal(n, 1);
  assert_non_null(coal_source_line(s, 3, &n));
  assert_int_equal(n, 0);
  assert_memory_equal(coal_source_line(s, 4, &n), "c", 1);
  assert_null(coal_source_line(s, 5, &n));
  assert_null(coal_source_line(s, 0, &n));
  coal_source_set(sources, "l.cu", NULL, 0);
  assert_null(coal_source_get(sources, "l.cu"));
}

static void colours_are_those_of_clang(void **state) {
  (void)state;
  options.color = true;
  analysis.n_findings = 1;
  findings[0].fix = NULL;
  findings[0].help = NULL;
  findings[0].n_notes = findings[0].n_brief = 0;
  assert_string_equal(render("text"),
                      "\033[1mk.cu:3:2: \033[0;1;35mwarning: \033[0m\033[1m32-way [coalcheck-bank-conflict]\033[0m\n"
                      "    3 |         t[threadIdx.x][0] = a[threadIdx.x\n"
                      "      | \033[0;1;32m        ^~~~~~~~~~~~~~~~~\033[0m\n");
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST(text_is_as_clang_prints_it),
      TEST(remarks_wait_for_all),
      TEST(all_lists_every_access_and_counts_reasons),
      TEST(explain_draws_sectors_and_banks),
      TEST(json_leaves_unknown_numbers_out),
      TEST(json_counts_accesses_over_files),
      TEST(sarif_names_places_from_the_root),
      TEST(fingerprints_survive_line_shifts_and_tell_twins_apart),
      TEST(nolint_follows_clang_tidy),
      TEST(suppressed_findings_are_in_no_report),
      TEST(sources_are_split_into_lines),
      TEST(colours_are_those_of_clang),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
