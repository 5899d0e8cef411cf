/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "baseline.h"

#include <errno.h>
#include <jansson.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "json_util.h"
#include "util/alloc.h"
#include "util/file.h"
#include "util/path.h"
#include "util/vec.h"

#define FORMAT "coalcheck baseline 1"

enum { BYTES_MAX = 1 << 30 };

/** One finding; `file` is relative to the baseline's folder if it is below that folder. */
typedef struct known_finding {
  const char *file, *fingerprint, *check, *kernel, *message;
} known_finding;

typedef COAL_VEC(known_finding) entries;

struct coal_baseline {
  coal_arena *arena;
  const char *path, *folder; /* folder: absolute */
  bool update;
  entries known, current;
  COAL_VEC(const char *) files; /* looked at */
};

/** The file's name in the baseline. */
static const char *name_of(coal_baseline *b, const char *path) {
  return coal_path_from_here(b->arena, b->folder, NULL, path);
}

static const char *kept(coal_baseline *b, const char *text) {
  return text ? coal_arena_string(b->arena, text, strlen(text)) : "";
}

static const char *member(const json_t *object, const char *key) {
  return json_string_value(json_object_get(object, key));
}

static bool read_entries(coal_baseline *b, const json_t *root) {
  const char *format = member(root, "format");
  const json_t *list = json_object_get(root, "findings");
  if (!format || strcmp(format, FORMAT) != 0 || !json_is_array(list)) return false;
  for (size_t i = 0; i < json_array_size(list); i++) {
    const json_t *o = json_array_get(list, i);
    known_finding e = {kept(b, member(o, "file")), kept(b, member(o, "fingerprint")), kept(b, member(o, "check")),
                       kept(b, member(o, "kernel")), kept(b, member(o, "message"))};
    coal_vec_push(&b->known, e);
  }
  return true;
}

static int read_file(coal_baseline *b, coal_arena *arena, const char **error) {
  json_error_t problem;
  size_t n;
  const char *why = NULL;
  if (b->update && access(b->path, F_OK) != 0) return 0;
  char *text = coal_file_read(b->path, BYTES_MAX, &n, &why);
  if (!text)
    return *error = coal_arena_format(arena, "cannot read the baseline '%s': %s (--update-baseline writes it)", b->path,
                                      why),
           -1;
  json_t *root = json_loadb(text, n, 0, &problem);
  free(text);
  const bool good = root && read_entries(b, root);
  if (!root)
    *error = coal_arena_format(arena, "%s:%d: %s", b->path, problem.line, problem.text);
  else if (!good)
    *error = coal_arena_format(arena, "%s: not a baseline of coalcheck", b->path);
  json_decref(root);
  return good ? 0 : -1;
}

int coal_baseline_open(coal_arena *arena, const char *path, bool update, coal_baseline **out, const char **error) {
  coal_baseline *b = coal_alloc(sizeof *b);
  *b = (coal_baseline){.arena = coal_arena_new(), .update = update};
  b->path = kept(b, path);
  char *folder = realpath(coal_path_folder(b->arena, path), NULL);
  b->folder = kept(b, folder ? folder : coal_path_cwd(b->arena));
  free(folder);
  if (read_file(b, arena, error)) {
    coal_baseline_free(b);
    return -1;
  }
  *out = b;
  return 0;
}

void coal_baseline_free(coal_baseline *b) {
  if (!b) return;
  coal_vec_free(&b->known);
  coal_vec_free(&b->current);
  coal_vec_free(&b->files);
  coal_arena_free(b->arena);
  free(b);
}

/* ---- a run --------------------------------------------------------------------------------------------- */

static bool was_seen(const coal_baseline *b, const char *name) {
  for (size_t i = 0; i < b->files.n; i++)
    if (strcmp(b->files.items[i], name) == 0) return true;
  return false;
}

static void see_file(coal_baseline *b, const coal_file *file) {
  if (!file) return;
  char *full = realpath(file->path, NULL);
  const char *name = name_of(b, full ? full : file->path);
  if (!was_seen(b, name)) coal_vec_push(&b->files, kept(b, name));
  free(full);
}

