/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** Calls: intrinsics of LLVM and NVVM, functions of the module, and functions without a body. */
#include "state.h"

#include <string.h>

static bool starts(const char *s, const char *prefix) { return !strncmp(s, prefix, strlen(prefix)); }

static LLVMValueRef argument(LLVMValueRef i, unsigned n) { return LLVMGetOperand(i, n); }

coal_vm_slot coal_lower_argument(coal_lower_state *s, LLVMValueRef i, unsigned n) {
  return coal_lower_operand(s, argument(i, n))[0];
}

coal_vm_slot coal_lower_truth(coal_lower_state *s, coal_vm_slot v) {
  coal_vm_slot bit = coal_lower_slot(s, 1);
  coal_lower_lanes(s, coal_vm_lanes_icmp(COAL_CMP_NE, v.width), bit.at, v.at,
                   coal_lower_const_slot(s, v.width, 0, 0).at, 0);
  return bit;
}

static coal_lower_comp first_comp(coal_lower_state *s, LLVMTypeRef t) {
  coal_lower_comps c = coal_lower_flatten(s, t);
  return c.n ? c.items[0] : (coal_lower_comp){.kind = COAL_COMP_INT, .bits = 32, .width = 4};
}

/* ---- special registers --------------------------------------------------------------------------------- */

bool coal_lower_special(coal_lower_state *s, const char *name, uint32_t dst) {
  static const struct {
    const char *name;
    coal_vm_special which;
  } table[] = {{"tid.x", COAL_SR_TID_X},
               {"tid.y", COAL_SR_TID_Y},
               {"tid.z", COAL_SR_TID_Z},
               {"ctaid.x", COAL_SR_CTAID_X},
               {"ctaid.y", COAL_SR_CTAID_Y},
               {"ctaid.z", COAL_SR_CTAID_Z},
               {"ntid.x", COAL_SR_NTID_X},
               {"ntid.y", COAL_SR_NTID_Y},
               {"ntid.z", COAL_SR_NTID_Z},
               {"nctaid.x", COAL_SR_NCTAID_X},
               {"nctaid.y", COAL_SR_NCTAID_Y},
               {"nctaid.z", COAL_SR_NCTAID_Z},
               {"laneid", COAL_SR_LANE},
               {"warpid", COAL_SR_WARP},
               {"nwarpid", COAL_SR_NWARP},
               {"warpsize", COAL_SR_WARPSIZE},
               {"smid", COAL_SR_SM},
               {"nsmid", COAL_SR_NSM},
               {"gridid", COAL_SR_GRID},
               {"lanemask.eq", COAL_SR_MASK_EQ},
               {"lanemask.lt", COAL_SR_MASK_LT},
               {"lanemask.le", COAL_SR_MASK_LE},
               {"lanemask.gt", COAL_SR_MASK_GT},
               {"lanemask.ge", COAL_SR_MASK_GE},
               {"lanemask_eq", COAL_SR_MASK_EQ},
               {"lanemask_lt", COAL_SR_MASK_LT},
               {"lanemask_le", COAL_SR_MASK_LE},
               {"lanemask_gt", COAL_SR_MASK_GT},
               {"lanemask_ge", COAL_SR_MASK_GE},
               {"dynamic_smem_size", COAL_SR_SMEM_DYNAMIC},
               {"total_smem_size", COAL_SR_SMEM_TOTAL},
               {"reserved_smem_offset_1", COAL_SR_SMEM_RESERVED}};
  if (starts(name, "clock") || starts(name, "globaltimer")) {
    coal_vm_ins *ins = coal_lower_emit(s, COAL_INS_CLOCK);
    ins->dst = dst;
    ins->width = strstr(name, "64") || !strcmp(name, "globaltimer") ? 8 : 4;
    return true;
  }
  for (size_t k = 0; k < sizeof table / sizeof *table; k++) {
    if (strcmp(name, table[k].name)) continue;
    coal_vm_ins *ins = coal_lower_emit(s, COAL_INS_SPECIAL);
    ins->dst = dst;
    ins->imm = table[k].which;
    return true;
  }
  return false;
}

/* ---- barriers ------------------------------------------------------------------------------------------ */

void coal_lower_barrier(coal_lower_state *s, LLVMValueRef i, coal_vm_barrier_kind kind, uint32_t id, uint32_t count,
                        uint32_t predicate) {
  bool has_result = LLVMGetTypeKind(LLVMTypeOf(i)) != LLVMVoidTypeKind;
  coal_vm_slot dst = has_result ? coal_lower_operand(s, i)[0] : (coal_vm_slot){0, 0};
  coal_vm_ins *ins = coal_lower_emit(s, COAL_INS_BARRIER);
  ins->imm = kind;
  ins->a = id;
  ins->b = count;
  ins->c = predicate;
  ins->dst = dst.at;
  ins->width = dst.width;
}

