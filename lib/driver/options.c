/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "options.h"

#include <getopt.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "checks/registry.h"
#include "util/nearest.h"
#include "values.h"

typedef int (*setter)(coal_config *c, const char *value, const char **error);

/** One option. `argument` NULL: it has none; "[=NAME]": it may have one, on the command line. */
typedef struct option_row {
  const char *name;
  char short_name; /* 0: none */
  const char *argument;
  unsigned readers;
  setter set;
  const char *help;
} option_row;

/** "bad --fail-on 'x': expected warning, error or never". */
static int bad_value(coal_config *c, const char *name, const char *value, const char *expected, const char **error) {
  *error = coal_arena_format(c->arena, "bad --%s '%s': expected %s", name, value, expected);
  return -1;
}

static int unknown_target(coal_config *c, const char *value, const char **error) {
  coal_str names = {0};
  coal_nearest near = {0};
  size_t n;
  const coal_target *const *targets = coal_target_list(&n);
  for (size_t i = 0; i < n; i++) {
    coal_str_addf(&names, "%s%s", i ? ", " : "", targets[i]->name);
    coal_nearest_add(&near, value, targets[i]->name);
  }
  const coal_target *products = coal_target_products(&n);
  for (size_t i = 0; i < n; i++) {
    const char *list = products[i].products;
    coal_nearest_add(&near, value, coal_arena_string(c->arena, list, strcspn(list, ",")));
  }
  *error = coal_arena_format(c->arena, "unknown target '%s'; known are %s, and GPUs by name (coalcheck targets)%s%s%s",
                             value, names.data, near.best ? "; did you mean '" : "", near.best ? near.best : "",
                             near.best ? "'?" : "");
  coal_str_free(&names);
  return -1;
}

/** One target, or several: the first is the one judged by, the others are compared with it. */
static int set_target(coal_config *c, const char *value, const char **error) {
  const coal_target **list = COAL_ARENA_ARRAY(c->arena, const coal_target *, strlen(value) + 1);
  size_t n = 0;
  for (const char *p = value;; p++) {
    size_t length = strcspn(p, ",");
    const char *name = coal_arena_string(c->arena, p, length);
    list[n] = coal_target_find(name);
    if (!list[n++]) return unknown_target(c, name, error);
    p += length;
    if (!*p) break;
  }
  c->analysis.target = list[0];
  c->others = list + 1;
  c->n_others = n - 1;
  return 0;
}

/** The index of value in the NULL-terminated list, or −1. */
static int choice(const char *value, const char *const *list) {
  for (int i = 0; list[i]; i++)
    if (strcmp(list[i], value) == 0) return i;
  return -1;
}

static int unknown_check(coal_config *c, const char *glob, size_t n, const char **error) {
  size_t n_checks;
  const coal_check *const *checks = coal_check_list(&n_checks);
  const char *typed = coal_arena_string(c->arena, glob, n);
  coal_nearest near = {0};
  coal_str names = {0};
  for (size_t i = 0; i < n_checks; i++) {
    coal_nearest_add(&near, typed, checks[i]->name);
    coal_str_addf(&names, "%s%s", i ? ", " : "", checks[i]->name);
  }
  *error = near.best ? coal_arena_format(c->arena, "no check matches '%s'; did you mean '%s'?", typed, near.best)
                     : coal_arena_format(c->arena, "no check matches '%s'; checks are %s", typed, names.data);
  coal_str_free(&names);
  return -1;
}

static int set_checks(coal_config *c, const char *value, const char **error) {
  size_t n;
  const char *unknown = coal_check_unknown(value, &n);
  if (unknown) return unknown_check(c, unknown, n, error);
  c->checks.checks = value;
  return 0;
}

