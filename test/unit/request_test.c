/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* One request looked at from plain data: addresses, mask, what is known of the object and of unknown symbols. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
/* cmocka needs the above first */
#include <cmocka.h>

#include "eval/measure/request.h"

typedef struct fixture {
  coal_symbols *t;
  int64_t lane[COAL_WARP_LANES];
  coal_request_input in;
} fixture;

/* A load of 4 bytes by all lanes, `bytes` apart. */
static fixture lanes_apart(int64_t bytes) {
  fixture f = {.t = coal_symbols_new()};
  int64_t zero[COAL_WARP_LANES] = {0}, lane[COAL_WARP_LANES], at[COAL_WARP_LANES];
  for (int i = 0; i < COAL_WARP_LANES; i++) {
    f.lane[i] = lane[i] = i;
    at[i] = bytes * i;
  }
  f.in = (coal_request_input){.target = coal_target_find("sm_80"),
                              .symbols = f.t,
                              .space = COAL_SPACE_GLOBAL,
                              .op = COAL_MEM_LOAD,
                              .bytes = 4,
                              .mask = UINT32_MAX,
                              .address = coal_poly_lanes(f.t, at),
                              .object_align = 256};
  f.in.thread[0] = coal_poly_lanes(f.t, lane);
  f.in.thread[1] = f.in.thread[2] = coal_poly_lanes(f.t, zero);
  return f;
}

static coal_symbol parameter(const char *name) {
  return (coal_symbol){.name = name, .is_parameter = true, .lo = INT64_MIN, .hi = INT64_MAX, .mod = 1};
}

/* Adds coef · symbol. */
static void add(fixture *f, const coal_poly *coef, coal_symbol_id symbol) {
  const coal_poly *term = coal_poly_mul(f->t, coef, coal_poly_symbol(f->t, symbol));
  f->in.address = coal_poly_add(f->t, f->in.address, term);
}

static coal_measurement measure(const fixture *f) {
  const coal_shapes none = {0};
  coal_measurement out;
  assert_int_equal(coal_request_measure(&f->in, &none, NULL, &out), COAL_REASON_NONE);
  return out;
}

static void numbers(const coal_measurement *f, uint32_t min, uint32_t max, uint32_t ideal) {
  assert_int_equal(f->shape.moved_min, min);
  assert_int_equal(f->shape.moved_max, max);
  assert_int_equal(f->shape.ideal, ideal);
}

static void known_distances(void **state) {
  (void)state;
  static const struct {
    int64_t bytes;
    uint32_t moved;
  } rows[] = {{4, 4}, {8, 8}, {12, 12}, {32, 32}, {-4, 5}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    fixture f = lanes_apart(rows[i].bytes);
    coal_measurement m = measure(&f);
    numbers(&m, rows[i].moved, rows[i].moved, 4);
    assert_true(m.shape.has_stride && m.shape.is_affine && !m.shape.is_uniform && !m.shape.is_inexact);
    assert_int_equal(m.shape.stride, rows[i].bytes);
    assert_int_equal(m.shape.shift_mends, rows[i].bytes == -4);
    coal_symbols_free(f.t);
  }
}

static void masks_and_parts(void **state) {
  (void)state;
  fixture f = lanes_apart(8);
  f.in.mask = 0x1;
  coal_measurement m = measure(&f);
  numbers(&m, 1, 1, 1);
  assert_true(m.shape.is_uniform);
  f.in.mask = 0xff;
  m = measure(&f);
  numbers(&m, 2, 2, 1);
  f.in.offset = 4;
  m = measure(&f);
  numbers(&m, 2, 2, 1);
  f.in.space = COAL_SPACE_SHARED;
  f.in.mask = UINT32_MAX;
  m = measure(&f);
  numbers(&m, 2, 2, 1);
  assert_int_equal(m.shape.ways, 2);
  coal_symbols_free(f.t);
}

static void unknown_starts(void **state) {
  (void)state;
  fixture f = lanes_apart(4);
  add(&f, coal_poly_const(f.t, 4), coal_symbol_add(f.t, parameter("n")));
  coal_measurement m = measure(&f);
  numbers(&m, 4, 5, 4);
  assert_true(m.shape.is_inexact && m.shape.shift_mends);
  assert_int_equal(m.shape.start_step, 4);
  assert_int_equal(m.shape.excess[0], 0xfe); /* all starts but the one on the boundary */
  coal_symbols_free(f.t);
  f = lanes_apart(4);
  add(&f, coal_poly_const(f.t, 32), coal_symbol_add(f.t, parameter("n")));
  m = measure(&f);
  numbers(&m, 4, 4, 4);
  assert_false(m.shape.is_inexact);
  coal_symbols_free(f.t);
}