/** llvm.nvvm.barrier.cta.{sync,arrive,red.{popc,and,or}}[.aligned].{all,count} and the older names. */
static bool barrier_intrinsic(coal_lower_state *s, LLVMValueRef i, const char *name) {
  coal_vm_barrier_kind kind = strstr(name, "popc")           ? COAL_BAR_POPC
                              : strstr(name, "red.and")      ? COAL_BAR_AND
                              : strstr(name, "red.or")       ? COAL_BAR_OR
                              : strstr(name, "barrier0.and") ? COAL_BAR_AND
                              : strstr(name, "barrier0.or")  ? COAL_BAR_OR
                              : strstr(name, "arrive")       ? COAL_BAR_ARRIVE
                                                             : COAL_BAR_SYNC;
  bool old = starts(name, "llvm.nvvm.barrier0");
  uint32_t zero = coal_lower_const_slot(s, 4, 0, 0).at;
  unsigned n = LLVMGetNumArgOperands(i), at = 0;
  uint32_t id = old || n == 0 ? zero : coal_lower_argument(s, i, at++).at;
  uint32_t count = COAL_NO_SLOT, predicate = COAL_NO_SLOT;
  if (kind != COAL_BAR_SYNC && kind != COAL_BAR_ARRIVE) {
    predicate = coal_lower_truth(s, coal_lower_argument(s, i, --n)).at;
  }
  if (at < n) count = coal_lower_argument(s, i, at).at;
  coal_lower_barrier(s, i, kind, id, count, predicate);
  return true;
}

/* ---- warp operations ----------------------------------------------------------------------------------- */

coal_vm_warp_args *coal_lower_warp(coal_lower_state *s, coal_vm_warp_op op) {
  coal_vm_warp_args *a = COAL_ARENA_NEW(s->arena, coal_vm_warp_args);
  coal_vm_ins *ins = coal_lower_emit(s, COAL_INS_WARP);
  ins->imm = op;
  ins->aux = a;
  return a;
}

static bool warp_intrinsic(coal_lower_state *s, LLVMValueRef i, const char *name) {
  static const struct {
    const char *prefix;
    coal_vm_warp_op op;
  } table[] = {{"shfl.sync.up.", COAL_WARP_SHFL_UP},
               {"shfl.sync.down.", COAL_WARP_SHFL_DOWN},
               {"shfl.sync.bfly.", COAL_WARP_SHFL_BFLY},
               {"shfl.sync.idx.", COAL_WARP_SHFL_IDX},
               {"vote.ballot.sync", COAL_WARP_BALLOT},
               {"vote.any.sync", COAL_WARP_ANY},
               {"vote.all.sync", COAL_WARP_ALL},
               {"vote.uni.sync", COAL_WARP_UNI},
               {"match.any.sync", COAL_WARP_MATCH_ANY},
               {"match.all.sync", COAL_WARP_MATCH_ALL},
               {"redux.sync.add", COAL_WARP_REDUX_ADD},
               {"redux.sync.umin", COAL_WARP_REDUX_UMIN},
               {"redux.sync.umax", COAL_WARP_REDUX_UMAX},
               {"redux.sync.min", COAL_WARP_REDUX_MIN},
               {"redux.sync.max", COAL_WARP_REDUX_MAX},
               {"redux.sync.and", COAL_WARP_REDUX_AND},
               {"redux.sync.or", COAL_WARP_REDUX_OR},
               {"redux.sync.xor", COAL_WARP_REDUX_XOR},
               {"bar.warp.sync", COAL_WARP_SYNC},
               {"activemask", COAL_WARP_ACTIVEMASK},
               {"elect.sync", COAL_WARP_ELECT}};
  for (size_t k = 0; k < sizeof table / sizeof *table; k++) {
    if (!starts(name, table[k].prefix)) continue;
    coal_vm_warp_op op = table[k].op;
    bool is_redux = op >= COAL_WARP_REDUX_ADD && op <= COAL_WARP_REDUX_XOR;
    unsigned n = LLVMGetNumArgOperands(i);
    coal_vm_slot args[4] = {{0, 0}};
    for (unsigned a = 0; a < n && a < 4; a++) args[a] = coal_lower_argument(s, i, a);
    const coal_vm_slot *d = LLVMGetTypeKind(LLVMTypeOf(i)) == LLVMVoidTypeKind ? NULL : coal_lower_operand(s, i);
    bool pair = LLVMGetTypeKind(LLVMTypeOf(i)) == LLVMStructTypeKind;
    coal_vm_warp_args *w = coal_lower_warp(s, op);
    w->mask = is_redux ? args[1] : args[0];
    w->value = is_redux ? args[0] : args[1];
    w->lane = args[2];
    w->clamp = args[3];
    if (op == COAL_WARP_ACTIVEMASK) w->mask.width = 0;
    if (d) w->result = d[0];
    if (pair) w->predicate = d[1];
    return true;
  }
  return false;
}

