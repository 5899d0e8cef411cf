/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include <inttypes.h>

#include "improve.h"
#include "registry.h"
#include "text.h"

static bool applies(const coal_access *a) { return a->space == COAL_SPACE_GLOBAL && a->stride_record; }

static const char *message(coal_analysis *analysis, const coal_access *a) {
  const char *field = a->field ? coal_analysis_format(analysis, " of field '%s'", a->field) : "";
  return coal_analysis_format(analysis, "array-of-structs %s%s alone: %s", coal_text_access(analysis, a), field,
                              coal_text_waste(analysis, a));
}

static void explain(coal_notes *notes, const coal_access *a) {
  coal_notes_add(
      notes, NULL,
      coal_analysis_format(notes->analysis,
                           "each lane uses %u of the %" PRIu64 " bytes of its '%s'; an array a field (struct of "
                           "arrays), or using the other fields here too, would fill the sectors",
                           (unsigned)a->bytes, a->stride_record->size_bytes, a->stride_record->name));
}

const coal_check coal_check_aos_field = {
    .name = "aos-field",
    .summary =
        "One field of an array of structs: lanes are a whole record apart and the other fields are fetched for nothing.",
    .verdict = COAL_VERDICT_AOS_FIELD,
    .severity = COAL_SEVERITY_WARNING,
    .applies = applies,
    .message = message,
    .explain = explain,
    .fix = coal_improve_soa,
};
