/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include <ctype.h>
#include <string.h>

#include "registry.h"

static const char prefix[] = "coalcheck-";

/** True if the glob of n characters, where `*` stands for any text, matches all of s. */
static bool matches(const char *glob, size_t n, const char *s) {
  if (!n) return !*s;
  if (*glob != '*') return *s == *glob && matches(glob + 1, n - 1, s + 1);
  do {
    if (matches(glob + 1, n - 1, s)) return true;
  } while (*s++);
  return false;
}

/** The name as written, or with the prefix in front. */
static bool matches_name(const char *glob, size_t n, const char *name) {
  if (matches(glob, n, name)) return true;
  char full[64];
  if (strlen(name) + sizeof prefix > sizeof full) return false;
  memcpy(full, prefix, sizeof prefix - 1);
  strcpy(full + sizeof prefix - 1, name);
  return matches(glob, n, full);
}

bool coal_check_is_on(const char *list, const char *name) {
  bool is_on = true;
  for (const char *p = list; p && *p;) {
    while (*p == ',' || isspace((unsigned char)*p)) p++;
    bool removes = *p == '-';
    p += removes;
    size_t n = strcspn(p, ",");
    size_t trimmed = n;
    while (trimmed && isspace((unsigned char)p[trimmed - 1])) trimmed--;
    if (trimmed && matches_name(p, trimmed, name)) is_on = !removes;
    p += n;
  }
  return is_on;
}