/* The words of a command line: blanks part them, quotes of both kinds keep them together. */
static int set_argv(coal_config *c, const char *value, const char **error) {
  size_t length = strlen(value), n = 0;
  const char **words = COAL_ARENA_ARRAY(c->arena, const char *, length / 2 + 2);
  for (const char *p = value; *p;) {
    char *word = coal_arena_alloc(c->arena, length + 1), *out = word, quote = 0;
    while (*p == ' ' || *p == '\t') p++;
    if (!*p) break;
    for (; *p && (quote || (*p != ' ' && *p != '\t')); p++) {
      bool is_quote = quote ? *p == quote : *p == '"' || *p == '\'';
      if (is_quote)
        quote = quote ? 0 : *p;
      else
        *out++ = *p;
    }
    if (quote) return bad_value(c, "argv", value, "words whose quotes are closed", error);
    *out = '\0';
    words[n++] = word;
  }
  c->analysis.arguments = words;
  c->analysis.n_arguments = n;
  return 0;
}

/* "[=CHECK]" */
static bool is_optional(const option_row *row) { return row->argument && row->argument[0] == '['; }

/** Alone: what is known of each finding. With a check: its page. */
static int set_explain(coal_config *c, const char *value, const char **error) {
  static const char prefix[] = "coalcheck-";
  size_t n;
  const coal_check *const *checks = coal_check_list(&n);
  if (!value) {
    c->report.explain = true;
    return 0;
  }
  if (strncmp(value, prefix, sizeof prefix - 1) == 0) value += sizeof prefix - 1;
  for (size_t i = 0; i < n; i++)
    if (strcmp(checks[i]->name, value) == 0) c->explained_check = checks[i]->name;
  return c->explained_check ? 0 : unknown_check(c, value, strlen(value), error);
}

/* Of "50" or "50%". */
static int read_percent(coal_config *c, const char *option, const char *value, double *out, const char **error) {
  char *end;
  double percent = strtod(value, &end);
  if (end != value && *end == '%') end++;
  if (end == value || *end || !(percent >= 0 && percent <= 100))
    return bad_value(c, option, value, "a percentage between 0 and 100", error);
  *out = percent;
  return 0;
}

static int set_min_efficiency(coal_config *c, const char *value, const char **error) {
  return read_percent(c, "min-efficiency", value, &c->checks.min_efficiency, error);
}

/* 0 turns the threshold off, which the checks know as a negative one. */
static int set_min_gain(coal_config *c, const char *value, const char **error) {
  if (read_percent(c, "min-gain", value, &c->checks.min_gain, error)) return -1;
  if (!(c->checks.min_gain > 0)) c->checks.min_gain = -1;
  return 0;
}

static int set_top(coal_config *c, const char *value, const char **error) {
  char *end;
  const long n = strtol(value, &end, 10);
  if (end == value || *end || n < 1) return bad_value(c, "top", value, "a number from 1 on", error);
  c->report.top = (size_t)n;
  return 0;
}

static int set_sort(coal_config *c, const char *value, const char **error) {
  if (strcmp(value, "cost") != 0 && strcmp(value, "source") != 0)
    return bad_value(c, "sort", value, "cost or source", error);
  c->checks.in_source_order = c->report.in_source_order = strcmp(value, "source") == 0;
  return 0;
}

static int set_format(coal_config *c, const char *value, const char **error) {
  if (!coal_renderer_find(value))
    return bad_value(c, "format", value, coal_arena_format(c->arena, "one of %s", coal_renderer_names()), error);
  c->report.format = value;
  if (strcmp(value, "json") == 0) c->analysis.wants_costs = true;
  return 0;
}

/** A level, `unknown`, or both with a comma between; `unknown` alone leaves findings out. */
static int set_fail_on(coal_config *c, const char *value, const char **error) {
  static const char *const names[] = {"warning", "error", "never", "unknown", NULL};
  c->fail_on = COAL_FAIL_ON_NEVER;
  c->fail_on_unknown = false;
  for (const char *p = value, *comma = p; comma; p = comma + 1) {
    comma = strchr(p, ',');
    const char *word = comma ? coal_arena_string(c->arena, p, (size_t)(comma - p)) : p;
    int i = choice(word, names);
    if (i < 0) return bad_value(c, "fail-on", value, "unknown, warning, error or never", error);
    if (i == 3)
      c->fail_on_unknown = true;
    else
      c->fail_on = (coal_fail_on)i;
  }
  return 0;
}

