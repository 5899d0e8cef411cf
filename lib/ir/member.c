/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Pointers to members, elements of tuples, placement new. */
#include <stdio.h>
#include <string.h>

#include "module.h"

/* ---- pointers to members ------------------------------------------------------------------------------- */

/* The member of that type at that offset, in parts of parts too; NULL: none. */
static const coal_expr *member_at(coal_module *m, const coal_expr *object, int64_t offset, const coal_type *type,
                                  coal_range r) {
  const coal_record *record = coal_type_is(object->type, COAL_TYPE_RECORD) ? object->type->record : NULL;
  for (size_t i = 0; record && i < record->n_fields; i++) {
    const coal_field *f = &record->fields[i];
    int64_t inside = offset - (int64_t)f->offset_bytes;
    if (f->bit_width || inside < 0 || inside >= (int64_t)f->type->size_bytes) continue;
    const coal_expr *member = coal_expr_member(m, object, f, r);
    return f->type == type && !inside ? member : member_at(m, member, inside, type, r);
  }
  return NULL;
}

const coal_expr *coal_expr_member_through(coal_module *m, const coal_expr *object, const coal_expr *pointer,
                                          const coal_type *type, coal_range r) {
  const coal_type *bytes = coal_type_pointer(m, coal_type_int(m, 8, false));
  pointer = coal_expr_value(m, pointer);
  const coal_expr *member = pointer->kind == COAL_EXPR_INT ? member_at(m, object, pointer->u.i, type, r) : NULL;
  if (member) return member;
  const coal_expr *start = coal_expr_cast(m, bytes, coal_expr_addr(m, object, r), r);
  const coal_expr *at = coal_expr_binary(m, COAL_OP_ADD, start, pointer, r);
  return coal_expr_deref(m, coal_expr_cast(m, coal_type_pointer(m, type), at, r), r);
}

const coal_expr *coal_expr_call_member(coal_module *m, const coal_expr *object, const coal_expr *method,
                                       const coal_type *result, const coal_expr *const *args, size_t n, coal_range r) {
  COAL_VEC(const coal_expr *) all = {0};
  method = coal_expr_value(m, method);
  bool is_known = method->kind == COAL_EXPR_FUNCTION;
  coal_vec_push(&all, is_known ? object : coal_expr_addr(m, object, r));
  for (size_t i = 0; i < n; i++) coal_vec_push(&all, args[i]);
  const coal_expr *e = is_known ? coal_expr_call(m, method->u.callee, all.items, all.n, r)
                                : coal_expr_call_through(m, method, result, all.items, all.n, r);
  coal_vec_free(&all);
  return e;
}

/* ---- tuples -------------------------------------------------------------------------------------------- */

/* "tuple<int, float>" of "cuda::std::tuple<int, float>". */
static const char *plain_name(const char *name) {
  const char *end = strchr(name, '<'), *start = name;
  for (const char *p = name; *p && (!end || p < end); p++)
    if (p[0] == ':' && p[1] == ':') start = p + 2;
  return start;
}

static bool is_part_for(const coal_record *r, const char *leaf, size_t i) {
  char start[48];
  snprintf(start, sizeof start, "%s<%zu,", leaf, i);
  return strncmp(plain_name(r->name), start, strlen(start)) == 0;
}

/* The member that holds the element, searched in all bases; NULL: there is none, because empty classes have no
 * members. */
static const coal_expr *leaf_of(coal_module *m, const coal_expr *e, size_t i, coal_range r) {
  const coal_record *record = coal_type_is(e->type, COAL_TYPE_RECORD) ? e->type->record : NULL;
  if (!record) return NULL;
  bool is_leaf = is_part_for(record, "_Head_base", i) || is_part_for(record, "__tuple_leaf", i);
  if (is_leaf) return record->n_fields == 1 ? coal_expr_member(m, e, &record->fields[0], r) : NULL;
  for (size_t k = 0; k < record->n_fields; k++) {
    const coal_expr *found = coal_type_is(record->fields[k].type, COAL_TYPE_RECORD)
                                 ? leaf_of(m, coal_expr_member(m, e, &record->fields[k], r), i, r)
                                 : NULL;
    if (found) return found;
  }
  return NULL;
}

/* A class whose members and bases hold nothing. */
static bool is_empty_class(const coal_type *type) {
  if (!coal_type_is(type, COAL_TYPE_RECORD) || !type->record->is_complete) return false;
  for (size_t i = 0; i < type->record->n_fields; i++)
    if (!is_empty_class(type->record->fields[i].type)) return false;
  return true;
}

