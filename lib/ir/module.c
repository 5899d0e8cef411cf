/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "module.h"

#include <stdlib.h>
#include <string.h>

coal_module *coal_module_new(void) {
  coal_module *m = coal_alloc(sizeof *m);
  memset(m, 0, sizeof *m);
  m->arena = coal_arena_new();
  return m;
}

void coal_module_free(coal_module *m) {
  if (!m) return;
  coal_vec_free(&m->files);
  coal_vec_free(&m->functions);
  coal_vec_free(&m->missing);
  coal_map_free(&m->types);
  coal_map_free(&m->records);
  coal_map_free(&m->function_keys);
  coal_arena_free(m->arena);
  free(m);
}

const coal_file *coal_module_file(coal_module *m, const char *path, bool is_main, bool is_system) {
  coal_file *file = NULL;
  for (size_t i = 0; i < m->files.n && !file; i++)
    if (strcmp(m->files.items[i]->path, path) == 0) file = m->files.items[i];
  if (!file) {
    file = COAL_ARENA_NEW(m->arena, coal_file);
    file->path = coal_module_string(m, path, SIZE_MAX);
    coal_vec_push(&m->files, file);
  }
  file->is_main |= is_main;
  file->is_system |= is_system;
  return file;
}

const coal_file *coal_module_main_file(const coal_module *m) {
  for (size_t i = 0; m && i < m->files.n; i++)
    if (m->files.items[i]->is_main) return m->files.items[i];
  return NULL;
}

void coal_module_set_text(coal_module *m, const coal_file *file, const char *text, size_t n) {
  for (size_t i = 0; i < m->files.n; i++)
    if (m->files.items[i] == file) m->files.items[i]->text = coal_module_string(m, text, n);
}

const char *coal_module_string(coal_module *m, const char *s, size_t n) {
  return coal_arena_string(m->arena, s, n == SIZE_MAX ? strlen(s) : n);
}

coal_function *const *coal_module_functions(const coal_module *m, size_t *n) {
  *n = m->functions.n;
  return m->functions.items;
}

uint32_t coal_module_expr_count(const coal_module *m) { return m->n_exprs; }
uint32_t coal_module_stmt_count(const coal_module *m) { return m->n_stmts; }
uint32_t coal_module_var_count(const coal_module *m) { return m->n_vars; }

coal_function *coal_module_function(coal_module *m, const char *key, bool *is_new) {
  coal_function *fn = coal_map_get(&m->function_keys, key);
  *is_new = !fn;
  if (fn) return fn;
  fn = COAL_ARENA_NEW(m->arena, coal_function);
  fn->key = coal_module_string(m, key, SIZE_MAX);
  fn->name = fn->qualified = fn->signature = fn->key;
  fn->result = coal_type_void(m);
  coal_map_put(&m->function_keys, fn->key, fn);
  coal_vec_push(&m->functions, fn);
  return fn;
}

void coal_function_add_param(coal_module *m, coal_function *fn, coal_var *param) {
  coal_var **params = COAL_ARENA_ARRAY(m->arena, coal_var *, fn->n_params + 1);
  if (fn->n_params) memcpy(params, fn->params, fn->n_params * sizeof(coal_var *));
  params[fn->n_params++] = param;
  fn->params = params;
}

void coal_function_define(coal_module *m, coal_function *fn, const coal_stmt *body) {
  (void)m;
  fn->body = body;
  if (body && coal_stmt_launches(body)) fn->flags |= COAL_FN_LAUNCHES;
}

coal_var *coal_var_new(coal_module *m, const char *name, const coal_type *type, coal_storage storage,
                       uint32_t align_bytes, bool is_const, coal_range range) {
  coal_var *v = COAL_ARENA_NEW(m->arena, coal_var);
  v->name = coal_module_string(m, name ? name : "", SIZE_MAX);
  v->type = type;
  v->storage = storage;
  v->align_bytes = align_bytes ? align_bytes : type->align_bytes;
  v->is_const = is_const;
  v->range = range;
  v->id = m->n_vars++;
  return v;
}

void coal_module_add_missing(coal_module *m, const char *header) {
  for (size_t i = 0; i < m->missing.n; i++)
    if (strcmp(m->missing.items[i], header) == 0) return;
  coal_vec_push(&m->missing, coal_module_string(m, header, SIZE_MAX));
}

const char *const *coal_module_missing(const coal_module *m, size_t *n) {
  *n = m ? m->missing.n : 0;
  return m ? m->missing.items : NULL;
}
