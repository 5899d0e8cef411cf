/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "fork.h"

#include <stdlib.h>
#include <string.h>

#include "bounds.h"

/* ---- exits --------------------------------------------------------------------------------------------- */

static coal_exits get_exits(const coal_machine *m) {
  return (coal_exits){m->frame->returned, m->breaks ? *m->breaks : 0, m->continues ? *m->continues : 0, m->exited};
}

static void set_exits(coal_machine *m, coal_exits e) {
  m->frame->returned = e.returned;
  if (m->breaks) *m->breaks = e.breaks;
  if (m->continues) *m->continues = e.continues;
  m->exited = e.exited;
}

/* Lanes of `maybe` that left since `before` hold their present value or that of the other ways. */
static void note_early_exits(coal_machine *m, coal_exits before, uint32_t maybe, bool is_varying) {
  coal_exits now = get_exits(m);
  if (m->early_breaks) coal_machine_spend(m, m->early_breaks->held.n);
  coal_machine_spend(m, m->frame->early_returns.held.n);
  coal_early_exits_add(m->memory, m->t, &m->frame->early_returns, now.returned & ~before.returned & maybe, is_varying);
  coal_early_exits_add(m->memory, m->t, m->early_breaks, now.breaks & ~before.breaks & maybe, is_varying);
  coal_early_exits_add(m->memory, m->t, m->early_continues, now.continues & ~before.continues & maybe, is_varying);
}

/* Puts the exits of a way together with those of the later ways, which are in m. A lane of `maybe` stays in the innermost construct
 * that some way leaves it in:
 *
 *                                 a way lets it go on   else one only left the loop   else one only returned
 *   its break, continue           is undone             stands                        stands
 *   its return                    is undone             is undone                     stands
 *   its exit from the program     is undone             is undone                     is undone
 */
static void join_exits(coal_machine *m, coal_exits before, const coal_way *way) {
  coal_exits now = get_exits(m), of = way->exits;
  uint32_t maybe = way->branch.maybe, goes_on = maybe & m->active;
  now = (coal_exits){now.returned | of.returned, now.breaks | of.breaks, now.continues | of.continues,
                     now.exited | of.exited};
  uint32_t left_loop = maybe & ((now.breaks & ~before.breaks) | (now.continues & ~before.continues));
  uint32_t returned = now.returned & ~before.returned, in_function = goes_on | left_loop,
           in_program = in_function | (maybe & returned);
  m->frame->maybe_returned |= returned & in_function;
  if (returned & goes_on) m->frame->maybe_at = way->branch.where;
  m->maybe_exits += (now.returned & goes_on) != 0;
  m->maybe_exits += (now.breaks & goes_on) != 0;
  m->maybe_exits += (now.continues & goes_on) != 0;
  set_exits(m, (coal_exits){now.returned & ~in_function, now.breaks & ~goes_on, now.continues & ~goes_on,
                            now.exited & ~in_program});
}

/* ---- values -------------------------------------------------------------------------------------------- */

/* A change of a slot by way `way`. */
typedef struct slot_change {
  const coal_change *change;
  size_t way;
} slot_change;

typedef COAL_VEC(slot_change) slot_changes;

/* What a way means for the lanes: those that surely have its value, and those that have it or the value of later
 * ways (the table in fork.h). */
typedef struct lanes {
  uint32_t own, either;
  bool is_varying;
  size_t n_varying; /* lanes of this way and of earlier ones */
} lanes;

/* The ways while slots are joined. Memory holds the changes of the last one. */
typedef struct joining {
  const lanes *of;
  size_t last;
  uint32_t in; /* lanes that entered */
} joining;

/* By slot, in order of making and place; later ways first. */
static int by_slot(const void *a, const void *b) {
  const slot_change *x = a, *y = b;
  if (x->change->object != y->change->object) return x->change->object->serial < y->change->object->serial ? -1 : 1;
  if (x->change->offset != y->change->offset) return x->change->offset < y->change->offset ? -1 : 1;
  if (x->way != y->way) return x->way > y->way ? -1 : 1;
  return x->change < y->change ? -1 : x->change > y->change;
}

