/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "database.h"

#include <dirent.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "frontend/frontend.h"
#include "frontend/invoke/response.h"
#include "util/alloc.h"
#include "util/file.h"
#include "util/path.h"
#include "util/vec.h"

#define FILE_NAME "compile_commands.json"

enum { BYTES_MAX = 1 << 30 };

struct coal_database {
  coal_arena *arena;
  const char *path;
  json_t *root;
  coal_compile *entries;
  bool *is_read; /* an entry's command: flags and what follows from them */
  size_t n;
};

/* ---- names --------------------------------------------------------------------------------------------- */

static bool ends_in_one_of(const char *path, const char *const *ends) {
  for (; *ends; ends++)
    if (coal_path_ends_in(path, *ends)) return true;
  return false;
}

bool coal_is_cuda_name(const char *path) {
  static const char *const ends[] = {".cu", ".cu.cc", ".cu.cpp", ".cu.cxx", ".cuda", NULL};
  return ends_in_one_of(path, ends);
}

bool coal_is_header_name(const char *path) {
  static const char *const ends[] = {".cuh", ".h",   ".hpp", ".hh",  ".hxx", ".H",    ".h++",   ".inl",
                                     ".inc", ".ipp", ".tpp", ".tcc", ".txx", ".impl", ".cuhpp", NULL};
  return ends_in_one_of(path, ends);
}

size_t coal_path_likeness(const char *a, const char *b) {
  size_t folders = 0, i = 0, name = 0;
  for (; a[i] && a[i] == b[i]; i++)
    if (a[i] == '/') folders++;
  const char *x = coal_path_base(a), *y = coal_path_base(b);
  while (x[name] && x[name] == y[name] && x[name] != '.') name++;
  return 1000 * folders + (name < 999 ? name : 999);
}

/* ---- search -------------------------------------------------------------------------------------------- */

static const char *in_folder(coal_arena *arena, const char *folder) {
  const char *path = coal_arena_format(arena, "%s/" FILE_NAME, strcmp(folder, "/") == 0 ? "" : folder);
  return coal_path_is_file(path) ? path : NULL;
}

