/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "state.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <llvm-c/BitReader.h>
#include <llvm-c/Error.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/Transforms/PassBuilder.h>

void coal_lower_unsupported(coal_lower_state *s, const char *format, ...) {
  if (!s->code || s->code->unsupported) return;
  va_list args;
  va_start(args, format);
  s->code->unsupported = coal_arena_vformat(s->arena, format, args);
  va_end(args);
}

/* ---- constants and global variables ---------------------------------------------------------------------------- */

enum { SPACE_GENERIC = 0, SPACE_GLOBAL = 1, SPACE_SHARED = 3, SPACE_CONSTANT = 4 };

/** Offset of a shared variable in the block's shared memory, assigned on first use. Dynamic ones start at 0 of their
 *  part. */
static void shared_address(coal_lower_state *s, LLVMValueRef v, uint64_t *value, uint8_t *shared) {
  uint64_t bytes = LLVMABISizeOfType(s->layout, LLVMGlobalGetValueType(v));
  if (LLVMIsDeclaration(v) || !bytes) {
    *value = 0;
    *shared = 2;
    s->code->uses_dynamic_shared = true;
    return;
  }
  *shared = 1;
  uint64_t *known = coal_lower_map_find(&s->shared, v);
  if (known) {
    *value = *known;
    return;
  }
  unsigned align = LLVMGetAlignment(v);
  if (align < 16) align = 16; /* ptxas aligns arrays at least so; the bank period is 128 bytes anyway */
  s->shared_bytes = (s->shared_bytes + align - 1) / align * align;
  *value = s->shared_bytes;
  s->shared_bytes += bytes;
  coal_lower_map_put(&s->shared, v, *value);
}

static bool global_address(coal_lower_state *s, LLVMValueRef v, uint64_t *value, uint8_t *shared) {
  if (LLVMIsAFunction(v)) {
    uint64_t *code = coal_lower_map_find(&s->codes, v);
    *value = code ? *code : 0;
    return code != NULL;
  }
  if (LLVMGetPointerAddressSpace(LLVMTypeOf(v)) == SPACE_SHARED) {
    if (!s->code) return false;
    shared_address(s, v, value, shared);
    return true;
  }
  uint64_t *known = coal_lower_map_find(&s->globals, v);
  if (!known) return false;
  *value = *known;
  return true;
}

/** Sum of the constant indices of a GEP expression, in bytes. */
static bool gep_offset(coal_lower_state *s, LLVMValueRef e, uint64_t *offset) {
  LLVMTypeRef t = LLVMGetGEPSourceElementType(e);
  uint64_t sum = 0;
  for (unsigned k = 1; k < (unsigned)LLVMGetNumOperands(e); k++) {
    LLVMValueRef index = LLVMGetOperand(e, k);
    if (!LLVMIsAConstantInt(index)) return false;
    int64_t n = LLVMConstIntGetSExtValue(index);
    if (k > 1 && LLVMGetTypeKind(t) == LLVMStructTypeKind) {
      sum += LLVMOffsetOfElement(s->layout, t, (unsigned)n);
      t = LLVMStructGetTypeAtIndex(t, (unsigned)n);
      continue;
    }
    if (k > 1) t = LLVMGetElementType(t);
    sum += (uint64_t)n * LLVMABISizeOfType(s->layout, t);
  }
  *offset = sum;
  return true;
}

static bool constant_expression(coal_lower_state *s, LLVMValueRef v, uint64_t *value, uint8_t *shared) {
  LLVMOpcode op = LLVMGetConstOpcode(v);
  if (!coal_lower_constant(s, LLVMGetOperand(v, 0), value, shared)) return false;
  uint64_t other = 0;
  switch (op) {
    case LLVMGetElementPtr:
      if (!gep_offset(s, v, &other)) return false;
      *value += other;
      return true;
    case LLVMAddrSpaceCast:
    case LLVMBitCast:
    case LLVMPtrToInt:
    case LLVMIntToPtr:
    case LLVMTrunc: return true;
    case LLVMAdd:
    case LLVMSub: {
      uint8_t ignored = 0;
      if (!coal_lower_constant(s, LLVMGetOperand(v, 1), &other, &ignored)) return false;
      *value = op == LLVMAdd ? *value + other : *value - other;
      if (op == LLVMSub && ignored) *shared = 0;
      return true;
    }
    default: return false;
  }
}

