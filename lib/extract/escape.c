/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include <string.h>

#include "marks.h"

static int digit_of(char c, int base) {
  const int d = c >= '0' && c <= '9'   ? c - '0'
                : c >= 'a' && c <= 'f' ? c - 'a' + 10
                : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                       : 99;
  return d < base ? d : -1;
}

/** At most `max` digits from *i on; *i is behind them. */
static uint32_t number(const coal_marks *m, size_t *i, int base, size_t max) {
  uint32_t v = 0;
  for (size_t k = 0; k < max && digit_of(coal_mark_at(m, *i), base) >= 0; k++, (*i)++)
    v = v * (uint32_t)base + (uint32_t)digit_of(m->items[*i].c, base);
  return v;
}

/** The character as UTF-8. */
static void add_code_point(coal_marks *out, uint32_t v, size_t at) {
  if (v < 0x80) {
    coal_marks_add(out, (char)v, at);
  } else if (v < 0x800) {
    coal_marks_add(out, (char)(0xc0 | v >> 6), at);
    coal_marks_add(out, (char)(0x80 | (v & 0x3f)), at);
  } else {
    coal_marks_add(out, (char)(0xe0 | (v >> 12 & 0xf)), at);
    coal_marks_add(out, (char)(0x80 | (v >> 6 & 0x3f)), at);
    coal_marks_add(out, (char)(0x80 | (v & 0x3f)), at);
  }
}

void coal_marks_unescape(const coal_marks *m, size_t *i, coal_marks *out) {
  static const char letters[] = "ntrabfv\\\"'/", values[] = "\n\t\r\a\b\f\v\\\"'/";
  const size_t at = m->items[*i].at_bytes;
  const char c = coal_mark_at(m, *i + 1);
  const char *letter = c ? strchr(letters, c) : NULL;
  *i += 2;
  if (letter) {
    coal_marks_add(out, values[letter - letters], at);
  } else if (c == 'x') {
    coal_marks_add(out, (char)number(m, i, 16, 2), at);
  } else if (c == 'u') {
    add_code_point(out, number(m, i, 16, 4), at);
  } else if (digit_of(c, 8) >= 0) {
    *i -= 1;
    coal_marks_add(out, (char)number(m, i, 8, 3), at);
  } else if (c != '\n') {
    coal_marks_add(out, '\\', at);
    *i -= 1;
  }
  if (*i > m->n) *i = m->n;
}