/* ---- blocks of bytes ----------------------------------------------------------------------------------- */

static const coal_vm_grouped *parts(coal_lower_state *s, const void *key) {
  uint64_t *known = coal_lower_map_find(&s->grouped, key);
  return known ? (const coal_vm_grouped *)(uintptr_t)*known : NULL;
}

static void block_of_bytes(coal_lower_state *s, LLVMValueRef i, bool is_fill) {
  coal_vm_copy *c = COAL_ARENA_NEW(s->arena, coal_vm_copy);
  LLVMValueRef length = argument(i, 2);
  c->to = coal_lower_argument(s, i, 0).at;
  c->from = coal_lower_argument(s, i, 1).at;
  c->length = COAL_NO_SLOT;
  if (LLVMIsAConstantInt(length)) {
    c->bytes = LLVMConstIntGetZExtValue(length);
  } else {
    coal_vm_slot n = coal_lower_operand(s, length)[0], wide = coal_lower_slot(s, 8);
    coal_lower_lanes(s, coal_vm_lanes_zext(n.width, 8), wide.at, n.at, 0, 0);
    c->length = wide.at;
  }
  c->store_chunk = coal_lower_chunk(coal_lower_parameter_align(i, 0), c->bytes);
  c->load_chunk = is_fill ? 1 : coal_lower_chunk(coal_lower_parameter_align(i, 1), c->bytes);
  c->store_site = coal_lower_site(s, COAL_MEM_STORE, c->store_chunk);
  c->load_site = is_fill ? COAL_NO_SITE : coal_lower_site(s, COAL_MEM_LOAD, c->load_chunk);
  if (!is_fill) c->load_parts = parts(s, i);
  if (!is_fill) c->store_parts = parts(s, coal_lower_store_key(i));
  coal_lower_emit(s, is_fill ? COAL_INS_FILL : COAL_INS_COPY)->aux = c;
}

/* ---- arithmetic intrinsics ----------------------------------------------------------------------------- */

static bool int_intrinsic(coal_lower_state *s, LLVMValueRef i, const char *name) {
  static const struct {
    const char *prefix;
    coal_vm_int_op op;
    unsigned operands;
  } table[] = {{"smin.", COAL_INT_SMIN, 2},
               {"smax.", COAL_INT_SMAX, 2},
               {"umin.", COAL_INT_UMIN, 2},
               {"umax.", COAL_INT_UMAX, 2},
               {"abs.", COAL_INT_ABS, 1},
               {"ctpop.", COAL_INT_CTPOP, 1},
               {"ctlz.", COAL_INT_CTLZ, 1},
               {"cttz.", COAL_INT_CTTZ, 1},
               {"bitreverse.", COAL_INT_BITREVERSE, 1},
               {"bswap.", COAL_INT_BSWAP, 1},
               {"fshl.", COAL_INT_FSHL, 3},
               {"fshr.", COAL_INT_FSHR, 3},
               {"usub.sat.", COAL_INT_USUB_SAT, 2},
               {"uadd.sat.", COAL_INT_UADD_SAT, 2},
               {"nvvm.mulhi.i", COAL_INT_MULHI, 2},
               {"nvvm.mulhi.s", COAL_INT_MULHI, 2},
               {"nvvm.mulhi.ll", COAL_INT_MULHI, 2},
               {"nvvm.mulhi.u", COAL_INT_UMULHI, 2}};
  for (size_t k = 0; k < sizeof table / sizeof *table; k++) {
    if (!starts(name, table[k].prefix)) continue;
    bool is_unsigned_high = starts(name, "nvvm.mulhi") && strstr(name, ".u");
    coal_lower_comps comps = coal_lower_flatten(s, LLVMTypeOf(i));
    const coal_vm_slot *d = coal_lower_operand(s, i), *a = coal_lower_operand(s, argument(i, 0));
    const coal_vm_slot *b = table[k].operands > 1 ? coal_lower_operand(s, argument(i, 1)) : a;
    const coal_vm_slot *c = table[k].operands > 2 ? coal_lower_operand(s, argument(i, 2)) : a;
    for (size_t n = 0; n < comps.n; n++)
      coal_lower_lanes(s, coal_vm_lanes_int(is_unsigned_high ? COAL_INT_UMULHI : table[k].op, comps.items[n].width),
                       d[n].at, a[n].at, b[n].at, c[n].at);
    return true;
  }
  return false;
}

