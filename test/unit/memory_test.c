/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Local memory against an array of bytes a lane: what was written is read back, whatever was written over it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
/* cmocka needs the above first */
#include <cmocka.h>

#include "domain.h"
#include "eval/domain/bits.h"
#include "eval/domain/memory.h"

enum { BYTES = 24, ROUNDS = 300, STEPS = 30 };

/* An object of BYTES bytes and what each lane's bytes must be. */
typedef struct twin {
  coal_symbols *t;
  coal_memory *m;
  coal_object *o;
  uint8_t byte[COAL_WARP_LANES][BYTES];
  bool is_set[COAL_WARP_LANES][BYTES];
} twin;

static coal_module *module;

static twin twin_new(void) {
  twin w = {.t = coal_symbols_new()};
  w.m = coal_memory_new(w.t);
  w.o = coal_object_new(w.m, COAL_OBJECT_LOCAL, NULL, "o",
                        coal_type_array(module, coal_type_int(module, 8, false), BYTES), 8);
  return w;
}

static void twin_free(twin *w) {
  coal_memory_free(w->m);
  coal_symbols_free(w->t);
}

static const coal_type *random_type(void) {
  static const unsigned widths[] = {8, 16, 32, 64};
  return coal_type_int(module, widths[random_in(0, 3)], random_bits() % 2);
}

/* A start for an access of `size` bytes: mostly aligned; one for all lanes, or sometimes each lane its own. */
static const coal_poly *random_start(twin *w, int64_t size) {
  int64_t step = random_bits() % 4 ? size : 1, last = (BYTES - size) / step, v[COAL_WARP_LANES];
  if (random_bits() % 4) return coal_poly_const(w->t, step * random_in(0, last));
  for (unsigned l = 0; l < COAL_WARP_LANES; l++) v[l] = step * random_in(0, last);
  return coal_poly_lanes(w->t, v);
}

static uint32_t random_mask(void) { return random_bits() % 2 ? UINT32_MAX : (uint32_t)random_bits(); }

static void write_both(twin *w) {
  const coal_type *type = random_type();
  int64_t size = (int64_t)type->size_bytes, v[COAL_WARP_LANES];
  const coal_poly *at = random_start(w, size);
  uint32_t mask = random_mask();
  bool is_uniform = random_bits() % 2;
  for (unsigned l = 0; l < COAL_WARP_LANES; l++)
    v[l] = l && is_uniform ? v[0] : coal_wrap(type, (int64_t)random_bits());
  const coal_poly *p = coal_poly_lanes(w->t, v);
  coal_object_write(w->m, w->o, at, type, coal_value_poly(p, p), mask);
  for (unsigned l = 0; l < COAL_WARP_LANES; l++) {
    if (!(mask >> l & 1)) continue;
    memcpy(&w->byte[l][coal_lane(at->c, l)], &v[l], (size_t)size); /* little-endian, as the GPU and this machine are */
    memset(&w->is_set[l][coal_lane(at->c, l)], 1, (size_t)size);
  }
}

/* What lane l has there; false: bytes that were never written. */
static bool expected(const twin *w, const coal_type *type, int64_t at, unsigned l, int64_t *out) {
  int64_t v = 0;
  for (uint64_t i = 0; i < type->size_bytes; i++)
    if (!w->is_set[l][(uint64_t)at + i]) return false;
  memcpy(&v, &w->byte[l][at], (size_t)type->size_bytes);
  *out = coal_wrap(type, v);
  return true;
}

/* Reads somewhere; a known value must be the right one. Returns how many lanes were known. */
static unsigned read_and_compare(twin *w, const coal_type *type, const coal_poly *at, uint32_t mask) {
  coal_value r = coal_object_read(w->m, w->o, at, type, mask);
  unsigned known = 0;
  if (r.kind != COAL_VALUE_INT || r.p->n) return 0;
  for (unsigned l = 0; l < COAL_WARP_LANES; l++) {
    int64_t v;
    if (!(mask >> l & 1) || !expected(w, type, coal_lane(at->c, l), l, &v)) continue;
    assert_int_equal(coal_lane(r.p->c, l), v);
    known++;
  }
  return known;
}

static void reads_follow_writes(void **unused) {
  (void)unused;
  unsigned known = 0;
  for (int round = 0; round < ROUNDS; round++) {
    twin w = twin_new();
    for (int step = 0; step < STEPS; step++) {
      write_both(&w);
      const coal_type *type = random_type();
      known += read_and_compare(&w, type, random_start(&w, (int64_t)type->size_bytes), random_mask());
    }
    twin_free(&w);
  }
  assert_true(known > ROUNDS * STEPS); /* the memory did not simply forget: it knows more than a lane a read */
}

