/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** PTX statements, one function a family (PTX ISA, "Instruction Set"). */
#include "inline_ptx.h"

#include <string.h>

static coal_vm_comp_kind kind_of(coal_ptx_type t) {
  if (t.letter != 'f') return COAL_COMP_INT;
  if (t.is_bfloat) return COAL_COMP_BFLOAT;
  return t.bits == 16 ? COAL_COMP_HALF : t.bits == 32 ? COAL_COMP_FLOAT : COAL_COMP_DOUBLE;
}

static unsigned width_of(coal_ptx_type t) { return t.bits / 8; }

static bool repack(coal_lower_ptx *x, const coal_vm_slot *from, size_t n_from, const coal_vm_slot *to, size_t n_to) {
  coal_vm_repack *r = COAL_ARENA_NEW(x->s->arena, coal_vm_repack);
  r->from = coal_arena_copy(x->s->arena, from, n_from * sizeof *from);
  r->to = coal_arena_copy(x->s->arena, to, n_to * sizeof *to);
  r->n_from = n_from;
  r->n_to = n_to;
  coal_lower_lanes(x->s, coal_vm_lanes_repack(), 0, 0, 0, 0)->aux = r;
  return true;
}

/* ---- arithmetic
 * ------------------------------------------------------------------------------------------------------ */

typedef struct entry {
  const char *name;
  int signed_op, unsigned_op, float_op; /* −1: none */
  unsigned operands;
} entry;

// clang-format off
static const entry table[] = {{"add", COAL_INT_ADD, COAL_INT_ADD, COAL_FP_ADD, 2},
                              {"sub", COAL_INT_SUB, COAL_INT_SUB, COAL_FP_SUB, 2},
                              {"mul", COAL_INT_MUL, COAL_INT_MUL, COAL_FP_MUL, 2},
                              {"div", COAL_INT_SDIV, COAL_INT_UDIV, COAL_FP_DIV, 2},
                              {"rem", COAL_INT_SREM, COAL_INT_UREM, -1, 2},
                              {"min", COAL_INT_SMIN, COAL_INT_UMIN, COAL_FP_MIN, 2},
                              {"max", COAL_INT_SMAX, COAL_INT_UMAX, COAL_FP_MAX, 2},
                              {"and", COAL_INT_AND, COAL_INT_AND, -1, 2},
                              {"or", COAL_INT_OR, COAL_INT_OR, -1, 2},
                              {"xor", COAL_INT_XOR, COAL_INT_XOR, -1, 2},
                              {"abs", COAL_INT_ABS, COAL_INT_ABS, COAL_FP_ABS, 1},
                              {"neg", -1, -1, COAL_FP_NEG, 1},
                              {"popc", COAL_INT_CTPOP, COAL_INT_CTPOP, -1, 1},
                              {"clz", COAL_INT_CTLZ, COAL_INT_CTLZ, -1, 1},
                              {"brev", COAL_INT_BITREVERSE, COAL_INT_BITREVERSE, -1, 1},
                              {"fma", -1, -1, COAL_FP_FMA, 3},
                              {"sqrt", -1, -1, COAL_FP_SQRT, 1},
                              {"rsqrt", -1, -1, COAL_FP_RSQRT, 1},
                              {"rcp", -1, -1, COAL_FP_RCP, 1},
                              {"ex2", -1, -1, COAL_FP_EXP2, 1},
                              {"lg2", -1, -1, COAL_FP_LOG2, 1},
                              {"sin", -1, -1, COAL_FP_SIN, 1},
                              {"cos", -1, -1, COAL_FP_COS, 1},
                              {"tanh", -1, -1, COAL_FP_TANH, 1},
                              {"copysign", -1, -1, COAL_FP_COPYSIGN, 2}};
// clang-format on

/** Splits the two halves of a word, operates on each, and joins them. */
static bool packed(coal_lower_ptx *x, const entry *e, coal_ptx_type t) {
  coal_vm_slot in[3], d = coal_lower_ptx_out(x, 0, 4), half[3][2], out[2];
  for (unsigned k = 0; k < e->operands; k++) {
    if (!coal_lower_ptx_in(x, k + 1, 4, &in[k])) return false;
    half[k][0] = coal_lower_slot(x->s, 2);
    half[k][1] = coal_lower_slot(x->s, 2);
    repack(x, &in[k], 1, half[k], 2);
  }
  for (unsigned h = 0; h < 2; h++) {
    out[h] = coal_lower_slot(x->s, 2);
    coal_lower_lanes(x->s, coal_vm_lanes_float((coal_vm_float_op)e->float_op, kind_of(t)), out[h].at, half[0][h].at,
                     half[e->operands > 1 ? 1 : 0][h].at, half[e->operands > 2 ? 2 : 0][h].at);
  }
  return repack(x, out, 2, &d, 1);
}