static uint64_t float_bits(LLVMValueRef v) {
  LLVMBool lossy;
  double d = LLVMConstRealGetDouble(v, &lossy);
  float f = (float)d;
  uint64_t bits = 0;
  switch (LLVMGetTypeKind(LLVMTypeOf(v))) {
    case LLVMDoubleTypeKind: memcpy(&bits, &d, 8); break;
    case LLVMFloatTypeKind: memcpy(&bits, &f, 4); break;
    case LLVMHalfTypeKind: bits = coal_vm_float_to_half(f); break;
    default: bits = coal_vm_float_to_bfloat(f); break;
  }
  return bits;
}

bool coal_lower_constant(coal_lower_state *s, LLVMValueRef v, uint64_t *value, uint8_t *shared) {
  *value = 0;
  if (LLVMIsNull(v)) return true;
  if (LLVMIsUndef(v)) {
    *value = COAL_UNDEFINED_PATTERN;
    return true;
  }
  if (LLVMIsAConstantInt(v)) {
    *value = LLVMConstIntGetZExtValue(v);
    return true;
  }
  if (LLVMIsAConstantFP(v)) {
    *value = float_bits(v);
    return true;
  }
  bool ok = LLVMIsAGlobalValue(v) ? global_address(s, v, value, shared)
                                  : LLVMIsAConstantExpr(v) && constant_expression(s, v, value, shared);
  if (!ok) coal_lower_unsupported(s, "a constant this machine cannot work out");
  return ok;
}

static void initialise(coal_lower_state *s, LLVMValueRef v, uint8_t *at) {
  LLVMTypeRef t = LLVMTypeOf(v);
  LLVMTypeKind kind = LLVMGetTypeKind(t);
  if (LLVMIsNull(v) || LLVMIsUndef(v)) return;
  if (kind == LLVMStructTypeKind || kind == LLVMArrayTypeKind || kind == LLVMVectorTypeKind) {
    unsigned n = kind == LLVMStructTypeKind   ? LLVMCountStructElementTypes(t)
                 : kind == LLVMVectorTypeKind ? LLVMGetVectorSize(t)
                                              : (unsigned)LLVMGetArrayLength2(t);
    for (unsigned k = 0; k < n; k++) {
      LLVMValueRef e = LLVMGetAggregateElement(v, k);
      if (!e) return;
      uint64_t offset = kind == LLVMStructTypeKind ? LLVMOffsetOfElement(s->layout, t, k)
                                                   : k * LLVMABISizeOfType(s->layout, LLVMTypeOf(e));
      initialise(s, e, at + offset);
    }
    return;
  }
  uint64_t value;
  uint8_t shared = 0;
  coal_lower_constant(s, v, &value, &shared);
  uint64_t size = LLVMStoreSizeOfType(s->layout, t);
  memcpy(at, &value, size < 8 ? size : 8);
}

/** Constant memory, and the tables that the compiler makes of constexpr arrays: accesses to them are not in the
 *  source. */
static bool is_constant_global(LLVMValueRef v) {
  return LLVMGetPointerAddressSpace(LLVMTypeOf(v)) == SPACE_CONSTANT ||
         (LLVMIsGlobalConstant(v) && LLVMGetLinkage(v) == LLVMPrivateLinkage);
}

