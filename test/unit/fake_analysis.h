/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** An analysis made by hand, in place of lib/eval's: for tests of what only reads one. Include it in one file a
 * program. */
#ifndef COAL_TEST_FAKE_ANALYSIS_H
#define COAL_TEST_FAKE_ANALYSIS_H

#include <stdlib.h>

#include <coalcheck/analysis.h>

struct coal_analysis {
  coal_options options;
  coal_kernel *kernels;
  size_t n_kernels;
  coal_access *accesses;
  size_t n_accesses;
  coal_finding *findings;
  size_t n_findings;
};

const coal_options *coal_analysis_options(const coal_analysis *a) { return &a->options; }

const coal_kernel *coal_analysis_kernels(const coal_analysis *a, size_t *n) {
  *n = a->n_kernels;
  return a->kernels;
}

coal_access *coal_analysis_accesses(const coal_analysis *a, size_t *n) {
  *n = a->n_accesses;
  return a->accesses;
}

const coal_finding *coal_analysis_findings(const coal_analysis *a, size_t *n) {
  *n = a->n_findings;
  return a->findings;
}

const coal_note *coal_analysis_launch_notes(const coal_analysis *a, size_t *n) {
  *n = 0;
  return (void)a, NULL;
}

/* What only evaluation and checks call. */
const coal_module *coal_analysis_module(const coal_analysis *a) { return (void)a, NULL; }
void *coal_analysis_alloc(coal_analysis *a, size_t bytes) { return (void)a, (void)bytes, abort(), NULL; }
const char *coal_analysis_format(coal_analysis *a, const char *format, ...) {
  return (void)a, (void)format, abort(), NULL;
}
int coal_analysis_add_finding(coal_analysis *a, const coal_finding *f) { return (void)a, (void)f, abort(), -1; }

#endif
