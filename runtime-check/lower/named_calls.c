/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** Functions that the device module only declares: libdevice (`__nv_…`) and the declarations of the embedded headers.
 */
#include "state.h"

#include <stdlib.h>
#include <string.h>

/** The C++ ABI's demangler (cxxabi.h is C++): malloc'd, or NULL for a name that is not mangled. */
char *__cxa_demangle(const char *mangled, char *buffer, size_t *length, int *status);

/** The function behind a symbol. Both are "" or more, and live in the arena. */
typedef struct callee {
  const char *name;       /* unqualified, without template arguments: "atomicAdd" */
  const char *parameters; /* as C++ writes them: "unsigned int*, unsigned int"; "" for a name that is not mangled */
} callee;

/** "atomicAdd" of "float ns::atomicAdd<float>(float*, float)", whose parenthesis is at `end`: template arguments are
 *  skipped from the back, and a blank or colon ends the name in front. */
static const char *unqualified(coal_lower_state *s, const char *text, const char *end) {
  int depth = 0;
  const char *stop = end;
  for (const char *at = end; at > text; at--) {
    const char c = at[-1];
    depth += (c == '>') - (c == '<');
    if (depth == 0 && c == '<') stop = at - 1;
    if (depth == 0 && (c == ' ' || c == ':')) return coal_arena_string(s->arena, at, (size_t)(stop - at));
  }
  return coal_arena_string(s->arena, text, (size_t)(stop - text));
}

static callee callee_of(coal_lower_state *s, const char *symbol) {
  char *text = __cxa_demangle(symbol, NULL, NULL, NULL);
  const char *open = text ? strchr(text, '(') : NULL;
  callee c = {symbol, ""};
  if (open) {
    const char *close = strrchr(open, ')');
    c.name = unqualified(s, text, open);
    c.parameters = coal_arena_string(s->arena, open + 1, close ? (size_t)(close - open - 1) : strlen(open + 1));
  }
  free(text);
  return c;
}

const char *coal_lower_variable_name(coal_lower_state *s, const char *symbol) {
  char *text = __cxa_demangle(symbol, NULL, NULL, NULL);
  const char *name = text ? unqualified(s, text, text + strlen(text)) : symbol;
  free(text);
  return name;
}

/** The type of the last parameter, and of the first: "unsigned int*, unsigned int" begins with it. */
static const char *last_type(const callee *c) {
  const char *comma = strrchr(c->parameters, ',');
  return comma ? comma + 2 : c->parameters;
}

static bool is_unsigned(const char *type) { return !strncmp(type, "unsigned", 8); }

static coal_lower_comps comps_of(coal_lower_state *s, LLVMValueRef v) { return coal_lower_flatten(s, LLVMTypeOf(v)); }

static bool has_result(LLVMValueRef i) { return LLVMGetTypeKind(LLVMTypeOf(i)) != LLVMVoidTypeKind; }

/* ---- mathematics --------------------------------------------------------------------------------------------- */

/** The operand converted to the type of the signature's letter. */
static uint32_t coerce(coal_lower_state *s, coal_lower_comp from, coal_vm_slot slot, char letter) {
  unsigned width = letter == 'd' || letter == 'l' ? 8 : 4;
  bool to_float = letter == 'd' || letter == 'f';
  coal_vm_comp_kind kind = letter == 'd' ? COAL_COMP_DOUBLE : COAL_COMP_FLOAT;
  if (to_float && from.kind == kind) return slot.at;
  if (!to_float && (from.kind == COAL_COMP_INT || from.kind == COAL_COMP_POINTER) && from.width == width &&
      from.bits == width * 8)
    return slot.at;
  coal_vm_slot t = coal_lower_slot(s, width);
  if (to_float && from.kind == COAL_COMP_INT)
    coal_lower_lanes(s, coal_vm_lanes_to_float(from.width, true, kind), t.at, slot.at, 0, 0);
  else if (to_float)
    coal_lower_lanes(s, coal_vm_lanes_fpcast(from.kind, kind), t.at, slot.at, 0, 0);
  else if (from.kind == COAL_COMP_INT)
    coal_lower_lanes(s, coal_vm_lanes_sext(from.width, width), t.at, slot.at, 0, 0)->imm = from.bits;
  else
    return slot.at;
  return t.at;
}