static void globals(coal_lower_state *s) {
  for (LLVMValueRef v = LLVMGetFirstGlobal(s->module); v; v = LLVMGetNextGlobal(v)) {
    if (LLVMGetPointerAddressSpace(LLVMTypeOf(v)) == SPACE_SHARED) continue;
    uint64_t bytes = LLVMABISizeOfType(s->layout, LLVMGlobalGetValueType(v));
    coal_lower_comps comps = coal_lower_flatten(s, LLVMGlobalGetValueType(v));
    coal_vm_global g = {.name = coal_lower_name(s, v), .bytes = bytes, .is_constant = is_constant_global(v)};
    g.source_name = coal_lower_variable_name(s, g.name);
    g.kind = comps.n ? comps.items[0].kind : COAL_COMP_INT;
    g.address = coal_vm_memory_alloc(s->memory, bytes ? bytes : 1,
                                     g.is_constant ? COAL_SPACE_CONSTANT : COAL_SPACE_GLOBAL, g.name);
    coal_vec_push(&s->program->globals, g);
    coal_lower_map_put(&s->globals, v, g.address);
  }
  size_t k = 0;
  for (LLVMValueRef v = LLVMGetFirstGlobal(s->module); v; v = LLVMGetNextGlobal(v)) {
    if (LLVMGetPointerAddressSpace(LLVMTypeOf(v)) == SPACE_SHARED) continue;
    uint64_t at = s->program->globals.items[k++].address;
    if (at && LLVMGetInitializer(v)) initialise(s, LLVMGetInitializer(v), (uint8_t *)(uintptr_t)at);
  }
}

/* ---- passes ------------------------------------------------------------------------------------------------ */

#define FUNCTION_INDEX ((LLVMAttributeIndex)LLVMAttributeFunctionIndex)

static unsigned attribute(const char *name) { return LLVMGetEnumAttributeKindForName(name, strlen(name)); }

/** By convention (llvm::CallingConv::PTX_Kernel), or in older modules by `!{fn, !"kernel", i32 1}` in
 * !nvvm.annotations. */
static bool is_kernel(coal_lower_state *s, LLVMValueRef fn) {
  if (LLVMGetFunctionCallConv(fn) == 71) return true;
  unsigned n = LLVMGetNamedMetadataNumOperands(s->module, "nvvm.annotations"), length;
  LLVMValueRef *nodes = coal_alloc((n + 1) * sizeof *nodes);
  bool found = false;
  LLVMGetNamedMetadataOperands(s->module, "nvvm.annotations", nodes);
  for (unsigned k = 0; k < n && !found; k++) {
    LLVMValueRef parts[8];
    if (LLVMGetMDNodeNumOperands(nodes[k]) < 3 || LLVMGetMDNodeNumOperands(nodes[k]) > 8) continue;
    LLVMGetMDNodeOperands(nodes[k], parts);
    const char *what = parts[0] == fn && parts[1] ? LLVMGetMDString(parts[1], &length) : NULL;
    found = what && !strncmp(what, "kernel", length);
  }
  free(nodes);
  return found;
}

/** Does fn reach target by calls? */
static bool calls(LLVMValueRef fn, LLVMValueRef target, coal_lower_map *seen) {
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
      if (!LLVMIsACallInst(i)) continue;
      LLVMValueRef callee = LLVMGetCalledValue(i);
      if (callee == target) return true;
      if (!LLVMIsAFunction(callee) || LLVMIsDeclaration(callee) || coal_lower_map_find(seen, callee)) continue;
      coal_lower_map_put(seen, callee, 1);
      if (calls(callee, target, seen)) return true;
    }
  return false;
}

static bool is_recursive(LLVMValueRef fn) {
  coal_lower_map seen = {0};
  bool r = calls(fn, fn, &seen);
  coal_lower_map_free(&seen);
  return r;
}

/** Functions are inlined unless they are recursive; older modules mark kernels in metadata only, newer by convention.
 */
