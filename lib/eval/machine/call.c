/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Calls of functions that have a body, and the effects of those that have none. */
#include <string.h>

#include "ir/intrinsics.h"
#include "machine.h"
#include "walk.h"

enum {
  DEPTH_MAX = 160,     /* frames: template recursion is many functions deep */
  RECURSION_MAX = 12,  /* frames of one function */
  HELPER_STEPS = 4000, /* of a host function that launches nothing: reference computations are not followed further */
  ARGS_MAX = 64
};

static unsigned count_frames(const coal_machine *m, const coal_function *fn) {
  unsigned n = 0;
  for (const coal_frame *f = m->frame; f; f = f->caller) n += f->fn == fn;
  return n;
}

void coal_machine_exit(coal_machine *m) {
  m->exited |= m->active;
  m->active = 0;
}

uint32_t coal_machine_gone(const coal_machine *m) { return m->exited | (m->frame ? m->frame->returned : 0); }

void coal_machine_clobber_args(coal_machine *m, const coal_value *args, size_t n, const char *by) {
  for (size_t i = 0; i < n; i++)
    if (coal_value_is_local(args[i]) && !(args[i].object->var && args[i].object->var->is_const))
      coal_object_clobber(m->memory, args[i].object, !m->is_host, COAL_REASON_MISSING_BODY, by);
}

/* Type of the result: a reference result is an address. */
static const coal_type *result_type(const coal_function *fn, const coal_expr *call) {
  return call && call->kind == COAL_EXPR_CALL ? call->type : fn->result;
}

const char *coal_machine_call_text(coal_machine *m, const coal_type *result, const char *name, size_t n_args) {
  if (result->kind == COAL_TYPE_POINTER) return name;
  return coal_arena_format(coal_symbols_arena(m->t), "%s(%s)", name, n_args ? "..." : "");
}

static coal_value unseen(coal_machine *m, const coal_function *fn, const coal_expr *call, const coal_value *args,
                         size_t n, coal_reason reason) {
  coal_value result;
  bool may_call = m->host && reason == COAL_REASON_MISSING_BODY;
  if (may_call && m->host->call_handed(m, fn, call, args, n, &result)) return result;
  coal_machine_clobber_args(m, args, n, fn->name);
  const coal_type *type = result_type(fn, call);
  if (!type || type->kind == COAL_TYPE_VOID) return coal_value_unknown(false, COAL_REASON_NONE, NULL);
  return coal_machine_unknown(m, type, coal_machine_call_text(m, type, fn->name, n), !m->is_host, reason, fn->name);
}

static void bind(coal_machine *m, coal_frame *f, const coal_value *args, size_t n) {
  for (size_t i = 0; i < f->fn->n_params; i++) {
    const coal_var *v = f->fn->params[i];
    coal_object *o = coal_object_new(m->memory, COAL_OBJECT_LOCAL, v, v->name, v->type, v->align_bytes);
    coal_vec_push(&f->vars, ((coal_binding_slot){v, o}));
    if (i < n && v->type->size_bytes)
      coal_object_write(m->memory, o, coal_poly_const(m->t, 0), v->type, args[i], UINT32_MAX);
  }
}

/* Does it return anywhere but at its end? */
static bool returns_early(const coal_stmt *body) {
  for (size_t i = 0; i < body->n_list; i++)
    if (body->list[i]->kind != COAL_STMT_RETURN && coal_stmt_has_jump(body->list[i], COAL_STMT_RETURN)) return true;
  return false;
}