/** mul and mad: .lo, .hi or .wide for integers. */
static bool multiply(coal_lower_ptx *x, coal_ptx_type t, bool add) {
  bool wide = coal_ptx_has(x->at, "wide"), high = coal_ptx_has(x->at, "hi"), is_signed = t.letter == 's';
  unsigned w = width_of(t), dw = wide ? w * 2 : w;
  coal_vm_slot a, b, c, d = coal_lower_ptx_out(x, 0, dw);
  if (!coal_lower_ptx_in(x, 1, w, &a) || !coal_lower_ptx_in(x, 2, w, &b) || (add && !coal_lower_ptx_in(x, 3, dw, &c)))
    return false;
  if (wide) {
    coal_vm_slot p = coal_lower_slot(x->s, dw), q = coal_lower_slot(x->s, dw);
    coal_lower_lanes(x->s, is_signed ? coal_vm_lanes_sext(w, dw) : coal_vm_lanes_zext(w, dw), p.at, a.at, 0, 0)->imm =
        t.bits;
    coal_lower_lanes(x->s, is_signed ? coal_vm_lanes_sext(w, dw) : coal_vm_lanes_zext(w, dw), q.at, b.at, 0, 0)->imm =
        t.bits;
    a = p;
    b = q;
  }
  coal_lower_lanes(x->s, coal_vm_lanes_int(high ? (is_signed ? COAL_INT_MULHI : COAL_INT_UMULHI) : COAL_INT_MUL, dw),
                   d.at, a.at, b.at, 0);
  if (add) coal_lower_lanes(x->s, coal_vm_lanes_int(COAL_INT_ADD, dw), d.at, d.at, c.at, 0);
  return true;
}

static bool arithmetic(coal_lower_ptx *x, const entry *e, coal_ptx_type t) {
  if (t.is_packed) return e->float_op >= 0 && packed(x, e, t);
  bool is_float = t.letter == 'f';
  if (!strcmp(e->name, "mul") && !is_float) return multiply(x, t, false);
  int op = is_float ? e->float_op : t.letter == 's' ? e->signed_op : e->unsigned_op;
  unsigned w = t.letter == 'p' ? 1 : width_of(t);
  coal_vm_slot in[3] = {{0, 0}}, d;
  for (unsigned k = 0; k < e->operands; k++)
    if (!coal_lower_ptx_in(x, k + 1, w, &in[k])) return false;
  bool counts = !strcmp(e->name, "popc") || !strcmp(e->name, "clz");
  d = coal_lower_ptx_out(x, 0, w);
  if (!strcmp(e->name, "neg") && !is_float) {
    coal_lower_lanes(x->s, coal_vm_lanes_int(COAL_INT_SUB, w), d.at, coal_lower_const_slot(x->s, w, 0, 0).at, in[0].at,
                     0);
    return true;
  }
  if (op < 0) return false;
  coal_vm_lane_fn *fn =
      is_float ? coal_vm_lanes_float((coal_vm_float_op)op, kind_of(t)) : coal_vm_lanes_int((coal_vm_int_op)op, w);
  coal_lower_lanes(x->s, fn, d.at, in[0].at, in[e->operands > 1 ? 1 : 0].at, in[e->operands > 2 ? 2 : 0].at);
  (void)counts;
  return fn != NULL;
}

static bool shift(coal_lower_ptx *x, coal_ptx_type t, bool left) {
  unsigned w = width_of(t);
  coal_vm_slot a, n, d = coal_lower_ptx_out(x, 0, w);
  if (!coal_lower_ptx_in(x, 1, w, &a) || !coal_lower_ptx_in(x, 2, w, &n)) return false;
  coal_lower_lanes(x->s,
                   coal_vm_lanes_int(left              ? COAL_INT_SHL
                                     : t.letter == 's' ? COAL_INT_ASHR
                                                       : COAL_INT_LSHR,
                                     w),
                   d.at, a.at, n.at, 0);
  return true;
}

