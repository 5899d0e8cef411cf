/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "project.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <yaml.h>

#include "util/alloc.h"
#include "util/path.h"
#include "util/vec.h"
#include "values.h"

#define FILE_NAME ".coalcheck"

/** A config and the file that is in it; `path` NULL: none. */
typedef struct layer {
  const char *path;
  const coal_config *config;
} layer;

struct coal_project {
  coal_arena *arena;
  coal_apply apply;
  void *context;
  coal_config plain;
  COAL_VEC(layer) layers;
};

/** One file being read. */
typedef struct reader {
  coal_config *config;
  const char *path, *folder;
  yaml_document_t *document;
  const char **error;
} reader;

/* ---- the file ------------------------------------------------------------------------------------------ */

static int fail(const reader *r, const yaml_node_t *at, const char *message) {
  *r->error = coal_arena_format(r->config->arena, "%s:%zu: %s", r->path, at ? at->start_mark.line + 1 : 1, message);
  return -1;
}

static const char *scalar(const yaml_node_t *n) {
  return n && n->type == YAML_SCALAR_NODE ? (const char *)n->data.scalar.value : NULL;
}

static bool is_one_of(const char *s, const char *const *list) {
  for (; *list; list++)
    if (strcmp(s, *list) == 0) return true;
  return false;
}

/** Options whose value is a file's name. */
static bool is_path(const char *name) {
  static const char *const names[] = {"baseline", "compile-database", "cuda-path", "cache-dir", NULL};
  return is_one_of(name, names);
}

static int set(const reader *r, const yaml_node_t *key, const yaml_node_t *node) {
  static const char *const yes[] = {"true", "yes", "on", NULL}, *const no[] = {"false", "no", "off", NULL};
  const char *name = scalar(key), *value = scalar(node), *error = NULL;
  if (!value)
    return fail(r, node, coal_arena_format(r->config->arena, "'%s' needs a plain value or a list of them", name));
  if (!coal_config_takes_value(name)) {
    if (is_one_of(value, no)) return 0;
    if (!is_one_of(value, yes))
      return fail(r, node, coal_arena_format(r->config->arena, "'%s' is true or false", name));
    value = NULL;
  } else if (is_path(name) && value[0] != '/') {
    value = coal_arena_format(r->config->arena, "%s/%s", r->folder, value);
  }
  if (coal_config_set(r->config, COAL_OPTION_FILE, name, value, &error) == 0) return 0;
  return fail(r, key, error);
}

/** A list of checks is one value. */
static int set_joined(const reader *r, const yaml_node_t *key, const yaml_node_t *list) {
  coal_str text = {0};
  for (yaml_node_item_t *i = list->data.sequence.items.start; i < list->data.sequence.items.top; i++) {
    const char *part = scalar(yaml_document_get_node(r->document, *i));
    coal_str_addf(&text, "%s%s", text.n ? "," : "", part ? part : "");
  }
  const char *error = NULL;
  const int failed = coal_config_set(r->config, COAL_OPTION_FILE, scalar(key), text.n ? text.data : "", &error);
  coal_str_free(&text);
  return failed ? fail(r, key, error) : 0;
}

static int set_pair(const reader *r, const yaml_node_pair_t *pair) {
  static const char *const repeated[] = {"launch", "assume", NULL}, *const joined[] = {"checks", "target", NULL};
  const yaml_node_t *key = yaml_document_get_node(r->document, pair->key);
  const yaml_node_t *value = yaml_document_get_node(r->document, pair->value);
  const char *name = scalar(key);
  if (!name) return fail(r, key, "the name of an option is expected");
  if (value->type != YAML_SEQUENCE_NODE) return set(r, key, value);
  if (is_one_of(name, joined)) return set_joined(r, key, value);
  if (!is_one_of(name, repeated))
    return fail(r, value, coal_arena_format(r->config->arena, "'%s' takes one value", name));
  for (yaml_node_item_t *i = value->data.sequence.items.start; i < value->data.sequence.items.top; i++)
    if (set(r, key, yaml_document_get_node(r->document, *i))) return -1;
  return 0;
}

static int set_all(const reader *r) {
  const yaml_node_t *root = yaml_document_get_root_node(r->document);
  if (!root) return 0;
  if (root->type == YAML_SCALAR_NODE && root->data.scalar.length == 0) return 0;
  if (root->type != YAML_MAPPING_NODE) return fail(r, root, "'option: value' is expected");
  for (const yaml_node_pair_t *pair = root->data.mapping.pairs.start; pair < root->data.mapping.pairs.top; pair++)
    if (set_pair(r, pair)) return -1;
  return 0;
}