/** {result, overflow}: add: carry or sign rule; mul: the high half is not the extension of the low one. */
static bool overflow_intrinsic(coal_lower_state *s, LLVMValueRef i, const char *name) {
  if (!strstr(name, ".with.overflow.")) return false;
  bool is_signed = name[0] == 's', is_mul = !strncmp(name + 1, "mul", 3), is_sub = !strncmp(name + 1, "sub", 3);
  const coal_vm_slot *d = coal_lower_operand(s, i);
  coal_vm_slot a = coal_lower_argument(s, i, 0), b = coal_lower_argument(s, i, 1);
  unsigned w = a.width;
  coal_vm_slot t = coal_lower_slot(s, w), u = coal_lower_slot(s, w);
  uint32_t zero = coal_lower_const_slot(s, w, 0, 0).at, top = coal_lower_const_slot(s, w, w * 8 - 1, 0).at;
  coal_lower_lanes(s,
                   coal_vm_lanes_int(is_mul   ? COAL_INT_MUL
                                     : is_sub ? COAL_INT_SUB
                                              : COAL_INT_ADD,
                                     w),
                   d[0].at, a.at, b.at, 0);
  if (is_mul) {
    coal_lower_lanes(s, coal_vm_lanes_int(is_signed ? COAL_INT_MULHI : COAL_INT_UMULHI, w), t.at, a.at, b.at, 0);
    if (is_signed) coal_lower_lanes(s, coal_vm_lanes_int(COAL_INT_ASHR, w), u.at, d[0].at, top, 0);
    coal_lower_lanes(s, coal_vm_lanes_icmp(COAL_CMP_NE, w), d[1].at, t.at, is_signed ? u.at : zero, 0);
  } else if (!is_signed) {
    coal_lower_lanes(s, coal_vm_lanes_icmp(is_sub ? COAL_CMP_ULT : COAL_CMP_ULT, w), d[1].at, is_sub ? a.at : d[0].at,
                     is_sub ? b.at : a.at, 0);
  } else {
    coal_lower_lanes(s, coal_vm_lanes_int(COAL_INT_XOR, w), t.at, a.at, is_sub ? b.at : d[0].at, 0);
    coal_lower_lanes(s, coal_vm_lanes_int(COAL_INT_XOR, w), u.at, is_sub ? a.at : b.at, d[0].at, 0);
    coal_lower_lanes(s, coal_vm_lanes_int(COAL_INT_AND, w), t.at, t.at, u.at, 0);
    coal_lower_lanes(s, coal_vm_lanes_icmp(COAL_CMP_SLT, w), d[1].at, t.at, zero, 0);
  }
  return true;
}

typedef struct float_entry {
  const char *prefix;
  coal_vm_float_op op;
} float_entry;

// clang-format off
static const float_entry float_table[] = {{"fabs.", COAL_FP_ABS},
                                          {"sqrt.", COAL_FP_SQRT},
                                          {"fma.", COAL_FP_FMA},
                                          {"fmuladd.", COAL_FP_FMA},
                                          {"floor.", COAL_FP_FLOOR},
                                          {"ceil.", COAL_FP_CEIL},
                                          {"trunc.", COAL_FP_TRUNC},
                                          {"rint.", COAL_FP_RINT},
                                          {"nearbyint.", COAL_FP_RINT},
                                          {"roundeven.", COAL_FP_RINT},
                                          {"round.", COAL_FP_ROUND},
                                          {"minnum.", COAL_FP_MIN},
                                          {"maxnum.", COAL_FP_MAX},
                                          {"minimum.", COAL_FP_MIN},
                                          {"maximum.", COAL_FP_MAX},
                                          {"minimumnum.", COAL_FP_MIN},
                                          {"maximumnum.", COAL_FP_MAX},
                                          {"copysign.", COAL_FP_COPYSIGN},
                                          {"exp.", COAL_FP_EXP},
                                          {"exp2.", COAL_FP_EXP2},
                                          {"log.", COAL_FP_LOG},
                                          {"log2.", COAL_FP_LOG2},
                                          {"log10.", COAL_FP_LOG10},
                                          {"pow.", COAL_FP_POW},
                                          {"sin.", COAL_FP_SIN},
                                          {"cos.", COAL_FP_COS},
                                          {"tanh.", COAL_FP_TANH},
                                          {"nvvm.fabs", COAL_FP_ABS},
                                          {"nvvm.fma.", COAL_FP_FMA},
                                          {"nvvm.fmin.", COAL_FP_MIN},
                                          {"nvvm.fmax.", COAL_FP_MAX},
                                          {"nvvm.add.r", COAL_FP_ADD},
                                          {"nvvm.mul.r", COAL_FP_MUL},
                                          {"nvvm.div.", COAL_FP_DIV},
                                          {"nvvm.rcp.", COAL_FP_RCP},
                                          {"nvvm.sqrt.", COAL_FP_SQRT},
                                          {"nvvm.rsqrt.", COAL_FP_RSQRT},
                                          {"nvvm.saturate.", COAL_FP_SATURATE},
                                          {"nvvm.ex2.approx", COAL_FP_EXP2},
                                          {"nvvm.lg2.approx", COAL_FP_LOG2},
                                          {"nvvm.sin.approx", COAL_FP_SIN},
                                          {"nvvm.cos.approx", COAL_FP_COS},
                                          {"nvvm.floor.", COAL_FP_FLOOR},
                                          {"nvvm.ceil.", COAL_FP_CEIL},
                                          {"nvvm.trunc.", COAL_FP_TRUNC},
                                          {"nvvm.round.", COAL_FP_RINT},
                                          {"nvvm.tanh.approx", COAL_FP_TANH}};
