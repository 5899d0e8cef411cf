/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** The model against every row of the measurements in test/ground-truth/, and against a naive copy of its rules. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <coalcheck/model.h>
#include <model/patterns.h>

#ifndef COAL_TEST_DIR
#define COAL_TEST_DIR "test"
#endif

static const coal_target *target(void) { return coal_target_find("sm_90"); }

/* ---- measurements -------------------------------------------------------------------------------------- */

/** One measured row: the request and what the hardware counted. */
typedef struct row {
  coal_request request;
  uint32_t measured;
} row;

static coal_mem_op op_of(const char *name, size_t n) {
  static const struct {
    const char *name;
    coal_mem_op op;
  } ops[] = {{"load", COAL_MEM_LOAD},
             {"store", COAL_MEM_STORE},
             {"ldmatrix.x1", COAL_MEM_LDMATRIX1},
             {"ldmatrix.x2", COAL_MEM_LDMATRIX2},
             {"ldmatrix.x4", COAL_MEM_LDMATRIX4},
             {"stmatrix.x1", COAL_MEM_STMATRIX1},
             {"stmatrix.x2", COAL_MEM_STMATRIX2},
             {"stmatrix.x4", COAL_MEM_STMATRIX4},
             {"red.add.u32 of the constant 1", COAL_MEM_ATOMIC_INC}};
  for (size_t i = 0; i < sizeof ops / sizeof *ops; i++)
    if (n == strlen(ops[i].name) && !memcmp(name, ops[i].name, n)) return ops[i].op;
  return COAL_MEM_ATOMIC;
}

/** `op,bytes,active_mask,pattern,count,o0,…,o31`; op may be quoted. */
static row parse(const char *line, coal_space space) {
  row r = {.request = {.space = space}};
  bool is_quoted = *line == '"';
  const char *name = line + is_quoted;
  size_t n = strcspn(name, is_quoted ? "\"" : ",");
  r.request.op = op_of(name, n);
  char *p = (char *)(uintptr_t)(name + n + is_quoted + 1);
  r.request.bytes = (uint32_t)strtoul(p, &p, 10);
  r.request.mask = (uint32_t)strtoul(p + 1, &p, 16);
  p = strchr(p + 1, ',');
  r.measured = (uint32_t)strtoul(p + 1, &p, 10);
  for (unsigned i = 0; i < COAL_WARP_LANES; i++) r.request.address[i] = (1u << 20) + strtoull(p + 1, &p, 10);
  return r;
}

/** Rows of the file that the model gives exactly; the number of rows in `*total`. */
static unsigned count_exact(const char *file, coal_space space, unsigned *total) {
  char path[512], line[2048];
  snprintf(path, sizeof path, "%s/ground-truth/%s", COAL_TEST_DIR, file);
  FILE *f = fopen(path, "r");
  assert_non_null(f);
  unsigned exact = 0;
  *total = 0;
  assert_non_null(fgets(line, sizeof line, f));
  while (fgets(line, sizeof line, f)) {
    row r = parse(line, space);
    coal_cost c = coal_model_cost(target(), &r.request);
    ++*total;
    exact += c.moved == r.measured;
    assert_true(c.ideal <= c.moved);
  }
  fclose(f);
  return exact;
}

static void gives_every_global_row(void **state) {
  (void)state;
  unsigned total, exact = count_exact("h200-global-sectors.csv", COAL_SPACE_GLOBAL, &total);
  assert_int_equal(total, 480);
  assert_int_equal(exact, 480);
}

static void gives_every_shared_row(void **state) {
  (void)state;
  unsigned total, exact = count_exact("h200-shared-wavefronts.csv", COAL_SPACE_SHARED, &total);
  assert_int_equal(total, 2316);
  assert_int_equal(exact, 2316);
}

static void gives_every_shared_atomic_and_matrix_row(void **state) {
  (void)state;
  unsigned total, exact = count_exact("h200-shared-atomics-matrix.csv", COAL_SPACE_SHARED, &total);
  assert_int_equal(total, 594);
  assert_int_equal(exact, 594);
}