static bool invert(coal_lower_ptx *x, coal_ptx_type t) {
  unsigned w = t.letter == 'p' ? 1 : width_of(t);
  coal_vm_slot a, d = coal_lower_ptx_out(x, 0, w);
  if (!coal_lower_ptx_in(x, 1, w, &a)) return false;
  coal_lower_lanes(x->s, coal_vm_lanes_int(COAL_INT_XOR, w), d.at, a.at,
                   coal_lower_const_slot(x->s, w, t.letter == 'p' ? 1 : UINT64_MAX, 0).at, 0);
  return true;
}

/** lop3: Σ over the eight minterms that the table's bits name. */
static bool lop3(coal_lower_ptx *x) {
  coal_vm_slot in[3], d = coal_lower_ptx_out(x, 0, 4), t = coal_lower_slot(x->s, 4), sum = coal_lower_slot(x->s, 4);
  for (size_t k = 0; k < 3; k++)
    if (!coal_lower_ptx_in(x, k + 1, 4, &in[k])) return false;
  uint64_t bits;
  if (!coal_lower_ptx_constant(x, 4, &bits)) return false;
  uint32_t ones = coal_lower_const_slot(x->s, 4, UINT32_MAX, 0).at, zero = coal_lower_const_slot(x->s, 4, 0, 0).at;
  coal_vm_slot inverse[3];
  for (size_t k = 0; k < 3; k++) {
    inverse[k] = coal_lower_slot(x->s, 4);
    coal_lower_lanes(x->s, coal_vm_lanes_int(COAL_INT_XOR, 4), inverse[k].at, in[k].at, ones, 0);
  }
  coal_lower_lanes(x->s, coal_vm_lanes_move(4), sum.at, zero, 0, 0);
  for (unsigned m = 0; m < 8; m++) {
    if (!(bits >> m & 1u)) continue;
    coal_lower_lanes(x->s, coal_vm_lanes_int(COAL_INT_AND, 4), t.at, m & 4 ? in[0].at : inverse[0].at,
                     m & 2 ? in[1].at : inverse[1].at, 0);
    coal_lower_lanes(x->s, coal_vm_lanes_int(COAL_INT_AND, 4), t.at, t.at, m & 1 ? in[2].at : inverse[2].at, 0);
    coal_lower_lanes(x->s, coal_vm_lanes_int(COAL_INT_OR, 4), sum.at, sum.at, t.at, 0);
  }
  coal_lower_lanes(x->s, coal_vm_lanes_move(4), d.at, sum.at, 0, 0);
  return true;
}

static bool host_function(coal_lower_ptx *x, const char *name, size_t operands) {
  coal_vm_lane_fn *fn;
  int64_t imm;
  const char *signature;
  coal_vm_slot in[3] = {{0, 0}}, d = coal_lower_ptx_out(x, 0, 4);
  if (!coal_vm_math_find(name, &fn, &imm, &signature)) return false;
  for (size_t k = 0; k < operands; k++)
    if (!coal_lower_ptx_in(x, k + 1, 4, &in[k])) return false;
  coal_lower_lanes(x->s, fn, d.at, in[0].at, in[1].at, in[2].at)->imm = imm;
  return true;
}

/* ---- moves, comparisons, conversions
 * ------------------------------------------------------------------------------------- */

static bool move(coal_lower_ptx *x, coal_ptx_type t) {
  unsigned w = t.letter == 'p' ? 1 : width_of(t);
  coal_vm_slot from[8], to[8];
  size_t n_parts;
  const coal_ptx_operand *d0 = coal_ptx_at(x->at, 0, &n_parts), *a0 = coal_ptx_at(x->at, 1, &n_parts);
  if (d0 && a0 && coal_ptx_positions(x->at) == 2 && (d0->is_vector || a0->is_vector)) {
    size_t n_to = coal_lower_ptx_vector(x, 0, w, to, 8),
           n_from = coal_lower_ptx_vector(x, 1, w / (unsigned)n_parts, from, 8);
    return n_to && n_from && repack(x, from, n_from, to, n_to);
  }
  coal_vm_slot a, d = coal_lower_ptx_out(x, 0, w);
  if (!coal_lower_ptx_in(x, 1, w, &a)) return false;
  coal_lower_lanes(x->s, coal_vm_lanes_move(w), d.at, a.at, 0, 0);
  return true;
}

