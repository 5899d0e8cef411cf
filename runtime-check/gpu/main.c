/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * coalcheck-gpu PLAN.json [--clock] [--format=text|json] [-o FILE]: compiles the sources of a plan with nvcc, launches
 * its kernels on the GPU and compares the counters with what was predicted. Needs nvcc, nvdisasm, the driver and
 * libcupti; without libcupti (or with --clock) the shared access patterns are timed instead. coalcheck-gpu --app
 * [PLAN.json] -- PROGRAM ARGUMENTS…: the same counters of a program as it is.
 */
#define _GNU_SOURCE /* mkdtemp, nftw */
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "api.h"
#include "clock.h"
#include "gpu.h"

typedef struct options {
  coal_arena *arena;
  const char *plan, *format, *output, *nvcc, *nvdisasm;
  bool is_app, use_clock;
  char **program; /* after "--" */
  const char *folder, *self;
  char device[256];
  unsigned cc;
} options;

static int fail(const char *what, const char *why) {
  fprintf(stderr, "coalcheck-gpu: error: %s: %s\n", what, why);
  return 2;
}

/* ---- tools ----------------------------------------------------------------------------------------------------------
 */

static const char *find_tool(coal_arena *a, const char *name) {
  const char *const folders[] = {"/usr/local/cuda/bin", "/opt/cuda/bin"};
  const char *path = getenv("PATH");
  for (const char *p = path; p && *p;) {
    size_t n = strcspn(p, ":");
    const char *full = coal_arena_format(a, "%.*s/%s", (int)n, p, name);
    if (access(full, X_OK) == 0) return full;
    p += n + (p[n] == ':');
  }
  for (size_t k = 0; k < 2; k++) {
    const char *full = coal_arena_format(a, "%s/%s", folders[k], name);
    if (access(full, X_OK) == 0) return full;
  }
  return NULL;
}

static int run(char *const *words) {
  fflush(NULL);
  pid_t child = fork();
  if (child == 0) {
    dup2(STDERR_FILENO, STDOUT_FILENO);
    execvp(words[0], words);
    _exit(127);
  }
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) < 0) return -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static bool find_device(options *o) {
  coal_driver d;
  const char *error = NULL;
  int device, major = 0, minor = 0, version = 0;
  char name[200] = "";
  if (!coal_driver_load(&d, &error)) return fail("GPU", error), false;
  int e = d.init(0);
  if (!e) e = d.device_get(&device, 0);
  if (e) return fail("GPU", coal_driver_error(&d, e)), false;
  d.device_name(name, sizeof name, device);
  d.device_attribute(&major, COAL_CU_MAJOR, device);
  d.device_attribute(&minor, COAL_CU_MINOR, device);
  d.driver_version(&version);
  o->cc = (unsigned)(major * 10 + minor);
  snprintf(o->device, sizeof o->device, "%s (sm_%u, CUDA %d.%d driver)", name, o->cc, version / 1000,
           version % 1000 / 10);
  return true;
}

/* ---- one file -------------------------------------------------------------------------------------------------------
 */

static bool compile(const options *o, const char *source, const json_t *flags, const char *cubin) {
  COAL_VEC(char *) words = {0};
  const char *const fixed[] = {o->nvcc,
                               "-cubin",
                               "-lineinfo",
                               "-std=c++17",
                               "-w",
                               "--extended-lambda",
                               "--expt-relaxed-constexpr",
                               coal_arena_format(o->arena, "-arch=sm_%u", o->cc),
                               "-o",
                               cubin,
                               source};
  for (size_t k = 0; k < sizeof fixed / sizeof *fixed; k++) coal_vec_push(&words, (char *)(uintptr_t)fixed[k]);
  size_t k;
  json_t *flag;
  json_array_foreach(flags, k, flag) {
    const char *f = json_string_value(flag);
    if (!strncmp(f, "-I", 2) || !strncmp(f, "-D", 2) || !strncmp(f, "-U", 2))
      coal_vec_push(&words, (char *)(uintptr_t)f);
  }
  coal_vec_push(&words, NULL);
  int status = run(words.items);
  coal_vec_free(&words);
  return status == 0;
}

/** The measuring process's exit status. */
static int measure(const options *o, size_t index, size_t launch, const char *cubin, const char *metric,
                   const char *out) {
  char *const words[] = {(char *)(uintptr_t)o->self,
                         coal_arena_format(o->arena, "--measure=%s", metric),
                         (char *)(uintptr_t)o->plan,
                         coal_arena_format(o->arena, "%zu", index),
                         coal_arena_format(o->arena, "%zu", launch),
                         (char *)(uintptr_t)cubin,
                         (char *)(uintptr_t)out,
                         NULL};
  return run(words);
}

