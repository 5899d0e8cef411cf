/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Statements: masks, branches that nobody can decide, switches. */
#include <stdlib.h>
#include <string.h>

#include "bounds.h"
#include "machine.h"

/* Undecided branches: what one way changed, to be joined with what the other did. */
typedef struct way {
  coal_changes changes;
  uint32_t active;
} way;

static void run_way(coal_machine *m, const coal_fork *f, bool holds, uint32_t lanes, way *w, coal_journal_mark *mark) {
  const void *what = holds ? f->then : f->otherwise;
  size_t bounds = coal_bounds_mark(m);
  if (f->condition) coal_bounds_learn(m, f->condition, holds);
  *mark = coal_journal_begin(m->memory);
  m->active = lanes;
  coal_record_region_end(m);
  if (what && lanes) f->run(m, what);
  coal_record_region_end(m);
  coal_bounds_undo(m, bounds);
  w->active = m->active;
  coal_journal_changes(m->memory, *mark, &w->changes);
}

static coal_value blend_or(coal_machine *m, const coal_type *type, uint32_t mask, coal_value a, bool has_b,
                           coal_value b) {
  return has_b ? coal_value_blend(m->t, type, mask, a, b) : a;
}

/* The changes of a way, to be found by place. */
typedef COAL_VEC(const coal_change *) places;

static int by_place(const void *a, const void *b) {
  const coal_change *x = *(const coal_change *const *)a, *y = *(const coal_change *const *)b;
  if (x->object != y->object) return (uintptr_t)x->object < (uintptr_t)y->object ? -1 : 1;
  if (x->offset != y->offset) return x->offset < y->offset ? -1 : 1;
  return (x > y) - (x < y); /* both in one list */
}

static places places_of(const coal_changes *c) {
  places p = {0};
  for (size_t i = 0; i < c->n; i++) coal_vec_push(&p, &c->items[i]);
  if (p.n > 1) qsort(p.items, p.n, sizeof *p.items, by_place);
  return p;
}

/* The last change at the place of c; NULL: none. */
static const coal_change *change_at(const places *p, const coal_change *c) {
  size_t lo = 0, hi = p->n;
  while (lo < hi) {
    size_t mid = (lo + hi) / 2;
    const coal_change *x = p->items[mid];
    bool is_behind = x->object != c->object ? (uintptr_t)x->object > (uintptr_t)c->object : x->offset > c->offset;
    if (is_behind)
      hi = mid;
    else
      lo = mid + 1;
  }
  const coal_change *x = lo ? p->items[lo - 1] : NULL;
  return x && x->object == c->object && x->offset == c->offset ? x : NULL;
}

/* After the second way has run (its changes stand), brings in the first way's: lanes that surely went the first way have
 * its value, lanes that may have gone either way have a join, unless one way was left for good. */
static void merge_ways(coal_machine *m, const way *first, const way *second, const coal_fork *f) {
  uint32_t yes = f->yes, maybe = f->maybe;
  uint32_t joined = maybe & first->active & second->active,
           only_first = yes | (maybe & first->active & ~second->active);
  places in_first = places_of(&first->changes), in_second = places_of(&second->changes);
  for (size_t i = 0; i < first->changes.n; i++) {
    const coal_change *c = &first->changes.items[i], *other = change_at(&in_second, c);
    coal_value now = other           ? other->after
                     : c->had_before ? c->before
                                     : coal_value_unknown(false, COAL_REASON_NONE, NULL);
    coal_value v = now;
    if (joined)
      v = coal_value_blend(m->t, c->type, joined, coal_value_join(m->t, c->type, c->after, now, f->is_varying), v);
    if (only_first) v = coal_value_blend(m->t, c->type, only_first, c->after, v);
    coal_object_set(m->memory, c->object, c->offset, c->size, c->type, v);
  }
  for (size_t k = 0; k < second->changes.n; k++) {
    const coal_change *c = &second->changes.items[k];
    if (!(joined | only_first) || change_at(&in_first, c)) continue;
    coal_value v = c->after;
    if (joined && c->had_before)
      v = coal_value_blend(m->t, c->type, joined, coal_value_join(m->t, c->type, c->before, c->after, f->is_varying),
                           v);
    if (only_first) v = blend_or(m, c->type, ~only_first, v, c->had_before, c->before);
    coal_object_set(m->memory, c->object, c->offset, c->size, c->type, v);
  }
  coal_vec_free(&in_first);
  coal_vec_free(&in_second);
}

