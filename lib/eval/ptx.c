/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Inline PTX (PTX ISA, "Instruction Set"): the forms that kernels use for memory and lane numbers.
 *
 *   mov.u32 %0, %laneid;                        a lane number or mask
 *   ld.global.v4.f32 {%0,%1,%2,%3}, [%4+16];    loads and stores of global and shared memory
 *   cp.async.cg.shared.global [%0], [%1], 16;   both sides
 *   ldmatrix.sync.aligned.m8n8.x4.shared.b16 {…}, [%4];
 *   cvta.to.shared.u64 …, cvt.u32.u64 …         an address stays the address it is
 *
 * Anything else leaves its outputs unknown. Register names declared inside ({ .reg .u64 a; … }) are followed.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "machine.h"

enum { OPERANDS_MAX = 24, NAMES_MAX = 8, WORD_MAX = 48 };

typedef struct word {
  char text[WORD_MAX];
} word;

typedef struct name {
  char text[WORD_MAX];
  coal_value value;
} name;

typedef struct assembly {
  coal_machine *m;
  const coal_expr *e;
  coal_value input[OPERANDS_MAX];
  name names[NAMES_MAX]; /* registers of the asm's own */
  size_t n_names;
  bool is_written[OPERANDS_MAX];
} assembly;

/* One instruction: opcode "ld.global.f32" and operands, those in brackets marked. */
typedef struct instruction {
  word opcode;
  struct {
    word text;
    bool is_address;
    int64_t offset;
  } operand[OPERANDS_MAX];
  size_t n;
} instruction;

/* ---- reading ------------------------------------------------------------------------------------------- */

static const char *skip_blank(const char *p) {
  while (*p && (isspace((unsigned char)*p) || *p == '{' || *p == '}')) p++;
  return p;
}

static bool is_word_char(char c) { return isalnum((unsigned char)c) || strchr("_.$%:", c); }

static const char *read_word(const char *p, word *w) {
  size_t n = 0;
  while (*p && is_word_char(*p)) {
    if (n + 1 < WORD_MAX && !(*p == '%' && n && w->text[n - 1] == '%')) w->text[n++] = *p; /* %% is a % */
    p++;
  }
  w->text[n] = '\0';
  return p;
}

static const char *read_operands(const char *p, instruction *i) {
  bool in_brackets = false;
  while (*p && *p != ';') {
    if (*p == '[') {
      in_brackets = true;
      p++;
    } else if (*p == ']') {
      in_brackets = false;
      p++;
    } else if (*p == '+' && in_brackets && i->n) {
      char *end;
      i->operand[i->n - 1].offset = strtoll(p + 1, &end, 0);
      p = end > p + 1 ? end : p + 1;
    } else if (is_word_char(*p) || *p == '-') {
      if (i->n == OPERANDS_MAX) return NULL;
      i->operand[i->n].is_address = in_brackets;
      i->operand[i->n].offset = 0;
      p = *p == '-' ? p + 1 : read_word(p, &i->operand[i->n++].text);
    } else {
      p++;
    }
  }
  return *p ? p + 1 : p;
}

/* The next instruction; NULL at the end. Declarations (.reg …) come as such. */
static const char *read_instruction(const char *p, instruction *i) {
  i->n = 0;
  p = skip_blank(p);
  if (*p == '@') { /* a predicate: carried out as if it held */
    while (*p && !isspace((unsigned char)*p)) p++;
    p = skip_blank(p);
  }
  if (!*p) return NULL;
  if (!is_word_char(*p)) return p + 1;
  p = read_word(p, &i->opcode);
  return read_operands(p, i);
}

/* ---- operands ------------------------------------------------------------------------------------------ */

static bool operand_index(const assembly *a, const char *text, size_t *index) {
  if (text[0] != '%' || !isdigit((unsigned char)text[1])) return false;
  *index = (size_t)strtoul(text + 1, NULL, 10);
  return *index < a->e->n_args && *index < OPERANDS_MAX;
}

