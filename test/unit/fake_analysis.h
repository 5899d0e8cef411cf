/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** An analysis made by hand, in place of lib/eval's: for tests of what only reads one. Include it in one file a program. */
#ifndef COAL_TEST_FAKE_ANALYSIS_H
#define COAL_TEST_FAKE_ANALYSIS_H

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

#endif
