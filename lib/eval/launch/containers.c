/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* std::vector, std::optional, std::unique_ptr and std::shared_ptr on the host, implemented from the standard: their
 * bodies differ between libraries and are not followed. A vector keeps the address of its elements in its first 8
 * bytes and its size in the next; a pointer class its pointer in the first 8; an optional its value from the first
 * byte on, and in its last byte whether it has one. */
#include <string.h>

#include "launch.h"

enum { ELEMENTS_MAX = 256, ELEMENT_ALIGN_BYTES = 16 };

static const coal_type pointer_type = {.kind = COAL_TYPE_POINTER, .size_bytes = 8, .align_bytes = 8};
static const coal_type size_type = {.kind = COAL_TYPE_INT, .size_bytes = 8, .align_bytes = 8};
static const coal_type byte_type = {.kind = COAL_TYPE_INT, .size_bytes = 1, .align_bytes = 1};

/** A call of a member function: fn of the object at `self`, with the other arguments. */
typedef struct member_call {
  coal_machine *m;
  const coal_function *fn;
  const coal_type *result; /* of the call */
  coal_value self;
  const coal_value *args; /* after the object */
  size_t n;
} member_call;

bool coal_is_std_class(const coal_record *r, const char *name) {
  const char *text = r->name ? r->name : "";
  if (strncmp(text, "std::", 5) != 0) return false;
  const char *inner = strstr(text + 5, "::"), *angle = strchr(text, '<');
  text = strncmp(text + 5, "__", 2) == 0 && inner && inner < angle ? inner + 2 : text + 5; /* an inline namespace */
  size_t n = strlen(name);
  return strncmp(text, name, n) == 0 && text[n] == '<';
}

static bool is(const member_call *c, const char *name) { return strcmp(c->fn->name, name) == 0; }

static const coal_type *param(const member_call *c, size_t i) {
  return i + 1 < c->fn->n_params ? c->fn->params[i + 1]->type : NULL;
}

static bool is_address(coal_value v) { return v.kind == COAL_VALUE_POINTER && v.object && !v.p->n && !v.p->c.v; }

static coal_value at(coal_machine *m, coal_value address, int64_t bytes) {
  return coal_machine_offset(m, address, coal_value_int(m->t, bytes));
}

static coal_value read(coal_machine *m, coal_value address, const coal_type *type) {
  return coal_object_read(m->memory, address.object, address.p, type, m->active);
}

static void write(coal_machine *m, coal_value address, const coal_type *type, coal_value v) {
  coal_object_write(m->memory, address.object, address.p, type, v, m->active);
}

/* The value of an argument; a reference is read. */
static coal_value held(const member_call *c, size_t i, const coal_type **type) {
  const coal_type *t = param(c, i);
  coal_value none = coal_value_unknown(false, COAL_REASON_NONE, NULL);
  if (!t || i >= c->n) return none;
  *type = t->kind == COAL_TYPE_REFERENCE ? t->element : t;
  if (t->kind != COAL_TYPE_REFERENCE) return c->args[i];
  return is_address(c->args[i]) ? read(c->m, c->args[i], *type) : none;
}

/* New memory for elements. */
static coal_value new_storage(coal_machine *m) {
  coal_object *o = coal_object_new(m->memory, COAL_OBJECT_LOCAL, NULL, "elements", NULL, ELEMENT_ALIGN_BYTES);
  const coal_poly *zero = coal_poly_const(m->t, 0);
  return (coal_value){.kind = COAL_VALUE_POINTER, .object = o, .p = zero, .form = zero};
}

/* ---- vectors ------------------------------------------------------------------------------------------- */

/* Were the 16 bytes never written, as after default construction? */
static bool is_fresh(coal_value self) {
  uint64_t from = (uint64_t)self.p->c.u;
  if (self.object->is_clobbered) return false;
  for (size_t i = 0; i < self.object->slots.n; i++) {
    const coal_slot *s = &self.object->slots.items[i];
    if (s->offset < from + 16 && s->offset + s->size > from) return false;
  }
  return true;
}

static void set_vector(coal_machine *m, coal_value self, coal_value data, coal_value size) {
  write(m, self, &pointer_type, data);
  write(m, at(m, self, 8), &size_type, coal_value_cast(m->t, &size_type, NULL, size));
}

static bool get_vector(coal_machine *m, coal_value self, coal_value *data, coal_value *size) {
  if (is_fresh(self)) set_vector(m, self, new_storage(m), coal_value_int(m->t, 0));
  *data = read(m, self, &pointer_type);
  *size = read(m, at(m, self, 8), &size_type);
  return data->kind == COAL_VALUE_POINTER && data->object && size->kind == COAL_VALUE_INT;
}