static coal_value special(assembly *a, const char *text, bool *is_known) {
  int64_t v[COAL_WARP_LANES];
  *is_known = true;
  for (unsigned i = 0; i < COAL_WARP_LANES; i++) {
    uint32_t bit = UINT32_C(1) << i;
    if (!strcmp(text, "%laneid")) v[i] = i;
    else if (!strcmp(text, "%lanemask_eq")) v[i] = bit;
    else if (!strcmp(text, "%lanemask_lt")) v[i] = bit - 1;
    else if (!strcmp(text, "%lanemask_le")) v[i] = bit | (bit - 1);
    else if (!strcmp(text, "%lanemask_gt")) v[i] = (uint32_t)~(bit | (bit - 1));
    else if (!strcmp(text, "%lanemask_ge")) v[i] = (uint32_t)~(bit - 1);
    else *is_known = false;
  }
  static const char *const registers[] = {"%tid.x", "%tid.y", "%tid.z", "%ctaid.x", "%ctaid.y", "%ctaid.z",
                                          "%ntid.x", "%ntid.y", "%ntid.z", "%nctaid.x", "%nctaid.y", "%nctaid.z"};
  for (size_t i = 0; i < 12; i++)
    if (!strcmp(text, registers[i])) {
      *is_known = true;
      return a->m->builtin[i];
    }
  return *is_known ? coal_value_poly(coal_poly_lanes(a->m->t, v), NULL) : coal_value_unknown(true, COAL_REASON_ASM, NULL);
}

static coal_value read_operand(assembly *a, const char *text) {
  size_t index;
  bool is_known;
  if (operand_index(a, text, &index)) return a->input[index];
  for (size_t i = 0; i < a->n_names; i++)
    if (!strcmp(a->names[i].text, text)) return a->names[i].value;
  if (isdigit((unsigned char)text[0])) return coal_value_int(a->m->t, strtoll(text, NULL, 0));
  return special(a, text, &is_known);
}

static void write_operand(assembly *a, const char *text, coal_value v) {
  size_t index;
  if (operand_index(a, text, &index)) {
    if (index >= a->e->n_outputs) return;
    coal_value at = coal_eval_address(a->m, a->e->args[index]);
    coal_machine_store(a->m, a->e, a->e->range, at, a->e->args[index]->type, v);
    a->input[index] = v;
    a->is_written[index] = true;
    return;
  }
  for (size_t i = 0; i < a->n_names; i++)
    if (!strcmp(a->names[i].text, text)) {
      a->names[i].value = v;
      return;
    }
  if (a->n_names == NAMES_MAX) return;
  strcpy(a->names[a->n_names].text, text);
  a->names[a->n_names++].value = v;
}

static void write_unknown(assembly *a, const char *text, bool is_varying, coal_reason reason) {
  size_t index;
  const coal_type *type = operand_index(a, text, &index) && a->e->args[index] ? a->e->args[index]->type : NULL;
  write_operand(a, text, coal_value_unknown_of(a->m->t, type, "asm", is_varying, reason, "inline PTX"));
}

/* ---- instructions -------------------------------------------------------------------------------------- */

static bool has(const char *opcode, const char *part) { return strstr(opcode, part) != NULL; }
static bool starts(const char *s, const char *with) { return strncmp(s, with, strlen(with)) == 0; }

/* Bytes a lane of "….v4.f32". */
static int64_t access_bytes(const char *opcode) {
  static const char *const types[] = {".b8", ".u8", ".s8", ".b16", ".u16", ".s16", ".f16", ".b32", ".u32", ".s32", ".f32", ".b64", ".u64", ".s64", ".f64", ".b128"};
  static const int64_t bytes[] = {1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 8, 8, 8, 8, 16};
  int64_t size = 0;
  for (size_t i = 0; i < sizeof bytes / sizeof *bytes; i++) {
    size_t n = strlen(opcode), k = strlen(types[i]);
    if (n > k && strcmp(opcode + n - k, types[i]) == 0) size = bytes[i];
  }
  return size * (has(opcode, ".v4.") ? 4 : has(opcode, ".v2.") ? 2 : 1);
}

static coal_value address_of(assembly *a, const instruction *i, size_t operand) {
  coal_value v = read_operand(a, i->operand[operand].text.text);
  if (v.kind != COAL_VALUE_POINTER) return coal_value_unknown(true, COAL_REASON_ASM, "address in inline PTX");
  return coal_machine_offset(a->m, v, coal_value_int(a->m->t, i->operand[operand].offset));
}

static void record(assembly *a, const instruction *i, size_t operand, coal_mem_op op, int64_t bytes) {
  const coal_type *type = coal_word_type(bytes);
  if (type) coal_record_access(a->m, a->e, a->e->range, address_of(a, i, operand), op, type);
}