static int by_name(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

/** Searches the subfolders whose names begin with the prefix (in any case), in order of name. */
static const char *in_subfolders(coal_arena *arena, const char *folder, const char *prefix) {
  DIR *dir = opendir(folder);
  if (!dir) return NULL;
  COAL_VEC(const char *) names = {0};
  const struct dirent *e;
  while ((e = readdir(dir)))
    if (e->d_name[0] != '.' && strncasecmp(e->d_name, prefix, strlen(prefix)) == 0)
      coal_vec_push(&names, coal_arena_string(arena, e->d_name, strlen(e->d_name)));
  closedir(dir);
  if (names.n) qsort(names.items, names.n, sizeof *names.items, by_name);
  const char *found = NULL;
  for (size_t i = 0; i < names.n && !found; i++)
    found = in_folder(arena, coal_arena_format(arena, "%s/%s", folder, names.items[i]));
  coal_vec_free(&names);
  return found;
}

const char *coal_database_search(coal_arena *arena, const char *folder) {
  for (;;) {
    const char *build = coal_arena_format(arena, "%s/build", folder);
    const char *found = in_folder(arena, folder);
    if (!found) found = in_folder(arena, build);
    if (!found) found = in_subfolders(arena, folder, "build");
    if (!found) found = in_subfolders(arena, folder, "cmake-build");
    if (!found) found = in_subfolders(arena, build, "");
    if (found || strcmp(folder, "/") == 0) return found;
    folder = coal_path_folder(arena, folder);
  }
}

/* ---- reading ------------------------------------------------------------------------------------------- */

static const char *text_of(const json_t *object, const char *key) {
  return json_string_value(json_object_get(object, key));
}

/** The words of the entry: "arguments", else "command" as a shell reads it. */
static const char *const *words_of(coal_arena *arena, const json_t *entry, size_t *n) {
  const json_t *list = json_object_get(entry, "arguments");
  *n = 0;
  if (!json_is_array(list)) {
    const char *command = text_of(entry, "command");
    return command ? coal_flags_split(arena, command, n) : NULL;
  }
  const char **words = COAL_ARENA_ARRAY(arena, const char *, json_array_size(list) + 1);
  for (size_t i = 0; i < json_array_size(list); i++) {
    const char *word = json_string_value(json_array_get(list, i));
    if (word) words[(*n)++] = word;
  }
  return words;
}

static bool is_compiler(const char *word) {
  static const char *const names[] = {"nvcc", "clang", "g++", "gcc", "c++", "cc", "nvc++", "crosstool_wrapper", NULL};
  const char *base = coal_path_base(word);
  if (strchr(word, '=') || strcmp(base, "ccache") == 0 || strcmp(base, "sccache") == 0 || strcmp(base, "distcc") == 0)
    return false;
  for (const char *const *name = names; *name; name++)
    if (strstr(base, *name)) return true;
  return false;
}

/** The number of words before the flags: 4 in `env A=B ccache nvcc -c`. `*compiler` is the first of them that looks
 *  like a compiler, or else the first word. */
static size_t skip_launchers(const char *const *words, size_t n, const char **compiler) {
  *compiler = n ? words[0] : "";
  for (size_t i = 0; i < n; i++) {
    if (is_compiler(words[i])) {
      *compiler = words[i];
      return i + 1;
    }
    /* cmake -E env … --: flags of the launcher */
    const bool is_cmake = i > 0 && strstr(coal_path_base(words[0]), "cmake");
    if (words[i][0] == '-' && !is_cmake) break;
  }
  return n ? 1 : 0;
}

static bool says_cuda(const char *const *words, size_t n) {
  for (size_t i = 0; i < n; i++) {
    const char *value = strcmp(words[i], "-x") == 0 && i + 1 < n ? words[i + 1]
                        : strncmp(words[i], "-x", 2) == 0        ? words[i] + 2 + (words[i][2] == '=')
                        : strncmp(words[i], "--x=", 4) == 0      ? words[i] + 4
                                                                 : "";
    if (strcmp(value, "cu") == 0 || strcmp(value, "cuda") == 0) return true;
    if (strncmp(words[i], "--cuda-gpu-arch", 15) == 0) return true;
  }
  return false;
}

static void read_command(coal_database *d, size_t i) {
  coal_compile *c = &d->entries[i];
  size_t n;
  const char *compiler;
  const char *const *words = words_of(d->arena, json_array_get(d->root, i), &n);
  const size_t skip = skip_launchers(words, n, &compiler);
  coal_strings flags = {0};
  coal_response_expand(d->arena, c->directory, words + skip, n - skip, &flags);
  c->n_flags = flags.n;
  c->flags = coal_arena_copy(d->arena, flags.items, flags.n * sizeof *flags.items);
  coal_vec_free(&flags);
  c->is_nvcc = strstr(coal_path_base(compiler), "nvcc") != NULL;
  c->is_cuda =
      coal_is_cuda_name(c->file) || (c->is_nvcc && !coal_is_header_name(c->file)) || says_cuda(c->flags, c->n_flags);
  d->is_read[i] = true;
}

const coal_compile *coal_database_at(coal_database *d, size_t i) {
  if (!d->is_read[i]) read_command(d, i);
  return &d->entries[i];
}

/** An entry without a file gets the name that nothing has. */
static void read_names(coal_database *d) {
  const char *cwd = coal_path_cwd(d->arena);
  const char *here = coal_path_folder(d->arena, coal_path_absolute(d->arena, cwd, d->path));
  d->n = json_array_size(d->root);
  d->entries = COAL_ARENA_ARRAY(d->arena, coal_compile, d->n);
  d->is_read = COAL_ARENA_ARRAY(d->arena, bool, d->n);
  for (size_t i = 0; i < d->n; i++) {
    const json_t *entry = json_array_get(d->root, i);
    const char *file = text_of(entry, "file"), *directory = text_of(entry, "directory");
    d->entries[i].directory = coal_path_absolute(d->arena, here, directory ? directory : ".");
    d->entries[i].file = file ? coal_path_absolute(d->arena, d->entries[i].directory, file) : "";
  }
}

int coal_database_open(coal_arena *arena, const char *path, coal_database **out, const char **error) {
  const char *file = path;
  if (coal_path_is_folder(path)) {
    file = in_folder(arena, path);
    if (!file) return *error = coal_arena_format(arena, "no " FILE_NAME " in '%s'", path), -1;
  }
  json_error_t problem;
  size_t n;
  const char *why = NULL;
  char *text = coal_file_read(file, BYTES_MAX, &n, &why);
  if (!text) return *error = coal_arena_format(arena, "cannot read '%s': %s", file, why), -1;
  json_t *root = json_loadb(text, n, 0, &problem);
  free(text);
  if (!root || !json_is_array(root)) {
    *error = root ? coal_arena_format(arena, "%s: not a compile database: a list is expected", file)
                  : coal_arena_format(arena, "%s:%d: %s", file, problem.line, problem.text);
    json_decref(root);
    return -1;
  }
  coal_database *d = coal_alloc(sizeof *d);
  *d = (coal_database){.arena = coal_arena_new(), .root = root};
  d->path = coal_arena_string(d->arena, file, strlen(file));
  read_names(d);
  *out = d;
  return 0;
}

void coal_database_close(coal_database *d) {
  if (!d) return;
  json_decref(d->root);
  coal_arena_free(d->arena);
  free(d);
}

const char *coal_database_path(const coal_database *d) { return d->path; }
size_t coal_database_size(const coal_database *d) { return d->n; }

const coal_compile *coal_database_find(coal_database *d, const char *file) {
  for (size_t i = 0; i < d->n; i++)
    if (strcmp(d->entries[i].file, file) == 0) return coal_database_at(d, i);
  const char *base = coal_path_base(file);
  for (size_t i = 0; i < d->n; i++)
    if (strcmp(coal_path_base(d->entries[i].file), base) == 0 && coal_path_is_same_file(d->entries[i].file, file))
      return coal_database_at(d, i);
  return NULL;
}

const coal_compile *coal_database_nearest(coal_database *d, const char *file) {
  const coal_compile *best = NULL;
  size_t most = 0;
  for (size_t i = 0; i < d->n; i++) {
    const size_t likeness = coal_path_likeness(d->entries[i].file, file) + 1;
    if (likeness <= most || !coal_database_at(d, i)->is_cuda) continue;
    best = &d->entries[i];
    most = likeness;
  }
  return best;
}
