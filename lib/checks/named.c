/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * Whether the text names an array where the module does not: in sizeof, decltype and static_assert, in macros, in code
 * that the preprocessor leaves out. Such a use is not understood, so that the array's type must stay.
 */
#include <ctype.h>
#include <string.h>

#include "layout.h"

static bool is_word(char c) { return isalnum((unsigned char)c) || c == '_'; }

static const char *past_quote(const char *p) {
  const char quote = *p++;
  while (*p && *p != quote && *p != '\n') p += *p == '\\' && p[1] ? 2 : 1;
  return *p == quote ? p + 1 : p;
}

/** Past a comment, a literal or a blank at p; p where there is none. */
static const char *past_other(const char *p) {
  if (isspace((unsigned char)*p)) return p + 1;
  if (p[0] == '/' && p[1] == '/') return p + strcspn(p, "\n");
  if (p[0] == '/' && p[1] == '*') {
    const char *end = strstr(p + 2, "*/");
    return end ? end + 2 : p + strlen(p);
  }
  return *p == '"' || *p == '\'' ? past_quote(p) : p;
}

static const char *past_word(const char *p) {
  while (is_word(*p) || (*p == '\'' && isdigit((unsigned char)p[-1]) && is_word(p[1]))) p++;
  return p;
}

static bool is_name(const char *word, const char *end, const char *name) {
  const size_t n = strlen(name);
  return (size_t)(end - word) == n && !memcmp(word, name, n);
}

/** Does a `#define` name the array? */
static bool macro_names(const char *directive, const char *name) {
  for (const char *p = directive; *p && (*p != '\n' || p[-1] == '\\');) {
    const char *end = is_word(*p) ? past_word(p) : p + 1;
    if (is_word(*p) && is_name(p, end, name)) return true;
    p = end;
  }
  return false;
}

static bool some_macro_names(const char *text, const char *name) {
  for (const char *p = text; (p = strchr(p, '#')); p++) {
    const char *q = p + 1;
    while (*q == ' ' || *q == '\t') q++;
    if (!strncmp(q, "define", 6) && macro_names(q + 6, name)) return true;
  }
  return false;
}

static bool is_mention(const coal_mentions *mentions, const coal_file *file, size_t offset) {
  for (size_t i = 0; i < mentions->n; i++) {
    const coal_range *r = &mentions->items[i];
    if (r->file == file && !r->macro && r->begin.offset_bytes == offset) return true;
  }
  return false;
}

bool coal_text_has_other_mention(const char *text, const char *declared, const coal_var *object,
                                 const coal_mentions *mentions) {
  if (some_macro_names(text, object->name)) return true;
  int depth = 0;
  char before = 0; /* the last non-blank character */
  for (const char *p = declared; *p && depth >= 0;) {
    const char *end = past_other(p);
    if (end != p) {
      p = end;
      continue;
    }
    end = is_word(*p) ? past_word(p) : p + 1;
    const bool is_member = before == '.' || (before == '>' && p > text && p[-1] == '>');
    if (is_name(p, end, "R") && *end == '"') return true; /* a raw string */
    if (!is_member && is_name(p, end, object->name) && !is_mention(mentions, object->range.file, (size_t)(p - text)))
      return true;
    depth += (*p == '{') - (*p == '}');
    before = end[-1];
    p = end;
  }
  return false;
}