static void mark_inline(coal_lower_state *s) {
  for (LLVMValueRef fn = LLVMGetFirstFunction(s->module); fn; fn = LLVMGetNextFunction(fn)) {
    if (LLVMIsDeclaration(fn)) continue;
    LLVMRemoveEnumAttributeAtIndex(fn, FUNCTION_INDEX, attribute("noinline"));
    LLVMRemoveEnumAttributeAtIndex(fn, FUNCTION_INDEX, attribute("optnone"));
    if (is_kernel(s, fn) || is_recursive(fn)) {
      LLVMRemoveEnumAttributeAtIndex(fn, FUNCTION_INDEX, attribute("alwaysinline"));
      continue;
    }
    LLVMAddAttributeAtIndex(fn, FUNCTION_INDEX, LLVMCreateEnumAttribute(s->context, attribute("alwaysinline"), 0));
    if (!LLVMGetFirstUse(fn)) continue;
    LLVMSetLinkage(fn, LLVMInternalLinkage);
  }
}

/** Promotes local variables to registers; simplifies control flow without merging or moving memory accesses. */
static const char keep_accesses[] =
    "always-inline,function(sroa<modify-cfg>,instsimplify,simplifycfg<no-sink-common-insts;no-hoist-common-insts;no-switch-to-lookup>,sroa<modify-cfg>,"
    "instsimplify,adce,loop-simplify),globaldce";

static bool run_passes(coal_lower_state *s, coal_lower_optimise optimise, char **error) {
  if (optimise == COAL_OPTIMISE_KEEP_ACCESSES) mark_inline(s);
  LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
  LLVMPassBuilderOptionsSetLoopVectorization(options, 0);
  LLVMPassBuilderOptionsSetSLPVectorization(options, 0);
  LLVMErrorRef e =
      LLVMRunPasses(s->module, optimise == COAL_OPTIMISE_O1 ? "default<O1>" : keep_accesses, NULL, options);
  LLVMDisposePassBuilderOptions(options);
  if (!e) return true;
  char *message = LLVMGetErrorMessage(e);
  *error = coal_strdup(message);
  LLVMDisposeErrorMessage(message);
  return false;
}

/* ---- functions --------------------------------------------------------------------------------------------- */

static void jump_to(coal_lower_state *s, size_t ins, bool is_second, LLVMBasicBlockRef block) {
  coal_lower_fixup f = {.ins = ins, .is_second = is_second, .block = block};
  coal_vec_push(&s->fixups, f);
}

static LLVMValueRef incoming(LLVMValueRef phi, LLVMBasicBlockRef from) {
  for (unsigned k = 0; k < LLVMCountIncoming(phi); k++)
    if (LLVMGetIncomingBlock(phi, k) == from) return LLVMGetIncomingValue(phi, k);
  return NULL;
}

/** The moves for the phis of `to` on the edge from `from`: simultaneous, so through temporaries. */
static void edge_moves(coal_lower_state *s, LLVMBasicBlockRef from, LLVMBasicBlockRef to) {
  COAL_VEC(coal_vm_slot) dst = {0}, src = {0};
  for (LLVMValueRef phi = LLVMGetFirstInstruction(to); phi && LLVMIsAPHINode(phi); phi = LLVMGetNextInstruction(phi)) {
    LLVMValueRef v = incoming(phi, from);
    if (!v) continue;
    size_t n = coal_lower_flatten(s, LLVMTypeOf(phi)).n;
    const coal_vm_slot *d = coal_lower_operand(s, phi), *a = coal_lower_operand(s, v);
    for (size_t k = 0; k < n; k++) {
      if (d[k].at == a[k].at) continue;
      coal_vec_push(&dst, d[k]);
      coal_vec_push(&src, a[k]);
    }
  }
  bool conflict = false;
  for (size_t i = 0; i < dst.n; i++)
    for (size_t k = 0; k < src.n; k++) conflict = conflict || (i != k && dst.items[i].at == src.items[k].at);
  if (conflict)
    for (size_t i = 0; i < src.n; i++) {
      coal_vm_slot t = coal_lower_slot(s, src.items[i].width);
      coal_lower_lanes(s, coal_vm_lanes_move(t.width), t.at, src.items[i].at, 0, 0);
      src.items[i] = t;
    }
  for (size_t i = 0; i < dst.n; i++)
    coal_lower_lanes(s, coal_vm_lanes_move(dst.items[i].width), dst.items[i].at, src.items[i].at, 0, 0);
  coal_vec_free(&dst);
  coal_vec_free(&src);
}

