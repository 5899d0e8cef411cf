/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "state.h"

#include <string.h>

#define COMPONENTS_MAX 4096u

/* ---- types --------------------------------------------------------------------------------------------- */

typedef COAL_VEC(coal_lower_comp) comp_vec;

static unsigned int_width(unsigned bits) { return bits <= 8 ? 1 : bits <= 16 ? 2 : bits <= 32 ? 4 : 8; }

static void push_comp(comp_vec *out, coal_vm_comp_kind kind, uint32_t bits, uint64_t offset) {
  coal_lower_comp c = {.kind = kind, .bits = bits, .width = int_width(bits), .offset_bytes = (uint32_t)offset};
  coal_vec_push(out, c);
}

static void flatten(coal_lower_state *s, LLVMTypeRef t, uint64_t offset, comp_vec *out);

static void flatten_sequence(coal_lower_state *s, LLVMTypeRef element, uint64_t n, uint64_t stride, uint64_t offset,
                             comp_vec *out) {
  if (out->n + n > COMPONENTS_MAX) {
    coal_lower_unsupported(s, "a value of %llu parts", (unsigned long long)n);
    return;
  }
  for (uint64_t i = 0; i < n; i++) flatten(s, element, offset + i * stride, out);
}

static void flatten(coal_lower_state *s, LLVMTypeRef t, uint64_t offset, comp_vec *out) {
  switch (LLVMGetTypeKind(t)) {
    case LLVMIntegerTypeKind: {
      unsigned bits = LLVMGetIntTypeWidth(t);
      for (unsigned at = 0; at < bits; at += 64)
        push_comp(out, COAL_COMP_INT, bits - at > 64 ? 64 : bits - at, offset + at / 8);
      break;
    }
    case LLVMHalfTypeKind: push_comp(out, COAL_COMP_HALF, 16, offset); break;
    case LLVMBFloatTypeKind: push_comp(out, COAL_COMP_BFLOAT, 16, offset); break;
    case LLVMFloatTypeKind: push_comp(out, COAL_COMP_FLOAT, 32, offset); break;
    case LLVMDoubleTypeKind: push_comp(out, COAL_COMP_DOUBLE, 64, offset); break;
    case LLVMPointerTypeKind: push_comp(out, COAL_COMP_POINTER, 64, offset); break;
    case LLVMVectorTypeKind: {
      LLVMTypeRef e = LLVMGetElementType(t);
      uint64_t bits = LLVMSizeOfTypeInBits(s->layout, e);
      flatten_sequence(s, e, LLVMGetVectorSize(t), (bits + 7) / 8, offset, out);
      break;
    }
    case LLVMArrayTypeKind: {
      LLVMTypeRef e = LLVMGetElementType(t);
      flatten_sequence(s, e, LLVMGetArrayLength2(t), LLVMABISizeOfType(s->layout, e), offset, out);
      break;
    }
    case LLVMStructTypeKind:
      for (unsigned i = 0; i < LLVMCountStructElementTypes(t); i++)
        flatten(s, LLVMStructGetTypeAtIndex(t, i), offset + LLVMOffsetOfElement(s->layout, t, i), out);
      break;
    case LLVMVoidTypeKind: break;
    default: coal_lower_unsupported(s, "a value of a type this machine does not have"); break;
  }
}

coal_lower_comps coal_lower_flatten(coal_lower_state *s, LLVMTypeRef type) {
  uint64_t *known = coal_lower_map_find(&s->types, type);
  if (known) return *(const coal_lower_comps *)(uintptr_t)*known;
  comp_vec v = {0};
  flatten(s, type, 0, &v);
  coal_lower_comps *c = COAL_ARENA_NEW(s->arena, coal_lower_comps);
  c->items = coal_arena_copy(s->arena, v.items, v.n * sizeof *v.items);
  c->n = v.n;
  coal_vec_free(&v);
  coal_lower_map_put(&s->types, type, (uint64_t)(uintptr_t)c);
  return *c;
}

/* ---- slots --------------------------------------------------------------------------------------------- */

coal_vm_slot coal_lower_slot(coal_lower_state *s, unsigned width) {
  coal_vm_slot slot = {.at = s->frame_bytes, .width = (uint8_t)width};
  s->frame_bytes += width * COAL_WARP_LANES;
  return slot;
}

