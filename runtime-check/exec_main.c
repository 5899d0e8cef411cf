/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * coalcheck-exec PLAN.json RESULT.json: runs the launches of a plan on the CPU. `coalcheck confirm` starts it, so that
 * coalcheck itself needs no LLVM and survives whatever happens here. Status 0: RESULT.json was written.
 */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "device.h"
#include "result.h"

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

static void launch_one(coal_device *d, const coal_program *p, const coal_code *kernel, const json_t *launch,
                       coal_str *error) {
  COAL_VEC(coal_argument) arguments = {0};
  const char *name;
  json_t *value;
  json_t *given = json_object_get(launch, "arguments");
  json_object_foreach(given, name, value) {
    coal_argument a = {.name = name, .text = json_string_value(value)};
    if (a.text) coal_vec_push(&arguments, a);
  }
  const json_t *smem = json_object_get(launch, "smem");
  coal_launch_config c = {.dynamic_shared_bytes =
                              smem ? (uint64_t)json_integer_value(smem) : coal_device_shared_left(d, kernel)};
  dimensions(json_object_get(launch, "grid"), c.grid);
  dimensions(json_object_get(launch, "block"), c.block);
  void *params = NULL;
  coal_str missing = {0};
  coal_arguments_set_globals(p, arguments.items, arguments.n);
  if (coal_arguments_make(d, kernel, arguments.items, arguments.n, &params, &missing)) {
    for (char *line = strtok(missing.data, "\n"); line; line = strtok(NULL, "\n"))
      coal_str_addf(error, "kernel %s: parameter %s\n", kernel->display, line);
  } else {
    c.params = params;
    coal_device_launch(d, p, kernel, &c);
  }
  free(params);
  coal_str_free(&missing);
  coal_vec_free(&arguments);
}

/** Every kernel that the launch names: one, or all for "*". */
static void launch(coal_device *d, const json_t *spec, coal_str *error) {
  const char *name = json_string_value(json_object_get(spec, "kernel"));
  bool found = false;
  for (size_t k = 0; name && k < d->programs.n; k++) {
    const coal_program *p = d->programs.items[k];
    const coal_code *one = strcmp(name, "*") ? coal_program_kernel(p, name) : NULL;
    for (size_t i = 0; i < p->codes.n; i++) {
      const coal_code *c = p->codes.items[i];
      if (!c->is_kernel || (strcmp(name, "*") && c != one)) continue;
      found = true;
      launch_one(d, p, c, spec, error);
    }
  }
  if (!found) coal_str_addf(error, "no kernel '%s' in the device code\n", name ? name : "?");
}

static bool load(coal_device *d, const json_t *plan, coal_str *error) {
  size_t k;
  json_t *path;
  const char *mode = json_string_value(json_object_get(plan, "optimise"));
  const char *widths = json_string_value(json_object_get(plan, "widths"));
  if (widths) coal_device_read_widths(d, widths);
  coal_optimise optimise = mode && !strcmp(mode, "O1") ? COAL_OPTIMISE_O1 : COAL_OPTIMISE_KEEP_ACCESSES;
  json_array_foreach(json_object_get(plan, "modules"), k, path) {
    size_t n = 0;
    char *message = NULL, *text = read_file(json_string_value(path), &n);
    coal_program *p;
    if (!text || coal_device_load(d, text, n, optimise, &p, &message)) {
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
  coal_device *d = target ? coal_device_new(target) : NULL;
  coal_str error = {0};
  if (!plan)
    coal_str_addf(&error, "%s: %s\n", argv[1], where.text);
  else if (!d)
    coal_str_add(&error, target ? "no address space for the device's memory\n" : "unknown target\n");
  else if (load(d, plan, &error)) {
    size_t k;
    json_t *spec;
    d->print = print_stderr;
    coal_device_limit(d, json_number_value(json_object_get(plan, "timeout")));
    json_array_foreach(json_object_get(plan, "launches"), k, spec) launch(d, spec, &error);
  }
  bool ok = coal_result_write(d, error.data, argv[2]);
  coal_device_free(d);
  coal_str_free(&error);
  json_decref(plan);
  return ok ? 0 : 2;
}
