/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#define _XOPEN_SOURCE 700 /* realpath */
#include "confirm.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "build_program.h"
#include "commands.h"
#include "driver/driver.h"
#include "driver/pipeline.h"

#define CONFIRM_SECONDS 60.0
#define RUN_SECONDS 600.0
#define GRACE_SECONDS 20.0 /* the child enforces its own limit; this is for when it fails to */

/** One invocation. */
typedef struct job {
  coal_arena *arena;
  coal_config config;
  bool is_run; /* `coalcheck run` */
  const char *backend, *clang, *optimise, *emit_plan;
  const char *timeout; /* as it was given; NULL: not given */
  double timeout_seconds;
  coal_confirm_words program_arguments; /* after "--" of run */
  coal_confirm_words compile_flags;     /* -I, -D … before it */
  coal_frontend *frontend;
  coal_confirm_workshop shop;
  coal_confirmations result;
  json_t *plan; /* files for coalcheck-gpu */
} job;

enum { TIMEOUT_MAX = 1000000 };

/** A source with its predictions. */
typedef struct source {
  const char *path;
  coal_unit unit;
  bool has_unit, has_main;
} source;

/* ---- options
 * --------------------------------------------------------------------------------------------------------- */

static const char *value_of(const char *argument, const char *name) {
  size_t n = strlen(name);
  return !strncmp(argument, name, n) && argument[n] == '=' ? argument + n + 1 : NULL;
}

/** Reads the options that `coalcheck` itself does not have. True: it was one. */
static bool own_option(job *j, const char *a) {
  const char *v;
  if ((v = value_of(a, "--backend")))
    j->backend = v;
  else if ((v = value_of(a, "--timeout")))
    j->timeout = v;
  else if ((v = value_of(a, "--clang")))
    j->clang = v;
  else if ((v = value_of(a, "--optimise")))
    j->optimise = v;
  else if ((v = value_of(a, "--emit-plan")))
    j->emit_plan = v;
  else
    return false;
  return true;
}

static bool is_compile_flag(const char *a) {
  static const char *const prefixes[] = {"-I", "-D", "-U", "-std=",    "-idirafter", "-l",
                                         "-L", "-f", "-O", "-include", "-isystem",   "-W"};
  for (size_t k = 0; k < sizeof prefixes / sizeof *prefixes; k++)
    if (!strncmp(a, prefixes[k], strlen(prefixes[k]))) return true;
  return false;
}

/** Seconds, 0 for no limit; other text is refused, since it would disable the limit or exceed it at once. */
static int read_timeout(job *j, const char **error) {
  char *end;
  if (!j->timeout) return 0;
  const double seconds = strtod(j->timeout, &end);
  if (end == j->timeout || *end || !(seconds >= 0) || seconds > TIMEOUT_MAX)
    return *error = coal_arena_format(j->arena, "bad --timeout '%s': expected seconds, 0 for never", j->timeout), -1;
  j->timeout_seconds = seconds;
  return 0;
}

static int read_options(job *j, int argc, char **argv, const char **error) {
  coal_confirm_words rest = {0};
  bool after = false;
  for (int k = 1; k < argc; k++) {
    if (!after && !strcmp(argv[k], "--")) {
      after = true;
      continue;
    }
    if (after && j->is_run)
      coal_vec_push(&j->program_arguments, argv[k]);
    else if (after)
      coal_vec_push(&j->compile_flags, argv[k]);
    else if (own_option(j, argv[k]))
      continue;
    else if (j->is_run && is_compile_flag(argv[k])) {
      coal_vec_push(&j->compile_flags, argv[k]);
      if (((strlen(argv[k]) == 2 && strchr("IDULl", argv[k][1])) || !strcmp(argv[k], "-idirafter") ||
           !strcmp(argv[k], "-isystem") || !strcmp(argv[k], "-include")) &&
          k + 1 < argc)
        coal_vec_push(&j->compile_flags, argv[++k]);
    } else
      coal_vec_push(&rest, argv[k]);
  }
  if (j->compile_flags.n) coal_vec_push(&rest, "--");
  for (size_t k = 0; k < j->compile_flags.n; k++) coal_vec_push(&rest, j->compile_flags.items[k]);
  int r = coal_config_parse(&j->config, COAL_OPTION_COMMAND_LINE, rest.n, rest.items, error);
  coal_vec_free(&rest);
  return r ? r : read_timeout(j, error);
}

