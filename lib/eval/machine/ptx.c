/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Inline PTX (PTX ISA, "Instruction Set"): the forms that kernels use for memory and lane numbers.
 *
 *   mov.u32 %0, %laneid;                        a lane number or mask
 *   ld.global.v4.f32 {%0,%1,%2,%3}, [%4+16];    loads and stores of global and shared memory
 *   cp.async.cg.shared.global [%0], [%1], 16;   both sides
 *   ldmatrix.sync.aligned.m8n8.x4.shared.b16 {…}, [%4];
 *   cvta.to.shared.u64 …, cvt.u32.u64 …         an address stays the address it is
 *   add, sub, mul, mad, and, or, xor, shl, shr, min, max, not, neg, bfe, selp   of integers
 *   shfl, vote, elect, activemask, lop3, prmt, bfi, …  see ptx_warp.c
 *   cp.async.bulk… [%0], [%1], …, [%4];         listed, not judged
 *   setp.ne.s32 p, %1, 0; @p …                  lanes where p does not hold do nothing
 *
 * Anything else leaves its outputs unknown. Register names declared inside ({ .reg .u64 a; … }) are followed. Text with
 * branches is not followed at all.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "ptx.h"

static bool starts(const char *s, const char *with) { return strncmp(s, with, strlen(with)) == 0; }

/* ---- operands ------------------------------------------------------------------------------------------ */

static bool operand_index(const coal_asm *a, const char *text, size_t *index) {
  if (text[0] != '%' || !isdigit((unsigned char)text[1])) return false;
  *index = (size_t)strtoul(text + 1, NULL, 10);
  return *index < a->e->n_args && *index < COAL_ASM_OPERANDS_MAX;
}

static coal_value special(coal_asm *a, const char *text, bool *is_known) {
  int64_t v[COAL_WARP_LANES];
  *is_known = true;
  for (unsigned i = 0; i < COAL_WARP_LANES; i++) {
    uint32_t bit = UINT32_C(1) << i;
    if (!strcmp(text, "%laneid"))
      v[i] = i;
    else if (!strcmp(text, "%lanemask_eq"))
      v[i] = bit;
    else if (!strcmp(text, "%lanemask_lt"))
      v[i] = bit - 1;
    else if (!strcmp(text, "%lanemask_le"))
      v[i] = bit | (bit - 1);
    else if (!strcmp(text, "%lanemask_gt"))
      v[i] = (uint32_t)~(bit | (bit - 1));
    else if (!strcmp(text, "%lanemask_ge"))
      v[i] = (uint32_t)~(bit - 1);
    else
      *is_known = false;
  }
  if (starts(text, "%reserved_smem_offset_")) { /* shared memory reserved for the runtime and its headers */
    coal_object *o = coal_object_new(a->m->memory, COAL_OBJECT_SHARED, NULL, "reserved shared memory", NULL, 128);
    *is_known = true;
    return (coal_value){.kind = COAL_VALUE_POINTER, .object = o, .p = coal_poly_const(a->m->t, 0)};
  }
  static const char *const registers[] = {"%tid.x",  "%tid.y",  "%tid.z",  "%ctaid.x",  "%ctaid.y",  "%ctaid.z",
                                          "%ntid.x", "%ntid.y", "%ntid.z", "%nctaid.x", "%nctaid.y", "%nctaid.z"};
  for (size_t i = 0; i < 12; i++)
    if (!strcmp(text, registers[i])) {
      *is_known = true;
      return a->m->builtin[i];
    }
  coal_value uniform;
  if (!*is_known && coal_asm_uniform_register(a->m, text, &uniform)) {
    *is_known = true;
    return uniform;
  }
  return *is_known ? coal_value_poly(coal_poly_lanes(a->m->t, v), NULL)
                   : coal_value_unknown(true, COAL_REASON_ASM, NULL);
}

coal_value coal_asm_read(coal_asm *a, const char *text) {
  size_t index;
  bool is_known;
  if (operand_index(a, text, &index)) return a->input[index];
  for (size_t i = 0; i < a->n_names; i++)
    if (!strcmp(a->names[i].text, text)) return a->names[i].value;
  if (isdigit((unsigned char)text[text[0] == '-'])) return coal_value_int(a->m->t, strtoll(text, NULL, 0));
  return special(a, text, &is_known);
}