static int set_cuda_headers(coal_config *c, const char *value, const char **error) {
  static const char *const names[] = {"auto", "embedded", "toolkit", NULL};
  int i = choice(value, names);
  if (i < 0) return bad_value(c, "cuda-headers", value, "auto, embedded or toolkit", error);
  c->cuda_headers = (coal_cuda_headers)i;
  return 0;
}

static int set_message_length(coal_config *c, const char *value, const char **error) {
  char *end;
  const long n = strtol(value, &end, 10);
  if (end == value || *end || n < 0 || n > INT_MAX)
    return bad_value(c, "message-length", value, "a number of columns", error);
  c->message_length = (int)n;
  return 0;
}

static int set_color(coal_config *c, const char *value, const char **error) {
  static const char *const names[] = {"auto", "always", "never", NULL};
  int i = choice(value, names);
  if (i < 0) return bad_value(c, "color", value, "auto, always or never", error);
  c->color = (coal_color)i;
  return 0;
}

static int set_jobs(coal_config *c, const char *value, const char **error) {
  int64_t n;
  if (!coal_value_integer(value, strlen(value), &n) || n < 1 || n > 1024)
    return bad_value(c, "jobs", value, "a number from 1 to 1024", error);
  c->jobs = (unsigned)n;
  return 0;
}

static int set_model(coal_config *c, const char *value, const char **error) {
  static const char *const names[] = {"target", "teaching", NULL};
  int i = choice(value, names);
  if (i < 0) return bad_value(c, "model", value, "target or teaching", error);
  c->report.is_teaching = i == 1;
  return 0;
}

static int set_positive(coal_config *c, const char *name, const char *value, double *out, const char **error) {
  char *end;
  double v = strtod(value, &end);
  if (end == value || *end || !(v > 0) || isinf(v)) return bad_value(c, name, value, "a number above 0", error);
  *out = v;
  return 0;
}

#define POSITIVE_SETTER(setter_name, option, field)                               \
  static int setter_name(coal_config *c, const char *value, const char **error) { \
    return set_positive(c, option, value, &c->field, error);                      \
  }
POSITIVE_SETTER(set_latency, "latency", report.latency_ns)
POSITIVE_SETTER(set_bandwidth, "bandwidth", report.bandwidth_gbps)
POSITIVE_SETTER(set_warps, "warps-in-flight", report.warps_in_flight)
POSITIVE_SETTER(set_gflops, "peak-gflops", report.gflops)

static int set_totals(coal_config *c, const char *value, const char **error) {
  (void)value;
  (void)error;
  c->report.totals = c->analysis.wants_totals = c->analysis.wants_costs = true;
  return 0;
}

static int set_budget(coal_config *c, const char *value, const char **error) {
  char *end;
  double seconds = strtod(value, &end);
  if (*end || end == value || !(seconds > 0) || seconds > 86400)
    return bad_value(c, "budget", value, "seconds, more than 0 and at most 86400", error);
  c->analysis.file_budget = (uint64_t)(seconds * (double)COAL_STEPS_A_SECOND);
  return 0;
}

static int set_roofline(coal_config *c, const char *value, const char **error) {
  (void)value;
  (void)error;
  c->report.roofline = c->analysis.wants_totals = c->analysis.wants_costs = true;
  return 0;
}

#define TEXT_SETTER(name, field)                                           \
  static int name(coal_config *c, const char *value, const char **error) { \
    (void)error;                                                           \
    c->field = value;                                                      \
    return 0;                                                              \
  }
#define FLAG_SETTER(name, field)                                           \
  static int name(coal_config *c, const char *value, const char **error) { \
    (void)value;                                                           \
    (void)error;                                                           \
    c->field = true;                                                       \
    return 0;                                                              \
  }

/* A name and template arguments, nothing that could leave the expression that it is put into. */
static bool is_instance(const char *text) {
  int depth = 0;
  for (const char *p = text; *p; p++) {
    if (*p == '(' || *p == '[') depth++;
    if ((*p == ')' || *p == ']') && --depth < 0) return false;
    if (strchr(";{}#\"'\\\n", *p)) return false;
  }
  const size_t n = strlen(text);
  return depth == 0 && strcspn(text, "<") > 0 && strchr(text, '<') && text[n - 1] == '>';
}

