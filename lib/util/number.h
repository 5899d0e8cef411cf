/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** Arithmetic that several libraries need. */
#ifndef COAL_UTIL_NUMBER_H
#define COAL_UTIL_NUMBER_H

#include <stdint.h>

/** The greatest common divisor, never negative; gcd(a, 0) = |a|. Where that is 2^63, 2^62, which divides both as well. */
static inline int64_t coal_gcd(int64_t a, int64_t b) {
  uint64_t x = a < 0 ? 0 - (uint64_t)a : (uint64_t)a, y = b < 0 ? 0 - (uint64_t)b : (uint64_t)b;
  while (y) {
    uint64_t rest = x % y;
    x = y;
    y = rest;
  }
  return x > INT64_MAX ? INT64_C(1) << 62 : (int64_t)x;
}

#endif