void coal_baseline_begin(coal_baseline *b, const coal_analysis *a) {
  size_t n;
  if (!b->update) return;
  const coal_kernel *kernels = coal_analysis_kernels(a, &n);
  for (size_t i = 0; i < n; i++) see_file(b, kernels[i].fn->range.file);
  const coal_access *accesses = coal_analysis_accesses(a, &n);
  for (size_t i = 0; i < n; i++) see_file(b, accesses[i].range.file);
}

static bool is_in(const entries *list, const char *file, const char *fingerprint) {
  for (size_t i = 0; i < list->n; i++)
    if (strcmp(list->items[i].fingerprint, fingerprint) == 0 && strcmp(list->items[i].file, file) == 0) return true;
  return false;
}

bool coal_baseline_has(coal_baseline *b, const char *path, const char *fingerprint, const coal_finding *finding,
                       const coal_access *access) {
  const coal_function *fn = access->kernel->fn;
  const char *file = name_of(b, path);
  if (!b->update) return is_in(&b->known, file, fingerprint);
  if (finding->severity == COAL_SEVERITY_REMARK || is_in(&b->current, file, fingerprint)) return true;
  known_finding e = {kept(b, file), kept(b, fingerprint), kept(b, finding->check),
                     kept(b, fn->signature ? fn->signature : fn->name), kept(b, finding->message)};
  coal_vec_push(&b->current, e);
  return true;
}

/* ---- writing ------------------------------------------------------------------------------------------- */

static int by_location(const void *a, const void *b) {
  const known_finding *x = a, *y = b;
  int order = strcmp(x->file, y->file);
  if (!order) order = strcmp(x->kernel, y->kernel);
  if (!order) order = strcmp(x->check, y->check);
  return order ? order : strcmp(x->fingerprint, y->fingerprint);
}

static json_t *entry_object(const known_finding *e) {
  json_t *o = json_object();
  coal_json_set_text(o, "file", e->file);
  coal_json_set_text(o, "check", e->check);
  coal_json_set_text(o, "kernel", e->kernel);
  coal_json_set_text(o, "message", e->message);
  coal_json_set_text(o, "fingerprint", e->fingerprint);
  return o;
}

/* A file that was deleted or renamed has no findings. */
static bool is_gone(coal_baseline *b, const char *file) {
  return access(coal_path_absolute(b->arena, b->folder, file), F_OK) != 0 && errno == ENOENT;
}

static size_t count_missing(const entries *in, const entries *of) {
  size_t n = 0;
  for (size_t i = 0; i < of->n; i++) n += !is_in(in, of->items[i].file, of->items[i].fingerprint);
  return n;
}

int coal_baseline_write(coal_baseline *b, coal_baseline_written *out, const char **error) {
  entries all = {0};
  for (size_t i = 0; i < b->known.n; i++)
    if (!was_seen(b, b->known.items[i].file) && !is_gone(b, b->known.items[i].file))
      coal_vec_push(&all, b->known.items[i]);
  for (size_t i = 0; i < b->current.n; i++) coal_vec_push(&all, b->current.items[i]);
  if (all.n) qsort(all.items, all.n, sizeof *all.items, by_location);
  json_t *root = json_object(), *list = json_array();
  coal_json_set_text(root, "format", FORMAT);
  for (size_t i = 0; i < all.n; i++) json_array_append_new(list, entry_object(&all.items[i]));
  json_object_set_new(root, "findings", list);
  coal_str text = {0};
  coal_json_add(&text, root);
  const bool good = coal_file_replace(b->path, text.data, text.n) == 0;
  if (!good) *error = coal_arena_format(b->arena, "cannot write '%s': %s", b->path, strerror(errno));
  *out = (coal_baseline_written){all.n, count_missing(&b->known, &all), count_missing(&all, &b->known)};
  coal_str_free(&text);
  coal_vec_free(&all);
  return good ? 0 : -1;
}
