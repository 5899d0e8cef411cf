/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "statement.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static bool is_blank(char c) { return isspace((unsigned char)c); }
static bool is_digit(char c) { return isdigit((unsigned char)c); }
static bool is_word(char c) { return c && (isalnum((unsigned char)c) || strchr("_.$%:", c)); }

/* Past blanks and comments. */
static const char *skip(const char *p) {
  for (;;) {
    const char *end = NULL;
    if (is_blank(*p)) {
      p++;
      continue;
    }
    if (p[0] == '/' && p[1] == '/')
      end = strchr(p, '\n');
    else if (p[0] == '/' && p[1] == '*')
      end = (end = strstr(p + 2, "*/")) ? end + 1 : NULL;
    else
      return p;
    p = end ? end + 1 : p + strlen(p);
  }
}

static void add(coal_ptx_word *w, size_t *n, char c) {
  if (*n + 1 == COAL_PTX_WORD_MAX || (c == '%' && *n && w->text[*n - 1] == '%')) return; /* %% is a % */
  w->text[(*n)++] = c;
}

/* A word, with a sign before it or without; ${0:x} is one. */
static const char *read_word(const char *p, coal_ptx_word *w) {
  size_t n = 0;
  if (*p == '-') add(w, &n, *p++);
  while (is_word(*p)) {
    bool is_braced = p[0] == '$' && p[1] == '{';
    add(w, &n, *p++);
    while (is_braced && *p && *p != '}') add(w, &n, *p++);
    if (is_braced && *p) add(w, &n, *p++);
  }
  w->text[n] = '\0';
  return p;
}

static void split_opcode(coal_ptx_statement *s) {
  strcpy(s->split, s->opcode.text);
  s->n_parts = 0;
  for (char *p = s->split; *p && s->n_parts < COAL_PTX_PARTS_MAX;) {
    size_t n = strcspn(p, ".:");
    char *next = p + n + strspn(p + n, ".:");
    if (n) s->parts[s->n_parts++] = p;
    p[n] = '\0';
    p = next;
  }
}

/* ---- operands ------------------------------------------------------------------------------------------ */

/* Where the reader of operands is. */
typedef struct operand_place {
  unsigned position;
  bool in_address, in_vector, is_negated;
} operand_place;

/* "+16", "-16" and "<4>" belong to the operand before them. */
static const char *read_suffix(const char *p, coal_ptx_operand *o) {
  char *end;
  const char sign = *p, *number = skip(p + 1);
  if (sign == '<') {
    o->register_count = strtoull(number, &end, 10);
    return end;
  }
  int64_t value = strtoll(number, &end, 0);
  if (end == number) return p + 1; /* a sum of registers */
  o->offset_bytes = sign == '-' ? -value : value;
  return end;
}

static const char *read_operand(const char *p, coal_ptx_statement *s, operand_place *at) {
  coal_ptx_operand dropped, *o = s->n < COAL_PTX_OPERANDS_MAX ? &s->operand[s->n++] : &dropped;
  s->is_cut |= o == &dropped;
  *o = (coal_ptx_operand){
      .position = at->position, .is_address = at->in_address, .is_vector = at->in_vector, .is_negated = at->is_negated};
  at->is_negated = false;
  return read_word(p, &o->text);
}

static const char *read_operands(const char *p, coal_ptx_statement *s) {
  operand_place at = {0};
  for (p = skip(p); *p && *p != ';'; p = skip(p)) {
    const bool has_base = s->n && !s->is_cut && s->operand[s->n - 1].position == at.position;
    const bool is_offset = at.in_address && !at.in_vector && has_base && (*p == '+' || *p == '-');
    if (is_offset || (*p == '<' && has_base))
      p = read_suffix(p, &s->operand[s->n - 1]);
    else if (is_word(*p) || *p == '-')
      p = read_operand(p, s, &at);
    else {
      at.in_address = *p == '[' || (at.in_address && *p != ']');
      at.in_vector = *p == '{' || (at.in_vector && *p != '}');
      at.is_negated = *p == '!';
      at.position += *p == ',' && !at.in_address && !at.in_vector;
      p++;
    }
  }
  return p;
}

/* ---- statements ---------------------------------------------------------------------------------------- */

