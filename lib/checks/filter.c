/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include <ctype.h>
#include <string.h>

#include "registry.h"

static const char prefix[] = "coalcheck-";

/** True if the glob of n characters, where `*` matches any text, matches all of s. */
static bool matches(const char *glob, size_t n, const char *s) {
  if (!n) return !*s;
  if (*glob != '*') return *s == *glob && matches(glob + 1, n - 1, s + 1);
  do {
    if (matches(glob + 1, n - 1, s)) return true;
  } while (*s++);
  return false;
}

/** Matches the name as written or with the prefix. */
static bool matches_name(const char *glob, size_t n, const char *name) {
  if (matches(glob, n, name)) return true;
  char full[64];
  if (strlen(name) + sizeof prefix > sizeof full) return false;
  memcpy(full, prefix, sizeof prefix - 1);
  strcpy(full + sizeof prefix - 1, name);
  return matches(glob, n, full);
}

/** The next glob of the list at p, without blanks; `*n` characters. Returns the text after it; NULL at the end. */
static const char *next_glob(const char *p, const char **glob, size_t *n, bool *removes) {
  while (*p == ',' || isspace((unsigned char)*p)) p++;
  if (!*p) return NULL;
  *removes = *p == '-';
  p += *removes;
  *glob = p;
  *n = strcspn(p, ",");
  p += *n;
  while (*n && isspace((unsigned char)(*glob)[*n - 1])) --*n;
  return p;
}

bool coal_check_is_on(const char *list, const char *name) {
  bool is_on = true, removes;
  const char *glob;
  size_t n;
  for (const char *p = list ? list : ""; (p = next_glob(p, &glob, &n, &removes));)
    if (n && matches_name(glob, n, name)) is_on = !removes;
  return is_on;
}

const char *coal_check_unknown(const char *list, size_t *n) {
  const char *glob;
  bool removes;
  size_t n_checks;
  const coal_check *const *checks = coal_check_list(&n_checks);
  for (const char *p = list; (p = next_glob(p, &glob, n, &removes));) {
    bool is_known = !*n;
    for (size_t i = 0; i < n_checks && !is_known; i++) is_known = matches_name(glob, *n, checks[i]->name);
    if (!is_known) return glob;
  }
  return NULL;
}
