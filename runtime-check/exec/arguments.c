/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "arguments.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "program/lanes.h"

#define GROWING_BYTES (UINT64_C(1) << 34)
#define GROWING_LITTLE_BYTES (UINT64_C(1) << 30)
#define STARTED_BYTES (UINT64_C(1) << 32)

static const char *text_of(const coal_argument *a, size_t n, const char *name) {
  const char *found = NULL;
  for (size_t k = 0; k < n; k++)
    if (!strcmp(a[k].name, name)) found = a[k].text;
  return found;
}

/** Bytes of an element type's name; 0: not known. */
static unsigned type_bytes(const char *name, size_t n) {
  static const struct {
    const char *name;
    unsigned bytes;
  } table[] = {{"char", 1},    {"uchar", 1},    {"bool", 1},     {"int8", 1},   {"uint8", 1},    {"short", 2},
               {"ushort", 2},  {"half", 2},     {"bfloat16", 2}, {"int16", 2},  {"uint16", 2},   {"int", 4},
               {"uint", 4},    {"unsigned", 4}, {"int32", 4},    {"uint32", 4}, {"float", 4},    {"long", 8},
               {"ulong", 8},   {"int64", 8},    {"uint64", 8},   {"double", 8}, {"float2", 8},   {"int2", 8},
               {"float3", 12}, {"int3", 12},    {"float4", 16},  {"int4", 16},  {"double2", 16}, {"byte", 1}};
  for (size_t k = 0; k < sizeof table / sizeof *table; k++)
    if (strlen(table[k].name) == n && !strncmp(table[k].name, name, n)) return table[k].bytes;
  return 0;
}

/** The part after the colon: zeros, ramp[%M], random[(SEED)][%M], or a file. False: the file cannot be read. */
static bool set_content(coal_region *r, const char *text) {
  if (!strcmp(text, "zeros")) return true;
  const char *modulus = strchr(text, '%');
  if (!strncmp(text, "ramp", 4) || !strncmp(text, "random", 6)) {
    r->content = text[1] == 'a' && text[2] == 'm' ? COAL_CONTENT_RAMP : COAL_CONTENT_RANDOM;
    const char *seed = strchr(text, '(');
    if (seed) r->seed = strtoull(seed + 1, NULL, 10);
    if (modulus) r->modulus = strtoull(modulus + 1, NULL, 10);
    return true;
  }
  FILE *f = fopen(text, "rb");
  if (!f) return false;
  size_t got = fread((void *)(uintptr_t)r->base, 1, r->bytes, f);
  fclose(f);
  return got > 0;
}

static uint64_t growing(coal_device *d, const char *name) {
  uint64_t at = coal_memory_reserve(d->memory, GROWING_BYTES, name);
  if (!at) at = coal_memory_reserve(d->memory, GROWING_LITTLE_BYTES, name);
  coal_region *r = at ? coal_memory_find(d->memory, at) : NULL;
  if (r) r->content = COAL_CONTENT_RAMP;
  return at;
}

static uint64_t file_bytes(const char *path) {
  FILE *f = fopen(path, "rb");
  if (!f) return 0;
  long n = fseek(f, 0, SEEK_END) ? 0 : ftell(f);
  fclose(f);
  return n > 0 ? (uint64_t)n : 0;
}

/** `TYPE[COUNT][:CONTENT]` or `TYPE:FILE`. 0: it is none, `missing` says so. */
static uint64_t described(coal_device *d, const char *name, const char *text, coal_str *missing) {
  size_t n = strcspn(text, "[:");
  unsigned bytes = type_bytes(text, n);
  const char *content = strchr(text, ':');
  uint64_t count = text[n] == '[' ? strtoull(text + n + 1, NULL, 0) : 0, total = count * bytes;
  if (!total && content) total = file_bytes(content + 1);
  if (!bytes || !total || total > STARTED_BYTES) {
    coal_str_addf(missing, "%s=%s: a buffer is written TYPE[COUNT]:CONTENT, e.g. %s=float[4096]:random\n", name, text,
                  name);
    return 0;
  }
  uint64_t at = coal_memory_alloc(d->memory, total, COAL_SPACE_GLOBAL, name);
  coal_region *r = at ? coal_memory_find(d->memory, at) : NULL;
  if (r && !set_content(r, content ? content + 1 : "ramp"))
    coal_str_addf(missing, "%s=%s: contents are zeros, ramp, random(SEED) or a file, and there is no file %s\n", name,
                  text, content + 1);
  return at;
}

