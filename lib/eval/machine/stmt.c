/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Statements: masks, branches with an unknown condition, switches. */
#include <stdlib.h>

#include "bounds.h"
#include "cost/trace.h"
#include "fork.h"
#include "ir/intrinsics.h"
#include "walk.h"

static void run_stmt(coal_machine *m, const void *s) { coal_machine_exec(m, s); }

static coal_branch branch_by(const coal_machine *m, coal_truth truth, bool is_varying, coal_range where) {
  uint32_t yes = m->active & truth.yes, no = m->active & truth.no;
  return (coal_branch){.yes = yes, .maybe = m->active & ~(yes | no), .is_varying = is_varying, .where = where};
}

/* Of `n == 64` or `64 == n`, on the host: a launch may depend on it. */
static coal_equality equality_of(coal_machine *m, const coal_expr *e) {
  if (!m->is_host || e->kind != COAL_EXPR_BINARY || e->op != COAL_OP_EQ) return (coal_equality){0};
  const coal_expr *number = e->b->kind == COAL_EXPR_INT ? e->b : e->a, *other = number == e->b ? e->a : e->b,
                  *variable = other;
  while (variable->kind == COAL_EXPR_CAST) variable = variable->a;
  if (number->kind != COAL_EXPR_INT || variable->kind != COAL_EXPR_LOAD || variable->a->kind != COAL_EXPR_VAR)
    return (coal_equality){0};
  return (coal_equality){coal_eval(m, other).p, number->u.i};
}

static coal_branch evaluate(coal_machine *m, const coal_stmt *s) {
  coal_value c = coal_eval(m, s->e);
  coal_branch b = branch_by(m, coal_value_truth(m->t, c), coal_value_is_varying(m->t, c), s->e->range);
  b.equality = equality_of(m, s->e);
  b.condition = s->e;
  b.what = s->list[0];
  return b;
}

static const coal_stmt *otherwise(const coal_stmt *s) { return s->n_list > 1 ? s->list[1] : NULL; }

/* Ways whose lanes are known are executed one after the other. */
static void run_known_if(coal_machine *m, const coal_stmt *s, uint32_t yes) {
  uint32_t no = m->active & ~yes, left = 0;
  coal_record_region_end(m);
  if (yes) {
    m->active = yes;
    coal_machine_exec(m, s->list[0]);
    coal_record_region_end(m);
    left = m->active;
  }
  m->active = no;
  if (no && otherwise(s)) coal_machine_exec(m, otherwise(s));
  coal_record_region_end(m);
  m->active |= left;
}

static void see_change(void *context, const coal_expr *e) {
  switch (e->kind) {
    case COAL_EXPR_ASSIGN:
    case COAL_EXPR_ASSIGN_OP:
    case COAL_EXPR_INCDEC:
    case COAL_EXPR_CALL:
    case COAL_EXPR_CONSTRUCT:
    case COAL_EXPR_TEMP:
    case COAL_EXPR_ASM:
    case COAL_EXPR_LAUNCH:
    case COAL_EXPR_OPAQUE: *(bool *)context = true; break;
    default: break;
  }
}

/* Is it an `else if` whose condition has no side effects, so that it can be one more way of the same fork? */
static bool is_chained(const coal_stmt *s) {
  bool changes = false;
  if (!s || s->kind != COAL_STMT_IF || s->init) return false;
  coal_walk_expr(s->e, see_change, &changes);
  return !changes;
}

