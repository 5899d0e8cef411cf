/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** How much of a file was judged: the line that the command line ends a file with, in JSON too. */
#ifndef COAL_REPORT_SUMMARY_H
#define COAL_REPORT_SUMMARY_H

#include "report.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Accesses of the analysis that are not judged, where the report's filter lets them through. */
size_t coal_summary_unknown(coal_report *r, const coal_analysis *a);
/** Has the kernel accesses in its source, and is none of them judged? */
bool coal_summary_is_unjudged(const coal_analysis *a, const coal_kernel *k);
/** Why, in a few words: "'torch/extension.h' was not found", "budget". */
void coal_summary_add_why(coal_str *out, const coal_analysis *a, const coal_kernel *k);
/** Adds "12 accesses judged, 3 not (2 indirect, 1 budget); kernel 'fwd' not judged: 'a.h' was not found"; nothing when
 *  everything was judged. */
void coal_summary_add(coal_str *out, coal_report *r, const coal_analysis *a);

#ifdef __cplusplus
}
#endif
#endif
