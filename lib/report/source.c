/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "source.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/alloc.h"
#include "util/file.h"
#include "util/vec.h"

enum { SOURCE_BYTES_MAX = 256 << 20 };

/** One cached file; `text` NULL: it could not be read. */
typedef struct cached_file {
  coal_source_file source;
  char *path, *text;
  size_t *line_start;
} cached_file;

struct coal_source_cache {
  COAL_VEC(cached_file *) entries;
};

coal_source_cache *coal_source_cache_new(void) {
  coal_source_cache *c = coal_alloc(sizeof *c);
  memset(c, 0, sizeof *c);
  return c;
}

static void entry_free(cached_file *e) {
  free(e->path);
  free(e->text);
  free(e->line_start);
  free(e);
}

void coal_source_cache_free(coal_source_cache *c) {
  if (!c) return;
  for (size_t i = 0; i < c->entries.n; i++) entry_free(c->entries.items[i]);
  coal_vec_free(&c->entries);
  free(c);
}

/** Takes `text` (may be NULL). */
static cached_file *entry_new(const char *path, char *text, size_t bytes) {
  cached_file *e = coal_alloc(sizeof *e);
  memset(e, 0, sizeof *e);
  e->path = coal_strdup(path);
  e->text = text;
  if (!text) return e;
  COAL_VEC(size_t) lines = {0};
  coal_vec_push(&lines, 0);
  for (size_t i = 0; i < bytes; i++)
    if (text[i] == '\n' && i + 1 < bytes) coal_vec_push(&lines, i + 1);
  e->line_start = lines.items;
  e->source = (coal_source_file){e->path, text, bytes, lines.items, lines.n};
  return e;
}

static cached_file **find(coal_source_cache *c, const char *path) {
  for (size_t i = 0; i < c->entries.n; i++)
    if (strcmp(c->entries.items[i]->path, path) == 0) return &c->entries.items[i];
  return NULL;
}

const coal_source_file *coal_source_get(coal_source_cache *c, const char *path) {
  cached_file **found = find(c, path);
  cached_file *e;
  if (found) {
    e = *found;
  } else {
    size_t bytes = 0;
    char *text = coal_file_read(path, SOURCE_BYTES_MAX, &bytes, NULL);
    e = entry_new(path, text, bytes);
    coal_vec_push(&c->entries, e);
  }
  return e->text ? &e->source : NULL;
}

void coal_source_set(coal_source_cache *c, const char *path, const char *text, size_t bytes) {
  cached_file **found = find(c, path);
  cached_file *e = NULL;
  if (text) {
    char *copy = coal_alloc(bytes + 1);
    memcpy(copy, text, bytes);
    copy[bytes] = '\0';
    e = entry_new(path, copy, bytes);
  }
  if (found) {
    entry_free(*found);
    *found = e ? e : c->entries.items[c->entries.n - 1];
    if (!e) c->entries.n--;
  } else if (e) {
    coal_vec_push(&c->entries, e);
  }
}

const char *coal_source_line(const coal_source_file *s, size_t line1, size_t *bytes) {
  if (line1 == 0 || line1 > s->n_lines) return NULL;
  size_t begin = s->line_start[line1 - 1];
  size_t end = line1 < s->n_lines ? s->line_start[line1] : s->bytes;
  while (end > begin && (s->text[end - 1] == '\n' || s->text[end - 1] == '\r')) end--;
  *bytes = end - begin;
  return s->text + begin;
}

void coal_source_add_folded(coal_source_cache *c, const coal_range *range, coal_str *out) {
  if (!range->file) return;
  const coal_source_file *s = coal_source_get(c, range->file->path);
  size_t end = range->end.offset_bytes;
  if (!s || end > s->bytes) return;
  bool pending = false;
  for (size_t i = range->begin.offset_bytes; i < end; i++) {
    char ch = s->text[i];
    if (ch == ' ' || (ch >= '\t' && ch <= '\r')) {
      pending = true;
      continue;
    }
    if (pending && i != range->begin.offset_bytes) coal_str_add(out, " ");
    pending = false;
    coal_str_add_n(out, &ch, 1);
  }
}
