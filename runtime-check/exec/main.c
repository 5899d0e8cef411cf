/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * coalcheck-exec PLAN.json RESULT.json: executes the launches of a plan on the CPU. `coalcheck confirm` starts it
 * as a process of its own, so that coalcheck needs no LLVM and survives crashes here. Status 0: RESULT.json was
 * written.
 */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "device.h"
#include "result.h"

typedef COAL_VEC(coal_exec_argument) coal_said;
typedef COAL_VEC(coal_exec_scalar) coal_scalars;

static char *read_file(const char *path, size_t *n) {
  FILE *f = fopen(path, "rb");
  if (!f) return NULL;
  coal_str s = {0};
  char part[65536];
  size_t got;
  while ((got = fread(part, 1, sizeof part, f)) > 0) coal_str_add_n(&s, part, got);
  fclose(f);
  *n = s.n;
  return s.data;
}

static void dimensions(const json_t *list, uint32_t out[3]) {
  for (size_t k = 0; k < 3; k++) {
    const json_t *v = json_array_get(list, k);
    out[k] = v ? (uint32_t)json_integer_value(v) : 1;
  }
}

static void print_stderr(void *context, const char *text, size_t n) {
  (void)context;
  fwrite(text, 1, n, stderr);
}

/* ---- what was launched: for a GPU to do the same ------------------------------------------------------------ */

static json_t *pointer_json(coal_exec_device *d, uint64_t address) {
  static const char *const elements[] = {"int", "float", "pointer"};
  static const char *const contents[] = {"plain", "ramp", "random"};
  const coal_vm_region *r = address ? coal_vm_memory_find(d->memory, address) : NULL;
  if (!r) return json_null();
  uint64_t bytes = r->grows ? r->extent_bytes : r->bytes;
  return json_pack("{s:I, s:I, s:s, s:s, s:i, s:I, s:I}", "bytes", (json_int_t)bytes, "offset",
                   (json_int_t)(address - r->base), "content", contents[r->content], "element", elements[r->element],
                   "width", r->element_bytes ? (int)r->element_bytes : 4, "seed", (json_int_t)r->seed, "modulus",
                   (json_int_t)r->modulus);
}

static json_t *param_json(coal_exec_device *d, const coal_vm_param *p, const uint8_t *params) {
  json_t *parts = json_array();
  for (size_t k = 0; k < p->n_parts; k++) {
    const coal_vm_param_part *part = &p->parts[k];
    uint64_t bits = 0;
    char hex[24];
    memcpy(&bits, params + p->offset_bytes + part->offset_bytes, part->width);
    json_t *o = json_pack("{s:i, s:i}", "at", (int)part->offset_bytes, "bytes", (int)part->width);
    snprintf(hex, sizeof hex, "%llx", (unsigned long long)bits);
    if (part->kind == COAL_COMP_POINTER)
      json_object_set_new(o, "pointer", pointer_json(d, bits));
    else
      json_object_set_new(o, "value", json_string(hex));
    json_array_append_new(parts, o);
  }
  return json_pack("{s:s, s:I, s:o}", "name", p->name, "bytes", (json_int_t)p->bytes, "parts", parts);
}

static json_t *launched_json(coal_exec_device *d, const coal_vm_code *kernel, const coal_exec_launch_config *c,
                             bool made_up_shared) {
  json_t *params = json_array();
  for (size_t k = 0; k < kernel->n_params; k++)
    json_array_append_new(params, param_json(d, &kernel->params[k], c->params));
  uint64_t fixed = (kernel->static_shared_bytes + 15) / 16 * 16, extent = d->shared_extent_bytes,
           shared = c->dynamic_shared_bytes;
  if (made_up_shared) shared = extent > fixed ? (extent - fixed + 15) / 16 * 16 : 0;
  return json_pack("{s:s, s:s, s:[i,i,i], s:[i,i,i], s:I, s:o}", "kernel", kernel->display, "symbol", kernel->name,
                   "grid", (int)c->grid[0], (int)c->grid[1], (int)c->grid[2], "block", (int)c->block[0],
                   (int)c->block[1], (int)c->block[2], "smem", (json_int_t)shared, "params", params);
}

/** Shared memory for a launch that does not state it: none, or all there is when the kernel has a dynamic array. */
static uint64_t made_up_shared(const coal_exec_device *d, const coal_vm_program *p, const coal_vm_code *kernel) {
  bool uses = kernel->uses_dynamic_shared;
  for (size_t k = 0; k < p->codes.n; k++)
    uses = uses || (!p->codes.items[k]->is_kernel && p->codes.items[k]->uses_dynamic_shared);
  return uses ? coal_exec_device_shared_left(d, kernel) : 0;
}

static void read_said(const json_t *launch, coal_said *out) {
  const char *name;
  json_t *value;
  json_t *given = json_object_get(launch, "arguments");
  json_object_foreach(given, name, value) {
    coal_exec_argument a = {.name = name, .text = json_string_value(value)};
    if (a.text) coal_vec_push(out, a);
  }
}

static uint64_t number(const json_t *o, const char *name) {
  return (uint64_t)json_integer_value(json_object_get(o, name));
}