/** Emits host function `name` with the call's first arguments; the result goes to `to`. */
static bool emit_math(coal_lower_state *s, LLVMValueRef i, const char *name, coal_lower_comp result, uint32_t to) {
  coal_vm_lane_fn *fn;
  int64_t imm;
  const char *signature;
  if (!coal_vm_math_find(name, &fn, &imm, &signature)) return false;
  uint32_t args[3] = {0};
  unsigned n = (unsigned)strlen(signature) - 1;
  if (n > LLVMGetNumArgOperands(i) || n > 3) return false;
  for (unsigned k = 0; k < n; k++) {
    LLVMValueRef v = LLVMGetOperand(i, k);
    coal_lower_comps c = comps_of(s, v);
    if (c.n != 1) return false;
    args[k] = coerce(s, c.items[0], coal_lower_operand(s, v)[0], signature[1 + k]);
  }
  bool is_int = signature[0] == 'i' || signature[0] == 'l';
  unsigned width = signature[0] == 'l' || signature[0] == 'd' ? 8 : 4;
  bool fits = is_int ? result.kind == COAL_COMP_INT && result.width == width && result.bits == width * 8
                     : result.width == width;
  uint32_t d = fits ? to : coal_lower_slot(s, width).at;
  coal_lower_lanes(s, fn, d, args[0], args[1], args[2])->imm = imm;
  if (fits) return true;
  if (is_int)
    coal_lower_lanes(s, coal_vm_lanes_sext(width, result.width), to, d, 0, 0)->imm = width * 8;
  else
    coal_lower_lanes(s, coal_vm_lanes_fpcast(width == 8 ? COAL_COMP_DOUBLE : COAL_COMP_FLOAT, result.kind), to, d, 0,
                     0);
  return true;
}

static void store_scalar(coal_lower_state *s, LLVMTypeRef type, uint32_t pointer, coal_vm_slot value) {
  coal_lower_access(s, true, type, pointer, &value, coal_lower_flatten(s, type).items[0].width, NULL);
}

/** sincos(x, &s, &c), frexp(x, &e), modf(x, &w): two results, some through pointers. */
static bool math_with_outputs(coal_lower_state *s, LLVMValueRef i, const char *base, bool is_float) {
  LLVMTypeRef x = LLVMTypeOf(LLVMGetOperand(i, 0));
  coal_lower_comp c = coal_lower_flatten(s, x).items[0];
  const char *f = is_float ? "f" : "";
  if (!strncmp(base, "sincos", 6)) {
    const char *pi = strstr(base, "pi") ? "pi" : "";
    coal_vm_slot sine = coal_lower_slot(s, c.width), cosine = coal_lower_slot(s, c.width);
    if (!emit_math(s, i, coal_arena_format(s->arena, "sin%s%s", pi, f), c, sine.at)) return false;
    emit_math(s, i, coal_arena_format(s->arena, "cos%s%s", pi, f), c, cosine.at);
    store_scalar(s, x, coal_lower_argument(s, i, 1).at, sine);
    store_scalar(s, x, coal_lower_argument(s, i, 2).at, cosine);
    return true;
  }
  bool is_frexp = !strncmp(base, "frexp", 5);
  if (!is_frexp && strncmp(base, "modf", 4)) return false;
  LLVMTypeRef out = is_frexp ? LLVMInt32TypeInContext(s->context) : x;
  coal_lower_comp oc = coal_lower_flatten(s, out).items[0];
  coal_vm_slot side = coal_lower_slot(s, oc.width);
  const char *stem = is_frexp ? "frexp" : "modf";
  emit_math(s, i, coal_arena_format(s->arena, "%s%s#out", stem, f), oc, side.at);
  emit_math(s, i, coal_arena_format(s->arena, "%s%s#value", stem, f), c, coal_lower_operand(s, i)[0].at);
  store_scalar(s, out, coal_lower_argument(s, i, 1).at, side);
  return true;
}