static void gives_243_of_252_global_atomic_rows(void **state) {
  (void)state;
  unsigned total, exact = count_exact("h200-global-atomics.csv", COAL_SPACE_GLOBAL, &total);
  assert_int_equal(total, 252);
  assert_true(exact >= 243);
}

/* ---- worked by hand ------------------------------------------------------------------------------------ */

/** `# = moved,ideal,ways[,bytes moved]`; returns how many numbers. */
static int parse_expected(const char *line, unsigned expected[4]) {
  return sscanf(line, "# = %u,%u,%u,%u", &expected[0], &expected[1], &expected[2], &expected[3]);
}

static row parse_hand(const char *line) {
  bool is_shared = !strncmp(line, "shared,", 7);
  row r = parse(strchr(line, ',') + 1, is_shared ? COAL_SPACE_SHARED : COAL_SPACE_GLOBAL);
  char *p = strchr(strchr(strchr(strchr(line, ',') + 1, ',') + 1, ',') + 1, ',');
  for (unsigned i = 0; i < COAL_WARP_LANES; i++) r.request.address[i] = (1u << 20) + strtoull(p + 1, &p, 10);
  return r;
}

/** Every row of test/ground-truth/hand-NAME.csv against its comment. */
static void assert_hand_table(const char *name, const char *target_name, unsigned rows) {
  char path[512], line[2048];
  unsigned expected[4] = {0}, n = 0;
  int n_expected = 0;
  const coal_target *t = coal_target_find(target_name);
  snprintf(path, sizeof path, "%s/ground-truth/hand-%s.csv", COAL_TEST_DIR, name);
  FILE *f = fopen(path, "r");
  assert_non_null(f);
  assert_non_null(t);
  while (fgets(line, sizeof line, f)) {
    if (*line == '#') {
      n_expected = parse_expected(line, expected);
      continue;
    }
    row r = parse_hand(line);
    coal_cost c = coal_model_cost(t, &r.request);
    assert_true(n_expected >= 3);
    assert_int_equal(c.moved, expected[0]);
    assert_int_equal(c.ideal, expected[1]);
    assert_int_equal(c.ways, expected[2]);
    if (n_expected == 4) assert_int_equal(c.bytes_moved, expected[3]);
    n++;
  }
  fclose(f);
  assert_int_equal(n, rows);
}

static void gives_the_hand_worked_tables(void **state) {
  (void)state;
  assert_hand_table("sm_10", "sm_10", 35);
  assert_hand_table("sm_13", "sm_13", 21);
  assert_hand_table("sm_20", "sm_20", 28);
  assert_hand_table("sm_20-l2", "fermi-l2", 4);
  assert_hand_table("sm_30", "sm_30", 19);
  assert_hand_table("sm_30-bank8", "sm_30:bank8", 9);
  assert_hand_table("sm_35-l1", "sm_35:l1", 4);
}

/* ---- the naive model ----------------------------------------------------------------------------------- */

static bool is_active(const coal_request *r, unsigned lane) { return r->mask >> lane & 1; }

/** Distinct multiples of `unit` touched by the bytes of the lanes in `mask`, by comparing all with all. */
static uint32_t naive_distinct(const coal_request *r, uint32_t mask, uint64_t unit) {
  static uint64_t seen[COAL_WARP_LANES * 16];
  uint32_t n = 0;
  for (unsigned lane = 0; lane < COAL_WARP_LANES; lane++)
    for (uint32_t b = 0; (mask >> lane & 1) && b < r->bytes; b++) {
      uint64_t at = (r->address[lane] + b) / unit;
      uint32_t i = 0;
      while (i < n && seen[i] != at) i++;
      if (i == n) seen[n++] = at;
    }
  return n;
}

