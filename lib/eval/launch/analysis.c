/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "eval/census/census.h"
#include "eval/measure/record.h"
#include "launch.h"
#include "price.h"
#include "totals.h"

/* Expression evaluations (about five million a second) for the kernels of a file, and for a kernel's launches. */
enum { FILE_STEPS = 8000000, KERNEL_STEPS_MIN = 250000, KERNEL_STEPS_MAX = 500000, TRIAL_SHARE = 8 };
/* The same for launches of few warps, which are executed whole where possible. */
enum { FILE_STEPS_WHOLE = 32000000, KERNEL_STEPS_WHOLE = 2000000 };
enum { HOST_SHARE = 4 }; /* fraction of a file's steps for its host code: one in this many */

struct coal_analysis {
  coal_arena *arena;
  const coal_module *module;
  coal_options options;
  COAL_VEC(coal_kernel *) kernel_list;
  coal_kernel *kernels;
  size_t n_kernels;
  COAL_VEC(coal_access) accesses;
  COAL_VEC(coal_finding) findings;
  COAL_VEC(coal_warning) warnings;
  coal_launch_notes launch_notes;
  uint64_t whole_budget;
  coal_work work, counting; /* counting whole launches, in addition */
  coal_census *census;
};

const coal_module *coal_analysis_module(const coal_analysis *a) { return a->module; }
const coal_options *coal_analysis_options(const coal_analysis *a) { return &a->options; }

const coal_kernel *coal_analysis_kernels(const coal_analysis *a, size_t *n) {
  *n = a->n_kernels;
  return a->kernels;
}

uint64_t coal_analysis_steps(const coal_analysis *a) { return a->work.done + a->counting.done; }

coal_access *coal_analysis_accesses(const coal_analysis *a, size_t *n) {
  *n = a->accesses.n;
  return a->accesses.items;
}

const coal_warning *coal_analysis_warnings(const coal_analysis *a, size_t *n) {
  *n = a->warnings.n;
  return a->warnings.items;
}

int coal_warning_text(const coal_warning *w, char *buffer, size_t n) {
  switch (w->kind) {
    case COAL_WARNING_LAUNCH_NAME: break;
  }
  return snprintf(buffer, n, "--launch names a kernel '%s' that is not there", w->name);
}

const coal_note *coal_analysis_launch_notes(const coal_analysis *a, size_t *n) {
  *n = a->launch_notes.n;
  return a->launch_notes.items;
}

const coal_finding *coal_analysis_findings(const coal_analysis *a, size_t *n) {
  *n = a->findings.n;
  return a->findings.items;
}

int coal_analysis_add_finding(coal_analysis *a, const coal_finding *f) {
  coal_vec_push(&a->findings, *f);
  return 0;
}

void *coal_analysis_alloc(coal_analysis *a, size_t bytes) { return coal_arena_alloc(a->arena, bytes); }

const char *coal_analysis_format(coal_analysis *a, const char *format, ...) {
  va_list args;
  va_start(args, format);
  const char *s = coal_arena_vformat(a->arena, format, args);
  va_end(args);
  return s;
}

void coal_analysis_free(coal_analysis *a) {
  if (!a) return;
  coal_vec_free(&a->accesses);
  coal_vec_free(&a->findings);
  coal_vec_free(&a->warnings);
  coal_vec_free(&a->launch_notes);
  coal_arena_free(a->arena);
  free(a);
}

static uint64_t default_budget(size_t n_kernels) {
  uint64_t each = FILE_STEPS / (n_kernels ? n_kernels : 1);
  return each < KERNEL_STEPS_MIN ? KERNEL_STEPS_MIN : each > KERNEL_STEPS_MAX ? KERNEL_STEPS_MAX : each;
}

/* Steps for executing the small launches of a kernel whole. */
static uint64_t whole_budget(const coal_analysis *a, size_t n_kernels) {
  uint64_t each = FILE_STEPS_WHOLE / (n_kernels ? n_kernels : 1);
  if (each > KERNEL_STEPS_WHOLE) each = KERNEL_STEPS_WHOLE;
  return each > a->options.step_budget ? each : 0;
}

/* A launch in the source whose block size is assumed. */
static void note_block(coal_analysis *a, const coal_function *fn, const coal_launch *l) {
  if (l->source != COAL_LAUNCH_FILE || l->block_known || !l->where.file) return;
  coal_note note = {.range = l->where};
  note.text = coal_arena_format(a->arena, "the block of this launch of '%s' is not known: %s; (%u, %u, %u) is assumed",
                                fn->name, l->block_reason ? l->block_reason : "no value", l->block[0], l->block[1],
                                l->block[2]);
  for (size_t i = 0; i < a->launch_notes.n; i++)
    if (a->launch_notes.items[i].range.begin.offset_bytes == l->where.begin.offset_bytes &&
        a->launch_notes.items[i].range.file == l->where.file)
      return;
  coal_vec_push(&a->launch_notes, note);
}

