/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** `coalcheck FILE…`: the default command. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "checks/registry.h"
#include "driver.h"
#include "frontend/frontend.h"
#include "frontend/source/arch_guard.h"
#include "git.h"
#include "inputs.h"
#include "jobs.h"
#include "pipeline.h"
#include "progress.h"
#include "project.h"
#include "report/digest.h"
#include "report/fixes.h"
#include "report/pages.h"
#include "report/summary.h"
#include "util/file.h"
#include "util/nearest.h"
#include "util/path.h"
#include "util/vec.h"
#include "wanted.h"

typedef COAL_VEC(const char *) coal_unknown_flags;

/** One run over all files. */
typedef struct run {
  const coal_commands *commands;
  coal_arena *arena;
  coal_project *project;
  coal_config config; /* of the run: with the settings for the first file */
  coal_progress *progress;
  coal_source_cache *sources;
  coal_fixes *fixes;
  coal_report report;
  coal_digest *digest;
  coal_inputs *inputs;
  coal_baseline *baseline;
  coal_unknown_flags unknown_flags;
  FILE *out;
  coal_file_writer writer;   /* of --output */
  int write_error;           /* the first one's errno */
  bool failed;               /* some file could not be analysed */
  size_t unknown;            /* accesses that were not judged */
  bool has_stood_in;         /* the note on stand-ins was printed */
  COAL_VEC(char *) missing;  /* headers that were not found; said once a run */
  bool *launch_found;        /* a launch option: does any file have its kernel? */
  coal_nearest *launch_near; /* the kernel that is called much the same */
  coal_wanted *wanted;
  coal_str kernels; /* the names of all kernels, for messages */
} run;

/** The command line without settings. */
static const coal_config *plain(const run *r) { return coal_project_plain(r->project); }

static void print_report(run *r) {
  if (!r->report.out.n) return;
  errno = 0;
  const bool good = fwrite(r->report.out.data, 1, r->report.out.n, r->out) == r->report.out.n && fflush(r->out) == 0;
  if (!good && !r->write_error) r->write_error = errno;
  r->report.out.n = 0;
}

static const char *severity_text(coal_diagnostic_severity s) {
  switch (s) {
    case COAL_DIAGNOSTIC_NOTE: return "note";
    case COAL_DIAGNOSTIC_WARNING: return "warning";
    case COAL_DIAGNOSTIC_ERROR:
    case COAL_DIAGNOSTIC_FATAL: break;
  }
  return "error";
}

/** Is it the first time that this header is missing? */
static bool is_news(run *r, const char *header) {
  for (size_t i = 0; i < r->missing.n; i++)
    if (strcmp(r->missing.items[i], header) == 0) return false;
  coal_vec_push(&r->missing, coal_strdup(header));
  return true;
}

/** Once a run: built-in declarations stand for headers that were not found. */
static void note_stand_ins(run *r, const coal_parse_result *p) {
  if (!p->n_stand_ins || r->has_stood_in) return;
  r->has_stood_in = true;
  fprintf(
      stderr,
      "coalcheck: note: '%s' was not found: built-in declarations stand for such headers of PyTorch, GLM, pybind11 and "
      "TVM; -I DIR behind -- names the real ones\n",
      p->stand_ins[0]);
}

/** What the compiler said, on stderr; a missing include says that the rest was analysed. Errors in a file that lacks a header
 *  are most likely its consequences: they are summed up. */
