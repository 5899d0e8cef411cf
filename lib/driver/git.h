/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** What git knows about files. Everything here is "no" where git or a repository is missing. */
#ifndef COAL_DRIVER_GIT_H
#define COAL_DRIVER_GIT_H

#include <stdbool.h>
#include <stddef.h>

#include "util/arena.h"

/** The top folder of the working folder's repository, in the arena, or NULL. */
const char *coal_git_top(coal_arena *arena);
/** The name that git prints as `name`: in quotes, with escapes, where it has characters that are not ASCII. */
const char *coal_git_unquoted(coal_arena *arena, const char *name);
/** True if a file of that name was there in some commit of the branch or is in the index: it was deleted. */
bool coal_git_knew(const char *path);

/** Lines [first, last] of a file, from 1. */
typedef struct coal_line_range {
  const char *file; /* absolute */
  unsigned first, last;
} coal_line_range;

/** The lines of the working tree that are not as in the commit where HEAD branched off `revision` (in `revision` itself
 *  where there is no such commit); all lines of files git does not know. A file of which only lines were deleted is
 *  listed with first = last = 0. 0, or −1 and `*error` (in the arena). */
int coal_git_changed_lines(coal_arena *arena, const char *revision, coal_line_range **out, size_t *n,
                           const char **error);

#endif
