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

const char *coal_text_percent(coal_analysis *a, double percent) {
  const char *text = coal_analysis_format(a, "%.1f", percent);
  size_t n = strlen(text);
  if (n > 2 && !strcmp(text + n - 2, ".0")) return coal_analysis_format(a, "%.0f", percent);
  return text;
}

const char *coal_text_dim(coal_analysis *a, const uint32_t dim[3]) {
  return coal_analysis_format(a, "(%u, %u, %u)", (unsigned)dim[0], (unsigned)dim[1], (unsigned)dim[2]);
}

const char *coal_text_merged(coal_analysis *a, const coal_access *access) {
  return coal_analysis_format(a, "merged into one %u-byte %s", (unsigned)access->merged.bytes,
                              coal_mem_op_name(access->op));
}

void coal_text_add_number(coal_str *out, double v) {
  char digits[64];
  snprintf(digits, sizeof digits, "%.2f", v);
  size_t n = strlen(digits);
  while (digits[n - 1] == '0') n--;
  if (digits[n - 1] == '.') n--;
  coal_str_add_n(out, digits, n);
}

void coal_text_add_fix(coal_str *out, const coal_access *access, const coal_fix *fix) {
  const char *unit = fix->unit ? fix->unit : access->space == COAL_SPACE_SHARED ? "wavefront" : "sector";
  coal_str_addf(out, "%s: ", fix->description);
  coal_text_add_number(out, fix->before);
  coal_str_addf(out, " %ss become ", unit);
  coal_text_add_number(out, fix->after);
}

bool coal_access_is_mended(const coal_access *a) { return a->merged.bytes && a->merged.moved <= a->merged.ideal; }

void coal_text_add_assumption(coal_str *out, const coal_assumption *x) {
  switch (x->kind) {
    case COAL_ASSUMED_ALIGNMENT: coal_str_addf(out, "%s is %u-byte aligned", x->name, (unsigned)x->number); break;
    case COAL_ASSUMED_UNIT_STRIDE:
      coal_str_addf(out, "%s is %u: the tensor is dense in its innermost dimension", x->name, (unsigned)x->number);
      break;
    case COAL_ASSUMED_TYPE_SIZES:
      coal_str_addf(out, "type parameters of the template are %u bytes wide: no instance was seen",
                    (unsigned)x->number);
      break;
    case COAL_ASSUMED_INSTANCE:
      coal_str_addf(out, "'%s' is what the template is used as: no instance was seen", x->name);
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

const char *coal_access_object(const coal_access *a) { return a->object_name ? a->object_name : "this object"; }