static const char *llvm_math_name(const char *name) {
  static const struct {
    const char *prefix, *name;
  } table[] = {{"llvm.powi.f32", "powif"},
               {"llvm.powi.f64", "powi"},
               {"llvm.ldexp.f32", "ldexpf"},
               {"llvm.ldexp.f64", "ldexp"},
               {"llvm.nvvm.prmt", "byte_perm"},
               {"llvm.nvvm.fns", "fns"},
               {"llvm.nvvm.sad.i", "sad"},
               {"llvm.nvvm.sad.ui", "usad"},
               {"llvm.nvvm.d2i.hi", "double2hiint"},
               {"llvm.nvvm.d2i.lo", "double2loint"},
               {"llvm.nvvm.idp4a.s.s", "dp4a"},
               {"llvm.nvvm.idp4a.u.u", "udp4a"},
               {"llvm.exp10.f32", "exp10f"},
               {"llvm.exp10.f64", "exp10"},
               {"llvm.tan.f32", "tanf"},
               {"llvm.tan.f64", "tan"},
               {"llvm.acos.f32", "acosf"},
               {"llvm.asin.f32", "asinf"},
               {"llvm.atan.f32", "atanf"},
               {"llvm.sinh.f32", "sinhf"},
               {"llvm.cosh.f32", "coshf"},
               {"llvm.atan2.f32", "atan2f"},
               {"llvm.lrint", "lrint"},
               {"llvm.lround", "lround"}};
  for (size_t k = 0; k < sizeof table / sizeof *table; k++)
    if (!strncmp(name, table[k].prefix, strlen(table[k].prefix))) return table[k].name;
  return NULL;
}

bool coal_lower_math(coal_lower_state *s, LLVMValueRef i, const char *name) {
  const callee called = callee_of(s, name);
  const char *base = called.name;
  if (!strncmp(name, "llvm.", 5) && !(base = llvm_math_name(name))) return false;
  if (!LLVMGetNumArgOperands(i)) return false;
  coal_lower_comps first = comps_of(s, LLVMGetOperand(i, 0));
  if (first.n != 1) return false;
  bool is_float = first.items[0].kind == COAL_COMP_FLOAT;
  const char *stem = base;
  if (!strncmp(stem, "__nv_fast_", 10))
    stem += 10;
  else if (!strncmp(stem, "__nv_", 5))
    stem += 5;
  else if (!strncmp(stem, "__", 2))
    stem += 2;
  if (!strncmp(stem, "sincos", 6) ||
      ((!strncmp(stem, "frexp", 5) || !strncmp(stem, "modf", 4)) && LLVMGetNumArgOperands(i) == 2))
    return math_with_outputs(s, i, stem, is_float);
  if (!has_result(i)) return false;
  coal_lower_comps result = comps_of(s, i);
  if (result.n != 1) return false;
  uint32_t to = coal_lower_operand(s, i)[0].at;
  if (!strcmp(stem, "abs") && first.items[0].kind == COAL_COMP_INT)
    base = first.items[0].width == 8 ? "llabs" : "abs#i";
  if (!strcmp(stem, "dp4a") && is_unsigned(last_type(&called))) base = "udp4a";
  if (is_float && emit_math(s, i, coal_arena_format(s->arena, "%sf", base), result.items[0], to)) return true;
  return emit_math(s, i, base, result.items[0], to);
}

/* ---- barriers, warps ----------------------------------------------------------------------------------------- */

static bool barriers(coal_lower_state *s, LLVMValueRef i, const char *name) {
  uint32_t zero = coal_lower_const_slot(s, 4, 0, 0).at, none = COAL_NO_SLOT;
  if (!strcmp(name, "__syncthreads"))
    coal_lower_barrier(s, i, COAL_BAR_SYNC, zero, none, none);
  else if (!strcmp(name, "__syncthreads_count"))
    coal_lower_barrier(s, i, COAL_BAR_POPC, zero, none, coal_lower_truth(s, coal_lower_argument(s, i, 0)).at);
  else if (!strcmp(name, "__syncthreads_and"))
    coal_lower_barrier(s, i, COAL_BAR_AND, zero, none, coal_lower_truth(s, coal_lower_argument(s, i, 0)).at);
  else if (!strcmp(name, "__syncthreads_or"))
    coal_lower_barrier(s, i, COAL_BAR_OR, zero, none, coal_lower_truth(s, coal_lower_argument(s, i, 0)).at);
  else if (!strcmp(name, "__barrier_sync"))
    coal_lower_barrier(s, i, COAL_BAR_SYNC, coal_lower_argument(s, i, 0).at, none, none);
  else if (!strcmp(name, "__barrier_sync_count"))
    coal_lower_barrier(s, i, COAL_BAR_SYNC, coal_lower_argument(s, i, 0).at, coal_lower_argument(s, i, 1).at, none);
  else
    return false;
  return true;
}

