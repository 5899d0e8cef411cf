/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Loops. While the condition is known a loop simply runs. Three things keep that affordable and complete:
 *
 *  - where the condition is not known (a parameter without value, loaded bounds), the body runs once for "any
 *    iteration": what it changes by the same amount each time is start + step·k with a fresh counter symbol k ≥ 0, what
 *    else it changes is unknown (any_iteration);
 *  - a long loop whose state moves by constant steps is run for as many iterations as addresses need to repeat
 *    modulo a sector (sectors are 32 bytes, steps whole bytes: 32 iterations show every alignment), then
 *    jumps to its last ones (jump);
 *  - for messages, loop variables get a symbol of their own name (name_counters).
 *
 * A loop may take a share of the steps that the construct around it has left: a quarter of a warp's steps, half of those of a
 * loop. One that has taken them is summed up as any iteration. In a loop that has none left, inner loops are summed up at once.
 * Summing up runs the body a few times, and the first guess of an inner loop there is what its last trial found out, so that
 * a nest of loops whose bounds are not known takes steps in proportion to its size times its depth.
 */
#include <stdlib.h>
#include <string.h>

#include "cost/trace.h"
#include "eval/measure/record.h"
#include "machine.h"
#include "regular.h"

/* The values of loop_kinds. */
enum { REGULAR = 1, IRREGULAR = 2 };

enum {
  PERIOD = 32,            /* iterations after which addresses modulo a sector repeat */
  PROBE_COUNTING = 20000, /* PROBE_IRREGULAR where whole kernels are counted */
  PROBE_ITERATIONS = 34,  /* run before a jump is tried: 32 show every alignment modulo a sector */
  PROBE_TRACE = 2,        /* PROBE_ITERATIONS where each iteration is recorded */
  PROBE_TRACE_IRREGULAR = 8,
  PROBE_IRREGULAR = 4096, /* the same where the body may do otherwise later (regular.h) */
  ROUNDS_MAX = 6,         /* attempts at guesses that hold for any_iteration */
  HOST_STEPS = 8000,      /* of a loop in host code that launches nothing: filling buffers is not followed further */
  SMALL = 4096,           /* beyond this, a number that does not move by constant steps is not followed */
  BREAKS_UNKNOWN_MAX = 2, /* iterations after a possible exit from an endless loop */
  SHARE_OF_WARP = 4,      /* fraction of a warp's remaining steps that a loop may take: one in this many */
  SHARE_OF_LOOP = 2       /* the same for a loop inside a loop */
};

typedef struct loop_state {
  size_t traced[3]; /* places in the trace where the two measured iterations begin, and where the first ends */
  const coal_stmt *s;
  uint32_t entry, exited; /* lanes that entered, lanes whose condition failed */
  uint32_t breaks, continues;
  coal_early_exits early_breaks, early_continues;
  bool has_continues, is_varying; /* varying: lanes may leave after different numbers of iterations */
  bool is_unrolled;               /* its iterations are straight-line code */
  uint64_t outer_limit;           /* the step at which the enclosing construct should end */
  uint64_t last_step;             /* no iteration begins after this step */
} loop_state;

/* A slot that the body changes, with the guess how. */
typedef struct coal_moving {
  coal_change change;
  coal_value first_after; /* its value after the first iteration */
  bool is_inductive;
  const coal_poly *step; /* of the number or offset, an iteration */
  bool is_varying;       /* not inductive: lanes may differ */
  const coal_poly
      *at_top; /* its value for "any iteration"; while the first iterations run, its value at the last loop head */
} moving;

typedef COAL_VEC(moving) moving_list;

/* ---- one iteration ------------------------------------------------------------------------------------- */

static void end_region(coal_machine *m, const loop_state *l) {
  if (!l->is_unrolled) coal_record_region_end(m);
}

static void run_body(coal_machine *m, loop_state *l) {
  if (coal_machine_step(m)) return;
  if (l->has_continues) coal_early_exits_begin(m->memory, &l->early_continues);
  coal_machine_exec(m, l->s->body);
  m->active |= l->continues & ~coal_machine_gone(m);
  l->continues = 0;
  if (l->has_continues) coal_early_exits_end(m->memory, m->t, &l->early_continues);
  if (m->active && l->s->step) {
    if (l->s->step->is_lvalue)
      coal_eval_address(m, l->s->step);
    else
      coal_eval(m, l->s->step);
  }
  end_region(m, l);
}