static int add_instance(coal_config *c, const char *value, const char **error) {
  if (!is_instance(value)) {
    *error = coal_arena_format(c->arena,
                               "bad --instance '%s': expected a name with template arguments, 'fwd<half, 128>'", value);
    return -1;
  }
  const char **list = coal_arena_alloc(c->arena, (c->n_instances + 1) * sizeof *list);
  for (size_t i = 0; i < c->n_instances; i++) list[i] = c->instances[i];
  list[c->n_instances++] = value;
  c->instances = list;
  return 0;
}

TEXT_SETTER(set_output, output)
TEXT_SETTER(set_export_fixes, export_fixes)
TEXT_SETTER(set_libclang, libclang)
TEXT_SETTER(set_cuda_path, cuda_path)
TEXT_SETTER(set_compile_database, compile_database)
TEXT_SETTER(set_header_filter, header_filter)
TEXT_SETTER(set_line_filter, line_filter)
TEXT_SETTER(set_changed_since, changed_since)
TEXT_SETTER(set_baseline, baseline)
TEXT_SETTER(set_cache_dir, cache_dir)
TEXT_SETTER(set_config_file, config_file)
FLAG_SETTER(set_no_cache, no_cache)
FLAG_SETTER(set_update_baseline, update_baseline)
FLAG_SETTER(set_all, report.all)
FLAG_SETTER(set_list_checks, list_checks)
FLAG_SETTER(set_fix, fix)
FLAG_SETTER(set_dump_ir, dump_ir)
FLAG_SETTER(set_only_written, only_written)
FLAG_SETTER(set_help, help)
FLAG_SETTER(set_version, version)

enum {
  CLI = COAL_OPTION_COMMAND_LINE,
  OWN = COAL_OPTION_COMMAND_LINE | COAL_OPTION_USER, /* settings that say what code is run */
  SET = OWN | COAL_OPTION_FILE | COAL_OPTION_EDITOR, /* settings, of a project too */
  ALL = SET | COAL_OPTION_PLUGIN
};

