/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Calls, constructors, aggregates, launches, inline assembly and opaque expressions. */
#include <string.h>

#include "intrinsics.h"
#include "module.h"

static const coal_expr **new_args(coal_module *m, coal_expr *e, size_t n) {
  e->args = COAL_ARENA_ARRAY(m->arena, const coal_expr *, n);
  e->n_args = n;
  return e->args;
}

/* The object of a method call as a pointer of the type of `this`. */
static const coal_expr *object_pointer(coal_module *m, const coal_type *this_type, const coal_expr *object) {
  const coal_expr *pointer = coal_type_is(object->type, COAL_TYPE_POINTER) ? coal_expr_value(m, object)
                                                                           : coal_expr_addr(m, object, object->range);
  bool known =
      this_type && coal_type_is(this_type, COAL_TYPE_POINTER) && !coal_type_is(object->type, COAL_TYPE_UNKNOWN);
  return known ? coal_expr_cast(m, this_type, pointer, pointer->range) : pointer;
}

/* Converts args to fn's parameters from `first` on; arguments without a parameter (variadic ones) stay values. */
static void pass(coal_module *m, const coal_function *fn, size_t first, const coal_expr *const *args, size_t n,
                 const coal_expr **out) {
  for (size_t i = 0; i < n; i++) {
    const coal_type *to = fn && first + i < fn->n_params ? fn->params[first + i]->type : NULL;
    bool is_known = to && !coal_type_is(to, COAL_TYPE_UNKNOWN);
    out[i] = is_known ? coal_expr_initial(m, to, args[i]) : coal_expr_value(m, args[i]);
  }
}

/* What the function is by its name: from here on nobody compares names. */
static void resolve(coal_function *fn) {
  fn->intrinsic = coal_intrinsic_find(fn->name, fn->qualified);
  fn->host_call = coal_host_call_find(fn->name);
  fn->is_barrier = coal_intrinsic_is_barrier(fn->name, fn->qualified, fn->intrinsic);
}

const coal_expr *coal_expr_call(coal_module *m, const coal_function *fn, const coal_expr *const *args, size_t n,
                                coal_range r) {
  bool is_reference = coal_type_is(fn->result, COAL_TYPE_REFERENCE);
  const coal_type *type = is_reference ? coal_type_pointer(m, fn->result->element) : fn->result;
  coal_expr *e = coal_expr_new(m, COAL_EXPR_CALL, type, r);
  e->u.callee = fn;
  if (fn->name && !fn->intrinsic && !fn->host_call) resolve((coal_function *)fn);
  const coal_expr **out = new_args(m, e, n);
  size_t first = (fn->flags & COAL_FN_METHOD) && n ? 1 : 0;
  if (first) out[0] = object_pointer(m, fn->n_params ? fn->params[0]->type : NULL, args[0]);
  pass(m, fn, first, args + first, n - first, out + first);
  return is_reference ? coal_expr_deref(m, e, r) : e;
}

const coal_expr *coal_expr_construct(coal_module *m, const coal_type *type, const coal_function *ctor,
                                     const coal_expr *const *args, size_t n, coal_range r) {
  coal_expr *e = coal_expr_new(m, COAL_EXPR_CONSTRUCT, type, r);
  e->u.callee = ctor;
  pass(m, ctor, 1, args, n, new_args(m, e, n));
  return e;
}

/* The type of part i of a record or array, or NULL. */
static const coal_type *part_type(const coal_type *whole, size_t i) {
  if (coal_type_is(whole, COAL_TYPE_ARRAY)) return whole->element;
  if (coal_type_is(whole, COAL_TYPE_RECORD) && i < whole->record->n_fields) return whole->record->fields[i].type;
  return NULL;
}

/* An aggregate omits parts that are zero. */
static bool is_zero_part(const coal_expr *part) {
  return !part || (part->kind == COAL_EXPR_AGGREGATE && part->n_args == 0);
}

const coal_expr *coal_expr_aggregate(coal_module *m, const coal_type *type, const coal_expr *const *parts, size_t n,
                                     coal_range r) {
  while (n && is_zero_part(parts[n - 1])) n--;
  coal_expr *e = coal_expr_new(m, COAL_EXPR_AGGREGATE, type, r);
  const coal_expr **out = new_args(m, e, n);
  for (size_t i = 0; i < n; i++) {
    const coal_type *to = part_type(type, i);
    if (!is_zero_part(parts[i])) out[i] = to ? coal_expr_initial(m, to, parts[i]) : coal_expr_value(m, parts[i]);
  }
  return e;
}

/* A stream is only passed on. Casts to the type that a header declares are dropped, so that headers of different
 * versions give the same IR. */
static const coal_expr *unconverted(coal_module *m, const coal_expr *stream) {
  while (stream->kind == COAL_EXPR_CAST && coal_type_is(stream->type, COAL_TYPE_POINTER)) stream = stream->a;
  if (stream->kind != COAL_EXPR_INT) return stream;
  return coal_expr_int(m, coal_type_pointer(m, coal_type_void(m)), stream->u.i, stream->range);
}

static coal_expr *new_launch(coal_module *m, const coal_expr *grid, const coal_expr *block,
                             const coal_expr *shared_bytes, const coal_expr *stream, coal_range r) {
  coal_expr *e = coal_expr_new(m, COAL_EXPR_LAUNCH, coal_type_void(m), r);
  e->a = coal_expr_value(m, grid);
  e->b = coal_expr_value(m, block);
  if (shared_bytes) e->c = coal_expr_cast(m, coal_type_int(m, 64, false), shared_bytes, shared_bytes->range);
  if (stream) e->d = unconverted(m, coal_expr_value(m, stream));
  return e;
}

