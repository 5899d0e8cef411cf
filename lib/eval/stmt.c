/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Statements: masks, branches that nobody can decide, switches. */
#include <string.h>

#include "machine.h"

/* Undecided branches: what one way changed, to be joined with what the other did. */
typedef struct way {
  coal_changes changes;
  uint32_t active, returned, breaks, continues;
} way;

static void run_way(coal_machine *m, coal_branch run, const void *what, uint32_t lanes, way *w, coal_journal_mark *mark) {
  *mark = coal_journal_begin(m->memory);
  m->active = lanes;
  coal_record_region_end(m);
  if (what && lanes) run(m, what);
  coal_record_region_end(m);
  w->active = m->active;
  w->returned = m->frame->returned;
  w->breaks = m->breaks ? *m->breaks : 0;
  w->continues = m->continues ? *m->continues : 0;
  coal_journal_changes(m->memory, *mark, &w->changes);
}

static coal_value blend_or(coal_machine *m, const coal_type *type, uint32_t mask, coal_value a, bool has_b, coal_value b) {
  return has_b ? coal_value_blend(m->t, type, mask, a, b) : a;
}

/* After the second way has run (its changes stand), brings in the first way's: lanes that surely went the first way have
 * its value, lanes that may have gone either way have a join, unless one way was left for good. */
static void merge_ways(coal_machine *m, const way *first, const way *second, uint32_t yes, uint32_t maybe) {
  uint32_t joined = maybe & first->active & second->active, only_first = yes | (maybe & first->active & ~second->active);
  for (size_t i = 0; i < first->changes.n; i++) {
    const coal_change *c = &first->changes.items[i];
    coal_value now = c->had_before ? c->before : coal_value_unknown(false, COAL_REASON_NONE, NULL);
    for (size_t k = 0; k < second->changes.n; k++)
      if (second->changes.items[k].object == c->object && second->changes.items[k].offset == c->offset)
        now = second->changes.items[k].after;
    coal_value v = now;
    if (joined) v = coal_value_blend(m->t, c->type, joined, coal_value_join(m->t, c->type, c->after, now, true), v);
    if (only_first) v = coal_value_blend(m->t, c->type, only_first, c->after, v);
    coal_object_set(m->memory, c->object, c->offset, c->size, c->type, v);
  }
  for (size_t k = 0; k < second->changes.n; k++) {
    const coal_change *c = &second->changes.items[k];
    bool in_first = false;
    for (size_t i = 0; i < first->changes.n && !in_first; i++)
      in_first = first->changes.items[i].object == c->object && first->changes.items[i].offset == c->offset;
    if (in_first || !(joined | only_first)) continue;
    coal_value v = c->after;
    if (joined && c->had_before) v = coal_value_blend(m->t, c->type, joined, coal_value_join(m->t, c->type, c->before, c->after, true), v);
    if (only_first) v = blend_or(m, c->type, ~only_first, v, c->had_before, c->before);
    coal_object_set(m->memory, c->object, c->offset, c->size, c->type, v);
  }
}

/* Lanes that may have left but are still alive on the other way go on. */
static void stay(uint32_t *left, uint32_t alive, coal_machine *m) {
  if (!left) return;
  if (*left & alive) m->maybe_exits++;
  *left &= ~alive;
}

void coal_exec_either(coal_machine *m, coal_branch run, const void *then, const void *otherwise, uint32_t yes,
                      uint32_t no, uint32_t maybe, coal_range where) {
  way first = {0}, second = {0};
  coal_journal_mark mark;
  coal_range outer = m->unknown_at;
  uint32_t before_returned = m->frame->returned;
  double activity = coal_record_activity(m);
  m->unknown_depth++;
  m->unknown_at = where;
  run_way(m, run, then, yes | maybe, &first, &mark);
  coal_journal_rollback(m->memory, mark);
  run_way(m, run, otherwise, no | maybe, &second, &mark);
  coal_journal_end(m->memory, mark);
  m->unknown_depth--;
  m->unknown_at = outer;
  m->is_inexact |= activity != coal_record_activity(m);
  merge_ways(m, &first, &second, yes, maybe);
  m->active = first.active | second.active;
  uint32_t alive = maybe & m->active;
  m->frame->maybe_returned |= (m->frame->returned & ~before_returned) & alive;
  stay(&m->frame->returned, alive, m);
  stay(m->breaks, alive, m);
  stay(m->continues, alive, m);
  coal_vec_free(&first.changes);
  coal_vec_free(&second.changes);
}

static void run_stmt(coal_machine *m, const void *s) { coal_exec(m, s); }

static void exec_if(coal_machine *m, const coal_stmt *s) {
  coal_value c = coal_eval(m, s->e);
  coal_truth truth = coal_value_truth(m->t, c);
  uint32_t active = m->active, yes = active & truth.yes, no = active & truth.no, maybe = active & ~(yes | no);
  const coal_stmt *then = s->list[0], *otherwise = s->n_list > 1 ? s->list[1] : NULL;
  if (maybe) {
    coal_exec_either(m, run_stmt, then, otherwise, yes, no, maybe, s->e->range);
    return;
  }
  coal_record_region_end(m);
  m->active = yes;
  coal_exec(m, then);
  coal_record_region_end(m);
  uint32_t left = m->active;
  m->active = no;
  if (otherwise) coal_exec(m, otherwise);
  coal_record_region_end(m);
  m->active |= left;
}