static uint32_t naive_bank(const coal_request *r, uint32_t mask, uint64_t bank) {
  uint32_t words = 0;
  uint64_t seen[COAL_WARP_LANES * 16];
  for (unsigned lane = 0; lane < COAL_WARP_LANES; lane++)
    for (uint32_t b = 0; (mask >> lane & 1) && b < r->bytes; b++) {
      uint64_t word = (r->address[lane] + b) / 4;
      uint32_t i = 0;
      if (word % 32 != bank) continue;
      while (i < words && seen[i] != word) i++;
      if (i == words) seen[words++] = word;
    }
  return words;
}

static uint32_t naive_phase(const coal_request *r, uint32_t mask) {
  uint32_t most = 0;
  for (uint64_t bank = 0; bank < 32; bank++) {
    uint32_t n = naive_bank(r, mask, bank);
    if (n > most) most = n;
  }
  return most;
}

static bool naive_pairs(const coal_request *r, unsigned distance) {
  for (unsigned i = 0; i < COAL_WARP_LANES; i++)
    if (is_active(r, i) && is_active(r, i ^ distance) && r->address[i] != r->address[i ^ distance]) return false;
  return true;
}

static uint32_t naive_shared(const coal_request *r) {
  unsigned lanes = r->bytes <= 4 ? 32 : r->bytes == 8 ? 16 : 8;
  if (lanes < 32 && r->op == COAL_MEM_LOAD && (naive_pairs(r, 1) || naive_pairs(r, 2))) lanes *= 2;
  uint32_t sum = 0;
  for (unsigned first = 0; first < 32; first += lanes) {
    uint32_t mask = 0;
    for (unsigned i = first; i < first + lanes; i++) mask |= r->mask & (1u << i);
    sum += naive_phase(r, mask);
  }
  return sum;
}

static uint64_t random_state = 0x9e3779b97f4a7c15u;

static uint32_t random_below(uint32_t n) {
  random_state ^= random_state << 13;
  random_state ^= random_state >> 7;
  random_state ^= random_state << 17;
  return (uint32_t)((random_state >> 20) % n);
}

/** Strides, permutations, duplicates, holes and noise, sometimes not aligned. */
static coal_request random_request(coal_space space) {
  coal_request r = {.space = space, .op = random_below(2) ? COAL_MEM_LOAD : COAL_MEM_STORE};
  r.bytes = 1u << random_below(5);
  r.mask = random_below(3) ? UINT32_MAX : (uint32_t)(random_state >> 7);
  uint32_t kind = random_below(4), stride = random_below(40), range = 1 + random_below(600);
  uint64_t start = random_below(8) ? 4096u + r.bytes * random_below(64) : 4096u + random_below(64);
  for (unsigned i = 0; i < COAL_WARP_LANES; i++) {
    uint32_t at = kind == 0   ? i * stride
                  : kind == 1 ? random_below(range)
                  : kind == 2 ? (i >> random_below(3)) * stride
                              : (31 - i) * stride;
    r.address[i] = start + (uint64_t)at * r.bytes;
  }
  return r;
}

static void agrees_with_the_naive_global_model(void **state) {
  (void)state;
  for (unsigned k = 0; k < 20000; k++) {
    coal_request r = random_request(COAL_SPACE_GLOBAL);
    coal_cost c = coal_model_cost(target(), &r);
    assert_int_equal(c.moved, naive_distinct(&r, r.mask, 32));
    assert_int_equal(c.bytes_used, naive_distinct(&r, r.mask, 1));
    assert_int_equal(c.ideal, (c.bytes_used + 31) / 32);
  }
}

static void agrees_with_the_naive_shared_model(void **state) {
  (void)state;
  for (unsigned k = 0; k < 5000; k++) {
    coal_request r = random_request(COAL_SPACE_SHARED);
    coal_cost c = coal_model_cost(target(), &r);
    assert_int_equal(c.moved, naive_shared(&r));
    assert_int_equal(c.bytes_used, naive_distinct(&r, r.mask, 1));
  }
}

/* ---- worked answers ------------------------------------------------------------------------------------ */