static bool is_always_true(const coal_expr *e) {
  while (e && e->kind == COAL_EXPR_CAST) e = e->a;
  return !e || (e->kind == COAL_EXPR_INT && e->u.i);
}

/* Evaluates the condition; true where its outcome is known for all lanes. Lanes where it fails leave. */
static bool test(coal_machine *m, loop_state *l, bool keep_unknown) {
  if (is_always_true(l->s->e)) return true;
  coal_value c = coal_eval(m, l->s->e);
  coal_truth truth = coal_value_truth(m->t, c);
  coal_record_branch(m);
  end_region(m, l);
  uint32_t unknown = m->active & ~(truth.yes | truth.no);
  l->is_varying |= unknown && coal_value_is_varying(m->t, c);
  l->exited |= m->active & truth.no;
  m->active &= keep_unknown ? ~truth.no : truth.yes | unknown;
  return unknown == 0;
}

/* ---- any iteration ------------------------------------------------------------------------------------- */

static const coal_poly *number_of(coal_value v) {
  return v.kind == COAL_VALUE_INT || v.kind == COAL_VALUE_POINTER ? v.p : NULL;
}

static moving *find_moving(moving_list *list, const coal_change *c) {
  for (size_t i = 0; i < list->n; i++)
    if (list->items[i].change.object == c->object && list->items[i].change.offset == c->offset) return &list->items[i];
  return NULL;
}

/* Were all symbols of p made before the loop? */
static bool is_invariant(coal_machine *m, const coal_poly *p, uint32_t symbols_before) {
  for (uint32_t i = 0; i < p->n; i++) {
    unsigned n;
    const coal_symbol_id *s = coal_mono_symbols(m->t, p->terms[i].mono, &n);
    for (unsigned k = 0; k < n; k++)
      if (s[k] >= symbols_before) return false;
  }
  return true;
}

static moving new_moving(coal_machine *m, const coal_change *c, uint32_t symbols_before) {
  moving v = {.change = *c, .first_after = c->after};
  const coal_poly *before = number_of(c->before), *after = number_of(c->after);
  if (c->had_before && before && after && c->before.kind == c->after.kind && c->before.object == c->after.object)
    v.step = coal_poly_sub(m->t, after, before);
  v.is_inductive = v.step && is_invariant(m, v.step, symbols_before);
  v.is_varying = (c->had_before && coal_value_is_varying(m->t, c->before)) || coal_value_is_varying(m->t, c->after);
  return v;
}

/* Gives every moving slot its value at the head of iteration k. */
static void set_any(coal_machine *m, moving_list *list, coal_value counter, bool is_varying) {
  for (size_t i = 0; i < list->n; i++) {
    moving *v = &list->items[i];
    const coal_change *c = &v->change;
    const char *name = c->object->name ? c->object->name : "?";
    coal_value value;
    const coal_poly *along = v->is_inductive ? coal_poly_mul(m->t, v->step, counter.p) : NULL;
    const coal_poly *sum = along ? coal_poly_add(m->t, number_of(c->before), along) : NULL;
    if (sum) {
      value = c->before;
      value.p = sum;
      coal_symbol s = {.name = name, .lo = INT64_MIN, .hi = INT64_MAX, .mod = 1, .reason = COAL_REASON_NON_AFFINE};
      if (value.form) value.form = coal_poly_symbol(m->t, coal_symbol_add(m->t, s));
    } else {
      const char *detail = NULL;
      coal_reason reason = coal_value_reason(m->t, c->after, &detail);
      if (reason == COAL_REASON_NONE || reason == COAL_REASON_PARAMETER) reason = COAL_REASON_NON_AFFINE;
      bool is_number = reason == COAL_REASON_NON_AFFINE && c->type &&
                       c->type->kind == COAL_TYPE_INT; /* s = 3 − s: the range is not known */
      value = is_number
                  ? coal_value_choice(m->t, c->type, name, v->is_varying || is_varying, reason, detail ? detail : name)
                  : coal_machine_unknown(m, c->type, name, v->is_varying || is_varying, reason, detail ? detail : name);
    }
    v->at_top = number_of(value);
    coal_object_set(m->memory, c->object, c->offset, c->size, c->type, value);
  }
}

