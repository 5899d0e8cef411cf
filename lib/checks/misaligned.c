/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include <string.h>

#include <model/patterns.h>

#include "cause.h"
#include "registry.h"
#include "text.h"

static bool applies(const coal_access *a) { return a->space == COAL_SPACE_GLOBAL && a->shift_mends; }

static const char *headline(const coal_cause *c) {
  return coal_analysis_format(c->analysis, "misaligned %s%s: %s", coal_cause_ops(c), coal_cause_objects(c),
                              coal_cause_rate(c));
}

static const char *why(const coal_cause *c) {
  const coal_access *a = c->accesses[0];
  const char *which = a->never_aligned
                          ? coal_analysis_format(c->analysis, "whatever %s %s, the first byte of most warps",
                                                 a->never_aligned, strchr(a->never_aligned, ' ') ? "are" : "is")
                          : "the warp's first byte";
  return coal_analysis_format(c->analysis, "%s is not on a %u-byte boundary%s", which,
                              coal_model_period_bytes(coal_analysis_options(c->analysis)->target, a->space, a->op),
                              a->op == COAL_MEM_STORE ? "; sectors written in part halve the speed of stores" : "");
}

static const char *hint(const coal_cause *c) {
  const coal_access *a = c->accesses[0];
  return coal_analysis_format(c->analysis, "start each warp on a %u-byte boundary: pad the rows, or shift the start",
                              coal_model_period_bytes(coal_analysis_options(c->analysis)->target, a->space, a->op));
}

static void explain(coal_notes *notes, const coal_access *a) {
  if (a->starts_inside) coal_notes_add(notes, NULL, a->alignment);
}

const coal_check coal_check_misaligned = {
    .name = "misaligned",
    .summary = "A dense access whose start is off a sector boundary, so that it touches one sector more.",
    .verdict = COAL_VERDICT_MISALIGNED,
    .severity = COAL_SEVERITY_WARNING,
    .applies = applies,
    .explain = explain,
    .is_one_cause = coal_cause_is_same_shape,
    .headline = headline,
    .why = why,
    .hint = hint,
};
