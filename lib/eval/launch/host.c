/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Executes host code as one thread, which all lanes represent, and kernels that launch kernels, to find the launches
 * that they make. */
#include <stdlib.h>
#include <string.h>

#include "eval/machine/walk.h"
#include "ir/intrinsics.h"
#include "launch.h"
#include "util/str.h"

enum {
  HOST_STEPS = 400000,     /* expression evaluations of one root function */
  LAUNCHES_MAX = 24,       /* distinct ones of one kernel */
  DEVICE_LAUNCHES_MAX = 8, /* of one place in device code: lanes and blocks */
  FUNCTIONS_MAX = 20000,
  NESTING_MAX = 3,      /* depth of launches by kernels */
  PARENT_STEPS = 200000 /* steps of a launch of a kernel that launches */
};

typedef struct collector {
  const coal_options *options;
  coal_work *work;
  coal_arena *kept;
  coal_plans *out;
  unsigned lane;                       /* the lane that launches: 0 on the host */
  size_t site_max;                     /* launches of one place in the source */
  COAL_VEC(char *) keys;               /* keys of the launches seen */
  COAL_VEC(const coal_expr *) reached; /* launch expressions that were executed */
} collector;

/* ---- from values to arguments -------------------------------------------------------------------------- */

static coal_arg arg_of(collector *c, coal_machine *m, coal_value v);

/* What is known of an integer in one lane. */
static void set_number(const collector *c, coal_machine *m, coal_arg *a, const coal_poly *p) {
  a->lo = INT64_MIN;
  a->hi = INT64_MAX;
  a->mod = 1;
  a->is_known = p->n == 0;
  a->is_pitch = coal_poly_has_pitch(m->t, p);
  a->value = coal_lane(p->c, c->lane);
  if (a->is_known) return;
  int64_t lo, hi, g = coal_poly_terms_gcd(m->t, p);
  if (coal_poly_lower(m->t, p, c->lane, &lo)) a->lo = lo;
  if (coal_poly_upper(m->t, p, c->lane, &hi)) a->hi = hi;
  if (g > 1) {
    a->mod = g;
    a->rem = a->value % g;
    if (a->rem < 0) a->rem += g;
  }
}

static coal_arg pointer_arg(const collector *c, coal_machine *m, coal_value v) {
  coal_arg a = {.kind = COAL_ARG_POINTER, .object = UINT32_MAX};
  set_number(c, m, &a, v.p);
  if (!v.object) return a;
  a.object = v.object->serial;
  a.is_align_assumed = v.object->is_align_assumed || v.object->kind == COAL_OBJECT_LOCAL;
  a.align_bytes = v.object->kind == COAL_OBJECT_LOCAL ? 256 : v.object->align_bytes;
  a.is_pitched = v.object->is_pitched;
  if (v.object->kind == COAL_OBJECT_MEMORY) a.object_source = v.object->name;
  a.source = v.object->source;
  return a;
}

static coal_arg aggregate_arg(collector *c, coal_machine *m, coal_value v) {
  coal_arg a = {.kind = COAL_ARG_AGGREGATE, .n_parts = v.parts->n};
  coal_arg *parts = COAL_ARENA_ARRAY(c->kept, coal_arg, v.parts->n + 1);
  for (size_t i = 0; i < v.parts->n; i++) {
    parts[i] = arg_of(c, m, v.parts->items[i].value);
    parts[i].offset = v.parts->items[i].offset;
    parts[i].size = v.parts->items[i].size;
    parts[i].type = v.parts->items[i].type;
  }
  a.parts = parts;
  return a;
}

static coal_arg arg_of(collector *c, coal_machine *m, coal_value v) {
  coal_arg a = {.kind = COAL_ARG_UNKNOWN};
  switch (v.kind) {
    case COAL_VALUE_INT:
      a.kind = COAL_ARG_INT;
      set_number(c, m, &a, v.p);
      return a;
    case COAL_VALUE_FLOAT:
      if (!v.f) return a;
      a.kind = COAL_ARG_FLOAT;
      a.f = v.f->v[c->lane];
      return a;
    case COAL_VALUE_POINTER: return pointer_arg(c, m, v);
    case COAL_VALUE_AGGREGATE: return aggregate_arg(c, m, v);
    default: return a;
  }
}

static void add_key(coal_str *s, const coal_arg *a) {
  coal_str_addf(s, "%d:%d:%lld:%lld:%lld:%g:%s;", a->kind, a->is_known, a->is_known ? (long long)a->value : 0LL,
                (long long)a->mod, (long long)a->rem, a->f, a->object_source ? a->object_source : "");
  for (size_t i = 0; i < a->n_parts; i++) add_key(s, &a->parts[i]);
}