/** A number in the storage of one component. */
static uint64_t scalar_bits(const char *text, coal_comp_kind kind, unsigned width) {
  uint64_t bits = 0;
  double v = strtod(text, NULL);
  float single = (float)v;
  if (!strcmp(text, "true")) return 1;
  switch (kind) {
    case COAL_COMP_DOUBLE: memcpy(&bits, &v, 8); break;
    case COAL_COMP_FLOAT: memcpy(&bits, &single, 4); break;
    case COAL_COMP_HALF: bits = coal_float_to_half(single); break;
    case COAL_COMP_BFLOAT: bits = coal_float_to_bfloat(single); break;
    default:
      bits = strchr(text, '.') ? (uint64_t)(int64_t)v
             : text[0] == '-'  ? (uint64_t)strtoll(text, NULL, 0)
                               : strtoull(text, NULL, 0);
      break;
  }
  (void)width;
  return bits;
}

static uint64_t pointer_value(coal_device *d, const char *name, const char *text, coal_str *missing) {
  if (!text) return growing(d, name);
  if (!strcmp(text, "0") || !strcmp(text, "null") || !strcmp(text, "nullptr")) return 0;
  return described(d, name, text, missing);
}

/** One scalar of a parameter; `name` is what the user calls it. */
static void put_component(coal_device *d, uint8_t *to, coal_comp_kind kind, unsigned width, const char *name,
                          const char *text, bool must_know, coal_str *missing) {
  uint64_t bits = 0;
  if (kind == COAL_COMP_POINTER)
    bits = pointer_value(d, name, text, missing);
  else if (text)
    bits = scalar_bits(text, kind, width);
  else if (kind != COAL_COMP_INT || !must_know)
    bits = scalar_bits("1", kind, width);
  else
    coal_str_addf(missing, "%s has no value: add %s=… to --launch\n", name, name);
  memcpy(to, &bits, width);
}

int coal_arguments_make(coal_device *d, const coal_code *kernel, const coal_argument *arguments, size_t n,
                        void **params, coal_str *missing) {
  uint8_t *buffer = coal_alloc((size_t)kernel->param_bytes + 16);
  memset(buffer, 0, (size_t)kernel->param_bytes + 16);
  size_t before = missing->n;
  for (size_t k = 0; k < kernel->n_params; k++) {
    const coal_param *p = &kernel->params[k];
    if (!p->by_value && p->n_slots == 1) {
      put_component(d, buffer + p->offset_bytes, p->kind, p->slot.width, p->name, text_of(arguments, n, p->name),
                    p->is_control, missing);
      continue;
    }
    for (size_t c = 0; c < p->n_parts; c++) {
      const coal_param_part *part = &p->parts[c];
      char name[256];
      snprintf(name, sizeof name, "%s@%u", p->name, part->offset_bytes);
      put_component(d, buffer + p->offset_bytes + part->offset_bytes, part->kind, part->width, name,
                    text_of(arguments, n, name), true, missing);
    }
  }
  *params = buffer;
  if (missing->n == before) return 0;
  free(buffer);
  *params = NULL;
  return -1;
}

/** "coef" names the variable `coef`, `_ZL4coef` and `_ZN2ns4coefE`. */
static bool names_global(const char *mangled, const char *name) {
  if (!strcmp(mangled, name)) return true;
  if (strncmp(mangled, "_Z", 2)) return false;
  char part[256];
  snprintf(part, sizeof part, "%zu%s", strlen(name), name);
  const char *at = strstr(mangled, part);
  return at && (at == mangled + 2 || !isdigit((unsigned char)at[-1])) &&
         (!at[strlen(part)] || !strcmp(at + strlen(part), "E"));
}

void coal_arguments_set_globals(const coal_program *p, const coal_argument *arguments, size_t n) {
  for (size_t k = 0; k < n; k++)
    for (size_t g = 0; g < p->globals.n; g++) {
      const coal_global *v = &p->globals.items[g];
      if (!names_global(v->name, arguments[k].name) || v->bytes > 8) continue;
      bool is_float = strchr(arguments[k].text, '.') != NULL;
      uint64_t bits = scalar_bits(arguments[k].text,
                                  !is_float       ? COAL_COMP_INT
                                  : v->bytes == 8 ? COAL_COMP_DOUBLE
                                                  : COAL_COMP_FLOAT,
                                  (unsigned)v->bytes);
      memcpy((void *)(uintptr_t)v->address, &bits, v->bytes);
    }
}
