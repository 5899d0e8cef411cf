/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** `--all`: every access with its verdict, a table a kernel. */
#include <stdlib.h>

#include "cells.h"
#include "render.h"

static void add_location(coal_cells *t, const coal_access *a, const coal_file *file) {
  coal_str s = {0};
  if (a->range.file && a->range.file != file) coal_str_addf(&s, "%s:", a->range.file->path);
  coal_str_addf(&s, "%u:%u", a->range.begin.line1, a->range.begin.column1);
  coal_cells_add(t, &s);
}

static void add_efficiency(coal_cells *t, const coal_access *a) {
  coal_str s = {0};
  if (a->known && a->bytes_moved) {
    coal_percent_add(&s, (double)a->bytes_used / (double)a->bytes_moved);
  }
  coal_cells_add(t, &s);
}

static void add_stat(coal_cells *t, const coal_access *a, const coal_stat *stat) {
  coal_str s = {0};
  if (a->known) coal_stat_add(&s, stat);
  coal_cells_add(t, &s);
}

static void add_verdict(coal_cells *t, const coal_access *a) {
  coal_str s = {0};
  coal_str_add(&s, coal_verdict_name(a->verdict));
  if (a->verdict == COAL_VERDICT_UNKNOWN && a->reason != COAL_REASON_NONE) {
    coal_str_addf(&s, ": %s", coal_reason_name(a->reason));
    if (a->reason_detail) coal_str_addf(&s, " (%s)", a->reason_detail);
    if (a->assume) coal_str_addf(&s, "; --assume='%s' would tell", a->assume);
  }
  coal_cells_add(t, &s);
}

static void add_access(coal_cells *t, coal_report *r, const coal_access *a, const coal_file *file) {
  add_location(t, a, file);
  coal_str s = {0};
  coal_str_addf(&s, "%s %s", coal_space_name(a->space), coal_mem_op_name(a->op));
  coal_cells_add(t, &s);
  if (a->bytes) coal_str_addf(&s, "%u", a->bytes);
  coal_cells_add(t, &s);
  add_stat(t, a, &a->active_lanes);
  add_stat(t, a, &a->moved);
  add_stat(t, a, &a->ideal);
  if (a->space == COAL_SPACE_SHARED)
    add_stat(t, a, &a->ways);
  else
    coal_cells_add_text(t, "");
  add_efficiency(t, a);
  add_verdict(t, a);
  coal_source_add_folded(r->sources, &a->range, &s);
  coal_cells_add(t, &s);
}

static void add_dims(coal_str *out, const char *name, const uint32_t *v, bool known) {
  coal_str_addf(out, " %s %ux%ux%u", name, v[0], v[1], v[2]);
  if (!known) coal_str_add(out, " (assumed)");
}

static void add_kernel_head(coal_str *out, const coal_kernel *k) {
  const coal_range *range = &k->fn->range;
  coal_str_addf(out, "%s", k->fn->signature ? k->fn->signature : k->fn->name);
  if (range->file) coal_str_addf(out, " at %s:%u", range->file->path, range->begin.line1);
  coal_str_add(out, "\n");
  if (k->skipped) coal_str_addf(out, "  skipped: %s\n", k->skipped);
  for (size_t i = 0; i < k->n_launches; i++) {
    const coal_launch *l = &k->launches[i];
    coal_str_add(out, "  launch (");
    coal_launch_source_add(out, l);
    coal_str_add(out, "):");
    add_dims(out, "grid", l->grid, l->grid_known || l->source == COAL_LAUNCH_ASSUMED);
    add_dims(out, "block", l->block, l->block_known || l->source > COAL_LAUNCH_FILE);
    coal_str_add(out, "\n");
  }
}

/** True if the kernel or one of its accesses is at a requested location. */
static bool is_wanted(coal_report *r, const coal_analysis *a, const coal_kernel *k) {
  size_t n;
  const coal_access *accesses = coal_analysis_accesses(a, &n);
  if (coal_filter_has_location(r->filter, &k->fn->range)) return true;
  for (size_t i = 0; i < n; i++)
    if (accesses[i].kernel == k && coal_filter_has_location(r->filter, &accesses[i].range)) return true;
  return false;
}

static void add_kernel(coal_report *r, const coal_analysis *a, const coal_kernel *k) {
  static const char *const heads[] = {"line:col", "access", "bytes",      "lanes",   "moved",
                                      "ideal",    "ways",   "efficiency", "verdict", "expression"};
  coal_cells t = {.n_columns = sizeof heads / sizeof *heads};
  add_kernel_head(&r->out, k);
  for (size_t i = 0; i < t.n_columns; i++) coal_cells_add_text(&t, heads[i]);
  size_t n, shown = 0;
  const coal_access *accesses = coal_analysis_accesses(a, &n);
  for (size_t i = 0; i < n; i++) {
    if (accesses[i].kernel != k || !coal_filter_has_location(r->filter, &accesses[i].range)) continue;
    add_access(&t, r, &accesses[i], k->fn->range.file);
    shown++;
  }
  if (!shown) {
    coal_str none = {0};
    coal_cells_print(&t, &none);
    coal_str_free(&none);
    coal_str_add(&r->out, "  no memory access\n");
  } else {
    coal_cells_print(&t, &r->out);
  }
  if (k->n_texture_accesses)
    coal_str_addf(&r->out, "  %zu texture or surface access%s, not judged\n", k->n_texture_accesses,
                  k->n_texture_accesses > 1 ? "es" : "");
}

void coal_table_add(coal_report *r, const coal_analysis *a) {
  size_t n;
  const coal_kernel *kernels = coal_analysis_kernels(a, &n);
  for (size_t i = 0; i < n; i++)
    if (is_wanted(r, a, &kernels[i])) add_kernel(r, a, &kernels[i]);
}

void coal_reason_counts_add(coal_reason_counts *c, coal_report *r, const coal_analysis *a) {
  size_t n;
  const coal_access *accesses = coal_analysis_accesses(a, &n);
  for (size_t i = 0; i < n; i++) {
    if (!coal_filter_has_location(r->filter, &accesses[i].range)) continue;
    if (accesses[i].verdict != COAL_VERDICT_UNKNOWN)
      c->known++;
    else if ((unsigned)accesses[i].reason < COAL_REASON_COUNT)
      c->by_reason[accesses[i].reason]++;
  }
}

void coal_reason_table_add(coal_str *out, const coal_reason_counts *c) {
  size_t unknown = 0;
  for (size_t i = 0; i < COAL_REASON_COUNT; i++) unknown += c->by_reason[i];
  coal_str_addf(out, "%zu accesses judged, %zu unknown\n", c->known, unknown);
  bool done[COAL_REASON_COUNT] = {false};
  for (;;) {
    size_t best = COAL_REASON_COUNT;
    for (size_t i = 0; i < COAL_REASON_COUNT; i++)
      if (!done[i] && c->by_reason[i] && (best == COAL_REASON_COUNT || c->by_reason[i] > c->by_reason[best])) best = i;
    if (best == COAL_REASON_COUNT) return;
    done[best] = true;
    const char *name = best == COAL_REASON_NONE ? "not judged" : coal_reason_name((coal_reason)best);
    coal_str_addf(out, "  %6zu  %s\n", c->by_reason[best], name);
  }
}