/* ---- dimensions ---------------------------------------------------------------------------------------- */

static coal_value part_of(coal_machine *m, coal_value v, unsigned axis) {
  static const coal_type word = {.kind = COAL_TYPE_INT, .size_bytes = 4, .align_bytes = 4};
  if (v.kind == COAL_VALUE_AGGREGATE) return coal_aggregate_part(m->t, v, axis * 4u, &word);
  if (v.kind == COAL_VALUE_INT) return axis == 0 ? v : coal_value_int(m->t, 1);
  return coal_value_unknown(false, COAL_REASON_PARAMETER, NULL);
}

/* A number, which the enclosing conditions may give. */
static bool number(const collector *c, coal_machine *m, coal_value v, int64_t *n) {
  if (v.kind != COAL_VALUE_INT) return false;
  const coal_poly *p = v.p;
  int64_t known = 0;
  for (size_t i = 0; p->n && i < m->equalities.n; i++) {
    const coal_poly *rest = coal_poly_sub(m->t, v.p, m->equalities.items[i].p);
    if (rest->n) continue;
    p = rest;
    known = m->equalities.items[i].value;
  }
  *n = coal_lane(p->c, c->lane) + known;
  return p->n == 0;
}

/* Returns NULL, or why one of the three dimensions is not known. */
static const char *dimensions(const collector *c, coal_machine *m, coal_value v, uint32_t out[3]) {
  for (unsigned axis = 0; axis < 3; axis++) {
    int64_t n;
    coal_value part = part_of(m, v, axis);
    if (!number(c, m, part, &n)) return coal_launch_reason(c->kept, m, part);
    if (n < 1 || n > UINT32_MAX) return coal_arena_format(c->kept, "%lld is no size", (long long)n);
    out[axis] = (uint32_t)n;
  }
  return NULL;
}

static bool is_new_launch(collector *c, const coal_plan *p) {
  coal_str s = {0};
  coal_str_addf(&s, "%s|%u|", p->kernel->key, p->launch.where.begin.offset_bytes);
  for (unsigned i = 0; i < 3; i++)
    coal_str_addf(&s, "%u,%u,", p->launch.grid_known ? p->launch.grid[i] : 0,
                  p->launch.block_known ? p->launch.block[i] : 0);
  for (size_t i = 0; i < p->n_args; i++) add_key(&s, &p->args[i]);
  size_t same_kernel = 0, same_site = 0;
  for (size_t i = 0; i < c->out->n; i++) {
    if (c->out->items[i].kernel != p->kernel) continue;
    const coal_range *where = &c->out->items[i].launch.where;
    same_kernel++;
    same_site += where->file == p->launch.where.file && where->begin.offset_bytes == p->launch.where.begin.offset_bytes;
  }
  bool is_new = same_kernel < LAUNCHES_MAX && same_site < c->site_max;
  for (size_t i = 0; is_new && i < c->keys.n; i++) is_new = strcmp(c->keys.items[i], s.data) != 0;
  if (is_new)
    coal_vec_push(&c->keys, s.data);
  else
    coal_str_free(&s);
  return is_new;
}

static bool was_reached(const collector *c, const coal_expr *e) {
  for (size_t i = 0; i < c->reached.n; i++)
    if (c->reached.items[i] == e) return true;
  return false;
}

static void on_launch(void *context, coal_machine *m, const coal_expr *e, const coal_function *kernel, coal_value grid,
                      coal_value block, coal_value bytes, const coal_value *args, size_t n) {
  collector *c = context;
  if (!was_reached(c, e)) coal_vec_push(&c->reached, e);
  if (!kernel) return;
  coal_plan p = {.kernel = kernel, .n_args = n};
  p.launch.source = COAL_LAUNCH_FILE;
  p.launch.where = e->range;
  p.launch.grid_known = !dimensions(c, m, grid, p.launch.grid);
  p.launch.block_reason = dimensions(c, m, block, p.launch.block);
  uint64_t threads = (uint64_t)p.launch.block[0] * p.launch.block[1] * p.launch.block[2];
  if (!p.launch.block_reason && threads > 1024) /* CUDA C++ Programming Guide, "Technical Specifications" */
    p.launch.block_reason = "more than 1024 threads";
  p.launch.block_known = !p.launch.block_reason;
  int64_t smem;
  if (number(c, m, bytes, &smem) && smem > 0) p.launch.smem_bytes = (uint64_t)smem;
  coal_arg *copies = COAL_ARENA_ARRAY(c->kept, coal_arg, n + 1);
  for (size_t i = 0; i < n; i++) copies[i] = arg_of(c, m, args[i]);
  p.args = copies;
  if (is_new_launch(c, &p)) coal_vec_push(c->out, p);
}

