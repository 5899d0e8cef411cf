/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** The join of predictions and measurements: confirmed, refuted, not reached, not predicted. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "confirm/confirm.h"
#include "fake_analysis.h"

static coal_file file = {.path = "dir/k.cu", .is_main = true};
static coal_function function = {.name = "scale", .qualified = "scale<8>", .symbol = "_Z5scaleILi8EEvPf"};
static coal_kernel kernel = {.fn = &function};

static coal_stat stat_of(double min, double max) { return (coal_stat){min, max, min + max, 2}; }

static coal_access access_at(unsigned line, unsigned column, coal_space space, coal_mem_op op, double min, double max) {
  coal_access a = {.kernel = &kernel, .space = space, .op = op, .bytes = 4, .instruction_bytes = 4, .known = true};
  a.range.file = &file;
  a.range.begin.line1 = line;
  a.range.begin.column1 = column;
  a.moved = stat_of(min, max);
  a.ways = stat_of(min, max);
  a.active_lanes = stat_of(32, 32);
  a.is_exhaustive = true;
  return a;
}

/** Joins the accesses with measurements written as JSON rows. */
static coal_confirmations join_with(coal_access *accesses, size_t n, const char *rows, const char *faults) {
  coal_analysis a = {.accesses = accesses, .n_accesses = n};
  const coal_analysis *list[] = {&a};
  coal_confirmations c = {.arena = coal_arena_new(), .backend = "cpu", .device = "test"};
  coal_str text = {0};
  coal_str_addf(&text, "{\"measured\": [%s], \"faults\": [%s], \"totals\": []}", rows, faults);
  json_t *result = json_loads(text.data, 0, NULL);
  assert_non_null(result);
  coal_confirm_join(&c, list, 1, result);
  json_decref(result);
  coal_str_free(&text);
  return c;
}

static coal_confirmations join(coal_access *accesses, size_t n, const char *rows) {
  return join_with(accesses, n, rows, "");
}

static void release(coal_confirmations *c) {
  coal_vec_free(&c->items);
  coal_vec_free(&c->faults);
  json_decref(c->totals);
  coal_arena_free(c->arena);
}

#define ROW(LINE, COLUMN, SPACE, OP, MIN, MAX)                                                                     \
  "{\"file\": \"/elsewhere/k.cu\", \"line\": " #LINE ", \"column\": " #COLUMN                                      \
  ", \"kernel\": \"scale<8>\", \"symbol\": \"_Z5scaleILi8EEvPf\", \"space\": \"" SPACE "\", \"op\": \"" OP         \
  "\", \"bytes\": 4, \"executions\": 10, "                                                                         \
  "\"moved\": {\"min\": " #MIN ", \"max\": " #MAX ", \"mean\": " #MAX "}, \"ways\": {\"min\": " #MIN               \
  ", \"max\": " #MAX ", \"mean\": " #MAX "}, \"by_lanes\": [[7, 4, 1, 1, 1, 1], [32, 6, " #MAX ", " #MAX ", " #MAX \
  ", " #MAX "]]}"

static void right_prediction_is_confirmed(void **state) {
  (void)state;
  coal_access a[] = {access_at(3, 5, COAL_SPACE_GLOBAL, COAL_MEM_LOAD, 4, 4)};
  coal_confirmations c = join(a, 1, ROW(3, 9, "global", "load", 4, 4));
  assert_int_equal(c.items.n, 1);
  assert_int_equal(c.items.items[0].status, COAL_CONFIRMED);
  assert_int_equal(coal_confirm_exit_status(&c), 0);
  release(&c);
}

