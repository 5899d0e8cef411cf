/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "registry.h"
#include "text.h"

static bool applies(const coal_access *a) { return a->space == COAL_SPACE_GLOBAL && a->ignores_pitch; }

static const char *object(const coal_access *a) { return a->object_name ? a->object_name : "the array"; }

static const char *message(coal_analysis *analysis, const coal_access *a) {
  return coal_analysis_format(
      analysis, "%s finds its row without the pitch: %s comes from cudaMallocPitch, whose rows are padded",
      coal_text_access(analysis, a), object(a));
}

/** The element as C writes it, for the formula. */
static const char *element(const coal_access *a) {
  const coal_type *t = a->site ? a->site->type : NULL;
  if (t && t->kind == COAL_TYPE_FLOAT) return t->size_bytes == 8 ? "double" : t->size_bytes == 4 ? "float" : "T";
  if (t && t->kind == COAL_TYPE_INT && t->size_bytes == 4) return t->is_signed ? "int" : "unsigned";
  if (t && t->kind == COAL_TYPE_RECORD) return t->record->name;
  return "T";
}

static void explain(coal_notes *notes, const coal_access *a) {
  coal_notes_add(
      notes, NULL,
      coal_analysis_format(
          notes->analysis,
          "element (row, column) is at ((%s *)((char *)%s + row * pitch))[column], with the pitch in bytes that cudaMallocPitch returned",
          element(a), object(a)));
}

const coal_check coal_check_pitch_ignored = {
    .name = "pitch-ignored",
    .summary = "Memory of cudaMallocPitch whose rows are found by the width instead of the pitch: the wrong element.",
    .verdict = COAL_VERDICT_COALESCED,
    .severity = COAL_SEVERITY_WARNING,
    .keeps_verdict = true,
    .is_fault = true,
    .applies = applies,
    .message = message,
    .explain = explain,
};
