/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** Launches and arguments for the plan. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "confirm.h"

/* ---- launches ----------------------------------------------------------------------------------------- */

static bool is_for(const char *option, const coal_function *fn) {
  return !strcmp(option, "*") || !strcmp(option, fn->name) || !strcmp(option, fn->qualified);
}

static void put_number(json_t *to, const char *name, int64_t value) {
  char text[32];
  snprintf(text, sizeof text, "%" PRId64, value);
  json_object_set_new(to, name, json_string(text));
}

static void put_values(json_t *to, const coal_launch_option *option) {
  for (size_t k = 0; k < option->n_values; k++) put_number(to, option->values[k].name, option->values[k].value);
}

/** What the command line says of a kernel's arguments, in ascending precedence: assumptions, then numbers, then
 *  texts. `own`: the option that gave the launch its block, NULL for a launch in the file. */
static json_t *arguments(const coal_config *config, const coal_function *fn, const coal_launch_option *own) {
  json_t *o = json_object();
  for (size_t k = 0; k < config->analysis.n_assumes; k++) {
    const coal_assume_option *a = &config->analysis.assumes[k];
    if (a->relation == COAL_ASSUME_EQ) put_number(o, a->name, a->value);
  }
  if (own) put_values(o, own);
  for (size_t k = 0; k < config->analysis.n_launches; k++) {
    const coal_launch_option *option = &config->analysis.launches[k];
    if (!option->has_block && is_for(option->kernel, fn)) put_values(o, option);
  }
  for (size_t k = 0; k < config->n_launch_arguments; k++) {
    const coal_launch_argument *a = &config->launch_arguments[k];
    if (is_for(a->kernel, fn)) json_object_set_new(o, a->name, json_string(a->text));
  }
  return o;
}

static const char *kind_of(const coal_type *t) {
  return t->kind == COAL_TYPE_POINTER || t->kind == COAL_TYPE_REFERENCE ? "pointer"
         : t->kind == COAL_TYPE_FLOAT                                   ? "float"
                                                                        : "int";
}

/** One scalar (exec/arguments.h). */
static json_t *passed_json(const coal_passed *p) {
  json_t *o = json_pack("{s:i, s:s, s:s, s:I, s:I}", "param", (int)p->param, "name", p->name, "kind", kind_of(p->type),
                        "bit", (json_int_t)p->offset_bits, "bits", (json_int_t)p->size_bits);
  char text[40];
  switch (p->kind) {
    case COAL_PASSED_INT:
      snprintf(text, sizeof text, "%" PRId64, p->value);
      json_object_set_new(o, "text", json_string(text));
      break;
    case COAL_PASSED_FLOAT:
      snprintf(text, sizeof text, "%.17g", p->f);
      json_object_set_new(o, "text", json_string(text));
      break;
    case COAL_PASSED_POINTER:
      if (p->object == COAL_PASSED_NULL) {
        json_object_set_new(o, "text", json_string("null"));
        break;
      }
      json_object_set_new(o, "object", json_integer(p->object));
      json_object_set_new(o, "offset", json_integer(p->value));
      break;
    case COAL_PASSED_UNKNOWN: break;
  }
  return o;
}

static json_t *triple(const uint32_t v[3]) { return json_pack("[i, i, i]", (int)v[0], (int)v[1], (int)v[2]); }

static json_t *launch_json(const coal_config *config, const coal_function *fn, const coal_launch *launch,
                           const coal_launch_option *own) {
  json_t *o = json_object(), *passed = json_array();
  json_object_set_new(o, "kernel", json_string(fn->qualified));
  if (fn->symbol) json_object_set_new(o, "symbol", json_string(fn->symbol));
  json_object_set_new(o, "grid", triple(launch->grid));
  json_object_set_new(o, "block", triple(launch->block));
  bool says_shared = launch->smem_bytes || (own && own->has_smem);
  if (says_shared) json_object_set_new(o, "smem", json_integer((json_int_t)launch->smem_bytes));
  for (size_t k = 0; k < launch->n_passed; k++) json_array_append_new(passed, passed_json(&launch->passed[k]));
  json_object_set_new(o, "passed", passed);
  json_object_set_new(o, "arguments", arguments(config, fn, own));
  return o;
}

/** The option that launch `index` of the kernel comes from: each option with a block is one launch of the analysis. */
static const coal_launch_option *option_of(const coal_config *config, const coal_function *fn, size_t index) {
  for (size_t k = 0; k < config->analysis.n_launches; k++) {
    const coal_launch_option *option = &config->analysis.launches[k];
    if (option->has_block && is_for(option->kernel, fn) && !index--) return option;
  }
  return NULL;
}