static bool shuffles(coal_lower_state *s, LLVMValueRef i, const char *name) {
  if (strncmp(name, "__shfl", 6)) return false;
  bool has_mask = strstr(name, "_sync") != NULL;
  coal_vm_warp_op op = strstr(name, "_up")     ? COAL_WARP_SHFL_UP
                       : strstr(name, "_down") ? COAL_WARP_SHFL_DOWN
                       : strstr(name, "_xor")  ? COAL_WARP_SHFL_BFLY
                                               : COAL_WARP_SHFL_IDX;
  unsigned at = has_mask ? 1 : 0;
  coal_lower_comps c = comps_of(s, LLVMGetOperand(i, at));
  const coal_vm_slot *value = coal_lower_operand(s, LLVMGetOperand(i, at)), *d = coal_lower_operand(s, i);
  for (size_t k = 0; k < c.n; k++) {
    coal_vm_slot mask = has_mask ? coal_lower_argument(s, i, 0) : (coal_vm_slot){0, 0},
                 lane = coal_lower_argument(s, i, at + 1), width = coal_lower_argument(s, i, at + 2);
    coal_vm_warp_args *w = coal_lower_warp(s, op);
    w->mask = mask;
    w->value = value[k];
    w->lane = lane;
    w->segment = width;
    w->result = d[k];
  }
  return true;
}

static bool votes(coal_lower_state *s, LLVMValueRef i, const callee *called) {
  static const struct {
    const char *name;
    coal_vm_warp_op op;
  } table[] = {{"__all", COAL_WARP_ALL},
               {"__any", COAL_WARP_ANY},
               {"__ballot", COAL_WARP_BALLOT},
               {"__all_sync", COAL_WARP_ALL},
               {"__any_sync", COAL_WARP_ANY},
               {"__uni_sync", COAL_WARP_UNI},
               {"__ballot_sync", COAL_WARP_BALLOT},
               {"__match_any_sync", COAL_WARP_MATCH_ANY},
               {"__match_all_sync", COAL_WARP_MATCH_ALL},
               {"__syncwarp", COAL_WARP_SYNC},
               {"__reduce_add_sync", COAL_WARP_REDUX_ADD},
               {"__reduce_min_sync", COAL_WARP_REDUX_MIN},
               {"__reduce_max_sync", COAL_WARP_REDUX_MAX},
               {"__reduce_and_sync", COAL_WARP_REDUX_AND},
               {"__reduce_or_sync", COAL_WARP_REDUX_OR},
               {"__reduce_xor_sync", COAL_WARP_REDUX_XOR},
               {"__activemask", COAL_WARP_ACTIVEMASK}};
  for (size_t k = 0; k < sizeof table / sizeof *table; k++) {
    if (strcmp(called->name, table[k].name)) continue;
    coal_vm_warp_op op = table[k].op;
    bool has_mask = strstr(called->name, "sync") != NULL, is_vote = op >= COAL_WARP_BALLOT && op <= COAL_WARP_UNI;
    unsigned at = has_mask ? 1 : 0;
    if (is_unsigned(last_type(called)) && op == COAL_WARP_REDUX_MIN) op = COAL_WARP_REDUX_UMIN;
    if (is_unsigned(last_type(called)) && op == COAL_WARP_REDUX_MAX) op = COAL_WARP_REDUX_UMAX;
    coal_vm_slot value = at < LLVMGetNumArgOperands(i) ? coal_lower_argument(s, i, at) : (coal_vm_slot){0, 0},
                 mask = has_mask ? coal_lower_argument(s, i, 0) : (coal_vm_slot){0, 0};
    if (is_vote && value.width != 1) value = coal_lower_truth(s, value);
    coal_vm_slot result = has_result(i) ? coal_lower_operand(s, i)[0] : (coal_vm_slot){0, 0};
    coal_vm_slot predicate = op == COAL_WARP_MATCH_ALL ? coal_lower_slot(s, 1) : (coal_vm_slot){0, 0};
    coal_vm_warp_args *w = coal_lower_warp(s, op);
    w->mask = mask;
    w->value = value;
    w->result = result;
    w->predicate = predicate;
    if (op == COAL_WARP_MATCH_ALL) {
      coal_vm_slot wide = coal_lower_slot(s, 4);
      coal_lower_lanes(s, coal_vm_lanes_zext(1, 4), wide.at, predicate.at, 0, 0);
      store_scalar(s, LLVMInt32TypeInContext(s->context), coal_lower_argument(s, i, 2).at, wide);
    }
    return true;
  }
  return false;
}