// clang-format on

static bool float_intrinsic(coal_lower_state *s, LLVMValueRef i, const char *name) {
  for (size_t k = 0; k < sizeof float_table / sizeof *float_table; k++) {
    if (!starts(name, float_table[k].prefix)) continue;
    coal_lower_comps comps = coal_lower_flatten(s, LLVMTypeOf(i));
    unsigned n_args = LLVMGetNumArgOperands(i);
    const coal_vm_slot *d = coal_lower_operand(s, i), *a = coal_lower_operand(s, argument(i, 0));
    const coal_vm_slot *b = n_args > 1 ? coal_lower_operand(s, argument(i, 1)) : a;
    const coal_vm_slot *c = n_args > 2 ? coal_lower_operand(s, argument(i, 2)) : a;
    for (size_t n = 0; n < comps.n; n++) {
      if (comps.items[n].kind == COAL_COMP_INT) return false;
      coal_lower_lanes(s, coal_vm_lanes_float(float_table[k].op, comps.items[n].kind), d[n].at, a[n].at, b[n].at,
                       c[n].at);
    }
    return true;
  }
  return false;
}

/** nvvm.{f,d}2{i,ui,ll,ull}.r{n,z,m,p}[.ftz] and nvvm.{i,ui,ll,ull}2{f,d}.*. */
static bool conversion_intrinsic(coal_lower_state *s, LLVMValueRef i, const char *name) {
  if (!starts(name, "nvvm.")) return false;
  const char *two = strchr(name + 5, '2');
  if (!two || two - name > 9) return false;
  coal_lower_comp from = first_comp(s, LLVMTypeOf(argument(i, 0))), to = first_comp(s, LLVMTypeOf(i));
  uint32_t d = coal_lower_operand(s, i)[0].at, a = coal_lower_argument(s, i, 0).at;
  if (from.kind != COAL_COMP_INT && to.kind == COAL_COMP_INT) {
    const char *round = strstr(two, ".r");
    if (!round || LLVMGetNumArgOperands(i) != 1 || to.bits == 16) return false;
    coal_vm_ins *ins = coal_lower_lanes(s, coal_vm_lanes_from_float(from.kind, to.width, two[1] != 'u'), d, a, 0, 0);
    ins->imm = round[2] == 'z' ? 0 : round[2] == 'n' ? 1 : round[2] == 'm' ? 2 : 3;
    return true;
  }
  if (from.kind == COAL_COMP_INT && to.kind != COAL_COMP_INT) {
    coal_lower_lanes(s, coal_vm_lanes_to_float(from.width, name[5] != 'u', to.kind), d, a, 0, 0);
    return true;
  }
  if (from.kind != COAL_COMP_INT && LLVMGetNumArgOperands(i) == 1) {
    coal_lower_lanes(s, coal_vm_lanes_fpcast(from.kind, to.kind), d, a, 0, 0);
    return true;
  }
  return false;
}

/* ---- NVVM's atomics and matrices ------------------------------------------------------------------------ */

