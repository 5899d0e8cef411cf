/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** Compile databases: compile_commands.json as CMake, Bear, Bazel's extractors and others write it.
 *  https://clang.llvm.org/docs/JSONCompilationDatabase.html */
#ifndef COAL_DRIVER_DATABASE_H
#define COAL_DRIVER_DATABASE_H

#include <stdbool.h>
#include <stddef.h>

#include "util/arena.h"

/** One entry. */
typedef struct coal_compile {
  const char *file;         /* absolute, without "." and ".." */
  const char *directory;    /* where its relative paths start; absolute */
  const char *const *flags; /* without launchers (ccache …) and compiler; response files opened */
  size_t n_flags;
  bool is_nvcc; /* the compiler's name says so */
  bool is_cuda; /* nvcc, -x cu, -x cuda, or a name of CUDA (.cu …) */
} coal_compile;

typedef struct coal_database coal_database;

/** Reads `path`, a file or a folder with a compile_commands.json in it. 0 and `*out` (yours: coal_database_close),
 *  or −1 and a message in `*error` (in the arena). */
int coal_database_open(coal_arena *arena, const char *path, coal_database **out, const char **error);
void coal_database_close(coal_database *d);
/** The file that was read. Borrowed. */
const char *coal_database_path(const coal_database *d);

size_t coal_database_size(const coal_database *d);
/** Entry i, its command read on first use. Borrowed from d. One thread at a time. */
const coal_compile *coal_database_at(coal_database *d, size_t i);
/** The first entry of that file (absolute, simplified; if no name is equal, links are resolved), or NULL. */
const coal_compile *coal_database_find(coal_database *d, const char *file);
/** The CUDA entry whose path has most in common with the file's, or NULL when there is none of CUDA. */
const coal_compile *coal_database_nearest(coal_database *d, const char *file);
/** How much two absolute paths have in common: leading folders, then the name without extension. */
size_t coal_path_likeness(const char *a, const char *b);

/** The database for a file in `folder` (absolute): in the folder, in its build/, build… or build/…, or the same one
 *  folder up, and so on. The path of the JSON file in the arena, or NULL. */
const char *coal_database_search(coal_arena *arena, const char *folder);

/** True if the name is one of CUDA sources (.cu …); of headers (.cuh, .h …). */
bool coal_is_cuda_name(const char *path);
bool coal_is_header_name(const char *path);

#endif
