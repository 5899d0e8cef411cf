/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * Precompiled CUDA headers on disk. What Clang reads before the first line of a CUDA file costs far more than most
 * files themselves; it is the same for all files with the same flags.
 *
 * A file KEY.pch holds the headers that are always there and those that the source includes with <> at its very top.
 * KEY is a hash of everything that goes in: libclang, flags, toolkit, embedded headers, includes. KEY.no remembers that
 * it cannot be made. Files are written beside and renamed, so readers see whole ones; Clang itself checks that no
 * header changed since. The oldest are deleted when there are too many.
 */
#ifndef COAL_FRONTEND_PCH_H
#define COAL_FRONTEND_PCH_H

#include <stdint.h>

#include "flags.h"
#include "libclang.h"

typedef struct coal_pch_cache coal_pch_cache;

/** The folder is made when it is needed. `*bytes_max`: at most so much is kept. Yours: coal_pch_cache_free. */
coal_pch_cache *coal_pch_cache_new(const char *folder, uint64_t bytes_max);
void coal_pch_cache_free(coal_pch_cache *c);

/** What goes in. All borrowed. */
typedef struct coal_pch_request {
  const coal_libclang *clang;
  const char *const *command; /* for libclang, without the source */
  size_t n_command;
  const struct CXUnsavedFile *files; /* embedded headers */
  unsigned n_files;
  const char *stamp;    /* whatever else decides: versions, times of files */
  const char *includes; /* "#include <vector>\n…" */
} coal_pch_request;

/** The precompiled header, created if it does not exist; NULL if it cannot be created. In `arena`. Threads and
 * processes may ask at the same time. */
const char *coal_pch_get(coal_pch_cache *c, coal_arena *arena, const coal_pch_request *request);
/** Forgets one that turned out to be stale. */
void coal_pch_drop(const char *path);

/** The `#include <…>` lines at the very top of the source, before anything but comments, as far as no folder of the
 *  command's -I and -isystem (but `toolkit` and the embedded ones) has a header of that name. In `arena`. */
const char *coal_pch_includes(coal_arena *arena, const char *source, const coal_strings *command, const char *toolkit);

#endif