/* Compares the guesses with a trial iteration and demotes those that fail. */
static bool check_guesses(coal_machine *m, moving_list *list, const coal_changes *changes, uint32_t serial_before,
                          uint32_t symbols_before) {
  bool is_stable = true;
  for (size_t i = 0; i < changes->n; i++) {
    const coal_change *c = &changes->items[i];
    if (c->object->serial >= serial_before) continue;
    moving *v = find_moving(list, c);
    if (!v) {
      coal_vec_push(list, new_moving(m, c, symbols_before));
      is_stable = false;
      continue;
    }
    bool varies = coal_value_is_varying(m->t, c->after);
    if (v->is_inductive) {
      const coal_poly *after = number_of(c->after),
                      *expected = v->at_top ? coal_poly_add(m->t, v->at_top, v->step) : NULL;
      if (after && expected && c->after.object == v->change.before.object && coal_poly_equal(after, expected)) continue;
      v->is_inductive = false;
      v->change.after = c->after;
      v->is_varying |= varies;
      is_stable = false;
    } else if (varies && !v->is_varying) {
      v->is_varying = true;
      is_stable = false;
    }
  }
  return is_stable;
}

static coal_value new_counter(coal_machine *m, bool is_varying) {
  coal_symbol s = {.name = "k",
                   .is_varying = is_varying,
                   .lo = 0,
                   .hi = INT64_MAX,
                   .mod = 1,
                   .reason = COAL_REASON_NON_AFFINE,
                   .detail = "loop"};
  const coal_poly *p = coal_poly_symbol(m->t, coal_symbol_add(m->t, s));
  return coal_value_poly(p, p);
}

/* What a trial iteration must leave unchanged beside memory: the state of the lanes, and the values of those that
 * may have left. */
typedef struct before_trial {
  uint32_t active, exited, returned, maybe_returned;
  coal_value result;
  coal_early_exits early_returns;
  loop_state loop;
} before_trial;

static before_trial save(coal_machine *m, loop_state *l) {
  const coal_frame *f = m->frame;
  before_trial s = {m->active, m->exited, f->returned, f->maybe_returned, f->result, f->early_returns, *l};
  m->frame->early_returns.held = l->early_breaks.held = (coal_changes){0};
  return s;
}

static void restore(coal_machine *m, loop_state *l, const before_trial *s) {
  coal_frame *f = m->frame;
  coal_vec_free(&l->early_breaks.held);
  coal_vec_free(&f->early_returns.held);
  m->active = s->active;
  m->exited = s->exited;
  f->returned = s->returned;
  f->maybe_returned = s->maybe_returned;
  f->result = s->result;
  f->early_returns = s->early_returns;
  *l = s->loop;
}

/* One trial iteration from the present state; its changes are collected and undone. */
static void trial(coal_machine *m, loop_state *l, coal_changes *changes) {
  before_trial before = save(m, l);
  coal_journal_mark mark = coal_journal_begin(m->memory);
  test(m, l, true);
  run_body(m, l);
  coal_journal_changes(m->memory, mark, changes);
  coal_journal_rollback(m->memory, mark);
  restore(m, l, &before);
}

/* One round: do the guesses hold for an iteration that begins with them? */
static bool is_confirmed(coal_machine *m, loop_state *l, moving_list *list, uint32_t serial, uint32_t symbols) {
  coal_changes changes = {0};
  coal_journal_mark mark = coal_journal_begin(m->memory);
  set_any(m, list, new_counter(m, false), false);
  trial(m, l, &changes);
  coal_journal_rollback(m->memory, mark);
  bool is_stable = check_guesses(m, list, &changes, serial, symbols);
  coal_vec_free(&changes);
  return is_stable;
}

/* ---- what the last trial of a loop found out ---- */

static coal_loop_guess *guess_for(coal_machine *m, const coal_stmt *loop) {
  for (size_t i = 0; i < m->guesses.n; i++)
    if (m->guesses.items[i].loop == loop) return &m->guesses.items[i];
  return NULL;
}

static void keep_guess(coal_machine *m, const coal_stmt *loop, const moving_list *list) {
  coal_loop_guess *known = guess_for(m, loop), g = {.loop = loop, .n = list->n};
  g.items = coal_arena_copy(coal_symbols_arena(m->t), list->items, list->n * sizeof *list->items);
  if (known)
    *known = g;
  else
    coal_vec_push(&m->guesses, g);
}

