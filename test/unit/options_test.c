/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** Options of the command line and the plugin: what is accepted, and what is said about the rest. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <driver/options.h>

static coal_arena *arena;
static coal_config config;
static const char *error;

static int set_up(void **state) {
  (void)state;
  arena = coal_arena_new();
  coal_config_init(&config, arena);
  error = NULL;
  return 0;
}

static int tear_down(void **state) {
  (void)state;
  coal_arena_free(arena);
  return 0;
}

#define PARSE(reader, ...)                                                                         \
  coal_config_parse(&config, reader, sizeof((const char *[]){__VA_ARGS__}) / sizeof(const char *), \
                    (const char *[]){__VA_ARGS__}, &error)
#define CLI(...) PARSE(COAL_OPTION_COMMAND_LINE, __VA_ARGS__)

static void assert_error(const char *part) {
  assert_non_null(error);
  if (!strstr(error, part)) fail_msg("'%s' does not say '%s'", error, part);
}

static void files_options_and_flags_may_be_mixed(void **state) {
  (void)state;
  assert_int_equal(
      CLI("a.cu", "--all", "-o", "x.json", "b.cu", "--format=json", "-j4", "--", "-I", "inc", "--all", "--"), 0);
  assert_int_equal(config.n_files, 2);
  assert_string_equal(config.files[0], "a.cu");
  assert_string_equal(config.files[1], "b.cu");
  assert_true(config.report.all);
  assert_string_equal(config.output, "x.json");
  assert_string_equal(config.report.format, "json");
  assert_int_equal(config.jobs, 4);
  assert_int_equal(config.n_flags, 4);
  assert_string_equal(config.flags[1], "inc");
  assert_string_equal(config.flags[3], "--");
}

static void many_files_are_kept_in_order(void **state) {
  (void)state;
  const char *names[100];
  for (size_t i = 0; i < 100; i++) names[i] = coal_arena_format(arena, "%zu.cu", i);
  assert_int_equal(coal_config_parse(&config, COAL_OPTION_COMMAND_LINE, 100, names, &error), 0);
  assert_int_equal(config.n_files, 100);
  for (size_t i = 0; i < 100; i++) assert_string_equal(config.files[i], names[i]);
}

static void bad_options_are_named(void **state) {
  (void)state;
  assert_int_equal(CLI("--frobnicate", "a.cu"), -1);
  assert_error("unknown option '--frobnicate'");
  assert_int_equal(CLI("a.cu", "-Z"), -1);
  assert_error("unknown option '-Z'");
  assert_int_equal(CLI("a.cu", "--target"), -1);
  assert_error("option '--target' needs a value");
  assert_int_equal(CLI("--all=yes"), -1);
  assert_error("option '--all' takes no value");
  assert_int_equal(CLI("--target=sm_1"), -1);
  assert_error("unknown target 'sm_1'; known are ");
  assert_error("sm_80");
  assert_int_equal(CLI("--format=xml"), -1);
  assert_error("text, json");
  assert_int_equal(CLI("--fail-on=always"), -1);
  assert_error("warning, error or never");
  assert_int_equal(CLI("-j", "0"), -1);
  assert_error("a number from 1");
}

static void the_plugin_has_its_own_share_of_the_options(void **state) {
  (void)state;
  assert_int_equal(PARSE(COAL_OPTION_PLUGIN, "--min-efficiency=50", "--target=sm_90", "--checks=-*,strided"), 0);
  assert_true(config.checks.min_efficiency == 50);
  assert_string_equal(config.analysis.target->name, "sm_90");
  assert_string_equal(config.checks.checks, "-*,strided");
  assert_int_equal(PARSE(COAL_OPTION_PLUGIN, "--format=json"), -1);
  assert_error("unknown option '--format=json'");
  assert_int_equal(coal_config_set(&config, COAL_OPTION_PLUGIN, "target", NULL, &error), -1);
  assert_error("option '--target' needs a value");
}

static void a_launch_is_read(void **state) {
  (void)state;
  assert_int_equal(
      coal_config_add_launch(&config, " ns::k<ns::T, 8> : grid=32x16 block=16x16x2  smem=4096 n=0x100 m=-3 flip=true",
                             &error),
      0);
  const coal_launch_option *l = config.analysis.launches;
  assert_int_equal(config.analysis.n_launches, 1);
  assert_string_equal(l->kernel, "ns::k<ns::T, 8>");
  assert_true(l->has_grid && l->has_block && l->has_smem);
  assert_int_equal(l->grid[0], 32);
  assert_int_equal(l->grid[1], 16);
  assert_int_equal(l->grid[2], 1);
  assert_int_equal(l->block[2], 2);
  assert_int_equal(l->smem_bytes, 4096);
  assert_int_equal(l->n_values, 3);
  assert_string_equal(l->values[0].name, "n");
  assert_int_equal(l->values[0].value, 256);
  assert_int_equal(l->values[1].value, -3);
  assert_int_equal(l->values[2].value, 1);
}