/* From device code: every active lane launches. */
static void on_device_launch(void *context, coal_machine *m, const coal_expr *e, const coal_function *kernel,
                             coal_value grid, coal_value block, coal_value bytes, const coal_value *args, size_t n) {
  collector *c = context;
  for (uint32_t rest = m->active; rest; rest &= rest - 1) {
    c->lane = (unsigned)__builtin_ctz(rest);
    on_launch(context, m, e, kernel, grid, block, bytes, args, n);
  }
}

/* ---- which functions to run ---------------------------------------------------------------------------- */

/* A function by its address, or the call operator of a closure by the closure's record. */
typedef struct indexed {
  const void *key;
  size_t index;
} indexed;

typedef struct edge {
  size_t from, to; /* `from` launches if `to` does */
} edge;

typedef struct graph {
  coal_function *const *fns;
  size_t n, current;
  indexed *by_function, *by_closure; /* sorted by key */
  size_t n_closures;
  bool *launches, *is_called;
  bool *is_handed; /* call operators of lambdas, and functions used as values: something may call them */
  COAL_VEC(edge) edges;
} graph;

static int compare_indexed(const void *a, const void *b) {
  const uintptr_t x = (uintptr_t)((const indexed *)a)->key, y = (uintptr_t)((const indexed *)b)->key;
  return x < y ? -1 : x > y;
}

/* The first place of the key, or NULL. */
static const indexed *find_indexed(const indexed *list, size_t n, const void *key) {
  const indexed wanted = {key, 0};
  size_t lo = 0, hi = n;
  while (lo < hi) {
    size_t middle = lo + (hi - lo) / 2;
    if (compare_indexed(&list[middle], &wanted) < 0)
      lo = middle + 1;
    else
      hi = middle;
  }
  return lo < n && list[lo].key == key ? &list[lo] : NULL;
}

static size_t index_of(const graph *g, const coal_function *fn) {
  const indexed *found = find_indexed(g->by_function, g->n, fn);
  return found ? found->index : g->n;
}

static const coal_record *closure_of(const coal_function *fn) {
  const coal_type *self = fn->flags & COAL_FN_METHOD && fn->n_params ? fn->params[0]->type->element : NULL;
  bool is_operator = self && self->kind == COAL_TYPE_RECORD && strcmp(fn->name, "operator()") == 0;
  return is_operator && self->record->is_closure ? self->record : NULL;
}

static void add_edge(graph *g, size_t to) {
  if (to != g->current) coal_vec_push(&g->edges, ((edge){g->current, to}));
}

/* A lambda or a function used as a value: it launches when it is called. */
static void see_value(graph *g, const coal_expr *e) {
  if (e->kind == COAL_EXPR_AGGREGATE && e->type->kind == COAL_TYPE_RECORD && e->type->record->is_closure) {
    const indexed *p = find_indexed(g->by_closure, g->n_closures, e->type->record);
    for (; p && p < g->by_closure + g->n_closures && p->key == e->type->record; p++) add_edge(g, p->index);
  }
  if (e->kind != COAL_EXPR_FUNCTION || !(e->u.callee->flags & COAL_FN_HOST)) return;
  size_t value = index_of(g, e->u.callee);
  if (value >= g->n || value == g->current) return;
  g->is_handed[value] = true;
  add_edge(g, value);
}

static void see_call(void *context, const coal_expr *e) {
  graph *g = context;
  see_value(g, e);
  bool launches = e->kind == COAL_EXPR_LAUNCH ||
                  (e->kind == COAL_EXPR_CALL && e->u.callee && coal_host_call_launches(e->u.callee->host_call));
  if (launches) g->launches[g->current] = true;
  if ((e->kind != COAL_EXPR_CALL && e->kind != COAL_EXPR_CONSTRUCT) || !e->u.callee) return;
  size_t callee = index_of(g, e->u.callee);
  if (callee >= g->n || callee == g->current) return;
  g->is_called[callee] = true;
  add_edge(g, callee);
}

static bool is_host_code(const coal_function *fn) {
  return fn->body && fn->flags & COAL_FN_HOST && !(fn->flags & (COAL_FN_KERNEL | COAL_FN_UNINSTANTIATED));
}