/* Lanes that left the function, the loop, the iteration, the program. */
typedef struct exits {
  uint32_t returned, breaks, continues, exited;
} exits;

static exits get_exits(const coal_machine *m) {
  return (exits){m->frame->returned, m->breaks ? *m->breaks : 0, m->continues ? *m->continues : 0, m->exited};
}

static void set_exits(coal_machine *m, exits e) {
  m->frame->returned = e.returned;
  if (m->breaks) *m->breaks = e.breaks;
  if (m->continues) *m->continues = e.continues;
  m->exited = e.exited;
}

static void note_early_exits(coal_machine *m, exits before, const coal_fork *f) {
  exits now = get_exits(m);
  coal_early_exits_add(m->memory, m->t, &m->frame->early_returns, now.returned & ~before.returned & f->maybe,
                       f->is_varying);
  coal_early_exits_add(m->memory, m->t, m->early_breaks, now.breaks & ~before.breaks & f->maybe, f->is_varying);
  coal_early_exits_add(m->memory, m->t, m->early_continues, now.continues & ~before.continues & f->maybe,
                       f->is_varying);
}

/* Lanes that may have left but are still alive on the other way go on; so do those that may have returned or only left a
 * loop. */
static void stay(coal_machine *m, exits before, exits first, const coal_fork *f) {
  exits now = get_exits(m);
  uint32_t alive = f->maybe & m->active;
  now = (exits){now.returned | first.returned, now.breaks | first.breaks, now.continues | first.continues,
                now.exited | first.exited};
  uint32_t in_loop = alive | (f->maybe & ((now.breaks & ~before.breaks) | (now.continues & ~before.continues)));
  m->frame->maybe_returned |= now.returned & ~before.returned & in_loop;
  if (now.returned & ~before.returned & alive) m->frame->maybe_at = f->where;
  m->maybe_exits += (now.returned & alive) != 0;
  m->maybe_exits += (now.breaks & alive) != 0;
  m->maybe_exits += (now.continues & alive) != 0;
  uint32_t in_program = in_loop | (f->maybe & now.returned & ~before.returned);
  set_exits(m, (exits){now.returned & ~in_loop, now.breaks & ~alive, now.continues & ~alive, now.exited & ~in_program});
}

void coal_exec_fork(coal_machine *m, const coal_fork *f) {
  way first = {0}, second = {0};
  coal_journal_mark mark;
  coal_range outer = m->unknown_at;
  exits before = get_exits(m);
  double activity = coal_record_activity(m);
  m->unknown_depth++;
  m->unknown_at = f->where;
  if (f->equality.p) coal_vec_push(&m->equalities, f->equality);
  run_way(m, f, true, f->yes | f->maybe, &first, &mark);
  if (f->equality.p) m->equalities.n--;
  note_early_exits(m, before, f);
  exits after_first = get_exits(m);
  coal_journal_rollback(m->memory, mark);
  set_exits(m, before);
  m->frame->maybe_returned |= after_first.returned & ~before.returned & f->maybe;
  run_way(m, f, false, f->no | f->maybe, &second, &mark);
  note_early_exits(m, before, f);
  coal_journal_end(m->memory, mark);
  m->unknown_depth--;
  m->unknown_at = outer;
  m->is_inexact |= activity != coal_record_activity(m);
  merge_ways(m, &first, &second, f);
  m->active = first.active | second.active;
  stay(m, before, after_first, f);
  if (f->condition && m->active && !first.active != !second.active)
    coal_bounds_learn(m, f->condition, first.active != 0);
  coal_vec_free(&first.changes);
  coal_vec_free(&second.changes);
}

