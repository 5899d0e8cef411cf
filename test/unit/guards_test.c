/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** lib/util: what others may have written is read in bounded time, and files are replaced whole. */
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "util/file.h"
#include "util/nearest.h"
#include "util/regex.h"

/* ---- expressions --------------------------------------------------------------------------------------- */

static bool finds(const char *expression, const char *text) {
  const char *why = NULL;
  coal_regex *r = coal_regex_new(expression, &why);
  if (!r) fail_msg("'%s': %s", expression, why);
  const bool found = coal_regex_finds(r, text);
  coal_regex_free(r);
  return found;
}

static void expressions_find_what_posix_says(void **state) {
  (void)state;
  static const struct {
    const char *expression, *text;
    bool found;
  } rows[] = {
      {"", "", true},
      {"", "abc", true},
      {"b", "abc", true},
      {"d", "abc", false},
      {"^b", "abc", false},
      {"^a.c$", "abc", true},
      {"^a.c$", "abcd", false},
      {"a|b|c", "xcx", true},
      {"^(ab|a)$", "ab", true},
      {"^(a|ab)(c|bcd)$", "abcd", true},
      {"ab*c", "ac", true},
      {"ab+c", "ac", false},
      {"ab?c", "abbc", false},
      {"^a{2}$", "aa", true},
      {"^a{2}$", "aaa", false},
      {"^a{2,}$", "aaaaa", true},
      {"^a{1,3}$", "aaaa", false},
      {"^(ab){0,2}$", "abab", true},
      {"a{", "a{", true},
      {"[a-c]+d", "xabcd", true},
      {"[^a-c]", "abc", false},
      {"[]a]", "]", true},
      {"[a-]", "-", true},
      {"^[[:alpha:]_][[:alnum:]_]*$", "_a1", true},
      {"\\.cuh$", "src/k.cuh", true},
      {"\\.cuh$", "src/kxcuh", false},
      {"\\w+\\s\\W", "ab !", true},
      {"src/.*/(detail|impl)/", "/p/src/a/impl/k.cuh", true},
      {"(a*)*b", "aaaab", true},
      {"(|a)+$", "aa", true},
      {"()", "x", true},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (finds(rows[i].expression, rows[i].text) != rows[i].found)
      fail_msg("'%s' in '%s': not %d", rows[i].expression, rows[i].text, rows[i].found);
}

static void bad_expressions_say_why(void **state) {
  (void)state;
  static const char *const rows[][2] = {{"(", "'(' without ')'"},
                                        {"a)", "')' without '('"},
                                        {"[a", "'[' without ']'"},
                                        {"*a", "nothing to repeat"},
                                        {"a\\", "'\\' at the end"},
                                        {"(a)\\1", "back references are not supported"},
                                        {"\\q", "unknown escape"},
                                        {"[[:x:]]", "unknown class in brackets"},
                                        {"a{3,2}", "bad number of repetitions"},
                                        {"a{999}", "bad number of repetitions"},
                                        {"((a{255}){255}){255}", "too large"}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    const char *why = NULL;
    assert_null(coal_regex_new(rows[i][0], &why));
    assert_string_equal(why, rows[i][1]);
  }
}

/** (a?){n}a{n} against n letters takes 2^n steps where ways are tried one after the other. */
static void no_expression_takes_long(void **state) {
  (void)state;
  char text[4001];
  memset(text, 'a', 4000);
  text[4000] = 0;
  assert_false(finds("^(a?){200}a{200}$", text));
  assert_false(finds("^(a*)*(a*)*(a+)+b", text));
  char nested[4001];
  memset(nested, '(', 4000);
  nested[4000] = 0;
  const char *why;
  assert_null(coal_regex_new(nested, &why));
  assert_string_equal(why, "nested too deeply");
}

/* ---- near words ---------------------------------------------------------------------------------------- */

static const char *nearest(const char *typed) {
  static const char *const known[] = {"strided", "misaligned", "misaligned-vector", "bank-conflict", "n", "sm_80"};
  coal_nearest near = {0};
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) coal_nearest_add(&near, typed, known[i]);
  return near.best ? near.best : "";
}