static const option_row rows[] = {
    {"target", 0, "sm_XX", ALL, set_target,
     "hardware model or GPU (sm_13, a100, fermi-l2), see 'coalcheck targets'; a list compares; default: the architecture "
     "in the flags, else sm_80"},
    {"launch", 0, "SPEC", ALL, coal_config_add_launch,
     "'KERNEL: grid=X[xY[xZ]] block=X[xY[xZ]] [smem=BYTES] [name=value …]'; KERNEL may be *; may repeat"},
    {"assume", 0, "FACT", ALL, coal_config_add_assume, "a fact about parameters: n=5, n%32==0, n>=8, n<=8; may repeat"},
    {"instance", 0, "NAME<ARGS>", SET, add_instance,
     "also analyse this instance of a kernel template, as 'fwd<half, 128>'; may repeat"},
    {"only-written", 0, NULL, SET, set_only_written,
     "do not suppose plausible instances of kernel templates that nothing instantiates"},
    {"argv", 0, "WORDS", ALL, set_argv,
     "arguments of the program, for what main() makes of them: sizes and launches are those of this run"},
    {"checks", 0, "LIST", ALL, set_checks, "comma-separated globs of checks; '-' in front removes"},
    {"min-efficiency", 0, "P", ALL, set_min_efficiency, "findings at P percent (default: 80) or above become remarks"},
    {"min-gain", 0, "P", ALL, set_min_gain,
     "findings that are known to cost less than P percent (default: 5) of their kernel's time become remarks"},
    {"top", 0, "N", ALL, set_top, "show the N findings that cost most"},
    {"sort", 0, "ORDER", ALL, set_sort, "order of the findings of a file: by cost (default), or as in the source"},
    {"format", 0, "F", SET, set_format,
     "text (default), json, sarif, github (annotations), gitlab (Code Quality), html (one page) or svg (the costliest request)"},
    {"output", 'o', "FILE", CLI, set_output, "write the report to FILE"},
    {"all", 0, NULL, SET, set_all, "list every access with its verdict"},
    {"explain", 0, "[=CHECK]", ALL, set_explain,
     "show index, sectors or banks, and assumptions of each finding; with CHECK: print that check's page"},
    {"list-checks", 0, NULL, CLI, set_list_checks, "list the checks that are on, and stop"},
    {"totals", 0, NULL, SET, set_totals, "what each kernel moves altogether, its time and effective bandwidth"},
    {"roofline", 0, NULL, SET, set_roofline, "each kernel's operations a byte against the machine's balance"},
    {"model", 0, "WHICH", SET, set_model,
     "times of the target (default) or of the fixed teaching model (300 ns, 900 GB/s)"},
    {"latency", 0, "NS", SET, set_latency, "latency of a transaction, in place of the model's"},
    {"bandwidth", 0, "GBPS", SET, set_bandwidth, "memory bandwidth in 10^9 bytes a second, in place of the model's"},
    {"warps-in-flight", 0, "N", SET, set_warps, "requests that overlap, in place of what the launch keeps resident"},
    {"peak-gflops", 0, "N", SET, set_gflops, "peak 10^9 operations a second of the roofline"},
    {"fix", 0, NULL, CLI, set_fix, "apply the proved fixes to the files"},
    {"export-fixes", 0, "FILE", CLI, set_export_fixes, "write the proved fixes as YAML for clang-apply-replacements"},
    {"fail-on", 0, "LEVEL", SET, set_fail_on,
     "exit with 1 from this level on: warning (default), error, never; unknown, or warning,unknown: when an access was not judged"},
    {"budget", 0, "SECONDS", ALL, set_budget,
     "the work that evaluating a file may take, in seconds of a processor (default: 10); what is left then is unknown"},
    {"header-filter", 0, "REGEX", SET, set_header_filter,
     "report on headers whose path matches; default: all but those of the system"},
    {"line-filter", 0, "JSON", CLI, set_line_filter,
     "report on these lines: [{\"name\":\"file.cu\",\"lines\":[[1,3],[5,7]]}, …], as clang-tidy"},
    {"changed-since", 0, "REV", CLI, set_changed_since,
     "report on lines that git says changed since REV; without files: analyse the changed ones"},
    {"baseline", 0, "FILE", SET, set_baseline, "report only what FILE does not know"},
    {"update-baseline", 0, NULL, CLI, set_update_baseline, "write what is found now into the baseline"},
    {"jobs", 'j', "N", SET, set_jobs, "files analysed at once; default: one a processor"},
    {"compile-database", 'p', "DIR", SET, set_compile_database,
     "the folder of compile_commands.json; default: searched for from each file's folder upward"},
    {"cuda-headers", 0, "WHICH", SET, set_cuda_headers, "auto (default), embedded or toolkit"},
    {"cuda-path", 0, "DIR", OWN, set_cuda_path, "the CUDA toolkit to use"},
    {"libclang", 0, "PATH", OWN, set_libclang, "the libclang to load; default: the newest found"},
    {"cache-dir", 0, "DIR", OWN, set_cache_dir,
     "where precompiled CUDA headers are kept; default: $XDG_CACHE_HOME/coalcheck, ~/.cache/coalcheck"},
    {"no-cache", 0, NULL, SET, set_no_cache, "read all headers each time"},
    {"config-file", 0, "FILE", CLI | COAL_OPTION_PLUGIN, set_config_file,
     "settings; default: the nearest .coalcheck, from each file's folder upward; 'none': no settings"},
    {"color", 0, "WHEN", SET, set_color, "auto (default), always or never"},
    {"message-length", 0, "N", CLI, set_message_length,
     "text: wrap messages and cut source lines at N columns, 0: never; default: the terminal's width"},
    {"dump-ir", 0, NULL, CLI | COAL_OPTION_PLUGIN, set_dump_ir, "print the kernel IR and stop"},
    {"help", 'h', NULL, CLI, set_help, "print this help"},
    {"version", 0, NULL, CLI, set_version, "print the version"},
};
enum { N_ROWS = sizeof rows / sizeof *rows };

void coal_config_init(coal_config *c, coal_arena *arena) {
  *c = (coal_config){.arena = arena, .analysis.wants_gains = true};
  c->message_length = -1;
}

