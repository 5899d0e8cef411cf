/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** Thompson's construction: the expression as steps, all of which that are possible are followed at once. */
#include "regex.h"

#include <ctype.h>
#include <stdint.h>
#include <string.h>

#include "vec.h"

enum { DEPTH_MAX = 100, REPEAT_MAX = 255, UNBOUNDED = -1 };

typedef enum step_kind { STEP_BYTE, STEP_SPLIT, STEP_JUMP, STEP_BEGIN, STEP_END, STEP_MATCH } step_kind;

/** One step. `a`, `b`: how far the next ones are. */
typedef struct regex_step {
  step_kind kind;
  int a, b;
  uint32_t bytes[8]; /* BYTE: the set */
} regex_step;

struct coal_regex {
  COAL_VEC(regex_step) steps;
};

typedef struct parser {
  const char *p, *why;
  coal_regex *r;
  int depth;
} parser;

/* ---- making steps -------------------------------------------------------------------------------------- */

static size_t size(const parser *s) { return s->r->steps.n; }

static void add(parser *s, regex_step one) {
  if (size(s) >= COAL_REGEX_STEPS_MAX) {
    s->why = "too large";
    return;
  }
  coal_vec_push(&s->r->steps, one);
}

static void insert(parser *s, size_t at, regex_step one) {
  add(s, one);
  if (s->why) return;
  regex_step *items = s->r->steps.items;
  memmove(items + at + 1, items + at, (size(s) - 1 - at) * sizeof *items);
  items[at] = one;
}

static void set_byte(regex_step *one, unsigned char c) { one->bytes[c / 32] |= UINT32_C(1) << c % 32; }
static bool has_byte(const regex_step *one, unsigned char c) { return one->bytes[c / 32] >> c % 32 & 1; }

static void invert(regex_step *one) {
  for (size_t i = 0; i < 8; i++) one->bytes[i] = ~one->bytes[i];
}

/* The steps from `start` on, as they are, once more. */
static void copy(parser *s, const regex_step *from, size_t n) {
  for (size_t i = 0; i < n && !s->why; i++) add(s, from[i]);
}

static void make_optional(parser *s, size_t start) {
  const int n = (int)(size(s) - start);
  insert(s, start, (regex_step){.kind = STEP_SPLIT, .a = 1, .b = n + 1});
}

static void make_star(parser *s, size_t start) {
  const int n = (int)(size(s) - start);
  insert(s, start, (regex_step){.kind = STEP_SPLIT, .a = 1, .b = n + 2});
  add(s, (regex_step){.kind = STEP_JUMP, .a = -(n + 1)});
}

/* The steps from `start` on `least` to `most` times. */
static void repeat(parser *s, size_t start, int least, int most) {
  const size_t n = size(s) - start;
  regex_step *unit = coal_alloc((n + 1) * sizeof *unit);
  if (n) memcpy(unit, s->r->steps.items + start, n * sizeof *unit);
  s->r->steps.n = start;
  for (int i = 0; i < least && !s->why; i++) copy(s, unit, n);
  for (int i = least; (most == UNBOUNDED ? i == least : i < most) && !s->why; i++) {
    const size_t at = size(s);
    copy(s, unit, n);
    if (s->why) break;
    if (most == UNBOUNDED)
      make_star(s, at);
    else
      make_optional(s, at);
  }
  free(unit);
}

/* ---- reading ------------------------------------------------------------------------------------------- */

static void read_alternatives(parser *s);

static int (*class_of(const char *name, size_t n))(int) {
  static const struct {
    const char *name;
    int (*is)(int);
  } classes[] = {{"alpha", isalpha}, {"digit", isdigit}, {"alnum", isalnum}, {"upper", isupper},
                 {"lower", islower}, {"space", isspace}, {"punct", ispunct}, {"xdigit", isxdigit}};
  for (size_t i = 0; i < sizeof classes / sizeof *classes; i++)
    if (strlen(classes[i].name) == n && !strncmp(classes[i].name, name, n)) return classes[i].is;
  return NULL;
}

