/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "wanted.h"

#include <string.h>

#include "eval/machine/walk.h"
#include "util/nearest.h"
#include "util/vec.h"

/** One name: `base` is "p" of "p.n[1]". */
typedef struct wish {
  const char *option, *name, *base, *near;
  size_t distance;
  bool is_seen;
} wish;

struct coal_wanted {
  coal_arena *arena;
  COAL_VEC(wish) list;
};

static void add(coal_wanted *w, const char *option, const char *name) {
  for (size_t i = 0; i < w->list.n; i++)
    if (strcmp(w->list.items[i].name, name) == 0 && w->list.items[i].option == option) return;
  wish one = {.option = option, .name = name, .base = coal_arena_string(w->arena, name, strcspn(name, ".["))};
  static const char *const builtin[] = {"threadIdx", "blockIdx", "blockDim", "gridDim"};
  for (size_t i = 0; i < sizeof builtin / sizeof *builtin; i++)
    one.is_seen = one.is_seen || !strcmp(one.base, builtin[i]);
  coal_vec_push(&w->list, one);
}

coal_wanted *coal_wanted_new(const coal_config *c) {
  static const char assume[] = "--assume", launch[] = "--launch", instance[] = "--instance";
  coal_wanted *w = coal_alloc(sizeof *w);
  *w = (coal_wanted){.arena = coal_arena_new()};
  for (size_t i = 0; i < c->n_instances; i++) {
    const wish one = {.option = instance, .name = c->instances[i], .base = ""};
    coal_vec_push(&w->list, one);
  }
  for (size_t i = 0; i < c->analysis.n_assumes; i++) add(w, assume, c->analysis.assumes[i].name);
  for (size_t i = 0; i < c->analysis.n_launches; i++)
    for (size_t k = 0; k < c->analysis.launches[i].n_values; k++)
      add(w, launch, c->analysis.launches[i].values[k].name);
  for (size_t i = 0; i < c->n_launch_arguments; i++) add(w, launch, c->launch_arguments[i].name);
  return w;
}

void coal_wanted_free(coal_wanted *w) {
  if (!w) return;
  coal_vec_free(&w->list);
  coal_arena_free(w->arena);
  free(w);
}

static void see(coal_wanted *w, const char *name) {
  for (size_t i = 0; name && i < w->list.n; i++)
    if (strcmp(w->list.items[i].base, name) == 0) w->list.items[i].is_seen = true;
}

static void see_expression(void *context, const coal_expr *e) {
  if (e->kind == COAL_EXPR_VAR) see(context, e->u.var->name);
  if (e->kind == COAL_EXPR_MEMBER) see(context, e->u.field->name);
}

static void see_statement(void *context, const coal_stmt *s) {
  if (s->kind == COAL_STMT_DECL) see(context, s->var->name);
}

/** Keeps the nearest name; the module's die with it. */
static void compare(coal_wanted *w, const char *name) {
  for (size_t i = 0; i < w->list.n; i++) {
    wish *one = &w->list.items[i];
    coal_nearest near = {one->near, one->distance};
    coal_nearest_add(&near, one->base, name);
    if (near.best != one->near) one->near = coal_arena_string(w->arena, near.best, strlen(near.best));
    one->distance = near.distance;
  }
}

void coal_wanted_see(coal_wanted *w, const coal_module *m) {
  size_t n;
  coal_function *const *functions = coal_module_functions(m, &n);
  for (size_t i = 0; w->list.n && i < n; i++) {
    const coal_function *fn = functions[i];
    for (size_t k = 0; k < fn->n_params; k++) {
      see(w, fn->params[k]->name);
      if (fn->flags & COAL_FN_KERNEL) compare(w, fn->params[k]->name);
    }
    if (fn->body) coal_walk_stmt(fn->body, see_statement, see_expression, w);
  }
}

void coal_wanted_see_instance(coal_wanted *w, const char *instance) {
  for (size_t i = 0; i < w->list.n; i++)
    if (!*w->list.items[i].base && strcmp(w->list.items[i].name, instance) == 0) w->list.items[i].is_seen = true;
}

static const char *complaint(coal_wanted *w, const wish *one) {
  if (!*one->base)
    return coal_arena_format(w->arena, "%s names '%s', which is no instance of a kernel template in the files",
                             one->option, one->name);
  static const char *const keys[] = {"grid", "block", "smem"};
  coal_nearest near = {one->near, one->distance};
  for (size_t i = 0; one->option[2] == 'l' && i < sizeof keys / sizeof *keys; i++)
    coal_nearest_add(&near, one->name, keys[i]);
  return coal_arena_format(w->arena, "%s names '%s', which no kernel and nothing around one is called%s%s%s",
                           one->option, one->name, near.best ? "; did you mean '" : "", near.best ? near.best : "",
                           near.best ? "'?" : "");
}

const char *coal_wanted_missing(coal_wanted *w, size_t i) {
  for (size_t k = 0; k < w->list.n; k++)
    if (!w->list.items[k].is_seen && i-- == 0) return complaint(w, &w->list.items[k]);
  return NULL;
}