static int integer_predicate(const char *name, bool is_signed) {
  static const struct {
    const char *name;
    int is_unsigned, is_signed;
  } table_of[] = {{"eq", COAL_CMP_EQ, COAL_CMP_EQ},   {"ne", COAL_CMP_NE, COAL_CMP_NE},
                  {"lt", COAL_CMP_ULT, COAL_CMP_SLT}, {"le", COAL_CMP_ULE, COAL_CMP_SLE},
                  {"gt", COAL_CMP_UGT, COAL_CMP_SGT}, {"ge", COAL_CMP_UGE, COAL_CMP_SGE},
                  {"lo", COAL_CMP_ULT, COAL_CMP_ULT}, {"ls", COAL_CMP_ULE, COAL_CMP_ULE},
                  {"hi", COAL_CMP_UGT, COAL_CMP_UGT}, {"hs", COAL_CMP_UGE, COAL_CMP_UGE}};
  for (size_t k = 0; k < sizeof table_of / sizeof *table_of; k++)
    if (!strcmp(table_of[k].name, name)) return is_signed ? table_of[k].is_signed : table_of[k].is_unsigned;
  return -1;
}

/** Bits as coal_vm_lanes_fcmp takes them: 1 equal, 2 greater, 4 less, 8 unordered. */
static int float_predicate(const char *name) {
  static const struct {
    const char *name;
    int bits;
  } table_of[] = {{"eq", 1},   {"ne", 6},   {"lt", 4},   {"le", 5},   {"gt", 2},   {"ge", 3},  {"equ", 9},
                  {"neu", 14}, {"ltu", 12}, {"leu", 13}, {"gtu", 10}, {"geu", 11}, {"num", 7}, {"nan", 8}};
  for (size_t k = 0; k < sizeof table_of / sizeof *table_of; k++)
    if (!strcmp(table_of[k].name, name)) return table_of[k].bits;
  return -1;
}

static bool compare(coal_lower_ptx *x, coal_ptx_type t) {
  unsigned w = width_of(t);
  coal_vm_slot a, b, d = coal_lower_ptx_out(x, 0, 1);
  if (x->at->n_parts < 3 || !coal_lower_ptx_in(x, 1, w, &a) || !coal_lower_ptx_in(x, 2, w, &b)) return false;
  int p = t.letter == 'f' ? float_predicate(x->at->parts[1]) : integer_predicate(x->at->parts[1], t.letter == 's');
  if (p < 0 || x->at->n != 3) return false; /* p|q, or joined with another predicate */
  coal_vm_lane_fn *fn = t.letter == 'f' ? coal_vm_lanes_fcmp(kind_of(t)) : coal_vm_lanes_icmp((unsigned)p, w);
  coal_lower_lanes(x->s, fn, d.at, a.at, b.at, 0)->imm = p;
  return fn != NULL;
}

static bool choose(coal_lower_ptx *x, coal_ptx_type t) {
  unsigned w = width_of(t);
  coal_vm_slot a, b, p, d = coal_lower_ptx_out(x, 0, w);
  if (!coal_lower_ptx_in(x, 1, w, &a) || !coal_lower_ptx_in(x, 2, w, &b) || !coal_lower_ptx_in(x, 3, 1, &p))
    return false;
  coal_lower_lanes(x->s, coal_vm_lanes_select(w), d.at, p.at, a.at, b.at);
  return true;
}

/** cvt.rn.f16x2.f32 d, a, b: a above, b below. */
static bool convert_pair(coal_lower_ptx *x, coal_ptx_type to) {
  coal_vm_slot a, b, d = coal_lower_ptx_out(x, 0, 4), half[2] = {coal_lower_slot(x->s, 2), coal_lower_slot(x->s, 2)};
  if (!coal_lower_ptx_in(x, 1, 4, &a) || !coal_lower_ptx_in(x, 2, 4, &b)) return false;
  coal_lower_lanes(x->s, coal_vm_lanes_fpcast(COAL_COMP_FLOAT, kind_of(to)), half[1].at, a.at, 0, 0);
  coal_lower_lanes(x->s, coal_vm_lanes_fpcast(COAL_COMP_FLOAT, kind_of(to)), half[0].at, b.at, 0, 0);
  return repack(x, half, 2, &d, 1);
}

