/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "registry.h"
#include "text.h"

static bool applies(const coal_access *a) { return a->space == COAL_SPACE_GLOBAL; }

static const char *message(coal_analysis *analysis, const coal_access *a) {
  return coal_analysis_format(analysis, "scattered %s: %s", coal_text_access(analysis, a),
                              coal_text_waste(analysis, a));
}

static void explain(coal_notes *notes, const coal_access *a) {
  (void)a;
  coal_notes_add(notes, NULL,
                 "the lanes' addresses are known but follow no single stride; gather through shared memory, or give "
                 "neighbouring lanes neighbouring elements");
}

const coal_check coal_check_scattered = {
    .name = "scattered",
    .summary = "Lanes access known but irregular addresses, more sectors than their bytes would fill.",
    .verdict = COAL_VERDICT_SCATTERED,
    .severity = COAL_SEVERITY_WARNING,
    .applies = applies,
    .message = message,
    .explain = explain,
};
