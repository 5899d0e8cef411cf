/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** String literals of C++, raw ones too, as they are handed to nvrtc. Those side by side are one text. */
#include <ctype.h>
#include <string.h>

#include "marks.h"

static bool is_name(char c) { return isalnum((unsigned char)c) || c == '_'; }

/** Behind the comment that begins at i, or i. */
static size_t skip_comment(const coal_marks *m, size_t i) {
  if (coal_marks_start(m, i, "//")) {
    while (i < m->n && m->items[i].c != '\n') i++;
  } else if (coal_marks_start(m, i, "/*")) {
    i += 2;
    while (i < m->n && !coal_marks_start(m, i, "*/")) i++;
    i = i < m->n ? i + 2 : m->n;
  }
  return i;
}

/** The length of the literal's prefix with its quote: `"`, `u8"`, `LR"`; 0: none begins here. */
static size_t prefix_of(const coal_marks *m, size_t i, bool *is_raw) {
  static const char *const encodings[] = {"", "u8", "u", "U", "L"};
  for (size_t k = 0; k < sizeof encodings / sizeof *encodings; k++) {
    const size_t n = strlen(encodings[k]);
    if (!coal_marks_start(m, i, encodings[k])) continue;
    *is_raw = coal_marks_start(m, i + n, "R\"");
    if (*is_raw) return n + 2;
    if (coal_mark_at(m, i + n) == '"') return n + 1;
  }
  return 0;
}

/** The raw literal whose quote is before i: DELIMITER(text)DELIMITER". */
static size_t read_raw(const coal_marks *m, size_t i, coal_marks *out) {
  char close[32] = ")";
  size_t n = 1;
  for (; i < m->n && m->items[i].c != '('; i++)
    if (n + 2 < sizeof close) close[n++] = m->items[i].c;
  close[n] = '"';
  for (i++; i < m->n && !coal_marks_start(m, i, close); i++) coal_marks_add(out, m->items[i].c, m->items[i].at_bytes);
  return i < m->n ? i + strlen(close) : m->n;
}

static size_t read_plain(const coal_marks *m, size_t i, coal_marks *out) {
  while (i < m->n && m->items[i].c != '"' && m->items[i].c != '\n') {
    if (m->items[i].c == '\\') {
      coal_marks_unescape(m, &i, out);
    } else {
      coal_marks_add(out, m->items[i].c, m->items[i].at_bytes);
      i++;
    }
  }
  return i < m->n ? i + 1 : m->n;
}

static size_t skip_space(const coal_marks *m, size_t i) {
  for (size_t before = m->n; before != i;) {
    before = i;
    while (i < m->n && isspace((unsigned char)m->items[i].c)) i++;
    i = skip_comment(m, i);
  }
  return i;
}

/** Reads the literals from i on that are one text; the offset behind them. */
static size_t read_text(coal_extractor *x, const coal_marks *m, size_t i) {
  coal_marks text = {0};
  bool is_raw;
  for (size_t n = prefix_of(m, i, &is_raw); n; n = prefix_of(m, i, &is_raw)) {
    i = is_raw ? read_raw(m, i + n, &text) : read_plain(m, i + n, &text);
    const size_t next = skip_space(m, i);
    if (!prefix_of(m, next, &is_raw)) break;
    i = next;
  }
  coal_extract_add(x, &text, 0, text.n, NULL);
  coal_vec_free(&text);
  return i;
}

/** Behind the character literal at i: 'a', '\''; a digit separator has no second quote nearby and is one character. */
static size_t skip_character(const coal_marks *m, size_t i) {
  const size_t close = coal_mark_at(m, i + 1) == '\\' ? i + 3 : i + 2;
  return coal_mark_at(m, close) == '\'' ? close + 1 : i + 1;
}

void coal_extract_cxx(coal_extractor *x, const coal_marks *m) {
  for (size_t i = 0; i < m->n;) {
    const size_t behind = skip_comment(m, i);
    bool is_raw;
    if (behind != i) {
      i = behind;
    } else if (prefix_of(m, i, &is_raw)) {
      i = read_text(x, m, i);
    } else if (m->items[i].c == '\'') {
      i = skip_character(m, i);
    } else if (is_name(m->items[i].c)) {
      while (is_name(coal_mark_at(m, i))) i++;
    } else {
      i++;
    }
  }
}
