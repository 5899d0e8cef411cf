/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "values.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

bool coal_value_integer(const char *text, size_t n, int64_t *out) {
  char copy[32];
  if (n == 4 && memcmp(text, "true", 4) == 0) return *out = 1, true;
  if (n == 5 && memcmp(text, "false", 5) == 0) return *out = 0, true;
  if (n == 0 || n >= sizeof copy) return false;
  memcpy(copy, text, n);
  copy[n] = '\0';
  const char *digits = copy + (copy[0] == '-' || copy[0] == '+');
  const bool is_hex = digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X');
  const char *allowed = is_hex ? "0123456789abcdefABCDEF" : "0123456789";
  const char *body = digits + (is_hex ? 2 : 0);
  if (!*body || strspn(body, allowed) != strlen(body)) return false;
  errno = 0;
  long long v = strtoll(copy, NULL, is_hex ? 16 : 10);
  if (errno) return false;
  *out = v;
  return true;
}

static bool is_name_start(char ch) { return (ch >= 'a' && ch <= 'z') || (ch >= 'A' && ch <= 'Z') || ch == '_'; }

size_t coal_value_name(const char *text) {
  if (!is_name_start(text[0])) return 0;
  size_t n = 1;
  while (is_name_start(text[n]) || (text[n] && strchr("0123456789.[]", text[n]))) n++;
  return n;
}

void *coal_list_grow(coal_arena *a, const void *items, size_t n, size_t bytes) {
  if (n & (n - 1)) return (void *)(uintptr_t)items;
  void *grown = coal_arena_alloc(a, (n ? 2 * n : 1) * bytes);
  if (n) memcpy(grown, items, n * bytes);
  return grown;
}