/* Ways that are known, lane by lane, go one after the other. */
static void run_fork(coal_machine *m, const coal_fork *f) {
  if (f->maybe) {
    coal_exec_fork(m, f);
    return;
  }
  coal_record_region_end(m);
  m->active = f->yes;
  if (f->then && f->yes) f->run(m, f->then);
  coal_record_region_end(m);
  uint32_t left = m->active;
  m->active = f->no;
  if (f->otherwise && f->no) f->run(m, f->otherwise);
  coal_record_region_end(m);
  m->active |= left;
}

static void run_stmt(coal_machine *m, const void *s) { coal_exec(m, s); }

static coal_fork fork_by(coal_machine *m, coal_truth truth, bool is_varying, coal_range where) {
  uint32_t yes = m->active & truth.yes, no = m->active & truth.no;
  return (coal_fork){.yes = yes, .no = no, .maybe = m->active & ~(yes | no), .is_varying = is_varying, .where = where};
}

/* Of `n == 64` or `64 == n`, on the host: a launch may hang on it. */
static coal_equality equality_of(coal_machine *m, const coal_expr *e) {
  if (!m->is_host || e->kind != COAL_EXPR_BINARY || e->op != COAL_OP_EQ) return (coal_equality){0};
  const coal_expr *number = e->b->kind == COAL_EXPR_INT ? e->b : e->a, *other = number == e->b ? e->a : e->b,
                  *variable = other;
  while (variable->kind == COAL_EXPR_CAST) variable = variable->a;
  if (number->kind != COAL_EXPR_INT || variable->kind != COAL_EXPR_LOAD || variable->a->kind != COAL_EXPR_VAR)
    return (coal_equality){0};
  return (coal_equality){coal_eval(m, other).p, number->u.i};
}

static void exec_if(coal_machine *m, const coal_stmt *s) {
  coal_value c = coal_eval(m, s->e);
  coal_fork f = fork_by(m, coal_value_truth(m->t, c), coal_value_is_varying(m->t, c), s->e->range);
  f.equality = equality_of(m, s->e);
  f.condition = s->e;
  f.run = run_stmt;
  f.then = s->list[0];
  f.otherwise = s->n_list > 1 ? s->list[1] : NULL;
  run_fork(m, &f);
}

static void exec_return(coal_machine *m, const coal_stmt *s) {
  if (s->e) {
    coal_frame *f = m->frame;
    coal_value v = coal_eval(m, s->e);
    uint32_t joined = f->maybe_returned & m->active;
    if (joined)
      v = coal_value_blend(m->t, s->e->type, joined, coal_value_join(m->t, s->e->type, v, f->result, true), v);
    bool has_result = f->result.kind != COAL_VALUE_UNKNOWN || f->result.reason != COAL_REASON_NONE;
    f->result = has_result ? coal_value_blend(m->t, s->e->type, m->active | m->absent, v, f->result) : v;
  }
  m->frame->returned |= m->active;
  m->active = 0;
}

/* ---- switch -------------------------------------------------------------------------------------------- */

/* Lanes that enter at this label: those whose value is in [lo, hi]. */
static coal_truth matches(coal_machine *m, coal_value v, const coal_type *type, int64_t lo, int64_t hi) {
  coal_truth from =
      coal_value_truth(m->t, coal_value_binary(m->t, COAL_OP_GE, type, type, v, coal_value_int(m->t, lo)));
  coal_truth to = coal_value_truth(m->t, coal_value_binary(m->t, COAL_OP_LE, type, type, v, coal_value_int(m->t, hi)));
  return (coal_truth){from.yes & to.yes, from.no | to.no};
}

/* A switch under way: the statements from `from` on, entered there or looking for the label that fits. */
typedef struct switch_part {
  const coal_stmt *body;
  coal_value value;
  const coal_type *type;
  coal_range where;
  size_t from;
  bool is_entered;
} switch_part;