static void mistyped_words_are_near(void **state) {
  (void)state;
  assert_string_equal(nearest("stridded"), "strided");
  assert_string_equal(nearest("srtided"), "strided");
  assert_string_equal(nearest("bank_conflicts"), "bank-conflict");
  assert_string_equal(nearest("misalign"), "misaligned");
  assert_string_equal(nearest("Misaligned"), "misaligned");
  assert_string_equal(nearest("sm80"), "sm_80");
  assert_string_equal(nearest("N"), "n");
  assert_string_equal(nearest("frobnicate"), "");
  assert_string_equal(nearest(""), "");
}

/* ---- files --------------------------------------------------------------------------------------------- */

static char folder[] = "/tmp/coalcheck-util-XXXXXX";

static const char *in_folder(const char *name) {
  static char path[128];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  return path;
}

static void assert_text(const char *name, const char *text) {
  size_t n;
  const char *why = NULL;
  char *got = coal_file_read(in_folder(name), 1000, &n, &why);
  if (!got) fail_msg("%s: %s", name, why);
  assert_string_equal(got, text);
  assert_int_equal(n, strlen(text));
  free(got);
}

static void files_are_replaced_whole(void **state) {
  (void)state;
  assert_int_equal(coal_file_replace(in_folder("a"), "one", 3), 0);
  assert_int_equal(chmod(in_folder("a"), 0640), 0);
  assert_int_equal(coal_file_replace(in_folder("a"), "three", 5), 0);
  assert_text("a", "three");
  struct stat s;
  assert_int_equal(stat(in_folder("a"), &s), 0);
  assert_int_equal(s.st_mode & 0777, 0640);
  coal_file_writer w;
  assert_int_equal(coal_file_writer_open(&w, in_folder("a")), 0);
  fputs("lost", w.f);
  coal_file_writer_abandon(&w);
  assert_text("a", "three");
}

static void a_link_stays_a_link(void **state) {
  (void)state;
  char target[128];
  strcpy(target, in_folder("target"));
  assert_int_equal(coal_file_replace(target, "old", 3), 0);
  assert_int_equal(symlink(target, in_folder("link")), 0);
  assert_int_equal(coal_file_replace(in_folder("link"), "new", 3), 0);
  assert_text("target", "new");
  struct stat s;
  assert_int_equal(lstat(in_folder("link"), &s), 0);
  assert_true(S_ISLNK(s.st_mode));
}

static void a_full_disk_is_an_error(void **state) {
  (void)state;
  errno = 0;
  assert_int_equal(coal_file_replace("/dev/full", "text", 4), -1);
  assert_int_equal(errno, ENOSPC);
  assert_int_equal(coal_file_replace("/nonexistent/a", "text", 4), -1);
  assert_int_equal(errno, ENOENT);
}

static void only_regular_files_are_read(void **state) {
  (void)state;
  const char *why = NULL;
  assert_int_equal(mkfifo(in_folder("fifo"), 0600), 0);
  assert_null(coal_file_read(in_folder("fifo"), 1000, NULL, &why));
  assert_string_equal(why, "not a regular file");
  assert_null(coal_file_read("/dev/zero", 1000, NULL, &why));
  assert_string_equal(why, "not a regular file");
  assert_int_equal(coal_file_replace(in_folder("large"), "0123456789", 10), 0);
  assert_null(coal_file_read(in_folder("large"), 9, NULL, &why));
  assert_string_equal(why, "too large");
  assert_true(coal_file_is_own(in_folder("large")));
  assert_false(coal_file_is_own(in_folder("fifo")));
  assert_false(coal_file_is_own(in_folder("none")));
}

static int make_folder(void **state) {
  (void)state;
  return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state) {
  (void)state;
  static const char *const names[] = {"a", "target", "link", "fifo", "large"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) unlink(in_folder(names[i]));
  return rmdir(folder); /* fails where a temporary file was left */
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(expressions_find_what_posix_says), cmocka_unit_test(bad_expressions_say_why),
      cmocka_unit_test(no_expression_takes_long),         cmocka_unit_test(mistyped_words_are_near),
      cmocka_unit_test(files_are_replaced_whole),         cmocka_unit_test(a_link_stays_a_link),
      cmocka_unit_test(a_full_disk_is_an_error),          cmocka_unit_test(only_regular_files_are_read)};
  return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
