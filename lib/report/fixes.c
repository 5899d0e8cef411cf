/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "fixes.h"

#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/arena.h"
#include "util/file.h"
#include "util/vec.h"

/** One replacement of [begin, end) in a file by text. */
typedef struct edit {
  const char *path, *text;
  size_t begin, end;
} edit;

/** A fix with the finding it belongs to. */
typedef struct fix {
  const char *check, *message, *level, *path;
  size_t offset;
  edit *edits;
  size_t n_edits;
} fix;

struct coal_fixes {
  coal_arena *arena;
  COAL_VEC(fix) list;
};

coal_fixes *coal_fixes_new(void) {
  coal_fixes *f = coal_alloc(sizeof *f);
  *f = (coal_fixes){.arena = coal_arena_new()};
  return f;
}

void coal_fixes_free(coal_fixes *f) {
  if (!f) return;
  coal_vec_free(&f->list);
  coal_arena_free(f->arena);
  free(f);
}

static const char *copy(coal_arena *a, const char *s) { return coal_arena_string(a, s, strlen(s)); }

/** The absolute path, in the arena. */
static const char *absolute(coal_arena *a, const char *path) {
  char *full = realpath(path, NULL);
  const char *kept = copy(a, full ? full : path);
  free(full);
  return kept;
}

/** False if the fix changes a system header or has no location. */
static bool is_applicable(const coal_fix *f) {
  for (size_t i = 0; i < f->n_edits; i++)
    if (!f->edits[i].range.file || f->edits[i].range.file->is_system) return false;
  return f->n_edits > 0;
}

static const char *level_of(coal_severity s) {
  switch (s) {
    case COAL_SEVERITY_ERROR: return "Error";
    case COAL_SEVERITY_WARNING: return "Warning";
    case COAL_SEVERITY_REMARK: break;
  }
  return "Remark";
}

static void add_fix(coal_fixes *all, const coal_access *access, const coal_finding *finding) {
  coal_arena *a = all->arena;
  fix f = {.check = copy(a, finding->check),
           .message = copy(a, finding->message),
           .level = level_of(finding->severity),
           .path = access->range.file ? absolute(a, access->range.file->path) : "",
           .offset = access->range.begin.offset_bytes,
           .n_edits = finding->fix->n_edits};
  f.edits = COAL_ARENA_ARRAY(a, edit, f.n_edits);
  for (size_t i = 0; i < f.n_edits; i++) {
    const coal_edit *e = &finding->fix->edits[i];
    f.edits[i] = (edit){absolute(a, e->range.file->path), copy(a, e->text), e->range.begin.offset_bytes,
                        e->range.end.offset_bytes};
  }
  coal_vec_push(&all->list, f);
}

void coal_fixes_add(coal_fixes *all, const coal_analysis *a, const coal_shown *shown) {
  size_t n, n_accesses;
  const coal_finding *f = coal_analysis_findings(a, &n);
  const coal_access *accesses = coal_analysis_accesses(a, &n_accesses);
  for (size_t i = 0; i < n; i++)
    if (f[i].fix && is_applicable(f[i].fix) && shown[i] == COAL_SHOWN) add_fix(all, &accesses[f[i].access], &f[i]);
}

/** A YAML single-quoted scalar; line breaks are doubled, as folding halves them. */
static void add_quoted(coal_str *out, const char *text) {
  coal_str_add(out, "'");
  for (const char *p = text; *p; p++) {
    if (*p == '\'')
      coal_str_add(out, "''");
    else if (*p == '\n')
      coal_str_add(out, "\n\n");
    else
      coal_str_add_n(out, p, 1);
  }
  coal_str_add(out, "'");
}

static void add_key(coal_str *out, const char *key, const char *text) {
  coal_str_add(out, key);
  add_quoted(out, text);
  coal_str_add(out, "\n");
}

