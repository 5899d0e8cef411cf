/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The evaluation on kernels built by hand: indices, masks, loops, unknown parameters. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
/* cmocka needs the above first */
#include <cmocka.h>

#include <coalcheck/analysis.h>

static const coal_range nowhere;

/* A kernel under construction: `__global__ void k(float *in, int n)`. */
typedef struct builder {
  coal_module *m;
  coal_function *fn;
  coal_var *in, *n;
  const coal_type *i32, *u32, *f32;
  const coal_stmt *body[16];
  size_t n_body;
} builder;

static builder begin(void) {
  builder b = {.m = coal_module_new()};
  b.i32 = coal_type_int(b.m, 32, true);
  b.u32 = coal_type_int(b.m, 32, false);
  b.f32 = coal_type_float(b.m, 32);
  bool is_new;
  b.fn = coal_module_function(b.m, "k", &is_new);
  b.fn->name = b.fn->qualified = b.fn->signature = "k";
  b.fn->flags = COAL_FN_KERNEL;
  b.fn->result = coal_type_void(b.m);
  b.in = coal_var_new(b.m, "in", coal_type_pointer(b.m, b.f32), COAL_STORAGE_PARAM, 0, false, nowhere);
  b.n = coal_var_new(b.m, "n", b.i32, COAL_STORAGE_PARAM, 0, false, nowhere);
  coal_function_add_param(b.m, b.fn, b.in);
  coal_function_add_param(b.m, b.fn, b.n);
  return b;
}

static const coal_expr *num(builder *b, int64_t v) { return coal_expr_int(b->m, b->i32, v, nowhere); }
static const coal_expr *tid(builder *b) { return coal_expr_builtin(b->m, COAL_BUILTIN_THREAD_X, nowhere); }
static const coal_expr *var(builder *b, const coal_var *v) { return coal_expr_var(b->m, v, nowhere); }
static const coal_expr *op(builder *b, coal_op o, const coal_expr *x, const coal_expr *y) {
  return coal_expr_binary(b->m, o, x, y, nowhere);
}
static const coal_expr *at(builder *b, const coal_var *v, const coal_expr *i) {
  return coal_expr_index(b->m, var(b, v), i, nowhere);
}
static void add(builder *b, const coal_stmt *s) { b->body[b->n_body++] = s; }
static void use(builder *b, const coal_expr *e) { add(b, coal_stmt_expr(b->m, coal_expr_value(b->m, e), nowhere)); }

/* Runs the kernel; the first access. */
static const coal_access *run(builder *b, uint32_t threads, const coal_binding *values, size_t n_values,
                              coal_analysis **a, size_t *n) {
  coal_function_define(b->m, b->fn, coal_stmt_block(b->m, b->body, b->n_body, nowhere));
  coal_launch_option launch = {.kernel = "k",
                               .has_grid = true,
                               .has_block = true,
                               .grid = {4, 1, 1},
                               .block = {threads, 1, 1},
                               .values = values,
                               .n_values = n_values};
  coal_options options = {.target = coal_target_find("sm_80"), .launches = &launch, .n_launches = 1};
  assert_int_equal(coal_analyse(b->m, &options, a), 0);
  return coal_analysis_accesses(*a, n);
}

static void end(builder *b, coal_analysis *a) {
  coal_analysis_free(a);
  coal_module_free(b->m);
}

/* in[index] by one block of `threads`: sectors as expected? */
static void check_index(const coal_expr *(*index)(builder *), uint32_t threads, const coal_binding *values,
                        size_t n_values, double min, double max) {
  builder b = begin();
  use(&b, at(&b, b.in, index(&b)));
  coal_analysis *a;
  size_t n;
  const coal_access *x = run(&b, threads, values, n_values, &a, &n);
  assert_int_equal(n, 1);
  assert_true(x->known);
  assert_float_equal(x->moved.min, min, 0);
  assert_float_equal(x->moved.max, max, 0);
  end(&b, a);
}

static const coal_expr *plain(builder *b) { return tid(b); }
static const coal_expr *times8(builder *b) { return op(b, COAL_OP_MUL, tid(b), num(b, 8)); }
static const coal_expr *plus1(builder *b) { return op(b, COAL_OP_ADD, tid(b), num(b, 1)); }
static const coal_expr *times_n(builder *b) { return op(b, COAL_OP_MUL, tid(b), var(b, b->n)); }
static const coal_expr *plus_n(builder *b) { return op(b, COAL_OP_ADD, tid(b), var(b, b->n)); }
static const coal_expr *swizzle(builder *b) { return op(b, COAL_OP_XOR, tid(b), num(b, 3)); }
static const coal_expr *row_of_8(builder *b) {
  return op(b, COAL_OP_ADD, op(b, COAL_OP_MUL, op(b, COAL_OP_DIV, tid(b), num(b, 8)), num(b, 1024)),
            op(b, COAL_OP_REM, tid(b), num(b, 8)));
}

