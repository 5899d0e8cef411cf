/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "cause.h"

#include <inttypes.h>
#include <string.h>

#include "text.h"

enum { NAMES_SHOWN = 3, LINES_SHOWN = 4, BLOCKS_SHOWN = 3 };

/* ---- which accesses are one ---------------------------------------------------------------------------- */

static bool is_same_text(const char *a, const char *b) { return a && b ? !strcmp(a, b) : a == b; }

static bool begins_alike(const coal_range *a, const coal_range *b) {
  return a->file == b->file && a->begin.line1 == b->begin.line1 && a->begin.column1 == b->begin.column1;
}

bool coal_cause_is_same_object(const coal_access *a, const coal_access *b) {
  return a->object_name && b->object_name && !strcmp(a->object_name, b->object_name);
}

bool coal_cause_is_same_shape(const coal_access *a, const coal_access *b) {
  return coal_cause_is_same_object(a, b) && a->has_lane_stride == b->has_lane_stride &&
         a->lane_stride_bytes == b->lane_stride_bytes && is_same_text(a->lane_stride, b->lane_stride);
}

/** Instances of a template are at one place in the source. */
static bool is_same_kernel(const coal_access *a, const coal_access *b) {
  return a->kernel == b->kernel || begins_alike(&a->kernel->fn->range, &b->kernel->fn->range);
}

/** Accesses that differ in severity or in merging are separate causes: a remark must not hide a warning. */
static bool is_one_cause(const coal_access *accesses, const coal_blame *x, const coal_blame *y) {
  const coal_access *a = &accesses[x->access], *b = &accesses[y->access];
  const bool is_mended = coal_access_is_mended(a);
  if (x->check != y->check || x->severity != y->severity || is_mended != coal_access_is_mended(b) ||
      (is_mended && a->op != b->op))
    return false;
  if (a->range.file && begins_alike(&a->range, &b->range)) return true;
  return x->check->is_one_cause && is_same_kernel(a, b) && x->check->is_one_cause(a, b);
}

static size_t root_of(const size_t *cause, size_t i) {
  while (cause[i] != i) i = cause[i];
  return i;
}

void coal_causes_find(const coal_access *accesses, const coal_blame *blames, size_t n, size_t *cause) {
  for (size_t i = 0; i < n; i++) {
    cause[i] = i;
    for (size_t k = 0; k < i; k++) {
      const size_t a = root_of(cause, k), b = root_of(cause, i);
      if (a == b || !is_one_cause(accesses, &blames[i], &blames[k])) continue;
      cause[a > b ? a : b] = a > b ? b : a;
    }
  }
  for (size_t i = 0; i < n; i++) cause[i] = root_of(cause, i);
}

/* ---- numbers ------------------------------------------------------------------------------------------- */

const coal_access *coal_cause_worst(const coal_cause *c) {
  const coal_access *worst = c->accesses[0];
  for (size_t i = 1; i < c->n; i++)
    if (c->accesses[i]->moved.max - c->accesses[i]->ideal.max > worst->moved.max - worst->ideal.max)
      worst = c->accesses[i];
  return worst;
}

static void add_stat(coal_stat *sum, const coal_stat *s) {
  if (!s->n) return;
  if (!sum->n || s->min < sum->min) sum->min = s->min;
  if (!sum->n || s->max > sum->max) sum->max = s->max;
  sum->sum += s->sum;
  sum->n += s->n;
}

coal_stat coal_cause_moved(const coal_cause *c) {
  coal_stat sum = {0};
  for (size_t i = 0; i < c->n; i++) add_stat(&sum, &c->accesses[i]->moved);
  return sum;
}

coal_stat coal_cause_ideal(const coal_cause *c) {
  coal_stat sum = {0};
  for (size_t i = 0; i < c->n; i++) add_stat(&sum, &c->accesses[i]->ideal);
  return sum;
}

coal_stat coal_cause_ways(const coal_cause *c) {
  coal_stat sum = {0};
  for (size_t i = 0; i < c->n; i++) add_stat(&sum, &c->accesses[i]->ways);
  return sum;
}

/* ---- phrases ------------------------------------------------------------------------------------------- */

/** Is an access before i at the same place, with the same operation? */
static bool is_place_before(const coal_cause *c, size_t i) {
  for (size_t k = 0; k < i; k++)
    if (c->accesses[k]->op == c->accesses[i]->op && begins_alike(&c->accesses[k]->range, &c->accesses[i]->range))
      return true;
  return false;
}

const char *coal_cause_ops(const coal_cause *c) {
  static const coal_mem_op ops[] = {COAL_MEM_LOAD, COAL_MEM_STORE, COAL_MEM_ATOMIC};
  const char *text = NULL;
  size_t most = 0;
  for (size_t k = 0; k < c->n; k++) most += !is_place_before(c, k);
  for (size_t o = 0; o < sizeof ops / sizeof *ops; o++) {
    size_t n = 0;
    for (size_t i = 0; i < c->n; i++) n += c->accesses[i]->op == ops[o] && !is_place_before(c, i);
    if (!n) continue;
    const char *one = coal_analysis_format(c->analysis, "%s%s", coal_mem_op_name(ops[o]), n > 1 ? "s" : "");
    text = text ? coal_analysis_format(c->analysis, "%s and %s", text, one) : one;
  }
  return text && most ? text : coal_mem_op_name(c->accesses[0]->op);
}

