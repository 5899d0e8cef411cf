/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The recorder (eval/measure) on plain data: no machine and no kernel is executed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
/* cmocka needs the above first */
#include <cmocka.h>

#include "eval/measure/record.h"
#include "util/arena.h"

/* A kernel `k`, a float array `a` in global memory, and one site that loads from it in all lanes of a warp. */
typedef struct fixture {
  coal_module *module;
  coal_symbols *t;
  coal_memory *memory;
  coal_arena *kept;
  coal_function *fn;
  coal_launch launch;
  coal_kernel kernel;
  coal_recorder *r;
  coal_frame frame;
  coal_accessor who;
  const coal_type *f32;
  const coal_expr *site;
  coal_object *object;
} fixture;

static int set_up(void **state) {
  fixture *f = calloc(1, sizeof *f);
  bool is_new;
  int64_t lane[COAL_WARP_LANES];
  f->module = coal_module_new();
  f->t = coal_symbols_new();
  f->memory = coal_memory_new(f->t);
  f->kept = coal_arena_new();
  f->f32 = coal_type_float(f->module, 32);
  f->fn = coal_module_function(f->module, "k", &is_new);
  f->fn->name = f->fn->qualified = "k";
  f->site = coal_expr_int(f->module, coal_type_int(f->module, 32, true), 0, (coal_range){0});
  f->object = coal_object_new(f->memory, COAL_OBJECT_MEMORY, NULL, "a", NULL, 256);
  f->launch = (coal_launch){.grid = {1, 1, 1}, .block = {32, 1, 1}, .grid_known = true, .block_known = true};
  f->kernel = (coal_kernel){.fn = f->fn, .launches = &f->launch, .n_launches = 1};
  f->r = coal_recorder_new(coal_target_find("sm_80"), &f->kernel, f->kept);
  f->frame.fn = f->fn;
  f->who = (coal_accessor){.symbols = f->t, .frame = &f->frame, .active = UINT32_MAX};
  for (unsigned i = 0; i < COAL_WARP_LANES; i++) lane[i] = i;
  f->who.thread[0] = coal_poly_lanes(f->t, lane);
  f->who.thread[1] = f->who.thread[2] = coal_poly_const(f->t, 0);
  coal_recorder_launch(f->r, 0);
  coal_recorder_warp_begin(f->r, 0);
  *state = f;
  return 0;
}

static int tear_down(void **state) {
  fixture *f = *state;
  coal_recorder_free(f->r);
  coal_arena_free(f->kept);
  coal_memory_free(f->memory);
  coal_symbols_free(f->t);
  coal_module_free(f->module);
  free(f);
  return 0;
}

/* &a[lane * stride_bytes] */
static coal_value address(fixture *f, int64_t stride_bytes) {
  int64_t offset[COAL_WARP_LANES];
  for (unsigned i = 0; i < COAL_WARP_LANES; i++) offset[i] = i * stride_bytes;
  return (coal_value){.kind = COAL_VALUE_POINTER, .object = f->object, .p = coal_poly_lanes(f->t, offset)};
}

static coal_recording load(fixture *f, coal_value at, const coal_type *type) {
  return coal_recorder_access(f->r, &f->who, &(const coal_access_made){f->site, {0}, at, COAL_MEM_LOAD, type});
}

/* The only access that was recorded. */
static const coal_access *finish(fixture *f) {
  size_t n;
  coal_recorder_region_end(f->r);
  coal_recorder_warp_end(f->r, NULL, false);
  const coal_access *a = coal_recorder_finish(f->r, true, &n);
  assert_int_equal(n, 1);
  return a;
}

static void requests_become_the_numbers_of_an_access(void **state) {
  fixture *f = *state;
  assert_int_equal(load(f, address(f, 4), f->f32).requests, 1);
  f->who.active = 0xff;
  load(f, address(f, 32), f->f32);
  const coal_access *a = finish(f);
  assert_true(a->known);
  assert_int_equal(a->executions, 2);
  assert_float_equal(a->moved.min, 4, 0); /* 32 floats in a row */
  assert_float_equal(a->moved.max, 8, 0); /* 8 lanes, a sector each */
  assert_float_equal(a->active_lanes.min, 8, 0);
  assert_string_equal(a->object_name, "a");
}