coal_vm_slot coal_lower_const_slot(coal_lower_state *s, unsigned width, uint64_t value, uint8_t shared) {
  if (width < 8) value &= (UINT64_C(1) << (width * 8)) - 1;
  for (size_t i = 0; i < s->consts.n; i++) {
    const coal_vm_const *c = &s->consts.items[i];
    if (c->value == value && c->shared == shared && c->slot.width == width) return c->slot;
  }
  coal_vm_const c = {.slot = coal_lower_slot(s, width), .value = value, .shared = shared};
  coal_vec_push(&s->consts, c);
  return c.slot;
}

static bool is_constant(LLVMValueRef v) { return LLVMIsAConstant(v) != NULL; }

/** Slots of a constant, parts in order; undef parts of aggregates are zero. */
static void constant_slots(coal_lower_state *s, LLVMValueRef v, coal_lower_comps comps, size_t *at, coal_vm_slot *out,
                           size_t n) {
  LLVMTypeRef t = LLVMTypeOf(v);
  LLVMTypeKind kind = LLVMGetTypeKind(t);
  bool is_aggregate = kind == LLVMStructTypeKind || kind == LLVMArrayTypeKind || kind == LLVMVectorTypeKind;
  if (is_aggregate && !LLVMIsUndef(v) && !LLVMIsNull(v)) {
    unsigned parts = kind == LLVMStructTypeKind   ? LLVMCountStructElementTypes(t)
                     : kind == LLVMVectorTypeKind ? LLVMGetVectorSize(t)
                                                  : (unsigned)LLVMGetArrayLength2(t);
    for (unsigned i = 0; i < parts; i++) {
      LLVMValueRef e = LLVMGetAggregateElement(v, i);
      if (!e) {
        coal_lower_unsupported(s, "a constant that cannot be taken apart");
        return;
      }
      constant_slots(s, e, coal_lower_flatten(s, LLVMTypeOf(e)), at, out, n);
    }
    return;
  }
  for (size_t i = 0; i < comps.n && *at < n; i++) {
    uint64_t value = 0;
    uint8_t shared = 0;
    if (comps.n == 1 && !LLVMIsUndef(v) && !LLVMIsNull(v)) coal_lower_constant(s, v, &value, &shared);
    if (comps.n == 2 && LLVMIsAConstantInt(v)) {
      LLVMValueRef part = LLVMConstTrunc(v, LLVMInt64TypeInContext(s->context));
      value = i ? (LLVMConstIntGetSExtValue(part) < 0 ? UINT64_MAX : 0) : LLVMConstIntGetZExtValue(part);
    }
    if (LLVMIsUndef(v))
      value = comps.items[i].kind == COAL_COMP_INT && comps.items[i].bits >= 32 ? COAL_UNDEFINED_PATTERN : 0;
    out[(*at)++] = coal_lower_const_slot(s, comps.items[i].width, value, shared);
  }
}

const coal_vm_slot *coal_lower_operand(coal_lower_state *s, LLVMValueRef v) {
  uint64_t *known = coal_lower_map_find(&s->values, v);
  if (known) return (const coal_vm_slot *)(uintptr_t)*known;
  coal_lower_comps comps = coal_lower_flatten(s, LLVMTypeOf(v));
  coal_vm_slot *slots = COAL_ARENA_ARRAY(s->arena, coal_vm_slot, comps.n ? comps.n : 1);
  size_t at = 0;
  if (is_constant(v))
    constant_slots(s, v, comps, &at, slots, comps.n);
  else
    for (; at < comps.n; at++) slots[at] = coal_lower_slot(s, comps.items[at].width);
  coal_lower_map_put(&s->values, v, (uint64_t)(uintptr_t)slots);
  return slots;
}

void coal_lower_alias(coal_lower_state *s, LLVMValueRef v, const coal_vm_slot *slots) {
  uint64_t *known = coal_lower_map_find(&s->values, v);
  if (!known) {
    coal_lower_map_put(&s->values, v, (uint64_t)(uintptr_t)slots);
    return;
  }
  /* used before its definition (a loop's phi): it has slots already */
  coal_lower_comps comps = coal_lower_flatten(s, LLVMTypeOf(v));
  const coal_vm_slot *to = (const coal_vm_slot *)(uintptr_t)*known;
  for (size_t i = 0; i < comps.n; i++)
    coal_lower_lanes(s, coal_vm_lanes_move(to[i].width), to[i].at, slots[i].at, 0, 0);
}

/* ---- instructions -------------------------------------------------------------------------------------- */

coal_vm_ins *coal_lower_emit(coal_lower_state *s, coal_vm_ins_op op) {
  coal_vm_ins i = {.op = (uint8_t)op, .site = COAL_NO_SITE, .where = s->where};
  coal_vec_push(&s->ins, i);
  return &s->ins.items[s->ins.n - 1];
}