/* The steps of a kernel: at most its share of what is left of the file's. */
static uint64_t kernel_budget(const coal_analysis *a, size_t kernels_left) {
  uint64_t part = coal_work_left(&a->work) / kernels_left;
  return a->options.step_budget < part ? a->options.step_budget : part;
}

static void analyse_kernel(coal_analysis *a, coal_kernel *k, const coal_function *fn, const coal_plans *seen,
                           uint64_t budget) {
  uint64_t before = a->work.done;
  coal_plans plans = {0};
  k->fn = fn;
  coal_plans_for(a->module, fn, &a->options, seen, a->arena, &plans);
  coal_launch *launches = COAL_ARENA_ARRAY(a->arena, coal_launch, plans.n + 1);
  for (size_t i = 0; i < plans.n; i++) {
    launches[i] = plans.items[i].launch;
    launches[i].passed = coal_plan_passed(&plans.items[i], &a->options, a->arena, &launches[i].n_passed);
    note_block(a, fn, &launches[i]);
  }
  k->launches = launches;
  k->n_launches = plans.n;
  coal_recorder *r = coal_recorder_new(a->options.target, k, a->arena);
  coal_recorder_watch(r, coal_module_expr_count(a->module));
  bool is_exhaustive = true, *complete = COAL_ARENA_ARRAY(a->arena, bool, plans.n + 1);
  for (size_t i = 0; i < plans.n; i++) {
    coal_recorder_launch(r, (uint32_t)i);
    plans.items[i].whole_budget = a->whole_budget / plans.n;
    plans.items[i].work = &a->work;
    complete[i] = coal_run_plan(a->module, &plans.items[i], &a->options, r, budget / plans.n);
    is_exhaustive &= complete[i];
  }
  for (size_t i = 0; i < plans.n; i++) plans.items[i].work = &a->counting;
  coal_count_kernel(a->module, k, &plans, &a->options, r, complete, a->arena);
  if (a->options.wants_costs || (a->options.wants_gains && coal_recorder_has_excess(r)))
    coal_price_kernel(a->module, k, &plans, &a->options, r, a->arena);
  size_t n;
  const coal_census_entry *written = coal_census_of(a->census, fn, &n);
  coal_recorder_forget_local(r, coal_census_met(a->census));
  coal_recorder_account(r, written, n);
  coal_access *found = coal_recorder_finish(r, is_exhaustive, &n);
  if (plans.n) plans.items[0].work = &a->work;
  if (plans.n) coal_try_changes(a->module, k, &plans.items[0], &a->options, budget / TRIAL_SHARE, found, n, a->arena);
  for (size_t i = 0; i < n; i++) coal_vec_push(&a->accesses, found[i]);
  k->n_texture_accesses = coal_recorder_textures(r);
  k->is_out_of_budget = coal_recorder_is_cut(r);
  k->steps = a->work.done - before;
  coal_recorder_free(r);
  coal_vec_free(&plans);
}

static bool is_judged(const coal_function *fn) {
  return fn->flags & COAL_FN_KERNEL && fn->body && !(fn->range.file && fn->range.file->is_system);
}

static bool is_later_instance(const coal_function *a, const coal_function *b) {
  return a->range.file == b->range.file && a->range.begin.offset_bytes == b->range.begin.offset_bytes &&
         strcmp(a->qualified, b->qualified) > 0;
}

/* The judged kernels in order of first mention; the instances of one template, which each front end meets in an order
 * of its own, by name. */
static size_t judged(coal_function *const *fns, size_t n, coal_function **out) {
  size_t found = 0;
  for (size_t i = 0; i < n; i++) {
    if (!is_judged(fns[i])) continue;
    coal_function *fn = fns[i];
    for (size_t k = 0; k < found; k++) {
      if (!is_later_instance(out[k], fn)) continue;
      coal_function *later = out[k];
      out[k] = fn;
      fn = later;
    }
    out[found++] = fn;
  }
  return found;
}

/* ---- templates that nothing instantiates ---------------------------------------------------------------- */

static bool is_of_pattern(const coal_function *supposed, const coal_function *pattern) {
  return supposed->flags & COAL_FN_SUPPOSED && pattern->flags & COAL_FN_UNINSTANTIATED &&
         supposed->range.file == pattern->range.file &&
         supposed->range.begin.offset_bytes == pattern->range.begin.offset_bytes;
}

/* Could known template arguments tell more about one of the accesses from `first` on? */
static bool wants_arguments(const coal_analysis *a, size_t first) {
  for (size_t i = first; i < a->accesses.n; i++) {
    const coal_access *access = &a->accesses.items[i];
    const bool is_of_data = access->reason == COAL_REASON_INDIRECT || access->reason == COAL_REASON_BUDGET;
    if (!access->known && !is_of_data) return true;
  }
  return false;
}

