/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "guess.h"

#include <ctype.h>
#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "lex.h"
#include "util/file.h"
#include "util/path.h"

/* Bounds of the search. */
enum { LEVELS_MAX = 8, FILES_MAX = 2000, BYTES_MAX = 4 << 20, CANDIDATES_MAX = 1000 };

typedef struct guesser {
  coal_arena *arena;
  const char *cwd;
  const coal_strings *given;
  coal_strings candidates, files;
  coal_guess guess;
} guesser;

static bool has(const coal_strings *list, const char *text) {
  for (size_t i = 0; i < list->n; i++)
    if (strcmp(list->items[i], text) == 0) return true;
  return false;
}

/* ---- the folders around the source --------------------------------------------------------------------- */

static void add_candidate(guesser *g, const char *base, const char *name) {
  if (g->candidates.n >= CANDIDATES_MAX) return;
  const char *path = coal_path_absolute(g->arena, base, name);
  if (!has(&g->candidates, path) && coal_path_is_folder(path)) coal_vec_push(&g->candidates, path);
}

/* name/X and name/X/include of every X there */
static void add_children(guesser *g, const char *base, const char *name) {
  const char *folder = coal_path_absolute(g->arena, base, name);
  DIR *dir = opendir(folder);
  coal_strings found = {0};
  const struct dirent *e;
  while (dir && (e = readdir(dir)))
    if (e->d_name[0] != '.') coal_vec_push(&found, coal_arena_string(g->arena, e->d_name, strlen(e->d_name)));
  if (dir) closedir(dir);
  for (size_t i = 0; i < found.n; i++) {
    add_candidate(g, folder, coal_arena_format(g->arena, "%s/include", found.items[i]));
    add_candidate(g, folder, found.items[i]);
  }
  coal_vec_free(&found);
}

static bool is_path_char(char c) { return isalnum((unsigned char)c) || strchr("_-./", c); }

/* A word that could be a folder's name below the base; "${NAME}/" in front of it is taken off before. */
static void add_word(guesser *g, const char *base, const char *word, size_t n) {
  while (n && (*word == '/' || *word == '.')) word++, n--;
  if (n < 2 || n > 200) return;
  const char *name = coal_arena_string(g->arena, word, n);
  if (!strstr(name, "..")) add_candidate(g, base, name);
}

/* All words of a line, and the quoted ones joined with slashes: this_dir / "csrc" / "src". */
static void read_build_line(guesser *g, const char *base, const char *line, size_t n) {
  char joined[512];
  size_t n_joined = 0;
  for (size_t i = 0; i < n;) {
    size_t end = i;
    while (end < n && line[end] && is_path_char(line[end])) end++;
    const bool is_quoted = i > 0 && end < n && (line[i - 1] == '"' || line[i - 1] == '\'') && line[end] == line[i - 1];
    add_word(g, base, line + i, end - i);
    if (is_quoted && end > i && n_joined + (end - i) + 1 < sizeof joined) {
      if (n_joined) joined[n_joined++] = '/';
      memcpy(joined + n_joined, line + i, end - i);
      n_joined += end - i;
    }
    i = end + 1;
  }
  if (n_joined) add_word(g, base, joined, n_joined);
}

static void add_named(guesser *g, const char *base, const char *name) {
  char *text = coal_file_read(coal_path_absolute(g->arena, base, name), BYTES_MAX, NULL, NULL);
  for (const char *line = text; line && *line;) {
    const size_t n = strcspn(line, "\n");
    read_build_line(g, base, line, n);
    line += n + (line[n] == '\n');
  }
  free(text);
}

static bool has_mark(guesser *g, const char *folder) {
  static const char *const marks[] = {".git",           ".gitmodules", ".gitignore", "setup.py", "pyproject.toml",
                                      "CMakeLists.txt", "LICENSE",     "README.md",  "include",  "csrc"};
  for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
    if (coal_path_is_file(coal_path_absolute(g->arena, folder, marks[i])) ||
        coal_path_is_folder(coal_path_absolute(g->arena, folder, marks[i])))
      return true;
  return false;
}

/* Folders that hold many projects. */
static bool is_outside(const char *folder) {
  static const char *const shared[] = {"/", "/usr", "/usr/local", "/opt", "/home", "/tmp"};
  const char *home = getenv("HOME");
  for (size_t i = 0; i < sizeof shared / sizeof *shared; i++)
    if (strcmp(folder, shared[i]) == 0) return true;
  return home && strcmp(folder, home) == 0;
}

/* The source's folder and those above it, up to the outermost one that looks like a repository. */
static size_t list_levels(guesser *g, const char *folder, const char **levels) {
  size_t n = 0, n_inside = 1;
  for (; n < LEVELS_MAX && !is_outside(folder); folder = coal_path_folder(g->arena, folder)) {
    levels[n++] = folder;
    if (has_mark(g, folder)) n_inside = n;
    if (coal_path_is_folder(coal_path_absolute(g->arena, folder, ".git"))) break;
  }
  return n < n_inside ? n : n_inside;
}

static void list_candidates(guesser *g, const char *path) {
  static const char *const usual[] = {".",   "include", "csrc",         "src",
                                      "inc", "common",  "csrc/include", "tools/util/include"};
  static const char *const parties[] = {"third_party", "third-party", "3rdparty", "extern", "external", "dependencies"};
  static const char *const builds[] = {"setup.py", "pyproject.toml", "CMakeLists.txt"};
  const char *levels[LEVELS_MAX];
  const size_t n = list_levels(g, coal_path_folder(g->arena, coal_path_absolute(g->arena, g->cwd, path)), levels);
  for (size_t i = 0; i < n; i++)
    for (size_t k = 0; k < sizeof usual / sizeof *usual; k++) add_candidate(g, levels[i], usual[k]);
  for (size_t i = 0; i < n; i++)
    for (size_t k = 0; k < sizeof parties / sizeof *parties; k++) add_children(g, levels[i], parties[k]);
  for (size_t i = 0; i < n; i++) add_children(g, levels[i], ".");
  for (size_t i = 0; i < n; i++)
    for (size_t k = 0; k < sizeof builds / sizeof *builds; k++) add_named(g, levels[i], builds[k]);
}

