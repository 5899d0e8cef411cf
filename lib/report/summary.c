/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "summary.h"

#include <string.h>

#include "render.h"

/* Kernels that are named; further ones are counted. */
enum { NAMED_MAX = 3 };

size_t coal_summary_unknown(coal_report *r, const coal_analysis *a) {
  coal_reason_counts c = {0};
  size_t n = 0;
  coal_reason_counts_add(&c, r, a);
  for (size_t i = 0; i < COAL_REASON_COUNT; i++) n += c.by_reason[i];
  return n;
}

/** Of the kernel alone. */
static coal_reason_counts counts_of(const coal_analysis *a, const coal_kernel *k) {
  coal_reason_counts c = {0};
  size_t n;
  const coal_access *accesses = coal_analysis_accesses(a, &n);
  for (size_t i = 0; i < n; i++) {
    if (accesses[i].kernel != k) continue;
    if (accesses[i].verdict != COAL_VERDICT_UNKNOWN)
      c.known++;
    else
      c.by_reason[accesses[i].reason]++;
  }
  return c;
}

static size_t most(const coal_reason_counts *c) {
  size_t best = 0;
  for (size_t i = 1; i < COAL_REASON_COUNT; i++)
    if (c->by_reason[i] > c->by_reason[best]) best = i;
  return best;
}

static const char *name_of(size_t reason) {
  return reason == COAL_REASON_NONE ? "not judged" : coal_reason_name((coal_reason)reason);
}

bool coal_summary_is_unjudged(const coal_analysis *a, const coal_kernel *k) {
  const coal_reason_counts c = counts_of(a, k);
  return !c.known && c.by_reason[most(&c)];
}

void coal_summary_add_why(coal_str *out, const coal_analysis *a, const coal_kernel *k) {
  const coal_reason_counts c = counts_of(a, k);
  size_t n;
  const char *const *missing = coal_module_missing(coal_analysis_module(a), &n);
  if (n && c.by_reason[COAL_REASON_ERROR])
    coal_str_addf(out, "'%s' was not found", missing[0]);
  else
    coal_str_add(out, name_of(most(&c)));
}

/** " (2 indirect, 1 budget)" */
static void add_reasons(coal_str *out, coal_reason_counts c) {
  const char *before = " (";
  for (size_t i = most(&c); c.by_reason[i]; i = most(&c)) {
    coal_str_addf(out, "%s%zu %s", before, c.by_reason[i], name_of(i));
    c.by_reason[i] = 0;
    before = ", ";
  }
  coal_str_add(out, ")");
}

/** Is another instance of the template of kernel i before it? */
static bool is_later_instance(const coal_kernel *kernels, size_t i) {
  const coal_range *r = &kernels[i].fn->range;
  for (size_t k = 0; k < i; k++) {
    const coal_range *q = &kernels[k].fn->range;
    if (r->file && r->file == q->file && r->begin.offset_bytes == q->begin.offset_bytes) return true;
  }
  return false;
}

static bool no_instance_is_judged(const coal_analysis *a, const coal_kernel *kernels, size_t n, size_t i) {
  for (size_t k = i; k < n; k++)
    if ((k == i || (kernels[k].fn->range.file == kernels[i].fn->range.file &&
                    kernels[k].fn->range.begin.offset_bytes == kernels[i].fn->range.begin.offset_bytes)) &&
        !coal_summary_is_unjudged(a, &kernels[k]))
      return false;
  return true;
}

static void add_kernels(coal_str *out, coal_report *r, const coal_analysis *a) {
  size_t n, left = 0, named = 0;
  const coal_kernel *kernels = coal_analysis_kernels(a, &n);
  for (size_t i = 0; i < n; i++) {
    if (!coal_filter_has_location(r->filter, &kernels[i].fn->range) || is_later_instance(kernels, i) ||
        !no_instance_is_judged(a, kernels, n, i))
      continue;
    if (named++ >= NAMED_MAX) {
      left++;
      continue;
    }
    coal_str_addf(out, "; kernel '%s' not judged: ", kernels[i].fn->name);
    coal_summary_add_why(out, a, &kernels[i]);
  }
  if (left) coal_str_addf(out, "; %zu more kernel%s not judged", left, left == 1 ? "" : "s");
}

void coal_summary_add(coal_str *out, coal_report *r, const coal_analysis *a) {
  coal_reason_counts c = {0};
  coal_reason_counts_add(&c, r, a);
  const size_t unknown = coal_summary_unknown(r, a);
  if (!unknown) return;
  coal_str_addf(out, "%zu access%s judged, %zu not", c.known, c.known == 1 ? "" : "es", unknown);
  add_reasons(out, c);
  add_kernels(out, r, a);
}
