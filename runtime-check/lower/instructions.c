/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "state.h"

#include <string.h>

static coal_lower_comp comp_of(coal_lower_state *s, LLVMTypeRef t) {
  coal_lower_comps c = coal_lower_flatten(s, t);
  return c.n ? c.items[0] : (coal_lower_comp){.kind = COAL_COMP_INT, .bits = 32, .width = 4};
}

static bool is_odd(coal_lower_comp c) { return c.kind == COAL_COMP_INT && c.bits != c.width * 8; }

/** Odd widths (i1, i33) are kept zero-extended: clears the bits that an operation left above them. */
static void wrap(coal_lower_state *s, coal_lower_comp c, uint32_t slot) {
  if (!is_odd(c)) return;
  coal_lower_lanes(s, coal_vm_lanes_mask(c.width), slot, slot, 0, 0)->imm = (int64_t)((UINT64_C(1) << c.bits) - 1);
}

/** The operand as a signed value in its storage width. */
static uint32_t as_signed(coal_lower_state *s, coal_lower_comp c, uint32_t slot) {
  if (!is_odd(c)) return slot;
  coal_vm_slot t = coal_lower_slot(s, c.width);
  coal_lower_lanes(s, coal_vm_lanes_sext(c.width, c.width), t.at, slot, 0, 0)->imm = c.bits;
  return t.at;
}

static coal_vm_int_op int_op(LLVMOpcode op) {
  switch (op) {
    case LLVMAdd: return COAL_INT_ADD;
    case LLVMSub: return COAL_INT_SUB;
    case LLVMMul: return COAL_INT_MUL;
    case LLVMUDiv: return COAL_INT_UDIV;
    case LLVMSDiv: return COAL_INT_SDIV;
    case LLVMURem: return COAL_INT_UREM;
    case LLVMSRem: return COAL_INT_SREM;
    case LLVMShl: return COAL_INT_SHL;
    case LLVMLShr: return COAL_INT_LSHR;
    case LLVMAShr: return COAL_INT_ASHR;
    case LLVMAnd: return COAL_INT_AND;
    case LLVMOr: return COAL_INT_OR;
    default: return COAL_INT_XOR;
  }
}

static void binary_int(coal_lower_state *s, LLVMValueRef i, LLVMOpcode op) {
  const coal_vm_slot *d = coal_lower_operand(s, i);
  const coal_vm_slot *a = coal_lower_operand(s, LLVMGetOperand(i, 0)), *b = coal_lower_operand(s, LLVMGetOperand(i, 1));
  coal_lower_comps comps = coal_lower_flatten(s, LLVMTypeOf(i));
  bool is_vector = LLVMGetTypeKind(LLVMTypeOf(i)) == LLVMVectorTypeKind;
  bool bitwise = op == LLVMAnd || op == LLVMOr || op == LLVMXor;
  if (!is_vector && comps.n > 1 && !bitwise) {
    coal_lower_unsupported(s, "arithmetic on 128-bit integers");
    return;
  }
  bool is_signed = op == LLVMSDiv || op == LLVMSRem || op == LLVMAShr;
  for (size_t k = 0; k < comps.n; k++) {
    coal_lower_comp c = comps.items[k];
    uint32_t x = is_signed ? as_signed(s, c, a[k].at) : a[k].at;
    uint32_t y = is_signed && op != LLVMAShr ? as_signed(s, c, b[k].at) : b[k].at;
    coal_lower_lanes(s, coal_vm_lanes_int(int_op(op), c.width), d[k].at, x, y, 0);
    if (!bitwise) wrap(s, c, d[k].at);
  }
}

