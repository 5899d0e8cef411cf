/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** Predictions out of the analysis and measurements out of a run's JSON, joined into the rows of the result. */
#include <stdlib.h>
#include <string.h>

#include "ir/module.h"
#include "side.h"

static coal_confirm_range range_of_stat(const coal_stat *s) {
  return (coal_confirm_range){s->min, s->max, s->n ? s->sum / (double)s->n : 0};
}

static coal_mem_op plain(coal_mem_op op) {
  if (op >= COAL_MEM_STMATRIX1) return COAL_MEM_STORE;
  if (op >= COAL_MEM_LDMATRIX1) return COAL_MEM_LOAD;
  return op == COAL_MEM_ATOMIC_INC ? COAL_MEM_ATOMIC : op;
}

static bool is_wanted(const coal_confirmations *c, const coal_function *fn) {
  for (size_t k = 0; k < c->n_only; k++)
    if (!strcmp(c->only[k].kernel, "*") || !strcmp(c->only[k].kernel, fn->name) ||
        !strcmp(c->only[k].kernel, fn->qualified))
      return true;
  return !c->n_only;
}

/** The request with the highest cost. */
static void find_worst(coal_confirmation *c, const coal_access *x, const coal_target *target) {
  for (size_t k = 0; k < x->n_patterns; k++) {
    const coal_pattern *p = &x->patterns[k];
    coal_request q = {.space = x->space, .op = x->op, .bytes = p->bytes, .mask = p->mask};
    for (size_t l = 0; l < COAL_WARP_LANES; l++) q.address[l] = (uint64_t)p->offset[l];
    uint32_t moved = coal_model_cost(target, &q).moved;
    if (c->worst && moved <= c->worst_moved) continue;
    c->worst = p;
    c->worst_moved = moved;
  }
}

/** Do the numbers hold for any launch? */
static bool launches_known(const coal_kernel *k) {
  for (size_t i = 0; i < k->n_launches; i++)
    if (!k->launches[i].grid_known || !k->launches[i].block_known) return false;
  return true;
}

/** Do the numbers depend on an argument of the launch that is not known? */
static bool arguments_known(const coal_kernel *k) {
  for (size_t i = 0; i < k->n_launches; i++)
    for (size_t p = 0; p < k->launches[i].n_passed; p++) {
      const coal_passed *passed = &k->launches[i].passed[p];
      if (passed->kind == COAL_PASSED_UNKNOWN && coal_type_is_integral(passed->type)) return false;
    }
  return true;
}

/** Was an unknown condition assumed to hold for all lanes? */
static bool is_guarded(const coal_access *x) {
  for (size_t i = 0; i < x->n_assumptions; i++)
    if (x->assumptions[i].kind == COAL_ASSUMED_CONDITION || x->assumptions[i].kind == COAL_ASSUMED_GUARD_IS_PASSED)
      return true;
  return false;
}

/** The place of an access, and its width. */
static coal_confirm_side place_of(coal_confirmations *out, const coal_access *x) {
  coal_confirm_side s = {0};
  s.c.file = coal_arena_format(out->arena, "%s", x->range.file->path);
  const coal_function *fn = x->kernel->fn;
  s.c.kernel = coal_arena_format(out->arena, "%s", fn->qualified);
  s.c.symbol = fn->symbol ? coal_arena_format(out->arena, "%s", fn->symbol) : NULL;
  s.declared_in = fn->range.file ? coal_arena_format(out->arena, "%s", fn->range.file->path) : "";
  s.declared_line1 = fn->range.begin.line1;
  s.c.line1 = x->range.begin.line1;
  s.c.column1 = x->range.begin.column1;
  s.c.bytes = x->instruction_bytes ? x->instruction_bytes : x->bytes;
  s.c.space = x->space;
  s.c.op = plain(x->op);
  return s;
}

/** The predictions, in source order. Accesses in system headers are not the user's. `unplaced`: accesses through
 *  pointers whose object is not known. */
static void predictions(coal_confirmations *out, const coal_analysis *a, coal_confirm_sides *list,
                        coal_confirm_sides *unplaced) {
  size_t n;
  const coal_access *all = coal_analysis_accesses((coal_analysis *)(uintptr_t)a, &n);
  for (size_t k = 0; k < n; k++) {
    const coal_access *x = &all[k];
    if (!x->range.file || !is_wanted(out, x->kernel->fn)) continue;
    coal_confirm_side s = place_of(out, x);
    if (x->space != COAL_SPACE_GLOBAL && x->space != COAL_SPACE_SHARED) {
      coal_vec_push(unplaced, s);
      continue;
    }
    s.is_known = x->known && x->moved.n;
    s.is_guarded = is_guarded(x);
    s.is_loose = !x->is_exhaustive || x->alignment_unknown || !launches_known(x->kernel) || !arguments_known(x->kernel);
    if (x->space == COAL_SPACE_SHARED && x->op <= COAL_MEM_STORE && x->n_patterns)
      find_worst(&s.c, x, coal_analysis_options(a)->target);
    if (x->stride_symbol && x->worst_from > 1)
      s.below = coal_arena_format(out->arena, "predicted for %s from %lld on; less was passed", x->stride_symbol,
                                  (long long)x->worst_from);
    s.lanes_min = x->active_lanes.min;
    s.lanes_max = x->active_lanes.max;
    s.c.has_predicted = s.is_known;
    s.c.predicted = range_of_stat(&x->moved);
    s.c.predicted_ways = range_of_stat(&x->ways);
    s.reason = x->reason_detail ? coal_arena_format(out->arena, "%s", x->reason_detail) : coal_reason_name(x->reason);
    coal_vec_push(list, s);
  }
}

