/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "suppress.h"

#include <fnmatch.h>
#include <string.h>

#include "util/vec.h"

typedef enum nolint_kind { NOLINT_LINE, NOLINT_NEXT_LINE, NOLINT_BEGIN, NOLINT_END } nolint_kind;

/** One comment. `list` NULL: no parentheses, every check. */
typedef struct nolint {
  nolint_kind kind;
  size_t offset, line1;
  const char *list;
  size_t list_bytes;
} nolint;

static bool is_blank(char ch) { return ch == ' ' || ch == '\t'; }

/** Takes the next glob, without blanks and without its '-', off the list; false at the end. */
static bool next_glob(const char **list, const char *end, bool *removes, const char **glob, size_t *bytes) {
  if (*list >= end) return false;
  const char *comma = memchr(*list, ',', (size_t)(end - *list));
  const char *stop = comma ? comma : end;
  const char *begin = *list;
  *list = comma ? comma + 1 : end;
  while (begin < stop && (is_blank(*begin) || *begin == '\n' || *begin == '\r')) begin++;
  while (stop > begin && (is_blank(stop[-1]) || stop[-1] == '\n' || stop[-1] == '\r')) stop--;
  *removes = begin < stop && *begin == '-';
  if (*removes) begin++;
  *glob = begin;
  *bytes = (size_t)(stop - begin);
  return true;
}

bool coal_glob_list_has(const char *list, size_t list_bytes, const char *name) {
  const char *end = list + list_bytes, *glob;
  size_t bytes;
  bool removes, has = false;
  while (next_glob(&list, end, &removes, &glob, &bytes)) {
    char pattern[128];
    if (bytes == 0 || bytes >= sizeof pattern) continue;
    memcpy(pattern, glob, bytes);
    pattern[bytes] = '\0';
    if (fnmatch(pattern, name, FNM_NOESCAPE) == 0) has = !removes;
  }
  return has;
}

static bool word_is(const char *word, size_t n, const char *expected) {
  return strlen(expected) == n && memcmp(word, expected, n) == 0;
}

/** The next comment at or after `*pos`; false when there is none. */
static bool next_nolint(const coal_source_file *s, size_t *pos, nolint *out) {
  static const char name[] = "NOLINT";
  const char *found;
  while (*pos < s->bytes && (found = strstr(s->text + *pos, name))) {
    const char *rest = found + strlen(name), *p = rest;
    while ((*p >= 'A' && *p <= 'Z') || (*p >= 'a' && *p <= 'z')) p++;
    size_t n = (size_t)(p - rest);
    *pos = (size_t)(p - s->text);
    *out = (nolint){.offset = (size_t)(found - s->text)};
    if (n == 0)
      out->kind = NOLINT_LINE;
    else if (word_is(rest, n, "NEXTLINE"))
      out->kind = NOLINT_NEXT_LINE;
    else if (word_is(rest, n, "BEGIN"))
      out->kind = NOLINT_BEGIN;
    else if (word_is(rest, n, "END"))
      out->kind = NOLINT_END;
    else
      continue;
    size_t close = *p == '(' ? strcspn(p, "\n)") : 0;
    if (close && p[close] == ')') {
      out->list = p + 1;
      out->list_bytes = close - 1;
      *pos += close + 1;
    }
    return true;
  }
  return false;
}

/** The line, from 1, that holds the offset. */
static size_t line_of(const coal_source_file *s, size_t offset) {
  size_t low = 0, high = s->n_lines;
  while (high - low > 1) {
    size_t middle = (low + high) / 2;
    if (s->line_start[middle] <= offset)
      low = middle;
    else
      high = middle;
  }
  return low + 1;
}

static bool names(const nolint *n, const char *full_name) {
  return !n->list || coal_glob_list_has(n->list, n->list_bytes, full_name);
}

static bool same_list(const nolint *a, const nolint *b) {
  if (!a->list || !b->list) return a->list == b->list;
  return a->list_bytes == b->list_bytes && memcmp(a->list, b->list, a->list_bytes) == 0;
}

bool coal_suppressed_at(const coal_source_file *s, const coal_pos *at, const char *check) {
  char full[64] = "coalcheck-";
  strncat(full, check, sizeof full - strlen(full) - 1);
  COAL_VEC(nolint) open = {0};
  bool suppressed = false;
  nolint n;
  for (size_t pos = 0; !suppressed && next_nolint(s, &pos, &n);) {
    n.line1 = line_of(s, n.offset);
    if (n.kind == NOLINT_BEGIN) {
      coal_vec_push(&open, n);
    } else if (n.kind == NOLINT_END) {
      if (open.n == 0 || !same_list(&open.items[open.n - 1], &n)) continue;
      const nolint *begin = &open.items[--open.n];
      suppressed = begin->offset <= at->offset_bytes && at->offset_bytes < n.offset && names(begin, full);
    } else {
      size_t line1 = n.kind == NOLINT_LINE ? n.line1 : n.line1 + 1;
      suppressed = line1 == at->line1 && names(&n, full);
    }
  }
  coal_vec_free(&open);
  return suppressed;
}

bool coal_access_suppressed(coal_source_cache *c, const coal_access *a, const char *check) {
  const coal_range *r = &a->range;
  const coal_source_file *s = r->file ? coal_source_get(c, r->file->path) : NULL;
  if (s && coal_suppressed_at(s, &r->begin, check)) return true;
  if (!r->macro || !r->macro->file) return false;
  s = coal_source_get(c, r->macro->file->path);
  return s && coal_suppressed_at(s, &r->macro->spelling, check);
}