static void binary_float(coal_lower_state *s, LLVMValueRef i, LLVMOpcode op) {
  static const coal_vm_float_op ops[] = {[LLVMFAdd] = COAL_FP_ADD, [LLVMFSub] = COAL_FP_SUB, [LLVMFMul] = COAL_FP_MUL,
                                         [LLVMFDiv] = COAL_FP_DIV, [LLVMFRem] = COAL_FP_REM, [LLVMFNeg] = COAL_FP_NEG};
  const coal_vm_slot *d = coal_lower_operand(s, i);
  const coal_vm_slot *a = coal_lower_operand(s, LLVMGetOperand(i, 0));
  const coal_vm_slot *b = op == LLVMFNeg ? a : coal_lower_operand(s, LLVMGetOperand(i, 1));
  coal_lower_comps comps = coal_lower_flatten(s, LLVMTypeOf(i));
  for (size_t k = 0; k < comps.n; k++)
    coal_lower_lanes(s, coal_vm_lanes_float(ops[op], comps.items[k].kind), d[k].at, a[k].at, b[k].at, 0);
}

static void compare(coal_lower_state *s, LLVMValueRef i, bool is_float) {
  const coal_vm_slot *d = coal_lower_operand(s, i);
  const coal_vm_slot *a = coal_lower_operand(s, LLVMGetOperand(i, 0)), *b = coal_lower_operand(s, LLVMGetOperand(i, 1));
  coal_lower_comps comps = coal_lower_flatten(s, LLVMTypeOf(LLVMGetOperand(i, 0)));
  size_t n = coal_lower_flatten(s, LLVMTypeOf(i)).n;
  if (comps.n != n) coal_lower_unsupported(s, "arithmetic on 128-bit integers");
  for (size_t k = 0; k < n && k < comps.n; k++) {
    coal_lower_comp c = comps.items[k];
    if (is_float) {
      coal_lower_lanes(s, coal_vm_lanes_fcmp(c.kind), d[k].at, a[k].at, b[k].at, 0)->imm = LLVMGetFCmpPredicate(i);
      continue;
    }
    unsigned p = LLVMGetICmpPredicate(i);
    bool is_signed = p >= COAL_CMP_SGT;
    uint32_t x = is_signed ? as_signed(s, c, a[k].at) : a[k].at, y = is_signed ? as_signed(s, c, b[k].at) : b[k].at;
    coal_lower_lanes(s, coal_vm_lanes_icmp(p, c.width), d[k].at, x, y, 0);
  }
}

static coal_vm_lane_fn *cast_fn(LLVMOpcode op, coal_lower_comp from, coal_lower_comp to) {
  switch (op) {
    case LLVMSExt: return coal_vm_lanes_sext(from.width, to.width);
    case LLVMUIToFP: return coal_vm_lanes_to_float(from.width, false, to.kind);
    case LLVMSIToFP: return coal_vm_lanes_to_float(from.width, true, to.kind);
    case LLVMFPToUI: return coal_vm_lanes_from_float(from.kind, to.width, false);
    case LLVMFPToSI: return coal_vm_lanes_from_float(from.kind, to.width, true);
    case LLVMFPTrunc:
    case LLVMFPExt: return coal_vm_lanes_fpcast(from.kind, to.kind);
    default: return coal_vm_lanes_zext(from.width, to.width); /* trunc, zext, pointers */
  }
}

/** 128-bit integers: only extension and truncation. */
static void cast_wide(coal_lower_state *s, const coal_vm_slot *d, const coal_vm_slot *a, coal_lower_comps from,
                      coal_lower_comps to, LLVMOpcode op) {
  if (op == LLVMTrunc && to.n == 1) {
    coal_lower_lanes(s, coal_vm_lanes_zext(8, to.items[0].width), d[0].at, a[0].at, 0, 0);
    wrap(s, to.items[0], d[0].at);
    return;
  }
  if ((op == LLVMZExt || op == LLVMSExt) && from.n == 1) {
    coal_vm_lane_fn *fn =
        op == LLVMZExt ? coal_vm_lanes_zext(from.items[0].width, 8) : coal_vm_lanes_sext(from.items[0].width, 8);
    coal_lower_lanes(s, fn, d[0].at, a[0].at, 0, 0)->imm = from.items[0].bits;
    uint32_t top = coal_lower_const_slot(s, 8, 63, 0).at;
    if (op == LLVMSExt)
      coal_lower_lanes(s, coal_vm_lanes_int(COAL_INT_ASHR, 8), d[1].at, d[0].at, top, 0);
    else
      coal_lower_lanes(s, coal_vm_lanes_move(8), d[1].at, coal_lower_const_slot(s, 8, 0, 0).at, 0, 0);
    return;
  }
  coal_lower_unsupported(s, "arithmetic on 128-bit integers");
}