/** All counters of all launches, added up; a measuring process's status, with `*fault` when a kernel failed. */
static int measure_all(const options *o, const json_t *file, size_t index, const char *cubin, coal_sass_list *sass,
                       const char **fault) {
  static const char *const metrics[] = {COAL_METRIC_GLOBAL, COAL_METRIC_SHARED, COAL_METRIC_EXECUTED};
  size_t n = json_array_size(json_object_get(file, "launched"));
  for (size_t k = 0; k < n; k++)
    for (int m = COAL_COUNTER_GLOBAL; m <= COAL_COUNTER_EXECUTED; m++) {
      const char *out = coal_arena_format(o->arena, "%s/counters%zu-%zu-%d", o->folder, index, k, m);
      int status = measure(o, index, k, cubin, metrics[m], out);
      if (!status && !coal_gpu_add_counters(sass, out, (coal_counter)m)) status = 2;
      if (status == COAL_GPU_KERNEL_FAILED) {
        char *text = coal_gpu_read_file(out);
        *fault = coal_arena_format(o->arena, "the GPU stopped the kernel: %s", text ? text : "unknown error");
        free(text);
      }
      if (status) return status;
    }
  return 0;
}

/** One file's rows for the timing processes. */
typedef struct timing {
  const options *o;
  size_t index; /* of the file */
} timing;

static bool compile_clock(const void *user, const char *source, const char *cubin) {
  return compile(((const timing *)user)->o, source, NULL, cubin);
}

static int time_clock(const void *user, size_t row, const char *cubin, const char *out) {
  const timing *t = user;
  coal_arena *a = t->o->arena;
  char *const words[] = {(char *)(uintptr_t)t->o->self,    coal_arena_format(a, "--time"),
                         (char *)(uintptr_t)t->o->plan,    coal_arena_format(a, "%zu", t->index),
                         coal_arena_format(a, "%zu", row), (char *)(uintptr_t)cubin,
                         (char *)(uintptr_t)out,           NULL};
  return run(words);
}

static bool time_file(const options *o, const json_t *file, size_t index, const char *source, json_t *list) {
  const char *error = NULL;
  timing t = {o, index};
  coal_gpu_clock_tools tools = {.folder = o->folder, .compile = compile_clock, .time = time_clock, .user = &t};
  return coal_gpu_clock(o->arena, &tools, file, list, &error) || (fail(source, error), false);
}

static bool confirm_file(const options *o, const json_t *file, size_t index, json_t *list) {
  const char *cubin = coal_arena_format(o->arena, "%s/k%zu.cubin", o->folder, index);
  const char *source = json_string_value(json_object_get(file, "source")), *error = NULL;
  coal_sass_list sass = {0};
  if (o->use_clock) return time_file(o, file, index, source, list);
  if (!compile(o, source, json_object_get(file, "flags"), cubin)) return fail(source, "nvcc cannot compile it"), false;
  if (!coal_gpu_disassemble(o->arena, o->nvdisasm, cubin, &sass, &error)) return fail(source, error), false;
  const char *fault = NULL;
  int status = measure_all(o, file, index, cubin, &sass, &fault);
  if (!status)
    coal_gpu_compare(o->arena, file, &sass, list);
  else if (status == COAL_GPU_KERNEL_FAILED)
    coal_gpu_not_reached(file, fault, list);
  else if (status != COAL_GPU_NO_COUNTERS)
    fail(source, "could not be measured");
  coal_vec_free(&sass);
  return status == COAL_GPU_NO_COUNTERS ? time_file(o, file, index, source, list) : status == 0;
}

/* ---- reports
 * --------------------------------------------------------------------------------------------------------- */

static void text_range(const json_t *o, const char *name, char *out, size_t n) {
  const json_t *r = json_object_get(json_object_get(o, name), "moved");
  if (!r)
    snprintf(out, n, "-");
  else if (!json_object_get(r, "min"))
    snprintf(out, n, "%.4g", json_number_value(json_object_get(r, "mean")));
  else if (json_number_value(json_object_get(r, "min")) == json_number_value(json_object_get(r, "max")))
    snprintf(out, n, "%g", json_number_value(json_object_get(r, "min")));
  else
    snprintf(out, n, "%g..%g (%.4g)", json_number_value(json_object_get(r, "min")),
             json_number_value(json_object_get(r, "max")), json_number_value(json_object_get(r, "mean")));
}

