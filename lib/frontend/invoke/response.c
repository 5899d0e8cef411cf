/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "response.h"

#include <stdlib.h>
#include <string.h>

#include "frontend/frontend.h"
#include "util/file.h"
#include "util/str.h"

/* Response files in response files, files altogether, and bytes of one: more is a loop or none of a compiler. */
enum { DEPTH_MAX = 16, FILES_MAX = 1000, FILE_BYTES_MAX = 16 << 20 };

/* One expansion. */
typedef struct expansion {
  coal_arena *arena;
  const char *directory;
  size_t n_files;
  coal_strings *out;
} expansion;

static bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

/* Puts the word that `*text` begins with into `word`, without its quotes, as a POSIX shell reads it (no expansions). */
static void take_word(const char **text, coal_str *word) {
  const char *p = *text;
  char quote = '\0';
  word->n = 0;
  for (; *p && (quote || !is_space(*p)); p++) {
    if (*p == '\\' && quote != '\'' && p[1] && (!quote || strchr("\"\\$`\n", p[1]))) {
      if (*++p != '\n') coal_str_add_n(word, p, 1);
    } else if (*p == quote) {
      quote = '\0';
    } else if (!quote && (*p == '"' || *p == '\'')) {
      quote = *p;
    } else {
      coal_str_add_n(word, p, 1);
    }
  }
  *text = p;
}

const char *const *coal_flags_split(coal_arena *arena, const char *text, size_t *n) {
  coal_strings words = {0};
  coal_str word = {0};
  for (;;) {
    while (is_space(*text)) text++;
    if (!*text) break;
    take_word(&text, &word);
    coal_vec_push(&words, coal_arena_string(arena, word.n ? word.data : "", word.n));
  }
  coal_str_free(&word);
  *n = words.n;
  const char *const *list = coal_arena_copy(arena, words.items, words.n * sizeof *words.items);
  coal_vec_free(&words);
  return list;
}

/* The file's text in the arena, or NULL. */
static const char *read_text(expansion *e, const char *name) {
  const bool relative = e->directory && name[0] != '/';
  if (e->n_files >= FILES_MAX) return NULL;
  const char *path = relative ? coal_arena_format(e->arena, "%s/%s", e->directory, name) : name;
  size_t n;
  char *read = coal_file_read(path, FILE_BYTES_MAX, &n, NULL);
  if (!read) return NULL;
  e->n_files++;
  const char *text = coal_arena_string(e->arena, read, n);
  free(read);
  return text;
}

/* The name of the response file that begins at words[0], or NULL; `*used` words hold it. nvcc's may be a list. */
static const char *response_name(const char *const *words, size_t n, size_t *used) {
  static const char *const options[] = {"--options-file", "-optf"};
  *used = 1;
  if (words[0][0] == '@' && words[0][1]) return words[0] + 1;
  for (size_t i = 0; i < 2; i++) {
    const size_t length = strlen(options[i]);
    if (strncmp(words[0], options[i], length) != 0) continue;
    if (words[0][length] == '=') return words[0] + length + 1;
    if (words[0][length] || n < 2) continue;
    *used = 2;
    return words[1];
  }
  return NULL;
}

static void expand(expansion *e, const char *const *words, size_t n, int depth);

static void expand_text(expansion *e, const char *text, int depth) {
  size_t n = 0;
  const char *const *words = coal_flags_split(e->arena, text, &n);
  expand(e, words, n, depth + 1);
}

/* Expands each file of the list; words that name no file are kept. */
static void expand_files(expansion *e, const char *names, const char *word, int depth) {
  const char *whole = depth < DEPTH_MAX ? read_text(e, names) : NULL;
  bool found = whole != NULL;
  for (const char *p = names; *p && !whole && depth < DEPTH_MAX;) {
    const size_t length = strcspn(p, ",");
    const char *text = read_text(e, coal_arena_string(e->arena, p, length));
    if (text) expand_text(e, text, depth);
    found = found || text;
    p += length + (p[length] == ',');
  }
  if (whole) expand_text(e, whole, depth);
  if (!found) coal_vec_push(e->out, word);
}

static void expand(expansion *e, const char *const *words, size_t n, int depth) {
  for (size_t i = 0, used; i < n; i += used) {
    const char *name = response_name(words + i, n - i, &used);
    if (name)
      expand_files(e, name, words[i], depth);
    else
      coal_vec_push(e->out, words[i]);
  }
}

void coal_response_expand(coal_arena *arena, const char *directory, const char *const *words, size_t n,
                          coal_strings *out) {
  expansion e = {.arena = arena, .directory = directory, .out = out};
  expand(&e, words, n, 0);
}
