/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** CUDA's mathematical functions as the executor has them, against values of mpmath with 40 digits. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "program/lanes.h"

static double call(const char *name, double x) {
  coal_vm_lane_fn *fn;
  int64_t imm;
  const char *signature;
  double frame[2 * 32] = {0};
  assert_true(coal_vm_math_find(name, &fn, &imm, &signature));
  assert_string_equal(signature, "dd");
  frame[32] = x;
  coal_vm_ins ins = {.imm = imm, .dst = 0, .a = 32 * sizeof(double)};
  fn(&ins, (uint8_t *)frame, 1);
  return frame[0];
}

static const struct {
  const char *name;
  double x, value;
} rows[] = {
    {"erfcx", 30.0, 0.0187958888614167515},
    {"erfcx", 10000000000.0, 5.64189583547756287e-11},
    {"erfcx", 9.5, 0.0590646783525638909},
    {"erfcx", 8.0, 0.0699851662008809277},
    {"erfcx", 7.999, 0.0699937837619933017},
    {"erfcx", 2.0, 0.255395676310505744},
    {"erfcx", 0.5, 0.615690344192925875},
    {"erfcx", 1e-20, 1.0},
    {"erfcx", 0.0, 1.0},
    {"erfcx", -1.0, 5.00898008076228347},
    {"erfcx", -5.0, 144009798674.66104},
    {"erfcx", -26.0, 7.65772493149056835e+293},
    {"erfcinv", 1e-20, 6.60158062235514257},
    {"erfcinv", 1e-300, 26.2094699605161239},
    {"erfcinv", 5e-324, 27.2132932108129488},
    {"erfcinv", 1e-05, 3.12341327434087502},
    {"erfcinv", 0.3, 0.732869077959216869},
    {"erfcinv", 0.5, 0.476936276204469873},
    {"erfcinv", 0.75, 0.225312055012178105},
    {"erfcinv", 1.25, -0.225312055012178105},
    {"erfcinv", 1.9, -1.16308715367667378},
    {"erfcinv", 1.9999999, -3.76656258149581548},
    {"erfinv", 1e-300, 8.86226925452758036e-301},
    {"erfinv", 1e-10, 8.86226925452758046e-11},
    {"erfinv", 0.3, 0.272462714726754345},
    {"erfinv", 0.5, 0.476936276204469873},
    {"erfinv", 0.9, 1.16308715367667416},
    {"erfinv", -0.99, -1.82138636771844946},
    {"erfinv", 0.999999999, 4.32000538810536205},
    {"normcdf", -38.0, 2.88542836006878431e-316},
    {"normcdf", -10.0, 7.61985302416052607e-24},
    {"normcdf", -1.0, 0.158655253931457051},
    {"normcdf", 0.0, 0.5},
    {"normcdf", 1.0, 0.841344746068542949},
    {"normcdf", 5.0, 0.999999713348428121},
    {"normcdf", -20.3, 6.42924446769834634e-92},
    {"normcdfinv", 1e-20, -9.26234008979840758},
    {"normcdfinv", 1e-300, -37.0470962993611992},
    {"normcdfinv", 0.01, -2.32634787404084109},
    {"normcdfinv", 0.3, -0.524400512708040816},
    {"normcdfinv", 0.7, 0.524400512708040656},
    {"normcdfinv", 0.999, 3.09023230616781328},
    {"sinpi", 0.25, 0.707106781186547524},
    {"sinpi", 0.5, 1.0},
    {"sinpi", 1.5, -1.0},
    {"sinpi", -0.25, -0.707106781186547524},
    {"sinpi", 10000000000.25, 0.707106781186547524},
    {"sinpi", 0.3333333333333333, 0.866025403784438618},
    {"cospi", 0.25, 0.707106781186547524},
    {"cospi", 1.0, -1.0},
    {"cospi", 0.0, 1.0},
    {"cospi", 10000000001.0, -1.0},
    {"cospi", 0.3333333333333333, 0.50000000000000005},
    {"cospi", 2.75, -0.707106781186547524},
};

static void values_are_right_to_the_last_digits(void **state) {
  (void)state;
  for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
    double got = call(rows[k].name, rows[k].x), want = rows[k].value;
    double ulp = nextafter(fabs(want), INFINITY) - fabs(want);
    if (!(fabs(got - want) <= 8 * ulp)) fail_msg("%s(%.17g) = %.17g, not %.17g", rows[k].name, rows[k].x, got, want);
  }
}

static void edges_are_cudas(void **state) {
  (void)state;
  assert_true(call("erfcx", INFINITY) == 0);
  assert_true(call("erfcx", -30) == INFINITY && call("erfcx", -INFINITY) == INFINITY);
  assert_true(call("erfinv", 1) == INFINITY && call("erfinv", -1) == -INFINITY && isnan(call("erfinv", 1.5)));
  assert_true(call("erfcinv", 0) == INFINITY && call("erfcinv", 2) == -INFINITY && isnan(call("erfcinv", -1)));
  assert_true(call("normcdfinv", 0) == -INFINITY && call("normcdfinv", 1) == INFINITY);
  assert_true(isnan(call("normcdfinv", 2)));
  assert_true(call("normcdf", -INFINITY) == 0 && call("normcdf", INFINITY) == 1);
  assert_true(call("sinpi", 1) == 0 && call("sinpi", 1e15) == 0 && call("cospi", 0.5) == 0 && call("cospi", 1e17) == 1);
  assert_true(isnan(call("sinpi", INFINITY)) && isnan(call("erfcx", NAN)) && isnan(call("erfcinv", NAN)));
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(values_are_right_to_the_last_digits),
                                     cmocka_unit_test(edges_are_cudas)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
