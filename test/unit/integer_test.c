/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Machine integers: constants against the compiler's own arithmetic, symbolic values against all that they may be. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
/* cmocka needs the above first */
#include <cmocka.h>

#include "domain.h"
#include "eval/domain/integer.h"

enum { ROUNDS = 4000 };

static const unsigned widths[] = {8, 16, 32, 64};

static const coal_type *random_type(coal_module *m) {
  return coal_type_int(m, widths[random_in(0, 3)], random_bits() % 2);
}

/* ---- constants, by C ---- */

#define BINARY(T)                                                       \
  static int64_t c_##T(coal_op op, int64_t x, int64_t y) {              \
    T a = (T)x, b = (T)y;                                               \
    switch (op) {                                                       \
      case COAL_OP_ADD: return (int64_t)(T)((uint64_t)a + (uint64_t)b); \
      case COAL_OP_SUB: return (int64_t)(T)((uint64_t)a - (uint64_t)b); \
      case COAL_OP_MUL: return (int64_t)(T)((uint64_t)a * (uint64_t)b); \
      case COAL_OP_DIV: return (int64_t)(T)(a / b);                     \
      case COAL_OP_REM: return (int64_t)(T)(a % b);                     \
      case COAL_OP_AND: return (int64_t)(T)(a & b);                     \
      case COAL_OP_OR: return (int64_t)(T)(a | b);                      \
      case COAL_OP_XOR: return (int64_t)(T)(a ^ b);                     \
      case COAL_OP_SHL: return (int64_t)(T)((uint64_t)a << b);          \
      case COAL_OP_SHR: return (int64_t)(T)(a >> b);                    \
      case COAL_OP_LT: return a < b;                                    \
      case COAL_OP_LE: return a <= b;                                   \
      case COAL_OP_GT: return a > b;                                    \
      case COAL_OP_GE: return a >= b;                                   \
      case COAL_OP_EQ: return a == b;                                   \
      default: return a != b;                                           \
    }                                                                   \
  }
BINARY(int8_t)
BINARY(uint8_t)
BINARY(int16_t)
BINARY(uint16_t)
BINARY(int32_t)
BINARY(uint32_t)
BINARY(int64_t)
BINARY(uint64_t)

static int64_t in_c(const coal_type *type, coal_op op, int64_t x, int64_t y) {
  switch (type->size_bytes * 2 + type->is_signed) {
    case 2: return c_uint8_t(op, x, y);
    case 3: return c_int8_t(op, x, y);
    case 4: return c_uint16_t(op, x, y);
    case 5: return c_int16_t(op, x, y);
    case 8: return c_uint32_t(op, x, y);
    case 9: return c_int32_t(op, x, y);
    case 16: return c_uint64_t(op, x, y);
    default: return c_int64_t(op, x, y);
  }
}

/* An operand that the operation is defined for. */
static int64_t right_operand(const coal_type *type, coal_op op, int64_t y) {
  if (op == COAL_OP_SHL || op == COAL_OP_SHR) return random_in(0, (int64_t)type->size_bytes * 8 - 1);
  if ((op == COAL_OP_DIV || op == COAL_OP_REM) && (y == 0 || y == -1)) return 3;
  return y;
}

static int64_t random_number(const coal_type *type) {
  static const int64_t edges[] = {0, 1, -1, 127, 128, 255, 32767, 32768, INT32_MAX, INT32_MIN, INT64_MAX, INT64_MIN};
  uint64_t r = random_bits();
  return coal_wrap(type, r % 3 == 0   ? edges[r / 3 % 12]
                         : r % 3 == 1 ? (int64_t)(r >> 3) % 100
                                      : (int64_t)random_bits());
}

