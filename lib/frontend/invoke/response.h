/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** Words of a command line: quoting, and response files. */
#ifndef COAL_FRONTEND_RESPONSE_H
#define COAL_FRONTEND_RESPONSE_H

#include "flags.h"

/** Appends the words to `out` with each `@file` (clang, gcc) and `--options-file file`, `-optf file` (nvcc) replaced by
 *  the words in the file, in which the same is done. Relative names start in `directory` (NULL: here). What cannot be
 *  read, is no regular file, or comes after a thousand files, stays a word. Words are borrowed or live in `arena`. */
void coal_response_expand(coal_arena *arena, const char *directory, const char *const *words, size_t n,
                          coal_strings *out);

#endif
