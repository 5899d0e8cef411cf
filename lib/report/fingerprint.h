/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** What a finding is recognised by in a later run: check, kernel and the text of the access, but no line number. */
#ifndef COAL_REPORT_FINGERPRINT_H
#define COAL_REPORT_FINGERPRINT_H

#include <coalcheck/analysis.h>

#include "report/source.h"

/** 16 hexadecimal digits and a NUL for each finding of the analysis, in `out` (coal_analysis_findings' n entries).
 *  Findings that are equal otherwise are numbered in order. */
void coal_fingerprints(coal_source_cache *sources, const coal_analysis *a, char (*out)[17]);

#endif