static coal_request strided(coal_space space, coal_mem_op op, uint32_t bytes, uint64_t start, uint64_t stride) {
  coal_request r = {.space = space, .op = op, .bytes = bytes, .mask = UINT32_MAX};
  for (unsigned i = 0; i < COAL_WARP_LANES; i++) r.address[i] = start + i * stride;
  return r;
}

static void assert_cost(coal_request r, uint32_t moved, uint32_t ideal, uint32_t ways) {
  coal_cost c = coal_model_cost(target(), &r);
  assert_int_equal(c.moved, moved);
  assert_int_equal(c.ideal, ideal);
  assert_int_equal(c.ways, ways);
}

static void counts_the_worked_global_answers(void **state) {
  (void)state;
  assert_cost(strided(COAL_SPACE_GLOBAL, COAL_MEM_LOAD, 4, 4096, 4), 4, 4, 1);
  assert_cost(strided(COAL_SPACE_GLOBAL, COAL_MEM_LOAD, 4, 4096, 4096), 32, 4, 1);
  assert_cost(strided(COAL_SPACE_GLOBAL, COAL_MEM_LOAD, 4, 4096, 32), 32, 4, 1);
  assert_cost(strided(COAL_SPACE_GLOBAL, COAL_MEM_LOAD, 4, 4096 + 16, 4), 5, 4, 1);
  assert_cost(strided(COAL_SPACE_GLOBAL, COAL_MEM_LOAD, 4, 4096, 16), 16, 4, 1);
  assert_cost(strided(COAL_SPACE_GLOBAL, COAL_MEM_LOAD, 4, 4096, 0), 1, 1, 1);
}

static void counts_the_worked_shared_answers(void **state) {
  (void)state;
  assert_cost(strided(COAL_SPACE_SHARED, COAL_MEM_LOAD, 4, 0, 128), 32, 1, 32);
  assert_cost(strided(COAL_SPACE_SHARED, COAL_MEM_LOAD, 4, 0, 132), 1, 1, 1);
  assert_cost(strided(COAL_SPACE_SHARED, COAL_MEM_LOAD, 4, 0, 0), 1, 1, 1);
  assert_cost(strided(COAL_SPACE_SHARED, COAL_MEM_LOAD, 8, 0, 8), 2, 2, 1);
  assert_cost(strided(COAL_SPACE_SHARED, COAL_MEM_LOAD, 16, 0, 16), 4, 4, 1);
  assert_cost(strided(COAL_SPACE_SHARED, COAL_MEM_STORE, 8, 0, 16), 4, 2, 2);
}

/** An atomic on one word cannot be helped by placing it elsewhere: global ideal counts its lanes. */
static void counts_contention_as_the_programs_own(void **state) {
  (void)state;
  assert_cost(strided(COAL_SPACE_GLOBAL, COAL_MEM_ATOMIC, 4, 4096, 0), 32, 32, 1);
  assert_cost(strided(COAL_SPACE_GLOBAL, COAL_MEM_ATOMIC, 4, 4096, 4), 4, 4, 1);
  assert_cost(strided(COAL_SPACE_GLOBAL, COAL_MEM_ATOMIC, 4, 4096, 32), 32, 4, 1);
  assert_cost(strided(COAL_SPACE_SHARED, COAL_MEM_ATOMIC, 4, 4096, 0), 32, 1, 32);
  assert_cost(strided(COAL_SPACE_SHARED, COAL_MEM_ATOMIC_INC, 4, 4096, 0), 1, 1, 1);
}

static void answers_nothing_for_no_lanes(void **state) {
  (void)state;
  coal_request r = strided(COAL_SPACE_GLOBAL, COAL_MEM_LOAD, 4, 0, 4);
  r.mask = 0;
  assert_cost(r, 0, 0, 0);
  r.space = COAL_SPACE_SHARED;
  assert_cost(r, 0, 0, 0);
}

