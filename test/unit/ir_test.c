/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The builder's desugaring, seen through the dump: each test builds one expression and compares its text. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <coalcheck/ir.h>

#include "ir/intrinsics.h"
#include "ir/module.h"

static const coal_range nowhere;

typedef struct fixture {
  coal_module *m;
  const coal_type *i8, *i32, *u32, *i64, *f32, *f64;
  const coal_type *pair; /* record pair { f32 x; f32 y; } */
  unsigned n_functions;
} fixture;

static int set_up(void **state) {
  fixture *f = calloc(1, sizeof *f);
  f->m = coal_module_new();
  f->i8 = coal_type_int(f->m, 8, true);
  f->i32 = coal_type_int(f->m, 32, true);
  f->u32 = coal_type_int(f->m, 32, false);
  f->i64 = coal_type_int(f->m, 64, true);
  f->f32 = coal_type_float(f->m, 32);
  f->f64 = coal_type_float(f->m, 64);
  bool is_new = false;
  f->pair = coal_type_record(f->m, "c:@S@pair", "pair", &is_new);
  assert_true(is_new);
  coal_field fields[] = {{.name = "x", .type = f->f32}, {.name = "y", .type = f->f32, .offset_bytes = 4}};
  coal_record_define(f->m, f->pair, 8, 4, false, false, fields, 2);
  *state = f;
  return 0;
}

static int tear_down(void **state) {
  fixture *f = *state;
  coal_module_free(f->m);
  free(f);
  return 0;
}

static const coal_expr *var(fixture *f, const char *name, const coal_type *type) {
  return coal_expr_var(f->m, coal_var_new(f->m, name, type, COAL_STORAGE_LOCAL, 0, false, nowhere), nowhere);
}

static const coal_expr *number(fixture *f, int64_t value) { return coal_expr_int(f->m, f->i32, value, nowhere); }

static coal_function *function(fixture *f, const char *name, unsigned flags, const coal_type *result) {
  bool is_new = false;
  coal_function *fn = coal_module_function(f->m, name, &is_new);
  assert_true(is_new);
  fn->flags = flags;
  fn->result = result;
  return fn;
}

static void add_param(fixture *f, coal_function *fn, const char *name, const coal_type *type) {
  coal_function_add_param(f->m, fn, coal_var_new(f->m, name, type, COAL_STORAGE_PARAM, 0, false, nowhere));
}

/* The lines of a statement in a dump of a module with it alone. */
static void assert_stmt(fixture *f, const coal_stmt *s, const char *expected) {
  char key[16];
  snprintf(key, sizeof key, "fn%u", f->n_functions++);
  coal_function *fn = function(f, key, COAL_FN_KERNEL, coal_type_void(f->m));
  coal_function_define(f->m, fn, s);
  char *dump = coal_module_dump(f->m);
  char *line = strstr(dump, "void\n");
  assert_non_null(line);
  line += strlen("void\n");
  char *end = strstr(line, "\n\n");
  assert_non_null(end);
  end[1] = '\0';
  assert_string_equal(line, expected);
  free(dump);
  fn->body = NULL;
}

static void assert_expr(fixture *f, const coal_expr *e, const char *expected) {
  char line[512];
  snprintf(line, sizeof line, "  expr %s\n", expected);
  assert_stmt(f, coal_stmt_expr(f->m, e, nowhere), line);
}

static void types_are_interned(void **state) {
  fixture *f = *state;
  assert_ptr_equal(coal_type_pointer(f->m, f->f32), coal_type_pointer(f->m, f->f32));
  assert_ptr_not_equal(f->i32, f->u32);
  const coal_type *row = coal_type_array(f->m, f->f32, 33), *tile = coal_type_array(f->m, row, 32);
  assert_ptr_equal(tile, coal_type_array(f->m, coal_type_array(f->m, f->f32, 33), 32));
  assert_int_equal(tile->size_bytes, 32 * 33 * 4);
  assert_string_equal(tile->spelling, "[32][33]f32");
  assert_string_equal(coal_type_pointer(f->m, f->pair)->spelling, "ptr(pair)");
  assert_ptr_not_equal(coal_type_unknown(f->m, "T"), coal_type_unknown(f->m, "U"));
}