static bool has_moves(LLVMBasicBlockRef to) {
  LLVMValueRef first = LLVMGetFirstInstruction(to);
  return first && LLVMIsAPHINode(first);
}

static void jump(coal_lower_state *s, LLVMBasicBlockRef from, LLVMBasicBlockRef to) {
  edge_moves(s, from, to);
  coal_lower_emit(s, COAL_INS_JUMP);
  jump_to(s, s->ins.n - 1, false, to);
}

static void branch(coal_lower_state *s, LLVMValueRef i, LLVMBasicBlockRef from) {
  LLVMBasicBlockRef yes = LLVMGetSuccessor(i, 0);
  if (!LLVMIsConditional(i)) {
    jump(s, from, yes);
    return;
  }
  LLVMBasicBlockRef no = LLVMGetSuccessor(i, 1);
  uint32_t condition = coal_lower_operand(s, LLVMGetCondition(i))[0].at;
  coal_lower_emit(s, COAL_INS_BRANCH)->a = condition;
  size_t at = s->ins.n - 1;
  if (has_moves(yes)) {
    s->ins.items[at].imm = (int64_t)s->ins.n;
    jump(s, from, yes);
  } else {
    jump_to(s, at, false, yes);
  }
  if (has_moves(no)) {
    s->ins.items[at].b = (uint32_t)s->ins.n;
    jump(s, from, no);
  } else {
    jump_to(s, at, true, no);
  }
}

/** Value of case k ≥ 1; in older LLVM an operand. */
static LLVMValueRef case_value(LLVMValueRef i, unsigned k) {
#if COAL_LLVM_MAJOR >= 22
  return LLVMGetSwitchCaseValue(i, k);
#else
  return LLVMGetOperand(i, 2 * k);
#endif
}

/** Every case gets a stub with the moves of its edge and a jump. */
static void switch_to(coal_lower_state *s, LLVMValueRef i, LLVMBasicBlockRef from) {
  unsigned n = LLVMGetNumSuccessors(i) - 1;
  coal_vm_switch *table = COAL_ARENA_NEW(s->arena, coal_vm_switch);
  uint64_t *values = COAL_ARENA_ARRAY(s->arena, uint64_t, n + 1);
  uint32_t *targets = COAL_ARENA_ARRAY(s->arena, uint32_t, n + 1);
  *table = (coal_vm_switch){.values = values, .targets = targets, .n = n};
  coal_vm_slot v = coal_lower_operand(s, LLVMGetOperand(i, 0))[0];
  coal_vm_ins *ins = coal_lower_emit(s, COAL_INS_SWITCH);
  ins->a = v.at;
  ins->width = v.width;
  ins->aux = table;
  for (unsigned k = 0; k < n; k++) {
    values[k] = LLVMConstIntGetZExtValue(case_value(i, k + 1));
    targets[k] = (uint32_t)s->ins.n;
    jump(s, from, LLVMGetSuccessor(i, k + 1));
  }
  targets[n] = (uint32_t)s->ins.n;
  jump(s, from, LLVMGetSuccessor(i, 0));
}

