/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** Proved fixes of many files: collected while the analyses live, then applied or exported. */
#ifndef COAL_REPORT_FIXES_H
#define COAL_REPORT_FIXES_H

#include <coalcheck/analysis.h>

#include "report/filter.h"
#include "report/source.h"
#include "util/str.h"

typedef struct coal_fixes coal_fixes;

/** An empty collection. Yours: free it with coal_fixes_free. */
coal_fixes *coal_fixes_new(void);
void coal_fixes_free(coal_fixes *f);
/** Collects the fixes of the findings that are shown: one entry of `shown` a finding. */
void coal_fixes_add(coal_fixes *f, const coal_analysis *a, const coal_shown *shown);
/** Adds them in the YAML that clang-apply-replacements reads. */
void coal_fixes_export(const coal_fixes *f, coal_str *out);

/** The outcome of applying. */
typedef struct coal_fix_counts {
  size_t applied, conflicting;
} coal_fix_counts;
/** Rewrites the files. A fix is applied completely or not at all: one that overlaps an earlier fix is skipped, one
 *  that equals an earlier fix counts as applied. 0, or −1 and `*error` (borrowed) when a file could not be written. */
int coal_fixes_apply(coal_fixes *f, coal_source_cache *sources, coal_fix_counts *counts, const char **error);

#endif