static coal_asm_name *find_name(coal_asm *a, const char *text) {
  for (size_t i = 0; i < a->n_names; i++)
    if (!strcmp(a->names[i].text, text)) return &a->names[i];
  return NULL;
}

static coal_value not_known(coal_asm *a, const char *text, bool is_varying, coal_reason reason) {
  size_t index;
  const coal_type *type = operand_index(a, text, &index) && a->e->args[index] ? a->e->args[index]->type : NULL;
  return coal_value_unknown_of(a->m->t, type, "asm", is_varying, reason, "inline PTX");
}

/* The value of a register before the instruction: the last one written to it, or that of the output's variable. */
static coal_value before(coal_asm *a, const char *text) {
  size_t index;
  bool is_output = operand_index(a, text, &index) && index < a->e->n_outputs;
  if (!is_output || a->is_written[index]) return coal_asm_read(a, text);
  coal_value at = coal_eval_address(a->m, a->e->args[index]);
  if (!coal_value_is_local(at)) return not_known(a, text, true, COAL_REASON_ASM);
  return coal_object_read(a->m->memory, at.object, at.p, a->e->args[index]->type, a->m->active);
}

/* Lanes that do not take part keep their value; where they are not known, neither is the register. */
void coal_asm_write(coal_asm *a, const char *text, coal_value v) {
  size_t index;
  static const coal_type u32 = {.kind = COAL_TYPE_INT, .size_bytes = 4, .align_bytes = 4};
  coal_value old = a->is_partial ? before(a, text) : v;
  bool is_mixed = !a->is_maybe && v.kind == COAL_VALUE_INT && old.kind == COAL_VALUE_INT;
  if (a->is_partial)
    v = is_mixed ? coal_value_blend(a->m->t, &u32, a->runs, v, old) : not_known(a, text, true, COAL_REASON_ASM);
  if (operand_index(a, text, &index)) {
    if (index >= a->e->n_outputs) return;
    coal_value at = coal_eval_address(a->m, a->e->args[index]);
    const coal_type *type = a->e->args[index]->type;
    if (type->kind == COAL_TYPE_INT && v.kind == COAL_VALUE_INT) v = coal_value_cast(a->m->t, type, NULL, v);
    coal_machine_store(a->m, a->e, a->e->range, at, type, v);
    a->input[index] = v;
    a->is_written[index] = true;
    return;
  }
  coal_asm_name *known = find_name(a, text);
  if (known) known->value = v;
  if (known || a->n_names == COAL_ASM_NAMES_MAX) return;
  strcpy(a->names[a->n_names].text, text);
  a->names[a->n_names++].value = v;
}

void coal_asm_write_unknown(coal_asm *a, const char *text, bool is_varying, coal_reason reason) {
  coal_asm_write(a, text, not_known(a, text, is_varying, reason));
}

/* ---- instructions -------------------------------------------------------------------------------------- */

/* The type that the opcode ends with. */
static bool last_type(const coal_ptx_statement *i, coal_ptx_type *type) {
  return i->n_parts && coal_ptx_read_type(i->parts[i->n_parts - 1], type);
}

/* Bytes a lane of "….v4.f32". */
static int64_t access_bytes(const coal_ptx_statement *i) {
  coal_ptx_type type;
  int64_t size = last_type(i, &type) ? coal_ptx_type_bytes(type) : 0;
  return size * (coal_ptx_has(i, "v8") ? 8 : coal_ptx_has(i, "v4") ? 4 : coal_ptx_has(i, "v2") ? 2 : 1);
}

/* Memory that is neither global nor shared. */
static bool is_elsewhere(const coal_ptx_statement *i) {
  return coal_ptx_has(i, "param") || coal_ptx_has(i, "local") || coal_ptx_has(i, "const");
}

static coal_value address_of(coal_asm *a, const coal_ptx_statement *i, size_t operand) {
  coal_value v = coal_asm_read(a, i->operand[operand].text.text);
  if (v.kind == COAL_VALUE_UNKNOWN && v.reason == COAL_REASON_UNSUPPORTED) return v;
  if (v.kind != COAL_VALUE_POINTER) return coal_value_unknown(true, COAL_REASON_ASM, "address in inline PTX");
  return coal_machine_offset(a->m, v, coal_value_int(a->m->t, i->operand[operand].offset_bytes));
}