static void records_describe_their_fields(void **state) {
  fixture *f = *state;
  bool is_new = true;
  assert_ptr_equal(coal_type_record(f->m, "c:@S@pair", "pair", &is_new), f->pair);
  assert_false(is_new);
  assert_int_equal(f->pair->size_bytes, 8);
  assert_int_equal(coal_record_field(f->pair->record, "y")->offset_bytes, 4);
  assert_null(coal_record_field(f->pair->record, "z"));
}

static void arithmetic_converts_both_operands(void **state) {
  fixture *f = *state;
  const coal_expr *c = var(f, "c", f->i8), *i = var(f, "i", f->i32), *u = var(f, "u", f->u32), *l = var(f, "l", f->i64);
  const coal_expr *d = var(f, "d", f->f64);
  assert_expr(f, coal_expr_binary(f->m, COAL_OP_ADD, c, c, nowhere),
              "(add i32 (cast i32 (load c)) (cast i32 (load c)))");
  assert_expr(f, coal_expr_binary(f->m, COAL_OP_MUL, i, u, nowhere), "(mul u32 (cast u32 (load i)) (load u))");
  assert_expr(f, coal_expr_binary(f->m, COAL_OP_MUL, u, l, nowhere), "(mul i64 (cast i64 (load u)) (load l))");
  assert_expr(f, coal_expr_binary(f->m, COAL_OP_SHL, u, l, nowhere), "(shl u32 (load u) (load l))");
  assert_expr(f, coal_expr_binary(f->m, COAL_OP_DIV, i, d, nowhere), "(div f64 (cast f64 (load i)) (load d))");
  assert_expr(f, coal_expr_binary(f->m, COAL_OP_LT, i, u, nowhere), "(lt bool (cast u32 (load i)) (load u))");
  assert_expr(f, coal_expr_binary(f->m, COAL_OP_MUL, u, number(f, 4), nowhere), "(mul u32 (load u) 4:u32)");
}

static void a_cast_of_the_front_end_is_not_repeated(void **state) {
  fixture *f = *state;
  const coal_expr *i = coal_expr_cast(f->m, f->u32, var(f, "i", f->i32), nowhere);
  assert_expr(f, coal_expr_binary(f->m, COAL_OP_ADD, i, var(f, "u", f->u32), nowhere),
              "(add u32 (cast u32 (load i)) (load u))");
}

static void constants_are_converted_at_once(void **state) {
  fixture *f = *state;
  assert_expr(f, coal_expr_cast(f->m, f->u32, number(f, -1), nowhere), "4294967295:u32");
  assert_expr(f, coal_expr_cast(f->m, f->i8, number(f, 200), nowhere), "-56:i8");
  assert_expr(f, coal_expr_cast(f->m, f->f32, number(f, 3), nowhere), "3:f32");
  assert_expr(f, coal_expr_cast(f->m, coal_type_pointer(f->m, f->f32), number(f, 0), nowhere), "0:ptr(f32)");
  assert_expr(f, coal_expr_cast(f->m, coal_type_bool(f->m), number(f, 7), nowhere), "true");
}

static void logic_works_on_bool(void **state) {
  fixture *f = *state;
  const coal_expr *i = var(f, "i", f->i32);
  assert_expr(f, coal_expr_binary(f->m, COAL_OP_LAND, i, i, nowhere),
              "(land (cast bool (load i)) (cast bool (load i)))");
  assert_expr(f, coal_expr_unary(f->m, COAL_OP_LNOT, i, nowhere), "(lnot bool (cast bool (load i)))");
  assert_expr(f, coal_expr_unary(f->m, COAL_OP_NEG, var(f, "c", f->i8), nowhere), "(neg i32 (cast i32 (load c)))");
}