coal_value coal_call_function(coal_machine *m, const coal_function *fn, const coal_expr *call, const coal_value *args,
                              size_t n) {
  if (!fn->body) return unseen(m, fn, call, args, n, COAL_REASON_MISSING_BODY);
  if ((m->frame && m->frame->depth >= DEPTH_MAX) || count_frames(m, fn) >= RECURSION_MAX)
    return unseen(m, fn, call, args, n, COAL_REASON_RECURSION);
  coal_frame f = {.fn = fn, .call = call, .caller = m->frame, .depth = m->frame ? m->frame->depth + 1 : 0};
  f.result = coal_value_unknown(false, COAL_REASON_NONE, NULL);
  uint32_t entry = m->active;
  coal_exit_targets outer = coal_machine_targets(m);
  coal_machine_aim(m, (coal_exit_targets){0});
  if (f.caller && returns_early(fn->body)) coal_early_exits_begin(m->memory, &f.early_returns);
  bind(m, &f, args, n);
  m->frame = &f;
  coal_machine_exec(m, fn->body);
  coal_early_exits_end(m->memory, m->t, &f.early_returns);
  m->frame = f.caller;
  coal_machine_aim(m, outer);
  m->active = entry & ~coal_machine_gone(m);
  coal_vec_free(&f.vars);
  const coal_type *type = result_type(fn, call);
  bool is_missing = f.result.kind == COAL_VALUE_UNKNOWN && f.result.reason == COAL_REASON_NONE;
  if (is_missing && type && type->kind != COAL_TYPE_VOID && call && call->kind == COAL_EXPR_CALL)
    return coal_machine_unknown(m, type, fn->name, !m->is_host, COAL_REASON_UNSUPPORTED, "no value returned");
  return f.result;
}

static bool is_launcher(const coal_machine *m, const coal_function *fn) {
  for (size_t i = 0; m->launchers && m->launchers[i]; i++)
    if (m->launchers[i] == fn) return true;
  return false;
}

typedef struct launch_search {
  const coal_machine *m;
  bool found;
} launch_search;

static void see_launch(void *context, const coal_expr *e) {
  launch_search *s = context;
  const coal_function *fn = e->kind == COAL_EXPR_CALL || e->kind == COAL_EXPR_CONSTRUCT ? e->u.callee : NULL;
  bool is_through_pointer = e->kind == COAL_EXPR_CALL && !fn;
  s->found |= e->kind == COAL_EXPR_LAUNCH || is_through_pointer ||
              (fn && (is_launcher(s->m, fn) || coal_host_call_launches(fn->host_call)));
}

bool coal_machine_may_launch(const coal_machine *m, const coal_stmt *s) {
  launch_search search = {m, false};
  coal_walk_stmt(s, NULL, see_launch, &search);
  return search.found;
}

/* Calls a host function that launches nothing, with a step limit of its own; past the limit the function counts as
 * not seen. */
static coal_value call_helper(coal_machine *m, const coal_function *fn, const coal_expr *e, const coal_value *args,
                              size_t n) {
  uint64_t limit = m->step_limit;
  uint32_t active = m->active, exited = m->exited;
  if (m->steps + HELPER_STEPS < limit) m->step_limit = m->steps + HELPER_STEPS;
  coal_journal_mark mark = coal_journal_begin(m->memory);
  coal_value result = coal_call_function(m, fn, e, args, n);
  bool is_cut = m->is_out_of_steps && m->step_limit < limit;
  m->step_limit = limit;
  if (!is_cut) {
    coal_journal_end(m->memory, mark);
    return result;
  }
  coal_journal_rollback(m->memory, mark);
  m->is_out_of_steps = false;
  m->active = active;
  m->exited = exited;
  return unseen(m, fn, e, args, n, COAL_REASON_BUDGET);
}

coal_value coal_eval_call(coal_machine *m, const coal_expr *e) {
  coal_value args[ARGS_MAX], result;
  const coal_expr *unused = m->unused;
  size_t n = 0;
  for (; n < e->n_args && n < ARGS_MAX; n++)
    args[n] = e->args[n] ? coal_eval(m, e->args[n]) : coal_value_unknown(false, COAL_REASON_NONE, NULL);
  m->unused = unused;
  const coal_function *fn = e->u.callee;
  if (!fn) {
    fn = coal_eval(m, e->target).fn;
    if (!fn) {
      coal_machine_clobber_args(m, args, n, "call through a pointer");
      return coal_machine_unknown(m, e->type, NULL, !m->is_host, COAL_REASON_MISSING_BODY, "call through a pointer");
    }
    return m->is_host && !is_launcher(m, fn) ? call_helper(m, fn, e, args, n) : coal_call_function(m, fn, e, args, n);
  }
  bool is_users = fn->body && fn->range.file && !fn->range.file->is_system;
  if (m->host && m->host->call(m, e, args, n, &result)) return result;
  if (!is_users && coal_eval_intrinsic(m, e, args, n, &result)) return result;
  if (m->is_host && !is_launcher(m, fn)) return call_helper(m, fn, e, args, n);
  return coal_call_function(m, fn, e, args, n);
}
