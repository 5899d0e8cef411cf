/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** How a finding is recognised in a later run: by check, kernel and the text of the access, without a line number. */
#ifndef COAL_REPORT_FINGERPRINT_H
#define COAL_REPORT_FINGERPRINT_H

#include <coalcheck/analysis.h>

#include "report/source.h"

/** Of each access of each finding of an analysis. Yours: coal_fingerprints_free. */
typedef struct coal_fingerprints coal_fingerprints;
coal_fingerprints *coal_fingerprints_new(coal_source_cache *sources, const coal_analysis *a);
void coal_fingerprints_free(coal_fingerprints *f);

/** 16 hexadecimal digits, of an access that a finding is about. Accesses that are equal otherwise are numbered in order. */
const char *coal_fingerprint_of(const coal_fingerprints *f, size_t access);
/** The same without the severity, which may depend on what a launch costs: the identity of a finding, by its first
 *  access. */
const char *coal_fingerprint_id(const coal_fingerprints *f, const coal_finding *finding);

#endif
