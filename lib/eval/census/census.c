/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "census.h"

#include <string.h>

#include "eval/machine/machine.h"
#include "places.h"

typedef COAL_VEC(coal_census_entry) entry_list;
typedef COAL_VEC(const coal_function *) function_list;

/* The accesses in one function, and the functions that it mentions. */
typedef struct own {
  const coal_function *fn;
  entry_list entries;
  function_list callees;
  uint32_t seen_by; /* the last search that met it */
} own;

struct coal_census {
  coal_places places;
  COAL_VEC(own *) functions;
  own **slots; /* by function; capacity: a power of two */
  size_t capacity;
  entry_list found;
  uint32_t searches;
  uint8_t *met;   /* by expression: 1 accesses what is local, 2 something else */
  bool is_broken; /* headers are missing */
};

/* ---- one function --------------------------------------------------------------------------------------- */

typedef struct walk {
  coal_census *c;
  own *o;
} walk;

static void walk_expr(const walk *w, const coal_expr *e);

static coal_space space_of(unsigned at) {
  switch (at & ~(unsigned)COAL_AT_LOCAL) {
    case COAL_AT_SHARED: return COAL_SPACE_SHARED;
    case COAL_AT_GLOBAL: return COAL_SPACE_GLOBAL;
    case COAL_AT_CONSTANT: return COAL_SPACE_CONSTANT;
    default: return COAL_SPACE_UNKNOWN;
  }
}

/* An access at `at`, unless that is a lane's own variable. */
static void add(const walk *w, coal_census_entry e, unsigned at) {
  w->c->met[e.site->id] |= at == COAL_AT_LOCAL ? 1 : 2;
  if (at == COAL_AT_LOCAL || !e.range.file || e.range.file->is_system) return;
  if (!at) at = COAL_AT_UNKNOWN;
  e.fn = w->o->fn;
  e.space = space_of(at);
  coal_vec_push(&w->o->entries, e);
}

/* The base of an address: a variable, call or the like. */
static const coal_expr *origin_of(const coal_expr *e) {
  while (e->a && (e->kind == COAL_EXPR_DEREF || e->kind == COAL_EXPR_PTR_ADD || e->kind == COAL_EXPR_MEMBER ||
                  e->kind == COAL_EXPR_ADDR || e->kind == COAL_EXPR_CAST || e->kind == COAL_EXPR_LOAD))
    e = e->a;
  return e;
}

static void add_lvalue(const walk *w, const coal_expr *site, const coal_expr *lvalue, coal_mem_op op) {
  coal_census_entry e = {
      .site = site, .range = lvalue->range, .op = op, .type = lvalue->type, .object = coal_places_root(lvalue)};
  const coal_expr *origin = origin_of(lvalue);
  if (origin->kind == COAL_EXPR_OPAQUE && origin->u.opaque == COAL_OPAQUE_ERROR) e.reason = COAL_REASON_ERROR;
  if (w->c->is_broken && lvalue->type->kind == COAL_TYPE_UNKNOWN) e.reason = COAL_REASON_ERROR;
  if (e.reason) e.detail = coal_opaque_text(COAL_OPAQUE_ERROR);
  add(w, e, coal_places_of(&w->c->places, lvalue));
}

/* The type that a pointer argument points to. */
static void add_pointer(const walk *w, const coal_expr *call, size_t i, coal_mem_op op) {
  if (i >= call->n_args || !call->args[i]) return;
  const coal_expr *written = coal_argument_written(call, i);
  const coal_expr whole = {.kind = COAL_EXPR_DEREF, .a = written, .type = written->type};
  const coal_type *type = coal_argument_pointee(call, i);
  coal_census_entry e = {.site = call,
                         .range = written->range,
                         .op = op,
                         .type = type ? type : call->type,
                         .object = coal_places_root(written)};
  add(w, e, coal_places_of(&w->c->places, &whole));
}

static void add_intrinsic(const walk *w, const coal_expr *call) {
  size_t pointer[2] = {0};
  coal_mem_op op[2] = {0};
  size_t n = coal_intrinsic_accesses(call->u.callee, pointer, op);
  for (size_t i = 0; i < n; i++) add_pointer(w, call, pointer[i], op[i]);
}

