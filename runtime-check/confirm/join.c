/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * Which measured site is which predicted access. Both stand on a line; the column of an IR location is that of the
 * operator, not of the lvalue, so accesses of one line, space and operation are matched by width, numbers and order.
 */
#include "confirm.h"

#include <stdlib.h>
#include <string.h>

typedef struct side { /* of one line, space, op and kernel */
  coal_confirmation c;
  bool known, loose; /* predictions: numbers are there; they are bounds */
  bool guarded;      /* predictions: a condition was taken to hold for all lanes */
  const char
      *below; /* predictions of an unknown stride: the note when it was less than what they are for; NULL: known */
  bool used;
  const char *reason;
  double lanes_min, lanes_max; /* predictions: active lanes */
  const json_t *by_lanes;      /* measurements, borrowed */
} side;
typedef COAL_VEC(side) sides;

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

/** The request that costs most. */
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

/** Do the numbers hold for what was launched, whatever that was? */
static bool launches_known(const coal_kernel *k) {
  for (size_t i = 0; i < k->n_launches; i++)
    if (!k->launches[i].grid_known || !k->launches[i].block_known) return false;
  return true;
}

/** Was a condition that nobody knows taken to hold for all lanes? */
static bool is_guarded(const coal_access *x) {
  for (size_t i = 0; i < x->n_assumptions; i++)
    if (strstr(x->assumptions[i], "holds for every lane") || strstr(x->assumptions[i], "lets every lane pass"))
      return true;
  return false;
}

/** Where an access lies, and how wide it is. */
static side place_of(coal_confirmations *out, const coal_access *x) {
  side s = {0};
  s.c.file = coal_arena_format(out->arena, "%s", x->range.file->path);
  s.c.kernel = coal_arena_format(out->arena, "%s", x->kernel->fn->qualified);
  s.c.line1 = x->range.begin.line1;
  s.c.column1 = x->range.begin.column1;
  s.c.bytes = x->instruction_bytes ? x->instruction_bytes : x->bytes;
  s.c.space = x->space;
  s.c.op = plain(x->op);
  return s;
}

/** What was predicted, in source order. System headers' own accesses are not the user's. `unplaced`: accesses through pointers
 * of which it is not even known what they point to. */