static bool is_wanted(const coal_config *config, const coal_function *fn) {
  if (fn->flags & COAL_FN_UNINSTANTIATED) return false;
  for (size_t k = 0; k < config->analysis.n_launches; k++)
    if (is_for(config->analysis.launches[k].kernel, fn)) return true;
  return !config->analysis.n_launches;
}

json_t *coal_confirm_launches(const coal_config *config, const coal_analysis *a) {
  json_t *list = json_array();
  size_t n;
  const coal_kernel *kernels = coal_analysis_kernels(a, &n);
  for (size_t k = 0; k < n; k++) {
    const coal_function *fn = kernels[k].fn;
    for (size_t i = 0; is_wanted(config, fn) && i < kernels[k].n_launches; i++)
      json_array_append_new(list, launch_json(config, fn, &kernels[k].launches[i], option_of(config, fn, i)));
  }
  return list;
}

/* ---- what coalcheck-gpu compares with ------------------------------------------------------------------------ */

static json_t *range(const coal_confirm_range *r) {
  return json_pack("{s:f, s:f, s:f}", "min", r->min, "max", r->max, "mean", r->mean);
}

static json_t *pattern(const coal_pattern *p, uint32_t moved) {
  json_t *offsets = json_array();
  for (size_t l = 0; l < COAL_WARP_LANES; l++)
    json_array_append_new(offsets, json_integer(p->mask >> l & 1 ? (json_int_t)p->offset[l] : 0));
  return json_pack("{s:I, s:o, s:i}", "mask", (json_int_t)p->mask, "offsets", offsets, "moved", (int)moved);
}

static json_t *row(const coal_confirmation *c) {
  static const char *const names[] = {"confirmed", "refuted", "not-reached", "not-predicted"};
  json_t *o = json_pack("{s:s, s:i, s:i, s:s, s:s, s:s, s:i, s:s}", "file", c->file, "line", (int)c->line1, "column",
                        (int)c->column1, "kernel", c->kernel, "space", coal_space_name(c->space), "op",
                        coal_mem_op_name(c->op), "bytes", (int)c->bytes, "cpu_status", names[c->status]);
  if (c->symbol) json_object_set_new(o, "symbol", json_string(c->symbol));
  if (c->has_predicted) {
    json_object_set_new(o, "predicted", range(&c->predicted));
    json_object_set_new(o, "predicted_ways", range(&c->predicted_ways));
  }
  if (c->worst) json_object_set_new(o, "worst", pattern(c->worst, c->worst_moved));
  if (!c->has_measured) return o;
  json_object_set_new(o, "cpu", range(&c->measured));
  json_object_set_new(o, "cpu_executions", json_integer((json_int_t)c->executions));
  json_object_set_new(o, "cpu_sum", json_integer((json_int_t)c->moved_sum));
  return o;
}

json_t *coal_confirm_plan_file(const coal_confirmations *c, size_t first, const char *source, const char *target,
                               const char *const *flags, size_t n_flags, const json_t *launched) {
  json_t *rows = json_array(), *words = json_array();
  for (size_t k = first; k < c->items.n; k++) json_array_append_new(rows, row(&c->items.items[k]));
  for (size_t k = 0; k < n_flags; k++) json_array_append_new(words, json_string(flags[k]));
  json_t *o = json_pack("{s:s, s:s, s:o, s:o}", "source", source, "target", target, "flags", words, "rows", rows);
  json_object_set(o, "launched", (json_t *)(uintptr_t)launched);
  return o;
}

/* ---- widths --------------------------------------------------------------------------------------------- */

void coal_confirm_widths(const coal_analysis *a, coal_str *out) {
  size_t n;
  const coal_access *all = coal_analysis_accesses((coal_analysis *)(uintptr_t)a, &n);
  for (size_t k = 0; k < n; k++) {
    const coal_access *x = &all[k];
    if (!x->range.file || x->instruction_bytes < 8 || x->bytes < x->instruction_bytes || x->op > COAL_MEM_STORE)
      continue;
    const char *slash = strrchr(x->range.file->path, '/'), *base = slash ? slash + 1 : x->range.file->path;
    if (!strpbrk(base, " \t"))
      coal_str_addf(out, "%s %u %s %u %s\n", base, x->range.begin.line1, coal_mem_op_name(x->op), x->instruction_bytes,
                    x->kernel->fn->symbol ? x->kernel->fn->symbol : "-");
  }
}