static void report_text(const options *o, const json_t *list, FILE *out) {
  static const char *const names[] = {"confirmed", "refuted", "not-reached", "not-predicted"};
  size_t count[4] = {0}, k;
  json_t *c;
  fprintf(out, "%s\n", o->device);
  json_array_foreach(list, k, c) {
    char predicted[64], measured[64];
    const char *status = json_string_value(json_object_get(c, "status")),
               *note = json_string_value(json_object_get(c, "note"));
    for (size_t i = 0; i < 4; i++) count[i] += !strcmp(names[i], status);
    text_range(c, "predicted", predicted, sizeof predicted);
    text_range(c, "measured", measured, sizeof measured);
    fprintf(out, "%s:%d: %s %s %s %d bytes: predicted %s, measured %s: %s%s%s%s\n",
            json_string_value(json_object_get(c, "file")), (int)json_integer_value(json_object_get(c, "line")),
            json_string_value(json_object_get(c, "kernel")), json_string_value(json_object_get(c, "space")),
            json_string_value(json_object_get(c, "op")), (int)json_integer_value(json_object_get(c, "bytes")),
            predicted, measured, status, note ? " (" : "", note ? note : "", note ? ")" : "");
  }
  fprintf(out, "%zu confirmed, %zu refuted, %zu not reached", count[0], count[1], count[2]);
  fprintf(out, count[3] ? ", %zu not predicted\n" : "\n", count[3]);
}

static int report(const options *o, json_t *list) {
  FILE *out = o->output ? fopen(o->output, "w") : stdout;
  bool refuted = false;
  size_t k;
  json_t *c;
  if (!out) return fail(o->output, "cannot be written");
  json_array_foreach(list, k, c) refuted =
      refuted || !strcmp(json_string_value(json_object_get(c, "status")), "refuted");
  if (o->format && !strcmp(o->format, "json")) {
    json_t *root = json_pack("{s:s, s:s, s:O}", "backend", "gpu", "device", o->device, "confirmations", list);
    json_dumpf(root, out, JSON_INDENT(1) | JSON_PRESERVE_ORDER);
    fputc('\n', out);
    json_decref(root);
  } else {
    report_text(o, list, out);
  }
  if (out != stdout) fclose(out);
  return refuted;
}

/* ---- programs as they are
 * --------------------------------------------------------------------------------------------- */

/** Runs the program with the injection library for one metric and kernel; counters and cubins land in the folder. */
static bool run_program(const options *o, const char *metric, size_t kernel, const char *folder) {
  char library[4096];
  ssize_t n = readlink("/proc/self/exe", library, sizeof library - 64);
  if (n <= 0) return false;
  library[n] = 0;
  char *slash = strrchr(library, '/');
  strcpy(slash, "/../lib/libcoalcheck-inject.so");
  if (access(library, R_OK)) strcpy(slash, "/libcoalcheck-inject.so");
  setenv("CUDA_INJECTION64_PATH", library, 1);
  setenv("COAL_INJECT_METRIC", metric, 1);
  setenv("COAL_INJECT_KERNEL", coal_arena_format(o->arena, "%zu", kernel), 1);
  setenv("COAL_INJECT_FOLDER", folder, 1);
  int status = run(o->program);
  unsetenv("CUDA_INJECTION64_PATH");
  if (status) fprintf(stderr, "coalcheck-gpu: warning: %s ended with status %d\n", o->program[0], status);
  return status >= 0 && status < 127;
}

enum { APP_KERNELS_MAX = 64 };

/** How many kernels the program launched. */
static size_t kernel_count(const options *o, const char *folder) {
  size_t n = 0;
  FILE *f = fopen(coal_arena_format(o->arena, "%s/kernels", folder), "r");
  if (!f) return 0;
  if (fscanf(f, "%zu", &n) != 1) n = 0;
  fclose(f);
  return n;
}

static void app_rows(const coal_sass_list *sass, json_t *list) {
  for (size_t k = 0; k < sass->n; k++) {
    const coal_sass *s = &sass->items[k];
    if (!s->file || (!s->global_sum && !s->shared_sum)) continue;
    const char *op = s->is_load ? "load" : s->is_store ? "store" : "atomic";
    for (int shared = 0; shared < 2; shared++) {
      uint64_t sum = shared ? s->shared_sum : s->global_sum;
      if (!sum) continue;
      json_array_append_new(
          list, json_pack("{s:s, s:i, s:s, s:s, s:s, s:i, s:I, s:s}", "file", s->file, "line", (int)s->line1, "kernel",
                          s->function, "space", shared ? "shared" : "global", "op", op, "bytes", (int)s->bytes,
                          "moved_sum", (json_int_t)sum, "status", "not-predicted"));
    }
  }
}