static void record(coal_asm *a, const coal_ptx_statement *i, size_t operand, coal_mem_op op, int64_t bytes) {
  const coal_type *type = coal_word_type(bytes);
  if (type) coal_record_access(a->m, a->e, a->e->range, address_of(a, i, operand), op, type);
}

static size_t find_address(const coal_ptx_statement *i, size_t from) {
  while (from < i->n && !i->operand[from].is_address) from++;
  return from;
}

static bool matrix(coal_asm *a, const coal_ptx_statement *i) {
  const char *o = i->opcode.text;
  bool is_load = starts(o, "ldmatrix");
  if (!is_load && !starts(o, "stmatrix")) return false;
  size_t at = find_address(i, 0);
  if (at == i->n) return true;
  coal_mem_op one = is_load ? COAL_MEM_LDMATRIX1 : COAL_MEM_STMATRIX1;
  record(a, i, at, coal_ptx_has(i, "x4") ? one + 2 : coal_ptx_has(i, "x2") ? one + 1 : one, 16);
  for (size_t k = 0; is_load && k < at; k++)
    coal_asm_write_unknown(a, i->operand[k].text.text, true, COAL_REASON_INDIRECT);
  return true;
}

static bool async_copy(coal_asm *a, const coal_ptx_statement *i) {
  if (!starts(i->opcode.text, "cp.async.ca.shared") && !starts(i->opcode.text, "cp.async.cg.shared")) return false;
  int64_t bytes;
  if (i->n < 3 || !i->operand[1].is_address || !coal_value_constant(coal_asm_read(a, i->operand[2].text.text), &bytes))
    return true;
  uint32_t active = a->m->active;
  if (i->n > 3) { /* lanes that copy 0 bytes write zeros and load nothing */
    coal_value count = coal_asm_read(a, i->operand[3].text.text);
    if (count.kind == COAL_VALUE_INT) a->m->active &= ~coal_value_truth(a->m->t, count).no;
  }
  if (a->m->active) record(a, i, 1, COAL_MEM_LOAD, bytes);
  a->m->active = active;
  record(a, i, 0, COAL_MEM_STORE, bytes);
  return true;
}

static bool memory(coal_asm *a, const coal_ptx_statement *i) {
  const char *o = i->opcode.text;
  bool is_load = starts(o, "ld."), is_store = starts(o, "st."), is_atomic = starts(o, "atom.") || starts(o, "red.");
  if (!is_load && !is_store && !is_atomic) return false;
  if (is_elsewhere(i)) return false;
  size_t at = find_address(i, 0);
  if (at == i->n) return true;
  record(a, i, at, is_load ? COAL_MEM_LOAD : is_store ? COAL_MEM_STORE : COAL_MEM_ATOMIC, access_bytes(i));
  bool is_varying = coal_value_is_varying(a->m->t, coal_asm_read(a, i->operand[at].text.text));
  for (size_t k = 0; !is_store && k < at; k++)
    coal_asm_write_unknown(a, i->operand[k].text.text, is_varying || is_atomic, COAL_REASON_INDIRECT);
  return true;
}

static bool moves(coal_asm *a, const coal_ptx_statement *i) {
  const char *o = i->opcode.text;
  if (i->n != 2) return false;
  if (!starts(o, "mov.") && !starts(o, "cvta") && strcmp(o, "cvt.u32.u64") && strcmp(o, "cvt.u64.u32")) return false;
  static const coal_type u32 = {.kind = COAL_TYPE_INT, .size_bytes = 4, .align_bytes = 4};
  bool is_known = true;
  coal_value v = coal_asm_read(a, i->operand[1].text.text);
  if (i->operand[1].text.text[0] == '%' && !isdigit((unsigned char)i->operand[1].text.text[1]))
    special(a, i->operand[1].text.text, &is_known);
  if (starts(o, "cvt.") && v.kind == COAL_VALUE_INT) v = coal_value_cast(a->m->t, &u32, NULL, v);
  if (is_known)
    coal_asm_write(a, i->operand[0].text.text, v);
  else
    coal_asm_write_unknown(a, i->operand[0].text.text, true, COAL_REASON_ASM);
  return true;
}