/* 16 bytes lie on 16 bytes, or the access faults. */
static void natural_alignment(void **state) {
  (void)state;
  fixture f = lanes_apart(16);
  coal_symbol_id n = coal_symbol_add(f.t, parameter("n"));
  f.in.bytes = 16;
  add(&f, coal_poly_const(f.t, 2), n);
  coal_measurement m = measure(&f);
  numbers(&m, 16, 17, 16);
  assert_int_equal(m.shape.excess[0], 0x100); /* of 16 starts the one 16 bytes on */
  assert_false(m.shape.is_unaligned);
  f.in.address = coal_poly_add(f.t, f.in.address, coal_poly_const(f.t, 1));
  m = measure(&f);
  assert_true(m.shape.is_unaligned);
  coal_symbols_free(f.t);
}

static coal_measurement unknown_distance(fixture *f, coal_symbol n) {
  *f = lanes_apart(0);
  int64_t coef[COAL_WARP_LANES];
  for (int i = 0; i < COAL_WARP_LANES; i++) coef[i] = 4 * i;
  add(f, coal_poly_lanes(f->t, coef), coal_symbol_add(f->t, n));
  return measure(f);
}

static void unknown_distances(void **state) {
  (void)state;
  fixture f;
  coal_measurement m = unknown_distance(&f, parameter("n"));
  numbers(&m, 4, 32, 4);
  assert_true(m.shape.is_symbolic && m.shape.is_inexact);
  assert_int_equal(m.shape.moved_least, 32);
  assert_string_equal(m.shape.stride_text, "4*n");
  assert_int_equal(m.shape.bad_from, 2);
  assert_int_equal(m.shape.worst_from, 8);
  assert_int_equal(m.shape.n_conditions, 8);
  for (size_t i = 0; i < 8; i++) {
    assert_int_equal(m.shape.conditions[i].from, i + 1);
    assert_int_equal((int)m.shape.conditions[i].moved, 4 * ((int)i + 1));
  }
  coal_symbols_free(f.t);
  coal_symbol upper = parameter("n"), lower = parameter("n"), even = parameter("n");
  upper.hi = 4;
  m = unknown_distance(&f, upper);
  numbers(&m, 4, 16, 4);
  assert_int_equal(m.shape.moved_least, 16);
  coal_symbols_free(f.t);
  lower.lo = 8;
  m = unknown_distance(&f, lower);
  numbers(&m, 32, 32, 4);
  assert_false(m.shape.is_inexact);
  assert_int_equal(m.shape.n_conditions, 0);
  coal_symbols_free(f.t);
  even.mod = 2;
  m = unknown_distance(&f, even);
  numbers(&m, 8, 32, 4);
  coal_symbols_free(f.t);
}

static void reasons(void **state) {
  (void)state;
  const coal_shapes none = {0};
  coal_measurement m;
  fixture f = lanes_apart(0);
  coal_symbol loaded = {.name = "i",
                        .is_varying = true,
                        .lo = INT64_MIN,
                        .hi = INT64_MAX,
                        .mod = 1,
                        .reason = COAL_REASON_INDIRECT,
                        .detail = "loaded from idx"};
  add(&f, coal_poly_const(f.t, 4), coal_symbol_add(f.t, loaded));
  assert_int_equal(coal_request_measure(&f.in, &none, NULL, &m), COAL_REASON_INDIRECT);
  assert_string_equal(m.detail, "loaded from idx");
  coal_symbols_free(f.t);
}

static void shapes_are_remembered(void **state) {
  (void)state;
  coal_arena *kept = coal_arena_new();
  coal_shapes shapes = {0};
  for (uint64_t key = 1; key < 4000; key += 2) {
    coal_shape s = {.moved_min = (uint32_t)key};
    coal_shapes_add(kept, &shapes, key, &s);
    assert_int_equal(coal_shapes_find(&shapes, key)->moved_min, key);
  }
  assert_null(coal_shapes_find(&shapes, 1));
  assert_true(shapes.n <= 256);
  coal_arena_free(kept);
}

/* Every symbol's values keep its range and remainder, and show every remainder modulo a sector where the range has them. */
static void trials(void **state) {
  (void)state;
  coal_symbols *t = coal_symbols_new();
  for (int64_t hi = 0; hi < 40; hi += 3)
    for (int64_t mod = 1; mod < 6; mod++) {
      coal_symbol s = parameter("n");
      s.lo = 0;
      s.hi = hi;
      s.mod = mod;
      s.rem = mod / 2;
      coal_trials one = {{coal_symbol_add(t, s)}, 1};
      assert_int_equal(coal_trials_count(&one), 32);
      for (unsigned k = 0; k < 32 && s.rem <= hi; k++)
        assert_true(coal_symbol_may_be(&s, coal_trials_get(t, &one, k).value[0]));
    }
  uint32_t seen = 0;
  coal_trials free = {{coal_symbol_add(t, parameter("m"))}, 1};
  for (unsigned k = 0; k < 32; k++) seen |= UINT32_C(1) << coal_trials_get(t, &free, k).value[0] % 32;
  assert_int_equal(seen, UINT32_MAX);
  coal_symbols_free(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(known_distances),       cmocka_unit_test(masks_and_parts),
      cmocka_unit_test(unknown_starts),        cmocka_unit_test(natural_alignment),
      cmocka_unit_test(unknown_distances),     cmocka_unit_test(reasons),
      cmocka_unit_test(shapes_are_remembered), cmocka_unit_test(trials),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