/* cute::tuple: its base has first_, where the first element is not empty, and rest_, of the same form. */
static const coal_expr *eso_element(coal_module *m, const coal_expr *e, size_t i, coal_range r) {
  for (; coal_type_is(e->type, COAL_TYPE_RECORD); i--) {
    const coal_field *f = coal_record_field(e->type->record, i ? "rest_" : "first_");
    if (!f) return NULL;
    e = coal_expr_member(m, e, f, r);
    if (i == 0) return e;
  }
  return NULL;
}

const coal_expr *coal_expr_tuple_element(coal_module *m, const coal_type *type, const coal_expr *tuple, size_t i,
                                         coal_range r) {
  const coal_record *record = coal_type_is(tuple->type, COAL_TYPE_RECORD) ? tuple->type->record : NULL;
  if (coal_type_is(type, COAL_TYPE_REFERENCE)) type = type->element;
  if (is_empty_class(type)) return coal_expr_aggregate(m, type, NULL, 0, r);
  if (record && record->n_fields && strncmp(record->name, "cute::tuple<", strlen("cute::tuple<")) == 0)
    return eso_element(m, coal_expr_member(m, tuple, &record->fields[0], r), i, r);
  if (!record || !(strncmp(record->name, "std::", 5) == 0 || strncmp(record->name, "cuda::", 6) == 0 ||
                   strncmp(record->name, "thrust::", 8) == 0))
    return NULL;
  const char *name = plain_name(record->name);
  if (strncmp(name, "array<", 6) == 0) {
    bool is_array = record->n_fields == 1 && coal_type_is(record->fields[0].type, COAL_TYPE_ARRAY) &&
                    i < record->fields[0].type->count;
    const coal_expr *index = coal_expr_int(m, coal_type_int(m, 64, false), (int64_t)i, r);
    return is_array ? coal_expr_index(m, coal_expr_member(m, tuple, &record->fields[0], r), index, r) : NULL;
  }
  if (strncmp(name, "pair<", 5) == 0) {
    const coal_field *f = coal_record_field(record, i ? "second" : "first");
    return f ? coal_expr_member(m, tuple, f, r) : NULL;
  }
  return strncmp(name, "tuple<", 6) == 0 ? leaf_of(m, tuple, i, r) : NULL;
}

/* ---- placement new ------------------------------------------------------------------------------------- */

/* True if the expression may be evaluated twice: it reads variables, calls nothing and changes nothing. */
static bool is_plain(const coal_expr *e) {
  switch (e->kind) {
    case COAL_EXPR_INT:
    case COAL_EXPR_BUILTIN:
    case COAL_EXPR_VAR: return true;
    case COAL_EXPR_LOAD: return e->a->kind == COAL_EXPR_VAR || (e->a->kind == COAL_EXPR_MEMBER && is_plain(e->a));
    case COAL_EXPR_MEMBER:
    case COAL_EXPR_ADDR:
    case COAL_EXPR_CAST: return is_plain(e->a);
    case COAL_EXPR_BINARY:
    case COAL_EXPR_PTR_ADD: return is_plain(e->a) && is_plain(e->b);
    case COAL_EXPR_DEREF: return e->a->kind == COAL_EXPR_PTR_ADD && e->a->a->kind == COAL_EXPR_ADDR && is_plain(e->a);
    default: return false;
  }
}

const coal_expr *coal_expr_new_at(coal_module *m, const coal_type *type, const coal_expr *place, const coal_expr *init,
                                  coal_range r) {
  const coal_type *pointer = coal_type_pointer(m, type);
  place = coal_expr_cast(m, pointer, coal_expr_value(m, place), r);
  if (!init) return place;
  const coal_expr *object = coal_expr_deref(m, place, r);
  if (init->kind != COAL_EXPR_CONSTRUCT || !is_plain(place))
    return coal_expr_addr(m, coal_expr_assign(m, object, init, r), r);
  COAL_VEC(const coal_expr *) args = {0};
  coal_vec_push(&args, object);
  for (size_t i = 0; i < init->n_args; i++) coal_vec_push(&args, init->args[i]);
  const coal_expr *call = coal_expr_call(m, init->u.callee, args.items, args.n, r);
  coal_vec_free(&args);
  return coal_expr_comma(m, call, place, r);
}
