/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * Launches as nvcc reads them: `k<< <grid, block> >>(…)` and `k << <…>> >(…)` are launches for it, not for Clang. The blanks move behind the
 * mark, so that every other byte stays where it is.
 */
#ifndef COAL_FRONTEND_SPLIT_LAUNCH_H
#define COAL_FRONTEND_SPLIT_LAUNCH_H

#include <stddef.h>

#include "util/arena.h"

/** The text with whole marks, of the same length: a copy in the arena, or `text` itself where none is split. */
const char *coal_split_launch_join(coal_arena *arena, const char *text, size_t n);

#endif