static int set_row(coal_config *c, const option_row *row, const char *value, const char **error) {
  const char *copy = value ? coal_arena_string(c->arena, value, strlen(value)) : NULL;
  return row->set(c, copy, error);
}

/** "; did you mean '--checks'?", or "". `typed` has no dashes. */
static const char *hint(coal_config *c, unsigned reader, const char *typed) {
  coal_nearest near = {0};
  const char *name = coal_arena_string(c->arena, typed, strcspn(typed, "="));
  for (size_t i = 0; i < N_ROWS; i++)
    if (rows[i].readers & reader) coal_nearest_add(&near, name, rows[i].name);
  return near.best ? coal_arena_format(c->arena, "; did you mean '--%s'?", near.best) : "";
}

static int not_of_reader(coal_config *c, unsigned reader, const option_row *row, const char **error) {
  if (row->readers == OWN)
    *error = coal_arena_format(
        c->arena,
        "'%s' is not taken from %s, which may come with a repository: what code is run is the user's "
        "to say, with --%s or in ~/.config/coalcheck/settings",
        row->name, reader == COAL_OPTION_FILE ? "a project's settings" : "an editor's settings", row->name);
  else
    *error = coal_arena_format(c->arena, "'%s' is an option of the command line alone", row->name);
  return -1;
}

int coal_config_set(coal_config *c, unsigned reader, const char *name, const char *value, const char **error) {
  for (size_t i = 0; i < N_ROWS; i++) {
    const option_row *row = &rows[i];
    if (strcmp(row->name, name) != 0) continue;
    if (!(row->readers & reader)) return not_of_reader(c, reader, row, error);
    const bool may_have_none = !row->argument || is_optional(row);
    if (!may_have_none && !value)
      *error = coal_arena_format(c->arena, "option '--%s' needs a value", name);
    else if (value && may_have_none && !(row->argument && reader == COAL_OPTION_COMMAND_LINE))
      *error = coal_arena_format(c->arena, "option '--%s' takes no value", name);
    else
      return set_row(c, row, value, error);
    return -1;
  }
  *error = coal_arena_format(c->arena, "unknown option '--%s'%s", name, hint(c, reader, name));
  return -1;
}

static void add_string(coal_arena *arena, const char *const **list, size_t *n, const char *text) {
  const char **grown = coal_list_grow(arena, *list, *n, sizeof *grown);
  grown[(*n)++] = coal_arena_string(arena, text, strlen(text));
  *list = grown;
}

/** getopt's tables for one reader. Long options are numbered 256 + row. */
typedef struct getopt_tables {
  struct option longs[N_ROWS + 1];
  char shorts[2 * N_ROWS + 4];
} getopt_tables;

static void fill_tables(getopt_tables *t, unsigned reader) {
  size_t n = 0;
  memset(t, 0, sizeof *t);
  strcpy(t->shorts, "-:");
  for (size_t i = 0; i < N_ROWS; i++) {
    if (!(rows[i].readers & reader)) continue;
    const int has_argument = is_optional(&rows[i]) ? optional_argument
                             : rows[i].argument    ? required_argument
                                                   : no_argument;
    t->longs[n++] = (struct option){rows[i].name, has_argument, NULL, 256 + (int)i};
    if (!rows[i].short_name) continue;
    char *end = t->shorts + strlen(t->shorts);
    *end++ = rows[i].short_name;
    if (rows[i].argument) *end = ':';
  }
}

static const option_row *row_of(int code) {
  if (code >= 256 && code < 256 + N_ROWS) return &rows[code - 256];
  for (size_t i = 0; i < N_ROWS; i++)
    if (rows[i].short_name && rows[i].short_name == code) return &rows[i];
  return NULL;
}