static bool is_none(coal_value v) { return v.kind == COAL_VALUE_UNKNOWN && v.reason == COAL_REASON_NONE; }

/* The value of the slot where lanes may have `own` or the value of later ways. */
static coal_value with(coal_machine *m, const coal_type *type, const lanes *l, coal_value own, coal_value later) {
  coal_value v = later;
  if (l->either) v = coal_value_blend(m->t, type, l->either, coal_value_join(m->t, type, own, later, l->is_varying), v);
  return l->own ? coal_value_blend(m->t, type, l->own, own, v) : v;
}

/* The same for the ways [from, to), which do not change the slot: one of them suffices. A slot that was never
 * written joins with any value. */
static coal_value with_unchanged(coal_machine *m, const coal_change *c, const joining *j, size_t from, size_t to,
                                 coal_value later) {
  lanes all = {0};
  if (from >= to || !c->had_before) return later;
  for (size_t i = from; i < to && (all.own | all.either) != j->in; i++) {
    all.own |= j->of[i].own;
    all.either |= j->of[i].either;
  }
  all.is_varying = j->of[to - 1].n_varying > (from ? j->of[from - 1].n_varying : 0);
  return with(m, c->type, &all, c->before, later);
}

/* Joins a slot; `items` are its changes, those of later ways first. */
static void join_slot(coal_machine *m, const slot_change *items, size_t n, const joining *j) {
  size_t first = n - 1, later = j->last, i = 0;
  while (first && items[first - 1].way == items[first].way) first--;
  const coal_change *c = items[first].change;
  coal_value v = c->had_before ? c->before : coal_value_unknown(false, COAL_REASON_NONE, NULL);
  if (items[0].way == j->last) v = items[0].change->after;
  while (i < n && items[i].way == j->last) i++;
  for (; i < n; i++) {
    if (items[i].way == later) continue;
    bool is_as_before = i == 0;
    if (!is_as_before) v = with_unchanged(m, c, j, items[i].way + 1, later, v);
    v = with(m, c->type, &j->of[items[i].way], items[i].change->after, v);
    later = items[i].way;
  }
  v = with_unchanged(m, c, j, 0, later, v);
  if (c->had_before || !is_none(v)) coal_object_set(m->memory, c->object, c->offset, c->size, c->type, v);
}

static lanes *lanes_of_ways(const coal_fork *f) {
  size_t n = f->ways.n;
  lanes *of = coal_alloc(n * sizeof *of);
  uint32_t later = f->ways.items[n - 1].active;
  of[n - 1] = (lanes){0};
  for (size_t i = n - 1; i-- > 0;) {
    const coal_way *w = &f->ways.items[i];
    uint32_t maybe = w->branch.maybe & w->active;
    of[i] = (lanes){w->branch.yes | (maybe & ~later), maybe & later, w->branch.is_varying, 0};
    later |= w->active;
  }
  for (size_t i = 0; i < n; i++) of[i].n_varying = (i ? of[i - 1].n_varying : 0) + of[i].is_varying;
  return of;
}

static void join_values(coal_machine *m, const coal_fork *f, uint32_t in) {
  slot_changes all = {0};
  lanes *of = lanes_of_ways(f);
  joining j = {of, f->ways.n - 1, in};
  for (size_t i = 0; i < f->ways.n; i++)
    for (size_t k = 0; k < f->ways.items[i].changes.n; k++)
      coal_vec_push(&all, ((slot_change){&f->ways.items[i].changes.items[k], i}));
  coal_machine_spend(m, all.n);
  if (all.n > 1) qsort(all.items, all.n, sizeof *all.items, by_slot);
  for (size_t i = 0, end; i < all.n; i = end) {
    const coal_change *c = all.items[i].change;
    for (end = i + 1; end < all.n; end++)
      if (all.items[end].change->object != c->object || all.items[end].change->offset != c->offset) break;
    join_slot(m, &all.items[i], end - i, &j);
  }
  coal_vec_free(&all);
  free(of);
}

