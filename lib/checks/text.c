/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "text.h"

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

const char *coal_text_cost(coal_analysis *a, const coal_access *access) {
  const char *unit = coal_text_unit(a, access);
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

double coal_access_efficiency(const coal_access *a) {
  if (a->space == COAL_SPACE_SHARED) return a->moved.sum > 0 ? 100 * a->ideal.sum / a->moved.sum : 100;
  return a->bytes_moved ? 100 * (double)a->bytes_used / (double)a->bytes_moved : 100;
}

bool coal_access_has_excess(const coal_access *a) { return a->moved.n && a->moved.sum > a->ideal.sum; }

const char *coal_access_object(const coal_access *a) { return a->object_name ? a->object_name : "this object"; }