/* `[:name:]` at p; false if it is none. */
static bool read_class(parser *s, regex_step *one) {
  if (s->p[0] != '[' || s->p[1] != ':') return false;
  const char *end = strstr(s->p + 2, ":]");
  int (*is)(int) = end ? class_of(s->p + 2, (size_t)(end - s->p - 2)) : NULL;
  if (!is) {
    s->why = "unknown class in brackets";
    return true;
  }
  for (int c = 1; c < 256; c++)
    if (is(c)) set_byte(one, (unsigned char)c);
  s->p = end + 2;
  return true;
}

static void read_brackets(parser *s) {
  regex_step one = {.kind = STEP_BYTE, .a = 1};
  const bool is_inverted = *s->p == '^';
  s->p += is_inverted;
  for (bool is_first = true; !s->why && (*s->p != ']' || is_first); is_first = false) {
    if (!*s->p) {
      s->why = "'[' without ']'";
      return;
    }
    if (read_class(s, &one)) continue;
    unsigned char from = (unsigned char)*s->p++, to = from;
    if (s->p[0] == '-' && s->p[1] && s->p[1] != ']') {
      to = (unsigned char)s->p[1];
      s->p += 2;
    }
    if (to < from) s->why = "bad range in brackets";
    for (unsigned c = from; c <= to; c++) set_byte(&one, (unsigned char)c);
  }
  s->p++;
  if (is_inverted) invert(&one);
  if (!s->why) add(s, one);
}

static void read_escape(parser *s) {
  regex_step one = {.kind = STEP_BYTE, .a = 1};
  const char c = *s->p;
  if (!c) {
    s->why = "'\\' at the end";
    return;
  }
  s->p++;
  if (isdigit((unsigned char)c)) {
    s->why = "back references are not supported";
  } else if (c == 'w' || c == 'W' || c == 's' || c == 'S') {
    for (int i = 1; i < 256; i++)
      if (tolower(c) == 'w' ? isalnum(i) || i == '_' : isspace(i)) set_byte(&one, (unsigned char)i);
    if (isupper((unsigned char)c)) invert(&one);
  } else if (isalpha((unsigned char)c)) {
    s->why = "unknown escape";
  } else {
    set_byte(&one, (unsigned char)c);
  }
  if (!s->why) add(s, one);
}

static void read_group(parser *s) {
  if (++s->depth > DEPTH_MAX) {
    s->why = "nested too deeply";
    return;
  }
  read_alternatives(s);
  s->depth--;
  if (s->why) return;
  if (*s->p != ')')
    s->why = "'(' without ')'";
  else
    s->p++;
}

static void read_atom(parser *s) {
  regex_step one = {.kind = STEP_BYTE, .a = 1};
  const char c = *s->p++;
  switch (c) {
    case '(': read_group(s); return;
    case '[': read_brackets(s); return;
    case '\\': read_escape(s); return;
    case '^': add(s, (regex_step){.kind = STEP_BEGIN, .a = 1}); return;
    case '$': add(s, (regex_step){.kind = STEP_END, .a = 1}); return;
    case '.': invert(&one); break;
    case '*':
    case '+':
    case '?': s->why = "nothing to repeat"; return;
    default: set_byte(&one, (unsigned char)c); break;
  }
  add(s, one);
}

/* `{m}`, `{m,}` or `{m,n}` at p, which then is behind it; false if it is none, and so a brace. */
static bool read_count(parser *s, int *least, int *most) {
  const char *p = s->p + 1;
  if (!isdigit((unsigned char)*p)) return false;
  for (*least = 0; isdigit((unsigned char)*p) && *least <= REPEAT_MAX; p++) *least = *least * 10 + *p - '0';
  *most = *least;
  if (*p == ',' && p[1] == '}') {
    *most = UNBOUNDED;
    p++;
  } else if (*p == ',') {
    p++;
    for (*most = 0; isdigit((unsigned char)*p) && *most <= REPEAT_MAX; p++) *most = *most * 10 + *p - '0';
  }
  if (*least > REPEAT_MAX || *most > REPEAT_MAX || (*most != UNBOUNDED && *most < *least) || *p != '}')
    s->why = "bad number of repetitions";
  s->p = p + 1;
  return true;
}