static void subscripts_are_pointer_steps(void **state) {
  fixture *f = *state;
  const coal_expr *p = var(f, "p", coal_type_pointer(f->m, f->f32)), *i = var(f, "i", f->i32);
  const coal_expr *tile = var(f, "t", coal_type_array(f->m, coal_type_array(f->m, f->f32, 33), 32));
  assert_expr(f, coal_expr_value(f->m, coal_expr_index(f->m, p, i, nowhere)),
              "(load (deref f32 (ptr-add ptr(f32) (load p) (load i))))");
  assert_expr(f, coal_expr_index(f->m, i, p, nowhere), "(deref f32 (ptr-add ptr(f32) (load p) (load i)))");
  assert_expr(f, coal_expr_index(f->m, coal_expr_index(f->m, tile, i, nowhere), number(f, 1), nowhere),
              "(deref f32 (ptr-add ptr(f32) (addr ptr(f32) (deref [33]f32 (ptr-add ptr([33]f32) (addr ptr([33]f32) t) "
              "(load i)))) 1))");
  assert_expr(f, coal_expr_binary(f->m, COAL_OP_SUB, p, i, nowhere), "(ptr-sub ptr(f32) (load p) (load i))");
  assert_expr(f, coal_expr_binary(f->m, COAL_OP_SUB, p, p, nowhere), "(ptr-diff i64 (load p) (load p))");
  assert_expr(f, coal_expr_binary(f->m, COAL_OP_NE, p, number(f, 0), nowhere), "(ne bool (load p) 0:ptr(f32))");
}

static void address_and_dereference_cancel(void **state) {
  fixture *f = *state;
  const coal_expr *p = var(f, "p", coal_type_pointer(f->m, f->f32)), *i = var(f, "i", f->i32);
  assert_expr(f, coal_expr_addr(f->m, coal_expr_deref(f->m, p, nowhere), nowhere), "(load p)");
  assert_expr(f, coal_expr_deref(f->m, coal_expr_addr(f->m, i, nowhere), nowhere), "i");
}

static void references_are_pointers(void **state) {
  fixture *f = *state;
  const coal_type *ref = coal_type_reference(f->m, f->f32);
  coal_var *r = coal_var_new(f->m, "r", ref, COAL_STORAGE_LOCAL, 0, false, nowhere);
  const coal_expr *p = var(f, "p", coal_type_pointer(f->m, f->f32));
  assert_expr(f, coal_expr_value(f->m, coal_expr_var(f->m, r, nowhere)), "(load (deref f32 (load r)))");
  assert_stmt(f, coal_stmt_decl(f->m, r, coal_expr_index(f->m, p, number(f, 1), nowhere), nowhere),
              "  decl local r ref(f32) = (ptr-add ptr(f32) (load p) 1)\n");
  assert_stmt(f, coal_stmt_decl(f->m, r, number(f, 1), nowhere),
              "  decl local r ref(f32) = (addr ptr(f32) (temp 1:f32))\n");
  coal_function *fn = function(f, "get", COAL_FN_DEVICE, ref);
  add_param(f, fn, "v", ref);
  const coal_expr *args[] = {var(f, "a", f->f32)};
  const coal_expr *call = coal_expr_call(f->m, fn, args, 1, nowhere);
  assert_true(call->is_lvalue);
  assert_expr(f, call, "(deref f32 (call ptr(f32) get (addr ptr(f32) a)))");
  assert_stmt(f, coal_stmt_return(f->m, fn, args[0], nowhere), "  return (addr ptr(f32) a)\n");
}

static void casts_to_a_reference_keep_the_address(void **state) {
  fixture *f = *state;
  const coal_type *ref = coal_type_reference(f->m, f->f32);
  assert_expr(f, coal_expr_cast(f->m, ref, var(f, "u", f->u32), nowhere),
              "(deref f32 (cast ptr(f32) (addr ptr(u32) u)))");
  assert_expr(f, coal_expr_cast(f->m, ref, var(f, "x", f->f32), nowhere), "x");
}