static void exec_return(coal_machine *m, const coal_stmt *s) {
  if (s->e) {
    coal_frame *f = m->frame;
    coal_value v = coal_eval(m, s->e);
    uint32_t joined = f->maybe_returned & m->active;
    if (joined) v = coal_value_blend(m->t, s->e->type, joined, coal_value_join(m->t, s->e->type, v, f->result, true), v);
    bool has_result = f->result.kind != COAL_VALUE_UNKNOWN || f->result.reason != COAL_REASON_NONE;
    f->result = has_result ? coal_value_blend(m->t, s->e->type, m->active, v, f->result) : v;
  }
  m->frame->returned |= m->active;
  m->active = 0;
}

/* ---- switch -------------------------------------------------------------------------------------------- */

/* Lanes that enter at this label: those whose value is in [lo, hi]. */
static coal_truth matches(coal_machine *m, coal_value v, const coal_type *type, int64_t lo, int64_t hi) {
  coal_truth from = coal_value_truth(m->t, coal_value_binary(m->t, COAL_OP_GE, type, type, v, coal_value_int(m->t, lo)));
  coal_truth to = coal_value_truth(m->t, coal_value_binary(m->t, COAL_OP_LE, type, type, v, coal_value_int(m->t, hi)));
  return (coal_truth){from.yes & to.yes, from.no | to.no};
}

typedef struct switch_state {
  coal_value value;
  const coal_type *type;
  uint32_t lanes;   /* that reached the switch */
  uint32_t certain; /* already matched by a label for sure */
} switch_state;

/* Lanes that no case takes for sure: they enter at default. */
static uint32_t default_lanes(coal_machine *m, const coal_stmt *body, const switch_state *s) {
  uint32_t taken = 0;
  for (size_t i = 0; i < body->n_list; i++)
    if (body->list[i]->kind == COAL_STMT_CASE)
      taken |= matches(m, s->value, s->type, body->list[i]->lo, body->list[i]->hi).yes;
  return s->lanes & ~taken;
}

/* Lanes that may enter here although they may have returned from an earlier case. */
static void enter(coal_machine *m, uint32_t lanes) {
  uint32_t again = lanes & m->frame->returned;
  m->frame->maybe_returned |= again;
  m->frame->returned &= ~again;
  m->active |= lanes;
}

static void run_switch_body(coal_machine *m, const coal_stmt *body, switch_state *s) {
  m->active = 0;
  for (size_t i = 0; i < body->n_list; i++) {
    const coal_stmt *stmt = body->list[i];
    if (stmt->kind == COAL_STMT_CASE) {
      coal_truth hit = matches(m, s->value, s->type, stmt->lo, stmt->hi);
      enter(m, s->lanes & ~hit.no);
    } else if (stmt->kind == COAL_STMT_DEFAULT) {
      enter(m, default_lanes(m, body, s));
    } else if (m->active) {
      coal_exec(m, stmt);
    }
  }
}

static void exec_switch(coal_machine *m, const coal_stmt *s) {
  switch_state state = {.value = coal_eval(m, s->e), .type = s->e->type, .lanes = m->active};
  const coal_stmt *body = s->list[0];
  bool has_default = false;
  uint32_t breaks = 0, *outer = m->breaks;
  bool is_known = state.value.kind == COAL_VALUE_INT && state.value.p->n == 0;
  coal_record_region_end(m);
  if (body->kind != COAL_STMT_BLOCK) return;
  for (size_t i = 0; i < body->n_list; i++) has_default |= body->list[i]->kind == COAL_STMT_DEFAULT;
  m->breaks = &breaks;
  coal_journal_mark mark = is_known ? 0 : coal_journal_begin(m->memory);
  double activity = coal_record_activity(m);
  m->unknown_depth += !is_known;
  run_switch_body(m, body, &state);
  m->unknown_depth -= !is_known;
  m->is_inexact |= !is_known && activity != coal_record_activity(m);
  uint32_t skipped = has_default ? 0 : default_lanes(m, body, &state);
  m->breaks = outer;
  enter(m, skipped);
  m->active = (m->active | breaks) & ~m->frame->returned;
  if (!is_known) {
    coal_changes changes = {0};
    coal_journal_changes(m->memory, mark, &changes);
    for (size_t i = 0; i < changes.n; i++) {
      const coal_change *c = &changes.items[i];
      if (!c->had_before) continue;
      coal_value v = coal_value_join(m->t, c->type, c->before, c->after, coal_value_is_varying(m->t, state.value));
      coal_object_set(m->memory, c->object, c->offset, c->size, c->type, v);
    }
    coal_journal_end(m->memory, mark);
    coal_vec_free(&changes);
  }
  coal_record_region_end(m);
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
  if (s->e) coal_object_write(m->memory, o, coal_poly_const(m->t, 0), v->type->kind == COAL_TYPE_REFERENCE ? s->e->type : v->type, init, m->active);
}

static bool is_jump(const char *reason) { return !strcmp(reason, "label") || !strcmp(reason, "goto") || !strcmp(reason, "case label"); }

void coal_exec(coal_machine *m, const coal_stmt *s) {
  if (!s || !m->active || m->is_out_of_steps) return;
  switch (s->kind) {
    case COAL_STMT_BLOCK:
      for (size_t i = 0; i < s->n_list && m->active; i++) coal_exec(m, s->list[i]);
      break;
    case COAL_STMT_DECL: exec_decl(m, s); break;
    case COAL_STMT_EXPR:
      m->unused = s->e;
      if (s->e->is_lvalue) coal_eval_address(m, s->e);
      else coal_eval(m, s->e);
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
      coal_record_region_end(m);
      break;
    case COAL_STMT_OPAQUE:
      if (s->text && is_jump(s->text)) m->unfollowed = s->text;
      break;
    default: break;
  }
}