static void constants(void **unused) {
  (void)unused;
  coal_module *m = coal_module_new();
  for (int round = 0; round < ROUNDS; round++) {
    coal_symbols *t = coal_symbols_new();
    const coal_type *type = random_type(m);
    coal_op op = (coal_op)random_in(COAL_OP_ADD, COAL_OP_NE);
    int64_t x[COAL_WARP_LANES], y[COAL_WARP_LANES];
    for (unsigned l = 0; l < COAL_WARP_LANES; l++) {
      x[l] = random_number(type);
      y[l] = right_operand(type, op, random_number(type));
    }
    bool one_left = random_bits() % 3 == 0, one_right = random_bits() % 3 == 0;
    const coal_poly *a = one_left ? coal_poly_const(t, x[0]) : coal_poly_lanes(t, x);
    const coal_poly *b = one_right ? coal_poly_const(t, y[0]) : coal_poly_lanes(t, y);
    coal_value r = coal_value_int_op(t, op, type, coal_value_poly(a, a), coal_value_poly(b, b));
    assert_int_equal(r.p->n, 0);
    for (unsigned l = 0; l < COAL_WARP_LANES; l++)
      assert_int_equal(coal_lane(r.p->c, l), in_c(type, op, x[one_left ? 0 : l], y[one_right ? 0 : l]));
    coal_symbols_free(t);
  }
  coal_module_free(m);
}

static void conversions(void **unused) {
  (void)unused;
  coal_module *m = coal_module_new();
  for (int round = 0; round < ROUNDS; round++) {
    coal_symbols *t = coal_symbols_new();
    const coal_type *from = random_type(m), *to = random_type(m);
    int64_t x[COAL_WARP_LANES];
    for (unsigned l = 0; l < COAL_WARP_LANES; l++) x[l] = random_number(from);
    const coal_poly *p = round % 2 ? coal_poly_const(t, x[0]) : coal_poly_lanes(t, x);
    coal_value r = coal_integer_convert(t, to, coal_value_poly(p, p));
    for (unsigned l = 0; l < COAL_WARP_LANES; l++)
      assert_int_equal(coal_lane(r.p->c, l), in_c(to, COAL_OP_ADD, coal_lane(p->c, l), 0));
    coal_symbols_free(t);
  }
  coal_module_free(m);
}

/* ---- symbolic values: what they may be includes what they are ---- */

/* Division and remainder round towards zero; the analysis takes sizes not to be negative (integer.c), so neither are these. */
static const coal_poly *nonnegative(world *w, const coal_poly *p) {
  int64_t low = 0;
  for (unsigned l = 0; l < COAL_WARP_LANES; l++) {
    int64_t lo;
    assert_true(coal_poly_lower(w->t, p, l, &lo));
    if (lo < low) low = lo;
  }
  return coal_poly_add(w->t, p, coal_poly_const(w->t, -low));
}

static const coal_poly *right_poly(world *w, coal_op op, const coal_poly *p) {
  if (op == COAL_OP_SHL || op == COAL_OP_SHR) return coal_poly_const(w->t, random_in(0, 6));
  if (op != COAL_OP_DIV && op != COAL_OP_REM) return p;
  static const int64_t divisors[] = {1, 2, 3, 4, 8, 16, 24, 32, 100};
  if (random_bits() % 4) return coal_poly_const(w->t, divisors[random_in(0, 8)]);
  return coal_poly_add(w->t, nonnegative(w, p), coal_poly_const(w->t, 1));
}

