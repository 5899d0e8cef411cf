/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "nearest.h"

#include <ctype.h>
#include <string.h>

enum { LETTERS_MAX = 64, PREFIX_MIN = 3 };

static size_t least(size_t a, size_t b) { return a < b ? a : b; }

static int lower(char c) { return tolower((unsigned char)c); }

/** Letters inserted, removed, changed or swapped (Damerau and Levenshtein, adjacent ones). d[i][j]: of the first i and j. */
static size_t distance(const char *a, size_t n, const char *b, size_t m) {
  size_t d[3][LETTERS_MAX + 1];
  for (size_t j = 0; j <= m; j++) d[0][j] = j;
  for (size_t i = 1; i <= n; i++) {
    size_t *row = d[i % 3], *last = d[(i + 2) % 3], *before = d[(i + 1) % 3];
    row[0] = i;
    for (size_t j = 1; j <= m; j++) {
      const size_t change = last[j - 1] + (lower(a[i - 1]) != lower(b[j - 1]));
      row[j] = least(change, least(last[j], row[j - 1]) + 1);
      if (i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) && lower(a[i - 2]) == lower(b[j - 1]))
        row[j] = least(row[j], before[j - 2] + 1);
    }
  }
  return d[n % 3][m];
}

void coal_nearest_add(coal_nearest *near, const char *typed, const char *known) {
  const size_t n = strlen(typed), m = strlen(known), longer = n > m ? n : m, shorter = least(n, m);
  if (!n || !m || longer > LETTERS_MAX) return;
  size_t d = distance(typed, n, known, m), limit = longer < 3 ? 1 : (longer + 2) / 3;
  if (shorter >= PREFIX_MIN && !strncmp(typed, known, shorter) && d > limit) d = limit;
  size_t common = 0;
  while (common < shorter && lower(typed[common]) == lower(known[common])) common++;
  const size_t rank = (d + 1) * (LETTERS_MAX + 1) - common; /* among words as near, the one that begins most alike */
  if (d > limit || (near->best && rank >= near->distance)) return;
  near->best = known;
  near->distance = rank;
}
