/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include <inttypes.h>

#include "cause.h"
#include "layout.h"
#include "padding.h"
#include "registry.h"
#include "text.h"

static bool applies(const coal_access *a) { return a->space == COAL_SPACE_SHARED; }

static const char *headline(const coal_cause *c) {
  const coal_stat ways = coal_cause_ways(c);
  if (!ways.n || ways.min == ways.max)
    return coal_analysis_format(c->analysis, "%.0f-way bank conflict in shared %s%s: %s", ways.max, coal_cause_ops(c),
                                coal_cause_objects(c), coal_cause_rate(c));
  return coal_analysis_format(c->analysis, "bank conflict, %.3g-way on average, in shared %s%s: %s",
                              ways.sum / (double)ways.n, coal_cause_ops(c), coal_cause_objects(c), coal_cause_rate(c));
}

static bool is_rows(const coal_access *a) {
  return a->object && a->object->storage == COAL_STORAGE_SHARED && coal_layout_row(a->object->type);
}

/** Lanes of one atomic that access the same word are serialised, whatever the layout. */
static const char *contention(const coal_access *a) {
  if (a->op != COAL_MEM_ATOMIC) return NULL;
  return "atomics of lanes on one bank are done one after the other, on the same word too; combine in the warp first "
         "where several lanes add to one word";
}

/** Would lanes that many words apart have no conflict beyond that of their words? */
static bool is_free(const coal_target *target, const coal_access *a, int64_t words) {
  coal_request r = {.space = a->space, .op = a->op, .bytes = a->instruction_bytes, .mask = UINT32_MAX};
  for (unsigned i = 0; i < COAL_WARP_LANES; i++) r.address[i] = (uint64_t)(i * words * a->instruction_bytes);
  const coal_cost c = coal_model_cost(target, &r);
  return c.moved == c.ideal;
}

static const char *odd_distance(coal_analysis *analysis, const coal_access *a) {
  if (!a->has_lane_stride || a->instruction_bytes != 4 || a->lane_stride_bytes % 8) return NULL;
  int64_t words = (a->lane_stride_bytes < 0 ? -a->lane_stride_bytes : a->lane_stride_bytes) / 4;
  if (!is_free(coal_analysis_options(analysis)->target, a, words + 1)) return NULL;
  if (a->instructions > 1)
    return coal_analysis_format(analysis,
                                "lanes %" PRId64
                                " words apart share banks; a type of an odd number of words, such as %" PRId64
                                ", has no conflict",
                                words, words + 1);
  return coal_analysis_format(
      analysis, "lanes %" PRId64 " elements apart share banks; an odd distance, such as %" PRId64 ", has no conflict",
      words, words + 1);
}

/** "with block (16, 16, 1) a warp holds 2 rows of lanes: " where that is the cause; else "". */
static const char *rows_a_warp(coal_analysis *analysis, const coal_access *a) {
  for (size_t i = 0; i < a->kernel->n_launches; i++) {
    const coal_launch *l = &a->kernel->launches[i];
    if (l->block[0] >= COAL_WARP_LANES || l->block[1] < 2) continue;
    return coal_analysis_format(analysis,
                                "with block %s a warp holds %u rows of lanes: ", coal_text_dim(analysis, l->block),
                                COAL_WARP_LANES / l->block[0]);
  }
  return "";
}

/** What helps an array of rows where padding does not help, or only in part. */
static const char *row_advice(coal_analysis *analysis, const coal_access *a) {
  coal_padding p = coal_padding_find(analysis, a->object);
  if (p.row == COAL_ROW_OUTSIDE)
    return coal_analysis_format(analysis,
                                "a subscript of '%s' leaves its row, so that rows of another length would hold other "
                                "elements there",
                                a->object->name);
  if (!(p.before > 0) || p.after <= p.ideal + 1e-9) return NULL;
  const char *rows = rows_a_warp(analysis, a);
  if (p.swizzle && p.swizzled < p.after - 1e-9)
    return coal_analysis_format(analysis,
                                "%sno padding frees all accesses of '%s'; storing column c of row r in column "
                                "%s %s: %g wavefronts become %g",
                                rows, a->object->name, p.swizzle,
                                p.swizzled <= p.ideal + 1e-9 ? "would" : "would help more", p.before, p.swizzled);
  return coal_analysis_format(analysis, "%sno padding frees all accesses of '%s'", rows, a->object->name);
}

static const char *hint(const coal_cause *c) {
  const coal_access *a = c->accesses[0];
  const char *text = contention(a);
  return text ? text : is_rows(a) ? row_advice(c->analysis, a) : odd_distance(c->analysis, a);
}

/** In addition to a fix that leaves conflicts. */
static void explain(coal_notes *notes, const coal_access *a) {
  if (is_rows(a)) coal_notes_add(notes, NULL, row_advice(notes->analysis, a));
}

/** Longer rows; with an edit only where nothing but subscripts depends on their length. */
static const coal_fix *fix(coal_analysis *analysis, const coal_access *a) {
  if (!is_rows(a)) return NULL;
  coal_padding p = coal_padding_find(analysis, a->object);
  if (!p.is_proved) return NULL;
  coal_fix *f = coal_analysis_alloc(analysis, sizeof *f);
  coal_edit *edit = coal_analysis_alloc(analysis, sizeof *edit);
  if (!f || !edit) return NULL;
  f->n_edits = coal_padding_edit(analysis, a->object, &p, edit);
  f->description = coal_analysis_format(analysis, "pad the rows of '%s' from %" PRIu64 " to %" PRIu64 " elements%s",
                                        a->object->name, p.row_elements, p.row_elements + p.pad_elements,
                                        f->n_edits ? "" : ", with all that relies on their length");
  f->before = p.before;
  f->after = p.after;
  f->edits = edit;
  return f;
}

const coal_check coal_check_bank_conflict = {
    .name = "bank-conflict",
    .summary = "Lanes of a shared-memory access need different words of one bank and are served one after the other.",
    .verdict = COAL_VERDICT_BANK_CONFLICT,
    .severity = COAL_SEVERITY_WARNING,
    .applies = applies,
    .explain = explain,
    .fix = fix,
    .is_one_cause = coal_cause_is_same_shape,
    .headline = headline,
    .hint = hint,
};
