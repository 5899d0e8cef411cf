/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** `coalcheck clangd --init`: a .clangd that makes clangd understand the commands of nvcc in a compile database.
 *  https://clangd.llvm.org/config */
#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "database.h"
#include "driver.h"
#include "frontend/frontend.h"
#include "frontend/invoke/flags.h"
#include "util/alloc.h"
#include "util/file.h"
#include "util/path.h"
#include "util/str.h"

static const char file_name[] = ".clangd";

/** Files whose commands want the same changes. */
typedef struct fragment {
  const char *changes; /* YAML */
  coal_strings files;
} fragment;

typedef COAL_VEC(fragment) fragments;

static bool has(const coal_strings *list, const char *word) {
  for (size_t i = 0; i < list->n; i++)
    if (strcmp(list->items[i], word) == 0) return true;
  return false;
}

static void add_once(coal_strings *list, const char *word) {
  if (!has(list, word)) coal_vec_push(list, word);
}

/** A string of JSON, which YAML takes, too. */
static void add_quoted(coal_str *out, const char *text) {
  json_t *string = json_string(text);
  char *quoted = string ? json_dumps(string, JSON_ENCODE_ANY) : NULL;
  coal_str_add(out, quoted ? quoted : "\"\"");
  free(quoted);
  json_decref(string);
}

static void add_list(coal_str *out, const char *name, const coal_strings *list) {
  coal_str_addf(out, "  %s: [", name);
  for (size_t i = 0; i < list->n; i++) {
    if (i) coal_str_add(out, ", ");
    add_quoted(out, list->items[i]);
  }
  coal_str_add(out, "]\n");
}

/** libclang's arguments for these flags. */
static void translate(coal_arena *arena, const coal_compile *c, const char *arch, size_t n_flags, coal_strings *out) {
  const coal_flags_request request = {
      .user = c->flags, .n_user = n_flags, .is_nvcc = c->is_nvcc, .directory = c->directory, .arch = arch};
  coal_flags_build(arena, &request, out, NULL);
}

