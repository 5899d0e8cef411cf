/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** Which findings are shown: by file, by line, by what a baseline knows, and each once. */
#ifndef COAL_REPORT_FILTER_H
#define COAL_REPORT_FILTER_H

#include <coalcheck/analysis.h>

#include "report/baseline.h"
#include "report/source.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Why a finding, or one place of it, is not shown. */
typedef enum coal_shown {
  COAL_SHOWN,
  COAL_SHOWN_NOLINT,    /* suppressed by a comment */
  COAL_SHOWN_BASELINE,  /* known to the baseline */
  COAL_SHOWN_ELSEWHERE, /* in a file or line that was not requested */
  COAL_SHOWN_REPEATED   /* in a header, and reported by an earlier unit */
} coal_shown;

typedef struct coal_filter coal_filter;

/** Shows everything at first. Yours to free: coal_filter_free. */
coal_filter *coal_filter_new(void);
void coal_filter_free(coal_filter *f);

/** Of files other than the unit's own, those whose path the POSIX extended expression matches (anywhere in it). 0,
 *  or −1 and `*error` (borrowed from f). */
int coal_filter_set_headers(coal_filter *f, const char *expression, const char **error);
/** From the next analysis on these files alone; n = 0: all. Borrowed until the next call. */
void coal_filter_set_files(coal_filter *f, const char *const *files, size_t n);
/** Lines [first, last] (from 1) of the files whose path ends in `name`; once a range was added, only findings in
 *  ranges are shown. */
void coal_filter_add_lines(coal_filter *f, const char *name, unsigned first, unsigned last);
/** From now on lines are filtered, even if none is added. */
void coal_filter_use_lines(coal_filter *f);
/** clang-tidy's --line-filter: `[{"name":"file.cu","lines":[[1,3],[5,7]]},{"name":"whole.cuh"}]`. As above. */
int coal_filter_add_json(coal_filter *f, const char *json, const char **error);
/** Findings in it are not shown. Borrowed; may be NULL. */
void coal_filter_set_baseline(coal_filter *f, coal_baseline *baseline);

/** True if a finding there may be shown. */
bool coal_filter_has_location(coal_filter *f, const coal_range *range);
/** Fills `out` with one entry a finding of the analysis, and `places` with one an access: a finding is shown if one
 *  of its accesses is. Call it once an analysis. */
void coal_filter_judge(coal_filter *f, const coal_analysis *a, coal_source_cache *sources, coal_shown *out,
                       coal_shown *places);

/** The indices of the finding's accesses that are shown, in *out (of coal_finding_accesses' n entries); how many. */
size_t coal_filter_places(const coal_finding *f, const coal_shown *places, size_t *out);
/** The first of them, where the finding is shown; the finding's own where none is. */
size_t coal_filter_first_place(const coal_finding *f, const coal_shown *places);

#ifdef __cplusplus
}
#endif
#endif