static void give_back(coal_lower_state *s, LLVMValueRef i) {
  if (s->code->is_kernel) {
    coal_lower_emit(s, COAL_INS_EXIT);
    return;
  }
  if (LLVMGetNumOperands(i) > 0) {
    const coal_vm_slot *v = coal_lower_operand(s, LLVMGetOperand(i, 0));
    for (size_t k = 0; k < s->code->n_results; k++)
      coal_lower_lanes(s, coal_vm_lanes_move(v[k].width), s->code->results[k].at, v[k].at, 0, 0);
  }
  coal_lower_emit(s, COAL_INS_RETURN);
}

static void block(coal_lower_state *s, LLVMBasicBlockRef b) {
  coal_lower_map_put(&s->blocks, b, s->ins.n);
  coal_lower_group_block(s, b);
  for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
    if (LLVMIsAPHINode(i)) continue;
    if (!LLVMIsATerminatorInst(i)) {
      coal_lower_instruction(s, i);
      continue;
    }
    LLVMMetadataRef location = LLVMInstructionGetDebugLoc(i);
    if (location) s->where = coal_lower_where(s, location);
    switch (LLVMGetInstructionOpcode(i)) {
      case LLVMBr: branch(s, i, b); break;
      case LLVMSwitch: switch_to(s, i, b); break;
      case LLVMRet: give_back(s, i); break;
      case LLVMUnreachable: coal_lower_emit(s, COAL_INS_EXIT); break;
      default: coal_lower_unsupported(s, "a jump this machine does not have"); break;
    }
  }
}

static bool reaches(LLVMValueRef v, coal_lower_map *seen) {
  for (LLVMUseRef u = LLVMGetFirstUse(v); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef i = LLVMGetUser(u);
    if (coal_lower_map_find(seen, i)) continue;
    coal_lower_map_put(seen, i, 1);
    if (LLVMIsAGetElementPtrInst(i) || LLVMIsATerminatorInst(i) || LLVMIsAAllocaInst(i) || LLVMIsAIntToPtrInst(i)) {
      if (LLVMGetInstructionOpcode(i) != LLVMRet) return true;
      continue;
    }
    if (LLVMIsACallInst(i)) {
      size_t n;
      LLVMValueRef callee = LLVMGetCalledValue(i);
      if (!LLVMIsAFunction(callee) || strncmp(LLVMGetValueName2(callee, &n), "llvm.", 5) ||
          !strncmp(LLVMGetValueName2(callee, &n), "llvm.mem", 8))
        return true;
    }
    if (LLVMIsAStoreInst(i)) { /* into a local variable it may come back from */
      LLVMValueRef to = LLVMGetOperand(i, 1);
      while (LLVMIsAGetElementPtrInst(to)) to = LLVMGetOperand(to, 0);
      if (LLVMIsAAllocaInst(to)) return true;
      continue;
    }
    if (reaches(i, seen)) return true;
  }
  return false;
}

bool coal_lower_is_control(LLVMValueRef v) {
  coal_lower_map seen = {0};
  bool r = reaches(v, &seen);
  coal_lower_map_free(&seen);
  return r;
}

