/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Source positions. Arguments of macros are located where they are written, bodies of macros where the macro is
 * used. */
#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "frontend/cuda_headers/table.h"
#include "frontend/invoke/flags.h"
#include "frontend/source/lex.h"
#include "translate.h"
#include "util/file.h"

typedef struct file_location {
  const coal_tr_file *file; /* NULL: none */
  unsigned line1, column1, offset;
} file_location;

static bool starts_with(const char *s, const char *prefix) { return strncmp(s, prefix, strlen(prefix)) == 0; }

static bool is_system_location(const coal_tr *t, CXSourceLocation location) {
  if (t->c->Location_isInSystemHeader(location)) return true;
  CXFile file = NULL;
  t->c->getFileLocation(location, &file, NULL, NULL, NULL);
  if (!file) return false;
  CXString name = t->c->getFileName(file);
  const char *text = t->c->getCString(name);
  bool embedded = text && starts_with(text, COAL_VIRTUAL_ROOT "/");
  t->c->disposeString(name);
  return embedded;
}

bool coal_tr_is_system(const coal_tr *t, CXCursor c) { return is_system_location(t, t->c->getCursorLocation(c)); }

/* True if the embedded header e replaces the file of that path. */
static bool is_embedded(const char *path, const coal_cuda_header *e) {
  const size_t root = strlen(COAL_VIRTUAL_ROOT "/");
  if (strncmp(path, COAL_VIRTUAL_ROOT "/", root) == 0) return strcmp(path + root, e->path) == 0;
  const char *base = strrchr(path, '/');
  return base && strcmp(base, "/__clang_cuda_builtin_vars.h") == 0 &&
         strcmp(e->path, "include/coalcheck/builtin_vars.h") == 0;
}

/* The text of a system header on disk or of an embedded header. Asking libclang for the text of a file in a
 * precompiled header costs more than all other work together. False if it cannot be read. */
static bool read_from_disk(coal_tr *t, const char *path, coal_tr_file *f) {
  for (size_t i = 0; i < coal_cuda_headers_count; i++) {
    if (!is_embedded(path, &coal_cuda_headers[i])) continue;
    f->text = coal_cuda_headers[i].text;
    f->n = coal_cuda_headers[i].n_bytes;
    return true;
  }
  char *text = coal_file_read(path, SIZE_MAX - 1, &f->n, NULL);
  if (text) f->text = coal_arena_string(t->scratch, text, f->n);
  free(text);
  return text != NULL;
}

static const coal_tr_file *file_at(coal_tr *t, CXFile file, CXSourceLocation location) {
  for (size_t i = 0; i < t->files.n; i++)
    if (t->files.items[i]->file == file) return t->files.items[i];
  coal_tr_file *f = COAL_ARENA_NEW(t->scratch, coal_tr_file);
  const char *path = coal_tr_string(t, t->c->getFileName(file));
  f->file = file;
  f->is_main = file == t->c->getFile(t->tu, t->opened_path);
  f->ir = coal_module_file(t->m, f->is_main ? t->main_path : path, f->is_main, is_system_location(t, location));
  if (!f->ir->is_system || !read_from_disk(t, path, f)) f->text = t->c->getFileContents(t->tu, file, &f->n);
  if (f->is_main && t->unsaved) coal_module_set_text(t->m, f->ir, t->unsaved, t->n_unsaved);
  if (!f->is_main && t->has_overlays && f->text && !f->ir->is_system) coal_module_set_text(t->m, f->ir, f->text, f->n);
  coal_vec_push(&t->files, f);
  return f;
}

/* Where a macro is used and, of the same location, where its text is written. */
typedef enum location_side { EXPANSION, SPELLING } location_side;

static file_location location_on(coal_tr *t, CXSourceLocation location, location_side which) {
  CXFile file = NULL;
  file_location p = {0};
  if (which == EXPANSION)
    t->c->getFileLocation(location, &file, &p.line1, &p.column1, &p.offset);
  else
    t->c->getSpellingLocation(location, &file, &p.line1, &p.column1, &p.offset);
  if (file) p.file = file_at(t, file, location);
  return p;
}

static file_location expansion_location(coal_tr *t, CXSourceLocation location) {
  return location_on(t, location, EXPANSION);
}

static file_location spelling_location(coal_tr *t, CXSourceLocation location) {
  return location_on(t, location, SPELLING);
}

static coal_pos position(const coal_tr *t, file_location p) {
  coal_pos pos = {p.line1, p.column1, p.offset};
  return p.file && p.file->is_main ? coal_touched_original(t->touched, pos) : pos;
}

static bool is_word(char c) { return isalnum((unsigned char)c) || c == '_'; }

static size_t word_length(const coal_tr_file *f, size_t at) {
  size_t n = 0;
  while (f->text && at + n < f->n && is_word(f->text[at + n])) n++;
  return n;
}

/* The end of the word at the location: a name, or a macro use inside others, whose end libclang does not give. */
static file_location behind_word(file_location p) {
  unsigned length = (unsigned)word_length(p.file, p.offset);
  p.offset += length;
  p.column1 += length;
  return p;
}

