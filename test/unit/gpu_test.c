/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** coalcheck-gpu's comparison of a plan's rows with counted instructions. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "gpu/gpu.h"

#define ROW(LINE, SPACE, OP, BYTES, EACH, EXECUTIONS, SUM)                                                        \
  "{\"file\": \"a/k.cu\", \"line\": " #LINE                                                                       \
  ", \"column\": 1, \"kernel\": \"k\", \"symbol\": \"_Z1kPf\", \"space\": \"" SPACE "\", \"op\": \"" OP           \
  "\", \"bytes\": " #BYTES ", \"cpu_status\": \"confirmed\", \"predicted\": {\"min\": " #EACH ", \"max\": " #EACH \
  ", \"mean\": " #EACH "}, \"cpu\": {\"min\": " #EACH ", \"max\": " #EACH ", \"mean\": " #EACH                    \
  "}, \"cpu_executions\": " #EXECUTIONS ", \"cpu_sum\": " #SUM "}"

static coal_sass instruction(const char *opcode, uint32_t line1, uint32_t bytes, uint64_t sectors, uint64_t executed) {
  return (coal_sass){.function = "_Z1kPf",
                     .file = "/other/k.cu",
                     .line1 = line1,
                     .bytes = bytes,
                     .opcode = opcode,
                     .is_global = opcode[2] == 'G',
                     .is_shared = opcode[2] != 'G',
                     .is_load = !strncmp(opcode, "LD", 2),
                     .is_store = !strncmp(opcode, "ST", 2),
                     .is_atomic = !strncmp(opcode, "AT", 2),
                     .global_sum = opcode[2] == 'G' ? sectors : 0,
                     .shared_sum = opcode[2] == 'G' ? 0 : sectors,
                     .executed = executed};
}

/** Status and note of the first row, "status: note", against these instructions. */
static void assert_first(const char *rows, const coal_sass *instructions, size_t n, const char *wanted) {
  coal_arena *a = coal_arena_new();
  coal_sass_list sass = {0};
  for (size_t k = 0; k < n; k++) coal_vec_push(&sass, instructions[k]);
  const char *text =
      coal_arena_format(a, "{\"launched\": [{\"kernel\": \"k\", \"symbol\": \"_Z1kPf\"}], \"rows\": [%s]}", rows);
  json_t *file = json_loads(text, 0, NULL), *list = json_array();
  assert_non_null(file);
  coal_gpu_compare(a, file, &sass, list);
  const json_t *first = json_array_get(list, 0), *note = json_object_get(first, "note");
  const char *got = coal_arena_format(a, "%s%s%s", json_string_value(json_object_get(first, "status")),
                                      note ? ": " : "", note ? json_string_value(note) : "");
  assert_string_equal(got, wanted);
  json_decref(list);
  json_decref(file);
  coal_vec_free(&sass);
  coal_arena_free(a);
}

static void equal_sums_confirm(void **state) {
  (void)state;
  coal_sass s[] = {instruction("LDG.E", 3, 4, 24, 2), instruction("LDG.E", 3, 4, 8, 2)};
  assert_first(ROW(3, "global", "load", 4, 8, 4, 32), s, 2, "confirmed");
}

static void other_sums_refute(void **state) {
  (void)state;
  coal_sass s[] = {instruction("LDG.E", 3, 4, 16, 4)};
  assert_first(ROW(3, "global", "load", 4, 8, 4, 32), s, 1, "refuted");
}

static void hoisted_loads_count_by_request(void **state) {
  (void)state;
  coal_sass s[] = {instruction("LDG.E", 3, 4, 8, 1)};
  assert_first(ROW(3, "global", "load", 4, 8, 4, 32), s, 1, "confirmed: the compiler does it 1 times, not 4");
}

static void a_wider_instruction_is_no_refutation(void **state) {
  (void)state;
  coal_sass s[] = {instruction("LDS.128", 3, 16, 4, 1)};
  assert_first(ROW(3, "shared", "load", 4, 1, 4, 4) "," ROW(3, "shared", "load", 4, 1, 4, 4), s, 1,
               "not-reached: the compiler uses 16-byte accesses here");
}

static void one_of_two_alike_is_enough(void **state) {
  (void)state;
  coal_sass s[] = {instruction("LDG.E", 3, 4, 16, 4)};
  assert_first(ROW(3, "global", "load", 4, 4, 4, 16) "," ROW(3, "global", "load", 4, 4, 4, 16), s, 1,
               "confirmed: the compiler merged accesses of this line that are alike");
}

static void a_loop_of_swaps_is_no_atomic(void **state) {
  (void)state;
  coal_sass s[] = {instruction("ATOMS.CAST.SPIN", 3, 4, 71, 40)};
  assert_first(ROW(3, "shared", "atomic", 4, 8, 4, 32), s, 1,
               "not-reached: the compiler makes a loop with compare-and-swap of it");
}

static void a_dropped_access_is_not_reached(void **state) {
  (void)state;
  assert_first(ROW(3, "global", "store", 4, 4, 4, 16), NULL, 0,
               "not-reached: the compiler dropped this access or merged it with another");
}

static void names_of_nvcc_are_clangs(void **state) {
  (void)state;
  assert_true(coal_gpu_same_symbol("_Z1kPf", "_Z1kPf"));
  assert_false(coal_gpu_same_symbol("_Z1kPf", "_Z1kPi"));
  assert_true(coal_gpu_same_symbol("_ZL8internalPf", "_Z8internalPf"));
  assert_true(
      coal_gpu_same_symbol("_ZN12_GLOBAL__N_16hiddenEPf", "_ZN39_GLOBAL__N__5d13c7ce_7_anon_cu_d1dbb2e06hiddenEPf"));
  assert_true(coal_gpu_same_symbol("_Z6taggedIN12_GLOBAL__N_13TagIiEEEvPf",
                                   "_Z6taggedIN39_GLOBAL__N__5d13c7ce_7_anon_cu_d1dbb2e03TagIiEEEvPf"));
  assert_false(
      coal_gpu_same_symbol("_ZN12_GLOBAL__N_16hiddenEPf", "_ZN39_GLOBAL__N__5d13c7ce_7_anon_cu_d1dbb2e06hiddemEPf"));
  assert_false(coal_gpu_same_symbol("_ZN12_GLOBAL__N_16hiddenEPf", "_Z6hiddenPf"));
  assert_false(coal_gpu_same_symbol("plain", "_Z5plainPf"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(names_of_nvcc_are_clangs),
      cmocka_unit_test(equal_sums_confirm),
      cmocka_unit_test(other_sums_refute),
      cmocka_unit_test(hoisted_loads_count_by_request),
      cmocka_unit_test(a_wider_instruction_is_no_refutation),
      cmocka_unit_test(one_of_two_alike_is_enough),
      cmocka_unit_test(a_loop_of_swaps_is_no_atomic),
      cmocka_unit_test(a_dropped_access_is_not_reached),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
