/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** The text of an array's innermost extent, and the edit that makes it larger. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "layout.h"
#include "util/file.h"

enum { FILE_BYTES_MAX = 64 << 20 };

/** The text of the file (yours to free), or NULL; also NULL for a file with NUL bytes. */
static char *read_file(const char *path) {
  size_t n;
  char *text = coal_file_read(path, FILE_BYTES_MAX, &n, NULL);
  if (text && strlen(text) == n) return text;
  free(text);
  return NULL;
}

static bool is_word(char c) { return isalnum((unsigned char)c) || c == '_'; }

static const char *skip_blanks(const char *p) {
  while (isspace((unsigned char)*p)) p++;
  return p;
}

/** One past the declared name at or after `from` in the declarator's text, or NULL. */
static const char *after_name(const char *text, const coal_range *range, const char *name) {
  size_t n = strlen(name), length = strlen(text);
  if (range->begin.offset_bytes > length || !n) return NULL;
  const char *from = text + range->begin.offset_bytes;
  const char *end = text + (range->end.offset_bytes > length ? length : range->end.offset_bytes);
  for (const char *p = from; p <= end && (p = strstr(p, name)) && p <= end; p++)
    if ((p == text || !is_word(p[-1])) && !is_word(p[n]) && *skip_blanks(p + n) == '[') return p + n;
  return NULL;
}

/** One past the bracket that closes the one at p; NULL when it does not close or has unexpected characters inside. */
static const char *closing(const char *p) {
  int depth = 0;
  for (; *p; p++) {
    if (strchr(";{}\"'/\\#", *p)) return NULL;
    if (strchr("[(", *p)) depth++;
    if (strchr("])", *p) && --depth == 0) return p + 1;
  }
  return NULL;
}

/** The inside of the last of the `dims` bracket pairs that follow p. */
static bool last_extent(const char *p, size_t dims, const char **begin, const char **end) {
  for (size_t i = 0; i < dims; i++) {
    p = skip_blanks(p);
    if (*p != '[') return false;
    *begin = skip_blanks(p + 1);
    p = closing(p);
    if (!p) return false;
    *end = p - 1;
    while (*end > *begin && isspace((unsigned char)(*end)[-1])) --*end;
  }
  return *skip_blanks(p) != '[' && *begin < *end;
}

/** The value of a decimal literal without suffix that is all of [begin, end). */
static bool is_literal(const char *begin, const char *end, uint64_t *value) {
  if (begin == end || end - begin > 9 || (*begin == '0' && end - begin > 1)) return false;
  *value = 0;
  for (const char *p = begin; p < end; p++) {
    if (!isdigit((unsigned char)*p)) return false;
    *value = *value * 10 + (uint64_t)(*p - '0');
  }
  return true;
}

/** True when `+ n` may follow: only names, numbers, scopes and their sums, differences, products and quotients, or
 *  parentheses. */
static bool may_be_summed(const char *begin, const char *end) {
  int depth = 0;
  for (const char *p = begin; p < end; p++) {
    if (*p == '(')
      depth++;
    else if (*p == ')')
      depth--;
    else if (!depth && !is_word(*p) && !isspace((unsigned char)*p) && !strchr("+-*/%:", *p))
      return false;
  }
  return !depth;
}

/** Does the body of `#define NAME` in the file bind less tightly than a sum, so that NAME + 1 would have another
 *  meaning? */
static bool is_weak_macro(const char *text, const char *begin, const char *end) {
  size_t n = (size_t)(end - begin);
  for (const char *p = text; (p = strstr(p, "#")); p++) {
    const char *q = p + 1;
    while (*q == ' ' || *q == '\t') q++;
    if (strncmp(q, "define", 6)) continue;
    q = skip_blanks(q + 6);
    if (strncmp(q, begin, n) || is_word(q[n])) continue;
    q += n;
    const char *stop = q + strcspn(q, "\n");
    while (q < stop && isspace((unsigned char)*q)) q++;
    return !may_be_summed(q, stop);
  }
  return false;
}

/** "33" for 32, "SIDE + 1" for SIDE, "SIDE + 2" for SIDE + 1, "(a | b) + 1". */
static const char *longer(coal_analysis *a, const char *begin, const char *end, uint64_t pad) {
  uint64_t value;
  int n = (int)(end - begin);
  if (is_literal(begin, end, &value)) return coal_analysis_format(a, "%llu", (unsigned long long)(value + pad));
  const char *digits = end;
  while (digits > begin && isdigit((unsigned char)digits[-1])) digits--;
  const char *plus = digits;
  while (plus > begin && isspace((unsigned char)plus[-1])) plus--;
  if (plus > begin + 1 && plus[-1] == '+' && may_be_summed(begin, end) && is_literal(digits, end, &value))
    return coal_analysis_format(a, "%.*s%llu", (int)(digits - begin), begin, (unsigned long long)(value + pad));
  bool is_sum = may_be_summed(begin, end);
  return coal_analysis_format(a, "%s%.*s%s + %llu", is_sum ? "" : "(", n, begin, is_sum ? "" : ")",
                              (unsigned long long)pad);
}

static coal_pos position(const char *text, const char *at) {
  coal_pos pos = {.line1 = 1, .column1 = 1, .offset_bytes = (uint32_t)(at - text)};
  for (const char *p = text; p < at; p++) {
    pos.column1++;
    if (*p == '\n') pos.line1++, pos.column1 = 1;
  }
  return pos;
}

static size_t dimensions(const coal_type *t) {
  size_t n = 0;
  for (; t->kind == COAL_TYPE_ARRAY; t = t->element) n++;
  return n;
}

static bool find_extent(const char *text, const coal_var *object, const coal_mentions *mentions, const char **begin,
                        const char **end) {
  const coal_type *row = coal_layout_row(object->type);
  const char *after = after_name(text, &object->range, object->name);
  uint64_t value;
  if (!row || !after || coal_text_has_other_mention(text, after, object, mentions)) return false;
  if (!last_extent(after, dimensions(object->type), begin, end)) return false;
  if (is_literal(*begin, *end, &value)) return value == row->count;
  return !is_weak_macro(text, *begin, *end);
}

bool coal_extent_edit(coal_analysis *a, const coal_var *object, const coal_mentions *mentions, uint64_t pad_elements,
                      coal_edit *out) {
  if (!object->range.file || object->range.macro || object->range.file->is_system) return false;
  char *read = object->range.file->text ? NULL : read_file(object->range.file->path);
  const char *text = read ? read : object->range.file->text;
  const char *begin = NULL, *end = NULL;
  bool is_found = text && find_extent(text, object, mentions, &begin, &end);
  if (is_found) {
    memset(out, 0, sizeof *out);
    out->range.file = object->range.file;
    out->range.begin = position(text, begin);
    out->range.end = position(text, end);
    out->text = longer(a, begin, end, pad_elements);
  }
  free(read);
  return is_found && out->text;
}