static coal_confirm_range range_of_json(const json_t *o) {
  return (coal_confirm_range){json_number_value(json_object_get(o, "min")),
                              json_number_value(json_object_get(o, "max")),
                              json_number_value(json_object_get(o, "mean"))};
}

static const char *text(coal_confirmations *out, const json_t *o, const char *name) {
  const char *s = json_string_value(json_object_get(o, name));
  return coal_arena_format(out->arena, "%s", s ? s : "");
}

static void measurements(coal_confirmations *out, const json_t *result, coal_confirm_sides *list) {
  size_t k;
  json_t *m;
  json_array_foreach(json_object_get(result, "measured"), k, m) {
    coal_confirm_side s = {0};
    const char *space = text(out, m, "space"), *op = text(out, m, "op");
    s.c.file = text(out, m, "file");
    const json_t *declared = json_object_get(m, "declared");
    s.c.kernel = text(out, m, "kernel");
    s.c.symbol = text(out, m, "symbol");
    s.declared_in = text(out, declared, "file");
    s.declared_line1 = (uint32_t)json_integer_value(json_object_get(declared, "line"));
    s.c.line1 = (uint32_t)json_integer_value(json_object_get(m, "line"));
    s.c.column1 = (uint32_t)json_integer_value(json_object_get(m, "column"));
    s.c.bytes = (uint32_t)json_integer_value(json_object_get(m, "bytes"));
    s.c.space = strcmp(space, "shared") ? COAL_SPACE_GLOBAL : COAL_SPACE_SHARED;
    s.c.op = !strcmp(op, "load") ? COAL_MEM_LOAD : !strcmp(op, "store") ? COAL_MEM_STORE : COAL_MEM_ATOMIC;
    s.c.has_measured = true;
    s.c.measured = range_of_json(json_object_get(m, "moved"));
    s.c.measured_ways = range_of_json(json_object_get(m, "ways"));
    s.c.moved_sum = (uint64_t)json_integer_value(json_object_get(m, "moved_sum"));
    s.by_lanes = json_object_get(m, "by_lanes");
    s.c.executions = (uint64_t)json_integer_value(json_object_get(m, "executions"));
    coal_vec_push(list, s);
  }
}

/* ---- joining -------------------------------------------------------------------------------------------- */

/** Did the run stop before its end? Then some predictions may not have been reached. */
static bool was_cut(const json_t *result) {
  size_t k;
  json_t *f;
  json_array_foreach(json_object_get(result, "faults"), k,
                     f) if (json_is_true(json_object_get(f, "fatal"))) return true;
  return json_object_get(result, "error") != NULL;
}

static void add_rows(coal_confirmations *out, const coal_confirm_sides *predicted, const coal_confirm_sides *measured,
                     const coal_confirm_sides *unplaced) {
  for (size_t k = 0; k < predicted->n; k++) {
    coal_confirm_side p = predicted->items[k];
    if (!p.is_used) p.c.status = p.is_known ? COAL_NOT_REACHED : COAL_NOT_PREDICTED;
    if (!p.is_known && !p.c.note) p.c.note = p.reason;
    coal_vec_push(&out->items, p.c);
  }
  for (size_t k = 0; k < measured->n; k++) {
    coal_confirm_side m = measured->items[k];
    if (m.is_used) continue;
    m.c.status = COAL_NOT_PREDICTED;
    if (coal_confirm_may_be(unplaced, &m)) m.c.note = "the analysis does not know which memory this access is to";
    coal_vec_push(&out->items, m.c);
  }
}

static void add_faults(coal_confirmations *out, const json_t *result) {
  size_t k;
  json_t *f;
  json_array_foreach(json_object_get(result, "faults"), k, f) {
    bool fatal = json_is_true(json_object_get(f, "fatal"));
    coal_vec_push(&out->faults, text(out, f, "text"));
    out->has_fatal_fault = out->has_fatal_fault || fatal;
    out->has_fault = out->has_fault || fatal ||
                     (strcmp(text(out, f, "kind"), "trap") && strcmp(text(out, f, "kind"), "unsupported"));
  }
}

void coal_confirm_join(coal_confirmations *out, const coal_analysis *const *analyses, size_t n_analyses,
                       const json_t *result) {
  coal_confirm_sides predicted = {0}, measured = {0}, unplaced = {0};
  bool is_cut = was_cut(result);
  for (size_t k = 0; k < n_analyses; k++) predictions(out, analyses[k], &predicted, &unplaced);
  for (size_t k = 0; k < predicted.n; k++) predicted.items[k].is_loose |= is_cut;
  measurements(out, result, &measured);
  coal_confirm_match(&predicted, &measured, &unplaced);
  add_rows(out, &predicted, &measured, &unplaced);
  add_faults(out, result);
  if (!out->totals) out->totals = json_incref(json_object_get(result, "totals"));
  coal_vec_free(&predicted);
  coal_vec_free(&measured);
  coal_vec_free(&unplaced);
}