static void predictions(coal_confirmations *out, const coal_analysis *a, sides *list, sides *unplaced) {
  size_t n;
  const coal_access *all = coal_analysis_accesses((coal_analysis *)(uintptr_t)a, &n);
  for (size_t k = 0; k < n; k++) {
    const coal_access *x = &all[k];
    if (!x->range.file || !is_wanted(out, x->kernel->fn)) continue;
    side s = place_of(out, x);
    if (x->space != COAL_SPACE_GLOBAL && x->space != COAL_SPACE_SHARED) {
      coal_vec_push(unplaced, s);
      continue;
    }
    s.known = x->known && x->moved.n;
    s.guarded = is_guarded(x);
    s.loose = !x->is_exhaustive || x->alignment_unknown || !launches_known(x->kernel);
    if (x->space == COAL_SPACE_SHARED && x->op <= COAL_MEM_STORE && x->n_patterns)
      find_worst(&s.c, x, coal_analysis_options(a)->target);
    if (x->stride_symbol && x->worst_from > 1)
      s.below = coal_arena_format(out->arena, "predicted for %s from %lld on; less was passed", x->stride_symbol,
                                  (long long)x->worst_from);
    s.lanes_min = x->active_lanes.min;
    s.lanes_max = x->active_lanes.max;
    s.c.has_predicted = s.known;
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

static void measurements(coal_confirmations *out, const json_t *result, sides *list) {
  size_t k;
  json_t *m;
  json_array_foreach(json_object_get(result, "measured"), k, m) {
    side s = {0};
    const char *space = text(out, m, "space"), *op = text(out, m, "op");
    s.c.file = text(out, m, "file");
    s.c.kernel = text(out, m, "kernel");
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

/* ---- matching ------------------------------------------------------------------------------------------------------
 */

static const char *base_of(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

/** "ns::k<8>" is "k<8>" and, when the template arguments are written differently, "k<8u>" is "k<8>": the part before
 * '<' counts then. */
static bool same_kernel(const char *a, const char *b, bool exact) {
  const char *ends[2] = {strchr(a, '<'), strchr(b, '<')};
  size_t na = ends[0] ? (size_t)(ends[0] - a) : strlen(a), nb = ends[1] ? (size_t)(ends[1] - b) : strlen(b);
  size_t sa = na, sb = nb;
  while (sa && a[sa - 1] != ':') sa--;
  while (sb && b[sb - 1] != ':') sb--;
  if (na - sa != nb - sb || strncmp(a + sa, b + sb, na - sa)) return false;
  if (!exact) return true;
  const char *x = a + na, *y = b + nb;
  for (;; x++, y++) { /* blanks do not matter */
    while (*x == ' ') x++;
    while (*y == ' ') y++;
    if (*x != *y) return false;
    if (!*x) return true;
  }
}

static bool same_place(const coal_confirmation *p, const coal_confirmation *m) {
  return p->line1 == m->line1 && p->space == m->space && p->op == m->op && !strcmp(base_of(p->file), base_of(m->file));
}

static bool same_numbers(const side *p, const side *m) {
  bool ways = p->c.space != COAL_SPACE_SHARED ||
              (p->c.predicted_ways.min == m->c.measured_ways.min && p->c.predicted_ways.max == m->c.measured_ways.max);
  return p->known && p->c.predicted.min == m->c.measured.min && p->c.predicted.max == m->c.measured.max && ways;
}

static bool inside(const side *p, const side *m) {
  bool ways = p->c.space != COAL_SPACE_SHARED ||
              (p->c.predicted_ways.min <= m->c.measured_ways.min && p->c.predicted_ways.max >= m->c.measured_ways.max);
  return p->c.predicted.min <= m->c.measured.min && p->c.predicted.max >= m->c.measured.max && ways;
}

/** The measured range over the requests with as many active lanes as predicted. Which lanes are active may depend on
 * data and on parameters that the analysis does not know. False: there were none. */
static bool restrict_lanes(const side *p, const side *m, side *out) {
  size_t k;
  json_t *row;
  bool any = false;
  *out = *m;
  json_array_foreach(m->by_lanes, k, row) {
    double v[6];
    for (size_t i = 0; i < 6; i++) v[i] = json_number_value(json_array_get(row, i));
    if (v[0] < p->lanes_min || v[0] > p->lanes_max) continue;
    if (!any || v[2] < out->c.measured.min) out->c.measured.min = v[2];
    if (!any || v[3] > out->c.measured.max) out->c.measured.max = v[3];
    if (!any || v[4] < out->c.measured_ways.min) out->c.measured_ways.min = v[4];
    if (!any || v[5] > out->c.measured_ways.max) out->c.measured_ways.max = v[5];
    any = true;
  }
  return any;
}

/** Where the condition around an access is not known, all lanes are taken to pass: requests with as many lanes as
 * predicted must be as predicted, those with fewer cost no more. */
static bool fits_guard(const side *p, const side *m) {
  side full = *p, same;
  full.lanes_min = p->lanes_max;
  bool below = m->c.measured.max <= p->c.predicted.max && m->c.measured_ways.max <= p->c.predicted_ways.max;
  return p->guarded && below && restrict_lanes(&full, m, &same) && inside(p, &same);
}

/** Numbers of p and m that differ: are they the same thing nevertheless? */
static coal_confirm_status compare(const side *p, const side *m, const char **note) {
  side same;
  if (p->loose && inside(p, m)) {
    *note = "within the predicted range";
    return COAL_CONFIRMED;
  }
  bool any = restrict_lanes(p, m, &same);
  if ((p->loose && any && inside(p, &same)) || fits_guard(p, m)) {
    *note = "for the active lanes that were predicted; others were active too, as the data had it";
    return COAL_CONFIRMED;
  }
  side full = *p;
  if (p->guarded) full.lanes_min = p->lanes_max;
  any = (p->loose || p->guarded) && restrict_lanes(&full, m, &same);
  if ((p->loose || p->guarded) && !any && m->c.measured.max <= p->c.predicted.max) {
    *note = "never with the active lanes that were predicted";
    return COAL_NOT_REACHED;
  }
  if (p->below && m->c.measured.max < p->c.predicted.max) {
    *note = p->below;
    return COAL_NOT_REACHED;
  }
  return COAL_REFUTED;
}

static void give(side *p, side *m, const char *note) {
  m->used = p->used = true;
  p->c.has_measured = true;
  p->c.measured = m->c.measured;
  p->c.measured_ways = m->c.measured_ways;
  p->c.executions = m->c.executions;
  p->c.moved_sum = m->c.moved_sum;
  p->c.note = note;
  if (!p->known)
    p->c.status = COAL_NOT_PREDICTED;
  else if (same_numbers(p, m))
    p->c.status = COAL_CONFIRMED;
  else
    p->c.status = compare(p, m, &p->c.note);
}

/** Requests of another width than predicted: theirs are other numbers, which say nothing of the predicted ones. */
static void give_other_width(side *p, side *m) {
  give(p, m, NULL);
  p->c.note = "the compiler used another width";
  if (p->c.status == COAL_REFUTED) p->c.status = COAL_NOT_REACHED;
}

/** A measured site for prediction p: the same numbers if there is one, else the same width in order. `again`: sites
 * that were given away may serve twice (the compiler reads once what the source reads twice). */
static side *choose(const side *p, sides *measured, bool numbers, bool width, bool exact, bool again) {
  for (size_t k = 0; k < measured->n; k++) {
    side *m = &measured->items[k];
    if ((m->used && !again) || !same_place(&p->c, &m->c) || !same_kernel(p->c.kernel, m->c.kernel, exact)) continue;
    if (numbers && !same_numbers(p, m)) continue;
    if (width && p->c.bytes != m->c.bytes) continue;
    return m;
  }
  return NULL;
}

/** How many measured sites of p's place are still free, and their union. */
static size_t rest(const side *p, sides *measured, side *all) {
  size_t n = 0;
  for (size_t k = 0; k < measured->n; k++) {
    const side *m = &measured->items[k];
    if (m->used || !same_place(&p->c, &m->c) || !same_kernel(p->c.kernel, m->c.kernel, true) ||
        m->c.bytes != p->c.bytes)
      continue;
    if (!n++)
      *all = *m;
    else {
      all->c.executions += m->c.executions;
      all->c.moved_sum += m->c.moved_sum;
    }
    if (m->c.measured.min < all->c.measured.min) all->c.measured.min = m->c.measured.min;
    if (m->c.measured.max > all->c.measured.max) all->c.measured.max = m->c.measured.max;
    if (m->c.measured_ways.min < all->c.measured_ways.min) all->c.measured_ways.min = m->c.measured_ways.min;
    if (m->c.measured_ways.max > all->c.measured_ways.max) all->c.measured_ways.max = m->c.measured_ways.max;
  }
  if (n && all->c.executions) all->c.measured.mean = (double)all->c.moved_sum / (double)all->c.executions;
  return n;
}

static void use_rest(const side *p, sides *measured) {
  for (size_t k = 0; k < measured->n; k++) {
    side *m = &measured->items[k];
    if (!m->used && same_place(&p->c, &m->c) && same_kernel(p->c.kernel, m->c.kernel, true) && m->c.bytes == p->c.bytes)
      m->used = true;
  }
}

/** Is p the only prediction of its place? */
static bool is_alone(const side *p, const sides *predicted) {
  for (size_t k = 0; k < predicted->n; k++) {
    const side *q = &predicted->items[k];
    if (q != p && same_place(&p->c, &q->c) && same_kernel(p->c.kernel, q->c.kernel, true)) return false;
  }
  return true;
}

/** An access that the compiler carries out in parts (a float3): one of them may have the range of all, and the others not. */
static void match_parts(sides *predicted, sides *measured) {
  for (size_t k = 0; k < predicted->n; k++) {
    side *p = &predicted->items[k], all;
    if (!is_alone(p, predicted) || rest(p, measured, &all) < 2 || !same_numbers(p, &all)) continue;
    use_rest(p, measured);
    give(p, &all, NULL);
  }
}

static void match(sides *predicted, sides *measured) {
  match_parts(predicted, measured);
  for (int exact = 1; exact >= 0; exact--) {
    for (size_t k = 0; k < predicted->n; k++) { /* equal numbers first */
      side *p = &predicted->items[k], *m = p->used ? NULL : choose(p, measured, true, true, exact, false);
      if (m) give(p, m, NULL);
    }
    for (size_t k = 0; k < predicted->n; k++) { /* several sites of one access */
      side *p = &predicted->items[k], all;
      if (p->used || !exact || rest(p, measured, &all) < 2 || !same_numbers(p, &all)) continue;
      use_rest(p, measured);
      give(p, &all, NULL);
    }
    for (size_t k = 0; k < predicted->n; k++) { /* then the order of the line */
      side *p = &predicted->items[k], *m = p->used ? NULL : choose(p, measured, false, true, exact, false);
      if (m) give(p, m, NULL);
    }
    for (size_t k = 0; k < predicted->n; k++) {
      side *p = &predicted->items[k], *m = p->used ? NULL : choose(p, measured, true, false, exact, false);
      if (m) give(p, m, "the compiler used another width");
    }
    for (size_t k = 0; k < predicted->n; k++) {
      side *p = &predicted->items[k], *m = p->used ? NULL : choose(p, measured, false, false, exact, false);
      if (m) give_other_width(p, m);
    }
    for (size_t k = 0; k < predicted->n; k++) {
      side *p = &predicted->items[k], *m = p->used ? NULL : choose(p, measured, true, true, exact, true);
      if (m) give(p, m, "the compiler merged this access with another of the line");
    }
  }
}

static void widen(coal_confirm_range *r, const coal_confirm_range *by) {
  if (by->min < r->min) r->min = by->min;
  if (by->max > r->max) r->max = by->max;
}

/** A site that is left over at the place of predictions (another copy of the access) must agree with one of them. */
static void absorb(sides *predicted, side *m) {
  side *first = NULL;
  for (size_t k = 0; k < predicted->n; k++) {
    side *p = &predicted->items[k], same;
    if (!p->known || !p->used || !same_place(&p->c, &m->c) || !same_kernel(p->c.kernel, m->c.kernel, true)) continue;
    if (p->c.bytes != m->c.bytes) continue;
    if (!first) first = p;
    bool agrees = same_numbers(p, m) || (p->loose && inside(p, m)) || fits_guard(p, m) ||
                  (p->loose && (!restrict_lanes(p, m, &same) || inside(p, &same)));
    if (!agrees) continue;
    m->used = true;
    p->c.executions += m->c.executions;
    p->c.moved_sum += m->c.moved_sum;
    return;
  }
  if (!first) return;
  m->used = true;
  first->c.status = COAL_REFUTED;
  first->c.executions += m->c.executions;
  first->c.moved_sum += m->c.moved_sum;
  widen(&first->c.measured, &m->c.measured);
  widen(&first->c.measured_ways, &m->c.measured_ways);
}

/** May the site be one of those accesses? */
static bool is_unplaced(const sides *unplaced, const side *m) {
  for (size_t k = 0; k < unplaced->n; k++) {
    coal_confirmation c = unplaced->items[k].c;
    c.space = m->c.space;
    if (c.bytes == m->c.bytes && same_place(&c, &m->c) && same_kernel(c.kernel, m->c.kernel, true)) return true;
  }
  return false;
}

/** Did the run stop before its end? Then some of what was predicted may not have come yet. */
static bool was_cut(const json_t *result) {
  size_t k;
  json_t *f;
  json_array_foreach(json_object_get(result, "faults"), k,
                     f) if (json_is_true(json_object_get(f, "fatal"))) return true;
  return json_object_get(result, "error") != NULL;
}

void coal_confirm_join(coal_confirmations *out, const coal_analysis *const *analyses, size_t n_analyses,
                       const json_t *result) {
  sides predicted = {0}, measured = {0}, unplaced = {0};
  for (size_t k = 0; k < n_analyses; k++) predictions(out, analyses[k], &predicted, &unplaced);
  measurements(out, result, &measured);
  for (size_t k = 0; k < predicted.n; k++) predicted.items[k].loose |= was_cut(result);
  match(&predicted, &measured);
  for (size_t k = 0; k < measured.n; k++)
    if (!measured.items[k].used && !is_unplaced(&unplaced, &measured.items[k])) absorb(&predicted, &measured.items[k]);
  for (size_t k = 0; k < predicted.n; k++) {
    side *p = &predicted.items[k];
    if (!p->used) p->c.status = p->known ? COAL_NOT_REACHED : COAL_NOT_PREDICTED;
    if (!p->known && !p->c.note) p->c.note = p->reason;
    coal_vec_push(&out->items, p->c);
  }
  for (size_t k = 0; k < measured.n; k++) {
    side *m = &measured.items[k];
    if (m->used) continue;
    m->c.status = COAL_NOT_PREDICTED;
    coal_vec_push(&out->items, m->c);
  }
  size_t k;
  json_t *f;
  json_array_foreach(json_object_get(result, "faults"), k, f) {
    const char *line = text(out, f, "text");
    coal_vec_push(&out->faults, line);
    bool fatal = json_is_true(json_object_get(f, "fatal"));
    out->has_fatal_fault = out->has_fatal_fault || fatal;
    out->has_fault = out->has_fault || fatal || strcmp(text(out, f, "kind"), "trap");
  }
  if (!out->totals) out->totals = json_incref(json_object_get(result, "totals"));
  coal_vec_free(&predicted);
  coal_vec_free(&measured);
  coal_vec_free(&unplaced);
}