/* ---- predictions
 * ------------------------------------------------------------------------------------------------------ */

static bool ends_with(const char *s, const char *end) {
  size_t n = strlen(s), m = strlen(end);
  return n >= m && !strcmp(s + n - m, end);
}

static bool is_cuda(const char *path) { return ends_with(path, ".cu") || ends_with(path, ".cuh"); }

static bool defines_main(const coal_module *m) {
  size_t n;
  coal_function *const *all = coal_module_functions(m, &n);
  for (size_t k = 0; k < n; k++)
    if (!strcmp(all[k]->qualified, "main") && all[k]->body) return true;
  return false;
}

static bool open_source(job *j, source *s) {
  char *error = NULL;
  if (coal_unit_open(j->frontend, &j->config, s->path, NULL, 0, 0, &s->unit, &error)) {
    coal_fail("%s", error);
    free(error);
    return false;
  }
  s->has_unit = true;
  s->has_main = defines_main(s->unit.parse.module);
  for (size_t k = 0; k < s->unit.parse.n_diagnostics; k++) {
    const coal_diagnostic *d = &s->unit.parse.diagnostics[k];
    if (d->severity >= COAL_DIAGNOSTIC_ERROR)
      fprintf(stderr, "%s:%u:%u: error: %s\n", d->file ? d->file : s->path, d->line1, d->column1, d->message);
  }
  return true;
}

/* ---- running
 * ---------------------------------------------------------------------------------------------------------- */

static coal_confirm_translation translation(const source *s) {
  return (coal_confirm_translation){
      .source = s->path, .command = s->unit.parse.command, .n_command = s->unit.parse.n_command, .keep_errors = true};
}

static const char *target_name(const source *s) { return s->unit.options.target->name; }

/** Adds a source with its launches to the plan for coalcheck-gpu. */
static void plan_source(job *j, const source *s, size_t first, const json_t *result) {
  const json_t *launched = json_object_get(result, "launched");
  if (!j->plan || !json_array_size(launched)) return;
  char *full = realpath(s->path, NULL);
  json_array_append_new(j->plan, coal_confirm_plan_file(&j->result, first, full ? full : s->path, target_name(s),
                                                        j->config.flags, j->config.n_flags, launched));
  free(full);
}

static bool take_result(job *j, const char *path, const source *sources, size_t n) {
  json_error_t where;
  json_t *result = json_load_file(path, 0, &where);
  if (!result) return false;
  const char *error = json_string_value(json_object_get(result, "error"));
  j->result.only = j->config.analysis.launches;
  j->result.n_only = j->is_run ? 0 : j->config.analysis.n_launches;
  COAL_VEC(const coal_analysis *) analyses = {0};
  for (size_t k = 0; k < n; k++)
    if (sources[k].has_unit) coal_vec_push(&analyses, sources[k].unit.analysis);
  size_t first = j->result.items.n;
  coal_confirm_join(&j->result, analyses.items, analyses.n, result);
  if (n == 1) plan_source(j, sources, first, result);
  coal_vec_free(&analyses);
  char *lines = error ? coal_arena_string(j->arena, error, strlen(error)) : NULL;
  for (char *line = lines ? strtok(lines, "\n") : NULL; line; line = strtok(NULL, "\n")) {
    coal_fail("%s", line);
    j->result.has_fatal_fault = true;
  }
  json_decref(result);
  return true;
}

static void add_fault(job *j, const char *text) {
  coal_vec_push(&j->result.faults, text);
  j->result.has_fatal_fault = true;
}

/** Writes the widths file of these sources and returns its path. */
static const char *write_widths(job *j, const source *sources, size_t n) {
  const char *path = coal_arena_format(j->arena, "%s/widths", j->shop.folder);
  coal_str text = {0};
  coal_str_add(&text, "");
  for (size_t k = 0; k < n; k++)
    if (sources[k].has_unit) coal_confirm_widths(sources[k].unit.analysis, &text);
  FILE *f = fopen(path, "w");
  if (f) {
    fputs(text.data, f);
    fclose(f);
  }
  coal_str_free(&text);
  return path;
}