static bool convert(coal_lower_ptx *x) {
  coal_ptx_type to, from;
  if (!coal_lower_ptx_type_of(x, true, &to) || !coal_lower_ptx_type_of(x, false, &from)) return false;
  if (to.is_packed) return convert_pair(x, to);
  if (from.is_packed) return false;
  unsigned fw = width_of(from), tw = width_of(to);
  coal_vm_slot a, d = coal_lower_ptx_out(x, 0, tw);
  if (!coal_lower_ptx_in(x, 1, fw, &a)) return false;
  coal_vm_lane_fn *fn;
  int64_t imm = from.bits;
  if (from.letter == 'f' && to.letter == 'f') {
    bool rounds = coal_ptx_has(x->at, "rni") || coal_ptx_has(x->at, "rzi") || coal_ptx_has(x->at, "rmi") ||
                  coal_ptx_has(x->at, "rpi");
    coal_vm_float_op op = coal_ptx_has(x->at, "rni")   ? COAL_FP_RINT
                          : coal_ptx_has(x->at, "rzi") ? COAL_FP_TRUNC
                          : coal_ptx_has(x->at, "rmi") ? COAL_FP_FLOOR
                                                       : COAL_FP_CEIL;
    fn = rounds && fw == tw ? coal_vm_lanes_float(op, kind_of(to)) : coal_vm_lanes_fpcast(kind_of(from), kind_of(to));
  } else if (from.letter == 'f') {
    fn = coal_vm_lanes_from_float(kind_of(from), tw, to.letter == 's');
    imm = coal_ptx_has(x->at, "rzi") ? 0 : coal_ptx_has(x->at, "rmi") ? 2 : coal_ptx_has(x->at, "rpi") ? 3 : 1;
  } else if (to.letter == 'f') {
    fn = coal_vm_lanes_to_float(fw, from.letter == 's', kind_of(to));
  } else {
    fn = from.letter == 's' ? coal_vm_lanes_sext(fw, tw) : coal_vm_lanes_zext(fw, tw);
  }
  coal_lower_lanes(x->s, fn, d.at, a.at, a.at, 0)->imm = imm;
  return fn != NULL;
}

/** Addresses are the same in every space. */
static bool to_space(coal_lower_ptx *x) {
  coal_ptx_type t;
  if (!coal_lower_ptx_type_of(x, false, &t)) return false;
  return move(x, t);
}

/* ---- memory
 * -------------------------------------------------------------------------------------------------------------- */

static LLVMTypeRef llvm_type(coal_lower_ptx *x, coal_ptx_type t, size_t n) {
  LLVMTypeRef e = kind_of(t) == COAL_COMP_FLOAT    ? LLVMFloatTypeInContext(x->s->context)
                  : kind_of(t) == COAL_COMP_DOUBLE ? LLVMDoubleTypeInContext(x->s->context)
                                                   : LLVMIntTypeInContext(x->s->context, t.bits);
  return n > 1 ? LLVMVectorType(e, (unsigned)n) : e;
}

static bool access_memory(coal_lower_ptx *x, bool is_store) {
  coal_ptx_type t;
  coal_vm_slot address, slots[8];
  if (!coal_lower_ptx_type_of(x, false, &t) || !coal_lower_ptx_address(x, is_store ? 0 : 1, &address)) return false;
  unsigned w = width_of(t);
  size_t n = coal_lower_ptx_vector(x, is_store ? 1 : 0, w, slots, 8);
  if (!n) return false;
  coal_vm_slot narrow[8];
  for (size_t k = 0; k < n; k++) {
    narrow[k] = slots[k].width == w ? slots[k] : coal_lower_slot(x->s, w);
    if (is_store && slots[k].width != w)
      coal_lower_lanes(x->s, coal_vm_lanes_zext(slots[k].width, w), narrow[k].at, slots[k].at, 0, 0);
  }
  coal_lower_access(x->s, is_store, llvm_type(x, t, n), address.at, narrow, (unsigned)n * w, NULL);
  for (size_t k = 0; k < n && !is_store; k++)
    if (slots[k].width != w)
      coal_lower_lanes(x->s,
                       t.letter == 's' ? coal_vm_lanes_sext(w, slots[k].width) : coal_vm_lanes_zext(w, slots[k].width),
                       slots[k].at, narrow[k].at, 0, 0)
          ->imm = t.bits;
  return true;
}