static void exec_if(coal_machine *m, const coal_stmt *s) {
  coal_branch b = evaluate(m, s);
  coal_fork f;
  coal_record_branch(m);
  if (!b.maybe) {
    run_known_if(m, s, b.yes);
    return;
  }
  coal_fork_begin(m, &f, run_stmt);
  coal_fork_way(m, &f, &b);
  while (m->active && !m->is_out_of_steps && is_chained(otherwise(s))) {
    s = otherwise(s);
    b = evaluate(m, s);
    coal_fork_way(m, &f, &b);
  }
  coal_fork_end(m, &f, otherwise(s));
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

static bool is_label(const coal_stmt *s) { return s->kind == COAL_STMT_CASE || s->kind == COAL_STMT_DEFAULT; }

/* The statements between two groups of labels. */
typedef struct section {
  const coal_stmt *body;  /* of the switch */
  const coal_stmt *label; /* the first one */
  size_t begin, n_labels;
  bool is_default;
  coal_truth enters; /* lanes whose value is one of its labels or, for `default`, no other section's */
} section;

typedef COAL_VEC(section) sections;

static sections find_sections(coal_machine *m, const coal_stmt *body, coal_value v, const coal_type *type) {
  sections all = {0};
  for (size_t i = 0; i < body->n_list; i++) {
    const coal_stmt *s = body->list[i];
    if (!is_label(s)) continue;
    if (!i || !is_label(body->list[i - 1]))
      coal_vec_push(&all, ((section){.body = body, .label = s, .enters = {0, UINT32_MAX}}));
    section *here = &all.items[all.n - 1];
    here->begin = i + 1;
    here->n_labels++;
    here->is_default |= s->kind == COAL_STMT_DEFAULT;
    if (s->kind != COAL_STMT_CASE || coal_machine_step(m)) continue;
    coal_truth t = matches(m, v, type, s->lo, s->hi);
    here->enters = (coal_truth){here->enters.yes | t.yes, here->enters.no & t.no};
  }
  return all;
}

/* `default` takes the remaining values: so far its section has only those of its own cases. */
static void complete_default(sections *all) {
  coal_truth others = {0, UINT32_MAX};
  section *has_default = NULL;
  for (size_t i = 0; i < all->n; i++) {
    section *s = &all->items[i];
    if (s->is_default)
      has_default = s;
    else
      others = (coal_truth){others.yes | s->enters.yes, others.no & s->enters.no};
  }
  if (has_default)
    has_default->enters = (coal_truth){has_default->enters.yes | others.no, has_default->enters.no & others.yes};
}

/* From a section to the end of the switch, as long as lanes fall through. */
static void run_from(coal_machine *m, const void *what) {
  const section *s = what;
  for (size_t i = s->begin; i < s->body->n_list && m->active; i++)
    if (!is_label(s->body->list[i])) coal_machine_exec(m, s->body->list[i]);
}

/* The label of some lanes is not known: each section is a way. */
static void run_unknown_switch(coal_machine *m, const sections *all, coal_value v, coal_range where) {
  bool is_varying = coal_value_is_varying(m->t, v);
  coal_fork f;
  coal_fork_begin(m, &f, run_from);
  for (size_t i = 0; i < all->n && m->active && !m->is_out_of_steps; i++) {
    const section *s = &all->items[i];
    coal_branch b = branch_by(m, s->enters, is_varying, where);
    if (!(b.yes | b.maybe)) continue;
    b.what = s;
    bool is_one_number = s->n_labels == 1 && s->label->kind == COAL_STMT_CASE && s->label->lo == s->label->hi;
    if (m->is_host && is_one_number) b.equality = (coal_equality){v.p, s->label->lo};
    coal_fork_way(m, &f, &b);
  }
  coal_fork_end(m, &f, NULL);
}

/* The label of every lane is known: section by section, the lanes that enter there together with those that fall
 * through. */
static void run_known_switch(coal_machine *m, const sections *all) {
  uint32_t waiting = m->active, fallen = 0;
  for (size_t k = 0; k < all->n; k++) {
    const section *s = &all->items[k];
    uint32_t enter = waiting & s->enters.yes;
    waiting &= ~enter;
    m->active = fallen | enter;
    coal_record_region_end(m);
    for (size_t i = s->begin; i < s->body->n_list && m->active && !is_label(s->body->list[i]); i++)
      coal_machine_exec(m, s->body->list[i]);
    fallen = m->active;
  }
  m->active = fallen | waiting;
}

static void run_switch(coal_machine *m, const coal_stmt *body, coal_value v, const coal_type *type, coal_range where) {
  sections all = find_sections(m, body, v, type);
  uint32_t unknown = 0;
  for (size_t i = 0; i < all.n; i++) unknown |= m->active & ~(all.items[i].enters.yes | all.items[i].enters.no);
  complete_default(&all);
  if (unknown)
    run_unknown_switch(m, &all, v, where);
  else
    run_known_switch(m, &all);
  coal_vec_free(&all);
}

static void exec_switch(coal_machine *m, const coal_stmt *s) {
  const coal_stmt *body = s->list[0];
  coal_value v = coal_eval(m, s->e);
  uint32_t breaks = 0;
  coal_early_exits early_breaks;
  coal_exit_targets outer = coal_machine_targets(m);
  coal_record_region_end(m);
  if (body->kind != COAL_STMT_BLOCK) return;
  coal_early_exits_begin(m->memory, &early_breaks);
  coal_machine_aim(m, (coal_exit_targets){&breaks, outer.continues, &early_breaks, outer.early_continues});
  run_switch(m, body, v, s->e->type, s->e->range);
  coal_machine_aim(m, outer);
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

/* Code that is not followed may have written every variable that it can name. */
static void forget_variables(coal_machine *m, const char *why) {
  for (coal_frame *f = m->frame; f; f = f->caller)
    for (size_t i = 0; i < f->vars.n; i++)
      coal_object_clobber(m->memory, f->vars.items[i].object, true, COAL_REASON_UNSUPPORTED, why);
}

static bool is_jump(coal_opaque kind) {
  return kind == COAL_OPAQUE_LABEL || kind == COAL_OPAQUE_GOTO || kind == COAL_OPAQUE_CASE_LABEL;
}

/* Does the barrier hold up all warps of the block? */
static bool is_of_block(const coal_expr *call) {
  const coal_function *f = call && call->kind == COAL_EXPR_CALL ? call->u.callee : NULL;
  return !f || !f->intrinsic || f->intrinsic->op != COAL_INTRINSIC_OP_WARP;
}

void coal_machine_exec(coal_machine *m, const coal_stmt *s) {
  if (!s || !m->active || m->is_out_of_steps) return;
  switch (s->kind) {
    case COAL_STMT_BLOCK: {
      size_t bounds = coal_bounds_mark(m);
      for (size_t i = 0; i < s->n_list && m->active; i++) coal_machine_exec(m, s->list[i]);
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
    case COAL_STMT_LOOP: coal_machine_exec_loop(m, s); break;
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
      if (coal_record_trace(m) && is_of_block(s->e)) coal_trace_barrier(coal_record_trace(m));
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