/** Executes the kernels of one file with made-up arguments. */
static bool confirm_kernels(job *j, source *s, size_t index) {
  const char *bitcode = coal_arena_format(j->arena, "%s/k%zu.bc", j->shop.folder, index);
  const char *plan_path = coal_arena_format(j->arena, "%s/plan%zu.json", j->shop.folder, index);
  const char *result_path = coal_arena_format(j->arena, "%s/result%zu.json", j->shop.folder, index);
  coal_confirm_translation t = translation(s);
  if (!coal_confirm_build_device(&j->shop, &t, bitcode)) {
    coal_fail("%s: Clang cannot compile the device code", s->path);
    return false;
  }
  json_t *plan = json_pack("{s:s, s:[s], s:f, s:s, s:s}", "target", target_name(s), "modules", bitcode, "timeout",
                           j->timeout_seconds, "optimise", j->optimise, "widths", write_widths(j, s, 1));
  json_t *launches = coal_confirm_launches(&j->config, s->unit.analysis);
  bool any = json_array_size(launches) > 0;
  json_object_set_new(plan, "launches", launches);
  bool written = !json_dump_file(plan, plan_path, JSON_INDENT(1));
  json_decref(plan);
  if (!any || !written) {
    coal_fail(any ? "%s: the plan cannot be written" : "%s: no kernel to launch", s->path);
    return false;
  }
  const char *const words[] = {j->shop.exec, plan_path, result_path, NULL};
  coal_confirm_child c = {.arguments = words,
                          .stdout_to_stderr = true,
                          .timeout_seconds = j->timeout_seconds > 0 ? j->timeout_seconds + GRACE_SECONDS : 0};
  int status = coal_confirm_child_run(&c);
  if (status == -2)
    add_fault(j, coal_arena_format(j->arena, "%s: error: the kernels did not end within %g seconds", s->path,
                                   j->timeout_seconds));
  else if (status)
    add_fault(j, coal_arena_format(j->arena, "%s: error: coalcheck-exec ended with status %d", s->path, status));
  return take_result(j, result_path, s, 1) && !status;
}

/** Compiles a C or C++ source of a program with the machine's compiler, which older programs expect. */
static bool build_plain(job *j, const char *path, const char *object) {
  bool is_c = ends_with(path, ".c");
  coal_confirm_words words = {0};
  const char *const fixed[] = {is_c ? j->shop.cc : j->shop.cxx, "-O1", "-w", "-c", path, "-o", object};
  for (size_t k = 0; k < sizeof fixed / sizeof *fixed; k++) coal_vec_push(&words, fixed[k]);
  for (size_t k = 0; k < j->compile_flags.n; k++)
    if (strncmp(j->compile_flags.items[k], "-std=c++", 8) || !is_c) coal_vec_push(&words, j->compile_flags.items[k]);
  coal_vec_push(&words, NULL);
  coal_confirm_child c = {.arguments = words.items, .stdout_to_stderr = true};
  int status = coal_confirm_child_run(&c);
  coal_vec_free(&words);
  return status == 0;
}

/** Compiles one source of a program; `*object` is the file to link. */
static bool build_source(job *j, source *s, size_t index, const char **object) {
  *object = coal_arena_format(j->arena, "%s/o%zu.o", j->shop.folder, index);
  const char *bitcode = coal_arena_format(j->arena, "%s/d%zu.bc", j->shop.folder, index);
  if (!is_cuda(s->path)) {
    if (!ends_with(s->path, ".c") && !ends_with(s->path, ".cpp") && !ends_with(s->path, ".cc")) {
      *object = s->path;
      return true;
    }
    return build_plain(j, s->path, *object);
  }
  coal_confirm_translation t = translation(s);
  return coal_confirm_build_device(&j->shop, &t, bitcode) && coal_confirm_build_host(&j->shop, &t, bitcode, *object);
}