static size_t find_address(const instruction *i, size_t from) {
  while (from < i->n && !i->operand[from].is_address) from++;
  return from;
}

static bool matrix(assembly *a, const instruction *i) {
  const char *o = i->opcode.text;
  bool is_load = starts(o, "ldmatrix");
  if (!is_load && !starts(o, "stmatrix")) return false;
  size_t at = find_address(i, 0);
  if (at == i->n) return true;
  coal_mem_op one = is_load ? COAL_MEM_LDMATRIX1 : COAL_MEM_STMATRIX1;
  record(a, i, at, has(o, ".x4") ? one + 2 : has(o, ".x2") ? one + 1 : one, 16);
  for (size_t k = 0; is_load && k < at; k++) write_unknown(a, i->operand[k].text.text, true, COAL_REASON_INDIRECT);
  return true;
}

static bool async_copy(assembly *a, const instruction *i) {
  if (!starts(i->opcode.text, "cp.async.ca.shared") && !starts(i->opcode.text, "cp.async.cg.shared")) return false;
  int64_t bytes;
  if (i->n < 3 || !i->operand[1].is_address || !coal_value_constant(read_operand(a, i->operand[2].text.text), &bytes)) return true;
  record(a, i, 1, COAL_MEM_LOAD, bytes);
  record(a, i, 0, COAL_MEM_STORE, bytes);
  return true;
}

static bool memory(assembly *a, const instruction *i) {
  const char *o = i->opcode.text;
  bool is_load = starts(o, "ld."), is_store = starts(o, "st."), is_atomic = starts(o, "atom.") || starts(o, "red.");
  if (!is_load && !is_store && !is_atomic) return false;
  if (has(o, ".param") || has(o, ".local") || has(o, ".const")) return false;
  size_t at = find_address(i, 0);
  if (at == i->n) return true;
  record(a, i, at, is_load ? COAL_MEM_LOAD : is_store ? COAL_MEM_STORE : COAL_MEM_ATOMIC, access_bytes(o));
  bool is_varying = coal_value_is_varying(a->m->t, read_operand(a, i->operand[at].text.text));
  for (size_t k = 0; !is_store && k < at; k++) write_unknown(a, i->operand[k].text.text, is_varying || is_atomic, COAL_REASON_INDIRECT);
  return true;
}

static bool moves(assembly *a, const instruction *i) {
  const char *o = i->opcode.text;
  if (i->n != 2) return false;
  if (!starts(o, "mov.") && !starts(o, "cvta") && strcmp(o, "cvt.u32.u64") && strcmp(o, "cvt.u64.u32")) return false;
  bool is_known = true;
  coal_value v = read_operand(a, i->operand[1].text.text);
  if (i->operand[1].text.text[0] == '%' && !isdigit((unsigned char)i->operand[1].text.text[1])) special(a, i->operand[1].text.text, &is_known);
  if (is_known) write_operand(a, i->operand[0].text.text, v);
  else write_unknown(a, i->operand[0].text.text, true, COAL_REASON_ASM);
  return true;
}

void coal_eval_ptx(coal_machine *m, const coal_expr *e) {
  assembly a = {.m = m, .e = e};
  for (size_t k = e->n_outputs; k < e->n_args && k < OPERANDS_MAX; k++)
    if (e->args[k]) a.input[k] = coal_eval(m, e->args[k]);
  for (size_t k = 0; k < e->n_outputs && k < OPERANDS_MAX; k++) a.input[k] = coal_value_unknown(true, COAL_REASON_ASM, "inline PTX");
  instruction i;
  for (const char *p = e->u.text ? e->u.text : ""; (p = read_instruction(p, &i));)
    if (!matrix(&a, &i) && !async_copy(&a, &i) && !memory(&a, &i)) moves(&a, &i);
  for (size_t k = 0; k < e->n_outputs && k < OPERANDS_MAX; k++) {
    if (a.is_written[k] || !e->args[k]) continue;
    coal_value at = coal_eval_address(m, e->args[k]);
    if (at.kind == COAL_VALUE_POINTER && at.object && at.object->kind == COAL_OBJECT_LOCAL)
      coal_machine_store(m, e, e->range, at, e->args[k]->type, coal_value_unknown_of(m->t, e->args[k]->type, "asm", true, COAL_REASON_ASM, "inline PTX"));
  }
}