static bool atomic_intrinsic(coal_lower_state *s, LLVMValueRef i, const char *name) {
  static const struct {
    const char *name;
    coal_vm_rmw op;
  } table[] = {{"add.gen.f", COAL_RMW_FADD}, {"add.", COAL_RMW_ADD},      {"and.", COAL_RMW_AND},
               {"or.", COAL_RMW_OR},         {"xor.", COAL_RMW_XOR},      {"exch.", COAL_RMW_XCHG},
               {"max.", COAL_RMW_MAX},       {"min.", COAL_RMW_MIN},      {"inc.", COAL_RMW_INC},
               {"dec.", COAL_RMW_DEC},       {"load.inc.", COAL_RMW_INC}, {"load.dec.", COAL_RMW_DEC}};
  for (size_t k = 0; k < sizeof table / sizeof *table; k++) {
    if (!starts(name, table[k].name)) continue;
    coal_lower_atomic(s, table[k].op, coal_lower_operand(s, i)[0].at, coal_lower_argument(s, i, 0).at,
                      coal_lower_argument(s, i, 1), false);
    return true;
  }
  return false;
}

/** llvm.nvvm.{ld,st}matrix.sync.aligned.m8n8.x{1,2,4}[.trans].b16.* */
static bool matrix_intrinsic(coal_lower_state *s, LLVMValueRef i, const char *name) {
  const char *x = strstr(name, ".m8n8.x");
  if (!x) return false;
  coal_vm_matrix *m = COAL_ARENA_NEW(s->arena, coal_vm_matrix);
  m->is_store = name[0] == 's';
  m->count = (uint8_t)(x[7] - '0');
  m->is_transposed = strstr(x, "trans") != NULL;
  if (m->is_store) {
    for (unsigned k = 0; k < m->count && k < 4; k++) m->regs[k] = coal_lower_argument(s, i, 1 + k);
  } else {
    for (unsigned k = 0; k < m->count && k < 4; k++) m->regs[k] = coal_lower_operand(s, i)[k];
  }
  coal_mem_op base = m->is_store ? COAL_MEM_STMATRIX1 : COAL_MEM_LDMATRIX1;
  uint32_t address = coal_lower_argument(s, i, 0).at;
  uint32_t site = coal_lower_site(s, base + (m->count == 4 ? 2 : m->count == 2 ? 1 : 0), 16);
  coal_vm_ins *ins = coal_lower_emit(s, COAL_INS_MATRIX);
  ins->a = address;
  ins->aux = m;
  ins->site = site;
  ins->request_bytes = 16;
  return true;
}

/** cp.async copies at once, so that waits are no-ops. */
static bool async_copy(coal_lower_state *s, LLVMValueRef i, const char *name) {
  if (!starts(name, "cp.async.ca.") && !starts(name, "cp.async.cg.")) return false;
  const char *size = strstr(name, "global.");
  coal_vm_copy *c = COAL_ARENA_NEW(s->arena, coal_vm_copy);
  c->to = coal_lower_argument(s, i, 0).at;
  c->from = coal_lower_argument(s, i, 1).at;
  c->length = COAL_NO_SLOT;
  c->bytes = size && size[7] == '1' ? 16 : size && size[7] == '8' ? 8 : 4;
  c->load_chunk = c->store_chunk = (uint8_t)c->bytes;
  c->load_site = coal_lower_site(s, COAL_MEM_LOAD, c->load_chunk);
  c->store_site = coal_lower_site(s, COAL_MEM_STORE, c->store_chunk);
  coal_lower_emit(s, COAL_INS_COPY)->aux = c;
  return true;
}

static bool is_nothing(const char *name) {
  static const char *const prefixes[] = {"lifetime.",
                                         "dbg.",
                                         "assume",
                                         "experimental.noalias",
                                         "donothing",
                                         "prefetch",
                                         "stackrestore",
                                         "nvvm.membar",
                                         "nvvm.fence",
                                         "nvvm.prefetch",
                                         "nvvm.cp.async.commit",
                                         "nvvm.cp.async.wait",
                                         "nvvm.nanosleep",
                                         "nvvm.discard",
                                         "nvvm.applypriority",
                                         "var.annotation",
                                         "pseudoprobe",
                                         "invariant.end",
                                         "nvvm.griddepcontrol",
                                         "nvvm.setmaxnreg",
                                         "nvvm.pm.event"};
  for (size_t k = 0; k < sizeof prefixes / sizeof *prefixes; k++)
    if (starts(name, prefixes[k])) return true;
  return false;
}

static bool is_same(const char *name) {
  static const char *const prefixes[] = {
      "expect.",       "launder.",         "strip.",   "ptr.annotation",      "nvvm.ptr.", "annotation.",
      "canonicalize.", "arithmetic.fence", "ssa.copy", "threadlocal.address", "nvvm.mapa."};
  for (size_t k = 0; k < sizeof prefixes / sizeof *prefixes; k++)
    if (starts(name, prefixes[k])) return true;
  return false;
}

static void trap(coal_lower_state *s, const char *message) { coal_lower_emit(s, COAL_INS_TRAP)->aux = message; }