static void knows_what_a_shift_mends(void **state) {
  (void)state;
  coal_request off = strided(COAL_SPACE_GLOBAL, COAL_MEM_LOAD, 4, 4096 + 4, 4);
  coal_request far = strided(COAL_SPACE_GLOBAL, COAL_MEM_LOAD, 4, 4096, 8);
  assert_true(coal_model_shift_mends(target(), &off, 4));
  assert_false(coal_model_shift_mends(target(), &far, 4));
  coal_shifts s = coal_model_shifts(target(), &off, 4);
  assert_int_equal(s.least, 4);
  assert_int_equal(s.most, 5);
}

/** The four fields of a 16-byte record fill the sectors of the first; two of them only half. */
static void knows_what_a_group_uses(void **state) {
  (void)state;
  coal_request fields[4];
  uint32_t used, fetched;
  for (unsigned f = 0; f < 4; f++) fields[f] = strided(COAL_SPACE_GLOBAL, COAL_MEM_LOAD, 4, 4096 + 4 * f, 16);
  coal_model_group(target(), fields, 4, &used, &fetched);
  assert_int_equal(used, 512);
  assert_int_equal(fetched, 512);
  coal_model_group(target(), fields, 2, &used, &fetched);
  assert_int_equal(used, 256);
  assert_int_equal(fetched, 512);
}

static void finds_targets_by_any_name(void **state) {
  (void)state;
  const char *const names[] = {"sm_90", "sm_90a", "compute_90", "90", "9.0"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) assert_ptr_equal(coal_target_find(names[i]), target());
  assert_string_equal(coal_target_find("RTX-4090")->name, "sm_89");
  assert_true(coal_target_find("h100")->bandwidth_gbps == 3350 &&
              coal_target_find("H100 PCIe")->multiprocessors == 114);
  size_t n;
  const coal_target *products = coal_target_products(&n);
  for (size_t i = 0; i < n; i++) { /* only the device differs from its capability's */
    coal_target like = *coal_target_find(products[i].name), *p = &(coal_target){0};
    *p = products[i];
    assert_true(p->is_product && p->clock_mhz > 0 && p->gflops > 0 && p->l2_bytes > 0);
    assert_int_equal(p->cc, like.cc);
    assert_true(p->warps_max == like.warps_max && p->blocks_max == like.blocks_max &&
                p->shared_bytes == like.shared_bytes);
    assert_true(p->sector_bytes == like.sector_bytes && p->bank_count == like.bank_count &&
                p->latency_ns == like.latency_ns);
    assert_int_equal(p->global_source, like.global_source);
  }
  assert_string_equal(coal_target_find("12.0")->name, "sm_120");
  assert_string_equal(coal_target_find("sm_100f")->name, "sm_100");
  const struct {
    const char *name, *is;
  } switches[] = {{"gtx280", "sm_13"},
                  {"8800 GTX", "sm_10"},
                  {"a100", "sm_80"},
                  {"fermi", "sm_20"},
                  {"fermi-l2", "sm_20:l2"},
                  {"sm_20:l1", "sm_20"},
                  {"kepler", "sm_30"},
                  {"3.5:l1", "sm_35:l1"},
                  {"sm_30:l2", "sm_30"},
                  {"sm_30:bank8", "sm_30:bank8"},
                  {"k40:bank8:l1", "sm_35:l1:bank8"}};
  for (size_t i = 0; i < sizeof switches / sizeof *switches; i++)
    assert_string_equal(coal_target_find(switches[i].name)->name, switches[i].is);
  const char *const wrong[] = {"sm_80:l1",
                               "sm_13:l2",
                               "sm_20:bank8",
                               ":l1",
                               "-l1",
                               "",
                               "sm_",
                               "sm_9",
                               "sm_90b",
                               "sm_90aa",
                               "sm_999999999999999999999",
                               "h",
                               "9.x",
                               "A"};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) assert_null(coal_target_find(wrong[i]));
  assert_null(coal_target_find(NULL));
}

