/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "text.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

const char *coal_text_access(coal_analysis *a, const coal_access *access) {
  return coal_analysis_format(a, "%s %s", coal_space_name(access->space), coal_mem_op_name(access->op));
}

const char *coal_text_range(coal_analysis *a, const coal_stat *s) {
  if (!s->n) return "?";
  if (s->min == s->max) return coal_analysis_format(a, "%.0f", s->max);
  return coal_analysis_format(a, "%.0f..%.0f", s->min, s->max);
}

const char *coal_text_unit(coal_analysis *a, const coal_access *access) {
  return coal_target_unit(coal_analysis_options(a)->target, access->space, access->op);
}

/** The condition under which the most is moved that ever is; NULL: it does not hang on one. */
static const coal_condition *worst_condition(const coal_access *access) {
  if (!access->n_conditions || access->moved.min == access->moved.max) return NULL;
  const coal_condition *last = &access->conditions[access->n_conditions - 1];
  return last->moved == access->moved.max ? last : NULL;
}

const char *coal_text_cost(coal_analysis *a, const coal_access *access) {
  const char *unit = coal_text_unit(a, access);
  const coal_condition *worst = worst_condition(access);
  if (worst)
    return coal_analysis_format(a, "up to %.0f %s%s if %s >= %" PRId64 " where %s would do", worst->moved, unit,
                                worst->moved == 1 ? "" : "s", worst->name, worst->from,
                                coal_text_range(a, &access->ideal));
  return coal_analysis_format(a, "%s %s%s where %s would do", coal_text_range(a, &access->moved), unit,
                              access->moved.max == 1 ? "" : "s", coal_text_range(a, &access->ideal));
}

const char *coal_text_percent(coal_analysis *a, double percent) {
  const char *text = coal_analysis_format(a, "%.1f", percent);
  size_t n = strlen(text);
  if (n > 2 && !strcmp(text + n - 2, ".0")) return coal_analysis_format(a, "%.0f", percent);
  return text;
}

const char *coal_text_waste(coal_analysis *a, const coal_access *access) {
  return coal_analysis_format(a, "%s, %s %% efficient", coal_text_cost(a, access),
                              coal_text_percent(a, coal_access_efficiency(access)));
}

const char *coal_text_dim(coal_analysis *a, const uint32_t dim[3]) {
  return coal_analysis_format(a, "(%u, %u, %u)", (unsigned)dim[0], (unsigned)dim[1], (unsigned)dim[2]);
}

const char *coal_text_merged(coal_analysis *a, const coal_access *access) {
  return coal_analysis_format(a, "merged into one %u-byte %s", (unsigned)access->merged.bytes,
                              coal_mem_op_name(access->op));
}

bool coal_access_is_mended(const coal_access *a) { return a->merged.bytes && a->merged.moved <= a->merged.ideal; }

void coal_text_add_assumption(coal_str *out, const coal_assumption *x) {
  switch (x->kind) {
    case COAL_ASSUMED_ALIGNMENT: coal_str_addf(out, "%s is %u-byte aligned", x->name, (unsigned)x->number); break;
    case COAL_ASSUMED_TYPE_SIZES:
      coal_str_addf(out, "type parameters of the template are %u bytes wide: no instance was seen",
                    (unsigned)x->number);
      break;
    case COAL_ASSUMED_CONDITION:
      coal_str_addf(out, "the condition at line %u holds for every lane", (unsigned)x->number);
      break;
    case COAL_ASSUMED_GUARD_IS_PASSED:
      coal_str_addf(out, "the condition at line %u lets every lane pass", (unsigned)x->number);
      break;
  }
}

double coal_access_efficiency(const coal_access *a) {
  if (a->space == COAL_SPACE_SHARED) return a->moved.sum > 0 ? 100 * a->ideal.sum / a->moved.sum : 100;
  return a->bytes_moved ? 100 * (double)a->bytes_used / (double)a->bytes_moved : 100;
}

bool coal_access_has_excess(const coal_access *a) { return a->moved.n && a->moved.sum > a->ideal.sum; }

static bool begins_alike(const coal_range *a, const coal_range *b) {
  return a->file == b->file && a->begin.line1 == b->begin.line1 && a->begin.column1 == b->begin.column1;
}

static bool is_same_name(const char *a, const char *b) { return a && b ? !strcmp(a, b) : a == b; }

bool coal_access_is_same_place(const coal_access *a, const coal_access *b) {
  if (!begins_alike(&a->range, &b->range) || a->n_inlined_at != b->n_inlined_at ||
      !is_same_name(a->object_name, b->object_name))
    return false;
  for (size_t i = 0; i < a->n_inlined_at; i++)
    if (!begins_alike(&a->inlined_at[i].range, &b->inlined_at[i].range)) return false;
  return true;
}

const char *coal_access_object(const coal_access *a) { return a->object_name ? a->object_name : "this object"; }