static void print_diagnostics(run *r, const coal_parse_result *p, const char *file) {
  size_t n_missing = 0, n_following = 0;
  for (size_t i = 0; i < p->n_diagnostics; i++) n_missing += p->diagnostics[i].is_missing_include;
  for (size_t i = 0; i < p->n_diagnostics; i++) {
    const coal_diagnostic *d = &p->diagnostics[i];
    if (d->is_missing_include && !is_news(r, d->missing)) continue;
    if (n_missing && !d->is_missing_include && d->severity >= COAL_DIAGNOSTIC_ERROR) {
      n_following++;
      continue;
    }
    if (d->file)
      fprintf(stderr, "%s:%u:%u: ", d->file, d->line1, d->column1);
    else
      fputs("coalcheck: ", stderr);
    fprintf(stderr, "%s: %s%s\n", severity_text(d->severity), d->message,
            d->is_missing_include ? " (skipped; the rest was analysed)" : "");
  }
  if (n_following)
    fprintf(stderr, "%s: note: %zu error%s behind the missing header%s not shown\n", file, n_following,
            n_following == 1 ? "" : "s", n_missing == 1 ? "" : "s");
  note_stand_ins(r, p);
  if (p->headers_note) fprintf(stderr, "coalcheck: note: %s\n", p->headers_note);
}

/** Says what of the file could not be analysed; false if that is all of it. */
static bool judge_kernels(const char *file, const coal_unit *u) {
  size_t n, skipped = 0;
  const coal_kernel *kernels = coal_analysis_kernels(u->analysis, &n);
  for (size_t i = 0; i < n; i++) {
    if (!kernels[i].skipped) continue;
    skipped++;
    fprintf(stderr, "%s:%u: note: kernel '%s' was not analysed: %s\n", file, kernels[i].fn->range.begin.line1,
            kernels[i].fn->name, kernels[i].skipped);
  }
  if (n == 0 && u->parse.n_errors)
    coal_fail("%s: no kernel could be analysed because of the errors above", file);
  else if (n == 0)
    fprintf(stderr, "coalcheck: note: %s: no kernel in it\n", file);
  else if (skipped == n)
    coal_fail("%s: no kernel could be analysed", file);
  return n == 0 ? u->parse.n_errors == 0 : skipped < n;
}

static bool has_accesses(const coal_analysis *a, const coal_kernel *k) {
  size_t n;
  const coal_access *accesses = coal_analysis_accesses(a, &n);
  for (size_t i = 0; i < n; i++)
    if (accesses[i].kernel == k) return true;
  return k->n_texture_accesses != 0;
}

/** Kernels whose code a conditional on __CUDA_ARCH__ leaves out name the target that has it. */
static void note_guards(run *r, const coal_unit *u) {
  size_t n;
  const coal_kernel *kernels = coal_analysis_kernels(u->analysis, &n);
  const unsigned cc = u->parse.read_cc;
  for (size_t i = 0; i < n; i++) {
    const coal_range *at = &kernels[i].fn->range;
    const bool is_again = i && kernels[i - 1].fn->range.file == at->file &&
                          kernels[i - 1].fn->range.begin.offset_bytes == at->begin.offset_bytes;
    if (!cc || !at->file || is_again || has_accesses(u->analysis, &kernels[i])) continue;
    const coal_source_file *source = coal_source_get(r->report.sources, at->file->path);
    const unsigned shown =
        source ? coal_arch_guard_shown_by(source->text, source->bytes, at->begin.offset_bytes, cc) : 0;
    if (shown)
      fprintf(stderr,
              "%s:%u: note: kernel '%s' has no access for sm_%u; --target=sm_%u has code that its #if leaves out\n",
              at->file->path, at->begin.line1, kernels[i].fn->name, cc, shown);
  }
}

static void note_kernel(run *r, size_t i, const char *wanted, const coal_function *fn) {
  coal_nearest near = r->launch_near[i];
  if (strcmp(wanted, fn->name) == 0 || strcmp(wanted, fn->qualified) == 0) r->launch_found[i] = true;
  coal_nearest_add(&near, wanted, fn->name);
  if (near.best != r->launch_near[i].best) near.best = coal_arena_string(r->arena, near.best, strlen(near.best));
  r->launch_near[i] = near;
}

static void note_launches(run *r, const coal_unit *u) {
  size_t n;
  const coal_kernel *kernels = coal_analysis_kernels(u->analysis, &n);
  for (size_t k = 0; plain(r)->analysis.n_launches && k < n; k++)
    coal_str_addf(&r->kernels, "%s%s", r->kernels.n ? ", " : "", kernels[k].fn->qualified);
  for (size_t i = 0; i < plain(r)->analysis.n_launches; i++) {
    const char *wanted = plain(r)->analysis.launches[i].kernel;
    for (size_t k = 0; k < n; k++) note_kernel(r, i, wanted, kernels[k].fn);
  }
}