/* The variable of this frame whose object it was in an earlier frame. */
static coal_object *object_now(const coal_machine *m, coal_object *o) {
  for (size_t i = 0; o->var && i < m->frame->vars.n; i++)
    if (m->frame->vars.items[i].var == o->var) return m->frame->vars.items[i].object;
  return o;
}

static const coal_slot *slot_at(const coal_object *o, uint64_t offset, uint64_t size) {
  for (size_t i = 0; i < o->slots.n; i++)
    if (o->slots.items[i].offset == offset && o->slots.items[i].size == size) return &o->slots.items[i];
  return NULL;
}

/* Does v also cover the present value of the slot? */
static bool takes_over(const coal_machine *m, moving *v) {
  coal_change *c = &v->change;
  c->object = object_now(m, c->object);
  const coal_slot *slot = slot_at(c->object, c->offset, c->size);
  if (!c->had_before) return !slot;
  if (!slot || slot->value.kind != c->before.kind || slot->value.object != c->before.object) return false;
  c->before = slot->value;
  return true;
}

/* Begins with the guesses of the loop's last trial; true when they hold again. */
static bool recall(coal_machine *m, loop_state *l, moving_list *list, uint32_t serial, uint32_t symbols) {
  const coal_loop_guess *g = guess_for(m, l->s);
  bool holds = g != NULL;
  for (size_t i = 0; holds && i < g->n; i++) {
    moving v = g->items[i];
    holds = takes_over(m, &v);
    if (holds) coal_vec_push(list, v);
  }
  holds = holds && is_confirmed(m, l, list, serial, symbols);
  if (!holds) list->n = 0;
  return holds;
}

static void find_moving_slots(coal_machine *m, loop_state *l, moving_list *list) {
  uint32_t serial = coal_memory_serial(m->memory), symbols = coal_symbol_count(m->t);
  m->quiet++;
  bool is_found = m->quiet > 1 && recall(m, l, list, serial, symbols);
  for (int round = 0; round < ROUNDS_MAX && !is_found; round++) {
    is_found = is_confirmed(m, l, list, serial, symbols) && round > 0;
    if (round != ROUNDS_MAX - 2) continue;
    for (size_t i = 0; i < list->n; i++) {
      list->items[i].is_inductive = false;
      list->items[i].is_varying = true;
    }
  }
  keep_guess(m, l->s, list);
  m->quiet--;
}

/* Do the loop's own variables begin as constants and move by constants, or in a way that only execution shows? Then
 * the first iterations tell more than a symbol: x & (s − 1) with s = 1, 2, 4 … */
static bool is_worth_running(const moving_list *list) {
  bool has_number = false;
  for (size_t i = 0; i < list->n; i++) {
    const moving *v = &list->items[i];
    const coal_poly *before = number_of(v->change.before), *after = number_of(v->first_after);
    if (!v->change.had_before || !before || !after || before->n || after->n) continue;
    has_number = true;
  }
  return has_number;
}

/* A number that has grown large without moving by constant steps (1, 2, 4 …) has left the range that the loop is
 * written for. A number that every iteration leaves the same, such as an inner loop's counter, has not. */
static bool has_run_away(moving_list *list) {
  bool has = false;
  for (size_t i = 0; i < list->n; i++) {
    moving *v = &list->items[i];
    if (v->is_inductive || v->change.object->slots.n != 1) continue;
    const coal_poly *now = number_of(v->change.object->slots.items[0].value), *before = v->at_top;
    v->at_top = now;
    if (!now || now->n || !before || before->n) continue;
    int64_t n = coal_lane(now->c, 0);
    has |= n != coal_lane(before->c, 0) && (n > SMALL || n < -SMALL);
  }
  return has;
}

/* The first iterations, assumed to be executed by all lanes whose condition is not known. False: the steps did not
 * suffice. */
static bool run_first_iterations(coal_machine *m, loop_state *l, moving_list *list) {
  uint32_t lanes = m->active;
  bool has_time = true;
  for (int n = 0; n < PROBE_ITERATIONS && m->active && !m->is_out_of_steps; n++) {
    if (has_run_away(list) && n > 1) break;
    has_time = n < 2 || m->steps < l->last_step;
    if (!has_time) break;
    if (n > 0 || l->s->loop != COAL_LOOP_DO) test(m, l, true);
    if (!m->active) break;
    run_body(m, l);
  }
  m->active = lanes & ~coal_machine_gone(m);
  return has_time;
}

