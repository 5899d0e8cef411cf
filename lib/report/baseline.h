/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** Findings that are known and not reported again. They are recognised by file and fingerprint, so lines may move. */
#ifndef COAL_REPORT_BASELINE_H
#define COAL_REPORT_BASELINE_H

#include <coalcheck/analysis.h>

#include "util/arena.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct coal_baseline coal_baseline;

/** Reads the file. With `update` it need not be there, and nothing counts as known. 0 and `*out` (yours:
 *  coal_baseline_free), or −1 and `*error` (in the arena). */
int coal_baseline_open(coal_arena *arena, const char *path, bool update, coal_baseline **out, const char **error);
void coal_baseline_free(coal_baseline *b);

/** Marks the files of this analysis as analysed: writing the baseline replaces their old entries. */
void coal_baseline_begin(coal_baseline *b, const coal_analysis *a);
/** True if the finding is known. `path` is absolute, with links resolved. Every finding asked for is recorded for
 *  coal_baseline_write. */
bool coal_baseline_has(coal_baseline *b, const char *path, const char *fingerprint, const coal_finding *finding,
                       const coal_access *access);

/** What writing changed in the file. */
typedef struct coal_baseline_written {
  size_t n, added, removed; /* findings in it, and how many of them are new, how many are no longer in it */
} coal_baseline_written;

/** Writes the findings that were asked for and keeps the old entries of files that exist but were not analysed. 0
 *  and `*out`, or −1 and `*error` (borrowed from b). */
int coal_baseline_write(coal_baseline *b, coal_baseline_written *out, const char **error);

#ifdef __cplusplus
}
#endif
#endif