static void index_functions(graph *g) {
  for (size_t i = 0; i < g->n; i++) {
    const coal_record *closure = closure_of(g->fns[i]);
    g->is_handed[i] = closure != NULL;
    g->by_function[i] = (indexed){g->fns[i], i};
    if (closure) g->by_closure[g->n_closures++] = (indexed){closure, i};
  }
  qsort(g->by_function, g->n, sizeof *g->by_function, compare_indexed);
  qsort(g->by_closure, g->n_closures, sizeof *g->by_closure, compare_indexed);
}

static void build_graph(graph *g) {
  index_functions(g);
  bool any_device = false; /* device code that launches is rare, and there is much device code */
  for (size_t i = 0; i < g->n; i++)
    any_device |=
        g->fns[i]->body && g->fns[i]->flags & COAL_FN_LAUNCHES && g->fns[i]->flags & (COAL_FN_KERNEL | COAL_FN_DEVICE);
  for (g->current = 0; g->current < g->n; g->current++)
    if (g->fns[g->current]->body && (any_device || is_host_code(g->fns[g->current])))
      coal_walk_stmt(g->fns[g->current]->body, NULL, see_call, g);
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t i = g->edges.n; i-- > 0;) {
      const edge *e = &g->edges.items[i];
      if (!g->launches[e->to] || g->launches[e->from]) continue;
      g->launches[e->from] = changed = true;
    }
  }
  coal_vec_free(&g->edges);
}

static coal_value root_argument(coal_machine *m, const coal_var *v) {
  const char *name = v->name ? v->name : "?";
  if (v->type->kind == COAL_TYPE_INT || v->type->kind == COAL_TYPE_BOOL) {
    coal_value a = coal_value_fresh(m->t, v->type, name, false, COAL_REASON_PARAMETER, name);
    return a;
  }
  const coal_type *type = v->type;
  return coal_machine_unknown(m, type, name, false, COAL_REASON_PARAMETER, name);
}

static const coal_host_hooks host_hooks = {coal_eval_host_call, coal_host_call_handed, coal_host_literal};

static void run_root(const coal_module *module, collector *c, const coal_function *fn,
                     const coal_function *const *launchers) {
  uint64_t left = coal_work_left(c->work);
  coal_machine m = {.module = module,
                    .is_host = true,
                    .active = UINT32_MAX,
                    .step_limit = left < HOST_STEPS ? left : HOST_STEPS,
                    .launchers = launchers};
  m.t = coal_symbols_new();
  m.memory = coal_memory_new(m.t);
  m.sink = (coal_launch_sink){on_launch, c};
  m.host = &host_hooks;
  for (unsigned i = 0; i < 12; i++) m.builtin[i] = coal_value_int(m.t, i < 6 ? 0 : 1);
  coal_value args[64];
  size_t n = fn->n_params < 64 ? fn->n_params : 64;
  for (size_t i = 0; i < n; i++) args[i] = root_argument(&m, fn->params[i]);
  m.has_arguments = c->options->arguments != NULL;
  if (m.has_arguments && strcmp(fn->name, "main") == 0 && n >= 2) {
    args[0] = coal_value_int(m.t, (int64_t)c->options->n_arguments + 1);
    args[1] = coal_host_arguments(&m, c->options->arguments, c->options->n_arguments);
  }
  coal_call_function(&m, fn, NULL, args, n);
  c->work->done += m.steps;
  coal_vec_free(&m.globals);
  coal_vec_free(&m.loaded);
  coal_vec_free(&m.guesses);
  coal_vec_free(&m.equalities);
  coal_memory_free(m.memory);
  coal_symbols_free(m.t);
}

typedef struct reach_search {
  const collector *c;
  bool found;
} reach_search;

static void see_reached(void *context, const coal_expr *e) {
  reach_search *s = context;
  s->found |= was_reached(s->c, e);
}

/* Executes functions that nothing calls; with `handed`, callables that were passed on and never called. */
static void run_roots(const coal_module *module, const graph *g, collector *c, const coal_function *const *launchers,
                      bool handed) {
  for (size_t i = 0; i < g->n; i++) {
    const coal_function *fn = g->fns[i];
    bool is_system = fn->range.file && fn->range.file->is_system;
    if (!is_host_code(fn) || !g->launches[i] || is_system || g->is_handed[i] != handed) continue;
    if (g->is_called[i] && strcmp(fn->name, "main") != 0) continue;
    reach_search s = {c, false};
    if (handed) coal_walk_stmt(fn->body, NULL, see_reached, &s);
    if (!s.found) run_root(module, c, fn, launchers);
  }
}

