/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The launches of a kernel that are evaluated. */
#include <string.h>

#include "eval/machine/walk.h"
#include "launch.h"

bool coal_launch_names(const char *pattern, const coal_function *fn) {
  if (strcmp(pattern, "*") == 0) return true;
  return (fn->name && strcmp(pattern, fn->name) == 0) || (fn->qualified && strcmp(pattern, fn->qualified) == 0);
}

/* ---- without a launch ---------------------------------------------------------------------------------- */

/* Extents of shared arrays that threadIdx indexes directly, and the axes in use. */
typedef struct tiles {
  uint64_t extent[3];
  bool uses[3];
  COAL_VEC(coal_binding_slot) unused;
  struct {
    const coal_var *var;
    unsigned axis;
  } alias[64]; /* int tx = threadIdx.x; */
  size_t n_aliases;
} tiles;

static const coal_expr *strip(const coal_expr *e) {
  while (e && e->kind == COAL_EXPR_CAST) e = e->a;
  return e;
}

static bool thread_axis(const tiles *t, const coal_expr *e, unsigned *axis) {
  e = strip(e);
  if (!e) return false;
  if (e->kind == COAL_EXPR_BUILTIN && e->u.builtin <= COAL_BUILTIN_THREAD_Z) {
    *axis = (unsigned)e->u.builtin;
    return true;
  }
  if (e->kind != COAL_EXPR_LOAD || e->a->kind != COAL_EXPR_VAR) return false;
  for (size_t i = 0; i < t->n_aliases; i++)
    if (t->alias[i].var == e->a->u.var) {
      *axis = t->alias[i].axis;
      return true;
    }
  return false;
}

static bool is_in_shared(const coal_expr *e) {
  for (; e; e = e->a)
    if (e->kind == COAL_EXPR_VAR) return e->u.var->storage == COAL_STORAGE_SHARED;
  return false;
}

static void see_alias(void *context, const coal_stmt *s) {
  tiles *t = context;
  unsigned axis;
  if (s->kind != COAL_STMT_DECL || !s->e || !thread_axis(t, s->e, &axis) || t->n_aliases == 64) return;
  t->alias[t->n_aliases].var = s->var;
  t->alias[t->n_aliases++].axis = axis;
}

static void see_index(void *context, const coal_expr *e) {
  tiles *t = context;
  unsigned axis;
  if (e->kind == COAL_EXPR_BUILTIN && e->u.builtin <= COAL_BUILTIN_THREAD_Z) t->uses[e->u.builtin] = true;
  if (e->kind != COAL_EXPR_PTR_ADD || e->a->kind != COAL_EXPR_ADDR || e->a->a->type->kind != COAL_TYPE_ARRAY) return;
  if (!is_in_shared(e->a->a) || !thread_axis(t, e->b, &axis)) return;
  uint64_t n = e->a->a->type->count;
  if (n && (!t->extent[axis] || n < t->extent[axis])) t->extent[axis] = n;
}

static void ignore(void *context, const coal_expr *e) {
  (void)context;
  (void)e;
}

/* The block: from tiles, else from __launch_bounds__, else 256 threads, two- or three-dimensional if the kernel is. */
static coal_launch assumed_launch(const coal_function *fn) {
  coal_launch l = {.source = COAL_LAUNCH_ASSUMED, .block = {256, 1, 1}, .grid = {8, 1, 1}, .where = fn->range};
  tiles t = {0};
  coal_walk_stmt(fn->body, see_alias, ignore, &t);
  coal_walk_stmt(fn->body, NULL, see_index, &t);
  if (t.uses[1] || t.uses[2]) {
    l.block[0] = 32;
    l.block[1] = 8;
    l.grid[1] = 4;
  }
  if (t.uses[2]) {
    l.block[1] = 4;
    l.block[2] = 2;
    l.grid[2] = 2;
  }
  uint64_t threads = 1;
  bool has_tile = false;
  uint32_t block[3] = {1, 1, 1};
  for (unsigned i = 0; i < 3; i++) {
    if (t.uses[i]) block[i] = t.extent[i] ? (uint32_t)(t.extent[i] > 1024 ? 1024 : t.extent[i]) : l.block[i];
    has_tile |= t.uses[i] && t.extent[i];
    threads *= block[i];
  }
  if (has_tile && threads <= 1024) {
    l.source = COAL_LAUNCH_INFERRED;
    memcpy(l.block, block, sizeof block);
  } else if (fn->max_threads && fn->max_threads <= 1024 && !t.uses[1] && !t.uses[2]) {
    l.source = COAL_LAUNCH_BOUNDS;
    l.block[0] = fn->max_threads;
  }
  return l;
}

/* ---- choosing ------------------------------------------------------------------------------------------ */

static void apply_option(coal_plan *p, const coal_launch_option *o) {
  if (o->has_block) {
    memcpy(p->launch.block, o->block, sizeof o->block);
    p->launch.block_known = true;
    p->launch.block_reason = NULL;
    p->launch.source = COAL_LAUNCH_COMMAND_LINE;
  }
  if (o->has_grid) {
    memcpy(p->launch.grid, o->grid, sizeof o->grid);
    p->launch.grid_known = true;
  }
  if (o->has_smem) p->launch.smem_bytes = o->smem_bytes;
  p->values = o->values;
  p->n_values = o->n_values;
}

/* A launch with an unknown block is evaluated with the assumed one. */
static void complete(coal_plan *p) {
  coal_launch assumed = assumed_launch(p->kernel);
  if (!p->launch.block_known) {
    memcpy(p->launch.block, assumed.block, sizeof assumed.block);
    p->launch.source = p->launch.grid_known || p->args ? p->launch.source : assumed.source;
  }
  if (!p->launch.grid_known) {
    memcpy(p->launch.grid, assumed.grid, sizeof assumed.grid);
    p->launch.grid[1] = p->launch.grid[2] = 1;
    p->launch.grid[1] = assumed.grid[1];
    p->launch.grid[2] = assumed.grid[2];
  }
}

void coal_plans_for(const coal_module *m, const coal_function *kernel, const coal_options *options,
                    const coal_plans *seen, coal_arena *kept, coal_plans *out) {
  (void)m;
  (void)kept;
  size_t first = out->n;
  for (size_t i = 0; i < options->n_launches; i++) {
    const coal_launch_option *o = &options->launches[i];
    if (!coal_launch_names(o->kernel, kernel) || !o->has_block) continue;
    coal_plan p = {.kernel = kernel};
    apply_option(&p, o);
    p.launch.where = kernel->range;
    coal_vec_push(out, p);
  }
  for (size_t i = 0; out->n == first && i < seen->n; i++)
    for (; i < seen->n; i++)
      if (seen->items[i].kernel == kernel) coal_vec_push(out, seen->items[i]);
  if (out->n == first) {
    coal_plan p = {.kernel = kernel, .launch = assumed_launch(kernel)};
    coal_vec_push(out, p);
  }
  for (size_t k = first; k < out->n; k++) {
    for (size_t i = 0; i < options->n_launches;
         i++) /* values and grids without a block complete the launches of the file */
      if (coal_launch_names(options->launches[i].kernel, kernel) && !options->launches[i].has_block)
        apply_option(&out->items[k], &options->launches[i]);
    complete(&out->items[k]);
  }
}