static void add_asm(const walk *w, const coal_expr *e) {
  coal_mem_op op[COAL_ASM_ACCESSES_MAX];
  size_t n = coal_asm_accesses(e->u.text, op);
  for (size_t i = 0; i < n; i++) {
    coal_census_entry entry = {.site = e, .range = e->range, .op = op[i], .type = e->type};
    add(w, entry, COAL_AT_UNKNOWN);
  }
  for (size_t i = 0; i < e->n_outputs && i < e->n_args; i++)
    if (e->args[i]) add_lvalue(w, e, e->args[i], COAL_MEM_STORE);
}

static void add_written(const walk *w, const coal_expr *e) {
  const coal_expr *address = e->n_args ? e->args[0] : NULL;
  coal_census_entry entry = {.site = e,
                             .range = e->range,
                             .type = e->type,
                             .object = address ? coal_places_root(address) : NULL,
                             .reason = coal_opaque_reason(e->u.opaque),
                             .detail = coal_opaque_text(e->u.opaque)};
  const coal_expr whole = {.kind = COAL_EXPR_DEREF, .a = address};
  unsigned at = address ? coal_places_of(&w->c->places, &whole) : COAL_AT_UNKNOWN;
  entry.op = COAL_MEM_LOAD;
  if (e->written & COAL_WRITTEN_LOAD) add(w, entry, at);
  entry.op = COAL_MEM_STORE;
  if (e->written & COAL_WRITTEN_STORE) add(w, entry, at);
}

static void mention(const walk *w, const coal_function *fn) {
  if (fn && fn->body) coal_vec_push(&w->o->callees, fn);
}

/* An argument passed by reference to a function whose body was not seen: assumed to be read there. */
static void add_passed(const walk *w, const coal_expr *call) {
  const coal_function *fn = call->u.callee;
  for (size_t i = 0; i < call->n_args && i < fn->n_params; i++) {
    const coal_type *type = fn->params[i]->type;
    if (type->kind != COAL_TYPE_REFERENCE || !call->args[i]) continue;
    const coal_expr whole = {.kind = COAL_EXPR_DEREF, .a = call->args[i], .type = type->element};
    coal_census_entry e = {.site = call,
                           .range = call->args[i]->range,
                           .op = COAL_MEM_LOAD,
                           .type = type->element,
                           .object = coal_places_root(call->args[i]),
                           .reason = COAL_REASON_MISSING_BODY,
                           .detail = fn->name};
    add(w, e, coal_places_of(&w->c->places, &whole));
  }
}

static void see_call(const walk *w, const coal_expr *e) {
  const coal_function *fn = e->u.callee;
  bool is_users = fn && fn->body && fn->range.file && !fn->range.file->is_system;
  if (fn && !is_users) add_intrinsic(w, e);
  if (fn && !fn->body && !coal_intrinsic_is_known(fn->name)) add_passed(w, e);
  mention(w, fn);
}

/* The machine does not read again what was just stored. */
static bool is_read_again(const coal_expr *lvalue) {
  return lvalue->kind != COAL_EXPR_ASSIGN && lvalue->kind != COAL_EXPR_ASSIGN_OP && lvalue->kind != COAL_EXPR_INCDEC;
}

static void see(const walk *w, const coal_expr *e) {
  switch (e->kind) {
    case COAL_EXPR_LOAD:
      if (is_read_again(e->a)) add_lvalue(w, e, e->a, COAL_MEM_LOAD);
      break;
    case COAL_EXPR_ASSIGN: add_lvalue(w, e, e->a, COAL_MEM_STORE); break;
    case COAL_EXPR_ASSIGN_OP:
    case COAL_EXPR_INCDEC:
      add_lvalue(w, e, e->a, COAL_MEM_LOAD);
      add_lvalue(w, e, e->a, COAL_MEM_STORE);
      break;
    case COAL_EXPR_CALL: see_call(w, e); break;
    case COAL_EXPR_CONSTRUCT:
    case COAL_EXPR_FUNCTION: mention(w, e->u.callee); break;
    case COAL_EXPR_ASM: add_asm(w, e); break;
    case COAL_EXPR_OPAQUE: add_written(w, e); break;
    default: break;
  }
}

