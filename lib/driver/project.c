/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "project.h"

#include <stdlib.h>
#include <string.h>
#include <yaml.h>

#include "util/alloc.h"
#include "util/file.h"
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
  unsigned options; /* COAL_OPTION_FILE, COAL_OPTION_USER */
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

/** What --update-baseline writes is the project's. */
static bool is_below(const char *path, const char *folder) {
  const size_t n = strlen(folder);
  return strncmp(path, folder, n) == 0 && path[n] == '/' && !strstr(path + n, "/../");
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
  if (strcmp(name, "baseline") == 0 && r->options == COAL_OPTION_FILE && !is_below(value, r->folder))
    return fail(r, node, "the baseline of a project lies in its folder");
  if (coal_config_set(r->config, r->options, name, value, &error) == 0) return 0;
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
  const int failed = coal_config_set(r->config, r->options, scalar(key), text.n ? text.data : "", &error);
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

/** Options, lists of values and the values. */
enum { DEPTH_MAX = 4, BYTES_MAX = 16 << 20 };

static int not_yaml(const reader *r, const yaml_parser_t *p) {
  *r->error = coal_arena_format(r->config->arena, "%s:%zu: %s", r->path, p->problem_mark.line + 1,
                                p->problem ? p->problem : "not YAML");
  return -1;
}

/** Looks at the nesting before anything is built from it. */
static int check_depth(const reader *r, const char *text, size_t n) {
  yaml_parser_t parser;
  yaml_event_t event;
  int depth = 0, failed = 0;
  if (!yaml_parser_initialize(&parser)) coal_out_of_memory();
  yaml_parser_set_input_string(&parser, (const unsigned char *)text, n);
  for (bool is_end = false; !is_end && !failed;) {
    if (!yaml_parser_parse(&parser, &event)) {
      failed = not_yaml(r, &parser);
      break;
    }
    is_end = event.type == YAML_STREAM_END_EVENT;
    depth += event.type == YAML_MAPPING_START_EVENT || event.type == YAML_SEQUENCE_START_EVENT;
    depth -= event.type == YAML_MAPPING_END_EVENT || event.type == YAML_SEQUENCE_END_EVENT;
    if (depth > DEPTH_MAX) {
      *r->error = coal_arena_format(r->config->arena, "%s:%zu: nested too deeply", r->path, event.start_mark.line + 1);
      failed = -1;
    }
    yaml_event_delete(&event);
  }
  yaml_parser_delete(&parser);
  return failed;
}

static int read_text(reader *r, const char *text, size_t n) {
  yaml_parser_t parser;
  yaml_document_t document;
  if (check_depth(r, text, n)) return -1;
  if (!yaml_parser_initialize(&parser)) coal_out_of_memory();
  yaml_parser_set_input_string(&parser, (const unsigned char *)text, n);
  int failed = 0;
  if (yaml_parser_load(&parser, &document)) {
    r->document = &document;
    failed = set_all(r);
    yaml_document_delete(&document);
  } else {
    failed = not_yaml(r, &parser);
  }
  yaml_parser_delete(&parser);
  return failed;
}

int coal_project_read(coal_config *c, unsigned options, const char *path, const char **error) {
  reader r = {
      .config = c, .options = options, .path = path, .folder = coal_path_folder(c->arena, path), .error = error};
  const char *why = NULL;
  size_t n;
  char *text = coal_file_read(path, BYTES_MAX, &n, &why);
  if (!text) {
    *error = coal_arena_format(c->arena, "cannot read '%s': %s", path, why);
    return -1;
  }
  const int failed = read_text(&r, text, n);
  free(text);
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

/** The file of the user's own settings, or NULL. */
static const char *user_settings(coal_arena *arena) {
  const char *config = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");
  const char *path = config && config[0] == '/' ? coal_arena_format(arena, "%s/coalcheck/settings", config)
                     : home && home[0] == '/'   ? coal_arena_format(arena, "%s/.config/coalcheck/settings", home)
                                                : NULL;
  return path && coal_path_is_file(path) ? path : NULL;
}

int coal_project_read_user(coal_config *c, const char **error) {
  const char *own = user_settings(c->arena);
  return own ? coal_project_read(c, COAL_OPTION_USER, own, error) : 0;
}

/** A file that the user names is the user's. */
static const coal_config *layered(coal_project *p, const char *path, const char **error) {
  const char *given = p->plain.config_file;
  const bool is_bare = given && strcmp(given, "none") == 0;
  coal_config *c = COAL_ARENA_NEW(p->arena, coal_config);
  coal_config_init(c, p->arena);
  if (!is_bare && coal_project_read_user(c, error)) return NULL;
  if (path && coal_project_read(c, given ? COAL_OPTION_USER : COAL_OPTION_FILE, path, error)) return NULL;
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