static void members_of_values_are_in_temporaries(void **state) {
  fixture *f = *state;
  const coal_field *y = coal_record_field(f->pair->record, "y");
  const coal_expr *p = var(f, "p", coal_type_pointer(f->m, f->pair));
  coal_function *fn = function(f, "make", COAL_FN_DEVICE, f->pair);
  assert_expr(f, coal_expr_arrow(f->m, p, y, nowhere), "(member .y (deref pair (load p)))");
  assert_expr(f, coal_expr_member(f->m, coal_expr_call(f->m, fn, NULL, 0, nowhere), y, nowhere),
              "(member .y (temp (call pair make)))");
}

static void methods_take_the_object_by_address(void **state) {
  fixture *f = *state;
  coal_function *fn = function(f, "pair::norm", COAL_FN_DEVICE | COAL_FN_METHOD, f->f32);
  add_param(f, fn, "this", coal_type_pointer(f->m, f->pair));
  add_param(f, fn, "scale", f->f32);
  const coal_expr *args[] = {var(f, "o", f->pair), number(f, 2)};
  assert_expr(f, coal_expr_call(f->m, fn, args, 2, nowhere), "(call f32 pair::norm (addr ptr(pair) o) 2:f32)");
  const coal_expr *through[] = {var(f, "p", coal_type_pointer(f->m, f->pair))};
  assert_expr(f, coal_expr_call(f->m, fn, through, 1, nowhere), "(call f32 pair::norm (load p))");
}

static void constructors_and_aggregates_convert_their_parts(void **state) {
  fixture *f = *state;
  coal_function *fn = function(f, "pair::pair", COAL_FN_METHOD | COAL_FN_CONSTRUCTOR, coal_type_void(f->m));
  add_param(f, fn, "this", coal_type_pointer(f->m, f->pair));
  add_param(f, fn, "x", f->f32);
  const coal_expr *parts[] = {number(f, 1), NULL};
  assert_expr(f, coal_expr_construct(f->m, f->pair, fn, parts, 1, nowhere), "(construct pair pair::pair 1:f32)");
  assert_expr(f, coal_expr_aggregate(f->m, f->pair, parts, 2, nowhere), "(aggregate pair 1:f32)");
  const coal_field *y = coal_record_field(f->pair->record, "y");
  assert_stmt(f, coal_stmt_member_init(f->m, fn, y, number(f, 1), nowhere),
              "  expr (assign (member .y (deref pair (load this))) 1:f32)\n");
}

static void assignments_name_the_type_they_compute_in(void **state) {
  fixture *f = *state;
  const coal_expr *c = var(f, "c", f->i8), *x = var(f, "x", f->f32), *d = var(f, "d", f->f64);
  const coal_expr *p = var(f, "p", coal_type_pointer(f->m, f->f32));
  assert_expr(f, coal_expr_assign(f->m, x, d, nowhere), "(assign x (cast f32 (load d)))");
  assert_expr(f, coal_expr_assign_op(f->m, COAL_OP_ADD, x, d, nowhere), "(assign-op f32 add f64 x (load d))");
  assert_expr(f, coal_expr_assign_op(f->m, COAL_OP_SHL, c, number(f, 1), nowhere), "(assign-op i8 shl i32 c 1)");
  assert_expr(f, coal_expr_assign_op(f->m, COAL_OP_ADD, p, number(f, 1), nowhere),
              "(assign-op ptr(f32) add ptr(f32) p 1)");
  assert_expr(f, coal_expr_incdec(f->m, true, true, c, nowhere), "(post add c)");
  assert_true(coal_expr_incdec(f->m, false, false, c, nowhere)->is_lvalue);
}

static void conditionals_find_a_common_type(void **state) {
  fixture *f = *state;
  const coal_expr *i = var(f, "i", f->i32), *j = var(f, "j", f->i32), *x = var(f, "x", f->f32);
  const coal_expr *lvalue = coal_expr_cond(f->m, i, i, j, nowhere);
  assert_true(lvalue->is_lvalue);
  assert_expr(f, coal_expr_value(f->m, lvalue), "(cond i32 (cast bool (load i)) (load i) (load j))");
  assert_expr(f, coal_expr_cond(f->m, i, i, x, nowhere),
              "(cond f32 (cast bool (load i)) (cast f32 (load i)) (load x))");
}