static void symbolic(void **unused) {
  (void)unused;
  coal_module *m = coal_module_new();
  for (int round = 0; round < 4 * ROUNDS; round++) {
    world w = world_new();
    const coal_type *type = coal_type_int(m, round % 2 ? 32 : 64, round % 4 < 2);
    coal_op op = (coal_op)random_in(COAL_OP_ADD, COAL_OP_NE);
    const coal_poly *a = nonnegative(&w, random_poly(&w)), *b = right_poly(&w, op, nonnegative(&w, random_poly(&w)));
    if (op == COAL_OP_SUB && !type->is_signed) a = coal_poly_add(w.t, a, coal_poly_const(w.t, 100000));
    if (random_bits() % 4 == 0) a = coal_poly_mul(w.t, a, coal_poly_const(w.t, INT64_C(1) << random_in(0, 6)));
    coal_value r = coal_value_int_op(w.t, op, type, coal_value_poly(a, a), coal_value_poly(b, b));
    int64_t truth[COAL_WARP_LANES];
    for (unsigned l = 0; l < COAL_WARP_LANES; l++) truth[l] = in_c(type, op, number_of(&w, a, l), number_of(&w, b, l));
    assert_true(allows(&w, r.p, truth));
    coal_truth sure = coal_value_truth(w.t, r);
    assert_int_equal(sure.yes & sure.no, 0);
    for (unsigned l = 0; l < COAL_WARP_LANES; l++) {
      if (sure.yes >> l & 1) assert_int_not_equal(truth[l], 0);
      if (sure.no >> l & 1) assert_int_equal(truth[l], 0);
    }
    world_free(&w);
  }
  coal_module_free(m);
}

/* C gives x % 0 no value: the result may be any number, not one of an empty range. */
static void a_remainder_by_zero_is_any_number(void **unused) {
  (void)unused;
  coal_module *m = coal_module_new();
  world w = world_new();
  const coal_poly *x = coal_poly_symbol(w.t, w.id[0]), *zero = coal_poly_const(w.t, 0);
  const coal_type *type = coal_type_int(m, 32, true);
  coal_value r = coal_value_int_op(w.t, COAL_OP_REM, type, coal_value_poly(x, x), coal_value_poly(zero, zero));
  for (int64_t number = -2; number <= 2; number++) {
    int64_t truth[COAL_WARP_LANES];
    for (unsigned l = 0; l < COAL_WARP_LANES; l++) truth[l] = number;
    assert_true(allows(&w, r.p, truth));
  }
  world_free(&w);
  coal_module_free(m);
}

static void smaller_and_larger(void **unused) {
  (void)unused;
  coal_module *m = coal_module_new();
  const coal_type *type = coal_type_int(m, 32, true);
  for (int round = 0; round < ROUNDS; round++) {
    world w = world_new();
    const coal_poly *a = random_poly(&w), *b = random_poly(&w);
    bool is_min = round % 2;
    coal_value r = coal_value_min_max(w.t, is_min, type, coal_value_poly(a, a), coal_value_poly(b, b));
    int64_t truth[COAL_WARP_LANES];
    for (unsigned l = 0; l < COAL_WARP_LANES; l++) {
      int64_t x = number_of(&w, a, l), y = number_of(&w, b, l);
      truth[l] = (x < y) == is_min ? x : y;
    }
    assert_true(allows(&w, r.p, truth));
    world_free(&w);
  }
  coal_module_free(m);
}

/* A value that is one of two, lane by lane or for the whole warp. */
static void joins(void **unused) {
  (void)unused;
  for (int round = 0; round < ROUNDS; round++) {
    world w = world_new();
    const coal_poly *a = random_poly(&w), *b = random_poly(&w);
    bool is_varying = round % 2 || !coal_poly_is_uniform(w.t, a) || !coal_poly_is_uniform(w.t, b);
    coal_value r =
        coal_integer_join(w.t, coal_value_poly(a, a), coal_value_poly(b, b), is_varying, COAL_REASON_PARAMETER, NULL);
    int64_t truth[COAL_WARP_LANES];
    uint32_t left = is_varying ? (uint32_t)random_bits() : random_bits() % 2 ? UINT32_MAX : 0;
    for (unsigned l = 0; l < COAL_WARP_LANES; l++) truth[l] = number_of(&w, left >> l & 1 ? a : b, l);
    assert_true(allows(&w, r.p, truth));
    world_free(&w);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(constants),          cmocka_unit_test(conversions),
      cmocka_unit_test(symbolic),           cmocka_unit_test(joins),
      cmocka_unit_test(smaller_and_larger), cmocka_unit_test(a_remainder_by_zero_is_any_number),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
