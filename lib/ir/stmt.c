/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The statement builder. */
#include <string.h>

#include "intrinsics.h"
#include "module.h"

static coal_stmt *new_stmt(coal_module *m, coal_stmt_kind kind, coal_range r) {
  coal_stmt *s = COAL_ARENA_NEW(m->arena, coal_stmt);
  s->kind = kind;
  s->range = r;
  s->id = m->n_stmts++;
  return s;
}

static const coal_stmt *with_expr(coal_module *m, coal_stmt_kind kind, const coal_expr *e, coal_range r) {
  coal_stmt *s = new_stmt(m, kind, r);
  s->e = e;
  return s;
}

static void set_list(coal_module *m, coal_stmt *s, const coal_stmt *const *list, size_t n) {
  s->list = COAL_ARENA_ARRAY(m->arena, const coal_stmt *, n);
  for (size_t i = 0; i < n; i++)
    if (list[i]) s->list[s->n_list++] = list[i];
}

const coal_stmt *coal_stmt_block(coal_module *m, const coal_stmt *const *list, size_t n, coal_range r) {
  coal_stmt *s = new_stmt(m, COAL_STMT_BLOCK, r);
  set_list(m, s, list, n);
  return s;
}

const coal_stmt *coal_stmt_decl(coal_module *m, const coal_var *v, const coal_expr *init, coal_range r) {
  coal_stmt *s = new_stmt(m, COAL_STMT_DECL, r);
  s->var = v;
  if (init) s->e = coal_expr_initial(m, v->type, init);
  return s;
}

/* The member as storage: a reference is the pointer it is stored as. */
const coal_stmt *coal_stmt_member_init(coal_module *m, const coal_function *ctor, const coal_field *f,
                                       const coal_expr *init, coal_range r) {
  const coal_expr *object = coal_expr_deref(m, coal_expr_var(m, ctor->params[0], r), r);
  bool is_reference = coal_type_is(f->type, COAL_TYPE_REFERENCE);
  coal_expr *member =
      coal_expr_new(m, COAL_EXPR_MEMBER, is_reference ? coal_type_pointer(m, f->type->element) : f->type, r);
  member->is_lvalue = true;
  member->a = object;
  member->u.field = f;
  const coal_expr *value = coal_expr_initial(m, f->type, init);
  return with_expr(m, COAL_STMT_EXPR, coal_expr_assign(m, member, value, r), r);
}

const coal_stmt *coal_stmt_expr(coal_module *m, const coal_expr *e, coal_range r) {
  bool barrier = e->kind == COAL_EXPR_CALL && e->u.callee && e->u.callee->is_barrier;
  return with_expr(m, barrier ? COAL_STMT_BARRIER : COAL_STMT_EXPR, e, r);
}

const coal_stmt *coal_stmt_if(coal_module *m, const coal_expr *cond, const coal_stmt *then, const coal_stmt *otherwise,
                              coal_range r) {
  coal_stmt *s = new_stmt(m, COAL_STMT_IF, r);
  s->e = coal_expr_condition(m, cond);
  s->list = COAL_ARENA_ARRAY(m->arena, const coal_stmt *, 2);
  s->n_list = 2;
  s->list[0] = then;
  s->list[1] = otherwise;
  return s;
}

const coal_stmt *coal_stmt_loop(coal_module *m, coal_loop_kind kind, const coal_stmt *init, const coal_expr *cond,
                                const coal_expr *step, const coal_stmt *body, coal_range r) {
  coal_stmt *s = new_stmt(m, COAL_STMT_LOOP, r);
  s->loop = kind;
  s->init = init;
  if (cond) s->e = coal_expr_condition(m, cond);
  s->step = step;
  s->body = body;
  return s;
}

const coal_stmt *coal_stmt_switch(coal_module *m, const coal_expr *e, const coal_stmt *body, coal_range r) {
  coal_stmt *s = new_stmt(m, COAL_STMT_SWITCH, r);
  const coal_expr *value = coal_expr_value(m, e);
  s->e = coal_expr_cast(m, coal_type_promoted(m, value->type), value, value->range);
  set_list(m, s, &body, 1);
  return s;
}

const coal_stmt *coal_stmt_case(coal_module *m, int64_t lo, int64_t hi, coal_range r) {
  coal_stmt *s = new_stmt(m, COAL_STMT_CASE, r);
  s->lo = lo;
  s->hi = hi;
  return s;
}

const coal_stmt *coal_stmt_default(coal_module *m, coal_range r) { return new_stmt(m, COAL_STMT_DEFAULT, r); }

const coal_stmt *coal_stmt_return(coal_module *m, const coal_function *fn, const coal_expr *e, coal_range r) {
  bool is_void = coal_type_is(fn->result, COAL_TYPE_VOID);
  return with_expr(m, COAL_STMT_RETURN, e && !is_void ? coal_expr_initial(m, fn->result, e) : e, r);
}

const coal_stmt *coal_stmt_break(coal_module *m, coal_range r) { return new_stmt(m, COAL_STMT_BREAK, r); }
const coal_stmt *coal_stmt_continue(coal_module *m, coal_range r) { return new_stmt(m, COAL_STMT_CONTINUE, r); }

const coal_stmt *coal_stmt_opaque(coal_module *m, coal_opaque why, coal_range r) {
  coal_stmt *s = new_stmt(m, COAL_STMT_OPAQUE, r);
  s->opaque = why;
  return s;
}

bool coal_expr_launches(const coal_expr *e) {
  if (!e) return false;
  if (e->kind == COAL_EXPR_LAUNCH) return true;
  if (e->kind == COAL_EXPR_CALL && e->u.callee && coal_host_call_launches(e->u.callee->host_call)) return true;
  for (size_t i = 0; i < e->n_args; i++)
    if (coal_expr_launches(e->args[i])) return true;
  return coal_expr_launches(e->a) || coal_expr_launches(e->b) || coal_expr_launches(e->c) || coal_expr_launches(e->d);
}

bool coal_stmt_launches(const coal_stmt *s) {
  if (!s) return false;
  for (size_t i = 0; i < s->n_list; i++)
    if (coal_stmt_launches(s->list[i])) return true;
  return coal_expr_launches(s->e) || coal_expr_launches(s->step) || coal_stmt_launches(s->init) ||
         coal_stmt_launches(s->body);
}