static void unknown_types_pass_through(void **state) {
  fixture *f = *state;
  const coal_expr *t = var(f, "t", coal_type_unknown(f->m, "T")), *i = var(f, "i", f->i32);
  assert_expr(f, coal_expr_binary(f->m, COAL_OP_ADD, t, i, nowhere), "(add ? (load t) (load i))");
  assert_expr(f, coal_expr_index(f->m, t, i, nowhere), "(deref ? (ptr-add T (load t) (load i)))");
  assert_expr(f, coal_expr_assign(f->m, t, i, nowhere), "(assign t (load i))");
  assert_expr(f, coal_expr_unary(f->m, COAL_OP_NEG, t, nowhere), "(neg T (load t))");
  assert_expr(f, coal_expr_binary(f->m, COAL_OP_ADD, var(f, "o", f->pair), i, nowhere),
              "(opaque ? \"overloaded operator\" (load o) (load i))");
}

static void barriers_are_statements(void **state) {
  fixture *f = *state;
  coal_function *sync = function(f, "__syncthreads", COAL_FN_DEVICE, coal_type_void(f->m));
  assert_stmt(f, coal_stmt_expr(f->m, coal_expr_call(f->m, sync, NULL, 0, nowhere), nowhere),
              "  barrier (call void __syncthreads)\n");
  coal_function *group = function(f, "cooperative_groups::thread_block::sync", COAL_FN_DEVICE, coal_type_void(f->m));
  group->name = "sync";
  assert_stmt(f, coal_stmt_expr(f->m, coal_expr_call(f->m, group, NULL, 0, nowhere), nowhere),
              "  barrier (call void cooperative_groups::thread_block::sync)\n");
  coal_function *other = function(f, "disk::sync", COAL_FN_DEVICE, coal_type_void(f->m));
  other->name = "sync";
  assert_expr(f, coal_expr_call(f->m, other, NULL, 0, nowhere), "(call void disk::sync)");
}

static void launches_mark_their_function(void **state) {
  fixture *f = *state;
  coal_function *kernel = function(f, "k", COAL_FN_KERNEL, coal_type_void(f->m));
  const coal_expr *e = coal_expr_launch(f->m, kernel, number(f, 8), number(f, 128), NULL, NULL, NULL, 0, nowhere);
  const coal_stmt *inner = coal_stmt_expr(f->m, e, nowhere);
  coal_function *host = function(f, "main", COAL_FN_HOST, f->i32);
  coal_function_define(f->m, host,
                       coal_stmt_if(f->m, number(f, 1), coal_stmt_block(f->m, &inner, 1, nowhere), NULL, nowhere));
  assert_true(host->flags & COAL_FN_LAUNCHES);
  coal_function_define(f->m, kernel, coal_stmt_block(f->m, NULL, 0, nowhere));
  char *dump = coal_module_dump(f->m);
  assert_string_equal(dump,
                      "function k : kernel -> void\n  block\n\n"
                      "function main : host launches -> i32\n"
                      "  if true\n    then\n      block\n        expr (launch k 8 128)\n\n");
  free(dump);
}

static void same_names_are_numbered_and_globals_listed(void **state) {
  fixture *f = *state;
  coal_var *table =
      coal_var_new(f->m, "table", coal_type_array(f->m, f->pair, 4), COAL_STORAGE_CONSTANT, 16, true, nowhere);
  const coal_expr *first = var(f, "i", f->i32), *second = var(f, "i", f->i32);
  const coal_expr *e = coal_expr_assign(f->m, second, first, nowhere);
  const coal_stmt *list[] = {coal_stmt_expr(f->m, e, nowhere),
                             coal_stmt_expr(f->m, coal_expr_var(f->m, table, nowhere), nowhere)};
  coal_function *fn = function(f, "k", COAL_FN_KERNEL, coal_type_void(f->m));
  coal_function_define(f->m, fn, coal_stmt_block(f->m, list, 2, nowhere));
  char *dump = coal_module_dump(f->m);
  assert_string_equal(dump,
                      "function k : kernel -> void\n  block\n    expr (assign i (load i#2))\n    expr table\n\n"
                      "global constant table [4]pair align 16 const\n"
                      "record pair size 8 align 4\n  0 x f32\n  4 y f32\n");
  free(dump);
}