static const char *read_guard(const char *p, coal_ptx_statement *s) {
  s->guard.text[0] = '\0';
  if (*p != '@') return p;
  p = skip(p + 1);
  s->is_guard_negated = *p == '!';
  return skip(read_word(p + s->is_guard_negated, &s->guard));
}

static coal_ptx_kind kind_of(const coal_ptx_statement *s) {
  const char *text = s->opcode.text;
  if (text[0] == '.') return strcmp(s->n_parts ? s->parts[0] : "", "reg") ? COAL_PTX_DIRECTIVE : COAL_PTX_REGISTERS;
  return text[0] && text[strlen(text) - 1] == ':' ? COAL_PTX_LABEL : COAL_PTX_INSTRUCTION;
}

/* ".reg .b32 a": the type is a part of the opcode. */
static const char *read_declared_type(const char *p, coal_ptx_statement *s) {
  for (p = skip(p); *p == '.'; p = skip(p)) {
    coal_ptx_word type;
    p = read_word(p, &type);
    if (strlen(s->opcode.text) + strlen(type.text) < COAL_PTX_WORD_MAX) strcat(s->opcode.text, type.text);
  }
  split_opcode(s);
  return p;
}

const char *coal_ptx_next(const char *text, coal_ptx_statement *s) {
  const char *p = skip(text);
  s->n = 0;
  s->is_cut = s->is_guard_negated = false;
  while (*p && *p != '@' && !is_word(*p)) p = skip(p + 1); /* scopes, and what is none of PTX */
  s->text = p;
  p = read_guard(p, s);
  if (!*p) return NULL;
  p = read_word(p, &s->opcode);
  split_opcode(s);
  s->kind = kind_of(s);
  if (s->kind == COAL_PTX_REGISTERS) p = read_declared_type(p, s);
  if (s->kind != COAL_PTX_LABEL) p = read_operands(p, s);
  s->n_text = (size_t)(p - s->text);
  return *p == ';' ? p + 1 : p;
}

/* ---- questions ----------------------------------------------------------------------------------------- */

size_t coal_ptx_find(const coal_ptx_statement *s, const char *part) {
  size_t i = 1;
  while (i < s->n_parts && strcmp(s->parts[i], part)) i++;
  return i < s->n_parts ? i : s->n_parts;
}

bool coal_ptx_has(const coal_ptx_statement *s, const char *part) { return coal_ptx_find(s, part) < s->n_parts; }

const coal_ptx_operand *coal_ptx_at(const coal_ptx_statement *s, unsigned position, size_t *n) {
  const coal_ptx_operand *first = NULL;
  *n = 0;
  for (size_t i = 0; i < s->n; i++) {
    if (s->operand[i].position != position) continue;
    if (!first) first = &s->operand[i];
    ++*n;
  }
  return first;
}

unsigned coal_ptx_positions(const coal_ptx_statement *s) { return s->n ? s->operand[s->n - 1].position + 1 : 0; }

bool coal_ptx_jumps(const coal_ptx_statement *s) {
  if (s->kind != COAL_PTX_INSTRUCTION || !s->n_parts) return false;
  return !strcmp(s->parts[0], "bra") || !strcmp(s->parts[0], "brx") || !strcmp(s->parts[0], "call");
}

bool coal_ptx_read_type(const char *word, coal_ptx_type *out) {
  char *end;
  bool is_bfloat = !strncmp(word, "bf16", 4);
  if (!strcmp(word, "pred")) {
    *out = (coal_ptx_type){'p', 8, false, false};
    return true;
  }
  if (!*word || !strchr("usbf", *word) || (!is_bfloat && !is_digit(word[1]))) return false;
  unsigned long bits = strtoul(word + (is_bfloat ? 2 : 1), &end, 10);
  if (bits != 8 && bits != 16 && bits != 32 && bits != 64 && bits != 128) return false;
  *out = (coal_ptx_type){is_bfloat ? 'f' : *word, (unsigned)bits, is_bfloat, !strcmp(end, "x2")};
  return !*end || out->is_packed;
}

unsigned coal_ptx_type_bytes(coal_ptx_type t) { return t.bits / 8 * (t.is_packed ? 2 : 1); }