const coal_expr *coal_expr_launch(coal_module *m, const coal_function *kernel, const coal_expr *grid,
                                  const coal_expr *block, const coal_expr *shared_bytes, const coal_expr *stream,
                                  const coal_expr *const *args, size_t n, coal_range r) {
  coal_expr *e = new_launch(m, grid, block, shared_bytes, stream, r);
  e->u.callee = kernel;
  pass(m, kernel, 0, args, n, new_args(m, e, n));
  return e;
}

const coal_expr *coal_expr_function(coal_module *m, const coal_function *fn, coal_range r) {
  coal_expr *e = coal_expr_new(m, COAL_EXPR_FUNCTION, coal_type_pointer(m, coal_type_function(m)), r);
  e->u.callee = fn;
  return e;
}

const coal_expr *coal_expr_call_through(coal_module *m, const coal_expr *target, const coal_type *result,
                                        const coal_expr *const *args, size_t n, coal_range r) {
  coal_expr *e = coal_expr_new(m, COAL_EXPR_CALL, result, r);
  e->target = coal_expr_value(m, target);
  pass(m, NULL, 0, args, n, new_args(m, e, n));
  return e;
}

const coal_expr *coal_expr_launch_through(coal_module *m, const coal_expr *target, const coal_expr *grid,
                                          const coal_expr *block, const coal_expr *shared_bytes,
                                          const coal_expr *stream, const coal_expr *const *args, size_t n,
                                          coal_range r) {
  coal_expr *e = new_launch(m, grid, block, shared_bytes, stream, r);
  e->target = coal_expr_value(m, target);
  pass(m, NULL, 0, args, n, new_args(m, e, n));
  return e;
}

const coal_expr *coal_expr_asm(coal_module *m, const char *ptx, const coal_expr *const *outputs, size_t n_outputs,
                               const coal_expr *const *inputs, size_t n_inputs, coal_range r) {
  coal_expr *e = coal_expr_new(m, COAL_EXPR_ASM, coal_type_void(m), r);
  e->u.text = coal_module_string(m, ptx, SIZE_MAX);
  e->n_outputs = n_outputs;
  const coal_expr **out = new_args(m, e, n_outputs + n_inputs);
  for (size_t i = 0; i < n_outputs; i++) out[i] = coal_expr_lvalue(m, outputs[i]);
  for (size_t i = 0; i < n_inputs; i++) out[n_outputs + i] = coal_expr_value(m, inputs[i]);
  return e;
}

const coal_expr *coal_expr_list_view(coal_module *m, const coal_type *type, const coal_expr *array, coal_range r) {
  const coal_record *record = type->record;
  if (record->n_fields != 2 || array->type->kind != COAL_TYPE_ARRAY)
    return coal_expr_opaque(m, type, COAL_OPAQUE_EXPRESSION, NULL, 0, r);
  const coal_expr *begin = coal_expr_value(m, coal_expr_lvalue(m, array));
  const coal_expr *size = coal_expr_int(m, coal_type_int(m, 64, false), (int64_t)array->type->count, r);
  bool is_end = record->fields[1].type->kind == COAL_TYPE_POINTER;
  const coal_expr *parts[2] = {begin, is_end ? coal_expr_binary(m, COAL_OP_ADD, begin, size, r) : size};
  return coal_expr_aggregate(m, type, parts, 2, r);
}

static coal_expr *new_opaque(coal_module *m, const coal_type *type, coal_opaque why, const coal_expr *const *operands,
                             size_t n, coal_range r) {
  coal_expr *e = coal_expr_new(m, COAL_EXPR_OPAQUE, type, r);
  e->u.opaque = why;
  const coal_expr **out = new_args(m, e, n);
  if (n) memcpy(out, operands, n * sizeof *out);
  return e;
}

const coal_expr *coal_expr_opaque(coal_module *m, const coal_type *type, coal_opaque why,
                                  const coal_expr *const *operands, size_t n, coal_range r) {
  return new_opaque(m, type, why, operands, n, r);
}

const coal_expr *coal_expr_written(coal_module *m, const coal_expr *place, unsigned written, coal_opaque why,
                                   coal_range r) {
  const coal_expr *address = place && place->is_lvalue ? coal_expr_addr(m, place, place->range) : place;
  coal_expr *e = new_opaque(m, place ? place->type : coal_type_unknown(m, "?"), why, &address, address ? 1 : 0, r);
  e->written = written;
  return e;
}

const coal_expr *coal_expr_dependent_member(coal_module *m, const coal_type *type, const coal_expr *base,
                                            coal_range r) {
  bool is_object = base && base->is_lvalue && !coal_type_is(base->type, COAL_TYPE_POINTER);
  const coal_expr *operand = !base ? NULL : is_object ? coal_expr_addr(m, base, base->range) : coal_expr_value(m, base);
  return new_opaque(m, type, COAL_OPAQUE_DEPENDENT, &operand, operand ? 1 : 0, r);
}

const coal_expr *coal_expr_dependent_argument(coal_module *m, const coal_expr *e, bool points_to_const) {
  const coal_expr *value = coal_expr_value(m, e);
  bool is_data = coal_type_is(value->type, COAL_TYPE_POINTER) &&
                 !coal_type_is(value->type->element, COAL_TYPE_FUNCTION) && value->kind != COAL_EXPR_INT &&
                 value->kind != COAL_EXPR_STRING;
  if (!is_data) return value;
  return coal_expr_written(m, coal_expr_deref(m, value, e->range),
                           points_to_const ? COAL_WRITTEN_LOAD : COAL_WRITTEN_STORE, COAL_OPAQUE_DEPENDENT, e->range);
}