/* Executes kernels that launch kernels: first in known launches, then in the launches that these make. */
static void run_parents(const coal_module *module, const graph *g, const coal_options *options, collector *c) {
  coal_launch_sink sink = {on_device_launch, c};
  c->site_max = DEVICE_LAUNCHES_MAX;
  for (size_t done = 0, round = 0; round < NESTING_MAX && (!round || done < c->out->n); round++) {
    size_t before = c->out->n;
    for (size_t i = 0; i < g->n; i++) {
      coal_plans plans = {0};
      if (g->fns[i]->flags & COAL_FN_KERNEL && g->fns[i]->body && g->launches[i])
        coal_plans_for(module, g->fns[i], options, c->out, c->kept, &plans);
      for (size_t k = 0; k < plans.n; k++) {
        plans.items[k].work = c->work;
        coal_run_parent(module, &plans.items[k], options, sink, PARENT_STEPS);
      }
      coal_vec_free(&plans);
    }
    done = before;
  }
}

/* ---- launches that are not understood ------------------------------------------------------------------- */

typedef struct launch_census {
  const collector *c;
  coal_launch_notes *notes;
} launch_census;

static bool has_plan(const collector *c, const coal_expr *e, const coal_function *kernel) {
  for (size_t i = 0; i < c->out->n; i++) {
    const coal_range *where = &c->out->items[i].launch.where;
    bool is_here = where->file == e->range.file && where->begin.offset_bytes == e->range.begin.offset_bytes;
    if (kernel ? c->out->items[i].kernel == kernel : is_here) return true;
  }
  return false;
}

static void see_launch(void *context, const coal_expr *e) {
  launch_census *s = context;
  bool is_call = e->kind == COAL_EXPR_CALL && e->u.callee && coal_host_call_launches(e->u.callee->host_call);
  if ((e->kind != COAL_EXPR_LAUNCH && !is_call) || !e->range.file || e->range.file->is_system) return;
  const coal_function *kernel = is_call || e->target ? NULL : e->u.callee;
  if (has_plan(s->c, e, kernel)) return;
  coal_note note = {.range = e->range};
  if (is_call || (!kernel && was_reached(s->c, e)))
    note.text = "which kernel this launch runs is not known";
  else if (kernel)
    note.text = coal_arena_format(s->c->kept, "the launch of '%s' is not reached: what is passed to it is not known",
                                  kernel->name);
  if (note.text) coal_vec_push(s->notes, note);
}

/* One note for each place in the source. */
static void drop_repeated(coal_launch_notes *notes) {
  size_t n = 0;
  for (size_t i = 0; i < notes->n; i++) {
    bool is_repeated = false;
    for (size_t k = 0; k < n; k++)
      is_repeated |= notes->items[k].range.file == notes->items[i].range.file &&
                     notes->items[k].range.begin.offset_bytes == notes->items[i].range.begin.offset_bytes;
    if (!is_repeated) notes->items[n++] = notes->items[i];
  }
  notes->n = n;
}

static void note_launches(const graph *g, const collector *c, coal_launch_notes *notes) {
  launch_census s = {c, notes};
  for (size_t i = 0; i < g->n; i++)
    if (g->launches[i] && is_host_code(g->fns[i])) coal_walk_stmt(g->fns[i]->body, NULL, see_launch, &s);
  drop_repeated(notes);
}

void coal_find_launches(const coal_module *m, const coal_options *options, coal_arena *kept, coal_work *work,
                        coal_plans *out, coal_launch_notes *notes) {
  graph g = {0};
  g.fns = coal_module_functions(m, &g.n);
  if (!g.n || g.n > FUNCTIONS_MAX) return;
  g.launches = coal_alloc(g.n);
  g.is_called = coal_alloc(g.n);
  g.is_handed = coal_alloc(g.n);
  g.by_function = coal_alloc(g.n * sizeof *g.by_function);
  g.by_closure = coal_alloc(g.n * sizeof *g.by_closure);
  memset(g.launches, 0, g.n);
  memset(g.is_called, 0, g.n);
  build_graph(&g);
  collector c = {.options = options, .work = work, .kept = kept, .out = out, .site_max = LAUNCHES_MAX};
  const coal_function **launchers = COAL_ARENA_ARRAY(kept, const coal_function *, g.n + 1);
  for (size_t i = 0, n = 0; i < g.n; i++)
    if (g.launches[i]) launchers[n++] = g.fns[i];
  run_roots(m, &g, &c, launchers, false);
  run_roots(m, &g, &c, launchers, true);
  run_parents(m, &g, options, &c);
  note_launches(&g, &c, notes);
  coal_vec_free(&c.reached);
  for (size_t i = 0; i < c.keys.n; i++) free(c.keys.items[i]);
  coal_vec_free(&c.keys);
  free(g.launches);
  free(g.is_called);
  free(g.is_handed);
  free(g.by_function);
  free(g.by_closure);
}
