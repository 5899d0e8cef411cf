/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** File names. */
#ifndef COAL_UTIL_PATH_H
#define COAL_UTIL_PATH_H

#include <stdbool.h>

#include "arena.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The working directory, in the arena; "" if it cannot be determined. */
const char *coal_path_cwd(coal_arena *arena);
/** The name under which `path`, relative to `directory` (NULL: to the working folder `cwd`), is best known here:
 *  relative to cwd where it lies below it, else absolute; without "." and ".." where they can be left out. */
const char *coal_path_from_here(coal_arena *arena, const char *cwd, const char *directory, const char *path);
/** The absolute path without ".", ".." and double slashes; links are not followed. */
const char *coal_path_absolute(coal_arena *arena, const char *cwd, const char *path);
/** "dir" of "dir/file", "." of "file", "/" of "/file". */
const char *coal_path_folder(coal_arena *arena, const char *path);
/** The part after the last slash. Borrowed. */
const char *coal_path_base(const char *path);
/** True if the path's last characters are these. */
bool coal_path_ends_in(const char *path, const char *end);
/** True if both names are of one existing file. */
bool coal_path_is_same_file(const char *a, const char *b);
/** True for an existing folder; for an existing file that is none. */
bool coal_path_is_folder(const char *path);
bool coal_path_is_file(const char *path);
/** True for an existing file that is neither a folder, a device nor a pipe. */
bool coal_path_is_regular(const char *path);

#ifdef __cplusplus
}
#endif
#endif