/** A flag that nvcc, Clang or GCC would take. */
static bool is_compiler_flag(const char *word, size_t characters) {
  static const char *const known[] = {"-D",
                                      "-U",
                                      "-I",
                                      "-O",
                                      "-W",
                                      "-f",
                                      "-m",
                                      "-g",
                                      "-std",
                                      "-x",
                                      "-include",
                                      "-i",
                                      "-X",
                                      "-arch",
                                      "-gencode",
                                      "-code",
                                      "-c",
                                      "-l",
                                      "-L",
                                      "-rdc",
                                      "-G",
                                      "-ccbin",
                                      "--gpu-",
                                      "--std",
                                      "--cuda-gpu-arch",
                                      "--expt-",
                                      "--extended-lambda",
                                      "--use_fast_math",
                                      "-use_fast_math",
                                      "--offload-arch",
                                      "-nocudainc",
                                      "-lineinfo",
                                      "--generate-"};
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (strlen(known[i]) >= characters && strncmp(word, known[i], strlen(known[i])) == 0) return true;
  return false;
}

/* A compiler flag of one letter is more likely a misspelt option when one is near. */
enum { LONG_FLAG = 3 };

/** `word` is the string getopt stumbled on. */
static int getopt_error(coal_config *c, unsigned reader, int code, const char *word, const char **error) {
  const option_row *row = row_of(optopt);
  const char *near = hint(c, reader, word + strspn(word, "-"));
  if (code == ':')
    *error = coal_arena_format(c->arena, "option '%s' needs a value", word);
  else if (row && !row->argument)
    *error = coal_arena_format(c->arena, "option '--%s' takes no value", row->name);
  else if (is_compiler_flag(word, LONG_FLAG) || (!*near && is_compiler_flag(word, 1)))
    *error = coal_arena_format(
        c->arena, "unknown option '%s'; flags of the compiler come last, behind '--': coalcheck FILE.cu -- %s", word,
        word);
  else
    *error = coal_arena_format(c->arena, "unknown option '%s'%s", word, near);
  return -1;
}

static int parse_words(coal_config *c, unsigned reader, int argc, char **argv, const char **error) {
  getopt_tables tables;
  fill_tables(&tables, reader);
  optind = 0;
  opterr = 0;
  for (;;) {
    int at = optind ? optind : 1;
    int code = getopt_long(argc, argv, tables.shorts, tables.longs, NULL);
    if (code == -1) return 0;
    if (code == 1) {
      add_string(c->arena, &c->files, &c->n_files, optarg);
      continue;
    }
    if (code == '?' || code == ':') return getopt_error(c, reader, code, argv[at], error);
    const option_row *row = row_of(code);
    if (row && set_row(c, row, optarg, error)) return -1;
  }
}

bool coal_config_takes_value(const char *name) {
  for (size_t i = 0; i < N_ROWS; i++)
    if (strcmp(rows[i].name, name) == 0) return rows[i].argument && !is_optional(&rows[i]);
  return true;
}

int coal_config_parse(coal_config *c, unsigned reader, size_t n, const char *const *strings, const char **error) {
  char **argv = COAL_ARENA_ARRAY(c->arena, char *, n + 2);
  size_t words = 0;
  argv[0] = coal_arena_string(c->arena, "coalcheck", 9);
  while (words < n && strcmp(strings[words], "--") != 0) {
    argv[words + 1] = coal_arena_string(c->arena, strings[words], strlen(strings[words]));
    words++;
  }
  for (size_t i = words + 1; i < n; i++) add_string(c->arena, &c->flags, &c->n_flags, strings[i]);
  return parse_words(c, reader, (int)words + 1, argv, error);
}

bool coal_config_option(unsigned reader, size_t i, coal_option_text *out) {
  for (size_t k = 0; k < N_ROWS; k++) {
    if (!(rows[k].readers & reader) || i--) continue;
    *out = (coal_option_text){rows[k].name, rows[k].argument, rows[k].help, rows[k].short_name};
    return true;
  }
  return false;
}

void coal_config_help(unsigned reader, coal_str *out) {
  for (size_t i = 0; i < N_ROWS; i++) {
    if (!(rows[i].readers & reader)) continue;
    coal_str left = {0};
    if (rows[i].short_name) coal_str_addf(&left, "-%c, ", rows[i].short_name);
    coal_str_addf(&left, "--%s", rows[i].name);
    if (rows[i].argument) coal_str_addf(&left, is_optional(&rows[i]) ? "%s" : "=%s", rows[i].argument);
    coal_str_addf(out, "  %-24s %s\n", left.data, rows[i].help);
    coal_str_free(&left);
  }
}
