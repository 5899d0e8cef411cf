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

static const char *text_of(const coal_exec_argument *a, size_t n, const char *name) {
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
static bool set_content(coal_vm_region *r, const char *text) {
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

static uint64_t growing(coal_exec_device *d, const char *name) {
  uint64_t at = coal_vm_memory_reserve(d->memory, GROWING_BYTES, name);
  if (!at) at = coal_vm_memory_reserve(d->memory, GROWING_LITTLE_BYTES, name);
  coal_vm_region *r = at ? coal_vm_memory_find(d->memory, at) : NULL;
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

/** `TYPE[COUNT][:CONTENT]` or `TYPE:FILE`. 0: not of that form, with a message in `missing`. */
static uint64_t described(coal_exec_device *d, const char *name, const char *text, coal_str *missing) {
  size_t n = strcspn(text, "[:");
  unsigned bytes = type_bytes(text, n);
  const char *content = strchr(text, ':');
  uint64_t count = text[n] == '[' ? strtoull(text + n + 1, NULL, 0) : 0, total = count * bytes;
  if (!total && content) total = file_bytes(content + 1);
  if (!bytes || !total || total > STARTED_BYTES) {
    coal_str_addf(missing, "parameter %s=%s: a buffer is written TYPE[COUNT]:CONTENT, e.g. %s=float[4096]:random\n",
                  name, text, name);
    return 0;
  }
  uint64_t at = coal_vm_memory_alloc(d->memory, total, COAL_SPACE_GLOBAL, name);
  coal_vm_region *r = at ? coal_vm_memory_find(d->memory, at) : NULL;
  if (r && !set_content(r, content ? content + 1 : "ramp"))
    coal_str_addf(missing,
                  "parameter %s=%s: contents are zeros, ramp, random(SEED) or a file, and there is no file %s\n", name,
                  text, content + 1);
  return at;
}

/** A number in the storage of one component. */
static uint64_t scalar_bits(const char *text, coal_vm_comp_kind kind) {
  uint64_t bits = 0;
  double v = strtod(text, NULL);
  float single = (float)v;
  if (!strcmp(text, "true")) return 1;
  switch (kind) {
    case COAL_COMP_DOUBLE: memcpy(&bits, &v, 8); break;
    case COAL_COMP_FLOAT: memcpy(&bits, &single, 4); break;
    case COAL_COMP_HALF: bits = coal_vm_float_to_half(single); break;
    case COAL_COMP_BFLOAT: bits = coal_vm_float_to_bfloat(single); break;
    default:
      bits = strchr(text, '.') ? (uint64_t)(int64_t)v
             : text[0] == '-'  ? (uint64_t)strtoll(text, NULL, 0)
                               : strtoull(text, NULL, 0);
      break;
  }
  return bits;
}

static uint64_t pointer_value(coal_exec_device *d, const char *name, const char *text, coal_str *missing) {
  if (!text) return growing(d, name);
  if (!strcmp(text, "0") || !strcmp(text, "null") || !strcmp(text, "nullptr")) return 0;
  return described(d, name, text, missing);
}

/* ---- the launch buffer --------------------------------------------------------------------------------------- */

enum { OBJECTS_MAX = 64 };

typedef struct making {
  coal_exec_device *device;
  const coal_exec_arguments *from;
  coal_str *missing;
  struct {
    uint32_t object;
    uint64_t address;
  } objects[OBJECTS_MAX];
  size_t n_objects;
} making;

/** The buffer of an object: one for all pointers into it. */
static uint64_t object_address(making *m, const coal_exec_scalar *s) {
  for (size_t k = 0; k < m->n_objects; k++)
    if (m->objects[k].object == s->object) return m->objects[k].address;
  uint64_t address = growing(m->device, s->name);
  if (m->n_objects < OBJECTS_MAX) {
    m->objects[m->n_objects].object = s->object;
    m->objects[m->n_objects++].address = address;
  }
  return address;
}

static const char *value_of(const making *m, const coal_exec_scalar *s) {
  const char *said = text_of(m->from->said, m->from->n_said, s->name);
  return said ? said : s->text;
}

static bool is_known(const making *m, const coal_exec_scalar *s) { return s->has_object || value_of(m, s); }

static bool overlap(const coal_exec_scalar *a, const coal_exec_scalar *b) {
  return a->param == b->param && a->offset_bits < b->offset_bits + b->size_bits &&
         b->offset_bits < a->offset_bits + a->size_bits;
}

/** Is it a member of a union of which another member is known? */
static bool is_shadowed(const making *m, const coal_exec_scalar *s) {
  for (size_t k = 0; k < m->from->n_scalars; k++) {
    const coal_exec_scalar *other = &m->from->scalars[k];
    if (other != s && overlap(s, other) && is_known(m, other)) return true;
  }
  return false;
}

/** The storage of its number. */
static coal_vm_comp_kind storage_of(const coal_vm_param *p, const coal_exec_scalar *s) {
  if (s->is_pointer) return COAL_COMP_POINTER;
  if (!s->is_float) return COAL_COMP_INT;
  for (size_t k = 0; k < p->n_parts; k++)
    if (p->parts[k].offset_bytes * UINT64_C(8) == s->offset_bits && p->parts[k].kind != COAL_COMP_INT)
      return p->parts[k].kind;
  return s->size_bits == 16 ? COAL_COMP_HALF : s->size_bits == 32 ? COAL_COMP_FLOAT : COAL_COMP_DOUBLE;
}

static void put_bits(uint8_t *to, uint64_t offset_bits, uint64_t size_bits, uint64_t value) {
  for (uint64_t k = 0; k < size_bits; k++) {
    uint8_t *byte = to + (offset_bits + k) / 8, bit = (uint8_t)(1u << (offset_bits + k) % 8);
    *byte = value >> k & 1 ? *byte | bit : *byte & (uint8_t)~bit;
  }
}

/** An integer that an address or a branch depends on cannot be made up. */
static void put_scalar(making *m, const coal_vm_param *p, const coal_exec_scalar *s, uint8_t *buffer) {
  const char *text = value_of(m, s);
  coal_vm_comp_kind storage = storage_of(p, s);
  uint64_t bits = 0;
  if (s->size_bits > 64 || (!is_known(m, s) && is_shadowed(m, s))) return;
  if (s->is_pointer && !text && s->has_object)
    bits = object_address(m, s) + (uint64_t)s->offset_bytes;
  else if (s->is_pointer)
    bits = pointer_value(m->device, s->name, text, m->missing);
  else if (text || s->is_float || !p->is_control)
    bits = scalar_bits(text ? text : "1", storage);
  else
    coal_str_addf(m->missing, "parameter %s has no value: add %s=… to --launch\n", s->name, s->name);
  put_bits(buffer + p->offset_bytes, s->offset_bits, s->size_bits, bits);
}

int coal_exec_arguments_make(coal_exec_device *d, const coal_vm_code *kernel, const coal_exec_arguments *arguments,
                             void **params, coal_str *missing) {
  uint8_t *buffer = coal_alloc((size_t)kernel->param_bytes + 16);
  making m = {.device = d, .from = arguments, .missing = missing};
  memset(buffer, 0, (size_t)kernel->param_bytes + 16);
  size_t before = missing->n;
  for (size_t k = 0; k < arguments->n_scalars; k++) {
    const coal_exec_scalar *s = &arguments->scalars[k];
    const coal_vm_param *p = s->param < kernel->n_params ? &kernel->params[s->param] : NULL;
    if (p && s->offset_bits + s->size_bits <= p->bytes * 8)
      put_scalar(&m, p, s, buffer);
    else
      coal_str_addf(missing, "parameter %s is not laid out as the analysis has it\n", s->name);
  }
  *params = buffer;
  if (missing->n == before) return 0;
  free(buffer);
  *params = NULL;
  return -1;
}

void coal_exec_arguments_set_globals(const coal_vm_program *p, const coal_exec_argument *arguments, size_t n) {
  for (size_t k = 0; k < n; k++)
    for (size_t g = 0; g < p->globals.n; g++) {
      const coal_vm_global *v = &p->globals.items[g];
      if (strcmp(v->source_name, arguments[k].name) || v->bytes > 8) continue;
      uint64_t bits = scalar_bits(arguments[k].text, v->kind);
      memcpy((void *)(uintptr_t)v->address, &bits, v->bytes);
    }
}