/* Copies `count` elements. */
static void copy_elements(coal_machine *m, coal_value to, coal_value from, const coal_type *element, int64_t count) {
  for (int64_t i = 0; i < count; i++) {
    int64_t bytes = i * (int64_t)element->size_bytes;
    write(m, at(m, to, bytes), element, read(m, at(m, from, bytes), element));
  }
}

/* The pointer in an iterator, which is a pointer or a class around one. */
static coal_value iterator(coal_machine *m, coal_value v) {
  return v.kind == COAL_VALUE_AGGREGATE ? coal_aggregate_part(m->t, v, 0, &pointer_type) : v;
}

static const coal_type *pointee(const coal_type *iterator_type) {
  const coal_type *t = iterator_type;
  if (t && t->kind == COAL_TYPE_RECORD && t->record->n_fields) t = t->record->fields[0].type;
  return t && t->kind == COAL_TYPE_POINTER ? t->element : NULL;
}

/* The begin of [first, last) or of an initializer_list, and its number of elements. */
static bool source_range(const member_call *c, coal_value *from, const coal_type **element, int64_t *count) {
  const coal_type *type = param(c, 0);
  if (!type || !c->n) return false;
  bool is_list = type->kind == COAL_TYPE_RECORD && coal_is_std_class(type->record, "initializer_list");
  *element = pointee(type);
  if (!*element || !(*element)->size_bytes) return false;
  *from = iterator(c->m, c->args[0]);
  if (!is_address(*from)) return false;
  if (is_list) return coal_value_constant(coal_aggregate_part(c->m->t, c->args[0], 8, &size_type), count);
  coal_value last = c->n > 1 ? iterator(c->m, c->args[1]) : coal_value_unknown(false, COAL_REASON_NONE, NULL);
  if (!is_address(last) || last.object != from->object) return false;
  *count = (last.p->c.u - from->p->c.u) / (int64_t)(*element)->size_bytes;
  return true;
}

/* vector(n) and vector(n, value); also resize, from the old size on. */
static void fill(const member_call *c, coal_value data, int64_t from) {
  const coal_type *type = NULL;
  int64_t n;
  bool has_value =
      c->n > 1 && param(c, 1)->kind == COAL_TYPE_REFERENCE &&
      !(param(c, 1)->element->kind == COAL_TYPE_RECORD &&
        (coal_is_std_class(param(c, 1)->element->record, "allocator") || !param(c, 1)->element->size_bytes));
  if (!has_value || !coal_value_constant(c->args[0], &n) || n > ELEMENTS_MAX) return;
  coal_value v = held(c, 1, &type);
  for (int64_t i = from; i < n && type->size_bytes; i++)
    write(c->m, at(c->m, data, i * (int64_t)type->size_bytes), type, v);
}

static bool assign_vector(const member_call *c) {
  coal_machine *m = c->m;
  coal_value data = new_storage(m), from, size;
  const coal_type *type = param(c, 0), *element = NULL;
  int64_t count;
  if (!c->n) {
    set_vector(m, c->self, data, coal_value_int(m->t, 0));
    return true;
  }
  bool copies = type->kind == COAL_TYPE_REFERENCE && type->element->kind == COAL_TYPE_RECORD &&
                coal_is_std_class(type->element->record, "vector");
  if (copies && is_address(c->args[0]) && get_vector(m, c->args[0], &from, &size)) {
    for (size_t i = 0; i < from.object->slots.n; i++) {
      const coal_slot s = from.object->slots.items[i];
      coal_object_set(m->memory, data.object, s.offset, s.size, s.type, s.value);
    }
    set_vector(m, c->self, data, size);
    return true;
  }
  if (source_range(c, &from, &element, &count) && count >= 0 && count <= ELEMENTS_MAX) {
    copy_elements(m, data, from, element, count);
    set_vector(m, c->self, data, coal_value_int(m->t, count));
    return true;
  }
  if (type->kind != COAL_TYPE_INT || c->args[0].kind != COAL_VALUE_INT) return false;
  fill(c, data, 0);
  set_vector(m, c->self, data, c->args[0]);
  return true;
}

/* push_back and emplace_back of one value. */
static bool append(const member_call *c, coal_value data, coal_value size) {
  const coal_type *type = NULL,
                  *element = c->result && c->result->kind == COAL_TYPE_REFERENCE ? c->result->element : NULL;
  int64_t n;
  if (c->n != 1 || !coal_value_constant(size, &n) || n < 0) return false;
  coal_value v = held(c, 0, &type);
  if (!element) element = type;
  bool converts = element != type && element->kind == COAL_TYPE_INT && v.kind == COAL_VALUE_INT;
  if (element != type && !converts)
    v = coal_machine_unknown(c->m, element, "element", false, COAL_REASON_UNSUPPORTED, NULL);
  if (converts) v = coal_value_cast(c->m->t, element, type, v);
  if (!element->size_bytes) return false;
  write(c->m, at(c->m, data, n * (int64_t)element->size_bytes), element, v);
  set_vector(c->m, c->self, data, coal_value_int(c->m->t, n + 1));
  return true;
}