static int confirm_app(options *o, json_t *list) {
  static const char *const metrics[] = {COAL_METRIC_GLOBAL, COAL_METRIC_SHARED};
  if (!o->program || !o->program[0]) return fail("--app", "no program after --");
  coal_sass_list sass = {0};
  size_t n = 1;
  for (size_t k = 0; k < n && k < APP_KERNELS_MAX; k++)
    for (size_t m = 0; m < 2; m++) {
      const char *folder = coal_arena_format(o->arena, "%s/%zu-%zu", o->folder, k, m);
      if (mkdir(folder, 0700) || !run_program(o, metrics[m], k, folder)) return fail(o->program[0], "cannot be run");
      n = kernel_count(o, folder);
    }
  if (n > APP_KERNELS_MAX)
    fprintf(stderr, "coalcheck-gpu: warning: %zu kernels, the first %d were counted\n", n, APP_KERNELS_MAX);
  const char *first = coal_arena_format(o->arena, "%s/0-0", o->folder);
  for (unsigned k = 0;; k++) { /* module k of each run is the same */
    const char *cubin = coal_arena_format(o->arena, "%s/module%u.cubin", first, k), *error = NULL;
    if (access(cubin, R_OK)) break;
    if (!coal_gpu_disassemble(o->arena, o->nvdisasm, cubin, &sass, &error))
      fprintf(stderr, "coalcheck-gpu: warning: %s\n", error);
  }
  for (size_t k = 0; k < n && k < APP_KERNELS_MAX; k++)
    for (size_t m = 0; m < 2; m++)
      coal_gpu_add_counters(&sass, coal_arena_format(o->arena, "%s/%zu-%zu/%s", o->folder, k, m, metrics[m]),
                            (coal_counter)m);
  app_rows(&sass, list);
  coal_vec_free(&sass);
  return 0;
}

/* ---- main
 * -------------------------------------------------------------------------------------------------------------- */

static int remove_one(const char *path, const struct stat *s, int flag, struct FTW *where) {
  (void)s, (void)flag, (void)where;
  return remove(path);
}

static int work(options *o) {
  json_error_t where;
  char folder[] = "/tmp/coalcheck-gpu-XXXXXX";
  json_t *list = json_array(), *plan = o->plan ? json_load_file(o->plan, 0, &where) : NULL;
  if (!o->is_app && !plan)
    return fail(o->plan ? o->plan : "usage",
                o->plan ? where.text : "coalcheck-gpu PLAN.json [--format=json] [-o FILE]");
  if (!find_device(o)) return 2;
  o->nvcc = find_tool(o->arena, "nvcc");
  o->nvdisasm = find_tool(o->arena, "nvdisasm");
  if (!o->nvcc && !o->is_app) return fail("nvcc", "not found: install the CUDA toolkit");
  if (!o->nvdisasm) return fail("nvdisasm", "not found: install the CUDA toolkit's binary utilities");
  if (!mkdtemp(folder)) return fail(folder, "cannot be made");
  o->folder = folder;
  bool ok = true;
  size_t k;
  json_t *file;
  if (o->is_app)
    ok = confirm_app(o, list) == 0;
  else
    json_array_foreach(json_object_get(plan, "files"), k, file) ok = confirm_file(o, file, k, list) && ok;
  int status = report(o, list);
  if (!getenv("COAL_KEEP_FILES")) nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
  json_decref(list);
  json_decref(plan);
  return ok ? status : 2;
}

int main(int argc, char **argv) {
  if (argc == 7 && !strncmp(argv[1], "--measure=", 10))
    return coal_gpu_measure(argv[1] + 10, argv[2], strtoul(argv[3], NULL, 10), strtoul(argv[4], NULL, 10), argv[5],
                            argv[6]);
  if (argc == 7 && !strcmp(argv[1], "--time"))
    return coal_gpu_time(argv[2], strtoul(argv[3], NULL, 10), strtoul(argv[4], NULL, 10), argv[5], argv[6]);
  options o = {.arena = coal_arena_new(), .self = "/proc/self/exe"};
  for (int k = 1; k < argc; k++) {
    if (!strcmp(argv[k], "--")) {
      o.program = argv + k + 1;
      break;
    }
    if (!strncmp(argv[k], "--format=", 9))
      o.format = argv[k] + 9;
    else if (!strcmp(argv[k], "-o") && k + 1 < argc)
      o.output = argv[++k];
    else if (!strcmp(argv[k], "--app"))
      o.is_app = true;
    else if (!strcmp(argv[k], "--clock"))
      o.use_clock = true;
    else
      o.plan = argv[k];
  }
  int status = work(&o);
  coal_arena_free(o.arena);
  return status;
}