static bool atomic(coal_lower_ptx *x, bool has_result) {
  static const struct {
    const char *name;
    coal_vm_rmw op, unsigned_op, float_op;
  } table_of[] = {
      {"add", COAL_RMW_ADD, COAL_RMW_ADD, COAL_RMW_FADD},    {"and", COAL_RMW_AND, COAL_RMW_AND, COAL_RMW_AND},
      {"or", COAL_RMW_OR, COAL_RMW_OR, COAL_RMW_OR},         {"xor", COAL_RMW_XOR, COAL_RMW_XOR, COAL_RMW_XOR},
      {"exch", COAL_RMW_XCHG, COAL_RMW_XCHG, COAL_RMW_XCHG}, {"min", COAL_RMW_MIN, COAL_RMW_UMIN, COAL_RMW_FMIN},
      {"max", COAL_RMW_MAX, COAL_RMW_UMAX, COAL_RMW_FMAX},   {"inc", COAL_RMW_INC, COAL_RMW_INC, COAL_RMW_INC},
      {"dec", COAL_RMW_DEC, COAL_RMW_DEC, COAL_RMW_DEC}};
  coal_ptx_type t;
  size_t at = has_result ? 1 : 0;
  coal_vm_slot address, v, with;
  if (!coal_lower_ptx_type_of(x, false, &t) || !coal_lower_ptx_address(x, at, &address)) return false;
  unsigned w = t.is_packed ? 4 : width_of(t);
  if (!coal_lower_ptx_in(x, at + 1, w, &v)) return false;
  coal_vm_slot d = has_result ? coal_lower_ptx_out(x, 0, w) : coal_lower_slot(x->s, w);
  if (coal_ptx_has(x->at, "cas")) {
    if (!coal_lower_ptx_in(x, at + 2, w, &with)) return false;
    uint32_t hit = coal_lower_slot(x->s, 1).at, site = coal_lower_site(x->s, COAL_MEM_ATOMIC, w);
    coal_vm_ins *i = coal_lower_emit(x->s, COAL_INS_CMPXCHG);
    i->dst = d.at;
    i->imm = hit;
    i->a = address.at;
    i->b = v.at;
    i->c = with.at;
    i->width = i->request_bytes = (uint8_t)w;
    i->site = site;
    return true;
  }
  for (size_t k = 0; k < sizeof table_of / sizeof *table_of; k++) {
    if (!coal_ptx_has(x->at, table_of[k].name)) continue;
    coal_vm_rmw op = t.letter == 'f'   ? table_of[k].float_op
                     : t.letter == 's' ? table_of[k].op
                                       : table_of[k].unsigned_op;
    if (op == COAL_RMW_FADD && t.bits == 16)
      op =
          t.is_packed ? (t.is_bfloat ? COAL_RMW_BADD2 : COAL_RMW_HADD2) : (t.is_bfloat ? COAL_RMW_BADD : COAL_RMW_HADD);
    coal_lower_atomic(x->s, op, d.at, address.at, v, false);
    return true;
  }
  return false;
}

/** ldmatrix d, [a]; stmatrix [a], s. */
static bool matrix(coal_lower_ptx *x, bool is_store) {
  coal_vm_matrix *m = COAL_ARENA_NEW(x->s->arena, coal_vm_matrix);
  coal_vm_slot address;
  m->is_store = is_store;
  m->count = (uint8_t)coal_lower_ptx_vector(x, is_store ? 1 : 0, 4, m->regs, 4);
  m->is_transposed = coal_ptx_has(x->at, "trans");
  if (!m->count || m->count == 3 || !coal_ptx_has(x->at, "m8n8") ||
      !coal_lower_ptx_address(x, is_store ? 0 : 1, &address))
    return false;
  coal_mem_op base = is_store ? COAL_MEM_STMATRIX1 : COAL_MEM_LDMATRIX1;
  uint32_t site = coal_lower_site(x->s, base + (m->count == 4 ? 2 : m->count == 2 ? 1 : 0), 16);
  coal_vm_ins *i = coal_lower_emit(x->s, COAL_INS_MATRIX);
  i->a = address.at;
  i->aux = m;
  i->site = site;
  i->request_bytes = 16;
  return true;
}

/** cp.async [to], [from], bytes{, source bytes}: copies at once. */
static bool async_copy(coal_lower_ptx *x) {
  if (coal_ptx_positions(x->at) < 3) return x->at->n_parts > 2; /* commit_group, wait_group, wait_all */
  coal_vm_slot to, from;
  if (!coal_lower_ptx_address(x, 0, &to) || !coal_lower_ptx_address(x, 1, &from)) return false;
  coal_vm_copy *c = COAL_ARENA_NEW(x->s->arena, coal_vm_copy);
  c->to = to.at;
  c->from = from.at;
  c->length = COAL_NO_SLOT;
  coal_vm_slot source;
  if (!coal_lower_ptx_constant(x, 2, &c->bytes)) c->bytes = 0;
  c->has_source = coal_lower_ptx_in(x, 3, 4, &source);
  if (c->has_source) c->source = source.at;
  if (c->bytes != 4 && c->bytes != 8 && c->bytes != 16) c->bytes = 16;
  c->load_chunk = c->store_chunk = (uint8_t)c->bytes;
  c->load_site = coal_lower_site(x->s, COAL_MEM_LOAD, c->load_chunk);
  c->store_site = coal_lower_site(x->s, COAL_MEM_STORE, c->store_chunk);
  coal_lower_emit(x->s, COAL_INS_COPY)->aux = c;
  return true;
}

