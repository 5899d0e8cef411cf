/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * Inline PTX, straight-line: each statement becomes instructions of the warp program. Guards (@p) are branches
 * around the statement. An instruction that is not known ends the launch when it is reached; so do jumps and
 * labels.
 */
#include "inline_ptx.h"

#include <ctype.h>
#include <string.h>

bool coal_lower_ptx_type_of(const coal_lower_ptx *x, bool first, coal_ptx_type *out) {
  bool found = false;
  coal_ptx_type t;
  for (size_t k = 1; k < x->at->n_parts; k++) {
    if (!coal_ptx_read_type(x->at->parts[k], &t) || t.bits > 64 || (found && first)) continue;
    *out = t;
    found = true;
  }
  return found;
}

/* ---- operands ------------------------------------------------------------------------------------------ */

static coal_vm_slot *find_register(coal_lower_ptx *x, const char *name) {
  for (size_t k = 0; k < x->n_registers; k++)
    if (!strcmp(x->registers[k].name, name)) return &x->registers[k].slot;
  return NULL;
}

static uint64_t number(const char *text, unsigned width) {
  if (text[0] == '0' && (text[1] == 'f' || text[1] == 'F')) return strtoull(text + 2, NULL, 16);
  if (text[0] == '0' && (text[1] == 'd' || text[1] == 'D')) return strtoull(text + 2, NULL, 16);
  if (strchr(text, '.') && width == 4) {
    float f = strtof(text, NULL);
    uint32_t bits;
    memcpy(&bits, &f, 4);
    return bits;
  }
  return text[0] == '-' ? (uint64_t)strtoll(text, NULL, 0) : strtoull(text, NULL, 0);
}

/** The slot of a register name, $k, %special or number; numbers are `width` bytes wide. False: not understood. */
static bool resolve(coal_lower_ptx *x, const char *text, unsigned width, coal_vm_slot *out) {
  coal_lower_state *s = x->s;
  if (text[0] == '$') {
    unsigned long k = strtoul(text + (text[1] == '{' ? 2 : 1), NULL, 10);
    if (k >= x->n_operands) return false;
    *out = x->operands[k];
    return true;
  }
  if (text[0] == '%') {
    bool wide = strstr(text, "64") || strstr(text, "globaltimer");
    *out = coal_lower_slot(s, wide ? 8 : 4);
    return coal_lower_special(s, text + 1, out->at);
  }
  if (isdigit((unsigned char)text[0]) || text[0] == '-') {
    *out = coal_lower_const_slot(s, width, number(text, width), 0);
    return true;
  }
  coal_vm_slot *r = find_register(x, text);
  if (r) *out = *r;
  return r != NULL;
}

/* The only operand at position k, as a value; NULL: there is none. */
static const coal_ptx_operand *value_at(const coal_lower_ptx *x, size_t k) {
  size_t n;
  const coal_ptx_operand *o = coal_ptx_at(x->at, (unsigned)k, &n);
  return n == 1 && !o->is_address && !o->is_vector && !o->is_negated ? o : NULL;
}

bool coal_lower_ptx_in(coal_lower_ptx *x, size_t k, unsigned width, coal_vm_slot *out) {
  const coal_ptx_operand *o = value_at(x, k);
  if (!o || !resolve(x, o->text.text, width, out)) return false;
  if (out->width == width) return true;
  coal_vm_slot t = coal_lower_slot(x->s, width);
  coal_lower_lanes(x->s, coal_vm_lanes_zext(out->width, width), t.at, out->at, 0, 0);
  *out = t;
  return true;
}

bool coal_lower_ptx_constant(coal_lower_ptx *x, size_t k, uint64_t *out) {
  const coal_ptx_operand *o = value_at(x, k);
  coal_vm_slot slot;
  if (!o) return false;
  if (isdigit((unsigned char)o->text.text[0])) {
    *out = strtoull(o->text.text, NULL, 0);
    return true;
  }
  for (unsigned width = 4; width <= 8; width += 4) {
    if (!coal_lower_ptx_in(x, k, width, &slot)) continue;
    for (size_t i = 0; i < x->s->consts.n; i++)
      if (x->s->consts.items[i].slot.at == slot.at) {
        *out = x->s->consts.items[i].value;
        return true;
      }
  }
  return false;
}

