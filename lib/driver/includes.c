/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "includes.h"

#include <stdlib.h>
#include <string.h>

#include "util/alloc.h"
#include "util/file.h"
#include "util/path.h"
#include "util/str.h"
#include "util/vec.h"

/** Headers behind one source; more are not followed. */
enum { VISITED_MAX = 4096, BYTES_MAX = 64 << 20 };

/** One #include. */
typedef struct include {
  const char *name;
  bool is_quoted;
} include;

/** A file that was read. */
typedef struct scanned {
  const char *path;
  include *list;
  size_t n;
} scanned;

struct coal_includes {
  coal_arena *arena;
  COAL_VEC(scanned) files;
};

typedef COAL_VEC(const char *) path_list;

coal_includes *coal_includes_new(void) {
  coal_includes *c = coal_alloc(sizeof *c);
  *c = (coal_includes){.arena = coal_arena_new()};
  return c;
}

void coal_includes_free(coal_includes *c) {
  if (!c) return;
  coal_vec_free(&c->files);
  coal_arena_free(c->arena);
  free(c);
}

static const char *skip_blanks(const char *p) {
  while (*p == ' ' || *p == '\t') p++;
  return p;
}

/** True if the line is `#include "name"` or `<name>`. */
static bool read_line(coal_arena *arena, const char *line, include *out) {
  const char *p = skip_blanks(line);
  if (*p != '#') return false;
  p = skip_blanks(p + 1);
  if (strncmp(p, "include", strlen("include")) != 0) return false;
  p = skip_blanks(p + strlen("include"));
  const char close = *p == '"' ? '"' : *p == '<' ? '>' : '\0';
  const size_t n = close ? strcspn(p + 1, close == '"' ? "\"\n" : ">\n") : 0;
  const char *end = p + 1 + n;
  if (!n || *end != close) return false;
  *out = (include){coal_arena_string(arena, p + 1, (size_t)(end - p - 1)), close == '"'};
  return true;
}

static scanned scan(coal_includes *c, const char *path) {
  scanned s = {.path = coal_arena_string(c->arena, path, strlen(path))};
  char *text = coal_file_read(path, BYTES_MAX, NULL, NULL);
  COAL_VEC(include) list = {0};
  include one;
  for (const char *line = text; line && *line; line += strcspn(line, "\n"), line += *line == '\n')
    if (read_line(c->arena, line, &one)) coal_vec_push(&list, one);
  free(text);
  s.n = list.n;
  if (list.n) s.list = coal_arena_copy(c->arena, list.items, list.n * sizeof *list.items);
  coal_vec_free(&list);
  return s;
}

static scanned scanned_file(coal_includes *c, const char *path) {
  for (size_t i = 0; i < c->files.n; i++)
    if (strcmp(c->files.items[i].path, path) == 0) return c->files.items[i];
  scanned s = scan(c, path);
  coal_vec_push(&c->files, s);
  return s;
}

/** The file that the include means, in the arena, or NULL. */
static const char *resolve(coal_arena *arena, const char *from, const include *i, const char *const *folders,
                           size_t n_folders) {
  if (i->name[0] == '/') return coal_path_is_file(i->name) ? i->name : NULL;
  if (i->is_quoted) {
    const char *beside = coal_path_absolute(arena, coal_path_folder(arena, from), i->name);
    if (coal_path_is_file(beside)) return beside;
  }
  for (size_t k = 0; k < n_folders; k++) {
    const char *path = coal_path_absolute(arena, folders[k], i->name);
    if (coal_path_is_file(path)) return path;
  }
  return NULL;
}

static bool has(const path_list *list, const char *path) {
  for (size_t i = 0; i < list->n; i++)
    if (strcmp(list->items[i], path) == 0) return true;
  return false;
}

static bool ends_in_name(const char *header, const char *name) {
  const size_t n = strlen(header), m = strlen(name);
  return n > m && header[n - m - 1] == '/' && strcmp(header + n - m, name) == 0;
}

/** One file's includes: true if the header is among them; the others are put on the list. */
static bool follow(coal_includes *c, coal_arena *scratch, const scanned *file, const char *header,
                   const char *const *folders, size_t n_folders, path_list *visited, const char **suffix) {
  for (size_t i = 0; i < file->n; i++) {
    const include *one = &file->list[i];
    const char *path = resolve(scratch, file->path, one, folders, n_folders);
    if (path && (strcmp(path, header) == 0 || coal_path_is_same_file(path, header))) return true;
    if (!path && suffix && ends_in_name(header, one->name)) return *suffix = one->name, true;
    if (path && visited->n < VISITED_MAX && !has(visited, path))
      coal_vec_push(visited, coal_arena_string(c->arena, path, strlen(path)));
  }
  return false;
}

bool coal_includes_reach(coal_includes *c, const char *source, const char *header, const char *const *folders,
                         size_t n_folders, const char **suffix) {
  path_list visited = {0};
  coal_arena *scratch = coal_arena_new();
  bool found = false;
  if (suffix) *suffix = NULL;
  coal_vec_push(&visited, source);
  for (size_t i = 0; i < visited.n && !found; i++) {
    const scanned file = scanned_file(c, visited.items[i]);
    found = follow(c, scratch, &file, header, folders, n_folders, &visited, suffix);
  }
  coal_vec_free(&visited);
  coal_arena_free(scratch);
  return found;
}