/* The address of element i in the call's result type: a reference, a pointer, or an iterator of class type. */
static coal_value element_at(const member_call *c, coal_value data, coal_value i) {
  bool is_direct = c->result->kind == COAL_TYPE_REFERENCE || c->result->kind == COAL_TYPE_POINTER;
  const coal_type *element = is_direct ? c->result->element : pointee(c->result);
  if (!element) return coal_value_unknown(false, COAL_REASON_UNSUPPORTED, "iterator");
  coal_value bytes = coal_value_int_op(c->m->t, COAL_OP_MUL, &size_type, coal_value_cast(c->m->t, &size_type, NULL, i),
                                       coal_value_int(c->m->t, (int64_t)element->size_bytes));
  coal_value p = coal_machine_offset(c->m, data, bytes);
  if (is_direct) return p;
  coal_value o = coal_machine_temporary(c->m, c->result, coal_machine_zero(c->m, c->result));
  write(c->m, o, &pointer_type, p);
  return read(c->m, o, c->result);
}

static bool vector_member(const member_call *c, coal_value *result) {
  coal_machine *m = c->m;
  coal_value data, size;
  if (c->fn->flags & COAL_FN_CONSTRUCTOR || is(c, "operator=") || is(c, "assign")) return assign_vector(c);
  if (!get_vector(m, c->self, &data, &size)) return false;
  coal_value zero = coal_value_int(m->t, 0), one = coal_value_int(m->t, 1);
  if (is(c, "size"))
    *result = size;
  else if (is(c, "empty"))
    *result = coal_value_int_op(m->t, COAL_OP_EQ, &size_type, size, zero);
  else if (is(c, "operator[]") || is(c, "at"))
    *result = c->n && c->args[0].kind == COAL_VALUE_INT ? element_at(c, data, c->args[0])
                                                        : coal_value_unknown(false, COAL_REASON_NONE, NULL);
  else if (is(c, "front") || is(c, "data") || is(c, "begin") || is(c, "cbegin"))
    *result = element_at(c, data, zero);
  else if (is(c, "back"))
    *result = element_at(c, data, coal_value_int_op(m->t, COAL_OP_SUB, &size_type, size, one));
  else if (is(c, "end") || is(c, "cend"))
    *result = element_at(c, data, size);
  else if (is(c, "push_back") || is(c, "emplace_back"))
    return append(c, data, size);
  else if (is(c, "pop_back"))
    set_vector(m, c->self, data, coal_value_int_op(m->t, COAL_OP_SUB, &size_type, size, one));
  else if (is(c, "clear"))
    set_vector(m, c->self, data, zero);
  else if (is(c, "resize") && c->n && c->args[0].kind == COAL_VALUE_INT) {
    int64_t from;
    if (coal_value_constant(size, &from)) fill(c, data, from);
    set_vector(m, c->self, data, c->args[0]);
  } else
    return is(c, "reserve") || is(c, "shrink_to_fit");
  return result->kind != COAL_VALUE_UNKNOWN || is(c, "pop_back") || is(c, "clear") || is(c, "resize");
}

/* ---- optional and pointers ----------------------------------------------------------------------------- */

/* Construction, assignment and emplace of one value: another optional, std::nullopt, or the value. */
static bool set_optional(const member_call *c, coal_value flag_at) {
  const coal_record *r = c->fn->params[0]->type->element->record;
  const coal_type *type = NULL;
  coal_value v = held(c, c->n - 1, &type);
  if (!type) return false;
  const bool is_record = type->kind == COAL_TYPE_RECORD, copies = is_record && type->record == r;
  const bool is_none = is_record && strcmp(type->record->name, "std::nullopt_t") == 0;
  if (is_record && !copies && !is_none) return false;
  if (!is_none) write(c->m, c->self, type, v);
  if (!copies) write(c->m, flag_at, &byte_type, coal_value_int(c->m->t, !is_none));
  return true;
}

