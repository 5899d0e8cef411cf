/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "cause.h"
#include "registry.h"
#include "text.h"

static bool applies(const coal_access *a) { return a->space == COAL_SPACE_GLOBAL && a->ignores_pitch; }

static const char *object(const coal_access *a) { return a->object_name ? a->object_name : "the array"; }

static const char *headline(const coal_cause *c) {
  return coal_analysis_format(c->analysis, "%s%s without the pitch: rows of cudaMallocPitch are padded",
                              coal_cause_ops(c), coal_cause_objects(c));
}

/** The element type as in C, for the formula. */
static const char *element(const coal_access *a) {
  const coal_type *t = a->site ? a->site->type : NULL;
  if (t && t->kind == COAL_TYPE_FLOAT) return t->size_bytes == 8 ? "double" : t->size_bytes == 4 ? "float" : "T";
  if (t && t->kind == COAL_TYPE_INT && t->size_bytes == 4) return t->is_signed ? "int" : "unsigned";
  if (t && t->kind == COAL_TYPE_RECORD) return t->record->name;
  return "T";
}

static const char *hint(const coal_cause *c) {
  const coal_access *a = c->accesses[0];
  return coal_analysis_format(
      c->analysis,
      "element (row, column) is at ((%s *)((char *)%s + row * pitch))[column], with the pitch in bytes that cudaMallocPitch returned",
      element(a), object(a));
}

const coal_check coal_check_pitch_ignored = {
    .name = "pitch-ignored",
    .summary = "Memory of cudaMallocPitch whose rows are found by the width instead of the pitch: the wrong element.",
    .verdict = COAL_VERDICT_COALESCED,
    .severity = COAL_SEVERITY_WARNING,
    .keeps_verdict = true,
    .is_fault = true,
    .applies = applies,
    .is_one_cause = coal_cause_is_same_object,
    .headline = headline,
    .hint = hint,
};