/* ---- threads
 * ------------------------------------------------------------------------------------------------------------- */

static bool barrier(coal_lower_ptx *x) {
  coal_vm_slot id = coal_lower_const_slot(x->s, 4, 0, 0), count;
  bool warp = coal_ptx_has(x->at, "warp");
  if (x->at->n && !coal_lower_ptx_in(x, 0, 4, &id)) return false;
  if (warp) {
    coal_lower_warp(x->s, COAL_WARP_SYNC)->mask = id;
    return true;
  }
  if (coal_ptx_has(x->at, "red") || coal_ptx_has(x->at, "cluster")) return false;
  bool has_count = coal_ptx_positions(x->at) > 1;
  if (has_count && !coal_lower_ptx_in(x, 1, 4, &count)) return false;
  coal_vm_ins *i = coal_lower_emit(x->s, COAL_INS_BARRIER);
  i->imm = coal_ptx_has(x->at, "arrive") ? COAL_BAR_ARRIVE : COAL_BAR_SYNC;
  i->a = id.at;
  i->b = has_count ? count.at : COAL_NO_SLOT;
  i->c = COAL_NO_SLOT;
  return true;
}

/** The destination "d" or "d|p": a word and a predicate. */
static bool results(coal_lower_ptx *x, coal_vm_warp_args *w) {
  size_t n;
  const coal_ptx_operand *d = coal_ptx_at(x->at, 0, &n);
  if (n > 1 && !coal_lower_ptx_predicate(x, d[1].text.text, &w->predicate)) return false;
  w->result = coal_lower_ptx_out(x, 0, 4);
  return true;
}

static bool shuffle(coal_lower_ptx *x) {
  coal_vm_warp_op op = coal_ptx_has(x->at, "up")     ? COAL_WARP_SHFL_UP
                       : coal_ptx_has(x->at, "down") ? COAL_WARP_SHFL_DOWN
                       : coal_ptx_has(x->at, "bfly") ? COAL_WARP_SHFL_BFLY
                                                     : COAL_WARP_SHFL_IDX;
  coal_vm_warp_args w = {0};
  if (!results(x, &w) || !coal_lower_ptx_in(x, 1, 4, &w.value) || !coal_lower_ptx_in(x, 2, 4, &w.lane) ||
      !coal_lower_ptx_in(x, 3, 4, &w.clamp) || !coal_lower_ptx_in(x, 4, 4, &w.mask))
    return false;
  *coal_lower_warp(x->s, op) = w;
  return true;
}

static bool reduce(coal_lower_ptx *x, coal_ptx_type t) {
  bool s = t.letter == 's';
  coal_vm_warp_op op = coal_ptx_has(x->at, "add")   ? COAL_WARP_REDUX_ADD
                       : coal_ptx_has(x->at, "min") ? (s ? COAL_WARP_REDUX_MIN : COAL_WARP_REDUX_UMIN)
                       : coal_ptx_has(x->at, "max") ? (s ? COAL_WARP_REDUX_MAX : COAL_WARP_REDUX_UMAX)
                       : coal_ptx_has(x->at, "and") ? COAL_WARP_REDUX_AND
                       : coal_ptx_has(x->at, "or")  ? COAL_WARP_REDUX_OR
                                                    : COAL_WARP_REDUX_XOR;
  coal_vm_warp_args w = {.result = coal_lower_ptx_out(x, 0, 4)};
  if (!coal_lower_ptx_in(x, 1, 4, &w.value) || !coal_lower_ptx_in(x, 2, 4, &w.mask)) return false;
  *coal_lower_warp(x->s, op) = w;
  return true;
}

/** vote.sync.ballot.b32 d, a, mask and vote.sync.all.pred p, a, mask. */
static bool vote(coal_lower_ptx *x) {
  coal_vm_warp_op op = coal_ptx_has(x->at, "ballot") ? COAL_WARP_BALLOT
                       : coal_ptx_has(x->at, "any")  ? COAL_WARP_ANY
                       : coal_ptx_has(x->at, "uni")  ? COAL_WARP_UNI
                                                     : COAL_WARP_ALL;
  coal_vm_warp_args w = {.result = coal_lower_ptx_out(x, 0, op == COAL_WARP_BALLOT ? 4 : 1)};
  if (!coal_lower_ptx_in(x, 1, 1, &w.value) || !coal_lower_ptx_in(x, 2, 4, &w.mask)) return false;
  *coal_lower_warp(x->s, op) = w;
  return true;
}

