/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** The text of source files, read once a run. One cache, one thread at a time. */
#ifndef COAL_REPORT_SOURCE_H
#define COAL_REPORT_SOURCE_H

#include <coalcheck/ir.h>

#include "util/str.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A file's text, NUL-terminated, and where each line begins. Lines are split at '\n'. */
typedef struct coal_source_file {
  const char *path;
  const char *text;
  size_t bytes;
  const size_t *line_start; /* offset_bytes of line i + 1; n_lines entries */
  size_t n_lines;
} coal_source_file;

typedef struct coal_source_cache coal_source_cache;

/** Yours: free it with coal_source_cache_free. */
coal_source_cache *coal_source_cache_new(void);
void coal_source_cache_free(coal_source_cache *c);
/** The file of that path, read on first use; NULL when it cannot be read. Borrowed from the cache. */
const coal_source_file *coal_source_get(coal_source_cache *c, const char *path);
/** Gives the file of that path the text of an editor's buffer instead (copied), or with NULL takes it back. Earlier
 *  coal_source_file pointers of that path die. */
void coal_source_set(coal_source_cache *c, const char *path, const char *text, size_t bytes);

/** Line `line1` (from 1) without its end of line, and its length; NULL when there is no such line. */
const char *coal_source_line(const coal_source_file *s, size_t line1, size_t *bytes);
/** Adds the text of the range to `out`, each run of white space replaced by one blank. Comments are kept. Adds
 *  nothing if the file cannot be read. */
void coal_source_add_folded(coal_source_cache *c, const coal_range *range, coal_str *out);

#ifdef __cplusplus
}
#endif
#endif