static const coal_type *word_type(bool is_signed, bool is_wide) {
  static const coal_type types[2][2] = {
      {{.kind = COAL_TYPE_INT, .size_bytes = 4, .align_bytes = 4},
       {.kind = COAL_TYPE_INT, .size_bytes = 8, .align_bytes = 8}},
      {{.kind = COAL_TYPE_INT, .is_signed = true, .size_bytes = 4, .align_bytes = 4},
       {.kind = COAL_TYPE_INT, .is_signed = true, .size_bytes = 8, .align_bytes = 8}}};
  return &types[is_signed][is_wide];
}

/* The integer type at the end of "add.s32"; NULL for others. */
static const coal_type *integer_type(const coal_ptx_statement *i) {
  coal_ptx_type type;
  if (!last_type(i, &type) || !strchr("usb", type.letter) || (type.bits != 32 && type.bits != 64)) return NULL;
  return word_type(type.letter == 's', type.bits == 64);
}

coal_value coal_asm_number(coal_asm *a, const coal_ptx_statement *i, size_t k, const coal_type *type) {
  coal_value v = k < i->n && !i->operand[k].is_address ? coal_asm_read(a, i->operand[k].text.text)
                                                       : coal_value_unknown(true, COAL_REASON_ASM, NULL);
  return v.kind == COAL_VALUE_INT ? coal_value_cast(a->m->t, type, NULL, v) : v;
}

/* add and sub of an address and a number. */
static bool moves_address(coal_asm *a, const coal_ptx_statement *i, coal_op op, const coal_type *type) {
  coal_value x = coal_asm_number(a, i, 1, type), y = coal_asm_number(a, i, 2, type);
  if (op == COAL_OP_ADD && y.kind == COAL_VALUE_POINTER) {
    coal_value swap = x;
    x = y;
    y = swap;
  }
  if (x.kind != COAL_VALUE_POINTER || y.kind != COAL_VALUE_INT) return false;
  y = coal_value_cast(a->m->t, word_type(true, type->size_bytes == 8), NULL, y); /* 4294967292 is −4 */
  if (op == COAL_OP_SUB) y = coal_value_unary(a->m->t, COAL_OP_NEG, word_type(true, true), y);
  coal_asm_write(a, i->operand[0].text.text, coal_machine_offset(a->m, x, y));
  return true;
}

static coal_op operation(const char *opcode) {
  static const struct {
    const char *name;
    coal_op op;
  } table[] = {{"add.", COAL_OP_ADD}, {"sub.", COAL_OP_SUB}, {"mul.lo.", COAL_OP_MUL}, {"mul.wide.", COAL_OP_MUL},
               {"and.", COAL_OP_AND}, {"or.", COAL_OP_OR},   {"xor.", COAL_OP_XOR},    {"shl.", COAL_OP_SHL},
               {"shr.", COAL_OP_SHR}, {"div.", COAL_OP_DIV}, {"rem.", COAL_OP_REM}};
  for (size_t k = 0; k < sizeof table / sizeof *table; k++)
    if (starts(opcode, table[k].name) && strchr(opcode + strlen(table[k].name), '.') == NULL) return table[k].op;
  return COAL_OP_NONE;
}

static coal_value extract(coal_asm *a, const coal_type *type, coal_value x, coal_value at, coal_value count) {
  int64_t first, n;
  if (type->is_signed || !coal_value_constant(at, &first) || !coal_value_constant(count, &n) || first < 0 ||
      first > 31 || n < 1 || n > 31)
    return coal_value_unknown(true, COAL_REASON_ASM, NULL);
  x = coal_value_int_op(a->m->t, COAL_OP_SHR, type, x, at);
  return coal_value_int_op(a->m->t, COAL_OP_AND, type, x, coal_value_int(a->m->t, (INT64_C(1) << n) - 1));
}