static void cast(coal_lower_state *s, LLVMValueRef i, LLVMOpcode op) {
  LLVMValueRef operand = LLVMGetOperand(i, 0);
  const coal_vm_slot *d = coal_lower_operand(s, i), *a = coal_lower_operand(s, operand);
  coal_lower_comps from = coal_lower_flatten(s, LLVMTypeOf(operand)), to = coal_lower_flatten(s, LLVMTypeOf(i));
  if (from.n != to.n) {
    cast_wide(s, d, a, from, to, op);
    return;
  }
  for (size_t k = 0; k < to.n; k++) {
    uint32_t x = op == LLVMSIToFP ? as_signed(s, from.items[k], a[k].at) : a[k].at;
    coal_vm_ins *ins = coal_lower_lanes(s, cast_fn(op, from.items[k], to.items[k]), d[k].at, x, 0, 0);
    if (op == LLVMSExt) ins->imm = from.items[k].bits;
    if (op == LLVMTrunc || op == LLVMSExt || op == LLVMFPToUI || op == LLVMFPToSI) wrap(s, to.items[k], d[k].at);
  }
}

/** The same bytes as components of another type. */
static void bitcast(coal_lower_state *s, LLVMValueRef i) {
  LLVMValueRef operand = LLVMGetOperand(i, 0);
  const coal_vm_slot *d = coal_lower_operand(s, i), *a = coal_lower_operand(s, operand);
  coal_lower_comps from = coal_lower_flatten(s, LLVMTypeOf(operand)), to = coal_lower_flatten(s, LLVMTypeOf(i));
  if (from.n == 1 && to.n == 1) {
    coal_lower_lanes(s, coal_vm_lanes_zext(from.items[0].width, to.items[0].width), d[0].at, a[0].at, 0, 0);
    return;
  }
  for (size_t k = 0; k < from.n; k++)
    if (is_odd(from.items[k])) coal_lower_unsupported(s, "a bit cast of i%u", from.items[k].bits);
  for (size_t k = 0; k < to.n; k++)
    if (is_odd(to.items[k])) coal_lower_unsupported(s, "a bit cast to i%u", to.items[k].bits);
  coal_vm_repack *r = COAL_ARENA_NEW(s->arena, coal_vm_repack);
  r->from = a;
  r->n_from = from.n;
  r->to = d;
  r->n_to = to.n;
  coal_lower_lanes(s, coal_vm_lanes_repack(), 0, 0, 0, 0)->aux = r;
}

static void address(coal_lower_state *s, LLVMValueRef i) {
  uint32_t d = coal_lower_operand(s, i)[0].at, at = coal_lower_operand(s, LLVMGetOperand(i, 0))[0].at;
  LLVMTypeRef t = LLVMGetGEPSourceElementType(i);
  if (LLVMGetTypeKind(LLVMTypeOf(i)) == LLVMVectorTypeKind) coal_lower_unsupported(s, "vectors of pointers");
  int64_t constant = 0;
  bool any = false;
  for (unsigned k = 1; k < (unsigned)LLVMGetNumOperands(i); k++) {
    LLVMValueRef index = LLVMGetOperand(i, k);
    bool is_struct = k > 1 && LLVMGetTypeKind(t) == LLVMStructTypeKind;
    if (is_struct) {
      unsigned field = (unsigned)LLVMConstIntGetZExtValue(index);
      constant += (int64_t)LLVMOffsetOfElement(s->layout, t, field);
      t = LLVMStructGetTypeAtIndex(t, field);
      continue;
    }
    if (k > 1) t = LLVMGetElementType(t);
    int64_t scale = (int64_t)LLVMABISizeOfType(s->layout, t);
    if (LLVMIsAConstantInt(index)) {
      constant += scale * LLVMConstIntGetSExtValue(index);
      continue;
    }
    coal_lower_comp c = comp_of(s, LLVMTypeOf(index));
    uint32_t b = as_signed(s, c, coal_lower_operand(s, index)[0].at);
    coal_lower_lanes(s, coal_vm_lanes_gep(c.width), d, at, b, 0)->imm = scale;
    at = d;
    any = true;
  }
  if (constant || !any) coal_lower_lanes(s, coal_vm_lanes_gep_const(), d, at, 0, 0)->imm = constant;
}

