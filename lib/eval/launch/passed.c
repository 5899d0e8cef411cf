/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The scalars that a launch passes, as plain data, for programs that execute the launch. */
#include <string.h>

#include "eval/domain/memory.h"
#include "ir/module.h"
#include "launch.h"

typedef struct lister {
  const coal_plan *plan;
  const coal_options *options;
  coal_arena *arena;
  uint32_t param;
  COAL_VEC(coal_passed) out;
} lister;

/* The argument of a whole scalar parameter, or the part of an aggregate that lies at `place` (memory.h). */
static const coal_arg *part_at(const coal_arg *whole, uint64_t place, uint64_t size) {
  if (!whole || whole->kind != COAL_ARG_AGGREGATE) return place ? NULL : whole;
  for (size_t i = 0; i < whole->n_parts; i++)
    if (whole->parts[i].offset == place && whole->parts[i].size == size) return &whole->parts[i];
  return NULL;
}

/* The value that --launch, else --assume, gives it. */
static const int64_t *given(const lister *l, const char *name) {
  for (size_t i = l->plan->n_values; i-- > 0;)
    if (!strcmp(l->plan->values[i].name, name)) return &l->plan->values[i].value;
  for (size_t i = l->options->n_assumes; i-- > 0;)
    if (l->options->assumes[i].relation == COAL_ASSUME_EQ && !strcmp(l->options->assumes[i].name, name))
      return &l->options->assumes[i].value;
  return NULL;
}

static void set_value(const lister *l, coal_passed *p, const coal_arg *a) {
  const int64_t *value = given(l, p->name);
  if (value && coal_type_is_integral(p->type)) {
    p->kind = COAL_PASSED_INT;
    p->value = *value;
    return;
  }
  if (!a) return;
  if (a->kind == COAL_ARG_INT && a->is_known) {
    p->kind = COAL_PASSED_INT;
    p->value = a->value;
  } else if (a->kind == COAL_ARG_FLOAT) {
    p->kind = COAL_PASSED_FLOAT;
    p->f = a->f;
  } else if (a->kind == COAL_ARG_POINTER && (a->is_known || a->object == UINT32_MAX)) {
    p->kind = COAL_PASSED_POINTER;
    p->value = a->object == UINT32_MAX ? 0 : a->value;
    p->object = a->object == UINT32_MAX ? COAL_PASSED_NULL : a->object;
  }
}

/* Bases and anonymous members: their fields are named as if they were the record's own. A base has its type's name. */
static bool is_unnamed(const coal_field *f) {
  return !*f->name || (f->type->kind == COAL_TYPE_RECORD && !strcmp(f->name, f->type->record->name));
}

static void add_bit_field(lister *l, const coal_field *f, const char *name, uint64_t record_offset,
                          const coal_arg *whole) {
  uint64_t place = coal_bits_place(record_offset, f);
  coal_passed p = {
      .param = l->param, .name = name, .type = f->type, .offset_bits = place - COAL_BITS, .size_bits = f->bit_width};
  set_value(l, &p, part_at(whole, place, f->bit_width));
  coal_vec_push(&l->out, p);
}

static void add(lister *l, const coal_type *type, const char *name, uint64_t offset, const coal_arg *whole) {
  if (type->kind == COAL_TYPE_RECORD) {
    for (size_t i = 0; i < type->record->n_fields; i++) {
      const coal_field *f = &type->record->fields[i];
      const char *member = is_unnamed(f) ? name : coal_arena_format(l->arena, "%s.%s", name, f->name);
      if (f->bit_width)
        add_bit_field(l, f, member, offset, whole);
      else
        add(l, f->type, member, offset + f->offset_bytes, whole);
    }
  } else if (type->kind == COAL_TYPE_ARRAY) {
    for (uint64_t i = 0; i < type->count; i++)
      add(l, type->element, coal_arena_format(l->arena, "%s[%llu]", name, (unsigned long long)i),
          offset + i * type->element->size_bytes, whole);
  } else if (type->size_bytes) {
    coal_passed p = {
        .param = l->param, .name = name, .type = type, .offset_bits = offset * 8, .size_bits = type->size_bytes * 8};
    set_value(l, &p, part_at(whole, offset, type->size_bytes));
    coal_vec_push(&l->out, p);
  }
}

const coal_passed *coal_plan_passed(const coal_plan *plan, const coal_options *options, coal_arena *arena, size_t *n) {
  lister l = {.plan = plan, .options = options, .arena = arena};
  for (size_t i = 0; i < plan->kernel->n_params; i++) {
    const coal_var *v = plan->kernel->params[i];
    l.param = (uint32_t)i;
    add(&l, v->type, v->name ? v->name : "?", 0, i < plan->n_args ? &plan->args[i] : NULL);
  }
  *n = l.out.n;
  const coal_passed *list = coal_arena_copy(arena, l.out.items, l.out.n * sizeof *l.out.items);
  coal_vec_free(&l.out);
  return list;
}