static void zero_parts_of_aggregates_vanish(void **state) {
  fixture *f = *state;
  const coal_type *pairs = coal_type_array(f->m, f->pair, 3);
  const coal_expr *zero = coal_expr_aggregate(f->m, f->pair, NULL, 0, nowhere);
  const coal_expr *parts[] = {zero, coal_expr_aggregate(f->m, f->pair, (const coal_expr *[]){number(f, 2)}, 1, nowhere),
                              zero};
  assert_expr(f, coal_expr_aggregate(f->m, pairs, parts, 3, nowhere), "(aggregate [3]pair - (aggregate pair 2:f32))");
}

static void streams_lose_their_conversions(void **state) {
  fixture *f = *state;
  const coal_type *any = coal_type_pointer(f->m, coal_type_void(f->m));
  const coal_expr *stream = coal_expr_cast(f->m, any, var(f, "s", coal_type_pointer(f->m, f->pair)), nowhere);
  coal_function *kernel = function(f, "k", COAL_FN_KERNEL, coal_type_void(f->m));
  assert_expr(f, coal_expr_launch(f->m, kernel, number(f, 1), number(f, 2), number(f, 3), stream, NULL, 0, nowhere),
              "(launch k 1 2 3:u64 (load s))");
}

static void dumps_do_not_say_in_which_folder(void **state) {
  fixture *f = *state;
  bool is_new = false;
  const coal_type *closure = coal_type_record(f->m, "c", "(lambda at /some/where/k.cu:3:4)", &is_new);
  assert_stmt(
      f, coal_stmt_decl(f->m, coal_var_new(f->m, "l", closure, COAL_STORAGE_LOCAL, 0, false, nowhere), NULL, nowhere),
      "  decl local l (lambda at k.cu:3:4)\n");
}

static void host_calls_are_found_by_name(void **state) {
  (void)state;
  static const struct {
    const char *name;
    int kind; /* -1: none */
  } table[] = {{"cudaMalloc", COAL_HOST_CALL_ALLOCATE},
               {"cuMemAlloc_v2", COAL_HOST_CALL_ALLOCATE},
               {"cudaMallocArray", COAL_HOST_CALL_RUNTIME},
               {"cudaLaunchKernel_ptsz", COAL_HOST_CALL_LAUNCH},
               {"cudaLaunchKernelEx", COAL_HOST_CALL_LAUNCH_EX},
               {"cudaLaunchKernelExC", COAL_HOST_CALL_LAUNCH_EX_PACKED},
               {"cudaLaunchCooperativeKernel", COAL_HOST_CALL_LAUNCH},
               {"cuLaunchKernelEx", COAL_HOST_CALL_LAUNCH_HANDLE},
               {"cudaGraphAddKernelNode", COAL_HOST_CALL_LAUNCH_NODE},
               {"cudaDeviceGetAttribute", COAL_HOST_CALL_QUERY},
               {"cudaMemcpy2DAsync", COAL_HOST_CALL_COPY},
               {"cudaStreamCreate", COAL_HOST_CALL_RUNTIME},
               {"cudalike", -1},
               {"cuda", -1},
               {"exit", COAL_HOST_CALL_EXIT},
               {"exits", -1},
               {"", -1}};
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    const coal_host_call *found = coal_host_call_find(table[i].name);
    assert_int_equal(found ? (int)found->kind : -1, table[i].kind);
    assert_int_equal(coal_host_call_launches(found), strstr(table[i].name, "Kernel") != NULL);
  }
}