/* ---- memory -------------------------------------------------------------------------------------------------- */

static bool atomics(coal_lower_state *s, LLVMValueRef i, const callee *called) {
  static const struct {
    const char *name;
    coal_vm_rmw op, unsigned_op;
  } table[] = {{"Add", COAL_RMW_ADD, COAL_RMW_ADD},    {"Sub", COAL_RMW_SUB, COAL_RMW_SUB},
               {"Exch", COAL_RMW_XCHG, COAL_RMW_XCHG}, {"Min", COAL_RMW_MIN, COAL_RMW_UMIN},
               {"Max", COAL_RMW_MAX, COAL_RMW_UMAX},   {"Inc", COAL_RMW_INC, COAL_RMW_INC},
               {"Dec", COAL_RMW_DEC, COAL_RMW_DEC},    {"And", COAL_RMW_AND, COAL_RMW_AND},
               {"Or", COAL_RMW_OR, COAL_RMW_OR},       {"Xor", COAL_RMW_XOR, COAL_RMW_XOR}};
  if (strncmp(called->name, "atomic", 6)) return false;
  const char *what = called->name + 6;
  if (!strncmp(what, "CAS", 3)) {
    coal_vm_slot with = coal_lower_argument(s, i, 1), value = coal_lower_argument(s, i, 2),
                 dst = coal_lower_operand(s, i)[0];
    uint32_t hit = coal_lower_slot(s, 1).at, pointer = coal_lower_argument(s, i, 0).at,
             site = coal_lower_site(s, COAL_MEM_ATOMIC, with.width);
    coal_vm_ins *ins = coal_lower_emit(s, COAL_INS_CMPXCHG);
    *ins = (coal_vm_ins){.op = COAL_INS_CMPXCHG,
                         .where = s->where,
                         .dst = dst.at,
                         .a = pointer,
                         .b = with.at,
                         .c = value.at,
                         .imm = hit,
                         .site = site,
                         .width = with.width,
                         .request_bytes = with.width};
    return true;
  }
  for (size_t k = 0; k < sizeof table / sizeof *table; k++) {
    size_t n = strlen(table[k].name);
    if (strncmp(what, table[k].name, n) || (what[n] && what[n] != '_')) continue;
    LLVMValueRef v = LLVMGetOperand(i, 1);
    coal_lower_comps c = comps_of(s, v);
    if (c.n != 1) return false;
    coal_vm_rmw op = is_unsigned(called->parameters) ? table[k].unsigned_op : table[k].op;
    coal_vm_comp_kind kind = c.items[0].kind;
    bool is_float = kind == COAL_COMP_FLOAT || kind == COAL_COMP_DOUBLE;
    if (op == COAL_RMW_ADD)
      op = is_float                   ? COAL_RMW_FADD
           : kind == COAL_COMP_HALF   ? COAL_RMW_HADD
           : kind == COAL_COMP_BFLOAT ? COAL_RMW_BADD
                                      : op;
    bool plus_one =
        op == COAL_RMW_ADD && !LLVMGetFirstUse(i) && LLVMIsAConstantInt(v) && LLVMConstIntGetZExtValue(v) == 1;
    coal_lower_atomic(s, op, coal_lower_operand(s, i)[0].at, coal_lower_argument(s, i, 0).at,
                      coal_lower_operand(s, v)[0], plus_one);
    return true;
  }
  return false;
}

/** CUDA's vector types are aligned to their size when that is a power of two: a pointer to "float4" is to 16 bytes. */
static unsigned vector_align(coal_lower_state *s, LLVMTypeRef t, const callee *called) {
  unsigned align = LLVMABIAlignmentOfType(s->layout, t);
  uint64_t size = LLVMABISizeOfType(s->layout, t);
  const size_t n = strcspn(called->parameters, " *&,");
  bool is_vector = n >= 4 && (called->parameters[n - 1] == '2' || called->parameters[n - 1] == '4');
  return is_vector && size && !(size & (size - 1)) && size <= 16 ? (unsigned)size : align;
}