static void indices(void **state) {
  (void)state;
  const coal_binding n16 = {"n", 16}, n3 = {"n", 3};
  check_index(plain, 256, NULL, 0, 4, 4);
  check_index(plain, 48, NULL, 0, 2, 4);
  check_index(times8, 256, NULL, 0, 32, 32);
  check_index(plus1, 256, NULL, 0, 5, 5);
  check_index(swizzle, 256, NULL, 0, 4, 4);
  check_index(row_of_8, 256, NULL, 0, 4, 4);
  check_index(times_n, 256, &n16, 1, 32, 32);
  check_index(times_n, 256, &n3, 1, 12, 12);
  check_index(plus_n, 256, &n16, 1, 4, 4);
}

static void unknown_shift_is_a_range(void **state) {
  (void)state;
  check_index(plus_n, 256, NULL, 0, 4, 5);
}

static void unknown_stride_names_its_symbol(void **state) {
  (void)state;
  builder b = begin();
  use(&b, at(&b, b.in, times_n(&b)));
  coal_analysis *a;
  size_t n;
  const coal_access *x = run(&b, 256, NULL, 0, &a, &n);
  assert_true(x->known);
  assert_float_equal(x->moved.max, 32, 0);
  assert_string_equal(x->lane_stride, "4*n");
  assert_string_equal(x->stride_symbol, "n");
  assert_int_equal(x->bad_from, 2);
  assert_int_equal(x->worst_from, 8);
  end(&b, a);
}

/* if (threadIdx.x < 8) in[threadIdx.x]: 8 lanes of the first warp. */
static void masks(void **state) {
  (void)state;
  builder b = begin();
  const coal_stmt *then = coal_stmt_expr(b.m, coal_expr_value(b.m, at(&b, b.in, tid(&b))), nowhere);
  add(&b, coal_stmt_if(b.m, op(&b, COAL_OP_LT, tid(&b), num(&b, 8)), then, NULL, nowhere));
  coal_analysis *a;
  size_t n;
  const coal_access *x = run(&b, 256, NULL, 0, &a, &n);
  assert_float_equal(x->active_lanes.max, 8, 0);
  assert_float_equal(x->moved.max, 1, 0);
  assert_int_equal(x->executions, 4);
  end(&b, a);
}

/* for (int j = 0; j < trip; j++) in[threadIdx.x * 8 + j] */
static const coal_stmt *loop_over(builder *b, const coal_expr *trip) {
  coal_var *j = coal_var_new(b->m, "j", b->i32, COAL_STORAGE_LOCAL, 0, false, nowhere);
  const coal_expr *index = op(b, COAL_OP_ADD, times8(b), var(b, j));
  return coal_stmt_loop(b->m, COAL_LOOP_FOR, coal_stmt_decl(b->m, j, num(b, 0), nowhere),
                        op(b, COAL_OP_LT, var(b, j), trip), coal_expr_incdec(b->m, true, false, var(b, j), nowhere),
                        coal_stmt_expr(b->m, coal_expr_value(b->m, at(b, b->in, index)), nowhere), nowhere);
}

static void counted_loop(void **state) {
  (void)state;
  builder b = begin();
  add(&b, loop_over(&b, num(&b, 5)));
  coal_analysis *a;
  size_t n;
  const coal_access *x = run(&b, 32, NULL, 0, &a, &n);
  assert_int_equal(x->executions, 4 * 5);
  assert_float_equal(x->moved.min, 32, 0);
  assert_string_equal(x->index, "8*threadIdx.x + j");
  end(&b, a);
}

static void loop_of_unknown_length(void **state) {
  (void)state;
  builder b = begin();
  add(&b, loop_over(&b, var(&b, b.n)));
  coal_analysis *a;
  size_t n;
  const coal_access *x = run(&b, 32, NULL, 0, &a, &n);
  assert_true(x->known);
  assert_float_equal(x->moved.min, 32, 0);
  end(&b, a);
}

static void long_loop_reaches_its_end(void **state) {
  (void)state;
  const coal_binding big = {"n", 1000000};
  builder b = begin();
  add(&b, loop_over(&b, var(&b, b.n)));
  coal_analysis *a;
  size_t n;
  const coal_access *x = run(&b, 32, &big, 1, &a, &n);
  assert_true(x->executions < 4 * 100);
  assert_true(x->executions > 4 * 32);
  end(&b, a);
}

/* in[(int)in[threadIdx.x]]: data decides. */
static void loaded_index_is_unknown(void **state) {
  (void)state;
  builder b = begin();
  const coal_expr *loaded = coal_expr_cast(b.m, b.i32, at(&b, b.in, tid(&b)), nowhere);
  use(&b, at(&b, b.in, loaded));
  coal_analysis *a;
  size_t n, unknown = 0;
  const coal_access *x = run(&b, 32, NULL, 0, &a, &n);
  assert_int_equal(n, 2);
  for (size_t i = 0; i < n; i++)
    if (!x[i].known) {
      unknown++;
      assert_int_equal(x[i].reason, COAL_REASON_INDIRECT);
    }
  assert_int_equal(unknown, 1);
  end(&b, a);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(indices),
      cmocka_unit_test(unknown_shift_is_a_range),
      cmocka_unit_test(unknown_stride_names_its_symbol),
      cmocka_unit_test(masks),
      cmocka_unit_test(counted_loop),
      cmocka_unit_test(loop_of_unknown_length),
      cmocka_unit_test(long_loop_reaches_its_end),
      cmocka_unit_test(loaded_index_is_unknown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
