/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include <stdio.h>
#include <string.h>

#include "module.h"

/* The type that `model` describes, made on first use. Types are told apart by kind, size, sign, count, element and,
 * when they have none of these, by spelling. */
static const coal_type *intern(coal_module *m, const coal_type *model) {
  const char *name = model->kind == COAL_TYPE_UNKNOWN ? model->spelling : "";
  const char *key = coal_arena_format(m->arena, "%d %d %llu %llu %p %s", (int)model->kind, model->is_signed,
                                      (unsigned long long)model->size_bytes, (unsigned long long)model->count,
                                      (const void *)model->element, name);
  coal_type *type = coal_map_get(&m->types, key);
  if (type) return type;
  type = coal_arena_copy(m->arena, model, sizeof *model);
  type->spelling = coal_module_string(m, model->spelling, SIZE_MAX);
  coal_map_put(&m->types, key, type);
  return type;
}

static const coal_type *scalar(coal_module *m, coal_type_kind kind, bool is_signed, unsigned bytes,
                               const char *spelling) {
  coal_type t = {.kind = kind,
                 .is_signed = is_signed,
                 .size_bytes = bytes,
                 .align_bytes = bytes ? bytes : 1,
                 .spelling = spelling};
  return intern(m, &t);
}

const coal_type *coal_type_unknown(coal_module *m, const char *spelling) {
  return scalar(m, COAL_TYPE_UNKNOWN, false, 0, spelling ? spelling : "?");
}

const coal_type *coal_type_void(coal_module *m) { return scalar(m, COAL_TYPE_VOID, false, 0, "void"); }
const coal_type *coal_type_bool(coal_module *m) { return scalar(m, COAL_TYPE_BOOL, false, 1, "bool"); }
const coal_type *coal_type_function(coal_module *m) { return scalar(m, COAL_TYPE_FUNCTION, false, 0, "function"); }

const coal_type *coal_type_int(coal_module *m, unsigned bits, bool is_signed) {
  char spelling[16];
  snprintf(spelling, sizeof spelling, "%c%u", is_signed ? 'i' : 'u', bits);
  return scalar(m, COAL_TYPE_INT, is_signed, bits / 8, spelling);
}

const coal_type *coal_type_float(coal_module *m, unsigned bits) {
  char spelling[16];
  snprintf(spelling, sizeof spelling, "f%u", bits);
  return scalar(m, COAL_TYPE_FLOAT, true, bits / 8, spelling);
}

static const coal_type *indirect(coal_module *m, coal_type_kind kind, const coal_type *to, const char *word) {
  coal_type t = {.kind = kind, .size_bytes = 8, .align_bytes = 8, .element = to};
  t.spelling = coal_arena_format(m->arena, "%s(%s)", word, to->spelling);
  return intern(m, &t);
}

const coal_type *coal_type_pointer(coal_module *m, const coal_type *to) {
  return indirect(m, COAL_TYPE_POINTER, coal_type_is(to, COAL_TYPE_REFERENCE) ? to->element : to, "ptr");
}

const coal_type *coal_type_reference(coal_module *m, const coal_type *to) {
  return coal_type_is(to, COAL_TYPE_REFERENCE) ? to : indirect(m, COAL_TYPE_REFERENCE, to, "ref");
}

/* The key leaves out the size: an array of an incomplete record gets its size when the record is completed. */
const coal_type *coal_type_array(coal_module *m, const coal_type *element, uint64_t count) {
  coal_type t = {.kind = COAL_TYPE_ARRAY, .align_bytes = element->align_bytes, .element = element, .count = count};
  t.spelling = count ? coal_arena_format(m->arena, "[%llu]%s", (unsigned long long)count, element->spelling)
                     : coal_arena_format(m->arena, "[]%s", element->spelling);
  coal_type *array = (coal_type *)intern(m, &t);
  array->size_bytes = count * element->size_bytes;
  array->align_bytes = element->align_bytes;
  return array;
}

const coal_type *coal_type_record(coal_module *m, const char *key, const char *name, bool *is_new) {
  coal_type *type = coal_map_get(&m->records, key);
  *is_new = !type;
  if (type) return type;
  type = COAL_ARENA_NEW(m->arena, coal_type);
  type->kind = COAL_TYPE_RECORD;
  type->align_bytes = 1;
  type->record = COAL_ARENA_NEW(m->arena, coal_record);
  type->record->name = type->spelling = coal_module_string(m, name, SIZE_MAX);
  type->record->align_bytes = 1;
  coal_map_put(&m->records, coal_module_string(m, key, SIZE_MAX), type);
  return type;
}

void coal_record_define(coal_module *m, const coal_type *record, uint64_t size_bytes, uint32_t align_bytes,
                        bool is_union, bool is_closure, const coal_field *fields, size_t n_fields) {
  coal_type *type = (coal_type *)record;
  coal_record *r = record->record;
  r->is_union = is_union;
  r->is_complete = true;
  r->is_closure = is_closure;
  r->size_bytes = type->size_bytes = size_bytes;
  r->align_bytes = type->align_bytes = align_bytes ? align_bytes : 1;
  r->fields = COAL_ARENA_ARRAY(m->arena, coal_field, n_fields);
  r->n_fields = n_fields;
  for (size_t i = 0; i < n_fields; i++) {
    r->fields[i] = fields[i];
    r->fields[i].name = coal_module_string(m, fields[i].name ? fields[i].name : "", SIZE_MAX);
    r->fields[i].owner = r;
  }
}

const coal_field *coal_record_field(const coal_record *r, const char *name) {
  for (size_t i = 0; i < r->n_fields; i++)
    if (strcmp(r->fields[i].name, name) == 0) return &r->fields[i];
  return NULL;
}

bool coal_type_is_integral(const coal_type *t) { return t->kind == COAL_TYPE_BOOL || t->kind == COAL_TYPE_INT; }

bool coal_type_is_arithmetic(const coal_type *t) { return coal_type_is_integral(t) || t->kind == COAL_TYPE_FLOAT; }

const coal_type *coal_type_promoted(coal_module *m, const coal_type *t) {
  return coal_type_is_integral(t) && t->size_bytes < 4 ? coal_type_int(m, 32, true) : t;
}

/* C++ [expr.arith.conv]: the wider float wins over all; else, after promotion, the wider integer, and of two equally
 * wide ones the unsigned. */
const coal_type *coal_type_common(coal_module *m, const coal_type *a, const coal_type *b) {
  bool a_floats = coal_type_is(a, COAL_TYPE_FLOAT), b_floats = coal_type_is(b, COAL_TYPE_FLOAT);
  if (a_floats && b_floats) return a->size_bytes >= b->size_bytes ? a : b;
  if (a_floats || b_floats) return a_floats ? a : b;
  a = coal_type_promoted(m, a);
  b = coal_type_promoted(m, b);
  if (a->size_bytes != b->size_bytes) return a->size_bytes > b->size_bytes ? a : b;
  return a->is_signed ? b : a;
}