/* May lanes leave the loop other than by its condition? */
static bool has_exits(const loop_state *l) {
  return coal_stmt_has_jump(l->s->body, COAL_STMT_BREAK) || coal_stmt_has_jump(l->s->body, COAL_STMT_RETURN);
}

/* One iteration that stands for any. In a trial of the enclosing loop only the moving slots matter. */
static void run_any(coal_machine *m, loop_state *l, moving_list *list) {
  set_any(m, list, new_counter(m, false), false);
  test(m, l, true);
  if (!m->quiet || has_exits(l)) run_body(m, l);
}

/* The steps left to the enclosing construct, for trials and one more iteration. */
static void allow_any(coal_machine *m, const loop_state *l) {
  m->loop_limit = m->steps;
  if (l->outer_limit > m->steps) m->loop_limit += (l->outer_limit - m->steps) / SHARE_OF_WARP;
}

static void any_iteration(coal_machine *m, loop_state *l) {
  moving_list list = {0};
  uint32_t lanes = m->active;
  m->is_sampled = true;
  bool has_time = m->steps < l->last_step;
  if (!has_time) allow_any(m, l);
  find_moving_slots(m, l, &list);
  m->unknown_depth++;
  bool runs_first = !m->quiet && has_time && is_worth_running(&list);
  if (!runs_first || !run_first_iterations(m, l, &list)) run_any(m, l, &list);
  m->unknown_depth--;
  bool is_varying = l->is_varying || (l->exited & lanes);
  set_any(m, &list, new_counter(m, is_varying), is_varying);
  l->exited |= lanes & ~coal_machine_gone(m);
  coal_vec_free(&list);
}

/* ---- long loops ---------------------------------------------------------------------------------------- */

typedef struct mover {
  coal_object *object;
  uint64_t offset, size;
  const coal_type *type;
  coal_value now;
  const coal_poly *step;
} mover;

typedef COAL_VEC(mover) mover_list;

/* Does every changed slot of an older object move by a constant step, or hold an unknown value anyway? */
static bool collect_movers(coal_machine *m, const coal_changes *changes, uint32_t serial, mover_list *out) {
  for (size_t i = 0; i < changes->n; i++) {
    const coal_change *c = &changes->items[i];
    if (c->object->serial >= serial) continue;
    const coal_poly *before = number_of(c->before), *after = number_of(c->after);
    if (c->after.kind == COAL_VALUE_UNKNOWN || (c->after.kind == COAL_VALUE_FLOAT && !c->after.f)) continue;
    if (!before || !after || c->before.object != c->after.object) return false;
    const coal_poly *step = coal_poly_sub(m->t, after, before);
    if (!step || step->n) {
      if (coal_poly_has_varying_symbol(m->t, after) || after->n) continue; /* loaded again in each iteration */
      return false;
    }
    mover v = {c->object, c->offset, c->size, c->type, c->after, step};
    coal_vec_push(out, v);
  }
  return out->n > 0;
}

static bool same_movers(const mover_list *a, const mover_list *b) {
  if (a->n != b->n) return false;
  for (size_t i = 0; i < a->n; i++)
    if (a->items[i].object != b->items[i].object || a->items[i].offset != b->items[i].offset ||
        !coal_poly_equal(a->items[i].step, b->items[i].step))
      return false;
  return true;
}

static void place(coal_machine *m, const mover_list *movers, int64_t k) {
  const coal_poly *times = coal_poly_const(m->t, k);
  for (size_t i = 0; i < movers->n; i++) {
    const mover *v = &movers->items[i];
    coal_value value = v->now;
    const coal_poly *along = coal_poly_mul(m->t, v->step, times);
    if (along) value.p = coal_poly_add(m->t, v->now.p, along);
    coal_object_set(m->memory, v->object, v->offset, v->size, v->type, value);
  }
}