/** Kernel parameters lie in the launch buffer in order, each at its own alignment. */
static void parameters(coal_lower_state *s, LLVMValueRef fn) {
  coal_vm_code *code = s->code;
  code->n_params = LLVMCountParams(fn);
  code->params = COAL_ARENA_ARRAY(s->arena, coal_vm_param, code->n_params + 1);
  uint64_t at = 0;
  for (unsigned k = 0; k < code->n_params; k++) {
    LLVMValueRef v = LLVMGetParam(fn, k);
    LLVMAttributeRef by_value = LLVMGetEnumAttributeAtIndex(fn, k + 1, attribute("byval"));
    LLVMTypeRef t = by_value && code->is_kernel ? LLVMGetTypeAttributeValue(by_value) : LLVMTypeOf(v);
    coal_vm_param *p = &code->params[k];
    p->name = coal_lower_name(s, v);
    uint64_t align = LLVMABIAlignmentOfType(s->layout, t);
    at = (at + align - 1) / align * align;
    p->offset_bytes = at;
    p->bytes = LLVMABISizeOfType(s->layout, t);
    at += p->bytes;
    p->by_value = by_value && code->is_kernel;
    p->is_control = p->by_value || coal_lower_is_control(v);
    coal_lower_comps comps = coal_lower_flatten(s, LLVMTypeOf(v));
    p->slots = coal_lower_operand(s, v);
    p->n_slots = comps.n;
    uint32_t *offsets = COAL_ARENA_ARRAY(s->arena, uint32_t, comps.n + 1);
    for (size_t c = 0; c < comps.n; c++) offsets[c] = comps.items[c].offset_bytes;
    p->component_offsets = offsets;
    coal_lower_comps parts = coal_lower_flatten(s, t);
    coal_vm_param_part *list = COAL_ARENA_ARRAY(s->arena, coal_vm_param_part, parts.n + 1);
    for (size_t c = 0; c < parts.n; c++)
      list[c] = (coal_vm_param_part){
          .kind = parts.items[c].kind, .offset_bytes = parts.items[c].offset_bytes, .width = parts.items[c].width};
    p->parts = list;
    p->n_parts = parts.n;
    p->kind = comps.n == 1 ? comps.items[0].kind : COAL_COMP_INT;
    if (comps.n) p->slot = p->slots[0];
    if (!p->by_value) continue;
    s->local_bytes = (s->local_bytes + 15) / 16 * 16;
    coal_vm_ins *ins = coal_lower_emit(s, COAL_INS_PARAM);
    ins->dst = p->slot.at;
    ins->b = k;
    ins->imm = s->local_bytes;
    s->local_bytes += (uint32_t)p->bytes;
  }
  code->param_bytes = at;
}

static void patch(coal_lower_state *s) {
  for (size_t k = 0; k < s->fixups.n; k++) {
    const coal_lower_fixup *f = &s->fixups.items[k];
    uint64_t *at = coal_lower_map_find(&s->blocks, f->block);
    uint64_t target = at ? *at : 0;
    if (f->is_second)
      s->ins.items[f->ins].b = (uint32_t)target;
    else
      s->ins.items[f->ins].imm = (int64_t)target;
  }
}

static void launch_bounds(coal_lower_state *s, LLVMValueRef fn) {
  LLVMAttributeRef a = LLVMGetStringAttributeAtIndex(fn, FUNCTION_INDEX, "nvvm.maxntid", 12);
  if (!a) return;
  unsigned n;
  const char *text = LLVMGetStringAttributeValue(a, &n);
  unsigned x = 1, y = 1, z = 1;
  char *copy = coal_arena_string(s->arena, text, n);
  if (sscanf(copy, "%u,%u,%u", &x, &y, &z) >= 1) s->code->max_threads = x * y * z;
}

static void function(coal_lower_state *s, LLVMValueRef fn, coal_vm_code *code) {
  s->code = code;
  s->function = fn;
  s->frame_bytes = 0;
  s->local_bytes = 0;
  s->where = 0;
  coal_lower_map_free(&s->values);
  coal_lower_map_free(&s->blocks);
  coal_lower_map_free(&s->grouped);
  s->ins.n = s->consts.n = s->fixups.n = 0;
  if (code->is_kernel) {
    coal_lower_map_free(&s->shared);
    s->shared_bytes = s->common_shared_bytes;
  }
  coal_lower_comps results = coal_lower_flatten(s, LLVMGetReturnType(LLVMGlobalGetValueType(fn)));
  code->n_results = results.n;
  code->results = COAL_ARENA_ARRAY(s->arena, coal_vm_slot, results.n + 1);
  for (size_t k = 0; k < results.n; k++) code->results[k] = coal_lower_slot(s, results.items[k].width);
  parameters(s, fn);
  launch_bounds(s, fn);
  coal_lower_order(fn);
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b)) block(s, b);
  patch(s);
  code->ins = coal_arena_copy(s->arena, s->ins.items, s->ins.n * sizeof *s->ins.items);
  code->n_ins = s->ins.n;
  code->consts = coal_arena_copy(s->arena, s->consts.items, s->consts.n * sizeof *s->consts.items);
  code->n_consts = s->consts.n;
  code->frame_bytes = s->frame_bytes;
  code->local_bytes = (s->local_bytes + 15) / 16 * 16;
  code->static_shared_bytes = s->shared_bytes;
  if (!code->is_kernel) s->common_shared_bytes = s->shared_bytes;
}