static void read_repeats(parser *s, size_t start) {
  while (!s->why) {
    int least = 0, most = UNBOUNDED;
    if (*s->p == '{') {
      if (!read_count(s, &least, &most)) return;
    } else if (*s->p == '*' || *s->p == '+' || *s->p == '?') {
      least = *s->p == '+';
      if (*s->p == '?') most = 1;
      s->p++;
    } else {
      return;
    }
    if (!s->why) repeat(s, start, least, most);
  }
}

static void read_alternatives(parser *s) {
  size_t start = size(s);
  while (*s->p && *s->p != ')' && !s->why) {
    if (*s->p == '|') {
      s->p++;
      const int n = (int)(size(s) - start);
      insert(s, start, (regex_step){.kind = STEP_SPLIT, .a = 1, .b = n + 2});
      const size_t jump = size(s);
      add(s, (regex_step){.kind = STEP_JUMP});
      if (s->why) return;
      if (++s->depth > DEPTH_MAX) s->why = "nested too deeply";
      if (!s->why) read_alternatives(s);
      s->depth--;
      if (!s->why) s->r->steps.items[jump].a = (int)(size(s) - jump);
      return;
    }
    const size_t atom = size(s);
    read_atom(s);
    read_repeats(s, atom);
  }
}

coal_regex *coal_regex_new(const char *expression, const char **why) {
  coal_regex *r = coal_alloc(sizeof *r);
  *r = (coal_regex){0};
  parser s = {.p = expression, .r = r};
  read_alternatives(&s);
  if (!s.why && *s.p) s.why = "')' without '('";
  if (!s.why) add(&s, (regex_step){.kind = STEP_MATCH});
  if (!s.why) return r;
  *why = s.why;
  coal_regex_free(r);
  return NULL;
}

void coal_regex_free(coal_regex *r) {
  if (!r) return;
  coal_vec_free(&r->steps);
  free(r);
}

/* ---- following ----------------------------------------------------------------------------------------- */

/** The steps that are possible at one place in the text. */
typedef struct regex_places {
  size_t *list, n;
  bool *has;
} regex_places;

static void enter(regex_places *at, size_t i) {
  if (at->has[i]) return;
  at->has[i] = true;
  at->list[at->n++] = i;
}

/* Follows what takes no byte; true at the end of the expression. */
static bool close_over(const coal_regex *r, regex_places *at, bool is_begin, bool is_end) {
  for (size_t k = 0; k < at->n; k++) {
    const size_t i = at->list[k];
    const regex_step *one = &r->steps.items[i];
    switch (one->kind) {
      case STEP_MATCH: return true;
      case STEP_SPLIT: enter(at, i + (size_t)one->b); /* fall through */
      case STEP_JUMP: enter(at, i + (size_t)(ptrdiff_t)one->a); break;
      case STEP_BEGIN:
        if (is_begin) enter(at, i + 1);
        break;
      case STEP_END:
        if (is_end) enter(at, i + 1);
        break;
      case STEP_BYTE: break;
    }
  }
  return false;
}

static void clear(regex_places *at, size_t n) {
  at->n = 0;
  memset(at->has, 0, n);
}

bool coal_regex_finds(const coal_regex *r, const char *text) {
  const size_t n = r->steps.n;
  size_t *lists = coal_alloc(2 * n * sizeof *lists);
  bool *flags = coal_alloc(2 * n);
  regex_places now = {lists, 0, flags}, next = {lists + n, 0, flags + n};
  bool found = false;
  clear(&now, n);
  for (const char *p = text;; p++) {
    enter(&now, 0);
    found = close_over(r, &now, p == text, !*p);
    if (found || !*p) break;
    clear(&next, n);
    for (size_t k = 0; k < now.n; k++) {
      const regex_step *one = &r->steps.items[now.list[k]];
      if (one->kind == STEP_BYTE && has_byte(one, (unsigned char)*p)) enter(&next, now.list[k] + 1);
    }
    const regex_places other = now;
    now = next;
    next = other;
  }
  free(lists);
  free(flags);
  return found;
}