/* What was just written is known, whatever lay there before. */
static void last_write_is_known(void **unused) {
  (void)unused;
  for (int round = 0; round < ROUNDS; round++) {
    twin w = twin_new();
    for (int step = 0; step < STEPS; step++) write_both(&w);
    const coal_type *type = random_type();
    const coal_poly *at = coal_poly_const(w.t, random_in(0, BYTES - (int64_t)type->size_bytes));
    int64_t v = coal_wrap(type, (int64_t)random_bits());
    coal_object_write(w.m, w.o, at, type, coal_value_int(w.t, v), UINT32_MAX);
    int64_t got;
    assert_true(coal_value_constant(coal_object_read(w.m, w.o, at, type, UINT32_MAX), &got));
    assert_int_equal(got, v);
    twin_free(&w);
  }
}

/* A recording that is rolled back leaves the bytes as they were, with a recording inside it or without. */
static void rollback(void **unused) {
  (void)unused;
  unsigned known = 0;
  for (int round = 0; round < ROUNDS; round++) {
    twin w = twin_new();
    for (int step = 0; step < STEPS / 2; step++) write_both(&w);
    twin before = w;
    coal_journal_mark mark = coal_journal_begin(w.m);
    for (int step = 0; step < 4; step++) write_both(&w);
    coal_journal_mark inner = coal_journal_begin(w.m);
    for (int step = 0; step < 4; step++) write_both(&w);
    if (round % 2)
      coal_journal_rollback(w.m, inner);
    else
      coal_journal_end(w.m, inner);
    coal_journal_rollback(w.m, mark);
    for (int step = 0; step < STEPS; step++) {
      const coal_type *type = random_type();
      known += read_and_compare(&before, type, random_start(&before, (int64_t)type->size_bytes), UINT32_MAX);
    }
    twin_free(&before);
  }
  assert_true(known > ROUNDS * STEPS);
}

/* The changes of a recording: every slot that is not what it was, with what it was. */
static void changes(void **unused) {
  (void)unused;
  const coal_type *type = coal_type_int(module, 32, true);
  for (int round = 0; round < ROUNDS; round++) {
    twin w = twin_new();
    int64_t old[BYTES / 4], now[BYTES / 4];
    for (int i = 0; i < BYTES / 4; i++) {
      old[i] = now[i] = random_in(-9, 9);
      coal_object_write(w.m, w.o, coal_poly_const(w.t, 4 * i), type, coal_value_int(w.t, old[i]), UINT32_MAX);
    }
    coal_journal_mark mark = coal_journal_begin(w.m);
    for (int64_t k = random_in(0, 5); k > 0; k--) {
      int64_t i = random_in(0, BYTES / 4 - 1);
      now[i] = random_in(-9, 9);
      coal_object_write(w.m, w.o, coal_poly_const(w.t, 4 * i), type, coal_value_int(w.t, now[i]), UINT32_MAX);
    }
    coal_changes list = {0};
    coal_journal_changes(w.m, mark, &list);
    int listed = 0, differ = 0;
    for (int i = 0; i < BYTES / 4; i++) differ += old[i] != now[i];
    for (size_t k = 0; k < list.n; k++) {
      int64_t was, is;
      uint64_t i = list.items[k].offset / 4;
      assert_true(list.items[k].had_before && coal_value_constant(list.items[k].before, &was));
      assert_true(coal_value_constant(list.items[k].after, &is));
      assert_int_equal(was, old[i]);
      assert_int_equal(is, now[i]);
      listed += old[i] != now[i];
    }
    assert_int_equal(listed, differ);
    coal_vec_free(&list);
    coal_journal_end(w.m, mark);
    twin_free(&w);
  }
}

/* Bits that a value stands for, cut and joined. */
static void bits(void **unused) {
  (void)unused;
  coal_symbols *t = coal_symbols_new();
  for (int round = 0; round < ROUNDS; round++) {
    uint64_t x = random_bits(), from = (uint64_t)random_in(0, 63), n = (uint64_t)random_in(1, 64 - (int64_t)from), high,
             low;
    coal_value all = coal_value_int(t, (int64_t)x), cut = coal_bits_cut(t, all, from, n), joined;
    int64_t got;
    assert_true(coal_value_constant(cut, &got));
    assert_int_equal((uint64_t)got, n == 64 ? x : x >> from & ((UINT64_C(1) << n) - 1));
    high = x >> 32;
    low = x & UINT32_MAX;
    joined = coal_bits_join(t, coal_value_int(t, (int64_t)high), coal_value_int(t, (int64_t)low));
    assert_true(coal_value_constant(joined, &got));
    assert_int_equal((uint64_t)got, x);
  }
  coal_symbols_free(t);
}

static int set_up(void **unused) {
  (void)unused;
  module = coal_module_new();
  return 0;
}

static int tear_down(void **unused) {
  (void)unused;
  coal_module_free(module);
  return 0;
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(reads_follow_writes),
      cmocka_unit_test(last_write_is_known),
      cmocka_unit_test(rollback),
      cmocka_unit_test(changes),
      cmocka_unit_test(bits),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