static bool is_same_access(const coal_access *a, const coal_access *b) {
  return a->range.file == b->range.file && a->range.begin.offset_bytes == b->range.begin.offset_bytes &&
         a->range.end.offset_bytes == b->range.end.offset_bytes && a->op == b->op;
}

/* Marks the accesses from `first` on that the pattern does not know: what they show hangs on the supposed arguments. */
static void mark_supposed(coal_analysis *a, size_t first, const coal_access *pattern, size_t n_pattern) {
  for (size_t i = first; i < a->accesses.n; i++) {
    coal_access *access = &a->accesses.items[i];
    access->is_supposed = true;
    for (size_t k = 0; k < n_pattern; k++)
      if (pattern[k].known && is_same_access(&pattern[k], access)) access->is_supposed = false;
  }
}

/* The pattern alone where it tells everything, with ranges and conditions; else the supposed instances in its place. */
static void analyse_pattern(coal_analysis *a, coal_function *const *kernels, size_t n, size_t i,
                            const coal_plans *seen) {
  const size_t first = a->accesses.n;
  bool is_supposed = false;
  analyse_kernel(a, &a->kernels[a->n_kernels++], kernels[i], seen, kernel_budget(a, n - i));
  for (size_t k = 0; k < n; k++) is_supposed |= is_of_pattern(kernels[k], kernels[i]);
  if (!is_supposed || !wants_arguments(a, first)) return;
  const size_t n_pattern = a->accesses.n - first;
  const coal_access *pattern = coal_arena_copy(a->arena, &a->accesses.items[first], n_pattern * sizeof *pattern);
  a->accesses.n = first;
  a->kernels[--a->n_kernels] = (coal_kernel){0};
  for (size_t k = 0; k < n; k++)
    if (is_of_pattern(kernels[k], kernels[i]))
      analyse_kernel(a, &a->kernels[a->n_kernels++], kernels[k], seen, kernel_budget(a, n - i));
  mark_supposed(a, first, pattern, n_pattern);
}

static void analyse_kernels(coal_analysis *a, coal_function *const *kernels, size_t n, const coal_plans *seen) {
  for (size_t i = 0; i < n; i++) {
    bool has_pattern = false;
    for (size_t k = 0; k < n; k++) has_pattern |= is_of_pattern(kernels[i], kernels[k]);
    if (!has_pattern) analyse_pattern(a, kernels, n, i, seen);
  }
}

static int by_place(const void *a, const void *b) {
  const coal_range *x = &((const coal_note *)a)->range, *y = &((const coal_note *)b)->range;
  int order = strcmp(x->file->path, y->file->path);
  if (order) return order;
  return (x->begin.offset_bytes > y->begin.offset_bytes) - (x->begin.offset_bytes < y->begin.offset_bytes);
}

static void warn_about_launches(coal_analysis *a, coal_function *const *fns, size_t n) {
  for (size_t i = 0; i < a->options.n_launches; i++) {
    const char *name = a->options.launches[i].kernel;
    bool is_found = strcmp(name, "*") == 0;
    for (size_t k = 0; k < n && !is_found; k++)
      is_found = fns[k]->flags & COAL_FN_KERNEL && coal_launch_names(name, fns[k]);
    if (!is_found) coal_vec_push(&a->warnings, ((coal_warning){COAL_WARNING_LAUNCH_NAME, name}));
  }
}

int coal_analyse(const coal_module *m, const coal_options *options, coal_analysis **out) {
  coal_analysis *a = coal_alloc(sizeof *a);
  memset(a, 0, sizeof *a);
  a->arena = coal_arena_new();
  a->module = m;
  a->options = *options;
  size_t n;
  coal_function *const *fns = coal_module_functions(m, &n);
  coal_function **kernels = COAL_ARENA_ARRAY(a->arena, coal_function *, n + 1);
  size_t n_kernels = judged(fns, n, kernels);
  a->kernels = COAL_ARENA_ARRAY(a->arena, coal_kernel, n_kernels + 1);
  if (!a->options.step_budget) a->options.step_budget = default_budget(n_kernels);
  a->whole_budget = whole_budget(a, n_kernels);
  coal_plans seen = {0};
  uint64_t all = a->options.file_budget ? a->options.file_budget : COAL_DEFAULT_BUDGET_SECONDS * COAL_STEPS_A_SECOND;
  a->work.limit = all / HOST_SHARE;
  a->counting.limit = all;
  a->census = coal_census_new(m);
  coal_find_launches(m, &a->options, a->arena, &a->work, &seen, &a->launch_notes);
  a->work.limit = all;
  analyse_kernels(a, kernels, n_kernels, &seen);
  if (a->launch_notes.n) qsort(a->launch_notes.items, a->launch_notes.n, sizeof *a->launch_notes.items, by_place);
  warn_about_launches(a, fns, n);
  coal_census_free(a->census);
  coal_vec_free(&seen);
  *out = a;
  return 0;
}
