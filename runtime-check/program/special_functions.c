/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "special_functions.h"

#include <math.h>

#define PI 3.1415926535897932
#define LOG_2 0.69314718055994531
#define TWO_OVER_SQRT_PI 1.1283791670955126
#define SQRT_HALF 0.70710678118654752
#define SQRT_HALF_LOW (-4.8336466567264567e-17) /* sqrt(1/2) − SQRT_HALF */
#define SQRT_2 1.4142135623730951

/* ---- sinpi, cospi: x = n/2 + t with |t| ≤ 1/4, exactly ---------------------------------------------------------- */

static double quarter_turns(double x, int first) {
  double rest = fmod(fabs(x), 2), n = rint(2 * rest), t = PI * (rest - n / 2);
  switch (((int)n + first) & 3) {
    case 0: return sin(t);
    case 1: return cos(t);
    case 2: return -sin(t);
    default: return -cos(t);
  }
}

double coal_vm_math_sinpi(double x) {
  if (!isfinite(x)) return NAN;
  if (x == trunc(x)) return copysign(0, x);
  return copysign(1, x) * quarter_turns(x, 0);
}

double coal_vm_math_cospi(double x) {
  if (!isfinite(x)) return NAN;
  return x - 0.5 == trunc(x - 0.5) && fabs(x) < 0x1p52 ? 0 : quarter_turns(x, 1);
}

/* ---- error functions ------------------------------------------------------------------------------------------- */

/** erfcx(x) = 1/√π · 1/(x + (1/2)/(x + (2/2)/(x + (3/2)/(x + …)))) from the 60th fraction on. */
static double erfcx_fraction(double x) {
  double f = x;
  for (int k = 60; k > 0; k--) f = x + k / 2.0 / f;
  return TWO_OVER_SQRT_PI / 2 / f;
}

/** exp(x²)·erfc(x), with what rounding x² loses: exp(h + l) = exp(h) + exp(h)·l. */
double coal_vm_math_erfcx(double x) {
  if (x >= 8) return erfcx_fraction(x);
  double high = x * x, low = fma(x, x, -high), e = exp(high);
  return isinf(e) || isnan(e) ? e : e * erfc(x) * (1 + low);
}

/** Newton's method on log(erfcx(z)) − z² = log(y), for 0 < y < 1/2; the first guess is Abramowitz and Stegun 26.2.23. */
static double erfcinv_small(double y) {
  double l = log(y), t = sqrt(-2 * (l - LOG_2));
  double z = t - (2.515517 + t * (0.802853 + t * 0.010328)) / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308)));
  z *= SQRT_HALF;
  for (int k = 0; k < 4; k++) {
    double e = coal_vm_math_erfcx(z);
    z += (log(e) - z * z - l) * e / TWO_OVER_SQRT_PI;
  }
  return z;
}

/** Newton's method on erf, for |x| ≤ 1/2. */
static double erfinv_middle(double x) {
  double y = x / TWO_OVER_SQRT_PI;
  for (int k = 0; k < 6; k++) y -= (erf(y) - x) / (TWO_OVER_SQRT_PI * exp(-y * y));
  return y;
}

double coal_vm_math_erfcinv(double y) {
  if (!(y >= 0 && y <= 2)) return NAN;
  if (y == 0) return INFINITY;
  if (y == 2) return -INFINITY;
  if (y < 0.5) return erfcinv_small(y);
  return y > 1.5 ? -erfcinv_small(2 - y) : erfinv_middle(1 - y);
}

double coal_vm_math_erfinv(double x) {
  if (!(fabs(x) <= 1)) return NAN;
  return fabs(x) <= 0.5 ? erfinv_middle(x) : copysign(coal_vm_math_erfcinv(1 - fabs(x)), x);
}

/** erfc(−x·√½)/2, with what rounding the argument loses. */
double coal_vm_math_normcdf(double x) {
  double z = -x * SQRT_HALF;
  if (!isfinite(z)) return erfc(z) / 2;
  double low = fma(-x, SQRT_HALF, -z) - x * SQRT_HALF_LOW;
  return (erfc(z) - TWO_OVER_SQRT_PI * exp(-z * z) * low) / 2;
}

double coal_vm_math_normcdfinv(double p) { return -SQRT_2 * coal_vm_math_erfcinv(2 * p); }
