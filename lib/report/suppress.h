/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** NOLINT, NOLINTNEXTLINE and NOLINTBEGIN/END comments, with clang-tidy's rules: the word anywhere in the line counts,
 *  a list in parentheses holds globs, BEGIN and END pair up when their lists are the same text. */
#ifndef COAL_REPORT_SUPPRESS_H
#define COAL_REPORT_SUPPRESS_H

#include <coalcheck/analysis.h>

#include "report/source.h"

#ifdef __cplusplus
extern "C" {
#endif

/** True if a comment in the text disables the check (named without "coalcheck-") at that location. */
bool coal_suppressed_at(const coal_source_file *s, const coal_pos *at, const char *check);
/** True if the check is switched off where the access is written, or where the macro that holds it is defined. */
bool coal_access_suppressed(coal_source_cache *c, const coal_access *a, const char *check);

/** clang-tidy's glob list: "a*,-ab*": the last glob that matches decides; '-' in front removes. `list` has `bytes`
 *  characters. */
bool coal_glob_list_has(const char *list, size_t bytes, const char *name);

#ifdef __cplusplus
}
#endif
#endif