static void planted_wrong_prediction_is_refuted(void **state) {
  (void)state;
  coal_access a[] = {access_at(3, 5, COAL_SPACE_GLOBAL, COAL_MEM_LOAD, 32, 32)};
  coal_confirmations c = join(a, 1, ROW(3, 5, "global", "load", 4, 4));
  assert_int_equal(c.items.items[0].status, COAL_REFUTED);
  assert_int_equal(coal_confirm_exit_status(&c), 1);
  coal_str text = {0};
  coal_confirm_text(&c, &text);
  assert_non_null(strstr(text.data, "0 confirmed, 1 refuted, 0 not reached"));
  coal_str_free(&text);
  release(&c);
}

static void wrong_conflict_degree_is_refuted(void **state) {
  (void)state;
  coal_access a[] = {access_at(3, 5, COAL_SPACE_SHARED, COAL_MEM_STORE, 8, 8)};
  a[0].ways = stat_of(4, 4);
  coal_confirmations c = join(a, 1, ROW(3, 5, "shared", "store", 8, 8));
  assert_int_equal(c.items.items[0].status, COAL_REFUTED);
  release(&c);
}

static void two_accesses_of_a_line_find_their_own_numbers(void **state) {
  (void)state;
  coal_access a[] = {access_at(3, 5, COAL_SPACE_GLOBAL, COAL_MEM_LOAD, 32, 32),
                     access_at(3, 20, COAL_SPACE_GLOBAL, COAL_MEM_LOAD, 4, 4)};
  coal_confirmations c = join(a, 2, ROW(3, 7, "global", "load", 4, 4) ", " ROW(3, 22, "global", "load", 32, 32));
  assert_int_equal(c.items.n, 2);
  assert_int_equal(c.items.items[0].status, COAL_CONFIRMED);
  assert_int_equal(c.items.items[1].status, COAL_CONFIRMED);
  release(&c);
}

static void masks_from_data_do_not_refute(void **state) {
  (void)state;
  coal_access a[] = {access_at(3, 5, COAL_SPACE_GLOBAL, COAL_MEM_LOAD, 4, 4)};
  a[0].is_exhaustive = false;
  coal_confirmations c = join(a, 1, ROW(3, 5, "global", "load", 1, 4));
  assert_int_equal(c.items.items[0].status, COAL_CONFIRMED);
  assert_non_null(c.items.items[0].note);
  release(&c);
  a[0].is_exhaustive = true; /* every warp was enumerated: then it is wrong */
  c = join(a, 1, ROW(3, 5, "global", "load", 1, 4));
  assert_int_equal(c.items.items[0].status, COAL_REFUTED);
  release(&c);
}

/* A guard that nobody knows is taken to let all lanes pass: requests with fewer lanes may cost less, never more, and full ones
 * are as predicted. */
static void lanes_behind_an_unknown_guard(void **state) {
  (void)state;
  static const coal_assumption guard[] = {{COAL_ASSUMED_CONDITION, NULL, 4}};
  static const struct {
    const char *row;
    coal_confirm_status status;
  } table[] = {{ROW(5, 1, "global", "load", 1, 5), COAL_CONFIRMED},
               {ROW(5, 1, "global", "load", 1, 4), COAL_REFUTED},
               {ROW(5, 1, "global", "load", 1, 6), COAL_REFUTED}};
  for (size_t k = 0; k < sizeof table / sizeof *table; k++) {
    coal_access a = access_at(5, 1, COAL_SPACE_GLOBAL, COAL_MEM_LOAD, 5, 5);
    a.active_lanes = stat_of(7, 32);
    a.assumptions = guard;
    a.n_assumptions = 1;
    coal_confirmations c = join(&a, 1, table[k].row);
    assert_int_equal(c.items.items[0].status, table[k].status);
    release(&c);
  }
}

