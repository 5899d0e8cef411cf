/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "text.h"

#include <stdlib.h>
#include <string.h>

#include "util/alloc.h"
#include "util/vec.h"

static const char *const names[] = {"utf-8", "utf-16", "utf-32"};

const char *coal_encoding_name(coal_encoding e) { return names[e]; }

bool coal_encoding_find(const char *name, coal_encoding *out) {
  for (size_t i = 0; name && i < sizeof names / sizeof *names; i++) {
    if (strcmp(names[i], name) != 0) continue;
    *out = (coal_encoding)i;
    return true;
  }
  return false;
}

/* ---- lines --------------------------------------------------------------------------------------------- */

void coal_lines_read(coal_lines *l, const char *text, size_t bytes) {
  COAL_VEC(size_t) start = {0};
  coal_vec_push(&start, 0);
  for (size_t i = 0; i < bytes; i++) {
    const bool ends = text[i] == '\n' || (text[i] == '\r' && (i + 1 == bytes || text[i + 1] != '\n'));
    if (ends) coal_vec_push(&start, i + 1);
  }
  *l = (coal_lines){text, bytes, start.items, start.n};
}

void coal_lines_free(coal_lines *l) {
  free(l->start);
  memset(l, 0, sizeof *l);
}

size_t coal_line_bytes(const coal_lines *l, size_t line) {
  const size_t begin = l->start[line];
  size_t end = line + 1 < l->n ? l->start[line + 1] : l->bytes;
  while (end > begin && (l->text[end - 1] == '\n' || l->text[end - 1] == '\r')) end--;
  return end - begin;
}

/** The length in bytes of the character that starts with `lead`; 1 for bytes that start no character. */
static size_t character_bytes(unsigned char lead) {
  if (lead < 0xc0) return 1;
  return lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
}

/** The units of a character of so many bytes. UTF-16 needs two for a character of four bytes in UTF-8. */
static uint64_t units_of(size_t bytes, coal_encoding e) {
  switch (e) {
    case COAL_ENCODING_UTF8: return bytes;
    case COAL_ENCODING_UTF16: return bytes == 4 ? 2 : 1;
    case COAL_ENCODING_UTF32: break;
  }
  return 1;
}

/** The last line that begins at or before the offset. */
static size_t line_of(const coal_lines *l, size_t offset) {
  size_t low = 0, high = l->n;
  while (high - low > 1) {
    size_t middle = low + (high - low) / 2;
    if (l->start[middle] <= offset)
      low = middle;
    else
      high = middle;
  }
  return low;
}

coal_position coal_position_of(const coal_lines *l, coal_encoding e, size_t offset) {
  if (offset > l->bytes) offset = l->bytes;
  coal_position p = {.line = line_of(l, offset)};
  size_t at = l->start[p.line];
  if (e == COAL_ENCODING_UTF8) {
    p.character = offset - at;
    return p;
  }
  while (at < offset) {
    size_t n = character_bytes((unsigned char)l->text[at]);
    p.character += units_of(n, e);
    at += n;
  }
  return p;
}

size_t coal_offset_of(const coal_lines *l, coal_encoding e, coal_position p) {
  if (p.line >= l->n) return l->bytes;
  const size_t line = (size_t)p.line, begin = l->start[line], end = begin + coal_line_bytes(l, line);
  size_t at = begin;
  uint64_t units = 0;
  while (at < end) {
    size_t n = character_bytes((unsigned char)l->text[at]);
    units += units_of(n, e);
    if (units > p.character) return at;
    at += n;
  }
  return at < end ? at : end;
}

int coal_position_compare(coal_position a, coal_position b) {
  if (a.line != b.line) return a.line < b.line ? -1 : 1;
  return (a.character > b.character) - (a.character < b.character);
}

json_t *coal_position_json(coal_position p) {
  json_t *object = json_object();
  json_object_set_new(object, "line", json_integer((json_int_t)p.line));
  json_object_set_new(object, "character", json_integer((json_int_t)p.character));
  return object;
}

json_t *coal_range_json(coal_position start, coal_position end) {
  json_t *object = json_object();
  json_object_set_new(object, "start", coal_position_json(start));
  json_object_set_new(object, "end", coal_position_json(end));
  return object;
}

bool coal_position_read(json_t *value, coal_position *out) {
  json_t *line = json_object_get(value, "line"), *character = json_object_get(value, "character");
  if (!json_is_integer(line) || !json_is_integer(character)) return false;
  if (json_integer_value(line) < 0 || json_integer_value(character) < 0) return false;
  *out = (coal_position){(uint64_t)json_integer_value(line), (uint64_t)json_integer_value(character)};
  return true;
}

bool coal_range_read(json_t *value, coal_position *start, coal_position *end) {
  return coal_position_read(json_object_get(value, "start"), start) &&
         coal_position_read(json_object_get(value, "end"), end);
}

/* ---- texts --------------------------------------------------------------------------------------------- */

void coal_text_set(coal_text *t, const char *text, size_t n) {
  char *copy = coal_alloc(n + 1);
  memcpy(copy, text, n);
  copy[n] = '\0';
  free(t->data);
  *t = (coal_text){copy, n};
}

void coal_text_free(coal_text *t) {
  free(t->data);
  *t = (coal_text){0};
}

static void splice(coal_text *t, size_t begin, size_t end, const char *text, size_t n) {
  const size_t rest = t->n - end, total = begin + n + rest;
  char *data = coal_alloc(total + 1);
  memcpy(data, t->data, begin);
  memcpy(data + begin, text, n);
  memcpy(data + begin + n, t->data + end, rest);
  data[total] = '\0';
  free(t->data);
  *t = (coal_text){data, total};
}

bool coal_text_change(coal_text *t, coal_encoding e, json_t *change) {
  json_t *text = json_object_get(change, "text"), *range = json_object_get(change, "range");
  if (!json_is_string(text)) return false;
  if (!range || json_is_null(range)) {
    coal_text_set(t, json_string_value(text), json_string_length(text));
    return true;
  }
  coal_position start, end;
  if (!coal_range_read(range, &start, &end) || coal_position_compare(start, end) > 0) return false;
  coal_lines lines;
  coal_lines_read(&lines, t->data, t->n);
  size_t from = coal_offset_of(&lines, e, start), to = coal_offset_of(&lines, e, end);
  coal_lines_free(&lines);
  splice(t, from, to, json_string_value(text), json_string_length(text));
  return true;
}