static bool constant_result(coal_lower_state *s, LLVMValueRef i, uint64_t value) {
  coal_vm_slot d = coal_lower_operand(s, i)[0];
  coal_lower_lanes(s, coal_vm_lanes_move(d.width), d.at, coal_lower_const_slot(s, d.width, value, 0).at, 0, 0);
  return true;
}

static bool is_space_query(coal_lower_state *s, LLVMValueRef i, const char *name) {
  if (!starts(name, "nvvm.isspacep.")) return false;
  const char *space = name + 14;
  coal_vm_ins *ins = coal_lower_emit(s, COAL_INS_IS_SPACE);
  uint32_t d = coal_lower_operand(s, i)[0].at, a = coal_lower_argument(s, i, 0).at;
  ins = &s->ins.items[s->ins.n - 1];
  ins->dst = d;
  ins->a = a;
  ins->imm = !strcmp(space, "shared")  ? COAL_SPACE_SHARED
             : !strcmp(space, "local") ? COAL_SPACE_LOCAL
             : !strcmp(space, "const") ? COAL_SPACE_CONSTANT
                                       : COAL_SPACE_GLOBAL;
  return true;
}

static bool nvvm_intrinsic(coal_lower_state *s, LLVMValueRef i, const char *name) {
  if (starts(name, "read.ptx.sreg.")) {
    if (strstr(name, ".w")) return constant_result(s, i, 0);
    return coal_lower_special(s, name + 14, coal_lower_operand(s, i)[0].at);
  }
  if (starts(name, "barrier0") || starts(name, "barrier.cta") || !strcmp(name, "barrier") ||
      starts(name, "barrier.n") || starts(name, "bar.sync") || starts(name, "barrier.sync"))
    return barrier_intrinsic(s, i, LLVMGetValueName(LLVMGetCalledValue(i)));
  if (starts(name, "atomic.")) return atomic_intrinsic(s, i, name + 7);
  if (starts(name, "ldmatrix.") || starts(name, "stmatrix.")) return matrix_intrinsic(s, i, name);
  if (!strcmp(name, "exit")) {
    coal_lower_emit(s, COAL_INS_EXIT);
    return true;
  }
  return warp_intrinsic(s, i, name) || async_copy(s, i, name);
}

static bool intrinsic(coal_lower_state *s, LLVMValueRef i, const char *full) {
  const char *name = full + 5;
  if (is_nothing(name)) return true;
  if (is_same(name)) {
    coal_lower_alias(s, i, coal_lower_operand(s, argument(i, 0)));
    return true;
  }
  if (starts(name, "memcpy") || starts(name, "memmove")) {
    block_of_bytes(s, i, false);
    return true;
  }
  if (starts(name, "memset")) {
    block_of_bytes(s, i, true);
    return true;
  }
  if (starts(name, "trap") || starts(name, "ubsantrap") || starts(name, "debugtrap")) {
    trap(s, "the kernel ran into __trap()");
    return true;
  }
  if (starts(name, "is.constant")) return constant_result(s, i, 0);
  if (starts(name, "objectsize")) return constant_result(s, i, UINT64_MAX);
  if (starts(name, "stacksave")) return constant_result(s, i, 0);
  if (is_space_query(s, i, name)) return true;
  if (starts(name, "nvvm.") && nvvm_intrinsic(s, i, name + 5)) return true;
  return overflow_intrinsic(s, i, name) || int_intrinsic(s, i, name) || conversion_intrinsic(s, i, name) ||
         float_intrinsic(s, i, name) || coal_lower_math(s, i, full);
}

/* ---- functions ----------------------------------------------------------------------------------------- */

/** A by-value record is copied by the caller into its own storage. */
static coal_vm_slot by_value_copy(coal_lower_state *s, LLVMValueRef fn, LLVMValueRef i, unsigned n) {
  LLVMAttributeRef a = LLVMGetEnumAttributeAtIndex(fn, n + 1, LLVMGetEnumAttributeKindForName("byval", 5));
  coal_vm_slot from = coal_lower_argument(s, i, n);
  if (!a) return from;
  coal_vm_copy *c = COAL_ARENA_NEW(s->arena, coal_vm_copy);
  coal_vm_slot to = coal_lower_slot(s, 8);
  s->local_bytes = (s->local_bytes + 15) / 16 * 16;
  coal_vm_ins *ins = coal_lower_emit(s, COAL_INS_LOCAL);
  ins->dst = to.at;
  ins->imm = s->local_bytes;
  *c = (coal_vm_copy){.to = to.at,
                      .from = from.at,
                      .length = COAL_NO_SLOT,
                      .bytes = LLVMABISizeOfType(s->layout, LLVMGetTypeAttributeValue(a)),
                      .load_site = COAL_NO_SITE,
                      .store_site = COAL_NO_SITE,
                      .load_chunk = 1,
                      .store_chunk = 1};
  s->local_bytes += (uint32_t)c->bytes;
  coal_lower_emit(s, COAL_INS_COPY)->aux = c;
  return to;
}

