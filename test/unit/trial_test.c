/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Trials of another launch (coal_try_changes), on kernels built by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
/* cmocka needs the above first */
#include <cmocka.h>

#include "eval/launch/totals.h"
#include "util/arena.h"

static const coal_range nowhere;

/* `__global__ void k(float *in)`, launched with a grid of 4 x 4 blocks of `width` x `height` threads. */
typedef struct kernel {
  coal_module *m;
  coal_function *fn;
  const coal_type *i32;
  coal_var *in;
  coal_kernel facts;
  coal_plan plan;
} kernel;

static kernel *kernel_new(uint32_t width, uint32_t height) {
  kernel *k = calloc(1, sizeof *k);
  k->m = coal_module_new();
  k->i32 = coal_type_int(k->m, 32, true);
  bool is_new;
  k->fn = coal_module_function(k->m, "k", &is_new);
  k->fn->name = k->fn->qualified = k->fn->signature = "k";
  k->fn->flags = COAL_FN_KERNEL;
  k->fn->result = coal_type_void(k->m);
  const coal_type *pointer = coal_type_pointer(k->m, coal_type_float(k->m, 32));
  k->in = coal_var_new(k->m, "in", pointer, COAL_STORAGE_PARAM, 0, false, nowhere);
  coal_function_add_param(k->m, k->fn, k->in);
  k->plan.kernel = k->fn;
  k->plan.launch = (coal_launch){.grid = {4, 4, 1}, .block = {width, height, 1}, .source = COAL_LAUNCH_FILE};
  k->plan.launch.grid_known = k->plan.launch.block_known = true;
  return k;
}

static void kernel_free(kernel *k) {
  coal_module_free(k->m);
  free(k);
}

static const coal_expr *number(const kernel *k, int64_t v) { return coal_expr_int(k->m, k->i32, v, nowhere); }
static const coal_expr *builtin(const kernel *k, coal_builtin b) { return coal_expr_builtin(k->m, b, nowhere); }
static const coal_expr *op(const kernel *k, coal_op o, const coal_expr *x, const coal_expr *y) {
  return coal_expr_binary(k->m, o, x, y, nowhere);
}

/* in[row * 64 + column] */
static const coal_stmt *load(const kernel *k, const coal_expr *row, const coal_expr *column) {
  const coal_expr *index = op(k, COAL_OP_ADD, op(k, COAL_OP_MUL, row, number(k, 64)), column);
  const coal_expr *e = coal_expr_index(k->m, coal_expr_var(k->m, k->in, nowhere), index, nowhere);
  return coal_stmt_expr(k->m, coal_expr_value(k->m, e), nowhere);
}

/* Analyses `k(float *in) { body }`; the accesses, which live in *a. */
static coal_access *accesses_of(kernel *k, const coal_stmt *body, coal_analysis **a, size_t *n) {
  coal_function_define(k->m, k->fn, body);
  coal_launch_option launch = {.kernel = "k", .has_grid = true, .has_block = true, .grid = {4, 4, 1}};
  memcpy(launch.block, k->plan.launch.block, sizeof launch.block);
  coal_options options = {.target = coal_target_find("sm_80"), .launches = &launch, .n_launches = 1};
  assert_int_equal(coal_analyse(k->m, &options, a), 0);
  return coal_analysis_accesses(*a, n);
}

/* A transposed load of a 16 x 16 block: a half-warp's 16 rows, 16 sectors; with x and y swapped, 2 rows of 64 bytes. */
static void swapping_x_and_y_makes_columns_rows(void **state) {
  (void)state;
  kernel *k = kernel_new(16, 16);
  coal_analysis *a;
  size_t n;
  const coal_access *found =
      accesses_of(k, load(k, builtin(k, COAL_BUILTIN_THREAD_X), builtin(k, COAL_BUILTIN_THREAD_Y)), &a, &n);
  assert_int_equal(n, 1);
  assert_float_equal(found->moved.max, 16, 0);
  assert_true(found->swapped.n > 0);
  assert_float_equal(found->swapped.max, 4, 0);
  coal_analysis_free(a);
  kernel_free(k);
}

/* What moves no more than ideal needs no other launch. */
static void a_dense_kernel_is_not_tried(void **state) {
  (void)state;
  kernel *k = kernel_new(32, 8);
  coal_analysis *a;
  size_t n;
  const coal_access *found =
      accesses_of(k, load(k, builtin(k, COAL_BUILTIN_THREAD_Y), builtin(k, COAL_BUILTIN_THREAD_X)), &a, &n);
  assert_int_equal(found->swapped.n, 0);
  assert_int_equal(found->widened.n, 0);
  coal_analysis_free(a);
  kernel_free(k);
}

/* blockIdx.x * width + threadIdx.x */
static const coal_expr *across(const kernel *k, const coal_expr *width) {
  return op(k, COAL_OP_ADD, op(k, COAL_OP_MUL, builtin(k, COAL_BUILTIN_BLOCK_X), width),
            builtin(k, COAL_BUILTIN_THREAD_X));
}

/* Requests of the trial of a wider block, for blocks of 2 x 16: a warp reads 8 bytes of each of 16 rows. */
static size_t widened_requests(const coal_expr *(*width)(const kernel *)) {
  kernel *k = kernel_new(2, 16);
  coal_analysis *a;
  size_t n;
  const coal_access *found = accesses_of(k, load(k, builtin(k, COAL_BUILTIN_THREAD_Y), across(k, width(k))), &a, &n);
  assert_int_equal(n, 1);
  assert_true(found->moved.sum > found->ideal.sum);
  size_t requests = found->widened.n;
  coal_analysis_free(a);
  kernel_free(k);
  return requests;
}

static const coal_expr *from_launch(const kernel *k) { return builtin(k, COAL_BUILTIN_BLOCKDIM_X); }
static const coal_expr *written_out(const kernel *k) { return number(k, 2); }

/* blockIdx.x * 2 with any other width reads other elements: that would be another kernel. */
static void a_block_is_widened_where_the_kernel_takes_its_width_from_the_launch(void **state) {
  (void)state;
  assert_true(widened_requests(from_launch) > 0);
  assert_int_equal(widened_requests(written_out), 0);
}

/* A trial sets the accesses that it was given, and none that lie behind them. */
static void a_trial_keeps_to_its_accesses(void **state) {
  (void)state;
  kernel *k = kernel_new(4, 8);
  coal_analysis *a;
  size_t n;
  const coal_access *found =
      accesses_of(k, load(k, builtin(k, COAL_BUILTIN_THREAD_Y), across(k, from_launch(k))), &a, &n);
  coal_access list[2] = {*found, *found};
  for (size_t i = 0; i < 2; i++) list[i].swapped = list[i].widened = (coal_stat){0};
  coal_options options = {.target = coal_target_find("sm_80")};
  coal_arena *kept = coal_arena_new();
  k->facts = (coal_kernel){.fn = k->fn, .launches = &k->plan.launch, .n_launches = 1};
  coal_try_changes(k->m, &k->facts, &k->plan, &options, 100000, list, 1, kept);
  assert_true(list[0].swapped.n > 0 && list[0].widened.n > 0);
  assert_int_equal(list[1].swapped.n, 0);
  assert_int_equal(list[1].widened.n, 0);
  coal_arena_free(kept);
  coal_analysis_free(a);
  kernel_free(k);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(swapping_x_and_y_makes_columns_rows),
      cmocka_unit_test(a_dense_kernel_is_not_tried),
      cmocka_unit_test(a_block_is_widened_where_the_kernel_takes_its_width_from_the_launch),
      cmocka_unit_test(a_trial_keeps_to_its_accesses),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
