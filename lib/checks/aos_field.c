/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include <inttypes.h>
#include <string.h>

#include "improve.h"
#include "registry.h"
#include "text.h"

enum { RECORD_BYTES_MAX = 1024, FIELDS_SHOWN = 6 };

static bool applies(const coal_access *a) { return a->space == COAL_SPACE_GLOBAL && a->stride_record; }

static size_t group_size(const coal_access *a) { return a->n_group ? a->n_group : 1; }

static const coal_access *member(const coal_access *a, size_t i) { return a->n_group ? a + a->group[i] : a; }

/** Bytes of each record that the accesses of the group use together. */
static uint64_t used_bytes(const coal_access *a) {
  bool used[RECORD_BYTES_MAX] = {false};
  const uint64_t size = a->stride_record->size_bytes;
  uint64_t n = 0;
  if (size > RECORD_BYTES_MAX || group_size(a) == 1) return a->bytes;
  for (size_t i = 0; i < group_size(a); i++) {
    const coal_access *m = member(a, i);
    if (!m->n_patterns) continue;
    const coal_pattern *p = &m->patterns[0];
    const int64_t first = p->offset[__builtin_ctz(p->mask)] % (int64_t)size;
    for (uint64_t k = 0; k < m->bytes; k++) used[((uint64_t)(first + (int64_t)size) + k) % size] = true;
  }
  for (uint64_t k = 0; k < size; k++) n += used[k];
  return n;
}

static bool was_named(const coal_access *a, size_t i) {
  for (size_t k = 0; k < i; k++)
    if (member(a, k)->field && !strcmp(member(a, k)->field, member(a, i)->field)) return true;
  return false;
}

/** "'x', 'y' and 'w'"; NULL: there is one alone, or none with a name. */
static const char *field_list(coal_analysis *analysis, const coal_access *a) {
  const char *names[FIELDS_SHOWN], *text = "";
  size_t n = 0, left = 0;
  for (size_t i = 0; i < group_size(a); i++) {
    if (!member(a, i)->field || was_named(a, i)) continue;
    if (n < FIELDS_SHOWN)
      names[n++] = member(a, i)->field;
    else
      left++;
  }
  for (size_t i = 0; i < n; i++)
    text = coal_analysis_format(analysis, "%s%s'%s'", text, !i ? "" : i + 1 < n || left ? ", " : " and ", names[i]);
  if (left) text = coal_analysis_format(analysis, "%s and %zu more", text, left);
  return n > 1 ? text : NULL;
}

static const char *message(coal_analysis *analysis, const coal_access *a) {
  const char *fields = field_list(analysis, a);
  const uint64_t size = a->stride_record->size_bytes, used = used_bytes(a);
  if (fields && used < size)
    return coal_analysis_format(analysis,
                                "array-of-structs %ss of fields %s, %" PRIu64 " of %" PRIu64 " bytes wasted: %s, each",
                                coal_text_access(analysis, a), fields, size - used, size, coal_text_cost(analysis, a));
  const char *field = a->field ? coal_analysis_format(analysis, " of field '%s'", a->field) : "";
  return coal_analysis_format(analysis, "array-of-structs %s%s alone: %s", coal_text_access(analysis, a), field,
                              coal_text_waste(analysis, a));
}

static void explain(coal_notes *notes, const coal_access *a) {
  coal_notes_add(notes, NULL,
                 coal_analysis_format(notes->analysis,
                                      "each lane uses %" PRIu64 " of the %" PRIu64
                                      " bytes of its '%s'; an array a field (struct of "
                                      "arrays), or using the other fields here too, would fill the sectors",
                                      used_bytes(a), a->stride_record->size_bytes, a->stride_record->name));
}

const coal_check coal_check_aos_field = {
    .name = "aos-field",
    .summary =
        "Fields of an array of structs: lanes are a whole record apart and the other fields are fetched for nothing.",
    .verdict = COAL_VERDICT_AOS_FIELD,
    .severity = COAL_SEVERITY_WARNING,
    .by_group = true,
    .applies = applies,
    .message = message,
    .explain = explain,
    .fix = coal_improve_soa,
};