/** Each entry of the list is found by its own name, and the list is in order of compute capability. */
static void lists_targets_in_order(void **state) {
  (void)state;
  size_t n;
  const coal_target *const *list = coal_target_list(&n);
  assert_true(n >= 40);
  for (size_t i = 0; i < n; i++) {
    assert_ptr_equal(coal_target_find(list[i]->name), list[i]);
    if (i) assert_true(list[i - 1]->cc <= list[i]->cc);
  }
}

/** 32 words that begin 64 bytes behind a line's start lie on two lines, whether read or written; 32 of 8 bytes on two. */
static void counts_lines_of_loads_and_stores(void **state) {
  (void)state;
  const coal_target *t = coal_target_find("lines128");
  const coal_mem_op ops[] = {COAL_MEM_LOAD, COAL_MEM_STORE};
  for (unsigned i = 0; i < 2; i++) {
    coal_request shifted = strided(COAL_SPACE_GLOBAL, ops[i], 4, 64, 4),
                 wide = strided(COAL_SPACE_GLOBAL, ops[i], 8, 0, 8);
    assert_int_equal(coal_model_cost(t, &shifted).moved, 2);
    assert_int_equal(coal_model_cost(t, &shifted).ideal, 1);
    assert_int_equal(coal_model_cost(t, &wide).moved, 2);
    assert_int_equal(coal_model_cost(t, &wide).ideal, 2);
  }
}

/* ---- CSV ----------------------------------------------------------------------------------------------- */

static char *offsets(char *to, unsigned step) {
  char *p = to;
  for (unsigned i = 0; i < COAL_WARP_LANES; i++) p += sprintf(p, ",%u", i * step);
  return to;
}

static void answers_csv_rows_and_names_bad_ones(void **state) {
  (void)state;
  char text[4096], o4[256], o8[256], *errors;
  snprintf(text, sizeof text,
           "space,op,bytes,active_mask,o0\n# comment\nglobal,load,4,0xffffffff%s\r\nshared,store,4,ffffffff%s\n\n"
           "global,load,3,0xffffffff%s\nshared,atomic-inc,4,0x1,0\nshared,stmatrix4,16,0xffffffff%s",
           offsets(o4, 4), offsets(o8, 8), o4, offsets(o8, 8));
  offsets(o8, 8);
  char *out = coal_model_csv(target(), text, &errors);
  assert_string_equal(out,
                      "global,load,4,0xffffffff,4,4,1\nshared,store,4,ffffffff,2,1,2\n"
                      "shared,stmatrix4,16,0xffffffff,4,4,1\n");
  assert_string_equal(errors,
                      "line 6: bytes must be 1, 2, 4, 8 or 16\n"
                      "line 7: a row has 36 fields: space, op, bytes, active_mask and 32 offsets\n");
  free(out);
  free(errors);
  out = coal_model_csv(target(), "", &errors);
  assert_string_equal(out, "");
  assert_null(errors);
  free(out);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(gives_every_global_row),
      cmocka_unit_test(gives_every_shared_row),
      cmocka_unit_test(gives_every_shared_atomic_and_matrix_row),
      cmocka_unit_test(gives_243_of_252_global_atomic_rows),
      cmocka_unit_test(gives_the_hand_worked_tables),
      cmocka_unit_test(agrees_with_the_naive_global_model),
      cmocka_unit_test(agrees_with_the_naive_shared_model),
      cmocka_unit_test(counts_the_worked_global_answers),
      cmocka_unit_test(counts_the_worked_shared_answers),
      cmocka_unit_test(counts_contention_as_the_programs_own),
      cmocka_unit_test(answers_nothing_for_no_lanes),
      cmocka_unit_test(knows_what_a_shift_mends),
      cmocka_unit_test(knows_what_a_group_uses),
      cmocka_unit_test(finds_targets_by_any_name),
      cmocka_unit_test(lists_targets_in_order),
      cmocka_unit_test(counts_lines_of_loads_and_stores),
      cmocka_unit_test(answers_csv_rows_and_names_bad_ones),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