/* ---- memory -------------------------------------------------------------------------------------------- */

void coal_lower_access(coal_lower_state *s, bool is_store, LLVMTypeRef type, uint32_t pointer,
                       const coal_vm_slot *slots, unsigned align, LLVMValueRef i) {
  coal_lower_comps comps = coal_lower_flatten(s, type);
  coal_vm_grouped *g = coal_alloc((comps.n + 1) * sizeof *g);
  uint64_t *known = i ? coal_lower_map_find(&s->grouped, i) : NULL;
  coal_lower_group(comps.items, comps.n, align, g);
  if (known)
    for (size_t k = 0; k < comps.n; k++)
      if (((const coal_vm_grouped *)(uintptr_t)*known)[k].request_bytes)
        g[k] = ((const coal_vm_grouped *)(uintptr_t)*known)[k];
  for (size_t k = 0; k < comps.n; k++) {
    uint32_t at = pointer;
    if (comps.items[k].offset_bytes) {
      at = coal_lower_slot(s, 8).at;
      coal_lower_lanes(s, coal_vm_lanes_gep_const(), at, pointer, 0, 0)->imm = comps.items[k].offset_bytes;
    }
    uint32_t site = coal_lower_site(s, is_store ? COAL_MEM_STORE : COAL_MEM_LOAD, g[k].request_bytes);
    coal_vm_ins *ins = coal_lower_emit(s, is_store ? COAL_INS_STORE : COAL_INS_LOAD);
    ins->a = at;
    if (is_store)
      ins->b = slots[k].at;
    else
      ins->dst = slots[k].at;
    ins->width = (uint8_t)comps.items[k].width;
    ins->site = site;
    ins->request_bytes = g[k].request_bytes;
    ins->is_part = g[k].is_part;
    ins->imm = g[k].delta_bytes;
    ins->is_volatile = i && (LLVMIsALoadInst(i) || LLVMIsAStoreInst(i)) &&
                       (LLVMGetVolatile(i) || LLVMGetOrdering(i) != LLVMAtomicOrderingNotAtomic);
    ins->c = comps.items[k].kind == COAL_COMP_INT       ? 0
             : comps.items[k].kind == COAL_COMP_POINTER ? 2
                                                        : 1; /* coal_vm_element */
  }
  free(g);
}

