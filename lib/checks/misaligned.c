/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include <string.h>

#include <model/patterns.h>

#include "registry.h"
#include "text.h"

static bool applies(const coal_access *a) { return a->space == COAL_SPACE_GLOBAL && a->shift_mends; }

static const char *message(coal_analysis *analysis, const coal_access *a) {
  return coal_analysis_format(analysis, "misaligned %s: %s", coal_text_access(analysis, a),
                              coal_text_waste(analysis, a));
}

static void explain(coal_notes *notes, const coal_access *a) {
  const coal_target *target = coal_analysis_options(notes->analysis)->target;
  const char *which = a->never_aligned
                          ? coal_analysis_format(notes->analysis, "whatever %s %s, the first byte of most warps",
                                                 a->never_aligned, strchr(a->never_aligned, ' ') ? "are" : "is")
                          : "the warp's first byte";
  coal_notes_add(notes, NULL,
                 coal_analysis_format(
                     notes->analysis, "%s is not on a %u-byte boundary; if it were, %s %s%s would do%s", which,
                     coal_model_period_bytes(target, a->space, a->op), coal_text_range(notes->analysis, &a->ideal),
                     coal_text_unit(notes->analysis, a), a->ideal.max == 1 ? "" : "s",
                     a->op == COAL_MEM_STORE ? " (split sectors halve the speed of stores)" : ""));
  if (a->starts_inside) coal_notes_add(notes, NULL, a->alignment);
}

const coal_check coal_check_misaligned = {
    .name = "misaligned",
    .summary = "A dense access whose start is off a sector boundary, so that it touches one sector more.",
    .verdict = COAL_VERDICT_MISALIGNED,
    .severity = COAL_SEVERITY_WARNING,
    .applies = applies,
    .message = message,
    .explain = explain,
};