/* Would all active lanes still be in the loop after k more iterations? */
static bool goes_on(coal_machine *m, const loop_state *l, const mover_list *movers, int64_t k) {
  uint32_t active = m->active;
  coal_journal_mark mark = coal_journal_begin(m->memory);
  m->quiet++;
  place(m, movers, k);
  coal_truth truth = coal_value_truth(m->t, coal_eval(m, l->s->e));
  m->quiet--;
  coal_journal_rollback(m->memory, mark);
  m->active = active;
  return (active & ~truth.yes) == 0;
}

/* The last iteration that all lanes run: the greatest k with goes_on(k), found by doubling and bisection. */
static int64_t iterations_left(coal_machine *m, const loop_state *l, const mover_list *movers) {
  int64_t lo = 0, hi = coal_record_trace(m) ? 1 : 64;
  while (hi < INT64_C(1) << 40 && goes_on(m, l, movers, hi)) {
    lo = hi;
    hi *= 2;
  }
  while (lo && hi - lo > 1) {
    int64_t mid = lo + (hi - lo) / 2;
    if (goes_on(m, l, movers, mid))
      lo = mid;
    else
      hi = mid;
  }
  return lo;
}

static void jump(coal_machine *m, const loop_state *l, const mover_list *movers) {
  int64_t left = iterations_left(m, l, movers);
  if (!left) return;
  place(m, movers, left);
  m->is_sampled = true;
}

/* Executes one period of iterations; false when lanes left. */
static bool run_period(coal_machine *m, loop_state *l) {
  uint32_t active = m->active;
  for (int i = 0; i < PERIOD; i++) {
    if (!test(m, l, true) || m->active != active) return false;
    run_body(m, l);
    if (m->active != active) return false;
  }
  return true;
}

/* Counting: executes two periods, skips the remaining whole ones but the last, and counts each as the second.
 * Addresses that move by a constant repeat modulo a sector then; where the two periods count differently, the count
 * is inexact. */
static void skip_periods(coal_machine *m, loop_state *l, const mover_list *movers) {
  int64_t left = iterations_left(m, l, movers), times = left / PERIOD - 3;
  if (times < 1) return;
  struct coal_count_mark *a = coal_record_mark(m), *b = NULL, *c = NULL;
  bool runs = run_period(m, l);
  if (runs) b = coal_record_mark(m);
  runs = runs && run_period(m, l);
  if (runs) c = coal_record_mark(m);
  if (runs && c) {
    coal_record_repeat(m, b, c, (double)times);
    m->is_inexact |= !coal_count_marks_are_periodic(a, b, c) || m->loop_kinds[l->s->id] == IRREGULAR;
    place(m, movers, (2 + times) * PERIOD);
  }
  free(a);
  free(b);
  free(c);
}

/* ---- names for messages -------------------------------------------------------------------------------- */

typedef struct named {
  coal_object *object;
  uint64_t offset, size;
  const coal_poly *form;
} named;

typedef COAL_VEC(named) named_list;

/* The names of loop variables in forms: their own, or start + step·k where the start depends on the lane. */
static void name_counters(coal_machine *m, loop_state *l, named_list *names) {
  coal_changes changes = {0};
  bool makes_forms = m->makes_forms;
  uint32_t serial = coal_memory_serial(m->memory);
  m->quiet++;
  m->makes_forms = false; /* inner loops need no names now */
  trial(m, l, &changes);
  m->makes_forms = makes_forms;
  m->quiet--;
  for (size_t i = 0; i < changes.n; i++) {
    const coal_change *c = &changes.items[i];
    if (c->object->serial >= serial || !number_of(c->before) || !c->before.form) continue;
    bool is_pointer = c->before.kind == COAL_VALUE_POINTER;
    const char *name = is_pointer || !c->object->name ? "k" : c->object->name;
    coal_symbol s = {
        .name = name, .is_counter = true, .lo = INT64_MIN, .hi = INT64_MAX, .mod = 1, .reason = COAL_REASON_NON_AFFINE};
    const coal_poly *form = coal_poly_symbol(m->t, coal_symbol_add(m->t, s));
    if (is_pointer || coal_poly_has_thread(m->t, c->before.form)) {
      const coal_poly *step = c->after.form ? coal_poly_sub(m->t, c->after.form, c->before.form) : NULL;
      s.name =
          is_pointer || !c->object->name ? "k" : coal_arena_format(coal_symbols_arena(m->t), "k_%s", c->object->name);
      const coal_poly *along =
          step ? coal_poly_mul(m->t, step, coal_poly_symbol(m->t, coal_symbol_add(m->t, s))) : NULL;
      form = along ? coal_poly_add(m->t, c->before.form, along) : NULL;
    }
    coal_vec_push(names, ((named){c->object, c->offset, c->size, form}));
  }
  coal_vec_free(&changes);
}

