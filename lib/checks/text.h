/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** Phrases that messages of several checks share. Strings live in the analysis. */
#ifndef COAL_CHECKS_TEXT_H
#define COAL_CHECKS_TEXT_H

#include <coalcheck/analysis.h>

#include "util/str.h"

/** "global load", "shared atomic". */
const char *coal_text_access(coal_analysis *a, const coal_access *access);
/** "4", "4..5"; "?" when nothing is known. */
const char *coal_text_range(coal_analysis *a, const coal_stat *s);
/** "sector", "line", "wavefront": what the access's numbers count. */
const char *coal_text_unit(coal_analysis *a, const coal_access *access);
/** "merged into one 16-byte load": of an access that the compiler merges with its neighbours. */
const char *coal_text_merged(coal_analysis *a, const coal_access *access);
/** "(32, 8, 1)" */
const char *coal_text_dim(coal_analysis *a, const uint32_t dim[3]);
/** "12.5", "25": percent with at most one decimal. */
const char *coal_text_percent(coal_analysis *a, double percent);

/** "4", "4.5", "4.25": at most two decimals. */
void coal_text_add_number(coal_str *out, double v);
/** Adds "pad the rows to 33 words: 64 wavefronts become 2". */
void coal_text_add_fix(coal_str *out, const coal_access *access, const coal_fix *fix);
/** Adds "in is 256-byte aligned", "the condition at line 7 holds for every lane". */
void coal_text_add_assumption(coal_str *out, const coal_assumption *x);

/** Percent of the moved bytes that were used (global), of the wavefronts that were needed (shared); 100 when nothing
 *  moved. */
double coal_access_efficiency(const coal_access *a);
/** Is it merged with its neighbours into accesses that could not cost less? */
bool coal_access_is_mended(const coal_access *a);
/** Did some request move more than its ideal? */
bool coal_access_has_excess(const coal_access *a);
/** "in", or "this object" when it has no name. */
const char *coal_access_object(const coal_access *a);

#endif