/** A kernel that an option `--launch` names may be in another file: check_names warns when it is in none. */
static void print_warnings(const char *file, const coal_unit *u) {
  size_t n;
  const coal_warning *warnings = coal_analysis_warnings(u->analysis, &n);
  for (size_t i = 0; i < n; i++) {
    char text[512];
    if (warnings[i].kind == COAL_WARNING_LAUNCH_NAME) continue;
    coal_warning_text(&warnings[i], text, sizeof text);
    coal_warn("%s: %s", file, text);
  }
}

static void collect_unknown_flags(run *r, const coal_parse_result *p) {
  for (size_t i = 0; i < p->n_unknown_flags; i++) {
    bool seen = false;
    for (size_t k = 0; k < r->unknown_flags.n; k++)
      seen = seen || strcmp(r->unknown_flags.items[k], p->unknown_flags[i]) == 0;
    if (seen) continue;
    const char *copy = coal_arena_string(r->arena, p->unknown_flags[i], strlen(p->unknown_flags[i]));
    coal_vec_push(&r->unknown_flags, copy);
  }
}

/** One note a run, however many files have them. */
static void print_unknown_flags(const run *r) {
  if (!r->unknown_flags.n) return;
  fputs("coalcheck: note: compiler flags that are not known were passed over:", stderr);
  for (size_t i = 0; i < r->unknown_flags.n; i++) fprintf(stderr, " %s", r->unknown_flags.items[i]);
  fputc('\n', stderr);
}

static bool is_text(const run *r) { return !r->config.report.format || strcmp(r->config.report.format, "text") == 0; }

/** "k.cu: 12 accesses judged, 3 not (…)", when something was not. */
static void print_judged(run *r, const char *file, const coal_analysis *a) {
  coal_str text = {0};
  coal_summary_add(&text, &r->report, a);
  if (text.n) fprintf(stderr, "%s: %s\n", file, text.data);
  coal_str_free(&text);
}

static void report_parsed(run *r, const coal_input *input, coal_unit *u) {
  const char *file = input->file;
  print_diagnostics(r, &u->parse, file);
  collect_unknown_flags(r, &u->parse);
  if (r->config.dump_ir) {
    char *dump = coal_module_dump(u->parse.module);
    if (dump) fputs(dump, r->out);
    free(dump);
    return;
  }
  if (!judge_kernels(file, u)) r->failed = true;
  note_guards(r, u);
  note_launches(r, u);
  coal_wanted_see(r->wanted, u->parse.module);
  for (size_t i = 0; i < input->config->n_instances; i++)
    if (u->parse.has_instance[i]) coal_wanted_see_instance(r->wanted, input->config->instances[i]);
  print_warnings(file, u);
  r->report.others = u->others;
  r->report.n_others = u->n_others;
  coal_filter_set_files(r->report.filter, input->only, input->n_only);
  coal_report_add(&r->report, u->analysis);
  coal_digest_add(r->digest, &r->report, u->analysis);
  if ((r->config.fix || r->config.export_fixes) && !input->is_edited)
    coal_fixes_add(r->fixes, u->analysis, r->report.shown);
  print_report(r);
  r->unknown += coal_summary_unknown(&r->report, u->analysis);
  if (is_text(r)) print_judged(r, file, u->analysis);
}

/** coal_jobs' callback: reports one file. `error` (may be NULL) is why there is no unit. */
static void report_unit(void *context, const coal_input *input, coal_unit *u, const char *error) {
  run *r = context;
  coal_progress_hide(r->progress);
  if (error) {
    coal_fail("%s", error);
    r->failed = true;
  } else {
    report_parsed(r, input, u);
  }
  coal_progress_step(r->progress);
}