static void apply_names(const named_list *names) {
  for (size_t i = 0; i < names->n; i++) {
    coal_slots *slots = &names->items[i].object->slots;
    for (size_t k = 0; k < slots->n; k++)
      if (slots->items[k].offset == names->items[i].offset && slots->items[k].size == names->items[i].size)
        slots->items[k].value.form = names->items[i].form;
  }
}

/* ---- the loop ------------------------------------------------------------------------------------------ */

/* Iterations to run before a jump. */
static uint64_t probe_iterations(coal_machine *m, const coal_stmt *s) {
  uint8_t *kind = m->loop_kinds ? &m->loop_kinds[s->id] : NULL;
  if (!kind || !*kind) {
    bool is_regular = coal_loop_is_regular(s);
    if (!kind) return is_regular ? PROBE_ITERATIONS : PROBE_IRREGULAR;
    *kind = is_regular ? REGULAR : IRREGULAR;
  }
  if (coal_record_trace(m)) return *kind == REGULAR ? PROBE_TRACE : PROBE_TRACE_IRREGULAR;
  return *kind == REGULAR ? PROBE_ITERATIONS : m->counts ? PROBE_COUNTING : PROBE_IRREGULAR;
}

/* Executes an iteration under a journal and determines how it moved; false where it did not move by constant steps. */
static bool measured_body(coal_machine *m, loop_state *l, mover_list *movers) {
  coal_changes changes = {0};
  uint32_t serial = coal_memory_serial(m->memory);
  coal_journal_mark mark = coal_journal_begin(m->memory);
  run_body(m, l);
  coal_journal_changes(m->memory, mark, &changes);
  coal_journal_end(m->memory, mark);
  bool moves = collect_movers(m, &changes, serial, movers);
  coal_vec_free(&changes);
  return moves;
}

/* Tracing: records the remaining iterations but the last as one repetition. */
static void repeat_traced(coal_machine *m, const loop_state *l, const mover_list *movers) {
  int64_t left = iterations_left(m, l, movers);
  if (left && coal_trace_repeat(coal_record_trace(m), l->traced[0], l->traced[2], l->traced[1], (uint64_t)left))
    place(m, movers, left);
}

/* Two measured iterations that moved alike allow a jump. */
static void body_with_jump(coal_machine *m, loop_state *l, bool is_first, mover_list *first) {
  mover_list second = {0};
  uint32_t active = m->active;
  struct coal_trace *trace = coal_record_trace(m);
  if (trace) l->traced[is_first ? 0 : 1] = coal_trace_position(trace);
  if (is_first) {
    if (!measured_body(m, l, first)) first->n = 0;
    coal_record_work(m, l->traced[0]);
    if (trace) l->traced[2] = coal_trace_position(trace);
  } else {
    bool moves = measured_body(m, l, &second);
    coal_record_work(m, l->traced[1]);
    if (moves && m->active == active && l->s->e && same_movers(first, &second)) {
      if (trace)
        repeat_traced(m, l, &second);
      else if (m->counts && !m->quiet)
        skip_periods(m, l, &second);
      else
        jump(m, l, &second);
    }
  }
  coal_vec_free(&second);
}

/* The loop's share of the steps left to the enclosing construct. */
static void take_share(coal_machine *m, loop_state *l) {
  l->outer_limit = m->loop_limit ? m->loop_limit : m->step_limit;
  uint64_t left = l->outer_limit > m->steps ? l->outer_limit - m->steps : 0;
  uint64_t share = left / (m->loop_limit ? SHARE_OF_LOOP : SHARE_OF_WARP);
  if (m->is_host && share > HOST_STEPS && !coal_machine_may_launch(m, l->s->body)) share = HOST_STEPS;
  l->last_step = m->steps + share;
}

/* An iteration that is about to begin. */
typedef struct iteration {
  uint64_t n;         /* iterations executed so far */
  uint64_t probe;     /* iterations executed before a jump is tried */
  uint64_t half_step; /* at the latest here */
  uint64_t exits;     /* m->maybe_exits when the loop began */
  bool is_hurried;    /* the enclosing construct has no steps left */
  mover_list movers;  /* how the first of two measured iterations moved */
} iteration;