/** threadIdx and its like as variables (embedded headers): a load of their field is a special register. */
static bool load_of_builtin(coal_lower_state *s, LLVMValueRef i) {
  static const char *const names[] = {"threadIdx", "blockIdx", "blockDim", "gridDim"};
  LLVMValueRef p = LLVMGetOperand(i, 0);
  int64_t offset = 0;
  while (LLVMIsAGetElementPtrInst(p) || LLVMIsAConstantExpr(p)) {
    LLVMOpcode op = LLVMIsAConstantExpr(p) ? LLVMGetConstOpcode(p) : LLVMGetElementPtr;
    if (op == LLVMGetElementPtr) {
      LLVMTypeRef t = LLVMGetGEPSourceElementType(p);
      for (unsigned k = 1; k < (unsigned)LLVMGetNumOperands(p); k++) {
        LLVMValueRef index = LLVMGetOperand(p, k);
        if (!LLVMIsAConstantInt(index)) return false;
        int64_t n = LLVMConstIntGetSExtValue(index);
        bool is_struct = k > 1 && LLVMGetTypeKind(t) == LLVMStructTypeKind;
        offset += is_struct ? (int64_t)LLVMOffsetOfElement(s->layout, t, (unsigned)n)
                            : n * (int64_t)LLVMABISizeOfType(s->layout, t);
        if (is_struct) t = LLVMStructGetTypeAtIndex(t, (unsigned)n);
      }
    } else if (op != LLVMAddrSpaceCast && op != LLVMBitCast) {
      return false;
    }
    p = LLVMGetOperand(p, 0);
  }
  if (!LLVMIsAGlobalVariable(p)) return false;
  size_t n;
  const char *name = LLVMGetValueName2(p, &n);
  coal_lower_comps comps = coal_lower_flatten(s, LLVMTypeOf(i));
  for (unsigned k = 0; k < 4; k++) {
    if (strcmp(name, names[k])) continue;
    const coal_vm_slot *d = coal_lower_operand(s, i);
    for (size_t c = 0; c < comps.n; c++) {
      coal_vm_ins *ins = coal_lower_emit(s, COAL_INS_SPECIAL);
      ins->dst = d[c].at;
      ins->imm = COAL_SR_TID_X + 3 * k + (offset + comps.items[c].offset_bytes) / 4;
    }
    return true;
  }
  return false;
}

static void memory(coal_lower_state *s, LLVMValueRef i, bool is_store) {
  if (!is_store && load_of_builtin(s, i)) return;
  LLVMValueRef value = is_store ? LLVMGetOperand(i, 0) : i;
  uint32_t pointer = coal_lower_operand(s, LLVMGetOperand(i, is_store ? 1 : 0))[0].at;
  coal_lower_access(s, is_store, LLVMTypeOf(value), pointer, coal_lower_operand(s, value), LLVMGetAlignment(i), i);
}

void coal_lower_atomic(coal_lower_state *s, coal_vm_rmw op, uint32_t dst, uint32_t pointer, coal_vm_slot value,
                       bool is_plus_one) {
  uint32_t site = coal_lower_site(s, is_plus_one ? COAL_MEM_ATOMIC_INC : COAL_MEM_ATOMIC, value.width);
  coal_vm_ins *ins = coal_lower_emit(s, COAL_INS_ATOMIC);
  ins->dst = dst;
  ins->a = pointer;
  ins->b = value.at;
  ins->imm = op;
  ins->width = ins->request_bytes = value.width;
  ins->site = site;
}

