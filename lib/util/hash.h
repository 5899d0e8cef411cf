/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** FNV-1a with 64 bits: fast for short keys, the same on every machine, and no protection against chosen collisions. */
#ifndef COAL_UTIL_HASH_H
#define COAL_UTIL_HASH_H

#include <stddef.h>
#include <stdint.h>

#define COAL_HASH_START UINT64_C(14695981039346656037)

/** Folds one number, or one byte, into the hash. */
static inline uint64_t coal_hash_number(uint64_t h, uint64_t value) { return (h ^ value) * UINT64_C(1099511628211); }

static inline uint64_t coal_hash_bytes(uint64_t h, const void *data, size_t n) {
  const unsigned char *p = (const unsigned char *)data;
  for (size_t i = 0; i < n; i++) h = coal_hash_number(h, p[i]);
  return h;
}

/** The text and its NUL, so that "ab","c" differs from "a","bc". */
static inline uint64_t coal_hash_text(uint64_t h, const char *text) {
  do h = coal_hash_number(h, (unsigned char)*text);
  while (*text++);
  return h;
}

#endif