static bool is_name_before(const coal_cause *c, size_t i) {
  for (size_t k = 0; k < i; k++)
    if (!strcmp(c->accesses[k]->object_name, c->accesses[i]->object_name)) return true;
  return false;
}

const char *coal_cause_objects(const coal_cause *c) {
  const char *names[NAMES_SHOWN], *text = " of ";
  size_t n = 0;
  for (size_t i = 0; i < c->n; i++)
    if (!c->accesses[i]->object_name) return "";
  for (size_t i = 0; i < c->n; i++) {
    if (is_name_before(c, i)) continue;
    if (n < NAMES_SHOWN) names[n] = c->accesses[i]->object_name;
    n++;
  }
  if (n > NAMES_SHOWN) return coal_analysis_format(c->analysis, " of %zu arrays", n);
  for (size_t i = 0; i < n; i++)
    text = coal_analysis_format(c->analysis, "%s%s'%s'", text, !i ? "" : i + 1 < n ? ", " : " and ", names[i]);
  return text;
}

/** The condition under which most is moved; NULL: the number does not depend on one. */
static const coal_condition *worst_condition(const coal_access *a) {
  if (!a->n_conditions || a->moved.min == a->moved.max) return NULL;
  const coal_condition *last = &a->conditions[a->n_conditions - 1];
  return last->moved == a->moved.max ? last : NULL;
}

static const char *span(coal_analysis *a, const coal_stat *s) {
  if (s->min == s->max) return coal_analysis_format(a, "%.0f", s->max);
  return coal_analysis_format(a, "%.0f to %.0f", s->min, s->max);
}

const char *coal_cause_rate(const coal_cause *c) {
  const coal_access *worst = coal_cause_worst(c);
  const coal_stat moved = coal_cause_moved(c), ideal = coal_cause_ideal(c);
  const coal_condition *condition = worst_condition(worst);
  const char *unit = coal_text_unit(c->analysis, worst), *minimum = span(c->analysis, &ideal);
  if (condition)
    return coal_analysis_format(c->analysis, "up to %.0f %s%s per request if %s >= %" PRId64 ", minimum %s",
                                condition->moved, unit, condition->moved == 1 ? "" : "s", condition->name,
                                condition->from, minimum);
  return coal_analysis_format(c->analysis, "%s %s%s per request, minimum %s", span(c->analysis, &moved), unit,
                              moved.max == 1 ? "" : "s", minimum);
}

/** "block (32, 8, 1)", with its origin where it is not a launch. */
static const char *block_of(coal_analysis *a, const coal_launch *l) {
  const char *how = "", *block = coal_text_dim(a, l->block);
  if (l->source == COAL_LAUNCH_ASSUMED) how = " assumed, no launch was seen";
  if (l->source == COAL_LAUNCH_INFERRED) how = " inferred from the shared arrays";
  if (l->source == COAL_LAUNCH_FILE && !l->block_known) how = " assumed, that of the launch is not known";
  return coal_analysis_format(a, "block %s%s", block, how);
}

const char *coal_cause_blocks(const coal_cause *c) {
  const char *shown[BLOCKS_SHOWN], *text = NULL;
  size_t n = 0;
  for (size_t i = 0; i < c->n; i++)
    for (size_t l = 0; l < c->accesses[i]->kernel->n_launches; l++) {
      const char *one = block_of(c->analysis, &c->accesses[i]->kernel->launches[l]);
      bool is_known = false;
      for (size_t k = 0; k < n; k++) is_known = is_known || !strcmp(shown[k], one);
      if (is_known) continue;
      if (n == BLOCKS_SHOWN) return coal_analysis_format(c->analysis, "%s and others", text);
      shown[n++] = one;
      text = text ? coal_analysis_format(c->analysis, "%s, %s", text, one) : one;
    }
  return text;
}

const char *coal_cause_instance(const coal_cause *c) {
  const coal_access *worst = coal_cause_worst(c);
  for (size_t i = 0; i < worst->n_assumptions; i++)
    if (worst->assumptions[i].kind == COAL_ASSUMED_INSTANCE)
      return coal_analysis_format(c->analysis, "instance '%s' supposed, none was seen", worst->assumptions[i].name);
  return NULL;
}

static bool is_line_before(const coal_cause *c, size_t i) {
  for (size_t k = 0; k < i; k++)
    if (c->accesses[k]->range.file == c->accesses[i]->range.file &&
        c->accesses[k]->range.begin.line1 == c->accesses[i]->range.begin.line1)
      return true;
  return false;
}

const char *coal_cause_lines(const coal_cause *c) {
  uint32_t lines[LINES_SHOWN];
  size_t n = 0;
  for (size_t i = 1; i < c->n; i++) {
    if (is_line_before(c, i)) continue;
    if (n < LINES_SHOWN) lines[n] = c->accesses[i]->range.begin.line1;
    n++;
  }
  if (!n) return NULL;
  const char *text = coal_analysis_format(c->analysis, "the same at line%s %u", n > 1 ? "s" : "", (unsigned)lines[0]);
  for (size_t i = 1; i < n && i < LINES_SHOWN; i++)
    text = coal_analysis_format(c->analysis, "%s%s%u", text, i + 1 == n ? " and " : ", ", (unsigned)lines[i]);
  return n > LINES_SHOWN ? coal_analysis_format(c->analysis, "%s and %zu more", text, n - LINES_SHOWN) : text;
}