/* The result of an instruction on the numbers x, y, z; unknown where it is not implemented. */
static coal_value compute(coal_asm *a, const coal_ptx_statement *i, const coal_type *type, const coal_value x[3]) {
  coal_symbols *t = a->m->t;
  const char *o = i->opcode.text;
  size_t n = i->n - 1;
  const coal_type *result = coal_ptx_has(i, "wide") ? word_type(type->is_signed, true) : type;
  coal_op op = operation(starts(o, "mad.lo.")     ? "mul.lo.u32"
                         : starts(o, "mad.wide.") ? "mul.wide.u32"
                         : starts(o, "not.")      ? "xor.b32"
                         : starts(o, "neg.")      ? "sub.s32"
                                                  : o);
  bool is_shift = op == COAL_OP_SHL || op == COAL_OP_SHR;
  int64_t by;
  if (is_shift && (!coal_value_constant(x[1], &by) || by < 0 || by >= (int64_t)type->size_bytes * 8)) op = COAL_OP_NONE;
  if ((op == COAL_OP_DIV || op == COAL_OP_REM) && (!coal_value_constant(x[1], &by) || by <= 0)) op = COAL_OP_NONE;
  if (starts(o, "not.") && n == 1) return coal_value_unary(t, COAL_OP_BITNOT, type, x[0]);
  if (starts(o, "neg.") && n == 1) return coal_value_unary(t, COAL_OP_NEG, type, x[0]);
  if (starts(o, "mad.") && op && n == 3)
    return coal_value_int_op(t, COAL_OP_ADD, result, coal_value_int_op(t, op, result, x[0], x[1]), x[2]);
  if ((starts(o, "min.") || starts(o, "max.")) && n == 2)
    return coal_value_min_max(t, starts(o, "min."), type, x[0], x[1]);
  if (starts(o, "bfe.") && n == 3) return extract(a, type, x[0], x[1], x[2]);
  return op && n == 2 ? coal_value_int_op(t, op, result, x[0], x[1]) : coal_value_unknown(true, COAL_REASON_ASM, NULL);
}

static bool arithmetic(coal_asm *a, const coal_ptx_statement *i) {
  const char *o = i->opcode.text;
  const coal_type *type = integer_type(i);
  if (!type || i->n < 2 || i->n > 4 || (coal_ptx_has(i, "wide") && type->size_bytes != 4)) return false;
  coal_op op = operation(o);
  if (i->n == 3 && (op == COAL_OP_ADD || op == COAL_OP_SUB) && moves_address(a, i, op, type)) return true;
  coal_value x[3];
  for (size_t k = 1; k < i->n; k++) {
    bool is_wide = k == 3 && coal_ptx_has(i, "wide"),
         counts = (k > 1 && starts(o, "bfe.")) || (k == 2 && (op == COAL_OP_SHL || op == COAL_OP_SHR));
    x[k - 1] = coal_asm_number(a, i, k,
                               is_wide  ? word_type(type->is_signed, true)
                               : counts ? word_type(false, false)
                                        : type);
    if (x[k - 1].kind != COAL_VALUE_INT) return false;
  }
  coal_value v = compute(a, i, type, x);
  if (v.kind != COAL_VALUE_INT) return false;
  coal_asm_write(a, i->operand[0].text.text, v);
  return true;
}

/* setp.lt.s32 p, x, y; and selp.b32 d, x, y, p; */
static bool selects(coal_asm *a, const coal_ptx_statement *i) {
  static const char *const names[] = {"setp.eq.", "setp.ne.", "setp.lt.", "setp.le.", "setp.gt.", "setp.ge."};
  static const coal_op ops[] = {COAL_OP_EQ, COAL_OP_NE, COAL_OP_LT, COAL_OP_LE, COAL_OP_GT, COAL_OP_GE};
  const char *o = i->opcode.text;
  const coal_type *type = integer_type(i);
  if (!type) return false;
  coal_value x = coal_asm_number(a, i, 1, type), y = coal_asm_number(a, i, 2, type);
  if (x.kind != COAL_VALUE_INT || y.kind != COAL_VALUE_INT) return false;
  for (size_t k = 0; k < 6; k++)
    if (i->n == 3 && starts(o, names[k]) && strchr(o + strlen(names[k]), '.') == NULL) {
      coal_asm_write(a, i->operand[0].text.text, coal_value_int_op(a->m->t, ops[k], type, x, y));
      return true;
    }
  if (i->n != 4 || !starts(o, "selp.")) return false;
  coal_truth truth = coal_value_truth(a->m->t, coal_asm_read(a, i->operand[3].text.text));
  if (a->m->active & ~(truth.yes | truth.no)) return false;
  coal_asm_write(a, i->operand[0].text.text, coal_value_blend(a->m->t, type, truth.yes, x, y));
  return true;
}

