/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** Several targets: the accesses that have other costs there. */
#include "cells.h"
#include "render.h"

static bool is_same_access(const coal_access *a, const coal_access *b) {
  if (a->site != b->site || a->op != b->op || a->kernel->fn != b->kernel->fn || a->n_inlined_at != b->n_inlined_at)
    return false;
  for (size_t i = 0; i < a->n_inlined_at; i++)
    if (a->inlined_at[i].range.begin.offset_bytes != b->inlined_at[i].range.begin.offset_bytes) return false;
  return a->range.begin.offset_bytes == b->range.begin.offset_bytes;
}

const coal_access *coal_compare_find(const coal_analysis *other, const coal_access *access) {
  size_t n;
  const coal_access *list = coal_analysis_accesses(other, &n);
  for (size_t i = 0; i < n; i++)
    if (is_same_access(&list[i], access)) return &list[i];
  return NULL;
}

static bool is_equal(const coal_stat *a, const coal_stat *b) {
  return (a->n > 0) == (b->n > 0) && a->min == b->min && a->max == b->max;
}

static bool differs(const coal_report *r, const coal_access *a) {
  for (size_t i = 0; i < r->n_others; i++) {
    const coal_access *b = coal_compare_find(r->others[i], a);
    if (!b || b->verdict != a->verdict || b->bytes_moved != a->bytes_moved || !is_equal(&a->moved, &b->moved) ||
        !is_equal(&a->ways, &b->ways))
      return true;
  }
  return false;
}

/** "16 transactions, 12.5 %, strided". */
static void add_cost(coal_cells *t, const coal_target *target, const coal_access *a) {
  coal_str s = {0};
  if (a && a->known && a->moved.n) {
    coal_stat_add(&s, &a->moved);
    coal_str_addf(&s, " %s%s, ", coal_target_unit(target, a->space, a->op), a->moved.max == 1 ? "" : "s");
    if (a->bytes_moved) {
      coal_percent_add(&s, (double)a->bytes_used / (double)a->bytes_moved);
      coal_str_add(&s, ", ");
    }
  }
  coal_str_add(&s, a ? coal_verdict_name(a->verdict) : "not seen");
  coal_cells_add(t, &s);
}

static void add_row(coal_cells *t, coal_report *r, const coal_analysis *analysis, const coal_access *a) {
  coal_str s = {0};
  coal_str_addf(&s, "%u:%u", a->range.begin.line1, a->range.begin.column1);
  coal_cells_add(t, &s);
  coal_str_addf(&s, "%s %s", coal_space_name(a->space), coal_mem_op_name(a->op));
  coal_cells_add(t, &s);
  add_cost(t, coal_analysis_options(analysis)->target, a);
  for (size_t i = 0; i < r->n_others; i++)
    add_cost(t, coal_analysis_options(r->others[i])->target, coal_compare_find(r->others[i], a));
  coal_source_add_folded(r->sources, &a->range, &s);
  coal_cells_add(t, &s);
}

void coal_compare_add(coal_report *r, const coal_analysis *a) {
  coal_cells t = {.n_columns = r->n_others + 4};
  coal_cells_add_text(&t, "line:col");
  coal_cells_add_text(&t, "access");
  coal_cells_add_text(&t, coal_analysis_options(a)->target->name);
  for (size_t i = 0; i < r->n_others; i++) coal_cells_add_text(&t, coal_analysis_options(r->others[i])->target->name);
  coal_cells_add_text(&t, "expression");
  size_t n, shown = 0;
  const coal_access *list = coal_analysis_accesses(a, &n);
  for (size_t i = 0; i < n; i++) {
    if (!differs(r, &list[i])) continue;
    add_row(&t, r, a, &list[i]);
    shown++;
  }
  coal_str none = {0};
  coal_str_add(&r->out, shown ? "different by target, a request:\n" : "no access differs by target\n");
  coal_cells_print(&t, shown ? &r->out : &none);
  coal_str_free(&none);
}
