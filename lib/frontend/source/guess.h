/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * What the flags leave out: the folders of the source's own repository that hold headers which no include folder has, and the
 * standard that the source is written for.
 *
 * Includes are followed as text, conditions ignored. For a name that neither the including file's folder nor one of the
 * given folders leads to, the folders around the source are looked at, nearest first, up to the repository's root:
 * each itself, its include, csrc, src, inc, common, what lies in third_party, its other subfolders, and the folders that its
 * setup.py, pyproject.toml and CMakeLists.txt name. Those files are read as text: nothing is executed. Only a folder that holds the header
 * is taken, and it is searched behind all others (-idirafter), so no file that was found is replaced.
 */
#ifndef COAL_FRONTEND_GUESS_H
#define COAL_FRONTEND_GUESS_H

#include <stdbool.h>
#include <stddef.h>

#include "frontend/invoke/flags.h"
#include "util/arena.h"

typedef struct coal_guess {
  coal_strings folders; /* absolute, each once; free with coal_vec_free */
  coal_strings names;   /* the headers found there, as they are included; free with coal_vec_free */
  bool needs_cxx20;     /* concepts, consteval or constinit, outside conditions on the language */
} coal_guess;

/** For the source at `path` with this text; `given`: its include folders, absolute or relative to the working folder. Strings live
 *  in `arena`. */
coal_guess coal_guess_from(coal_arena *arena, const char *path, const char *text, size_t n, const coal_strings *given);

#endif