static void atomic(coal_lower_state *s, LLVMValueRef i) {
  static const coal_vm_rmw ops[] = {
      [LLVMAtomicRMWBinOpXchg] = COAL_RMW_XCHG,   [LLVMAtomicRMWBinOpAdd] = COAL_RMW_ADD,
      [LLVMAtomicRMWBinOpSub] = COAL_RMW_SUB,     [LLVMAtomicRMWBinOpAnd] = COAL_RMW_AND,
      [LLVMAtomicRMWBinOpNand] = COAL_RMW_NAND,   [LLVMAtomicRMWBinOpOr] = COAL_RMW_OR,
      [LLVMAtomicRMWBinOpXor] = COAL_RMW_XOR,     [LLVMAtomicRMWBinOpMax] = COAL_RMW_MAX,
      [LLVMAtomicRMWBinOpMin] = COAL_RMW_MIN,     [LLVMAtomicRMWBinOpUMax] = COAL_RMW_UMAX,
      [LLVMAtomicRMWBinOpUMin] = COAL_RMW_UMIN,   [LLVMAtomicRMWBinOpFAdd] = COAL_RMW_FADD,
      [LLVMAtomicRMWBinOpFSub] = COAL_RMW_FSUB,   [LLVMAtomicRMWBinOpFMax] = COAL_RMW_FMAX,
      [LLVMAtomicRMWBinOpFMin] = COAL_RMW_FMIN,   [LLVMAtomicRMWBinOpUIncWrap] = COAL_RMW_INC,
      [LLVMAtomicRMWBinOpUDecWrap] = COAL_RMW_DEC};
  LLVMAtomicRMWBinOp op = LLVMGetAtomicRMWBinOp(i);
  LLVMValueRef value = LLVMGetOperand(i, 1);
  coal_lower_comps comps = coal_lower_flatten(s, LLVMTypeOf(value));
  coal_vm_rmw rmw = (size_t)op < sizeof ops / sizeof *ops ? ops[op] : COAL_RMW_XCHG;
  if ((size_t)op >= sizeof ops / sizeof *ops)
    coal_lower_unsupported(s, "an atomic operation this machine does not have");
  coal_vm_slot v = coal_lower_operand(s, value)[0];
  if (comps.n == 2) {
    coal_vm_slot packed = coal_lower_slot(s, (unsigned)comps.items[0].width * 2);
    coal_lower_unsupported(s, "packed atomics");
    v = packed;
  }
  if (rmw == COAL_RMW_FADD && comps.items[0].kind == COAL_COMP_HALF) rmw = COAL_RMW_HADD;
  if (rmw == COAL_RMW_FADD && comps.items[0].kind == COAL_COMP_BFLOAT) rmw = COAL_RMW_BADD;
  bool plus_one =
      rmw == COAL_RMW_ADD && !LLVMGetFirstUse(i) && LLVMIsAConstantInt(value) && LLVMConstIntGetZExtValue(value) == 1;
  coal_lower_atomic(s, rmw, coal_lower_operand(s, i)[0].at, coal_lower_operand(s, LLVMGetOperand(i, 0))[0].at, v,
                    plus_one);
}

static void compare_exchange(coal_lower_state *s, LLVMValueRef i) {
  const coal_vm_slot *d = coal_lower_operand(s, i);
  coal_vm_slot compare_with = coal_lower_operand(s, LLVMGetOperand(i, 1))[0];
  uint32_t pointer = coal_lower_operand(s, LLVMGetOperand(i, 0))[0].at,
           value = coal_lower_operand(s, LLVMGetOperand(i, 2))[0].at;
  uint32_t site = coal_lower_site(s, COAL_MEM_ATOMIC, compare_with.width);
  coal_vm_ins *ins = coal_lower_emit(s, COAL_INS_CMPXCHG);
  ins->dst = d[0].at;
  ins->imm = d[1].at;
  ins->a = pointer;
  ins->b = compare_with.at;
  ins->c = value;
  ins->width = ins->request_bytes = compare_with.width;
  ins->site = site;
}

static void local(coal_lower_state *s, LLVMValueRef i) {
  LLVMValueRef count = LLVMGetOperand(i, 0);
  if (!LLVMIsAConstantInt(count)) coal_lower_unsupported(s, "a local array whose size is not constant");
  uint64_t n = LLVMIsAConstantInt(count) ? LLVMConstIntGetZExtValue(count) : 1;
  uint64_t bytes = n * LLVMABISizeOfType(s->layout, LLVMGetAllocatedType(i));
  unsigned align = LLVMGetAlignment(i) ? LLVMGetAlignment(i) : 8;
  s->local_bytes = (s->local_bytes + align - 1) / align * align;
  coal_vm_ins *ins = coal_lower_emit(s, COAL_INS_LOCAL);
  ins->dst = coal_lower_operand(s, i)[0].at;
  coal_vm_ins *again = &s->ins.items[s->ins.n - 1];
  again->imm = s->local_bytes;
  s->local_bytes += (uint32_t)bytes;
}

/* ---- vectors and aggregates: names for slots, no work at run time -------------------------------------------- */

/** First component of the part that the indices name, and how many it has. */
static size_t part(coal_lower_state *s, LLVMTypeRef t, const unsigned *indices, unsigned n, size_t *count) {
  size_t at = 0;
  for (unsigned k = 0; k < n; k++) {
    if (LLVMGetTypeKind(t) == LLVMStructTypeKind) {
      for (unsigned f = 0; f < indices[k]; f++) at += coal_lower_flatten(s, LLVMStructGetTypeAtIndex(t, f)).n;
      t = LLVMStructGetTypeAtIndex(t, indices[k]);
    } else {
      t = LLVMGetElementType(t);
      at += indices[k] * coal_lower_flatten(s, t).n;
    }
  }
  *count = coal_lower_flatten(s, t).n;
  return at;
}