static int read_stream(reader *r, FILE *f) {
  yaml_parser_t parser;
  yaml_document_t document;
  if (!yaml_parser_initialize(&parser)) coal_out_of_memory();
  yaml_parser_set_input_file(&parser, f);
  int failed = 0;
  if (yaml_parser_load(&parser, &document)) {
    r->document = &document;
    failed = set_all(r);
    yaml_document_delete(&document);
  } else {
    *r->error = coal_arena_format(r->config->arena, "%s:%zu: %s", r->path, parser.problem_mark.line + 1,
                                  parser.problem ? parser.problem : "not YAML");
    failed = -1;
  }
  yaml_parser_delete(&parser);
  return failed;
}

int coal_project_read(coal_config *c, const char *path, const char **error) {
  reader r = {.config = c, .path = path, .folder = coal_path_folder(c->arena, path), .error = error};
  FILE *f = fopen(path, "rb");
  if (!f) {
    *error = coal_arena_format(c->arena, "cannot read '%s': %s", path, strerror(errno));
    return -1;
  }
  const int failed = read_stream(&r, f);
  fclose(f);
  return failed;
}

/* ---- layers -------------------------------------------------------------------------------------------- */

int coal_project_new(coal_arena *arena, coal_apply apply, void *context, coal_project **out, const char **error) {
  coal_project *p = coal_alloc(sizeof *p);
  *p = (coal_project){.arena = arena, .apply = apply, .context = context};
  coal_config_init(&p->plain, arena);
  if (apply(&p->plain, context, error)) {
    coal_project_free(p);
    return -1;
  }
  *out = p;
  return 0;
}

void coal_project_free(coal_project *p) {
  if (!p) return;
  coal_vec_free(&p->layers);
  free(p);
}

const coal_config *coal_project_plain(const coal_project *p) { return &p->plain; }

/** The nearest .coalcheck from the folder upward, or NULL. */
static const char *search(coal_project *p, const char *folder) {
  const char *cwd = coal_path_cwd(p->arena), *at = folder ? coal_path_absolute(p->arena, cwd, folder) : cwd;
  for (;; at = coal_path_folder(p->arena, at)) {
    const char *path = coal_arena_format(p->arena, "%s/" FILE_NAME, strcmp(at, "/") == 0 ? "" : at);
    if (coal_path_is_file(path)) return coal_path_from_here(p->arena, cwd, NULL, path);
    if (strcmp(at, "/") == 0 || !*at) return NULL;
  }
}

static bool names_kernel(const coal_launch_option *list, size_t n, const char *kernel) {
  for (size_t i = 0; i < n; i++)
    if (strcmp(list[i].kernel, kernel) == 0 || strcmp(list[i].kernel, "*") == 0) return true;
  return false;
}

/** The first n_settings launches are the file's: those of kernels that the user names are dropped. */
static void let_user_win(coal_project *p, coal_config *c, size_t n_settings) {
  const size_t n_own = c->analysis.n_launches - n_settings;
  coal_launch_option *kept = COAL_ARENA_ARRAY(p->arena, coal_launch_option, c->analysis.n_launches);
  size_t n = 0;
  for (size_t i = 0; i < c->analysis.n_launches; i++) {
    const coal_launch_option *l = &c->analysis.launches[i];
    if (i >= n_settings || !names_kernel(c->analysis.launches + n_settings, n_own, l->kernel)) kept[n++] = *l;
  }
  c->analysis.launches = kept;
  c->analysis.n_launches = n;
}

static const coal_config *layered(coal_project *p, const char *path, const char **error) {
  coal_config *c = COAL_ARENA_NEW(p->arena, coal_config);
  coal_config_init(c, p->arena);
  if (path && coal_project_read(c, path, error)) return NULL;
  const size_t n_settings = c->analysis.n_launches;
  if (p->apply(c, p->context, error)) return NULL;
  if (n_settings) let_user_win(p, c, n_settings);
  return c;
}

const coal_config *coal_project_for(coal_project *p, const char *folder, const char **error) {
  const char *given = p->plain.config_file;
  const char *path = !given ? search(p, folder) : strcmp(given, "none") == 0 ? NULL : given;
  for (size_t i = 0; i < p->layers.n; i++) {
    const char *other = p->layers.items[i].path;
    if (path == other || (path && other && strcmp(path, other) == 0)) return p->layers.items[i].config;
  }
  layer one = {path, layered(p, path, error)};
  if (one.config) coal_vec_push(&p->layers, one);
  return one.config;
}