/* Lanes that cannot leave a loop without a condition, or left it in an unknown way. */
static bool is_endless(const coal_machine *m, const loop_state *l, const iteration *i) {
  if (!is_always_true(l->s->e)) return false;
  return m->maybe_exits != i->exits ? i->n >= BREAKS_UNKNOWN_MAX : i->n > i->probe + 1;
}

static bool is_too_long(const coal_machine *m, const loop_state *l, const iteration *i) {
  return i->is_hurried || (i->n > 1 && m->steps > l->last_step);
}

/* The lanes that execute one more iteration. Where they are not known, or the loop goes on for too long, the
 * remaining iterations are summed up as any iteration. False: no iteration is left to execute. */
static bool begin_iteration(coal_machine *m, loop_state *l, const iteration *i) {
  if (m->is_out_of_steps) return false;
  bool sums_up = is_too_long(m, l, i);
  m->is_sampled |= sums_up;
  if (l->s->loop == COAL_LOOP_DO && i->n == 0) return m->active != 0;
  coal_journal_mark mark = coal_journal_begin(m->memory);
  uint32_t active = m->active, exited = l->exited;
  bool is_known = test(m, l, true);
  if (is_known && !sums_up && !is_endless(m, l, i)) {
    coal_journal_end(m->memory, mark);
    return m->active != 0;
  }
  coal_journal_rollback(m->memory, mark);
  m->active = active;
  l->exited = exited;
  any_iteration(m, l);
  return false;
}

static void run_iteration(coal_machine *m, loop_state *l, iteration *i) {
  if (i->n > PROBE_ITERATIONS && i->n < i->probe && m->steps > i->half_step) i->probe = i->n; /* no budget for more */
  if (i->n > i->probe + 1 && i->n == 4 * i->probe && coal_record_trace(m)) {
    i->probe = i->n; /* the two iterations differ, or the rest may differ from them */
    coal_vec_free(&i->movers);
  }
  if (i->n == i->probe || (i->n == i->probe + 1 && i->movers.n))
    body_with_jump(m, l, i->n == i->probe, &i->movers);
  else
    run_body(m, l);
}

static void iterate(coal_machine *m, loop_state *l) {
  iteration i = {.probe = probe_iterations(m, l->s), .exits = m->maybe_exits, .is_hurried = l->outer_limit <= m->steps};
  i.half_step = m->steps + (l->last_step - m->steps) / 2;
  named_list names = {0};
  if (m->makes_forms && !m->quiet) name_counters(m, l, &names);
  apply_names(&names);
  for (; begin_iteration(m, l, &i); i.n++) {
    run_iteration(m, l, &i);
    if (!m->active) break;
    apply_names(&names);
  }
  coal_vec_free(&i.movers);
  coal_vec_free(&names);
}

void coal_machine_exec_loop(coal_machine *m, const coal_stmt *s) {
  if (s->init) coal_machine_exec(m, s->init); /* still straight-line code */
  loop_state l = {.s = s, .entry = m->active, .is_unrolled = !m->is_host && coal_loop_unrolls(s)};
  end_region(m, &l);
  coal_exit_targets outer = coal_machine_targets(m);
  uint64_t outer_limit = m->loop_limit;
  double activity = coal_record_activity(m);
  l.has_continues = coal_stmt_has_jump(s->body, COAL_STMT_CONTINUE);
  coal_machine_aim(m, (coal_exit_targets){&l.breaks, &l.continues, &l.early_breaks, &l.early_continues});
  if (coal_stmt_has_jump(s->body, COAL_STMT_BREAK)) coal_early_exits_begin(m->memory, &l.early_breaks);
  take_share(m, &l);
  m->loop_limit = l.last_step;
  m->open_loops++;
  iterate(m, &l);
  m->open_loops--;
  m->loop_limit = outer_limit;
  if (m->is_out_of_steps && !m->open_loops) m->cut_from = activity;
  coal_machine_aim(m, outer);
  m->active = (l.exited | l.breaks) & ~coal_machine_gone(m);
  coal_early_exits_end(m->memory, m->t, &l.early_breaks);
  end_region(m, &l);
}
