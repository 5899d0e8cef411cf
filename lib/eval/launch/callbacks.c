/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Callables that host code passes to functions without a body (std::for_each, std::thread, std::async, …): each that
 * may launch is called once. A std::function keeps the address of its callable in its first 8 bytes. */
#include <string.h>

#include "launch.h"

enum { ARGS_MAX = 64 };

typedef struct callable {
  const coal_function *fn;
  bool has_self;
  coal_value self; /* the object of a call operator */
} callable;

static const coal_type pointer_type = {.kind = COAL_TYPE_POINTER, .size_bytes = 8, .align_bytes = 8};

static bool is_function_object(const coal_record *r) {
  return coal_is_std_class(r, "function") || coal_is_std_class(r, "move_only_function");
}

/* The function behind the pointer, or the call operator of the object, that may launch; NULL: none. */
static const coal_function *launching_operator(const coal_machine *m, const coal_record *r) {
  for (size_t i = 0; m->launchers && m->launchers[i]; i++) {
    const coal_function *fn = m->launchers[i];
    if (!(fn->flags & COAL_FN_METHOD) || strcmp(fn->name, "operator()") != 0 || !fn->n_params) continue;
    const coal_type *self = fn->params[0]->type->element;
    if (self && self->kind == COAL_TYPE_RECORD && self->record == r) return fn;
  }
  return NULL;
}

static bool may_launch(const coal_machine *m, const coal_function *fn) {
  for (size_t i = 0; m->launchers && m->launchers[i]; i++)
    if (m->launchers[i] == fn) return true;
  return false;
}

static bool callable_of(coal_machine *m, coal_value v, const coal_type *type, callable *out) {
  memset(out, 0, sizeof *out);
  if (v.kind == COAL_VALUE_FUNCTION && may_launch(m, v.fn)) out->fn = v.fn;
  if (out->fn) return true;
  bool is_address = type && type->element && (type->kind == COAL_TYPE_REFERENCE || type->kind == COAL_TYPE_POINTER);
  const coal_type *held = is_address ? type->element : type;
  if (is_address && held->kind == COAL_TYPE_POINTER && v.kind == COAL_VALUE_POINTER && v.object) {
    v = coal_object_read(m->memory, v.object, v.p, held, m->active); /* a reference to a pointer to a function */
    return callable_of(m, v, NULL, out);
  }
  if (!held || held->kind != COAL_TYPE_RECORD) return false;
  if (!is_address) v = coal_machine_temporary(m, held, v);
  if (v.kind != COAL_VALUE_POINTER || !v.object) return false;
  if (is_function_object(held->record)) {
    coal_value inner = coal_object_read(m->memory, v.object, v.p, &pointer_type, m->active);
    if (inner.kind == COAL_VALUE_FUNCTION) return callable_of(m, inner, NULL, out);
    bool is_held = inner.kind == COAL_VALUE_POINTER && inner.object && inner.object->type;
    coal_type to = {.kind = COAL_TYPE_POINTER, .element = is_held ? inner.object->type : NULL};
    return is_held && callable_of(m, inner, &to, out);
  }
  out->fn = launching_operator(m, held->record);
  out->has_self = true;
  out->self = v;
  return out->fn != NULL;
}

/* Converts an argument to the parameter: an address for a reference, a value otherwise. */
static coal_value pass(coal_machine *m, const coal_var *parameter, coal_value v, const coal_type *type) {
  bool wants = parameter->type->kind == COAL_TYPE_REFERENCE, has = type && type->kind == COAL_TYPE_REFERENCE;
  if (wants && !has) return coal_machine_temporary(m, parameter->type->element, v);
  if (!wants && has && v.kind == COAL_VALUE_POINTER && v.object)
    return coal_object_read(m->memory, v.object, v.p, parameter->type, m->active);
  return v;
}

static coal_value call(coal_machine *m, const callable *c, const coal_expr *at, const coal_value *args,
                       const coal_type *const *types, size_t n) {
  coal_value passed[ARGS_MAX];
  size_t first = c->has_self ? 1 : 0, count = c->fn->n_params < ARGS_MAX ? c->fn->n_params : ARGS_MAX;
  if (first && count) passed[0] = c->self;
  for (size_t i = first; i < count; i++) {
    const coal_var *p = c->fn->params[i];
    const char *name = p->name ? p->name : "?";
    passed[i] = count - first == n ? pass(m, p, args[i - first], types[i - first])
                                   : coal_machine_unknown(m, p->type, name, false, COAL_REASON_PARAMETER, name);
  }
  return coal_call_function(m, c->fn, at, passed, count);
}

/* Functions that call their first argument with the ones after it. */
static bool passes_on(const char *name) {
  static const char *const names[] = {"thread", "jthread", "async", "invoke", "emplace_back", "bind", "call_once"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (strcmp(name, names[i]) == 0) return true;
  return false;
}

static const coal_type *type_of(const coal_function *fn, size_t i) {
  return i < fn->n_params ? fn->params[i]->type : NULL;
}

/* Constructs, copies or assigns a std::function. */
static bool keep(coal_machine *m, const coal_function *fn, const coal_value *args, size_t n) {
  const coal_type *self = fn->flags & COAL_FN_METHOD && fn->n_params ? fn->params[0]->type->element : NULL;
  if (!self || self->kind != COAL_TYPE_RECORD || !is_function_object(self->record) || n < 2) return false;
  bool sets = fn->flags & COAL_FN_CONSTRUCTOR || strcmp(fn->name, "operator=") == 0;
  callable c;
  if (!sets || args[0].kind != COAL_VALUE_POINTER || !args[0].object || !callable_of(m, args[1], type_of(fn, 1), &c))
    return false;
  coal_value held = {.kind = COAL_VALUE_FUNCTION, .fn = c.fn};
  if (c.has_self) {
    const coal_type *type = c.fn->params[0]->type->element;
    coal_value copy = coal_object_read(m->memory, c.self.object, c.self.p, type, m->active);
    held = coal_machine_temporary(m, type, copy);
  }
  coal_object_write(m->memory, args[0].object, args[0].p, &pointer_type, held, m->active);
  return true;
}

bool coal_host_call_handed(coal_machine *m, const coal_function *fn, const coal_expr *at, const coal_value *args,
                           size_t n, coal_value *result) {
  callable c;
  const coal_type *types[ARGS_MAX];
  if (n > ARGS_MAX) n = ARGS_MAX;
  for (size_t i = 0; i < n; i++) types[i] = type_of(fn, i);
  if (coal_host_make_string(m, fn, args, n)) return true;
  if (coal_host_container(m, fn, at, args, n, result)) return true;
  *result = n ? args[0] : coal_value_unknown(false, COAL_REASON_NONE, NULL);
  if (keep(m, fn, args, n)) return true;
  bool is_call = fn->flags & COAL_FN_METHOD && strcmp(fn->name, "operator()") == 0;
  if (is_call && n && callable_of(m, args[0], types[0], &c)) {
    *result = call(m, &c, at, args + 1, types + 1, n - 1);
    return true;
  }
  for (size_t i = 0; i < n; i++) {
    if (!callable_of(m, args[i], types[i], &c)) continue;
    size_t rest = passes_on(fn->name) ? n - i - 1 : SIZE_MAX;
    call(m, &c, NULL, args + i + 1, types + i + 1, rest);
    if (rest != SIZE_MAX) break;
  }
  return false;
}