/* a[tid * n] is predicted for an n that is large enough: a smaller one is another situation, a costlier one a fault. */
static void strides_that_were_not_known(void **state) {
  (void)state;
  static const struct {
    const char *row;
    coal_confirm_status status;
  } table[] = {{ROW(5, 1, "global", "load", 32, 32), COAL_CONFIRMED},
               {ROW(5, 1, "global", "load", 4, 4), COAL_NOT_REACHED},
               {ROW(5, 1, "global", "load", 33, 33), COAL_REFUTED}};
  for (size_t k = 0; k < sizeof table / sizeof *table; k++) {
    coal_access a = access_at(5, 1, COAL_SPACE_GLOBAL, COAL_MEM_LOAD, 32, 32);
    a.stride_symbol = "n";
    a.worst_from = 8;
    coal_confirmations c = join(&a, 1, table[k].row);
    assert_int_equal(c.items.items[0].status, table[k].status);
    if (table[k].status == COAL_NOT_REACHED)
      assert_string_equal(c.items.items[0].note, "predicted for n from 8 on; less was passed");
    release(&c);
  }
}

static void other_widths_do_not_refute(void **state) {
  (void)state;
  coal_access a = access_at(5, 1, COAL_SPACE_GLOBAL, COAL_MEM_LOAD, 8, 8);
  a.bytes = a.instruction_bytes = 8;
  coal_confirmations c = join(&a, 1, ROW(5, 1, "global", "load", 4, 4));
  assert_int_equal(c.items.items[0].status, COAL_NOT_REACHED);
  assert_string_equal(c.items.items[0].note, "the compiler used another width");
  release(&c);
}

static void a_run_that_was_cut_refutes_no_range(void **state) {
  (void)state;
  static const char fault[] = "{\"text\": \"endless\", \"kind\": \"timeout\", \"fatal\": true}";
  coal_access a = access_at(5, 1, COAL_SPACE_GLOBAL, COAL_MEM_LOAD, 1, 32);
  coal_confirmations c = join_with(&a, 1, ROW(5, 1, "global", "load", 32, 32), fault);
  assert_int_equal(c.items.items[0].status, COAL_CONFIRMED);
  release(&c);
  c = join(&a, 1, ROW(5, 1, "global", "load", 32, 32));
  assert_int_equal(c.items.items[0].status, COAL_REFUTED);
  release(&c);
  a.moved = a.ways = stat_of(1, 16);
  c = join_with(&a, 1, ROW(5, 1, "global", "load", 32, 32), fault);
  assert_int_equal(c.items.items[0].status, COAL_REFUTED);
  release(&c);
}

static void what_one_side_lacks_is_said(void **state) {
  (void)state;
  coal_access a[] = {access_at(3, 5, COAL_SPACE_GLOBAL, COAL_MEM_LOAD, 4, 4),
                     access_at(4, 5, COAL_SPACE_GLOBAL, COAL_MEM_STORE, 4, 4)};
  a[1].known = false;
  a[1].reason = COAL_REASON_INDIRECT;
  coal_confirmations c = join(a, 2, ROW(4, 5, "global", "store", 4, 4) ", " ROW(9, 5, "global", "load", 4, 4));
  assert_int_equal(c.items.n, 3);
  assert_int_equal(c.items.items[0].status, COAL_NOT_REACHED);
  assert_int_equal(c.items.items[1].status, COAL_NOT_PREDICTED);
  assert_true(c.items.items[1].has_measured);
  assert_int_equal(c.items.items[2].status, COAL_NOT_PREDICTED);
  assert_int_equal(coal_confirm_exit_status(&c), 0);
  release(&c);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(right_prediction_is_confirmed),
                                     cmocka_unit_test(planted_wrong_prediction_is_refuted),
                                     cmocka_unit_test(wrong_conflict_degree_is_refuted),
                                     cmocka_unit_test(two_accesses_of_a_line_find_their_own_numbers),
                                     cmocka_unit_test(masks_from_data_do_not_refute),
                                     cmocka_unit_test(lanes_behind_an_unknown_guard),
                                     cmocka_unit_test(strides_that_were_not_known),
                                     cmocka_unit_test(other_widths_do_not_refute),
                                     cmocka_unit_test(a_run_that_was_cut_refutes_no_range),
                                     cmocka_unit_test(what_one_side_lacks_is_said)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