/* ---- includes ------------------------------------------------------------------------------------------ */

static void want(guesser *g, const char *path) {
  if (g->files.n < FILES_MAX && !has(&g->files, path)) coal_vec_push(&g->files, path);
}

/* The file `name` in one of the folders, or NULL. */
static const char *find_in(const guesser *g, const coal_strings *folders, const char *name, size_t *which) {
  for (size_t i = 0; i < folders->n; i++) {
    const char *path = coal_path_absolute(g->arena, coal_path_absolute(g->arena, g->cwd, folders->items[i]), name);
    if (!coal_path_is_regular(path)) continue;
    *which = i;
    return path;
  }
  return NULL;
}

static const char *find_around(guesser *g, const char *name) {
  size_t which;
  const char *path = find_in(g, &g->guess.folders, name, &which);
  if (!path) {
    if (!g->candidates.n) list_candidates(g, g->files.items[0]);
    path = find_in(g, &g->candidates, name, &which);
    if (path) coal_vec_push(&g->guess.folders, g->candidates.items[which]);
  }
  if (path && !has(&g->guess.names, name)) coal_vec_push(&g->guess.names, name);
  return path;
}

static void see_include(guesser *g, const char *from, const char *name, bool is_quoted) {
  size_t which;
  const char *beside = coal_path_absolute(g->arena, coal_path_folder(g->arena, from), name);
  const char *path = is_quoted && coal_path_is_regular(beside) ? beside : NULL;
  if (!path) path = find_in(g, g->given, name, &which);
  if (!path) path = find_around(g, name);
  if (path) want(g, path);
}

/* `#include "name"` or `<name>` */
static void see_directive(guesser *g, const char *from, const char *text, coal_token t) {
  const char *p = text + t.begin + 1, *end = text + t.end;
  while (p < end && (*p == ' ' || *p == '\t')) p++;
  if ((size_t)(end - p) < strlen("include") || strncmp(p, "include", strlen("include")) != 0) return;
  p += strlen("include");
  while (p < end && (*p == ' ' || *p == '\t')) p++;
  const char close = p < end && *p == '"' ? '"' : p < end && *p == '<' ? '>' : '\0';
  const char *stop = close ? memchr(p + 1, close, (size_t)(end - p - 1)) : NULL;
  if (stop && stop > p + 1)
    see_include(g, from, coal_arena_string(g->arena, p + 1, (size_t)(stop - p - 1)), close == '"');
}

/* ---- the language -------------------------------------------------------------------------------------- */

static bool contains(const char *text, coal_token t, const char *word) {
  const size_t n = strlen(word);
  for (size_t i = t.begin; i + n <= t.end; i++)
    if (memcmp(text + i, word, n) == 0) return true;
  return false;
}

/* Conditionals open around a token, and how many of them stand inside one that asks for the language. */
typedef struct conditions {
  unsigned depth, gated;
} conditions;

static void see_condition(conditions *c, const char *text, coal_token t) {
  const char *p = text + t.begin + 1;
  while (*p == ' ' || *p == '\t') p++;
  if (strncmp(p, "if", 2) == 0) {
    c->depth++;
    const bool asks = contains(text, t, "cplusplus") || contains(text, t, "__cpp_") || contains(text, t, "CPLUSPLUS");
    if (asks && !c->gated) c->gated = c->depth;
  } else if (strncmp(p, "endif", strlen("endif")) == 0 && c->depth) {
    if (c->gated == c->depth) c->gated = 0;
    c->depth--;
  }
}

/* `concept NAME =`, consteval, constinit */
static bool is_cxx20(const char *text, coal_token t, coal_lexer after) {
  if (coal_token_is(text, t, "consteval") || coal_token_is(text, t, "constinit")) return true;
  return coal_token_is(text, t, "concept") && coal_lexer_next(&after).kind == COAL_TOKEN_WORD &&
         coal_token_is(text, coal_lexer_next(&after), "=");
}

static void read_source(guesser *g, const char *path, const char *text, size_t n) {
  coal_lexer l = coal_lexer_new(text, n);
  conditions c = {0};
  for (coal_token t = coal_lexer_next(&l); t.kind != COAL_TOKEN_END; t = coal_lexer_next(&l)) {
    if (t.kind == COAL_TOKEN_DIRECTIVE) {
      see_condition(&c, text, t);
      see_directive(g, path, text, t);
    } else if (t.kind == COAL_TOKEN_WORD && !c.gated && is_cxx20(text, t, l)) {
      g->guess.needs_cxx20 = true;
    }
  }
}

coal_guess coal_guess_from(coal_arena *arena, const char *path, const char *text, size_t n, const coal_strings *given) {
  guesser g = {.arena = arena, .cwd = coal_path_cwd(arena), .given = given};
  want(&g, coal_path_absolute(arena, g.cwd, path));
  read_source(&g, g.files.items[0], text, n);
  for (size_t i = 1; i < g.files.n; i++) {
    size_t n_bytes = 0;
    char *header = coal_file_read(g.files.items[i], BYTES_MAX, &n_bytes, NULL);
    if (header) read_source(&g, g.files.items[i], header, n_bytes);
    free(header);
  }
  coal_vec_free(&g.candidates);
  coal_vec_free(&g.files);
  return g.guess;
}
