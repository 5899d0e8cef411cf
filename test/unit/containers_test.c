/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Members of the standard library's classes on the host (coal_host_container), called one by one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
/* cmocka needs the above first */
#include <cmocka.h>

#include "eval/launch/launch.h"

static const coal_range nowhere;

/* A host machine with an object `self` of a class, and a piece of memory with the numbers 10, 20, 30, 40. */
typedef struct fixture {
  coal_module *module;
  coal_machine m;
  const coal_type *i32, *pointer, *class;
  coal_value self, numbers;
} fixture;

static coal_value local(fixture *f, const char *name, const coal_type *type) {
  coal_object *o = coal_object_new(f->m.memory, COAL_OBJECT_LOCAL, NULL, name, type, 16);
  const coal_poly *zero = coal_poly_const(f->m.t, 0);
  return (coal_value){.kind = COAL_VALUE_POINTER, .object = o, .p = zero, .form = zero};
}

static int set_up(void **state) {
  fixture *f = calloc(1, sizeof *f);
  f->module = coal_module_new();
  f->m = (coal_machine){.module = f->module, .is_host = true, .active = UINT32_MAX, .step_limit = 1000};
  f->m.t = coal_symbols_new();
  f->m.memory = coal_memory_new(f->m.t);
  f->i32 = coal_type_int(f->module, 32, true);
  f->pointer = coal_type_pointer(f->module, f->i32);
  bool is_new;
  f->class = coal_type_record(f->module, "unique_ptr", "std::unique_ptr<int[]>", &is_new);
  coal_record_define(f->module, f->class, 8, 8, false, false, NULL, 0);
  f->self = local(f, "self", f->class);
  f->numbers = local(f, "numbers", NULL);
  for (int64_t i = 0; i < 4; i++)
    coal_object_write(f->m.memory, f->numbers.object, coal_poly_const(f->m.t, 4 * i), f->i32,
                      coal_value_int(f->m.t, 10 * (i + 1)), UINT32_MAX);
  coal_object_write(f->m.memory, f->self.object, f->self.p, f->pointer, f->numbers, UINT32_MAX);
  *state = f;
  return 0;
}

static int tear_down(void **state) {
  fixture *f = *state;
  coal_memory_free(f->m.memory);
  coal_symbols_free(f->m.t);
  coal_module_free(f->module);
  free(f);
  return 0;
}

/* self.name(argument); n_args: 0 or 1. */
static coal_value call(fixture *f, const char *name, const coal_type *result, coal_value argument, size_t n_args) {
  bool is_new;
  coal_function *fn = coal_module_function(f->module, name, &is_new);
  if (is_new) {
    const coal_type *self = coal_type_reference(f->module, f->class);
    fn->name = fn->qualified = name;
    fn->flags = COAL_FN_METHOD | COAL_FN_HOST;
    fn->result = result;
    coal_function_add_param(f->module, fn,
                            coal_var_new(f->module, "this", self, COAL_STORAGE_PARAM, 0, false, nowhere));
    if (n_args)
      coal_function_add_param(f->module, fn,
                              coal_var_new(f->module, "i", f->i32, COAL_STORAGE_PARAM, 0, false, nowhere));
  }
  const coal_expr call = {.kind = COAL_EXPR_CALL, .type = result};
  const coal_value args[] = {f->self, argument};
  coal_value value;
  assert_true(coal_host_container(&f->m, fn, &call, args, 1 + n_args, &value));
  return value;
}

static int64_t read_int(fixture *f, coal_value address) {
  int64_t number = -1;
  assert_int_equal(address.kind, COAL_VALUE_POINTER);
  assert_non_null(address.object);
  coal_value v = coal_object_read(f->m.memory, address.object, address.p, f->i32, UINT32_MAX);
  assert_true(coal_value_constant(v, &number));
  return number;
}

static void subscripts_reach_their_element(void **state) {
  fixture *f = *state;
  const coal_type *reference = coal_type_reference(f->module, f->i32);
  for (int64_t i = 0; i < 4; i++)
    assert_int_equal(read_int(f, call(f, "operator[]", reference, coal_value_int(f->m.t, i), 1)), 10 * (i + 1));
}

static void get_and_star_are_the_pointer(void **state) {
  fixture *f = *state;
  coal_value none = {0};
  assert_int_equal(read_int(f, call(f, "get", f->pointer, none, 0)), 10);
  assert_int_equal(read_int(f, call(f, "operator*", coal_type_reference(f->module, f->i32), none, 0)), 10);
}

static void release_hands_the_pointer_over(void **state) {
  fixture *f = *state;
  coal_value none = {0};
  int64_t has = -1;
  assert_true(coal_value_constant(call(f, "operator bool", f->i32, none, 0), &has));
  assert_int_equal(has, 1);
  assert_int_equal(read_int(f, call(f, "release", f->pointer, none, 0)), 10);
  assert_true(coal_value_constant(call(f, "operator bool", f->i32, none, 0), &has));
  assert_int_equal(has, 0);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void) {
  const struct CMUnitTest tests[] = {TEST(subscripts_reach_their_element), TEST(get_and_star_are_the_pointer),
                                     TEST(release_hands_the_pointer_over)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