static bool build_program(job *j, source *sources, size_t n, const char *out) {
  COAL_VEC(const char *) objects = {0}, flags = {0};
  bool ok = j->shop.library != NULL;
  if (!ok) coal_fail("libcoalcheck-cudart.so is missing beside coalcheck");
  for (size_t k = 0; k < n && ok; k++) {
    const char *object = NULL;
    ok = build_source(j, &sources[k], k, &object);
    if (!ok) coal_fail("%s: cannot be compiled for the CPU", sources[k].path);
    coal_vec_push(&objects, object);
  }
  for (size_t k = 0; k < j->compile_flags.n; k++) {
    const char *f = j->compile_flags.items[k];
    if (!strncmp(f, "-l", 2) || !strncmp(f, "-L", 2) || !strcmp(f, "-fopenmp")) coal_vec_push(&flags, f);
  }
  const char *error = NULL;
  if (ok && !coal_confirm_build_link(&j->shop, objects.items, objects.n, flags.items, flags.n, out, &error)) {
    coal_fail("%s: %s", sources->path, error);
    ok = false;
  }
  coal_vec_free(&objects);
  coal_vec_free(&flags);
  return ok;
}

/** Executes the whole program, host and device, with its own main(). `*exit_status`: the program's. */
static bool confirm_program(job *j, source *sources, size_t n, int *exit_status) {
  const char *program = coal_arena_format(j->arena, "%s/program", j->shop.folder);
  const char *result_path = coal_arena_format(j->arena, "%s/result.json", j->shop.folder);
  if (!build_program(j, sources, n, program)) return false;
  const source *first = sources;
  while (!first->has_unit) first++;
  const char *const environment[] = {coal_arena_format(j->arena, "COAL_RUN_RESULT=%s", result_path),
                                     coal_arena_format(j->arena, "COAL_RUN_TARGET=%s", target_name(first)),
                                     coal_arena_format(j->arena, "COAL_RUN_TIMEOUT=%g", j->timeout_seconds),
                                     coal_arena_format(j->arena, "COAL_RUN_WIDTHS=%s", write_widths(j, sources, n)),
                                     coal_arena_format(j->arena, "COAL_RUN_OPTIMISE=%s", j->optimise),
                                     NULL};
  coal_confirm_words words = {0};
  coal_vec_push(&words, program);
  for (size_t k = 0; k < j->program_arguments.n; k++) coal_vec_push(&words, j->program_arguments.items[k]);
  coal_vec_push(&words, NULL);
  coal_confirm_child c = {.arguments = words.items,
                          .environment = environment,
                          .stdout_to_stderr = !j->is_run || j->config.report.format,
                          .timeout_seconds = j->timeout_seconds > 0 ? j->timeout_seconds + GRACE_SECONDS : 0};
  *exit_status = coal_confirm_child_run(&c);
  coal_vec_free(&words);
  bool took = take_result(j, result_path, sources, n);
  if (*exit_status == -2)
    add_fault(j, coal_arena_format(j->arena, "%s: error: the program did not end within %g seconds", first->path,
                                   j->timeout_seconds));
  else if (*exit_status > 128)
    add_fault(j, coal_arena_format(j->arena, "%s: error: the program was ended by signal %d", first->path,
                                   *exit_status - 128));
  else if (*exit_status && !j->is_run)
    coal_warn("%s: the program ended with status %d", first->path, *exit_status);
  if (!took && *exit_status >= 0) coal_fail("%s: the program left no measurements", first->path);
  return took;
}

/* ---- the GPU ------------------------------------------------------------------------------------------------------
 */

/** Writes the plan; with --backend=gpu passes it to coalcheck-gpu, whose report and status replace ours. */
static int to_gpu(job *j, bool *reported) {
  bool here = !strcmp(j->backend, "gpu");
  const char *path = j->emit_plan ? j->emit_plan : coal_arena_format(j->arena, "%s/gpu-plan.json", j->shop.folder);
  json_t *root = json_pack("{s:i, s:O}", "version", 1, "files", j->plan);
  bool written = !json_dump_file(root, path, JSON_INDENT(1));
  json_decref(root);
  if (!written) return coal_fail("cannot write the plan '%s'", path);
  if (!here) return COAL_EXIT_CLEAN;
  *reported = true;
  const char *format = j->config.report.format;
  const char *const words[] = {j->shop.gpu,
                               path,
                               coal_arena_format(j->arena, "--format=%s", format ? format : "text"),
                               j->config.output ? "-o" : NULL,
                               j->config.output,
                               NULL};
  coal_confirm_child c = {.arguments = words};
  int status = coal_confirm_child_run(&c);
  return status < 0 || status > 2 ? coal_fail("%s cannot be run", j->shop.gpu) : status;
}

