/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Polynomials against the numbers that they stand for, lane by lane. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
/* cmocka needs the above first */
#include <cmocka.h>

#include "domain.h"

enum { ROUNDS = 3000 };

static void arithmetic(void **unused) {
  (void)unused;
  for (int round = 0; round < ROUNDS; round++) {
    world w = world_new();
    const coal_poly *a = random_poly(&w), *b = random_poly(&w);
    const coal_poly *sum = coal_poly_add(w.t, a, b), *difference = coal_poly_sub(w.t, a, b);
    const coal_poly *product = coal_poly_mul(w.t, a, b);
    assert_non_null(product);
    for (unsigned l = 0; l < COAL_WARP_LANES; l++) {
      int64_t x = number_of(&w, a, l), y = number_of(&w, b, l);
      assert_int_equal(number_of(&w, sum, l), x + y);
      assert_int_equal(number_of(&w, difference, l), x - y);
      assert_int_equal(number_of(&w, product, l), x * y);
    }
    assert_true(coal_poly_equal(coal_poly_sub(w.t, sum, b), a));
    assert_true(coal_poly_equal(coal_poly_sub(w.t, a, a), coal_poly_const(w.t, 0)));
    world_free(&w);
  }
}

static void blends_and_permutations(void **unused) {
  (void)unused;
  for (int round = 0; round < ROUNDS; round++) {
    world w = world_new();
    const coal_poly *a = random_poly(&w), *b = random_poly(&w);
    uint32_t mask = (uint32_t)random_bits();
    const coal_poly *blend = coal_poly_blend(w.t, mask, a, b);
    uint8_t from[COAL_WARP_LANES];
    for (unsigned l = 0; l < COAL_WARP_LANES; l++) from[l] = (uint8_t)random_in(0, 31);
    const coal_poly *moved = coal_poly_permute(w.t, a, from);
    assert_true((moved == NULL) == coal_poly_has_varying_symbol(w.t, a));
    for (unsigned l = 0; l < COAL_WARP_LANES; l++) {
      assert_int_equal(number_of(&w, blend, l), number_of(&w, mask >> l & 1 ? a : b, l));
      if (moved) assert_int_equal(number_of(&w, moved, l), number_of(&w, a, from[l]));
    }
    world_free(&w);
  }
}

static void bounds_hold(void **unused) {
  (void)unused;
  for (int round = 0; round < ROUNDS; round++) {
    world w = world_new();
    const coal_poly *a = random_poly(&w);
    int64_t g = coal_poly_terms_gcd(w.t, a);
    for (unsigned l = 0; l < COAL_WARP_LANES; l++) {
      int64_t lo, hi, x = number_of(&w, a, l);
      assert_true(coal_poly_lower(w.t, a, l, &lo) && coal_poly_upper(w.t, a, l, &hi));
      assert_true(lo <= x && x <= hi);
      assert_int_equal(g ? (x - coal_lane(a->c, l)) % g : x - coal_lane(a->c, l), 0);
    }
    if (coal_poly_is_uniform(w.t, a))
      for (unsigned l = 1; l < COAL_WARP_LANES; l++) assert_int_equal(number_of(&w, a, l), number_of(&w, a, 0));
    if (coal_poly_lanes_apart(a) == 1)
      for (unsigned l = 1; l < COAL_WARP_LANES; l++) assert_int_equal(coal_lane(a->c, l), coal_lane(a->c, 0));
    world_free(&w);
  }
}