static void insert(coal_lower_state *s, LLVMValueRef i) {
  LLVMValueRef into = LLVMGetOperand(i, 0), value = LLVMGetOperand(i, 1);
  coal_lower_comps comps = coal_lower_flatten(s, LLVMTypeOf(i));
  size_t count, at = part(s, LLVMTypeOf(into), LLVMGetIndices(i), LLVMGetNumIndices(i), &count);
  coal_vm_slot *slots = coal_arena_copy(s->arena, coal_lower_operand(s, into), comps.n * sizeof *slots);
  const coal_vm_slot *v = coal_lower_operand(s, value);
  for (size_t k = 0; k < count; k++) slots[at + k] = v[k];
  coal_lower_alias(s, i, slots);
}

static void insert_element(coal_lower_state *s, LLVMValueRef i) {
  LLVMValueRef vector = LLVMGetOperand(i, 0), index = LLVMGetOperand(i, 2);
  coal_vm_slot value = coal_lower_operand(s, LLVMGetOperand(i, 1))[0];
  coal_lower_comps comps = coal_lower_flatten(s, LLVMTypeOf(i));
  const coal_vm_slot *from = coal_lower_operand(s, vector);
  if (LLVMIsAConstantInt(index)) {
    coal_vm_slot *slots = coal_arena_copy(s->arena, from, comps.n * sizeof *slots);
    if (LLVMConstIntGetZExtValue(index) < comps.n) slots[LLVMConstIntGetZExtValue(index)] = value;
    coal_lower_alias(s, i, slots);
    return;
  }
  const coal_vm_slot *d = coal_lower_operand(s, i);
  coal_vm_slot at = coal_lower_operand(s, index)[0], hit = coal_lower_slot(s, 1);
  for (size_t k = 0; k < comps.n; k++) {
    coal_lower_lanes(s, coal_vm_lanes_icmp(COAL_CMP_EQ, at.width), hit.at, at.at,
                     coal_lower_const_slot(s, at.width, k, 0).at, 0);
    coal_lower_lanes(s, coal_vm_lanes_select(value.width), d[k].at, hit.at, value.at, from[k].at);
  }
}

static void extract_element(coal_lower_state *s, LLVMValueRef i) {
  LLVMValueRef vector = LLVMGetOperand(i, 0), index = LLVMGetOperand(i, 1);
  size_t n = coal_lower_flatten(s, LLVMTypeOf(vector)).n;
  const coal_vm_slot *from = coal_lower_operand(s, vector);
  if (LLVMIsAConstantInt(index)) {
    uint64_t k = LLVMConstIntGetZExtValue(index);
    coal_lower_alias(s, i, from + (k < n ? k : 0));
    return;
  }
  coal_vm_slot d = coal_lower_operand(s, i)[0], at = coal_lower_operand(s, index)[0], hit = coal_lower_slot(s, 1);
  for (size_t k = 0; k < n; k++) {
    coal_lower_lanes(s, coal_vm_lanes_icmp(COAL_CMP_EQ, at.width), hit.at, at.at,
                     coal_lower_const_slot(s, at.width, k, 0).at, 0);
    coal_lower_lanes(s, coal_vm_lanes_select(d.width), d.at, hit.at, from[k].at, d.at);
  }
}

static void shuffle(coal_lower_state *s, LLVMValueRef i) {
  const coal_vm_slot *a = coal_lower_operand(s, LLVMGetOperand(i, 0)), *b = coal_lower_operand(s, LLVMGetOperand(i, 1));
  size_t n = coal_lower_flatten(s, LLVMTypeOf(LLVMGetOperand(i, 0))).n, count = LLVMGetNumMaskElements(i);
  coal_vm_slot *slots = COAL_ARENA_ARRAY(s->arena, coal_vm_slot, count);
  for (unsigned k = 0; k < count; k++) {
    int m = LLVMGetMaskValue(i, k);
    slots[k] = m < 0 ? a[0] : (size_t)m < n ? a[m] : b[(size_t)m - n];
  }
  coal_lower_alias(s, i, slots);
}

