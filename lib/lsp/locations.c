/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "locations.h"

#include <string.h>

#include "lsp/uri.h"
#include "util/path.h"

void coal_locations_free(coal_locations *p) {
  for (size_t i = 0; i < p->files.n; i++) {
    free(p->files.items[i].uri);
    coal_lines_free(&p->files.items[i].lines);
  }
  coal_vec_free(&p->files);
}

static bool is_same(const char *a, const char *b) { return strcmp(a, b) == 0 || coal_path_is_same_file(a, b); }

/** NULL if the file cannot be read. Valid until the next call. */
static const coal_location_file *find(coal_locations *p, const coal_file *file) {
  for (size_t i = 0; i < p->files.n; i++)
    if (strcmp(p->files.items[i].path, file->path) == 0) return &p->files.items[i];
  coal_location_file entry = {.path = file->path};
  for (size_t i = 0; i < p->n_overlays && !file->is_system; i++) {
    const coal_overlay *o = &p->overlays[i];
    if (!is_same(o->path, file->path)) continue;
    coal_source_set(p->sources, file->path, o->text, o->n_bytes);
    entry.is_document = i == 0;
  }
  const coal_source_file *source = coal_source_get(p->sources, file->path);
  if (!source) return NULL;
  char *absolute = entry.is_document ? NULL : coal_absolute_path(file->path);
  entry.uri = absolute ? coal_path_uri(absolute) : coal_strdup(p->document_uri);
  free(absolute);
  coal_lines_read(&entry.lines, source->text, source->bytes);
  coal_vec_push(&p->files, entry);
  return &p->files.items[p->files.n - 1];
}

bool coal_location_in_document(coal_locations *p, const coal_file *file) {
  const coal_location_file *f = file ? find(p, file) : NULL;
  return f && f->is_document;
}

const char *coal_location_uri(coal_locations *p, const coal_file *file) {
  const coal_location_file *f = find(p, file);
  return f ? f->uri : NULL;
}

bool coal_location_range(coal_locations *p, const coal_range *r, coal_position *start, coal_position *end) {
  const coal_location_file *f = r->file && r->begin.line1 ? find(p, r->file) : NULL;
  if (!f) return false;
  *start = coal_position_of(&f->lines, p->encoding, r->begin.offset_bytes);
  *end = coal_position_of(&f->lines, p->encoding, r->end.offset_bytes);
  if (coal_position_compare(*start, *end) > 0) *end = *start;
  return true;
}

json_t *coal_location_json(coal_locations *p, const coal_range *r) {
  coal_position start, end;
  if (!coal_location_range(p, r, &start, &end)) return NULL;
  json_t *location = json_object();
  json_object_set_new(location, "uri", json_string(coal_location_uri(p, r->file)));
  json_object_set_new(location, "range", coal_range_json(start, end));
  return location;
}