static bool hinted(coal_lower_state *s, LLVMValueRef i, const callee *called) {
  static const char *const loads[] = {"__ldg", "__ldca", "__ldcg", "__ldcs", "__ldcv", "__ldlu"};
  static const char *const stores[] = {"__stwb", "__stcg", "__stcs", "__stwt"};
  for (size_t k = 0; k < sizeof loads / sizeof *loads; k++) {
    if (strcmp(called->name, loads[k])) continue;
    coal_lower_access(s, false, LLVMTypeOf(i), coal_lower_argument(s, i, 0).at, coal_lower_operand(s, i),
                      vector_align(s, LLVMTypeOf(i), called), NULL);
    return true;
  }
  for (size_t k = 0; k < sizeof stores / sizeof *stores; k++) {
    if (strcmp(called->name, stores[k])) continue;
    LLVMValueRef v = LLVMGetOperand(i, 1);
    LLVMAttributeRef by_value =
        LLVMGetEnumAttributeAtIndex(LLVMGetCalledValue(i), 2, LLVMGetEnumAttributeKindForName("byval", 5));
    LLVMTypeRef t = by_value ? LLVMGetTypeAttributeValue(by_value) : LLVMTypeOf(v);
    const coal_vm_slot *slots = coal_lower_operand(s, v);
    unsigned align = vector_align(s, t, called);
    if (by_value) { /* the value is in local memory and is loaded first */
      coal_lower_comps c = coal_lower_flatten(s, t);
      coal_vm_slot *fresh = COAL_ARENA_ARRAY(s->arena, coal_vm_slot, c.n);
      for (size_t n = 0; n < c.n; n++) fresh[n] = coal_lower_slot(s, c.items[n].width);
      coal_lower_access(s, false, t, slots[0].at, fresh, align, NULL);
      slots = fresh;
    }
    coal_lower_access(s, true, t, coal_lower_argument(s, i, 0).at, slots, align, NULL);
    return true;
  }
  return false;
}

static bool spaces(coal_lower_state *s, LLVMValueRef i, const char *name) {
  if (!strncmp(name, "__cvta_", 7)) {
    coal_vm_slot d = coal_lower_operand(s, i)[0], a = coal_lower_argument(s, i, 0);
    coal_lower_lanes(s, coal_vm_lanes_zext(a.width, d.width), d.at, a.at, 0, 0);
    return true;
  }
  if (strncmp(name, "__is", 4)) return false;
  const char *space = name + 4;
  int which = !strcmp(space, "Global")     ? COAL_SPACE_GLOBAL
              : !strcmp(space, "Shared")   ? COAL_SPACE_SHARED
              : !strcmp(space, "Constant") ? COAL_SPACE_CONSTANT
              : !strcmp(space, "Local")    ? COAL_SPACE_LOCAL
                                           : -1;
  if (which < 0) return false;
  coal_vm_slot d = coal_lower_operand(s, i)[0], bit = coal_lower_slot(s, 1);
  uint32_t a = coal_lower_argument(s, i, 0).at;
  coal_vm_ins *ins = coal_lower_emit(s, COAL_INS_IS_SPACE);
  ins->dst = bit.at;
  ins->a = a;
  ins->imm = which;
  coal_lower_lanes(s, coal_vm_lanes_zext(1, d.width), d.at, bit.at, 0, 0);
  return true;
}

bool coal_lower_named(coal_lower_state *s, LLVMValueRef i, const char *mangled) {
  static const char *const nothing[] = {"__threadfence", "__threadfence_block", "__threadfence_system",
                                        "__nanosleep",   "__prof_trigger",      "__brkpt"};
  const callee called = callee_of(s, mangled);
  const char *name = called.name;
  for (size_t k = 0; k < sizeof nothing / sizeof *nothing; k++)
    if (!strcmp(name, nothing[k])) return true;
  if (!strcmp(name, "__trap")) {
    coal_lower_emit(s, COAL_INS_TRAP)->aux = "the kernel ran into __trap()";
    return true;
  }
  if (!strcmp(name, "clock") || !strcmp(name, "clock64") || !strcmp(name, "__globaltimer"))
    return coal_lower_special(s, "clock64", coal_lower_operand(s, i)[0].at);
  if (!strcmp(name, "__lane_id")) return coal_lower_special(s, "laneid", coal_lower_operand(s, i)[0].at);
  return barriers(s, i, name) || shuffles(s, i, name) || votes(s, i, &called) || atomics(s, i, &called) ||
         hinted(s, i, &called) || spaces(s, i, name);
}
