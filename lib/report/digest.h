/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** A summary of a run's findings in a few lines, for its end. */
#ifndef COAL_REPORT_DIGEST_H
#define COAL_REPORT_DIGEST_H

#include "report/report.h"

typedef struct coal_digest coal_digest;

/** Yours to free: coal_digest_free. */
coal_digest *coal_digest_new(void);
void coal_digest_free(coal_digest *d);

/** Counts the warnings and errors of the analysis that the report added last. */
void coal_digest_add(coal_digest *d, const coal_report *r, const coal_analysis *a);
/** Adds "By check: 2 strided, 1 bank-conflict." and "Worst first: a.cu:38 (81 % of 'k')…"; nothing for less than two
 *  findings. Sorts them. */
void coal_digest_print(coal_digest *d, coal_str *out);

#endif