/* Not implemented: the registers that it names may hold anything. */
static void forget(coal_asm *a, const coal_ptx_statement *i) {
  size_t index;
  for (size_t k = 0; k < i->n; k++) {
    const char *text = i->operand[k].text.text;
    bool is_output = operand_index(a, text, &index) && index < a->e->n_outputs;
    if (!i->operand[k].is_address && (is_output || find_name(a, text)))
      coal_asm_write_unknown(a, text, true, COAL_REASON_ASM);
  }
}

static void carry_out(coal_asm *a, const coal_ptx_statement *i) {
  coal_machine *m = a->m;
  uint32_t active = m->active;
  coal_truth truth = {UINT32_MAX, 0};
  if (i->guard.text[0]) truth = coal_value_truth(m->t, coal_asm_read(a, i->guard.text));
  if (i->guard.text[0] && i->is_guard_negated) truth = (coal_truth){truth.no, truth.yes};
  uint32_t maybe = active & ~(truth.yes | truth.no);
  a->is_partial = (active & ~truth.yes) != 0;
  a->is_maybe = maybe != 0;
  a->runs = active & truth.yes;
  m->active = active & ~truth.no;
  m->unknown_depth += maybe != 0;
  if (m->active && !matrix(a, i) && !async_copy(a, i) && !coal_asm_bulk_copy(a, i) && !memory(a, i) && !moves(a, i) &&
      !selects(a, i) && !arithmetic(a, i) && !coal_asm_exchange(a, i) && !coal_asm_bits(a, i))
    forget(a, i);
  m->unknown_depth -= maybe != 0;
  m->active = active;
  a->is_partial = false;
}

static bool has_jump(const char *text) {
  coal_ptx_statement i;
  bool jumps = false;
  for (const char *p = text; (p = coal_ptx_next(p, &i)) && !jumps;) jumps = coal_ptx_jumps(&i);
  return jumps;
}

size_t coal_asm_accesses(const char *text, coal_mem_op op[COAL_ASM_ACCESSES_MAX]) {
  coal_ptx_statement i;
  size_t n = 0;
  for (const char *p = text ? text : ""; (p = coal_ptx_next(p, &i)) && !i.is_cut && n + 2 <= COAL_ASM_ACCESSES_MAX;) {
    const char *o = i.opcode.text;
    bool is_copy = starts(o, "cp.async.ca.shared") || starts(o, "cp.async.cg.shared");
    bool is_plain = !is_elsewhere(&i);
    if (find_address(&i, 0) == i.n) continue;
    if (is_copy || starts(o, "ldmatrix") || (starts(o, "ld.") && is_plain)) op[n++] = COAL_MEM_LOAD;
    if (is_copy || starts(o, "stmatrix") || (starts(o, "st.") && is_plain)) op[n++] = COAL_MEM_STORE;
    if (starts(o, "atom.") || starts(o, "red.")) op[n++] = COAL_MEM_ATOMIC;
  }
  return n;
}

void coal_eval_ptx(coal_machine *m, const coal_expr *e) {
  coal_asm a = {.m = m, .e = e};
  for (size_t k = e->n_outputs; k < e->n_args && k < COAL_ASM_OPERANDS_MAX; k++)
    if (e->args[k]) a.input[k] = coal_eval(m, e->args[k]);
  for (size_t k = 0; k < e->n_outputs && k < COAL_ASM_OPERANDS_MAX; k++)
    a.input[k] = coal_value_unknown(true, COAL_REASON_ASM, "inline PTX");
  coal_ptx_statement i;
  const char *text = e->u.text && !has_jump(e->u.text) ? e->u.text : "";
  for (const char *p = text; (p = coal_ptx_next(p, &i)) && !i.is_cut;)
    if (i.kind == COAL_PTX_INSTRUCTION) carry_out(&a, &i);
  for (size_t k = 0; k < e->n_outputs && k < COAL_ASM_OPERANDS_MAX; k++) {
    if (a.is_written[k] || !e->args[k]) continue;
    coal_value at = coal_eval_address(m, e->args[k]);
    if (coal_value_is_local(at))
      coal_machine_store(m, e, e->range, at, e->args[k]->type,
                         coal_value_unknown_of(m->t, e->args[k]->type, "asm", true, COAL_REASON_ASM, "inline PTX"));
  }
}