/** Flags whose next word is a path. */
static bool takes_path(const char *word) {
  static const char *const names[] = {"-I", "-isystem", "-idirafter", "-iquote", "-include"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (strcmp(word, names[i]) == 0) return true;
  return false;
}

/** Does Clang take the word as it is? A folder is one of the few flags that libclang is given in another form. */
static bool is_known(const coal_strings *all, const char *word) {
  return has(all, word) || (word[0] == '-' && word[1] == 'I' && word[2] && word[2] != '=');
}

/** What Clang is to be given beside the command, and what of it Clang does not know. */
static const char *changes_of(coal_arena *arena, const coal_compile *c, const char *toolkit) {
  coal_strings all = {0}, none = {0}, words = {0}, add = {0}, drop = {0};
  char *arch = coal_flags_arch(c->flags, c->n_flags);
  translate(arena, c, arch ? arch : "sm_80", c->n_flags, &all);
  translate(arena, c, arch ? arch : "sm_80", 0, &none);
  for (size_t i = 0; i < c->n_flags; i++) coal_vec_push(&words, c->flags[i]);
  coal_vec_push(&add, "-xcuda");
  if (arch) coal_vec_push(&add, coal_arena_format(arena, "--cuda-gpu-arch=%s", arch));
  if (toolkit && !coal_flags_cuda_path(c->flags, c->n_flags))
    coal_vec_push(&add, coal_arena_format(arena, "--cuda-path=%s", toolkit));
  coal_vec_push(&add, "-Wno-unknown-cuda-version");
  for (size_t i = 0; i < all.n; i++) {
    const bool is_path = takes_path(all.items[i]) && i + 1 < all.n;
    const char *word = all.items[i];
    if (is_path) /* coalcheck's own are relative to where it runs */
      word = coal_arena_format(arena, "%s%s", word, coal_path_absolute(arena, coal_path_cwd(arena), all.items[i + 1]));
    i += is_path;
    if (!has(&none, all.items[i]) && !has(&words, word)) add_once(&add, word);
  }
  for (size_t i = 0; i < words.n; i++) {
    if (takes_path(words.items[i]) && ++i) continue; /* as Clang has it, with its folder */
    const bool is_file = strcmp(coal_path_absolute(arena, c->directory, words.items[i]), c->file) == 0;
    const bool is_language = strcmp(words.items[i], "-x") == 0;
    if (!is_file && (is_language || !is_known(&all, words.items[i]))) add_once(&drop, words.items[i]);
  }
  coal_str text = {0};
  add_list(&text, "Add", &add);
  add_list(&text, "Remove", &drop);
  const char *kept = coal_arena_string(arena, text.data, text.n);
  coal_str_free(&text);
  free(arch);
  coal_vec_free(&all);
  coal_vec_free(&none);
  coal_vec_free(&words);
  coal_vec_free(&add);
  coal_vec_free(&drop);
  return kept;
}

static void collect(coal_arena *arena, coal_database *d, const char *toolkit, fragments *out) {
  for (size_t i = 0; i < coal_database_size(d); i++) {
    const coal_compile *c = coal_database_at(d, i);
    if (!c || !c->is_cuda || !c->is_nvcc) continue;
    const char *changes = changes_of(arena, c, toolkit);
    size_t k = 0;
    while (k < out->n && strcmp(out->items[k].changes, changes) != 0) k++;
    if (k == out->n) coal_vec_push(out, ((fragment){.changes = changes}));
    coal_vec_push(&out->items[k].files, c->file);
  }
}

/** A regular expression for the file's name within the folder. */
static void add_pattern(coal_arena *arena, coal_str *out, const char *folder, const char *file) {
  const size_t n = strlen(folder);
  const char *name = strncmp(file, folder, n) == 0 && file[n] == '/' ? file + n + 1 : file;
  coal_str pattern = {0};
  for (; *name; name++) coal_str_addf(&pattern, strchr(".+*?()[]{}|^$\\", *name) ? "\\%c" : "%c", *name);
  add_quoted(out, coal_arena_string(arena, pattern.data, pattern.n));
  coal_str_free(&pattern);
}

/** One fragment alone is that of all CUDA files, headers too. */
static void write_fragments(coal_arena *arena, const fragments *all, const char *folder, const char *database,
                            coal_str *out) {
  coal_str_add(
      out,
      "# Written by 'coalcheck clangd --init': clangd reads commands of nvcc.\nCompileFlags:\n  CompilationDatabase: ");
  add_quoted(out, coal_path_folder(arena, database));
  coal_str_add(out, "\n");
  for (size_t i = 0; i < all->n; i++) {
    const fragment *g = &all->items[i];
    coal_str_add(out, "---\nIf:\n  PathMatch: [");
    for (size_t k = 0; all->n > 1 && k < g->files.n; k++) {
      if (k) coal_str_add(out, ", ");
      add_pattern(arena, out, folder, g->files.items[k]);
    }
    coal_str_addf(out, "%s]\nCompileFlags:\n  Compiler: clang++\n%s", all->n > 1 ? "" : "\".*\\\\.cuh?\"", g->changes);
  }
}

static int init(coal_arena *arena, const char *folder, const char *database, coal_database *d) {
  char *toolkit = NULL;
  unsigned version;
  fragments all = {0};
  coal_str text = {0};
  coal_toolkit_find(NULL, &toolkit, &version);
  collect(arena, d, toolkit, &all);
  write_fragments(arena, &all, folder, database, &text);
  int status = 0;
  if (!all.n) {
    status = coal_fail("no command of nvcc in '%s': clangd needs no help with it", database);
  } else if (access(file_name, F_OK) == 0) {
    status = coal_fail("'%s' exists and is left as it is; these lines would go into it:", file_name);
    fputs(text.data, stdout);
  } else {
    if (coal_file_replace(file_name, text.data, text.n) != 0)
      status = coal_fail("cannot write '%s': %s", file_name, strerror(errno));
    size_t files = 0;
    for (size_t i = 0; i < all.n; i++) files += all.items[i].files.n;
    if (!status)
      printf("wrote %s for %zu CUDA file%s of %s; restart clangd\n", file_name, files, files == 1 ? "" : "s", database);
  }
  for (size_t i = 0; i < all.n; i++) coal_vec_free(&all.items[i].files);
  coal_vec_free(&all);
  coal_str_free(&text);
  free(toolkit);
  return status;
}

int coal_clangd_init(void) {
  coal_arena *arena = coal_arena_new();
  const char *folder = coal_path_cwd(arena), *database = coal_database_search(arena, folder), *error = NULL;
  coal_database *d = NULL;
  int status;
  if (!database)
    status = coal_fail(
        "no compile_commands.json here, in a build folder, or above; cmake -DCMAKE_EXPORT_COMPILE_COMMANDS=ON or 'bear -- make' write one");
  else if (coal_database_open(arena, database, &d, &error) != 0)
    status = coal_fail("%s", error);
  else
    status = init(arena, folder, database, d);
  if (d) coal_database_close(d);
  coal_arena_free(arena);
  return status;
}