static bool is_label(const coal_stmt *s) { return s->kind == COAL_STMT_CASE || s->kind == COAL_STMT_DEFAULT; }

/* Which lanes that no label before `end` took enter at the labels [from, end)? `default` takes what no later one does. */
static coal_truth entering(coal_machine *m, const switch_part *p, size_t from, size_t end) {
  coal_truth hit = {0, UINT32_MAX}, later = {0, UINT32_MAX};
  bool has_default = false;
  for (size_t i = from; i < p->body->n_list; i++) {
    const coal_stmt *s = p->body->list[i];
    if (i < end) has_default |= s->kind == COAL_STMT_DEFAULT;
    if (s->kind != COAL_STMT_CASE) continue;
    coal_truth t = matches(m, p->value, p->type, s->lo, s->hi), *into = i < end ? &hit : &later;
    into->yes |= t.yes;
    into->no &= t.no;
  }
  return has_default ? (coal_truth){hit.yes | later.no, hit.no & later.yes} : hit;
}

static void run_switch(coal_machine *m, const void *what) {
  const switch_part *p = what;
  size_t from = p->from, end, n = p->body->n_list;
  if (p->is_entered) {
    for (; from < n && m->active; from++)
      if (!is_label(p->body->list[from])) coal_exec(m, p->body->list[from]);
    return;
  }
  while (from < n && !is_label(p->body->list[from])) from++;
  for (end = from; end < n && is_label(p->body->list[end]); end++) continue;
  if (from == n) return;
  switch_part here = *p, rest = *p;
  here.from = rest.from = end;
  here.is_entered = true;
  coal_fork f = fork_by(m, entering(m, p, from, end), coal_value_is_varying(m->t, p->value), p->where);
  const coal_stmt *label = p->body->list[from];
  if (m->is_host && end == from + 1 && label->kind == COAL_STMT_CASE && label->lo == label->hi)
    f.equality = (coal_equality){p->value.p, label->lo};
  f.run = run_switch;
  f.then = &here;
  f.otherwise = &rest;
  run_fork(m, &f);
}

/* Every lane's label is known: section after section, lanes that enter there together with those that fall through. False:
 * nothing was run. */
static bool run_known_switch(coal_machine *m, const switch_part *p) {
  const coal_stmt *body = p->body;
  uint32_t waiting = m->active, fallen = 0;
  for (size_t i = 0; i < body->n_list; i++) {
    if (body->list[i]->kind != COAL_STMT_CASE) continue;
    coal_truth t = matches(m, p->value, p->type, body->list[i]->lo, body->list[i]->hi);
    if (waiting & ~(t.yes | t.no)) return false;
  }
  for (size_t from = 0; from < body->n_list;) {
    size_t end = from;
    while (end < body->n_list && is_label(body->list[end])) end++;
    uint32_t enter = waiting & entering(m, p, from, end).yes;
    waiting &= ~enter;
    m->active = fallen | enter;
    coal_record_region_end(m);
    for (from = end; from < body->n_list && !is_label(body->list[from]); from++)
      if (m->active) coal_exec(m, body->list[from]);
    fallen = m->active;
  }
  m->active = fallen | waiting;
  return true;
}

static void exec_switch(coal_machine *m, const coal_stmt *s) {
  switch_part all = {.body = s->list[0], .value = coal_eval(m, s->e), .type = s->e->type, .where = s->e->range};
  uint32_t breaks = 0, *outer = m->breaks;
  coal_early_exits early_breaks, *outer_early = m->early_breaks;
  coal_record_region_end(m);
  if (all.body->kind != COAL_STMT_BLOCK) return;
  coal_early_exits_begin(m->memory, &early_breaks);
  m->breaks = &breaks;
  m->early_breaks = &early_breaks;
  if (!run_known_switch(m, &all)) run_switch(m, &all);
  m->breaks = outer;
  m->early_breaks = outer_early;
  m->active = (m->active | breaks) & ~coal_machine_gone(m);
  coal_early_exits_end(m->memory, m->t, &early_breaks);
  coal_record_region_end(m);
}