void coal_fixes_export(const coal_fixes *all, coal_str *out) {
  char directory[PATH_MAX] = "";
  if (!getcwd(directory, sizeof directory)) directory[0] = '\0';
  coal_str_add(out, "---\n");
  add_key(out, "MainSourceFile:  ", all->list.n ? all->list.items[0].path : "");
  coal_str_add(out, all->list.n ? "Diagnostics:\n" : "Diagnostics:     []\n");
  for (size_t i = 0; i < all->list.n; i++) {
    const fix *f = &all->list.items[i];
    coal_str_addf(out, "  - DiagnosticName:  coalcheck-%s\n    DiagnosticMessage:\n", f->check);
    add_key(out, "      Message:         ", f->message);
    add_key(out, "      FilePath:        ", f->path);
    coal_str_addf(out, "      FileOffset:      %zu\n      Replacements:\n", f->offset);
    for (size_t k = 0; k < f->n_edits; k++) {
      add_key(out, "        - FilePath:        ", f->edits[k].path);
      coal_str_addf(out, "          Offset:          %zu\n          Length:          %zu\n", f->edits[k].begin,
                    f->edits[k].end - f->edits[k].begin);
      add_key(out, "          ReplacementText: ", f->edits[k].text);
    }
    coal_str_addf(out, "    Level:           %s\n", f->level);
    add_key(out, "    BuildDirectory:  ", directory);
  }
  coal_str_add(out, "...\n");
}

typedef struct edit_list {
  COAL_VEC(edit) v;
} edit_list;

static bool same_edit(const edit *a, const edit *b) {
  return a->begin == b->begin && a->end == b->end && strcmp(a->path, b->path) == 0 && strcmp(a->text, b->text) == 0;
}

/** Two replacements conflict if they overlap or insert at the same offset. */
static bool clashes(const edit *a, const edit *b) {
  if (strcmp(a->path, b->path) != 0) return false;
  return a->begin == b->begin || (a->begin < b->end && b->begin < a->end);
}

/** 1: some edit clashes with one accepted; 0: fits (edits already accepted are the same ones). */
static int fix_clashes(const fix *f, const edit_list *accepted) {
  for (size_t i = 0; i < f->n_edits; i++)
    for (size_t k = 0; k < accepted->v.n; k++)
      if (clashes(&f->edits[i], &accepted->v.items[k]) && !same_edit(&f->edits[i], &accepted->v.items[k])) return 1;
  return 0;
}

static void accept(const fix *f, edit_list *accepted) {
  for (size_t i = 0; i < f->n_edits; i++) {
    bool known = false;
    for (size_t k = 0; k < accepted->v.n && !known; k++) known = same_edit(&f->edits[i], &accepted->v.items[k]);
    if (!known) coal_vec_push(&accepted->v, f->edits[i]);
  }
}

static int by_location(const void *a, const void *b) {
  const edit *x = a, *y = b;
  int order = strcmp(x->path, y->path);
  return order ? order : (x->begin > y->begin) - (x->begin < y->begin);
}

/** Applies the edits of one file, in order of place. */
static int rewrite(coal_fixes *all, coal_source_cache *sources, const edit *e, size_t n, const char **error) {
  const coal_source_file *s = coal_source_get(sources, e->path);
  if (!s || e[n - 1].end > s->bytes) {
    *error = coal_arena_format(all->arena, "%s: cannot be read again to apply fixes", e->path);
    return -1;
  }
  coal_str text = {0};
  size_t at = 0;
  for (size_t i = 0; i < n; i++) {
    coal_str_add_n(&text, s->text + at, e[i].begin - at);
    coal_str_add(&text, e[i].text);
    at = e[i].end;
  }
  coal_str_add_n(&text, s->text + at, s->bytes - at);
  int result = coal_file_replace(e->path, text.data, text.n);
  if (result) *error = coal_arena_format(all->arena, "%s: cannot write the fixes: %s", e->path, strerror(errno));
  coal_str_free(&text);
  return result;
}

int coal_fixes_apply(coal_fixes *all, coal_source_cache *sources, coal_fix_counts *counts, const char **error) {
  edit_list accepted = {{0}};
  *counts = (coal_fix_counts){0};
  for (size_t i = 0; i < all->list.n; i++) {
    if (fix_clashes(&all->list.items[i], &accepted)) {
      counts->conflicting++;
      continue;
    }
    accept(&all->list.items[i], &accepted);
    counts->applied++;
  }
  if (accepted.v.n) qsort(accepted.v.items, accepted.v.n, sizeof(edit), by_location);
  int result = 0;
  for (size_t i = 0, next; i < accepted.v.n && !result; i = next) {
    for (next = i + 1; next < accepted.v.n && strcmp(accepted.v.items[next].path, accepted.v.items[i].path) == 0;)
      next++;
    result = rewrite(all, sources, &accepted.v.items[i], next - i, error);
  }
  coal_vec_free(&accepted.v);
  return result;
}