/* ---- ways ---------------------------------------------------------------------------------------------- */

void coal_fork_begin(coal_machine *m, coal_fork *f, void (*run)(coal_machine *m, const void *what)) {
  *f = (coal_fork){.run = run, .in = m->active, .rest = m->active, .before = get_exits(m), .outer_at = m->unknown_at};
  f->activity = coal_record_activity(m);
  f->bounds = coal_bounds_mark(m);
  m->unknown_depth++;
}

/* Executes a way in the lanes and records its outcome. Its changes stay in memory. */
static void run_way(coal_machine *m, coal_fork *f, const coal_branch *b, uint32_t in, uint32_t maybe, bool is_varying) {
  coal_way w = {.branch = *b};
  coal_machine_step(m);
  f->mark = coal_journal_begin(m->memory);
  m->active = in;
  coal_record_region_end(m);
  if (b->equality.p) coal_vec_push(&m->equalities, b->equality);
  if (b->what && in) f->run(m, b->what);
  if (b->equality.p) m->equalities.n--;
  coal_record_region_end(m);
  w.active = m->active;
  coal_journal_changes(m->memory, f->mark, &w.changes);
  note_early_exits(m, f->before, maybe, is_varying);
  w.exits = get_exits(m);
  coal_vec_push(&f->ways, w);
}

void coal_fork_way(coal_machine *m, coal_fork *f, const coal_branch *b) {
  size_t bounds = coal_bounds_mark(m);
  m->unknown_at = b->where;
  if (b->condition) coal_bounds_learn(m, b->condition, true);
  run_way(m, f, b, b->yes | b->maybe, b->maybe, b->is_varying);
  const coal_way *w = &f->ways.items[f->ways.n - 1];
  coal_bounds_undo(m, bounds);
  if (b->condition) coal_bounds_learn(m, b->condition, false);
  coal_journal_rollback(m->memory, f->mark);
  set_exits(m, f->before);
  m->frame->maybe_returned |= w->exits.returned & ~f->before.returned & b->maybe;
  f->rest &= ~b->yes;
  m->active = f->rest;
}

/* Where all lanes continue by one way, its condition holds from now on. */
static void keep_bounds(coal_machine *m, const coal_fork *f) {
  for (size_t i = 0; i + 1 < f->ways.n; i++) {
    const coal_way *w = &f->ways.items[i];
    uint32_t later = 0;
    for (size_t k = i + 1; w->active && k < f->ways.n; k++) later |= f->ways.items[k].active;
    if (later || !w->branch.condition) return;
    coal_bounds_learn(m, w->branch.condition, w->active != 0);
    if (w->active) return;
  }
}

void coal_fork_end(coal_machine *m, coal_fork *f, const void *otherwise) {
  coal_branch last = {.what = otherwise, .where = m->unknown_at};
  uint32_t maybe = 0;
  bool is_varying = false;
  for (size_t i = 0; i < f->ways.n; i++) {
    maybe |= f->ways.items[i].branch.maybe;
    is_varying |= f->ways.items[i].branch.is_varying;
  }
  run_way(m, f, &last, f->rest, maybe & f->rest, is_varying);
  coal_bounds_undo(m, f->bounds);
  coal_journal_end(m->memory, f->mark);
  m->unknown_depth--;
  m->unknown_at = f->outer_at;
  m->is_inexact |= f->activity != coal_record_activity(m);
  join_values(m, f, f->in);
  for (size_t i = f->ways.n - 1; i-- > 0;) {
    m->active |= f->ways.items[i].active;
    join_exits(m, f->before, &f->ways.items[i]);
  }
  if (m->active) keep_bounds(m, f);
  for (size_t i = 0; i < f->ways.n; i++) coal_vec_free(&f->ways.items[i].changes);
  coal_vec_free(&f->ways);
}