/* ---- the commands
 * ------------------------------------------------------------------------------------------------------ */

static bool write_report(job *j) {
  coal_str text = {0};
  const char *format = j->config.report.format;
  if (format && !strcmp(format, "json"))
    coal_confirm_json(&j->result, &text);
  else
    coal_confirm_text(&j->result, &text);
  FILE *out = j->config.output ? fopen(j->config.output, "w") : stdout;
  bool ok = out && fputs(text.data, out) >= 0 && fflush(out) == 0;
  if (out && out != stdout && fclose(out)) ok = false;
  if (!ok) coal_fail("cannot write the report: %s", strerror(errno));
  coal_str_free(&text);
  return ok;
}

static int work(job *j, source *sources, size_t n) {
  size_t mains = 0;
  bool ok = true;
  for (size_t k = 0; k < n; k++) {
    if (!is_cuda(sources[k].path) && j->is_run) continue;
    ok = open_source(j, &sources[k]) && ok;
    mains += sources[k].has_main;
  }
  if (!ok) return COAL_EXIT_FAILED;
  int exit_status = 0;
  if (j->is_run || (mains == 1 && n > 1 && !j->config.analysis.n_launches))
    ok = confirm_program(j, sources, n, &exit_status);
  else
    for (size_t k = 0; k < n; k++) {
      bool whole = sources[k].has_main && !j->config.analysis.n_launches;
      ok = (whole ? confirm_program(j, &sources[k], 1, &exit_status) : confirm_kernels(j, &sources[k], k)) && ok;
    }
  bool reported = false;
  int gpu_status = j->plan ? to_gpu(j, &reported) : COAL_EXIT_CLEAN;
  if (reported) return ok ? gpu_status : COAL_EXIT_FAILED;
  ok = write_report(j) && ok && gpu_status == COAL_EXIT_CLEAN;
  if (j->is_run && !j->result.has_fatal_fault)
    j->result.has_fault = false; /* warnings only: the program's own status counts */
  int status = coal_confirm_exit_status(&j->result);
  if (j->is_run && exit_status > 0 && !j->result.has_fatal_fault)
    return exit_status > 125 ? COAL_EXIT_FAILED : exit_status;
  return ok ? status : COAL_EXIT_FAILED;
}

/** A toolkit that this Clang cannot read is not used for the analysis either, so that both read the same headers. */
static void choose_headers(job *j) {
  char *toolkit = NULL;
  unsigned version = 0;
  if (j->config.cuda_headers != COAL_CUDA_AUTO || coal_toolkit_find(j->config.cuda_path, &toolkit, &version)) return;
  if (!coal_toolkit_suits((unsigned)j->shop.clang_major, version)) j->config.cuda_headers = COAL_CUDA_EMBEDDED;
  free(toolkit);
}

static int start(job *j) {
  const char *error = NULL;
  char *message = NULL;
  if (!j->config.n_files)
    return coal_fail(j->is_run ? "no program; try 'coalcheck run PROG.cu -- arguments'"
                               : "no input file; try 'coalcheck confirm FILE.cu'");
  if (strcmp(j->backend, "cpu") && strcmp(j->backend, "gpu"))
    return coal_fail("--backend is cpu or gpu, not '%s'", j->backend);
  if (strcmp(j->optimise, "keep") && strcmp(j->optimise, "O1"))
    return coal_fail("--optimise is keep or O1, not '%s'", j->optimise);
  if (coal_confirm_workshop_open(&j->shop, j->arena, j->clang, &error)) return coal_fail("%s", error);
  if (coal_frontend_open(j->config.libclang, &j->frontend, &message)) {
    coal_fail("%s", message);
    free(message);
    return COAL_EXIT_FAILED;
  }
  choose_headers(j);
  if (j->emit_plan || !strcmp(j->backend, "gpu")) j->plan = json_array();
  source *sources = COAL_ARENA_ARRAY(j->arena, source, j->config.n_files);
  for (size_t k = 0; k < j->config.n_files; k++) sources[k].path = j->config.files[k];
  int status = work(j, sources, j->config.n_files);
  for (size_t k = 0; k < j->config.n_files; k++)
    if (sources[k].has_unit) coal_unit_close(&sources[k].unit);
  coal_frontend_close(j->frontend);
  return status;
}