bool coal_stmt_has_jump(const coal_stmt *s, coal_stmt_kind kind) {
  if (!s) return false;
  if (s->kind == kind) return true;
  if (s->kind == COAL_STMT_LOOP) return kind == COAL_STMT_RETURN && coal_stmt_has_jump(s->body, kind);
  if (s->kind == COAL_STMT_SWITCH && kind == COAL_STMT_BREAK) return false;
  for (size_t i = 0; i < s->n_list; i++)
    if (coal_stmt_has_jump(s->list[i], kind)) return true;
  return false;
}

/* ---- the rest ------------------------------------------------------------------------------------------ */

static void exec_decl(coal_machine *m, const coal_stmt *s) {
  const coal_var *v = s->var;
  if (v->storage != COAL_STORAGE_LOCAL) {
    if (s->e && v->storage == COAL_STORAGE_HOST) coal_eval(m, s->e);
    return;
  }
  coal_value init = s->e ? coal_eval(m, s->e) : coal_value_unknown(false, COAL_REASON_NONE, NULL);
  coal_object *o = NULL;
  for (size_t i = m->frame->vars.n; i-- > 0 && !o;)
    if (m->frame->vars.items[i].var == v) o = m->frame->vars.items[i].object;
  if (!o) {
    o = coal_object_new(m->memory, COAL_OBJECT_LOCAL, v, v->name, v->type, v->align_bytes);
    coal_vec_push(&m->frame->vars, ((coal_binding_slot){v, o}));
  }
  if (s->e)
    coal_object_write(m->memory, o, coal_poly_const(m->t, 0),
                      v->type->kind == COAL_TYPE_REFERENCE ? s->e->type : v->type, init, m->active | m->absent);
}

/* What is not followed may have written every variable that it can name. */
static void forget_variables(coal_machine *m, const char *why) {
  for (coal_frame *f = m->frame; f; f = f->caller)
    for (size_t i = 0; i < f->vars.n; i++)
      coal_object_clobber(m->memory, f->vars.items[i].object, true, COAL_REASON_UNSUPPORTED, why);
}

static bool is_jump(coal_opaque kind) {
  return kind == COAL_OPAQUE_LABEL || kind == COAL_OPAQUE_GOTO || kind == COAL_OPAQUE_CASE_LABEL;
}

void coal_exec(coal_machine *m, const coal_stmt *s) {
  if (!s || !m->active || m->is_out_of_steps) return;
  switch (s->kind) {
    case COAL_STMT_BLOCK: {
      size_t bounds = coal_bounds_mark(m);
      for (size_t i = 0; i < s->n_list && m->active; i++) coal_exec(m, s->list[i]);
      coal_bounds_undo(m, bounds);
      break;
    }
    case COAL_STMT_DECL: exec_decl(m, s); break;
    case COAL_STMT_EXPR:
      m->unused = s->e;
      if (s->e->is_lvalue)
        coal_eval_address(m, s->e);
      else
        coal_eval(m, s->e);
      break;
    case COAL_STMT_IF: exec_if(m, s); break;
    case COAL_STMT_LOOP: coal_exec_loop(m, s); break;
    case COAL_STMT_SWITCH: exec_switch(m, s); break;
    case COAL_STMT_RETURN: exec_return(m, s); break;
    case COAL_STMT_BREAK:
      if (m->breaks) *m->breaks |= m->active;
      m->active = 0;
      break;
    case COAL_STMT_CONTINUE:
      if (m->continues) *m->continues |= m->active;
      m->active = 0;
      break;
    case COAL_STMT_BARRIER:
      if (s->e) coal_eval(m, s->e);
      coal_record_barrier(m);
      break;
    case COAL_STMT_OPAQUE:
      if (is_jump(s->opaque))
        m->unfollowed = coal_opaque_text(s->opaque);
      else
        forget_variables(m, coal_opaque_text(s->opaque));
      break;
    default: break;
  }
}