static const coal_macro_use *macro_use(coal_tr *t, file_location use, file_location spelling) {
  if (!spelling.file || (spelling.file == use.file && spelling.offset == use.offset)) return NULL;
  coal_macro_use *macro = COAL_ARENA_NEW(t->m->arena, coal_macro_use);
  size_t n = use.file ? word_length(use.file, use.offset) : 0;
  if (n) macro->name = coal_module_string(t->m, use.file->text + use.offset, n);
  macro->file = spelling.file->ir;
  macro->spelling = position(t, spelling);
  return macro;
}

coal_range coal_tr_range(coal_tr *t, CXCursor c) {
  CXSourceRange extent = t->c->getCursorExtent(c);
  CXSourceLocation start = t->c->getRangeStart(extent);
  file_location begin = expansion_location(t, start), end = expansion_location(t, t->c->getRangeEnd(extent));
  coal_range r = {0};
  if (!begin.file) return r;
  if (end.file != begin.file || end.offset <= begin.offset) end = behind_word(begin);
  r.file = begin.file->ir;
  r.begin = position(t, begin);
  r.end = position(t, end);
  r.macro = macro_use(t, begin, spelling_location(t, start));
  return r;
}

coal_range coal_tr_name_range(coal_tr *t, CXCursor c) {
  CXSourceLocation location = t->c->getCursorLocation(c);
  file_location begin = expansion_location(t, location);
  coal_range r = {0};
  if (!begin.file) return r;
  file_location end = behind_word(begin);
  r.file = begin.file->ir;
  r.begin = position(t, begin);
  r.end = position(t, end);
  r.macro = macro_use(t, begin, spelling_location(t, location));
  return r;
}

static const char *slice(const coal_tr_file *f, size_t from, size_t to, size_t *n) {
  *n = 0;
  if (!f || !f->text || from > to || to > f->n) return "";
  *n = to - from;
  return f->text + from;
}

const char *coal_tr_text_at(coal_tr *t, CXCursor c, size_t *n) {
  file_location begin = expansion_location(t, t->c->getRangeStart(t->c->getCursorExtent(c)));
  return slice(begin.file, begin.offset, begin.file ? begin.file->n : 0, n);
}

const char *coal_tr_text_from(coal_tr *t, CXCursor c, size_t *n) {
  file_location begin = spelling_location(t, t->c->getRangeStart(t->c->getCursorExtent(c)));
  return slice(begin.file, begin.offset, begin.file ? begin.file->n : 0, n);
}

const char *coal_tr_text_between(coal_tr *t, CXCursor a, CXCursor b, size_t *n) {
  file_location end = expansion_location(t, t->c->getRangeEnd(t->c->getCursorExtent(a)));
  file_location begin = expansion_location(t, t->c->getRangeStart(t->c->getCursorExtent(b)));
  return slice(begin.file == end.file ? begin.file : NULL, end.offset, begin.offset, n);
}

const char *coal_tr_text_upto(coal_tr *t, CXCursor a, CXCursor b, size_t *n) {
  file_location from = expansion_location(t, t->c->getRangeStart(t->c->getCursorExtent(a)));
  file_location to = expansion_location(t, t->c->getRangeStart(t->c->getCursorExtent(b)));
  return slice(from.file == to.file ? from.file : NULL, from.offset, to.offset, n);
}

char coal_tr_char_before(coal_tr *t, CXCursor c) {
  file_location p = spelling_location(t, t->c->getRangeStart(t->c->getCursorExtent(c)));
  if (!p.file || !p.file->text || p.offset > p.file->n) return 0;
  size_t at = p.offset;
  while (at && isspace((unsigned char)p.file->text[at - 1])) at--;
  return at ? p.file->text[at - 1] : 0;
}

bool coal_tr_has_location(coal_tr *t, CXCursor c) {
  return expansion_location(t, t->c->getCursorLocation(c)).file != NULL;
}

bool coal_tr_same_location(coal_tr *t, CXCursor a, CXCursor b) {
  file_location p = expansion_location(t, t->c->getCursorLocation(a)),
                q = expansion_location(t, t->c->getCursorLocation(b));
  return p.file && p.file == q.file && p.offset == q.offset;
}

bool coal_tr_is_inside(coal_tr *t, CXCursor inner, CXCursor outer) {
  CXSourceRange extent = t->c->getCursorExtent(outer);
  file_location begin = expansion_location(t, t->c->getRangeStart(extent)),
                end = expansion_location(t, t->c->getRangeEnd(extent));
  file_location p = expansion_location(t, t->c->getCursorLocation(inner));
  return p.file && p.file == begin.file && p.offset >= begin.offset && p.offset < end.offset;
}

void coal_tr_spot_of(coal_tr *t, CXSourceLocation location, coal_tr_spot *out) {
  file_location p = expansion_location(t, location);
  *out = (coal_tr_spot){.file = p.file, .offset = p.offset};
}

void coal_tr_extent(coal_tr *t, CXCursor c, coal_tr_spot *begin, coal_tr_spot *end) {
  CXSourceRange extent = t->c->getCursorExtent(c);
  coal_tr_spot_of(t, t->c->getRangeStart(extent), begin);
  coal_tr_spot_of(t, t->c->getRangeEnd(extent), end);
}

coal_pos coal_tr_spot_position(coal_tr *t, coal_tr_spot spot) {
  unsigned line1 = 0, column1 = 0;
  CXSourceLocation location = t->c->getLocationForOffset(t->tu, spot.file->file, spot.offset);
  t->c->getFileLocation(location, NULL, &line1, &column1, NULL);
  return position(t, (file_location){spot.file, line1, column1, spot.offset});
}