static void launches_add_up_and_other_values_are_kept_as_text(void **state) {
  (void)state;
  assert_int_equal(CLI("--launch=*: block=64", "--launch", "k: in=float[4096]:random alpha=1.5 n=010"), 0);
  assert_int_equal(config.analysis.n_launches, 2);
  assert_string_equal(config.analysis.launches[0].kernel, "*");
  assert_false(config.analysis.launches[0].has_grid);
  assert_int_equal(config.analysis.launches[1].n_values, 1);
  assert_int_equal(config.analysis.launches[1].values[0].value, 10);
  assert_int_equal(config.n_launch_arguments, 2);
  assert_string_equal(config.launch_arguments[0].kernel, "k");
  assert_string_equal(config.launch_arguments[0].name, "in");
  assert_string_equal(config.launch_arguments[0].text, "float[4096]:random");
}

static void absurd_launches_are_refused(void **state) {
  (void)state;
  static const struct {
    const char *spec, *says;
  } rows[] = {
      {"", "expected 'KERNEL: "},
      {"grid=1 block=1", "expected 'KERNEL: "},
      {": block=1", "expected 'KERNEL: "},
      {"k:", "says nothing"},
      {"k: block", "'block' is not grid="},
      {"k: =5", "'=5' is not grid="},
      {"k: block=", "is not X, XxY or XxYxZ"},
      {"k: block=0", "block.x = 0; it must be between 1 and 1024"},
      {"k: block=2000", "block.x = 2000; it must be between 1 and 1024"},
      {"k: block=32x64", "a block of 2048 threads; at most 1024"},
      {"k: block=1x1x65", "block.z = 65; it must be between 1 and 64"},
      {"k: block=8x8x8x8", "more than three sizes"},
      {"k: block=-1", "between 1 and 1024"},
      {"k: block=16x", "is not X, XxY or XxYxZ"},
      {"k: grid=99999999999", "grid.x = 99999999999; it must be between 1 and 2147483647"},
      {"k: grid=99999999999999999999", "is not X, XxY or XxYxZ"},
      {"k: grid=1x65536", "grid.y = 65536; it must be between 1 and 65535"},
      {"k: smem=9999999", "smem=9999999; it must be between 0 and 233472 bytes"},
      {"k: smem=x", "must be between"},
      {"k: n=", "'n=' has no value"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    error = NULL;
    assert_int_equal(coal_config_add_launch(&config, rows[i].spec, &error), -1);
    assert_error(rows[i].says);
    assert_error("bad --launch");
  }
  assert_int_equal(config.analysis.n_launches, 0);
}

static void assumptions_are_read(void **state) {
  (void)state;
  assert_int_equal(CLI("--assume=n=5", "--assume", "n % 32 == 0", "--assume=m>=8", "--assume=m<9", "--assume=k>-2"), 0);
  const coal_assume_option *a = config.analysis.assumes;
  assert_int_equal(config.analysis.n_assumes, 5);
  assert_int_equal(a[0].relation, COAL_ASSUME_EQ);
  assert_int_equal(a[0].value, 5);
  assert_int_equal(a[1].relation, COAL_ASSUME_MOD);
  assert_int_equal(a[1].modulus, 32);
  assert_int_equal(a[2].relation, COAL_ASSUME_GE);
  assert_int_equal(a[2].value, 8);
  assert_int_equal(a[3].relation, COAL_ASSUME_LE);
  assert_int_equal(a[3].value, 8);
  assert_int_equal(a[4].relation, COAL_ASSUME_GE);
  assert_int_equal(a[4].value, -1);
  static const char *const bad[] = {"", "n", "5=n", "n%0==0", "n%4==4", "n!=3", "n=x", "n%4=0"};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    assert_int_equal(coal_config_add_assume(&config, bad[i], &error), -1);
    assert_error("bad --assume");
  }
}

static void min_efficiency_is_a_percentage(void **state) {
  (void)state;
  assert_int_equal(CLI("--min-efficiency=12.5%"), 0);
  assert_true(config.checks.min_efficiency == 12.5);
  static const char *const bad[] = {"", "x", "-1", "101", "nan", "5x"};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    assert_int_equal(coal_config_set(&config, COAL_OPTION_COMMAND_LINE, "min-efficiency", bad[i], &error), -1);
    assert_error("a percentage between 0 and 100");
  }
}

static void help_names_every_option(void **state) {
  (void)state;
  coal_str text = {0};
  coal_config_help(COAL_OPTION_COMMAND_LINE, &text);
  static const char *const names[] = {
      "--target=", "--launch=", "--assume=", "--checks=",       "--min-efficiency=", "--format=", "-o, --output=",
      "--all",     "--explain", "--fix",     "--export-fixes=", "--fail-on=",        "--dump-ir", "--libclang="};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) assert_non_null(strstr(text.data, names[i]));
  coal_str_free(&text);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST(files_options_and_flags_may_be_mixed),
      TEST(many_files_are_kept_in_order),
      TEST(bad_options_are_named),
      TEST(the_plugin_has_its_own_share_of_the_options),
      TEST(a_launch_is_read),
      TEST(launches_add_up_and_other_values_are_kept_as_text),
      TEST(absurd_launches_are_refused),
      TEST(assumptions_are_read),
      TEST(min_efficiency_is_a_percentage),
      TEST(help_names_every_option),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