static void call(coal_lower_state *s, LLVMValueRef i, LLVMValueRef fn, const coal_vm_code *code) {
  COAL_VEC(coal_vm_slot) args = {0};
  for (unsigned n = 0; n < LLVMGetNumArgOperands(i); n++) {
    size_t count = coal_lower_flatten(s, LLVMTypeOf(argument(i, n))).n;
    const coal_vm_slot *slots = coal_lower_operand(s, argument(i, n));
    coal_vm_slot copy;
    if (fn && count == 1) {
      copy = by_value_copy(s, fn, i, n);
      slots = &copy;
    }
    for (size_t k = 0; k < count; k++) coal_vec_push(&args, slots[k]);
  }
  coal_vm_call *c = COAL_ARENA_NEW(s->arena, coal_vm_call);
  c->callee = code;
  c->args = coal_arena_copy(s->arena, args.items, args.n * sizeof *args.items);
  c->n_args = args.n;
  c->n_results = coal_lower_flatten(s, LLVMTypeOf(i)).n;
  if (c->n_results) c->results = coal_lower_operand(s, i);
  coal_vec_free(&args);
  uint32_t target = code ? 0 : coal_lower_operand(s, LLVMGetCalledValue(i))[0].at;
  coal_vm_ins *ins = coal_lower_emit(s, code ? COAL_INS_CALL : COAL_INS_CALL_POINTER);
  ins->aux = c;
  ins->a = target;
}

static bool runtime_call(coal_lower_state *s, LLVMValueRef i, const char *name) {
  if (!strcmp(name, "vprintf")) {
    uint32_t d = coal_lower_operand(s, i)[0].at, a = coal_lower_argument(s, i, 0).at,
             b = coal_lower_argument(s, i, 1).at;
    coal_vm_ins *ins = coal_lower_emit(s, COAL_INS_PRINTF);
    ins->dst = d;
    ins->a = a;
    ins->b = b;
    return true;
  }
  if (!strcmp(name, "__assertfail") || !strcmp(name, "__assert_fail")) {
    uint32_t a = coal_lower_argument(s, i, 0).at, b = coal_lower_argument(s, i, 1).at,
             c = coal_lower_argument(s, i, 2).at;
    coal_vm_ins *ins = coal_lower_emit(s, COAL_INS_ASSERT);
    ins->a = a;
    ins->b = b;
    ins->c = c;
    return true;
  }
  if (!strcmp(name, "malloc") || !strcmp(name, "free")) {
    bool is_free = name[0] == 'f';
    coal_vm_slot a = coal_lower_argument(s, i, 0);
    uint32_t d = is_free ? 0 : coal_lower_operand(s, i)[0].at;
    coal_vm_ins *ins = coal_lower_emit(s, is_free ? COAL_INS_FREE : COAL_INS_MALLOC);
    ins->a = a.at;
    ins->dst = d;
    ins->width = a.width;
    return true;
  }
  return false;
}

void coal_lower_call(coal_lower_state *s, LLVMValueRef i) {
  LLVMValueRef callee = LLVMGetCalledValue(i);
  if (LLVMIsAInlineAsm(callee)) {
    size_t n_text, n_constraints;
    const char *text = LLVMGetInlineAsmAsmString(callee, &n_text);
    const char *constraints = LLVMGetInlineAsmConstraintString(callee, &n_constraints);
    coal_lower_asm(s, i, coal_arena_string(s->arena, text, n_text),
                   coal_arena_string(s->arena, constraints, n_constraints));
    return;
  }
  if (!LLVMIsAFunction(callee)) {
    call(s, i, NULL, NULL);
    return;
  }
  const char *name = coal_lower_name(s, callee);
  uint64_t *code = coal_lower_map_find(&s->codes, callee);
  if (code) {
    call(s, i, callee, (const coal_vm_code *)(uintptr_t)*code);
    return;
  }
  bool ok = starts(name, "llvm.")
                ? intrinsic(s, i, name)
                : runtime_call(s, i, name) || coal_lower_math(s, i, name) || coal_lower_named(s, i, name);
  if (ok) return;
  const char *display = coal_lower_function_display(s, callee);
  coal_lower_emit(s, COAL_INS_UNSUPPORTED)->aux =
      coal_arena_format(s->arena, "calls %s, which has no body here", display);
}