/* What a name means is looked up when the call is built. */
static void calls_carry_what_their_function_is(void **state) {
  fixture *f = *state;
  const coal_type *none = coal_type_void(f->m);
  static const struct {
    const char *name, *qualified;
    bool is_barrier, launches;
  } table[] = {{"__syncthreads", "__syncthreads", true, false},
               {"sync", "cooperative_groups::thread_block::sync", true, false},
               {"sync", "mine::sync", false, false},
               {"cudaLaunchKernel", "cudaLaunchKernel", false, true}};
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    coal_function *fn = function(f, table[i].qualified, COAL_FN_HOST, none);
    fn->name = table[i].name;
    fn->qualified = table[i].qualified;
    const coal_expr *call = coal_expr_call(f->m, fn, NULL, 0, nowhere);
    assert_int_equal(fn->is_barrier, table[i].is_barrier);
    assert_int_equal(coal_stmt_expr(f->m, call, nowhere)->kind == COAL_STMT_BARRIER, table[i].is_barrier);
    assert_int_equal(coal_expr_launches(call), table[i].launches);
  }
}

static void intrinsics_are_found_by_name(void **state) {
  (void)state;
  size_t n;
  const coal_intrinsic *all = coal_intrinsic_list(&n);
  for (size_t i = 0; i < n; i++) {
    assert_int_equal(coal_intrinsic_is_known(all[i].name), all[i].family != COAL_INTRINSIC_IDENTITY);
    assert_non_null(coal_intrinsic_find(all[i].name, NULL));
    if (i) assert_true(strcmp(all[i - 1].name, all[i].name) < 0);
  }
  assert_int_equal(coal_intrinsic_find("atomicAdd_block", NULL)->op, COAL_INTRINSIC_OP_ADD);
  assert_int_equal(coal_intrinsic_find("__builtin_log2", NULL)->op, COAL_INTRINSIC_OP_LOG2);
  assert_int_equal(coal_intrinsic_find("__builtin_clz", NULL)->op, COAL_INTRINSIC_OP_CLZ_NONZERO);
  assert_int_equal(coal_intrinsic_find("tex2DLod", NULL)->family, COAL_INTRINSIC_TEXTURE);
  assert_false(coal_intrinsic_is_known("tex2DLod"));
  assert_int_equal(coal_intrinsic_find("sync_grids", "cooperative_groups::details::sync_grids")->family,
                   COAL_INTRINSIC_GROUP_BARRIER);
  assert_null(coal_intrinsic_find("sync_grids", "mine::sync_grids"));
  assert_null(coal_intrinsic_find("sync", NULL));
  assert_null(coal_intrinsic_find("__builtin_move", NULL));
  assert_true(coal_intrinsic_is_known("atomicAdd_block"));
  assert_true(coal_intrinsic_is_known("atomicCAS_system"));
  assert_false(coal_intrinsic_is_known("atomicAdd_"));
  assert_false(coal_intrinsic_is_known("atomic"));
  assert_false(coal_intrinsic_is_known("__ldgx"));
  assert_false(coal_intrinsic_is_known(""));
}

int main(void) {
#define IR_TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
  const struct CMUnitTest tests[] = {
      IR_TEST(types_are_interned),
      IR_TEST(records_describe_their_fields),
      IR_TEST(arithmetic_converts_both_operands),
      IR_TEST(a_cast_of_the_front_end_is_not_repeated),
      IR_TEST(constants_are_converted_at_once),
      IR_TEST(logic_works_on_bool),
      IR_TEST(subscripts_are_pointer_steps),
      IR_TEST(address_and_dereference_cancel),
      IR_TEST(references_are_pointers),
      IR_TEST(casts_to_a_reference_keep_the_address),
      IR_TEST(members_of_values_are_in_temporaries),
      IR_TEST(methods_take_the_object_by_address),
      IR_TEST(constructors_and_aggregates_convert_their_parts),
      IR_TEST(assignments_name_the_type_they_compute_in),
      IR_TEST(conditionals_find_a_common_type),
      IR_TEST(unknown_types_pass_through),
      IR_TEST(barriers_are_statements),
      IR_TEST(launches_mark_their_function),
      IR_TEST(same_names_are_numbered_and_globals_listed),
      IR_TEST(zero_parts_of_aggregates_vanish),
      IR_TEST(streams_lose_their_conversions),
      IR_TEST(dumps_do_not_say_in_which_folder),
      IR_TEST(intrinsics_are_found_by_name),
      IR_TEST(host_calls_are_found_by_name),
      IR_TEST(calls_carry_what_their_function_is),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
