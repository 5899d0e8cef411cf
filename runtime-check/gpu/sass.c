/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** Reads nvdisasm's text: functions, places (with the inlining chain), memory instructions. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gpu.h"

typedef struct family {
  const char *name;
  bool is_shared, is_global, is_load, is_store, is_atomic;
} family;

static const family families[] = {
    {"LDG", false, true, true, false, false},   {"STG", false, true, false, true, false},
    {"LDS", true, false, true, false, false},   {"STS", true, false, false, true, false},
    {"LDSM", true, false, true, false, false},  {"STSM", true, false, false, true, false},
    {"ATOMG", false, true, false, false, true}, {"ATOMS", true, false, false, false, true},
    {"RED", false, true, false, false, true},   {"REDG", false, true, false, false, true},
    {"ATOM", true, true, false, false, true},   {"LD", true, true, true, false, false},
    {"ST", true, true, false, true, false}};

/** Width by the modifiers: .U8 .S8 .U16 .S16 .64 .128, else 32 bits. */
static uint32_t width(const char *opcode) {
  static const struct {
    const char *modifier;
    uint32_t bytes;
  } table[] = {{".128", 16}, {".64", 8}, {".U8", 1}, {".S8", 1}, {".U16", 2}, {".S16", 2}, {".16x2", 4}, {".F16x2", 4}};
  if (!strncmp(opcode, "LDSM", 4) || !strncmp(opcode, "STSM", 4)) return 16;
  for (size_t k = 0; k < sizeof table / sizeof *table; k++) {
    const char *at = strstr(opcode, table[k].modifier);
    size_t n = strlen(table[k].modifier);
    if (at && (!at[n] || at[n] == '.')) return table[k].bytes;
  }
  return 4;
}

static bool is_system(const char *path) { return !strncmp(path, "/usr/", 5) || strstr(path, "/include/") != NULL; }

typedef struct place {
  char file[1024];
  uint32_t line1;
  bool chosen;
} place;

/** A line `//## File "…", line N [inlined at "…", line M]`: the first user file of the run of such lines counts. */
static void read_place(const char *text, place *p, bool continues) {
  if (!continues) p->chosen = false;
  const char *open = strchr(text, '"'), *close = open ? strchr(open + 1, '"') : NULL;
  const char *line = close ? strstr(close, "line ") : NULL;
  if (!line || p->chosen) return;
  snprintf(p->file, sizeof p->file, "%.*s", (int)(close - open - 1), open + 1);
  p->line1 = (uint32_t)strtoul(line + 5, NULL, 10);
  p->chosen = !is_system(p->file);
}

/** The text behind the address in comment signs: a guard, then the opcode: "@P0 LDG.E.64 R6, …". */
static void read_instruction(coal_arena *a, const char *text, const char *function, const place *p,
                             coal_sass_list *out) {
  const char *open = strstr(text, "/*"), *close = open ? strstr(open, "*/") : NULL;
  if (!close) return;
  const char *op = close + 2;
  while (isspace((unsigned char)*op)) op++;
  if (*op == '@') {
    while (*op && !isspace((unsigned char)*op)) op++;
    while (isspace((unsigned char)*op)) op++;
  }
  size_t n = strcspn(op, " ;\t\n"), stem = strcspn(op, ". ;\t\n");
  for (size_t k = 0; k < sizeof families / sizeof *families; k++) {
    const family *f = &families[k];
    if (strlen(f->name) != stem || strncmp(op, f->name, stem)) continue;
    coal_sass s = {.function = function,
                   .pc = (uint32_t)strtoul(open + 2, NULL, 16),
                   .is_shared = f->is_shared,
                   .is_global = f->is_global,
                   .is_generic = f->is_shared && f->is_global,
                   .is_load = f->is_load,
                   .is_store = f->is_store,
                   .is_atomic = f->is_atomic};
    s.opcode = coal_arena_string(a, op, n);
    s.bytes = width(s.opcode);
    s.file = p->line1 ? coal_arena_string(a, p->file, strlen(p->file)) : NULL;
    s.line1 = p->line1;
    coal_vec_push(out, s);
  }
  if (stem != 6 || strncmp(op, "LDGSTS", 6)) return; /* cp.async: reads global and writes shared memory */
  for (int side = 0; side < 2; side++) {
    coal_sass s = {.function = function,
                   .pc = (uint32_t)strtoul(open + 2, NULL, 16),
                   .is_global = !side,
                   .is_shared = side,
                   .is_load = !side,
                   .is_store = side,
                   .line1 = p->line1};
    s.opcode = coal_arena_string(a, op, n);
    s.bytes = width(s.opcode);
    s.file = p->line1 ? coal_arena_string(a, p->file, strlen(p->file)) : NULL;
    coal_vec_push(out, s);
  }
}

bool coal_gpu_disassemble(coal_arena *a, const char *nvdisasm, const char *cubin, coal_sass_list *out,
                          const char **error) {
  const char *command = coal_arena_format(a, "'%s' -gi -c '%s' 2>&1", nvdisasm, cubin);
  FILE *f = popen(command, "r");
  char *line = NULL;
  size_t capacity = 0;
  const char *function = "";
  place p = {.line1 = 0};
  bool in_places = false;
  if (!f) {
    *error = "nvdisasm cannot be started";
    return false;
  }
  while (getline(&line, &capacity, f) > 0) {
    if (!strncmp(line, ".text.", 6)) {
      function = coal_arena_string(a, line + 6, strcspn(line + 6, ":\n"));
      p.line1 = 0;
    } else if (strstr(line, "//## File")) {
      read_place(line, &p, in_places);
      in_places = true;
    } else if (strstr(line, "/*")) {
      read_instruction(a, line, function, &p, out);
      in_places = false;
    }
  }
  free(line);
  if (pclose(f) == 0) return true;
  *error = coal_arena_format(a, "nvdisasm cannot read %s", cubin);
  return false;
}

bool coal_gpu_add_counters(coal_sass_list *list, const char *path, coal_counter counter) {
  FILE *f = fopen(path, "r");
  char function[4096];
  unsigned pc;
  unsigned long long value;
  if (!f) return false;
  while (fscanf(f, "%4095s %x %llu", function, &pc, &value) == 3)
    for (size_t k = 0; k < list->n; k++) {
      coal_sass *s = &list->items[k];
      if (s->pc != pc || strcmp(s->function, function)) continue;
      if (counter == COAL_COUNTER_EXECUTED)
        s->executed += value;
      else if (counter == COAL_COUNTER_SHARED && s->is_shared)
        s->shared_sum += value;
      else if (counter == COAL_COUNTER_GLOBAL && s->is_global)
        s->global_sum += value;
    }
  fclose(f);
  return true;
}