static bool match(coal_lower_ptx *x, coal_ptx_type t) {
  coal_vm_warp_op op = coal_ptx_has(x->at, "all") ? COAL_WARP_MATCH_ALL : COAL_WARP_MATCH_ANY;
  coal_vm_warp_args w = {0};
  if (!results(x, &w) || !coal_lower_ptx_in(x, 1, width_of(t), &w.value) || !coal_lower_ptx_in(x, 2, 4, &w.mask))
    return false;
  if (op == COAL_WARP_MATCH_ALL && !w.predicate.width) w.predicate = coal_lower_slot(x->s, 1);
  *coal_lower_warp(x->s, op) = w;
  return true;
}

static bool active_mask(coal_lower_ptx *x) {
  coal_vm_warp_args w = {.result = coal_lower_ptx_out(x, 0, 4)};
  *coal_lower_warp(x->s, COAL_WARP_ACTIVEMASK) = w;
  return true;
}

static bool is_nothing(const char *op) {
  static const char *const names[] = {"membar",         "fence",         "prefetch",  "prefetchu",
                                      "discard",        "applypriority", "nanosleep", "pmevent",
                                      "griddepcontrol", "setmaxnreg",    "brkpt"};
  for (size_t k = 0; k < sizeof names / sizeof *names; k++)
    if (!strcmp(op, names[k])) return true;
  return false;
}

bool coal_lower_ptx_emit(coal_lower_ptx *x) {
  const char *op = x->at->parts[0];
  coal_ptx_type t = {'b', 32, false, false};
  coal_lower_ptx_type_of(x, false, &t);
  if (is_nothing(op)) return true;
  if (!strcmp(op, "mov")) return move(x, t);
  if (!strcmp(op, "cvt")) return convert(x);
  if (!strcmp(op, "cvta")) return to_space(x);
  if (!strcmp(op, "mad"))
    return t.letter == 'f' ? arithmetic(x, &(const entry){"fma", -1, -1, COAL_FP_FMA, 3}, t) : multiply(x, t, true);
  if (!strcmp(op, "shl") || !strcmp(op, "shr")) return shift(x, t, op[2] == 'l');
  if (!strcmp(op, "not")) return invert(x, t);
  if (!strcmp(op, "lop3")) return lop3(x);
  if (!strcmp(op, "prmt")) return host_function(x, "byte_perm", 3);
  if (!strcmp(op, "dp4a")) return host_function(x, coal_ptx_has(x->at, "u32") ? "udp4a" : "dp4a", 3);
  if (!strcmp(op, "shf")) return host_function(x, coal_ptx_has(x->at, "l") ? "funnelshift_l" : "funnelshift_r", 3);
  if (!strcmp(op, "setp")) return compare(x, t);
  if (!strcmp(op, "selp")) return choose(x, t);
  if (!strcmp(op, "ld") || !strcmp(op, "ldu")) return access_memory(x, false);
  if (!strcmp(op, "st")) return access_memory(x, true);
  if (!strcmp(op, "atom") || !strcmp(op, "red")) return atomic(x, op[0] == 'a');
  if (!strcmp(op, "ldmatrix") || !strcmp(op, "stmatrix")) return matrix(x, op[0] == 's');
  if (!strcmp(op, "cp")) return async_copy(x);
  if (!strcmp(op, "bar") || !strcmp(op, "barrier")) return barrier(x);
  if (!strcmp(op, "shfl")) return shuffle(x);
  if (!strcmp(op, "vote")) return coal_ptx_has(x->at, "sync") && vote(x);
  if (!strcmp(op, "match")) return match(x, t);
  if (!strcmp(op, "bfe") && t.bits == 32) return host_function(x, t.letter == 's' ? "bfe_s32" : "bfe_u32", 3);
  if (!strcmp(op, "redux")) return reduce(x, t);
  if (!strcmp(op, "activemask")) return active_mask(x);
  if (!strcmp(op, "exit")) return coal_lower_emit(x->s, COAL_INS_EXIT) != NULL;
  if (!strcmp(op, "trap")) {
    coal_lower_emit(x->s, COAL_INS_TRAP)->aux = "the kernel ran into trap";
    return true;
  }
  for (size_t k = 0; k < sizeof table / sizeof *table; k++)
    if (!strcmp(op, table[k].name)) return arithmetic(x, &table[k], t);
  return false;
}