static void complain_of_launch(run *r, size_t i) {
  const char *near = r->launch_near[i].best;
  coal_fail("--launch names the kernel '%s', which is not there; kernels: %s%s%s%s",
            plain(r)->analysis.launches[i].kernel, r->kernels.n ? r->kernels.data : "none",
            near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
}

/** A launch that no file has a kernel for, a name that is nowhere, are mistakes of the caller. */
static void check_names(run *r) {
  bool is_bad = false;
  const char *missing;
  if (r->failed) return;
  for (size_t i = 0; i < plain(r)->analysis.n_launches; i++) {
    if (r->launch_found[i] || strcmp(plain(r)->analysis.launches[i].kernel, "*") == 0) continue;
    complain_of_launch(r, i);
    is_bad = true;
  }
  for (size_t i = 0; !is_bad && (missing = coal_wanted_missing(r->wanted, i)); i++) {
    coal_fail("%s", missing);
    r->failed = true;
  }
  r->failed = r->failed || is_bad;
}

static void write_exported(run *r) {
  coal_str text = {0};
  coal_fixes_export(r->fixes, &text);
  if (coal_file_replace(r->config.export_fixes, text.data, text.n)) {
    coal_fail("cannot write '%s': %s", r->config.export_fixes, strerror(errno));
    r->failed = true;
  }
  coal_str_free(&text);
}

static void apply_fixes(run *r) {
  coal_fix_counts counts;
  const char *error = NULL;
  if (coal_fixes_apply(r->fixes, r->sources, &counts, &error)) {
    coal_fail("%s", error);
    r->failed = true;
    return;
  }
  fprintf(stderr, "coalcheck: applied %zu of %zu suggested fixes%s\n", counts.applied,
          counts.applied + counts.conflicting, counts.conflicting ? "; run again for those that overlapped" : "");
}

static void print_count(size_t n, const char *what, const char **separator) {
  if (!n) return;
  fprintf(stderr, "%s%zu %s%s", *separator, n, what, n == 1 ? "" : "s");
  *separator = " and ";
}

static void print_held_back(size_t n, const char *why) {
  if (n) fprintf(stderr, "Suppressed %zu finding%s (%s).\n", n, n == 1 ? "" : "s", why);
}

static void print_digest(const run *r) {
  coal_str text = {0};
  coal_digest_print(r->digest, &text);
  if (text.n) fputs(text.data, stderr);
  coal_str_free(&text);
}

/** "2 warnings and 1 error generated.", Clang's last line, then the numbers of findings that were not reported. */
static void print_summary(const run *r) {
  const coal_report_counts *c = &r->report.counts;
  const bool shown = r->config.report.all || r->config.report.explain;
  const char *separator = "";
  print_count(c->warnings, "warning", &separator);
  print_count(c->errors, "error", &separator);
  if (*separator) fputs(" generated.\n", stderr);
  print_digest(r);
  print_held_back(c->suppressed, "NOLINT");
  print_held_back(c->known, "in the baseline");
  print_held_back(c->elsewhere, "in other files or lines");
  if (c->remarks && !shown)
    fprintf(stderr, "%zu remark%s not shown (--all shows them).\n", c->remarks, c->remarks == 1 ? "" : "s");
}

static int status_of(const run *r) {
  const coal_report_counts *c = &r->report.counts;
  if (r->failed) return COAL_EXIT_FAILED;
  if (r->config.fail_on_unknown && r->unknown) return COAL_EXIT_FINDINGS;
  switch (r->config.fail_on) {
    case COAL_FAIL_ON_WARNING: return c->warnings + c->errors ? COAL_EXIT_FINDINGS : COAL_EXIT_CLEAN;
    case COAL_FAIL_ON_ERROR: return c->errors ? COAL_EXIT_FINDINGS : COAL_EXIT_CLEAN;
    case COAL_FAIL_ON_NEVER: break;
  }
  return COAL_EXIT_CLEAN;
}

/** Colours if the output is a terminal: https://no-color.org. */
static bool want_color(const coal_config *c) {
  const char *term = getenv("TERM"), *no_color = getenv("NO_COLOR");
  if (c->color != COAL_COLOR_AUTO) return c->color == COAL_COLOR_ALWAYS;
  return !c->output && isatty(STDOUT_FILENO) && term && strcmp(term, "dumb") != 0 && !(no_color && *no_color);
}

/** Columns of the terminal that the output goes to, 0: none. */
static size_t terminal_columns(const coal_config *c) {
  struct winsize size;
  if (c->message_length >= 0) return (size_t)c->message_length;
  return !c->output && isatty(STDOUT_FILENO) && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

/** A report that could not be written whole leaves the old file as it was. */
static bool close_output(run *r) {
  if (r->out != stdout) {
    if (coal_file_writer_commit(&r->writer) == 0) return true;
    coal_fail("cannot write '%s': %s", r->config.output, strerror(errno));
    return false;
  }
  if (fflush(stdout) == 0 && !ferror(stdout)) return true;
  coal_fail("cannot write the report: %s", strerror(r->write_error ? r->write_error : errno));
  return false;
}

static void write_baseline(run *r) {
  coal_baseline_written w;
  const char *error = NULL;
  if (coal_baseline_write(r->baseline, &w, &error)) {
    coal_fail("%s", error);
    r->failed = true;
  } else {
    fprintf(stderr, "coalcheck: %zu finding%s in the baseline %s (%zu added, %zu removed)\n", w.n, w.n == 1 ? "" : "s",
            r->config.baseline, w.added, w.removed);
  }
}

static void finish(run *r, bool sums_up) {
  coal_report_end(&r->report);
  print_unknown_flags(r);
  if (!r->config.dump_ir) {
    print_report(r);
    check_names(r);
    if (r->config.export_fixes) write_exported(r);
    if (sums_up && !r->config.update_baseline) print_summary(r);
    if (r->config.fix) apply_fixes(r);
    if (r->config.update_baseline && !r->failed) write_baseline(r);
  }
  if (!close_output(r)) r->failed = true;
}

/** --line-filter, --changed-since, --header-filter and --baseline; false with a message. */
static bool set_filters(run *r, const coal_line_range *changed, size_t n_changed) {
  const coal_config *c = &r->config;
  coal_filter *f = r->report.filter;
  const char *error = NULL;
  if (c->header_filter && coal_filter_set_headers(f, c->header_filter, &error))
    return coal_fail("--header-filter: %s", error), false;
  if (c->line_filter && coal_filter_add_json(f, c->line_filter, &error))
    return coal_fail("--line-filter: %s", error), false;
  if (c->changed_since) coal_filter_use_lines(f);
  for (size_t i = 0; i < n_changed; i++)
    if (changed[i].first) coal_filter_add_lines(f, changed[i].file, changed[i].first, changed[i].last);
  if (c->baseline && coal_baseline_open(r->arena, c->baseline, c->update_baseline, &r->baseline, &error))
    return coal_fail("%s", error), false;
  coal_filter_set_baseline(f, r->baseline);
  return true;
}

/** The files named, or the changed ones. */
static void add_inputs(run *r, const coal_line_range *changed, size_t n_changed) {
  coal_inputs_use_project(r->inputs, r->project);
  coal_inputs_add_all(r->inputs);
  for (size_t i = 0; i < n_changed && !r->config.n_files; i++) {
    const char *here = coal_path_from_here(r->arena, coal_path_cwd(r->arena), NULL, changed[i].file);
    if (i == 0 || strcmp(changed[i].file, changed[i - 1].file) != 0) coal_inputs_add(r->inputs, here);
  }
  size_t n;
  const char *const *notes = coal_inputs_notes(r->inputs, &n);
  for (size_t i = 0; i < n; i++) fprintf(stderr, "coalcheck: note: %s\n", notes[i]);
  if (!coal_inputs_error(r->inputs)) return;
  coal_fail("%s", coal_inputs_error(r->inputs));
  r->failed = true;
}

static void analyse_inputs(run *r, coal_frontend *f) {
  const coal_config *c = &r->config;
  size_t n;
  const coal_input *inputs = coal_inputs_list(r->inputs, &n);
  for (size_t i = 0; i < n; i++)
    if (inputs[i].contents && !inputs[i].is_extract)
      coal_source_set(r->sources, inputs[i].file, inputs[i].contents, inputs[i].n_contents);
  r->progress = coal_progress_new(inputs, n);
  coal_jobs_run(f, inputs, n, c->jobs, c->dump_ir ? COAL_UNIT_PARSE_ONLY : 0, report_unit, r);
  coal_progress_hide(r->progress);
}

/** All files, once options are known to be good and libclang is there. */
static int run_files(run *r, coal_frontend *f) {
  const coal_config *c = &r->config;
  coal_line_range *changed = NULL;
  size_t n_changed = 0;
  const char *error = NULL;
  if (c->changed_since && coal_git_changed_lines(r->arena, c->changed_since, &changed, &n_changed, &error))
    return coal_fail("%s", error);
  if (coal_inputs_new(c, &r->inputs, &error)) return coal_fail("%s", error);
  if (c->output && coal_file_writer_open(&r->writer, c->output))
    return coal_fail("cannot write '%s': %s", c->output, strerror(errno));
  r->out = c->output ? r->writer.f : stdout;
  r->config.report.color = want_color(c);
  r->config.report.columns = terminal_columns(c);
  r->sources = coal_source_cache_new();
  r->fixes = coal_fixes_new();
  r->launch_found = COAL_ARENA_ARRAY(r->arena, bool, plain(r)->analysis.n_launches);
  r->launch_near = COAL_ARENA_ARRAY(r->arena, coal_nearest, plain(r)->analysis.n_launches);
  r->wanted = coal_wanted_new(plain(r));
  coal_report_begin(&r->report, &c->report, r->sources);
  r->digest = coal_digest_new();
  if (set_filters(r, changed, n_changed)) {
    add_inputs(r, changed, n_changed);
    analyse_inputs(r, f);
  } else {
    r->failed = true;
  }
  finish(r, is_text(r));
  coal_digest_free(r->digest);
  return status_of(r);
}

static void free_run(run *r) {
  coal_file_writer_abandon(&r->writer);
  coal_str_free(&r->report.out);
  coal_str_free(&r->kernels);
  for (size_t i = 0; i < r->missing.n; i++) free(r->missing.items[i]);
  coal_vec_free(&r->missing);
  coal_vec_free(&r->unknown_flags);
  coal_fixes_free(r->fixes);
  coal_wanted_free(r->wanted);
  coal_baseline_free(r->baseline);
  coal_inputs_free(r->inputs);
  coal_progress_free(r->progress);
  coal_project_free(r->project);
  coal_source_cache_free(r->sources);
  coal_arena_free(r->arena);
}

static const char usage[] =
    "usage: coalcheck [options] FILE.cu... [-- compiler flags]\n"
    "\n"
    "Finds uncoalesced global memory accesses and shared memory bank conflicts in CUDA kernels.\n"
    "\n"
    "other commands:\n";

/** A line a command; what it does on a line of its own where the synopsis is long. */
static void print_command(const coal_command_row *row) {
  const int width = 52;
  const bool is_long = strlen(row->synopsis) > (size_t)width;
  printf("  %-*s%s%*s %s\n", width, row->synopsis, is_long ? "\n" : "", is_long ? width + 2 : 0, "", row->help);
}

static int print_help(const coal_commands *commands) {
  coal_str text = {0};
  coal_config_help(COAL_OPTION_COMMAND_LINE, &text);
  fputs(usage, stdout);
  for (size_t i = 0; i < commands->n; i++) print_command(&commands->rows[i]);
  printf("\noptions:\n%s\nexit status: 0 nothing found, 1 findings, 2 could not do the work\n", text.data);
  coal_str_free(&text);
  return COAL_EXIT_CLEAN;
}

/** A line a check that is on. */
static int list_checks(const coal_config *c) {
  size_t n;
  const coal_check *const *checks = coal_check_list(&n);
  for (size_t i = 0; i < n; i++)
    if (coal_check_is_on(c->checks.checks, checks[i]->name)) printf("%-18s %s\n", checks[i]->name, checks[i]->summary);
  return COAL_EXIT_CLEAN;
}

static int explain_check(const char *name) {
  for (const coal_page *p = coal_pages; p->check; p++)
    if (strcmp(p->check, name) == 0) return fputs(p->markdown, stdout), COAL_EXIT_CLEAN;
  return coal_fail("the check '%s' has no page", name);
}

static bool reads_stdin(const coal_config *c) {
  for (size_t i = 0; i < c->n_files; i++)
    if (strcmp(c->files[i], "-") == 0) return true;
  return false;
}

/** No check is on, and nothing else is asked for. */
static bool says_nothing(const coal_config *c) {
  size_t n;
  const coal_check *const *checks = coal_check_list(&n);
  for (size_t i = 0; i < n; i++)
    if (coal_check_is_on(c->checks.checks, checks[i]->name)) return false;
  const bool is_text = !c->report.format || strcmp(c->report.format, "text") == 0;
  return is_text && !c->report.all && !c->report.totals && !c->report.roofline && !c->dump_ir && !c->update_baseline;
}

static bool has_toolkit(const char *folder) {
  char *found = NULL;
  const bool good = coal_toolkit_find(folder, &found, NULL) == 0;
  free(found);
  return good;
}

static int run_configured(run *r) {
  if (r->config.help) return print_help(r->commands);
  if (r->config.version) return printf("coalcheck %s\n", coal_version()), COAL_EXIT_CLEAN;
  if (r->config.list_checks) return list_checks(&r->config);
  if (r->config.explained_check) return explain_check(r->config.explained_check);
  if (r->config.update_baseline && !r->config.baseline)
    return coal_fail("--update-baseline needs --baseline=FILE, the file to write");
  if (!r->config.n_files && !r->config.changed_since && !r->config.compile_database)
    return coal_fail("no input file; try 'coalcheck FILE.cu' or 'coalcheck --help'");
  if (says_nothing(&r->config))
    return coal_fail("--checks=%s leaves no check on; name one behind it: --checks='-*,strided'",
                     r->config.checks.checks);
  if (r->config.fix && reads_stdin(&r->config)) return coal_fail("--fix needs files; '-' is standard input");
  if (r->config.cuda_path && !has_toolkit(r->config.cuda_path))
    return coal_fail("--cuda-path: no CUDA toolkit in '%s': '%s/include/cuda_runtime.h' is not there",
                     r->config.cuda_path, r->config.cuda_path);
  coal_frontend *f = NULL;
  char *error = NULL;
  if (coal_driver_open_frontend(&r->config, &f, &error)) {
    coal_fail("%s", error);
    free(error);
    return COAL_EXIT_FAILED;
  }
  int status = run_files(r, f);
  coal_frontend_close(f);
  return status;
}

/** A command line, for coal_project_new. */
typedef struct words {
  size_t n;
  const char *const *list;
} words;

static int apply_words(coal_config *c, void *context, const char **error) {
  const words *w = context;
  return coal_config_parse(c, COAL_OPTION_COMMAND_LINE, w->n, w->list, error);
}

/** The config of the run; false with a message. */
static bool configure(run *r, words *w) {
  const char *error = NULL;
  if (coal_project_new(r->arena, apply_words, w, &r->project, &error))
    return coal_fail("%s (see 'coalcheck --help')", error), false;
  const coal_config *c = plain(r);
  const char *folder = c->n_files ? coal_path_folder(r->arena, c->files[0]) : NULL;
  if (!c->help && !c->version) c = coal_project_for(r->project, folder, &error);
  if (!c) return coal_fail("%s", error), false;
  r->config = *c;
  return true;
}

int coal_analyse_main(const coal_commands *commands, int argc, char **argv) {
  run r = {.commands = commands, .arena = coal_arena_new()};
  words w = {argc > 0 ? (size_t)argc - 1 : 0, (const char *const *)argv + 1};
  const int status = configure(&r, &w) ? run_configured(&r) : COAL_EXIT_FAILED;
  free_run(&r);
  return status;
}