/* Without operands that constants exclude. */
static void walk_expr(const walk *w, const coal_expr *e) {
  int64_t v;
  if (!e) return;
  see(w, e);
  walk_expr(w, e->target);
  walk_expr(w, e->a);
  bool is_decided =
      (e->kind == COAL_EXPR_COND || e->kind == COAL_EXPR_LOGICAL) && coal_places_fold(&w->c->places, e->a, &v);
  bool skips_b = is_decided && (e->kind == COAL_EXPR_COND ? !v : (v != 0) == (e->op == COAL_OP_LOR));
  if (!skips_b) walk_expr(w, e->b);
  if (!is_decided || e->kind != COAL_EXPR_COND || !v) walk_expr(w, e->c);
  walk_expr(w, e->d);
  for (size_t i = 0; i < e->n_args; i++) walk_expr(w, e->args[i]);
}

static void walk_stmt(const walk *w, const coal_stmt *s) {
  int64_t v = 0;
  if (!s) return;
  walk_stmt(w, s->init);
  walk_expr(w, s->e);
  bool is_branch = s->kind == COAL_STMT_IF || (s->kind == COAL_STMT_LOOP && s->loop != COAL_LOOP_DO);
  bool is_decided = is_branch && s->e && coal_places_fold(&w->c->places, s->e, &v);
  if (s->kind == COAL_STMT_LOOP && is_decided && !v) return;
  walk_expr(w, s->step);
  walk_stmt(w, s->body);
  for (size_t i = 0; i < s->n_list; i++)
    if (s->kind != COAL_STMT_IF || !is_decided || (i == 0) == (v != 0)) walk_stmt(w, s->list[i]);
}

/* ---- a kernel ------------------------------------------------------------------------------------------- */

coal_census *coal_census_new(const coal_module *m) {
  coal_census *c = coal_alloc(sizeof *c);
  memset(c, 0, sizeof *c);
  size_t n;
  coal_function *const *fns = coal_module_functions(m, &n);
  coal_places_init(&c->places, m, fns, n);
  c->met = coal_alloc(coal_module_expr_count(m) + 1);
  memset(c->met, 0, coal_module_expr_count(m) + 1);
  size_t n_missing;
  coal_module_missing(m, &n_missing);
  c->is_broken = n_missing > 0;
  for (c->capacity = 16; c->capacity < 2 * n; c->capacity *= 2) continue;
  c->slots = coal_alloc(c->capacity * sizeof *c->slots);
  memset(c->slots, 0, c->capacity * sizeof *c->slots);
  return c;
}

void coal_census_free(coal_census *c) {
  if (!c) return;
  for (size_t i = 0; i < c->functions.n; i++) {
    coal_vec_free(&c->functions.items[i]->entries);
    coal_vec_free(&c->functions.items[i]->callees);
    free(c->functions.items[i]);
  }
  coal_vec_free(&c->functions);
  free(c->slots);
  free(c->met);
  coal_vec_free(&c->found);
  coal_places_free(&c->places);
  free(c);
}

const uint8_t *coal_census_met(const coal_census *c) { return c->met; }

static own **slot_of(const coal_census *c, const coal_function *fn) {
  size_t i = (size_t)(((uint64_t)(uintptr_t)fn >> 4) * UINT64_C(11400714819323198485) >> 20) & (c->capacity - 1);
  while (c->slots[i] && c->slots[i]->fn != fn) i = (i + 1) & (c->capacity - 1);
  return &c->slots[i];
}

static own *own_of(coal_census *c, const coal_function *fn) {
  own **slot = slot_of(c, fn), *o = *slot;
  if (o) return o;
  o = coal_alloc(sizeof *o);
  memset(o, 0, sizeof *o);
  o->fn = fn;
  *slot = o;
  coal_vec_push(&c->functions, o);
  const walk w = {c, o};
  walk_stmt(&w, fn->body);
  return o;
}

const coal_census_entry *coal_census_of(coal_census *c, const coal_function *kernel, size_t *n) {
  COAL_VEC(own *) work = {0};
  c->searches++;
  c->found.n = 0;
  own *first = own_of(c, kernel);
  first->seen_by = c->searches;
  coal_vec_push(&work, first);
  for (size_t i = 0; i < work.n; i++) {
    own *o = work.items[i];
    for (size_t k = 0; k < o->entries.n; k++) coal_vec_push(&c->found, o->entries.items[k]);
    for (size_t k = 0; k < o->callees.n; k++) {
      own *next = own_of(c, o->callees.items[k]);
      if (next->seen_by == c->searches) continue;
      next->seen_by = c->searches;
      coal_vec_push(&work, next);
    }
  }
  coal_vec_free(&work);
  *n = c->found.n;
  return c->found.items;
}
