/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "diagnose.h"

#include <ctype.h>
#include <string.h>

#include "frontend/invoke/flags.h"
#include "util/vec.h"

typedef struct diagnostic_reader {
  coal_arena *arena;
  const coal_libclang *c;
  CXTranslationUnit tu;
  const char *main_file;
  const coal_touched *source;
  bool *is_refused; /* of n_wanted */
  size_t n_wanted;
  COAL_VEC(coal_diagnostic) items;
} diagnostic_reader;

static const char *copied(const diagnostic_reader *r, CXString s) {
  const char *text = r->c->getCString(s);
  const char *copy = text ? coal_arena_string(r->arena, text, strlen(text)) : "";
  r->c->disposeString(s);
  return copy;
}

static const coal_touch *touch_at(const coal_touched *source, size_t offset) {
  size_t added = 0;
  for (size_t i = 0; i < source->n_touches; i++) {
    size_t begin = source->touches[i].offset + added;
    if (offset >= begin && offset < begin + source->touches[i].n_bytes) return &source->touches[i];
    added += source->touches[i].n_bytes;
  }
  return NULL;
}

static bool is_main_file(const diagnostic_reader *r, CXFile file) {
  return file &&
         (file == r->c->getFile(r->tu, r->main_file) || strcmp(copied(r, r->c->getFileName(file)), r->main_file) == 0);
}

/* The touch that the diagnostic or one of its notes ("in instantiation of … requested here") lies in. */
static void see_wanted(const diagnostic_reader *r, CXDiagnostic diagnostic) {
  CXFile file = NULL;
  unsigned line, column, offset = 0;
  r->c->getFileLocation(r->c->getDiagnosticLocation(diagnostic), &file, &line, &column, &offset);
  const coal_touch *touch = is_main_file(r, file) ? touch_at(r->source, offset) : NULL;
  if (touch && touch->wanted) r->is_refused[touch->wanted - 1] = true;
  CXDiagnosticSet notes = r->c->getChildDiagnostics(diagnostic);
  for (unsigned i = 0; i < r->c->getNumDiagnosticsInSet(notes); i++) {
    CXDiagnostic note = r->c->getDiagnosticInSet(notes, i);
    see_wanted(r, note);
    r->c->disposeDiagnostic(note);
  }
}

/* False if the diagnostic is about a touch. */
static bool place(const diagnostic_reader *r, CXDiagnostic diagnostic, coal_diagnostic *d) {
  CXSourceLocation location = r->c->getDiagnosticLocation(diagnostic);
  CXFile file = NULL;
  unsigned line = 0, column = 0, offset = 0;
  r->c->getFileLocation(location, &file, &line, &column, &offset);
  if (!file) return true;
  const char *name = copied(r, r->c->getFileName(file));
  bool is_main = file == r->c->getFile(r->tu, r->main_file) || strcmp(name, r->main_file) == 0;
  if (is_main && touch_at(r->source, offset)) return false;
  coal_pos p = {line, column, offset};
  if (is_main) p = coal_touched_original(r->source, p);
  d->file = is_main ? r->main_file : name;
  d->line1 = p.line1;
  d->column1 = p.column1;
  d->in_system_header = r->c->Location_isInSystemHeader(location) ||
                        strncmp(name, COAL_VIRTUAL_ROOT "/", strlen(COAL_VIRTUAL_ROOT "/")) == 0;
  return true;
}

/* What an include directive names at `offset`: the name without its quotes, or a macro's; NULL: no such directive is there. */
static const char *included_name(const diagnostic_reader *r, const char *text, size_t size, size_t offset) {
  static const char *const words[] = {"include", "include_next", "import"};
  size_t line = offset, n = 0;
  while (line && text[line - 1] != '\n') line--;
  while (line < offset && (text[line] == ' ' || text[line] == '\t' || text[line] == '#')) line++;
  while (line + n < offset && (text[line + n] == '_' || isalpha((unsigned char)text[line + n]))) n++;
  bool includes = false;
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    includes |= strlen(words[i]) == n && memcmp(words[i], text + line, n) == 0;
  if (!includes) return NULL;
  const char close = text[offset] == '"' ? '"' : text[offset] == '<' ? '>' : 0;
  const size_t begin = offset + (close != 0);
  size_t end = begin;
  while (end < size && text[end] != '\n' && (close ? text[end] != close : !isspace((unsigned char)text[end]))) end++;
  return coal_arena_string(r->arena, text + begin, end - begin);
}

/* A header that was not found: of the errors that Clang has at the name in an include directive, this one alone marks the name
 * and knows no correction (PPDirectives.cpp, err_pp_file_not_found). */
static void see_missing_include(const diagnostic_reader *r, CXDiagnostic diagnostic, coal_diagnostic *d) {
  CXFile file = NULL;
  unsigned line, column, offset = 0;
  size_t size = 0;
  if (r->c->getDiagnosticNumRanges(diagnostic) != 1 || r->c->getDiagnosticNumFixIts(diagnostic)) return;
  r->c->getFileLocation(r->c->getDiagnosticLocation(diagnostic), &file, &line, &column, &offset);
  const char *text = file ? r->c->getFileContents(r->tu, file, &size) : NULL;
  d->missing = text && offset < size ? included_name(r, text, size, offset) : NULL;
  d->is_missing_include = d->missing != NULL;
}

static coal_diagnostic_severity severity_of(enum CXDiagnosticSeverity s) {
  if (s == CXDiagnostic_Fatal) return COAL_DIAGNOSTIC_FATAL;
  if (s == CXDiagnostic_Error) return COAL_DIAGNOSTIC_ERROR;
  return s == CXDiagnostic_Warning ? COAL_DIAGNOSTIC_WARNING : COAL_DIAGNOSTIC_NOTE;
}

static void read_one(diagnostic_reader *r, unsigned i) {
  CXDiagnostic diagnostic = r->c->getDiagnostic(r->tu, i);
  coal_diagnostic d = {.severity = severity_of(r->c->getDiagnosticSeverity(diagnostic))};
  if (d.severity >= COAL_DIAGNOSTIC_ERROR && r->n_wanted) see_wanted(r, diagnostic);
  if (d.severity >= COAL_DIAGNOSTIC_ERROR && place(r, diagnostic, &d)) {
    d.message = copied(r, r->c->getDiagnosticSpelling(diagnostic));
    see_missing_include(r, diagnostic, &d);
    if (d.is_missing_include) d.severity = COAL_DIAGNOSTIC_FATAL;
    coal_vec_push(&r->items, d);
  }
  r->c->disposeDiagnostic(diagnostic);
}

coal_diagnosis coal_diagnose(coal_arena *arena, const coal_libclang *c, CXTranslationUnit tu, const char *main_file,
                             const coal_touched *source, size_t n_wanted) {
  diagnostic_reader r = {
      .arena = arena, .c = c, .tu = tu, .main_file = main_file, .source = source, .n_wanted = n_wanted};
  r.is_refused = COAL_ARENA_ARRAY(arena, bool, n_wanted + 1);
  unsigned n = c->getNumDiagnostics(tu);
  for (unsigned i = 0; i < n; i++) read_one(&r, i);
  coal_diagnosis out = {.n = r.items.n, .is_refused = r.is_refused};
  for (size_t i = 0; i < r.items.n; i++) {
    out.n_errors++;
    if (!r.items.items[i].in_system_header) continue;
    if (!out.n_system_errors++) out.first_system_error = r.items.items[i].message;
  }
  out.items = r.items.n ? coal_arena_copy(arena, r.items.items, r.items.n * sizeof *r.items.items) : NULL;
  coal_vec_free(&r.items);
  return out;
}