static void select_value(coal_lower_state *s, LLVMValueRef i) {
  const coal_vm_slot *d = coal_lower_operand(s, i), *c = coal_lower_operand(s, LLVMGetOperand(i, 0));
  const coal_vm_slot *a = coal_lower_operand(s, LLVMGetOperand(i, 1)), *b = coal_lower_operand(s, LLVMGetOperand(i, 2));
  bool is_vector = LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(i, 0))) == LLVMVectorTypeKind;
  coal_lower_comps comps = coal_lower_flatten(s, LLVMTypeOf(i));
  for (size_t k = 0; k < comps.n; k++)
    coal_lower_lanes(s, coal_vm_lanes_select(comps.items[k].width), d[k].at, c[is_vector ? k : 0].at, a[k].at, b[k].at);
}

void coal_lower_instruction(coal_lower_state *s, LLVMValueRef i) {
  LLVMOpcode op = LLVMGetInstructionOpcode(i);
  s->where = coal_lower_where(s, LLVMInstructionGetDebugLoc(i));
  switch (op) {
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul:
    case LLVMUDiv:
    case LLVMSDiv:
    case LLVMURem:
    case LLVMSRem:
    case LLVMShl:
    case LLVMLShr:
    case LLVMAShr:
    case LLVMAnd:
    case LLVMOr:
    case LLVMXor: binary_int(s, i, op); break;
    case LLVMFAdd:
    case LLVMFSub:
    case LLVMFMul:
    case LLVMFDiv:
    case LLVMFRem:
    case LLVMFNeg: binary_float(s, i, op); break;
    case LLVMICmp: compare(s, i, false); break;
    case LLVMFCmp: compare(s, i, true); break;
    case LLVMTrunc:
    case LLVMZExt:
    case LLVMSExt:
    case LLVMFPToUI:
    case LLVMFPToSI:
    case LLVMUIToFP:
    case LLVMSIToFP:
    case LLVMFPTrunc:
    case LLVMFPExt:
    case LLVMPtrToInt:
    case LLVMIntToPtr: cast(s, i, op); break;
    case LLVMAddrSpaceCast: coal_lower_alias(s, i, coal_lower_operand(s, LLVMGetOperand(i, 0))); break;
    case LLVMFreeze: coal_lower_alias(s, i, coal_lower_operand(s, LLVMGetOperand(i, 0))); break;
    case LLVMBitCast: bitcast(s, i); break;
    case LLVMGetElementPtr: address(s, i); break;
    case LLVMLoad: memory(s, i, false); break;
    case LLVMStore: memory(s, i, true); break;
    case LLVMAtomicRMW: atomic(s, i); break;
    case LLVMAtomicCmpXchg: compare_exchange(s, i); break;
    case LLVMFence: break;
    case LLVMAlloca: local(s, i); break;
    case LLVMExtractValue: {
      size_t count, at = part(s, LLVMTypeOf(LLVMGetOperand(i, 0)), LLVMGetIndices(i), LLVMGetNumIndices(i), &count);
      coal_lower_alias(s, i, coal_lower_operand(s, LLVMGetOperand(i, 0)) + at);
      break;
    }
    case LLVMInsertValue: insert(s, i); break;
    case LLVMInsertElement: insert_element(s, i); break;
    case LLVMExtractElement: extract_element(s, i); break;
    case LLVMShuffleVector: shuffle(s, i); break;
    case LLVMSelect: select_value(s, i); break;
    case LLVMCall: coal_lower_call(s, i); break;
    default: coal_lower_unsupported(s, "an instruction this machine does not have (opcode %d)", (int)op); break;
  }
}