/** Callees first, so that their shared variables have offsets that hold for every kernel. */
static void functions(coal_lower_state *s) {
  for (LLVMValueRef fn = LLVMGetFirstFunction(s->module); fn; fn = LLVMGetNextFunction(fn)) {
    if (LLVMIsDeclaration(fn)) continue;
    coal_vm_code *code = COAL_ARENA_NEW(s->arena, coal_vm_code);
    code->name = coal_lower_name(s, fn);
    code->display = coal_lower_function_display(s, fn);
    code->declared_in = coal_lower_declaration(s, fn, &code->declared_line1);
    code->is_kernel = is_kernel(s, fn);
    coal_vec_push(&s->program->codes, code);
    coal_lower_map_put(&s->codes, fn, (uint64_t)(uintptr_t)code);
  }
  globals(s);
  for (int kernels = 0; kernels < 2; kernels++)
    for (LLVMValueRef fn = LLVMGetFirstFunction(s->module); fn; fn = LLVMGetNextFunction(fn)) {
      if (LLVMIsDeclaration(fn) || is_kernel(s, fn) != (kernels == 1)) continue;
      function(s, fn, (coal_vm_code *)(uintptr_t)*coal_lower_map_find(&s->codes, fn));
    }
}

/* ---- modules ----------------------------------------------------------------------------------------------- */

static bool read_module(coal_lower_state *s, const char *text, size_t n, char **error) {
  char *message = NULL;
  LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(text, n, "device");
  if (!LLVMParseIRInContext(s->context, buffer, &s->module, &message)) return true;
  *error = coal_strdup(message ? message : "the device code is no LLVM IR that this LLVM reads");
  LLVMDisposeMessage(message);
  return false;
}

static void state_free(coal_lower_state *s) {
  coal_lower_map *maps[] = {&s->codes,  &s->globals, &s->wheres, &s->types,
                            &s->values, &s->shared,  &s->blocks, &s->grouped};
  for (size_t k = 0; k < sizeof maps / sizeof *maps; k++) coal_lower_map_free(maps[k]);
  coal_vec_free(&s->ins);
  coal_vec_free(&s->consts);
  coal_vec_free(&s->fixups);
  if (s->module) LLVMDisposeModule(s->module);
  LLVMContextDispose(s->context);
}

int coal_lower(const char *bitcode, size_t n_bytes, coal_vm_memory *memory, coal_lower_optimise optimise,
               const coal_lower_widths *widths, coal_vm_program **out, char **error) {
  coal_vm_program *p = coal_alloc(sizeof *p);
  memset(p, 0, sizeof *p);
  p->arena = coal_arena_new();
  coal_lower_state s = {
      .program = p, .memory = memory, .context = LLVMContextCreate(), .arena = p->arena, .widths = widths};
  coal_vm_where *nowhere = COAL_ARENA_NEW(p->arena, coal_vm_where);
  nowhere->file = "";
  nowhere->is_system = true;
  coal_vec_push(&p->wheres, nowhere);
  bool ok = read_module(&s, bitcode, n_bytes, error);
  if (ok) {
    s.layout = LLVMGetModuleDataLayout(s.module);
    ok = run_passes(&s, optimise, error);
  }
  if (ok) functions(&s);
  state_free(&s);
  if (!ok) {
    coal_vm_program_free(p);
    return -1;
  }
  *out = p;
  return 0;
}
