/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** "did you mean": the known word that a mistyped one is nearest to. */
#ifndef COAL_UTIL_NEAREST_H
#define COAL_UTIL_NEAREST_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The words that were looked at so far. Zero-initialise; `best` is borrowed from the words. */
typedef struct coal_nearest {
  const char *best; /* NULL: none is near */
  size_t distance;
} coal_nearest;

/** Looks at one known word. Near: at most a third of the longer word's letters inserted, removed, changed or swapped with their
 *  neighbour, or one begins with the other, of three letters at least. Words of more than 64 letters are near to nothing. */
void coal_nearest_add(coal_nearest *n, const char *typed, const char *known);

#ifdef __cplusplus
}
#endif
#endif
