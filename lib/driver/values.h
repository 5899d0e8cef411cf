/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** Private to lib/driver: numbers and lists in option values. */
#ifndef COAL_DRIVER_VALUES_H
#define COAL_DRIVER_VALUES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/arena.h"

/** Reads all of the n characters as a decimal or 0x… integer with an optional sign; false if they are none or do not
 *  fit. "true" and "false" are 1 and 0. */
bool coal_value_integer(const char *text, size_t n, int64_t *out);
/** The number of characters of the name ("n", "p.n", "a[1]") that text begins with, 0 if none. */
size_t coal_value_name(const char *text);
/** The list of `n` items of `bytes` each with one more zeroed item at its end; the arena's. The old list may be it. */
void *coal_list_grow(coal_arena *a, const void *items, size_t n, size_t bytes);

#endif
