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
/** "32 sectors where 4 would do", "1..8 wavefronts where 1 would do", "up to 32 sectors if ld >= 8 where 4 would do". */
const char *coal_text_cost(coal_analysis *a, const coal_access *access);
/** "sector", "line", "wavefront": what the access's numbers count. */
const char *coal_text_unit(coal_analysis *a, const coal_access *access);
/** "32 sectors where 4 would do, 12.5 % efficient": for global accesses. */
const char *coal_text_waste(coal_analysis *a, const coal_access *access);
/** "merged into one 16-byte load": of an access that the compiler merges with its neighbours. */
const char *coal_text_merged(coal_analysis *a, const coal_access *access);
/** "(32, 8, 1)" */
const char *coal_text_dim(coal_analysis *a, const uint32_t dim[3]);
/** "12.5", "25": percent with at most one decimal. */
const char *coal_text_percent(coal_analysis *a, double percent);

/** Adds "in is 256-byte aligned", "the condition at line 7 holds for every lane". */
void coal_text_add_assumption(coal_str *out, const coal_assumption *x);

/** Percent of the moved bytes that were used (global), of the wavefronts that were needed (shared); 100 when nothing
 *  moved. */
double coal_access_efficiency(const coal_access *a);
/** The compiler merges it with its neighbours into accesses that could not cost less. */
bool coal_access_is_mended(const coal_access *a);
/** Some request moved more than its ideal. */
bool coal_access_has_excess(const coal_access *a);
/** The same place in the source, object and call path: what is said of both in the same words is one finding. */
bool coal_access_is_same_place(const coal_access *a, const coal_access *b);
/** "in", or "this object" when it has no name. */
const char *coal_access_object(const coal_access *a);

#endif
