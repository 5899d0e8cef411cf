/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * CUDA source inside other files: fenced code of Markdown, string literals of Python and C++, cells of notebooks.
 *
 * Each source comes out laid out as it lies in its file: blank lines in front of it, and blanks in front of each line, so that
 * the line and column of a diagnostic are the file's. Where the file spells a character by an escape sequence, the columns
 * behind it are the file's again after the next white space.
 */
#ifndef COAL_EXTRACT_EXTRACT_H
#define COAL_EXTRACT_EXTRACT_H

#include <stdbool.h>
#include <stdint.h>

#include "util/arena.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum coal_extract_kind {
  COAL_EXTRACT_NONE,
  COAL_EXTRACT_MARKDOWN, /* .md, .markdown */
  COAL_EXTRACT_PYTHON,   /* .py, .pyi */
  COAL_EXTRACT_NOTEBOOK, /* .ipynb: Python and Markdown cells, cells that begin with %%cu or %%writefile NAME.cu */
  COAL_EXTRACT_CXX       /* C++ and CUDA sources: strings for nvrtc */
} coal_extract_kind;

/** One CUDA source of a file. */
typedef struct coal_extract {
  const char *text; /* laid out; n_bytes, NUL-terminated, in the arena */
  size_t n_bytes;
  size_t begin_bytes, end_bytes; /* where it lies in the file */
  uint32_t line1;                /* of the file: where the source begins */
  bool is_verbatim;              /* byte for byte what the file has: an edit of the one is an edit of the other */
  const char *skipped;           /* why the source cannot be analysed; NULL: it can */
} coal_extract;

/** By the suffix of the name. */
coal_extract_kind coal_extract_kind_of(const char *path);

/** The sources in a file's text, in its order; `*n` of them, in the arena. A source holds `__global__`; anything else that lies
 *  in fences and strings is passed over. */
const coal_extract *coal_extract_all(coal_arena *arena, coal_extract_kind kind, const char *text, size_t n_bytes,
                                     size_t *n);

#ifdef __cplusplus
}
#endif
#endif
