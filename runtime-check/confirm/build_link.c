/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Links a program, and reports in one line what it uses that coalcheck's CUDA runtime does not have. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "build_program.h"

enum { NAMES_MAX = 12 }; /* listed */

/* ---- what the linker says -------------------------------------------------------------------------------------------
 */

static char *read_file(const char *path) {
  coal_str s = {0};
  FILE *f = fopen(path, "rb");
  char part[4096];
  size_t got;
  coal_str_add(&s, "");
  while (f && (got = fread(part, 1, sizeof part, f)) > 0) coal_str_add_n(&s, part, got);
  if (f) fclose(f);
  return s.data;
}

/** The name after "undefined reference to `" (GNU ld) or "undefined symbol: " (lld); `*n` is its length. */
static const char *undefined_in(const char *line, size_t *n) {
  static const struct {
    const char *words, *end;
  } table[] = {{"undefined reference to `", "'\n"}, {"undefined symbol: ", "\n"}};
  size_t length = strcspn(line, "\n");
  for (size_t k = 0; k < sizeof table / sizeof *table; k++) {
    const char *at = strstr(line, table[k].words);
    if (!at || at >= line + length) continue;
    at += strlen(table[k].words);
    *n = strcspn(at, table[k].end);
    return at;
  }
  return NULL;
}

static bool is_listed(const coal_confirm_words *names, const char *name, size_t n) {
  for (size_t k = 0; k < names->n; k++)
    if (strlen(names->items[k]) == n && !strncmp(names->items[k], name, n)) return true;
  return false;
}

/** Undefined names, each once, in the arena. */
static void find_undefined(coal_arena *a, const char *text, coal_confirm_words *names) {
  for (const char *line = text; *line; line += strcspn(line, "\n"), line += *line == '\n') {
    size_t n;
    const char *name = undefined_in(line, &n);
    if (name && !is_listed(names, name, n)) coal_vec_push(names, coal_arena_string(a, name, n));
  }
}

static bool is_runtimes(const char *name) {
  return strstr(name, "cuda") || strstr(name, "texture") || !strncmp(name, "cu", 2) || !strncmp(name, "nv", 2);
}

static const char *join(coal_arena *a, const coal_confirm_words *names, bool runtimes) {
  const char *text = NULL;
  size_t listed = 0;
  for (size_t k = 0; k < names->n; k++) {
    if (is_runtimes(names->items[k]) != runtimes) continue;
    if (listed++ == NAMES_MAX) return coal_arena_format(a, "%s …", text);
    if (listed < NAMES_MAX + 1) text = text ? coal_arena_format(a, "%s, %s", text, names->items[k]) : names->items[k];
  }
  return text;
}

static const char *explain(coal_arena *a, const char *said) {
  coal_confirm_words names = {0};
  find_undefined(a, said, &names);
  const char *runtimes = join(a, &names, true), *others = join(a, &names, false);
  coal_vec_free(&names);
  if (!runtimes && !others) return coal_arena_format(a, "the program cannot be linked:\n%s", said);
  const char *text = "the program cannot be linked:";
  if (runtimes) text = coal_arena_format(a, "%s coalcheck's CUDA runtime for the CPU does not have %s", text, runtimes);
  if (others)
    text = coal_arena_format(a, "%s%s no source or library given defines %s", text, runtimes ? ";" : "", others);
  return text;
}

/* ---- linking --------------------------------------------------------------------------------------------------------
 */

bool coal_confirm_build_link(coal_confirm_workshop *w, const char *const *objects, size_t n_objects,
                             const char *const *flags, size_t n_flags, const char *out, const char **error) {
  coal_confirm_words words = {0};
#ifdef COAL_SANITIZER_LINKER
  coal_vec_push(&words, COAL_SANITIZER_LINKER);
  coal_vec_push(&words, "-fsanitize=address,undefined");
#else
  coal_vec_push(&words, w->cxx);
#endif
  for (size_t k = 0; k < n_objects; k++) coal_vec_push(&words, objects[k]);
  const char *library = coal_arena_format(w->arena, "-L%s", w->library),
             *path = coal_arena_format(w->arena, "-Wl,-rpath,%s", w->library);
  const char *const more[] = {library, path, "-lcoalcheck-cudart", "-lm", "-lpthread", "-o", out, NULL};
  for (size_t k = 0; k < n_flags; k++) coal_vec_push(&words, flags[k]);
  for (size_t k = 0; k < sizeof more / sizeof *more; k++) coal_vec_push(&words, more[k]);
  const char *log = coal_arena_format(w->arena, "%s.log", out);
  static const char *const english[] = {"LC_ALL=C", NULL};
  coal_confirm_child c = {.arguments = words.items,
                          .environment = english,
                          .stdout_to_stderr = true,
                          .stderr_to = log,
                          .timeout_seconds = 600};
  bool ok = coal_confirm_child_run(&c) == 0;
  coal_vec_free(&words);
  if (ok) return true;
  char *said = read_file(log);
  *error = explain(w->arena, said);
  free(said);
  return false;
}