coal_vm_ins *coal_lower_lanes(coal_lower_state *s, coal_vm_lane_fn *fn, uint32_t dst, uint32_t a, uint32_t b,
                              uint32_t c) {
  if (!fn) coal_lower_unsupported(s, "an arithmetic operation this machine does not have");
  coal_vm_ins *i = coal_lower_emit(s, COAL_INS_LANES);
  i->fn = fn;
  i->dst = dst;
  i->a = a;
  i->b = b;
  i->c = c;
  return i;
}

uint32_t coal_lower_site(coal_lower_state *s, coal_mem_op op, uint32_t bytes) {
  coal_vm_site site = {
      .where = s->program->wheres.items[s->where], .function = s->code->display, .op = op, .bytes = bytes};
  coal_vec_push(&s->program->sites, site);
  return (uint32_t)(s->program->sites.n - 1);
}

/* ---- places -------------------------------------------------------------------------------------------- */

static bool is_system_path(const char *path) {
  static const char *const marks[] = {"/lib/clang/",         "coalcheck/device.h", "coalcheck/math.h",
                                      "/coalcheck-headers/", "/cuda_headers/",     "/targets/x86_64-linux/include/"};
  if (!strncmp(path, "/usr/", 5) || !strncmp(path, "/opt/cuda", 9)) return true;
  for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
    if (strstr(path, marks[i])) return true;
  return path[0] == '<';
}

static const char *file_of(coal_lower_state *s, LLVMMetadataRef scope) {
  LLVMMetadataRef file = LLVMDIScopeGetFile(scope);
  if (!file) return "";
  unsigned n;
  const char *name = LLVMDIFileGetFilename(file, &n);
  return coal_arena_string(s->arena, name, n);
}

/** The chain from the innermost place in the user's files outwards; if all are system files, the outermost. */
static coal_vm_where *chain(coal_lower_state *s, LLVMMetadataRef location) {
  coal_vm_where *w = COAL_ARENA_NEW(s->arena, coal_vm_where);
  w->file = file_of(s, LLVMDILocationGetScope(location));
  w->line1 = LLVMDILocationGetLine(location);
  w->column1 = LLVMDILocationGetColumn(location);
  w->is_system = is_system_path(w->file);
  LLVMMetadataRef outer = LLVMDILocationGetInlinedAt(location);
  if (!outer) return w;
  coal_vm_where *up = chain(s, outer);
  if (w->is_system || !w->line1) return up;
  w->inlined_at = up->is_system ? NULL : up;
  return w;
}

uint32_t coal_lower_where(coal_lower_state *s, LLVMMetadataRef location) {
  if (!location) return 0;
  uint64_t *known = coal_lower_map_find(&s->wheres, location);
  if (known) return (uint32_t)*known;
  coal_vm_where *w = chain(s, location);
  coal_vec_push(&s->program->wheres, w);
  coal_lower_map_put(&s->wheres, location, s->program->wheres.n - 1);
  return (uint32_t)(s->program->wheres.n - 1);
}

const char *coal_lower_name(coal_lower_state *s, LLVMValueRef v) {
  size_t n;
  const char *name = LLVMGetValueName2(v, &n);
  return coal_arena_string(s->arena, name, n);
}

const char *coal_lower_declaration(coal_lower_state *s, LLVMValueRef fn, uint32_t *line1) {
  LLVMMetadataRef program = LLVMGetSubprogram(fn);
  *line1 = program ? LLVMDISubprogramGetLine(program) : 0;
  return program ? file_of(s, program) : "";
}

const char *coal_lower_function_display(coal_lower_state *s, LLVMValueRef fn) {
  size_t n;
  const char *name = LLVMGetValueName2(fn, &n);
  LLVMMetadataRef program = LLVMGetSubprogram(fn);
  if (!program) return coal_arena_string(s->arena, name, n);
  LLVMValueRef node = LLVMMetadataAsValue(s->context, program);
  unsigned count = (unsigned)LLVMGetMDNodeNumOperands(node), length = 0;
  if (count < 3) return coal_arena_string(s->arena, name, n);
  LLVMValueRef *operands = coal_alloc(count * sizeof *operands);
  LLVMGetMDNodeOperands(node, operands);
  const char *text = operands[2] ? LLVMGetMDString(operands[2], &length) : NULL;
  const char *display = coal_arena_string(s->arena, text ? text : name, text ? length : n);
  free(operands);
  return display;
}