coal_vm_slot coal_lower_ptx_out(coal_lower_ptx *x, size_t k, unsigned width) {
  coal_vm_slot d = {0, 0};
  size_t n;
  const coal_ptx_operand *o = coal_ptx_at(x->at, (unsigned)k, &n);
  bool is_value = o && !o->is_address && !o->is_vector && !o->is_negated;
  if (is_value && (!strcmp(o->text.text, "_") || resolve(x, o->text.text, width, &d)) && d.width == width) return d;
  coal_vm_slot t = coal_lower_slot(x->s, width);
  if (d.width) {
    x->late_to = d;
    x->late_from = t;
  }
  return t;
}

bool coal_lower_ptx_predicate(coal_lower_ptx *x, const char *name, coal_vm_slot *out) {
  coal_vm_slot *r = find_register(x, name);
  if (r) *out = *r;
  return r != NULL;
}

void coal_lower_ptx_finish(coal_lower_ptx *x) {
  if (!x->late_to.width) return;
  coal_lower_lanes(x->s, coal_vm_lanes_zext(x->late_from.width, x->late_to.width), x->late_to.at, x->late_from.at, 0,
                   0);
  x->late_to.width = 0;
}

size_t coal_lower_ptx_vector(coal_lower_ptx *x, size_t k, unsigned width, coal_vm_slot *out, size_t max) {
  size_t n;
  const coal_ptx_operand *o = coal_ptx_at(x->at, (unsigned)k, &n);
  for (size_t i = 0; i < n && i < max; i++)
    if ((n > 1 && !o[i].is_vector) || o[i].is_address || o[i].is_negated || !resolve(x, o[i].text.text, width, &out[i]))
      return 0;
  return n < max ? n : max;
}

bool coal_lower_ptx_address(coal_lower_ptx *x, size_t k, coal_vm_slot *out) {
  size_t n;
  const coal_ptx_operand *o = coal_ptx_at(x->at, (unsigned)k, &n);
  coal_vm_slot a;
  if (n != 1 || !o->is_address || !resolve(x, o->text.text, 8, &a)) return false;
  *out = coal_lower_slot(x->s, 8);
  if (a.width != 8) {
    coal_lower_lanes(x->s, coal_vm_lanes_zext(a.width, 8), out->at, a.at, 0, 0);
    a = *out;
  }
  coal_lower_lanes(x->s, coal_vm_lanes_gep_const(), out->at, a.at, 0, 0)->imm = o->offset_bytes;
  return true;
}

/* ---- statements ---------------------------------------------------------------------------------------- */

/** ".reg .b32 a, b; .reg .pred p<3>;" */
static bool declare_registers(coal_lower_ptx *x) {
  coal_ptx_type t;
  coal_arena *arena = x->s->arena;
  if (x->at->n_parts < 2 || !coal_ptx_read_type(x->at->parts[1], &t)) return false;
  for (size_t i = 0; i < x->at->n; i++) {
    const coal_ptx_operand *o = &x->at->operand[i];
    const char *name = coal_arena_string(arena, o->text.text, strlen(o->text.text));
    uint64_t n = o->register_count ? o->register_count : 1;
    for (uint64_t k = 0; k < n && x->n_registers < COAL_LOWER_PTX_REGISTERS_MAX; k++) {
      coal_lower_ptx_register *r = &x->registers[x->n_registers++];
      r->name = o->register_count ? coal_arena_format(arena, "%s%llu", name, (unsigned long long)k) : name;
      r->slot = coal_lower_slot(x->s, coal_ptx_type_bytes(t));
    }
  }
  return true;
}

