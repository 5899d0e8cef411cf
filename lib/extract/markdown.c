/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** Fenced code blocks (CommonMark 4.5), in lists and quotes too. */
#include <string.h>
#include <strings.h>

#include "marks.h"

/** The line [begin, end) of the text, without its line end; `text` is where its content begins. */
typedef struct line {
  size_t begin, text, end;
} line;

static line line_at(const coal_marks *m, size_t i) {
  line l = {i, i, i};
  while (l.end < m->n && m->items[l.end].c != '\n') l.end++;
  while (l.text < l.end && strchr(" \t>", m->items[l.text].c)) l.text++;
  return l;
}

/** How many of ``` or ~~~ the line begins with; 0: fewer than three. */
static size_t fence_of(const coal_marks *m, const line *l, char *c) {
  size_t n = 0;
  *c = coal_mark_at(m, l->text);
  if (*c != '`' && *c != '~') return 0;
  while (l->text + n < l->end && m->items[l->text + n].c == *c) n++;
  return n >= 3 ? n : 0;
}

/** The languages that people call CUDA by, and those that it may hide behind. */
static bool is_language(const coal_marks *m, size_t i, size_t end) {
  static const char *const names[] = {"cuda", "cu", "cuda-cpp", "cuda-c++", "cpp", "c++", "cc", "c"};
  char word[16];
  size_t n = 0;
  while (i < end && strchr(" \t{.", m->items[i].c)) i++;
  while (i + n < end && n + 1 < sizeof word && !strchr(" \t}{,:", m->items[i + n].c)) {
    word[n] = m->items[i + n].c;
    n++;
  }
  word[n] = '\0';
  if (!n) return true;
  for (size_t k = 0; k < sizeof names / sizeof *names; k++)
    if (strcasecmp(word, names[k]) == 0) return true;
  return false;
}

void coal_extract_markdown(coal_extractor *x, const coal_marks *m) {
  size_t fence = 0, begin = 0;
  char fence_char = 0;
  bool is_wanted = false;
  for (size_t i = 0; i < m->n;) {
    const line l = line_at(m, i);
    char c;
    const size_t n = fence_of(m, &l, &c);
    if (!fence && n) {
      fence = n;
      fence_char = c;
      begin = l.end + 1;
      is_wanted = is_language(m, l.text + n, l.end);
    } else if (fence && n >= fence && c == fence_char) {
      if (is_wanted && begin < l.begin) coal_extract_add(x, m, begin, l.begin, NULL);
      fence = 0;
    }
    i = l.end + 1;
  }
  if (fence && is_wanted && begin < m->n) coal_extract_add(x, m, begin, m->n, NULL);
}
