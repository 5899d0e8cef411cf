/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "places.h"

#include <string.h>

#include "lsp/uri.h"

void coal_places_free(coal_places *p) {
  for (size_t i = 0; i < p->files.n; i++) {
    free(p->files.items[i].uri);
    coal_lines_free(&p->files.items[i].lines);
  }
  coal_vec_free(&p->files);
}

/** NULL when the text cannot be had. Valid until the next call. */
static const coal_place_file *find(coal_places *p, const coal_file *file) {
  for (size_t i = 0; i < p->files.n; i++)
    if (strcmp(p->files.items[i].path, file->path) == 0) return &p->files.items[i];
  const coal_source_file *source = coal_source_get(p->sources, file->path);
  if (!source) return NULL;
  char *absolute = file->is_main ? NULL : coal_absolute_path(file->path);
  coal_place_file entry = {.path = file->path, .uri = absolute ? coal_path_uri(absolute) : coal_strdup(p->main_uri)};
  free(absolute);
  coal_lines_read(&entry.lines, source->text, source->bytes);
  coal_vec_push(&p->files, entry);
  return &p->files.items[p->files.n - 1];
}

const char *coal_place_uri(coal_places *p, const coal_file *file) {
  const coal_place_file *f = find(p, file);
  return f ? f->uri : NULL;
}

bool coal_place_range(coal_places *p, const coal_range *r, coal_position *start, coal_position *end) {
  const coal_place_file *f = r->file && r->begin.line1 ? find(p, r->file) : NULL;
  if (!f) return false;
  *start = coal_position_of(&f->lines, p->encoding, r->begin.offset_bytes);
  *end = coal_position_of(&f->lines, p->encoding, r->end.offset_bytes);
  if (coal_position_compare(*start, *end) > 0) *end = *start;
  return true;
}

json_t *coal_place_location(coal_places *p, const coal_range *r) {
  coal_position start, end;
  if (!coal_place_range(p, r, &start, &end)) return NULL;
  json_t *location = json_object();
  json_object_set_new(location, "uri", json_string(coal_place_uri(p, r->file)));
  json_object_set_new(location, "range", coal_range_json(start, end));
  return location;
}