/* The ends of the range are reached: a bound is not wider than the symbols allow when they occur once. */
static void bounds_are_tight(void **unused) {
  (void)unused;
  coal_symbols *t = coal_symbols_new();
  coal_symbol s = {.name = "n", .lo = 3, .hi = 11, .mod = 1, .reason = COAL_REASON_PARAMETER};
  const coal_poly *n = coal_poly_symbol(t, coal_symbol_add(t, s));
  int64_t lo, hi;
  const coal_poly *up = coal_poly_add(t, coal_poly_mul(t, n, coal_poly_const(t, 4)), coal_poly_const(t, 1));
  assert_true(coal_poly_lower(t, up, 0, &lo) && coal_poly_upper(t, up, 0, &hi));
  assert_int_equal(lo, 13);
  assert_int_equal(hi, 45);
  const coal_poly *down = coal_poly_sub(t, coal_poly_const(t, 1), coal_poly_mul(t, n, coal_poly_const(t, 4)));
  assert_true(coal_poly_lower(t, down, 0, &lo) && coal_poly_upper(t, down, 0, &hi));
  assert_int_equal(lo, -43);
  assert_int_equal(hi, -11);
  coal_symbol open = {.name = "m", .lo = 0, .hi = INT64_MAX, .mod = 1, .reason = COAL_REASON_PARAMETER};
  const coal_poly *m = coal_poly_symbol(t, coal_symbol_add(t, open));
  assert_true(coal_poly_lower(t, m, 0, &lo));
  assert_int_equal(lo, 0);
  assert_false(coal_poly_upper(t, m, 0, &hi));
  const coal_poly *minus = coal_poly_sub(t, coal_poly_const(t, 0), m);
  assert_false(coal_poly_lower(t, minus, 0, &lo));
  assert_true(coal_poly_upper(t, minus, 0, &hi));
  assert_int_equal(hi, 0);
  coal_symbols_free(t);
}

static void division_of_terms(void **unused) {
  (void)unused;
  for (int round = 0; round < ROUNDS; round++) {
    world w = world_new();
    int64_t d = random_in(1, 9), c[COAL_WARP_LANES];
    const coal_poly *a = coal_poly_mul(w.t, random_poly(&w), coal_poly_const(w.t, d));
    for (unsigned l = 0; l < COAL_WARP_LANES; l++) c[l] = random_in(-9, 9);
    const coal_poly *quotient = coal_poly_div_terms(w.t, a, d, c), *other = coal_poly_with_const(w.t, a, c);
    for (unsigned l = 0; l < COAL_WARP_LANES; l++) {
      int64_t terms = number_of(&w, a, l) - coal_lane(a->c, l);
      assert_int_equal(number_of(&w, quotient, l), terms / d + c[l]);
      assert_int_equal(number_of(&w, other, l), terms + c[l]);
    }
    world_free(&w);
  }
}

/* The constant part is a machine integer and wraps; a coefficient that overflows says nothing any more. */
static void overflow(void **unused) {
  (void)unused;
  coal_symbols *t = coal_symbols_new();
  const coal_poly *big = coal_poly_const(t, INT64_MAX), *one = coal_poly_const(t, 1);
  assert_int_equal(coal_poly_add(t, big, one)->c.u, INT64_MIN);
  assert_int_equal(coal_poly_sub(t, coal_poly_const(t, INT64_MIN), one)->c.u, INT64_MAX);
  coal_symbol s = {.name = "n", .lo = INT64_MIN, .hi = INT64_MAX, .mod = 1, .reason = COAL_REASON_PARAMETER};
  const coal_poly *n = coal_poly_symbol(t, coal_symbol_add(t, s)), *power = n;
  const coal_poly *most = coal_poly_mul(t, n, big);
  assert_non_null(most);
  assert_null(coal_poly_add(t, most, n));
  assert_null(coal_poly_mul(t, most, coal_poly_const(t, 2)));
  assert_null(coal_poly_sub(t, coal_poly_sub(t, coal_poly_const(t, 0), most), coal_poly_add(t, n, n)));
  for (int i = 0; i < 3; i++) assert_non_null(power = coal_poly_mul(t, power, n));
  assert_null(coal_poly_mul(t, power, n)); /* more factors than a monomial has */
  coal_symbols_free(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(arithmetic),       cmocka_unit_test(blends_and_permutations), cmocka_unit_test(bounds_hold),
      cmocka_unit_test(bounds_are_tight), cmocka_unit_test(division_of_terms),       cmocka_unit_test(overflow),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