static void an_address_that_is_not_known_has_its_reason(void **state) {
  fixture *f = *state;
  coal_value at = coal_value_unknown(true, COAL_REASON_INDIRECT, "index");
  assert_int_equal(load(f, at, f->f32).requests, 0);
  const coal_access *a = finish(f);
  assert_false(a->known);
  assert_int_equal(a->reason, COAL_REASON_INDIRECT);
  assert_string_equal(a->reason_detail, "index");
}

/* A parameter that is no pointer into an object explains nothing by being a parameter. */
static void a_parameter_is_no_reason(void **state) {
  fixture *f = *state;
  load(f, coal_value_unknown(false, COAL_REASON_PARAMETER, "p"), f->f32);
  assert_int_equal(finish(f)->reason, COAL_REASON_UNSUPPORTED);
}

static void what_may_be_executed_otherwise_is_not_judged(void **state) {
  fixture *f = *state;
  f->who.unfollowed = "goto";
  assert_int_equal(load(f, address(f, 4), f->f32).requests, 0);
  const coal_access *a = finish(f);
  assert_int_equal(a->reason, COAL_REASON_UNSUPPORTED);
  assert_string_equal(a->reason_detail, "goto");
}

static void a_type_without_a_size_is_not_judged(void **state) {
  fixture *f = *state;
  load(f, address(f, 4), coal_type_unknown(f->module, "?"));
  assert_string_equal(finish(f)->reason_detail, "type of unknown size");
}

static bool assumes(const coal_access *a, coal_assumption_kind kind, uint32_t number) {
  for (size_t i = 0; i < a->n_assumptions; i++)
    if (a->assumptions[i].kind == kind && a->assumptions[i].number == number) return true;
  return false;
}

static void conditions_that_are_not_known_are_assumed(void **state) {
  fixture *f = *state;
  const coal_file *file = coal_module_file(f->module, "k.cu", true, false);
  const coal_range condition = {.file = file, .begin.line1 = 7};
  load(f, address(f, 4), f->f32);
  f->who.undecided = &condition;
  f->frame.maybe_returned = 1;
  f->frame.maybe_at = (coal_range){.file = file, .begin.line1 = 3};
  load(f, address(f, 4), f->f32);
  const coal_access *a = finish(f);
  assert_true(assumes(a, COAL_ASSUMED_CONDITION, 7));
  assert_true(assumes(a, COAL_ASSUMED_GUARD_IS_PASSED, 3));
}

/* Lanes that may have returned are no matter where none of them is active. */
static void a_guard_is_assumed_of_active_lanes_alone(void **state) {
  fixture *f = *state;
  f->who.active = 0xf0;
  f->frame.maybe_returned = 0x0f;
  f->frame.maybe_at = (coal_range){.file = coal_module_file(f->module, "k.cu", true, false), .begin.line1 = 3};
  load(f, address(f, 4), f->f32);
  assert_false(assumes(finish(f), COAL_ASSUMED_GUARD_IS_PASSED, 3));
}

/* The first execution names what all rest on; later ones do not repeat it. */
static void an_alignment_is_assumed_once(void **state) {
  fixture *f = *state;
  f->object->is_align_assumed = true;
  for (int i = 0; i < 3; i++) load(f, address(f, 4), f->f32);
  const coal_access *a = finish(f);
  assert_int_equal(a->n_assumptions, 1);
  assert_true(assumes(a, COAL_ASSUMED_ALIGNMENT, 256));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST(requests_become_the_numbers_of_an_access),
      TEST(an_address_that_is_not_known_has_its_reason),
      TEST(a_parameter_is_no_reason),
      TEST(what_may_be_executed_otherwise_is_not_judged),
      TEST(a_type_without_a_size_is_not_judged),
      TEST(conditions_that_are_not_known_are_assumed),
      TEST(a_guard_is_assumed_of_active_lanes_alone),
      TEST(an_alignment_is_assumed_once),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