static bool optional_member(const member_call *c, coal_value *result) {
  coal_machine *m = c->m;
  const coal_value flag_at = at(m, c->self, (int64_t)c->fn->params[0]->type->element->size_bytes - 1);
  const bool sets = c->fn->flags & COAL_FN_CONSTRUCTOR || is(c, "operator=") || (is(c, "emplace") && c->n == 1);
  const coal_type *type;
  int64_t has_value;
  if ((sets && !c->n) || is(c, "reset")) {
    write(m, flag_at, &byte_type, coal_value_int(m->t, 0));
    return true;
  }
  if (sets) return set_optional(c, flag_at);
  coal_value flag = read(m, flag_at, &byte_type);
  if (is(c, "operator*") || is(c, "value") || is(c, "operator->")) {
    *result = c->self;
    return c->result->kind == COAL_TYPE_REFERENCE || c->result->kind == COAL_TYPE_POINTER;
  }
  if (is(c, "has_value") || is(c, "operator bool")) {
    *result = flag;
    return flag.kind == COAL_VALUE_INT;
  }
  if (!is(c, "value_or") || !coal_value_constant(flag, &has_value)) return false;
  *result = has_value ? read(m, c->self, c->result) : held(c, 0, &type);
  return true;
}

static bool pointer_member(const member_call *c, coal_value *result) {
  coal_machine *m = c->m;
  coal_value null = {.kind = COAL_VALUE_POINTER, .p = coal_poly_const(m->t, 0)};
  bool sets = c->fn->flags & COAL_FN_CONSTRUCTOR || is(c, "operator=") || is(c, "reset");
  if (sets) {
    const coal_type *type = NULL;
    coal_value v = c->n ? held(c, 0, &type) : null;
    if (type && type->kind == COAL_TYPE_RECORD) v = iterator(m, v); /* the pointer of another */
    if (v.kind != COAL_VALUE_POINTER) return false;
    write(m, c->self, &pointer_type, v);
    return true;
  }
  coal_value p = read(m, c->self, &pointer_type);
  *result = p;
  if (p.kind != COAL_VALUE_POINTER) return false;
  if (is(c, "operator[]")) *result = c->args[0].kind == COAL_VALUE_INT ? element_at(c, p, c->args[0]) : null;
  if (is(c, "release")) write(m, c->self, &pointer_type, null);
  if (is(c, "operator bool")) *result = coal_value_int(m->t, p.object != NULL);
  return is(c, "get") || is(c, "operator*") || is(c, "operator->") || is(c, "operator[]") || is(c, "release") ||
         is(c, "operator bool");
}

/* make_unique<T>(value), make_unique<T[]>(n): the result is a class around the pointer. */
static bool make_pointer(coal_machine *m, const coal_function *fn, const coal_value *args, size_t n,
                         coal_value *result) {
  bool makes = strcmp(fn->name, "make_unique") == 0 || strcmp(fn->name, "make_shared") == 0;
  if (!makes || !fn->result || fn->result->kind != COAL_TYPE_RECORD) return false;
  const char *name = fn->result->record->name, *bracket = strstr(name, "[]");
  const coal_type *type = n == 1 && fn->n_params ? fn->params[0]->type : NULL;
  coal_value p = new_storage(m);
  bool is_scalar = type && type->kind == COAL_TYPE_REFERENCE && is_address(args[0]) &&
                   (type->element->kind == COAL_TYPE_INT || type->element->kind == COAL_TYPE_POINTER);
  if (!bracket && is_scalar) write(m, p, type->element, read(m, args[0], type->element));
  coal_value o = coal_machine_temporary(m, fn->result, coal_machine_zero(m, fn->result));
  write(m, o, &pointer_type, p);
  *result = read(m, o, fn->result);
  return true;
}

bool coal_host_container(coal_machine *m, const coal_function *fn, const coal_expr *call, const coal_value *args,
                         size_t n, coal_value *result) {
  *result = coal_value_unknown(false, COAL_REASON_NONE, NULL);
  if (make_pointer(m, fn, args, n, result)) return true;
  const coal_type *self = fn->flags & COAL_FN_METHOD && fn->n_params ? fn->params[0]->type->element : NULL;
  if (!self || self->kind != COAL_TYPE_RECORD || !n || !is_address(args[0])) return false;
  const coal_type *type = call && call->kind == COAL_EXPR_CALL ? fn->result : NULL;
  member_call c = {m, fn, type ? type : &pointer_type, args[0], args + 1, n - 1};
  if (args[0].object->kind != COAL_OBJECT_LOCAL) return false;
  if (coal_is_std_class(self->record, "vector")) return vector_member(&c, result);
  if (coal_is_std_class(self->record, "optional")) return optional_member(&c, result);
  bool is_pointer = coal_is_std_class(self->record, "unique_ptr") || coal_is_std_class(self->record, "shared_ptr");
  return is_pointer && pointer_member(&c, result);
}
