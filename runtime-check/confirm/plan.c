/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** Launches and arguments for the plan. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "confirm.h"

static const coal_field *field_named(const coal_record *r, const char *name, size_t n) {
  for (size_t k = 0; r && k < r->n_fields; k++)
    if (strlen(r->fields[k].name) == n && !strncmp(r->fields[k].name, name, n)) return &r->fields[k];
  return NULL;
}

/** Byte offset of "a.b[2].c" in a record; −1: there is no such part. */
static int64_t offset_of(const coal_type *t, const char *path) {
  int64_t at = 0;
  while (*path) {
    if (*path == '.') path++;
    if (*path == '[') {
      char *end;
      unsigned long k = strtoul(path + 1, &end, 10);
      if (t->kind != COAL_TYPE_ARRAY || *end != ']') return -1;
      t = t->element;
      at += (int64_t)(k * t->size_bytes);
      path = end + 1;
      continue;
    }
    size_t n = strcspn(path, ".[");
    const coal_field *f = t->kind == COAL_TYPE_RECORD ? field_named(t->record, path, n) : NULL;
    if (!f) return -1;
    at += (int64_t)f->offset_bytes;
    t = f->type;
    path += n;
  }
  return at;
}

static void put(json_t *to, const coal_function *fn, const char *name, const char *text) {
  size_t n = strcspn(name, ".[");
  for (size_t k = 0; fn && name[n] && k < fn->n_params; k++) {
    const coal_var *p = fn->params[k];
    if (strlen(p->name) != n || strncmp(p->name, name, n) || p->type->kind != COAL_TYPE_RECORD) continue;
    int64_t at = offset_of(p->type, name + n);
    char key[256];
    if (at < 0) continue;
    snprintf(key, sizeof key, "%.*s@%" PRId64, (int)n, name, at);
    json_object_set_new(to, key, json_string(text));
    return;
  }
  json_object_set_new(to, name, json_string(text));
}

static void put_number(json_t *to, const coal_function *fn, const char *name, int64_t value) {
  char text[32];
  snprintf(text, sizeof text, "%" PRId64, value);
  put(to, fn, name, text);
}

static bool is_for(const char *option, const coal_function *fn) {
  return !strcmp(option, "*") || !strcmp(option, fn->name) || !strcmp(option, fn->qualified);
}

/** What command line says of a kernel's arguments: assumptions, then numbers of the launch, then its texts. */
static json_t *arguments(const coal_config *config, const coal_function *fn, const coal_launch_option *launch) {
  json_t *o = json_object();
  for (size_t k = 0; k < config->analysis.n_assumes; k++) {
    const coal_assume_option *a = &config->analysis.assumes[k];
    if (a->relation == COAL_ASSUME_EQ) put_number(o, fn, a->name, a->value);
  }
  for (size_t k = 0; launch && k < launch->n_values; k++)
    put_number(o, fn, launch->values[k].name, launch->values[k].value);
  for (size_t k = 0; k < config->n_launch_arguments; k++) {
    const coal_launch_argument *a = &config->launch_arguments[k];
    if (is_for(a->kernel, fn)) put(o, fn, a->name, a->text);
  }
  return o;
}

static json_t *triple(const uint32_t v[3]) { return json_pack("[i, i, i]", (int)v[0], (int)v[1], (int)v[2]); }

static json_t *one(const coal_config *config, const coal_kernel *kernel, const coal_launch_option *option,
                   const coal_launch *known) {
  static const uint32_t fallback_grid[3] = {4, 1, 1}, fallback_block[3] = {128, 1, 1};
  bool own_grid = option && option->has_grid, own_block = option && option->has_block;
  json_t *o = json_object();
  json_object_set_new(o, "kernel", json_string(kernel->fn->qualified));
  json_object_set_new(o, "name", json_string(kernel->fn->name));
  json_object_set_new(o, "grid", triple(own_grid ? option->grid : known ? known->grid : fallback_grid));
  json_object_set_new(o, "block", triple(own_block ? option->block : known ? known->block : fallback_block));
  if (option && option->has_smem)
    json_object_set_new(o, "smem", json_integer((json_int_t)option->smem_bytes));
  else if (known && known->smem_bytes)
    json_object_set_new(o, "smem", json_integer((json_int_t)known->smem_bytes));
  json_object_set_new(o, "arguments", arguments(config, kernel->fn, option));
  return o;
}

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

void coal_confirm_widths(const coal_analysis *a, coal_str *out) {
  size_t n;
  const coal_access *all = coal_analysis_accesses((coal_analysis *)(uintptr_t)a, &n);
  for (size_t k = 0; k < n; k++) {
    const coal_access *x = &all[k];
    if (!x->range.file || x->instruction_bytes < 8 || x->bytes < x->instruction_bytes || x->op > COAL_MEM_STORE)
      continue;
    const char *slash = strrchr(x->range.file->path, '/'), *base = slash ? slash + 1 : x->range.file->path;
    if (!strpbrk(base, " \t"))
      coal_str_addf(out, "%s %u %s %u\n", base, x->range.begin.line1, coal_mem_op_name(x->op), x->instruction_bytes);
  }
}

json_t *coal_confirm_launches(const coal_config *config, const coal_analysis *a) {
  json_t *list = json_array();
  size_t n;
  const coal_kernel *kernels = coal_analysis_kernels(a, &n);
  for (size_t k = 0; k < n; k++) {
    const coal_kernel *kernel = &kernels[k];
    if (kernel->fn->flags & COAL_FN_UNINSTANTIATED) continue;
    bool chosen = false;
    for (size_t i = 0; i < config->analysis.n_launches; i++) {
      const coal_launch_option *option = &config->analysis.launches[i];
      if (!is_for(option->kernel, kernel->fn)) continue;
      chosen = true;
      json_array_append_new(list, one(config, kernel, option, kernel->n_launches ? &kernel->launches[0] : NULL));
    }
    for (size_t i = 0; !chosen && !config->analysis.n_launches && i < kernel->n_launches; i++)
      json_array_append_new(list, one(config, kernel, NULL, &kernel->launches[i]));
  }
  return list;
}