/** Guard "@p" or "@!p": a branch whose other way is patched to the statement's end; its place in `*branch`. */
static bool guard(coal_lower_ptx *x, size_t *branch) {
  coal_vm_slot p;
  if (!resolve(x, x->at->guard.text, 1, &p)) return false;
  coal_vm_slot bit = coal_lower_slot(x->s, 1);
  uint32_t zero = coal_lower_const_slot(x->s, p.width, 0, 0).at;
  const unsigned op = x->at->is_guard_negated ? COAL_CMP_EQ : COAL_CMP_NE;
  coal_lower_lanes(x->s, coal_vm_lanes_icmp(op, p.width), bit.at, p.at, zero, 0);
  coal_lower_emit(x->s, COAL_INS_BRANCH)->a = bit.at;
  *branch = x->s->ins.n - 1;
  x->s->ins.items[*branch].imm = (int64_t)x->s->ins.n;
  return true;
}

static bool statement(coal_lower_ptx *x) {
  const bool is_guarded = x->at->guard.text[0];
  size_t branch = 0;
  if (x->at->is_cut) return false;
  if (x->at->kind == COAL_PTX_REGISTERS) return declare_registers(x);
  if (x->at->kind != COAL_PTX_INSTRUCTION || (is_guarded && !guard(x, &branch))) return false;
  bool ok = x->at->n_parts && coal_lower_ptx_emit(x);
  coal_lower_ptx_finish(x);
  if (is_guarded) { /* diverged lanes converge after jumps */
    coal_vm_ins *meet = coal_lower_emit(x->s, COAL_INS_JUMP);
    meet->imm = (int64_t)x->s->ins.n;
    x->s->ins.items[branch].b = (uint32_t)x->s->ins.n;
  }
  return ok;
}

/** Operands in the order of the constraints: outputs, then inputs; "0" ties an input to an output. */
static bool collect_operands(coal_lower_ptx *x, LLVMValueRef i, const char *constraints) {
  coal_lower_state *s = x->s;
  coal_lower_comps results = coal_lower_flatten(s, LLVMTypeOf(i));
  const coal_vm_slot *outputs = results.n ? coal_lower_operand(s, i) : NULL;
  size_t n_out = 0;
  unsigned argument = 0;
  char *copy = coal_arena_string(s->arena, constraints, strlen(constraints));
  for (char *c = strtok(copy, ","); c && x->n_operands < COAL_LOWER_PTX_OPERANDS_MAX; c = strtok(NULL, ",")) {
    if (c[0] == '~') continue;
    if (c[0] == '=') {
      if (strchr(c, '*') || n_out >= results.n) return false;
      x->operands[x->n_operands++] = outputs[n_out++];
      continue;
    }
    LLVMValueRef v = LLVMGetOperand(i, argument++);
    coal_vm_slot a = coal_lower_operand(s, v)[0];
    if (coal_lower_flatten(s, LLVMTypeOf(v)).n != 1) return false;
    x->operands[x->n_operands++] = a;
    if (!isdigit((unsigned char)c[0])) continue;
    unsigned long tied = strtoul(c, NULL, 10);
    if (tied < n_out) coal_lower_lanes(s, coal_vm_lanes_move(a.width), outputs[tied].at, a.at, 0, 0);
  }
  return true;
}

void coal_lower_asm(coal_lower_state *s, LLVMValueRef i, const char *text, const char *constraints) {
  coal_lower_ptx x = {.s = s};
  coal_ptx_statement at;
  const char *unknown = collect_operands(&x, i, constraints) ? NULL : text;
  x.at = &at;
  for (const char *rest = text; !unknown && (rest = coal_ptx_next(rest, &at));)
    if (!statement(&x)) unknown = coal_arena_string(s->arena, at.text, at.n_text);
  if (!unknown) return;
  coal_lower_emit(s, COAL_INS_UNSUPPORTED)->aux =
      coal_arena_format(s->arena, "inline PTX that is not carried out here: %s", unknown);
}