/** `confirm --app [--format=…] [-o FILE] -- PROGRAM ARGUMENTS…`: the user's own program, counted on the GPU by
 *  coalcheck-gpu. */
static int confirm_app(int argc, char **argv) {
  coal_arena *arena = coal_arena_new();
  coal_confirm_workshop shop;
  const char *error = NULL;
  int status = COAL_EXIT_FAILED;
  if (coal_confirm_workshop_open(&shop, arena, NULL, &error)) {
    coal_fail("%s", error);
  } else {
    coal_confirm_words words = {0};
    coal_vec_push(&words, shop.gpu);
    for (int k = 1; k < argc; k++)
      if (strcmp(argv[k], "--backend=gpu")) coal_vec_push(&words, argv[k]);
    coal_vec_push(&words, NULL);
    coal_confirm_child c = {.arguments = words.items};
    status = coal_confirm_child_run(&c);
    if (status < 0 || status > 2) status = coal_fail("%s cannot be run", shop.gpu);
    coal_vec_free(&words);
    coal_confirm_workshop_close(&shop);
  }
  coal_arena_free(arena);
  return status;
}

static const char confirm_help[] =
    "usage: coalcheck confirm [options] FILE.cu... [-- compiler flags]\n"
    "       coalcheck confirm --app -- PROGRAM [arguments]\n\n"
    "Runs the kernels of the files and compares what each access moves with what was predicted.\n\n";
static const char run_help[] =
    "usage: coalcheck run [options] [compiler flags] PROG.cu... [-- arguments]\n\n"
    "Compiles a whole program, runs it on the CPU, and compares what its kernels moved with what was predicted.\n\n";
static const char help[] =
    "options, besides those of 'coalcheck --help':\n"
    "  --launch=SPEC            also gives contents: 'KERNEL: … in=float[4096]:random(7) n=64'; contents are zeros, ramp[%M],\n"
    "                           random[(SEED)][%M] or a file\n"
    "  --timeout=SECONDS        end kernels and programs that take longer; 0: never\n"
    "  --optimise=WHICH         keep (default): accesses as the source writes them; O1: as Clang -O1 leaves them\n"
    "  --clang=PROGRAM          the Clang that compiles device code\n"
    "  --backend=WHICH          cpu (default) or gpu: NVIDIA's counters; needs nvcc, nvdisasm, a driver and libcupti\n"
    "  --emit-plan=FILE         write predictions, kernels and arguments for coalcheck-gpu on another machine\n"
    "  --app                    run the program as it is and print what its kernels moved, by the GPU's counters\n\n"
    "exit status: 0 nothing refuted, 1 something refuted, 2 a fault or the work could not be done\n";

static int command(int argc, char **argv, bool is_run) {
  for (int k = 1; k < argc && strcmp(argv[k], "--"); k++) {
    if (!is_run && !strcmp(argv[k], "--app")) return confirm_app(argc, argv);
    if (strcmp(argv[k], "--help") && strcmp(argv[k], "-h")) continue;
    fputs(is_run ? run_help : confirm_help, stdout);
    fputs(help, stdout);
    return COAL_EXIT_CLEAN;
  }
  job j = {.arena = coal_arena_new(),
           .is_run = is_run,
           .backend = "cpu",
           .optimise = "keep",
           .timeout_seconds = is_run ? RUN_SECONDS : CONFIRM_SECONDS};
  const char *error = NULL;
  coal_config_init(&j.config, j.arena);
  j.result.arena = j.arena;
  j.result.backend = "cpu";
  j.result.device = "coalcheck's lockstep executor";
  int status = read_options(&j, argc, argv, &error) ? coal_fail("%s (see 'coalcheck --help')", error) : start(&j);
  coal_confirm_workshop_close(&j.shop);
  coal_vec_free(&j.program_arguments);
  coal_vec_free(&j.compile_flags);
  coal_vec_free(&j.result.items);
  coal_vec_free(&j.result.faults);
  if (j.result.totals) json_decref(j.result.totals);
  if (j.plan) json_decref(j.plan);
  coal_arena_free(j.arena);
  coal_confirm_pass_on_stop();
  return status;
}

int coal_confirm_main(int argc, char **argv) { return command(argc, argv, false); }
int coal_run_main(int argc, char **argv) { return command(argc, argv, true); }
