/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "registry.h"
#include "text.h"

static bool applies(const coal_access *a) { return a->is_unaligned && a->instruction_bytes > 1; }

static const char *message(coal_analysis *analysis, const coal_access *a) {
  return coal_analysis_format(
      analysis, "misaligned %u-byte %s: some address is not a multiple of %u, which the GPU faults on",
      (unsigned)a->instruction_bytes, coal_text_access(analysis, a), (unsigned)a->instruction_bytes);
}

static void explain(coal_notes *notes, const coal_access *a) {
  coal_notes_add(notes, NULL,
                 coal_analysis_format(notes->analysis,
                                      "align the start and the row length to %u bytes, or access narrower elements",
                                      (unsigned)a->instruction_bytes));
}

const coal_check coal_check_misaligned_vector = {
    .name = "misaligned-vector",
    .summary = "A 2-, 4-, 8- or 16-byte access whose address is not a multiple of its size: the GPU faults.",
    .verdict = COAL_VERDICT_MISALIGNED_VECTOR,
    .severity = COAL_SEVERITY_ERROR,
    .is_fault = true,
    .applies = applies,
    .message = message,
    .explain = explain,
};