static void read_scalars(const json_t *launch, coal_scalars *out) {
  size_t k;
  json_t *o;
  json_array_foreach(json_object_get(launch, "passed"), k, o) {
    const char *kind = json_string_value(json_object_get(o, "kind"));
    coal_exec_scalar s = {.param = (uint32_t)number(o, "param"),
                          .name = json_string_value(json_object_get(o, "name")),
                          .is_pointer = kind && !strcmp(kind, "pointer"),
                          .is_float = kind && !strcmp(kind, "float"),
                          .offset_bits = number(o, "bit"),
                          .size_bits = number(o, "bits"),
                          .text = json_string_value(json_object_get(o, "text")),
                          .has_object = json_object_get(o, "object") != NULL,
                          .object = (uint32_t)number(o, "object"),
                          .offset_bytes = (int64_t)number(o, "offset")};
    if (s.name) coal_vec_push(out, s);
  }
}

static void launch_one(coal_exec_device *d, const coal_vm_program *p, const coal_vm_code *kernel, const json_t *launch,
                       coal_str *error, json_t *launched) {
  coal_said said = {0};
  coal_scalars scalars = {0};
  read_said(launch, &said);
  read_scalars(launch, &scalars);
  const json_t *smem = json_object_get(launch, "smem");
  coal_exec_launch_config c = {.dynamic_shared_bytes = smem ? number(launch, "smem") : made_up_shared(d, p, kernel)};
  dimensions(json_object_get(launch, "grid"), c.grid);
  dimensions(json_object_get(launch, "block"), c.block);
  void *params = NULL;
  coal_str missing = {0};
  coal_exec_arguments arguments = {said.items, said.n, scalars.items, scalars.n};
  coal_exec_arguments_set_globals(p, said.items, said.n);
  if (coal_exec_arguments_make(d, kernel, &arguments, &params, &missing)) {
    for (char *line = strtok(missing.data, "\n"); line; line = strtok(NULL, "\n"))
      coal_str_addf(error, "kernel %s: %s\n", kernel->display, line);
  } else {
    c.params = params;
    coal_exec_device_launch(d, p, kernel, &c);
    json_array_append_new(launched, launched_json(d, kernel, &c, !smem));
  }
  free(params);
  coal_str_free(&missing);
  coal_vec_free(&said);
  coal_vec_free(&scalars);
}

/** The launch's kernel, by its mangled name. */
static void launch(coal_exec_device *d, const json_t *spec, coal_str *error, json_t *launched) {
  const char *symbol = json_string_value(json_object_get(spec, "symbol")),
             *shown = json_string_value(json_object_get(spec, "kernel"));
  for (size_t k = 0; symbol && k < d->programs.n; k++) {
    const coal_vm_code *kernel = coal_vm_program_kernel(d->programs.items[k], symbol);
    if (!kernel) continue;
    launch_one(d, d->programs.items[k], kernel, spec, error, launched);
    return;
  }
  coal_str_addf(error, "no kernel '%s' (%s) in the device code\n", shown ? shown : "?", symbol ? symbol : "no symbol");
}

static bool load(coal_exec_device *d, const json_t *plan, coal_str *error) {
  size_t k;
  json_t *path;
  const char *mode = json_string_value(json_object_get(plan, "optimise"));
  const char *widths = json_string_value(json_object_get(plan, "widths"));
  if (widths) coal_exec_device_read_widths(d, widths);
  coal_lower_optimise optimise = mode && !strcmp(mode, "O1") ? COAL_OPTIMISE_O1 : COAL_OPTIMISE_KEEP_ACCESSES;
  json_array_foreach(json_object_get(plan, "modules"), k, path) {
    size_t n = 0;
    char *message = NULL, *text = read_file(json_string_value(path), &n);
    coal_vm_program *p;
    if (!text || coal_exec_device_load(d, text, n, optimise, &p, &message)) {
      coal_str_addf(error, "%s: %s\n", json_string_value(path), message ? message : "cannot be read");
      free(text);
      free(message);
      return false;
    }
    free(text);
  }
  return true;
}

int main(int argc, char **argv) {
  if (argc != 3) {
    fputs("usage: coalcheck-exec PLAN.json RESULT.json (started by coalcheck confirm)\n", stderr);
    return 2;
  }
  json_error_t where;
  json_t *plan = json_load_file(argv[1], 0, &where);
  const char *target_name = json_string_value(json_object_get(plan, "target"));
  const coal_target *target = coal_target_find(target_name ? target_name : "sm_80");
  coal_exec_device *d = target ? coal_exec_device_new(target) : NULL;
  coal_str error = {0};
  json_t *launched = json_array();
  if (!plan)
    coal_str_addf(&error, "%s: %s\n", argv[1], where.text);
  else if (!d)
    coal_str_add(&error, target ? "no address space for the device's memory\n" : "unknown target\n");
  else if (load(d, plan, &error)) {
    size_t k;
    json_t *spec;
    d->print = print_stderr;
    d->skips_unsupported = true;
    coal_exec_device_limit(d, json_number_value(json_object_get(plan, "timeout")));
    json_array_foreach(json_object_get(plan, "launches"), k, spec) launch(d, spec, &error, launched);
  }
  bool ok = coal_exec_result_write(d, error.data, launched, argv[2]);
  coal_exec_device_free(d);
  coal_str_free(&error);
  json_decref(plan);
  json_decref(launched);
  return ok ? 0 : 2;
}
