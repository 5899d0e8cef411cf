/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Device functions that are known by name: memory, warp exchange, integer and floating-point helpers. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "blocks.h"
#include "bounds.h"
#include "eval/domain/bits.h"
#include "ir/intrinsics.h"

typedef struct call {
  coal_machine *m;
  const coal_expr *e;
  const coal_intrinsic *what;
  const coal_value *args;
  size_t n;
  const coal_type *type; /* of the result */
} call;

/* For messages: __builtin_log2 is log2, atomicAdd_block keeps its scope. */
static const char *name_of(const call *c) {
  static const char prefix[] = "__builtin_";
  const char *name = c->e->u.callee->name, *plain = name + sizeof prefix - 1;
  bool is_plain = c->what->name && strncmp(name, prefix, sizeof prefix - 1) == 0 && strcmp(plain, c->what->name) == 0;
  return is_plain ? plain : name;
}

static bool is(const call *c, coal_intrinsic_op op) { return c->what->op == op; }

static coal_value nothing(void) { return coal_value_unknown(false, COAL_REASON_NONE, NULL); }

static coal_value unknown_result(const call *c, bool is_varying, coal_reason reason) {
  if (!c->type || c->type->kind == COAL_TYPE_VOID) return nothing();
  return coal_machine_unknown(c->m, c->type, coal_machine_call_text(c->m, c->type, name_of(c), c->n), is_varying,
                              reason, name_of(c));
}

static bool any_varying(const call *c) {
  for (size_t i = 0; i < c->n; i++)
    if (coal_value_is_varying(c->m->t, c->args[i])) return true;
  return false;
}

/* Unknown because an argument is: with the argument's reason, uniform if all arguments are. */
static coal_value unknown_from_args(const call *c) {
  const char *detail = NULL;
  coal_reason reason = COAL_REASON_NONE;
  for (size_t i = 0; i < c->n && reason == COAL_REASON_NONE; i++)
    reason = coal_value_reason(c->m->t, c->args[i], &detail);
  if (reason == COAL_REASON_NONE) reason = COAL_REASON_NON_AFFINE;
  if (!c->type || c->type->kind == COAL_TYPE_VOID) return nothing();
  return coal_machine_unknown(c->m, c->type, coal_machine_call_text(c->m, c->type, name_of(c), c->n), any_varying(c),
                              reason, detail ? detail : name_of(c));
}

/* ---- memory -------------------------------------------------------------------------------------------- */

const coal_expr *coal_argument_written(const coal_expr *of, size_t i) {
  const coal_expr *e = of->args[i];
  while (e && e->kind == COAL_EXPR_CAST && (!e->type->element || !e->type->element->size_bytes)) e = e->a;
  return e;
}

const coal_type *coal_argument_pointee(const coal_expr *of, size_t i) {
  const coal_expr *e = i < of->n_args ? coal_argument_written(of, i) : NULL;
  return e && e->type->kind == COAL_TYPE_POINTER && e->type->element && e->type->element->size_bytes ? e->type->element
                                                                                                     : NULL;
}

const coal_type *coal_word_type(int64_t bytes) {
  static const coal_type words[] = {{.kind = COAL_TYPE_INT, .size_bytes = 1, .align_bytes = 1},
                                    {.kind = COAL_TYPE_INT, .size_bytes = 2, .align_bytes = 2},
                                    {.kind = COAL_TYPE_INT, .size_bytes = 4, .align_bytes = 4},
                                    {.kind = COAL_TYPE_INT, .size_bytes = 8, .align_bytes = 8},
                                    {.kind = COAL_TYPE_INT, .size_bytes = 16, .align_bytes = 16}};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if ((int64_t)words[i].size_bytes == bytes) return &words[i];
  return NULL;
}

static bool cached_load(const call *c, coal_value *result) {
  const coal_type *type =
      c->type->kind == COAL_TYPE_VOID ? coal_argument_pointee(c->e, 0) : c->type; /* a builtin's type is not declared */
  if (c->n < 1 || !type) return false;
  *result = coal_machine_load(c->m, c->e, c->e->range, c->args[0], type);
  return true;
}

static bool cached_store(const call *c, coal_value *result) {
  size_t at = is(c, COAL_INTRINSIC_OP_VALUE_FIRST) ? 1 : 0;
  const coal_type *type = coal_argument_pointee(c->e, at);
  if (c->n < 2 || !type) return false;
  coal_machine_store(c->m, c->e, c->e->range, c->args[at], type, c->args[1 - at]);
  *result = nothing();
  return true;
}

static bool is_one(const call *c) {
  int64_t v;
  return c->n > 1 && coal_value_constant(c->args[1], &v) && v == 1;
}

static bool atomic(const call *c, coal_value *result) {
  const coal_type *type = coal_argument_pointee(c->e, 0);
  if (c->n < 1 || !type) return false;
  coal_value at = c->args[0];
  if (coal_value_is_local(at)) {
    coal_record_local(c->m, c->e, COAL_MEM_ATOMIC);
    coal_object_clobber(c->m->memory, at.object, true, COAL_REASON_INDIRECT, "atomic");
  } else {
    bool counts = is(c, COAL_INTRINSIC_OP_ADD) && is_one(c) && c->m->unused == c->e && type->kind == COAL_TYPE_INT;
    coal_record_access(c->m, c->e, c->e->args[0]->range, at, counts ? COAL_MEM_ATOMIC_INC : COAL_MEM_ATOMIC, type);
    if (at.kind == COAL_VALUE_POINTER && at.object) at.object->generation++;
  }
  *result = unknown_result(c, true, COAL_REASON_INDIRECT);
  return true;
}

/* __pipeline_memcpy_async(shared, global, bytes, zfill): both sides are accesses; lanes that only fill with zeros
 * load nothing. */
static bool async_copy(const call *c, coal_value *result) {
  static const coal_type word = {.kind = COAL_TYPE_INT, .size_bytes = 8, .align_bytes = 8};
  coal_machine *m = c->m;
  int64_t bytes;
  if (c->n < 3) return false;
  *result = nothing();
  const coal_type *type = coal_value_constant(c->args[2], &bytes) ? coal_word_type(bytes) : NULL;
  if (!type) return true;
  uint32_t active = m->active;
  if (c->n > 3 && c->args[3].kind == COAL_VALUE_INT)
    m->active &= ~coal_value_truth(m->t, coal_value_int_op(m->t, COAL_OP_EQ, &word, c->args[3], c->args[2])).yes;
  if (m->active) coal_record_access(m, c->e, c->e->args[1]->range, c->args[1], COAL_MEM_LOAD, type);
  m->active = active;
  coal_record_access(m, c->e, c->e->args[0]->range, c->args[0], COAL_MEM_STORE, type);
  return true;
}

/* __isGlobal(p) and the like. */
static bool address_space(const call *c, coal_value *result) {
  if (c->n != 1 || c->args[0].kind != COAL_VALUE_POINTER || !c->args[0].object) return false;
  coal_object_kind kind = c->args[0].object->kind;
  coal_intrinsic_op of = kind == COAL_OBJECT_SHARED     ? COAL_INTRINSIC_OP_SHARED
                         : kind == COAL_OBJECT_LOCAL    ? COAL_INTRINSIC_OP_LOCAL
                         : kind == COAL_OBJECT_CONSTANT ? COAL_INTRINSIC_OP_CONSTANT
                                                        : COAL_INTRINSIC_OP_GLOBAL;
  *result = coal_value_int(c->m->t, is(c, of));
  return true;
}

/* wmma::load_matrix_sync(fragment, p, …), wmma::store_matrix_sync(p, fragment, …): an access whose distribution over
 * the lanes is not specified (CUDA C++ Programming Guide, "Warp Matrix Functions": "unspecified"). */
static bool matrix_fragment(const call *c, coal_value *result) {
  bool is_load = is(c, COAL_INTRINSIC_OP_LOAD);
  size_t at = is_load ? 1 : 0;
  const coal_type *type = coal_argument_pointee(c->e, at);
  if (c->n <= at || !type) return false;
  coal_value lane = coal_value_fresh(c->m->t, coal_word_type(8), "?", true, COAL_REASON_UNSUPPORTED, "matrix fragment");
  coal_record_access(c->m, c->e, c->e->args[at]->range, coal_machine_offset(c->m, c->args[at], lane),
                     is_load ? COAL_MEM_LOAD : COAL_MEM_STORE, type);
  coal_machine_clobber_args(c->m, c->args, c->n, name_of(c));
  *result = nothing();
  return true;
}

/* tex2D<float>(…), surf2Dwrite(…) and the like. */
static bool texture(const call *c, coal_value *result) {
  if (c->m->is_host) return false;
  coal_record_texture(c->m, c->e);
  coal_machine_clobber_args(c->m, c->args, c->n, name_of(c));
  *result = unknown_result(c, any_varying(c), COAL_REASON_INDIRECT);
  return true;
}

/* ---- warp exchange ------------------------------------------------------------------------------------- */

static bool source_lanes(const call *c, bool has_mask, uint8_t from[COAL_WARP_LANES]) {
  size_t at = has_mask ? 2 : 1;
  int64_t width = 32;
  if (c->n <= at || c->args[at].kind != COAL_VALUE_INT || c->args[at].p->n) return false;
  if (c->n > at + 1 && !coal_value_constant(c->args[at + 1], &width)) return false;
  if (width < 1 || width > 32 || (width & (width - 1))) return false;
  for (int64_t lane = 0; lane < COAL_WARP_LANES; lane++) {
    int64_t by = coal_lane(c->args[at].p->c, (unsigned)lane), base = lane / width * width, source = lane;
    if (is(c, COAL_INTRINSIC_OP_XOR))
      source = lane ^ by;
    else if (is(c, COAL_INTRINSIC_OP_UP))
      source = lane - by >= base ? lane - by : lane;
    else if (is(c, COAL_INTRINSIC_OP_DOWN))
      source = lane + by < base + width ? lane + by : lane;
    else
      source = base + (by & (width - 1));
    if (source >= base + width || source < 0) source = lane;
    from[lane] = (uint8_t)source;
  }
  return true;
}

static bool shuffle(const call *c, coal_value *result) {
  uint8_t from[COAL_WARP_LANES];
  bool has_mask = c->what->family == COAL_INTRINSIC_SHUFFLE_SYNC;
  if (c->n < (has_mask ? 3u : 2u)) return false;
  coal_value v = c->args[has_mask ? 1 : 0];
  bool is_known = source_lanes(c, has_mask, from), is_uniform_source = is_known;
  for (unsigned i = 1; is_known && i < COAL_WARP_LANES; i++) is_uniform_source &= from[i] == from[0];
  if (is_known && v.kind == COAL_VALUE_INT) {
    const coal_poly *p = coal_poly_permute(c->m->t, v.p, from);
    if (p) {
      *result = coal_value_poly(p, NULL);
      return true;
    }
  }
  if (is_known && v.kind == COAL_VALUE_FLOAT && v.f) {
    double d[COAL_WARP_LANES];
    for (unsigned i = 0; i < COAL_WARP_LANES; i++) d[i] = v.f->v[from[i]];
    *result = coal_value_doubles(c->m->t, d);
    return true;
  }
  const char *detail = NULL;
  coal_reason reason = coal_value_reason(c->m->t, v, &detail);
  bool is_varying = coal_value_is_varying(c->m->t, v) && !is_uniform_source;
  *result =
      coal_machine_unknown(c->m, c->type, "shuffle", is_varying, reason ? reason : COAL_REASON_NON_AFFINE, detail);
  return true;
}

/* __reduce_add_sync(mask, v) and the like over the active lanes of the mask, where all numbers are known. */
static bool reduce(const call *c, coal_value *result) {
  int64_t mask, sum = 0;
  coal_machine *m = c->m;
  if (c->n != 2 || c->type->kind != COAL_TYPE_INT) return false;
  bool is_known = coal_value_constant(c->args[0], &mask) && c->args[1].kind == COAL_VALUE_INT && !c->args[1].p->n &&
                  !m->unknown_depth;
  uint32_t lanes = is_known ? m->active & (uint32_t)mask : 0;
  for (uint32_t rest = lanes; rest; rest &= rest - 1) {
    int64_t v = coal_lane(c->args[1].p->c, (unsigned)__builtin_ctz(rest));
    if (rest == lanes)
      sum = v;
    else if (is(c, COAL_INTRINSIC_OP_ADD))
      sum += v;
    else if (is(c, COAL_INTRINSIC_OP_MIN))
      sum = v < sum ? v : sum;
    else if (is(c, COAL_INTRINSIC_OP_MAX))
      sum = v > sum ? v : sum;
    else if (is(c, COAL_INTRINSIC_OP_AND))
      sum &= v;
    else if (is(c, COAL_INTRINSIC_OP_OR))
      sum |= v;
    else
      sum ^= v;
  }
  *result = lanes ? coal_value_int(m->t, coal_wrap(c->type, sum)) : unknown_result(c, false, COAL_REASON_NON_AFFINE);
  return true;
}

/* For each lane, the active lanes that its mask names; an unknown mask is assumed to name all, as it must where
 * lanes converge. */
static void mask_lanes(const call *c, coal_value mask, uint32_t lanes[COAL_WARP_LANES]) {
  bool is_known = mask.kind == COAL_VALUE_INT && !mask.p->n;
  for (unsigned i = 0; i < COAL_WARP_LANES; i++)
    lanes[i] = c->m->active & (is_known ? (uint32_t)coal_lane(mask.p->c, i) : UINT32_MAX);
}

/* For each lane, the lanes that hold the same value; false where some value is not known. */
static bool equal_lanes(const call *c, coal_value v, const uint32_t lanes[COAL_WARP_LANES],
                        int64_t equal[COAL_WARP_LANES]) {
  bool is_uniform = !coal_value_is_varying(c->m->t, v) && v.kind != COAL_VALUE_UNKNOWN;
  bool is_known = (v.kind == COAL_VALUE_INT && !v.p->n) || (v.kind == COAL_VALUE_FLOAT && v.f);
  for (unsigned i = 0; i < COAL_WARP_LANES; i++) {
    equal[i] = is_uniform ? lanes[i] : 0;
    for (unsigned k = 0; k < COAL_WARP_LANES && !is_uniform && is_known; k++) {
      bool is_same = v.kind == COAL_VALUE_INT ? coal_lane(v.p->c, i) == coal_lane(v.p->c, k) : v.f->v[i] == v.f->v[k];
      if (is_same && lanes[i] >> k & 1) equal[i] |= INT64_C(1) << k;
    }
  }
  return is_uniform || is_known;
}

/* __match_any_sync(mask, v), __match_all_sync(mask, v, &holds). */
static bool match(const call *c, coal_value *result) {
  static const coal_type flag = {.kind = COAL_TYPE_INT, .is_signed = true, .size_bytes = 4, .align_bytes = 4};
  coal_machine *m = c->m;
  int64_t equal[COAL_WARP_LANES], holds[COAL_WARP_LANES];
  uint32_t lanes[COAL_WARP_LANES];
  bool for_all = is(c, COAL_INTRINSIC_OP_ALL);
  if (c->n < 2) return false;
  mask_lanes(c, c->args[0], lanes);
  bool is_known = !m->unknown_depth && equal_lanes(c, c->args[1], lanes, equal);
  bool is_varying = !for_all || coal_value_is_varying(m->t, c->args[0]);
  for (unsigned i = 0; is_known && i < COAL_WARP_LANES; i++) {
    holds[i] = (uint32_t)equal[i] == lanes[i];
    if (for_all) equal[i] = holds[i] ? lanes[i] : 0;
  }
  *result = is_known ? coal_value_poly(coal_poly_lanes(m->t, equal), NULL)
                     : unknown_result(c, is_varying, COAL_REASON_NON_AFFINE);
  if (c->n < 3) return true;
  coal_value out = is_known
                       ? coal_value_poly(coal_poly_lanes(m->t, holds), NULL)
                       : coal_machine_unknown(m, &flag, name_of(c), is_varying, COAL_REASON_NON_AFFINE, name_of(c));
  coal_machine_store(m, c->e, c->e->range, c->args[2], &flag, out);
  return true;
}

static bool vote(const call *c, coal_value *result) {
  coal_machine *m = c->m;
  if (!c->n) return false;
  uint32_t lanes[COAL_WARP_LANES];
  int64_t out[COAL_WARP_LANES];
  mask_lanes(c, c->n > 1 ? c->args[0] : coal_value_int(m->t, -1), lanes);
  coal_truth truth = coal_value_truth(m->t, c->args[c->n - 1]);
  bool is_known = !m->unknown_depth, is_one = true;
  for (unsigned i = 0; i < COAL_WARP_LANES; i++) {
    if (!(m->active >> i & 1)) lanes[i] = lanes[__builtin_ctz(m->active)];
    is_known &= !(lanes[i] & ~(truth.yes | truth.no));
    is_one &= lanes[i] == lanes[0];
    out[i] = lanes[i] & truth.yes;
    if (is(c, COAL_INTRINSIC_OP_ANY))
      out[i] = out[i] != 0;
    else if (is(c, COAL_INTRINSIC_OP_ALL))
      out[i] = (lanes[i] & ~truth.yes) == 0;
  }
  *result =
      is_known ? coal_value_poly(coal_poly_lanes(m->t, out), NULL) : unknown_result(c, !is_one, COAL_REASON_INDIRECT);
  return true;
}

/* ---- integers ------------------------------------------------------------------------------------------ */

static uint64_t reversed(uint64_t x, int bits) {
  uint64_t r = 0;
  for (int i = 0; i < bits; i++) r |= (x >> i & 1) << (bits - 1 - i);
  return r;
}

/* __byte_perm(x, y, s): byte i is byte (s >> 4·i) & 7 of y:x; with bit 3 its sign. */
static uint32_t permuted_bytes(uint32_t x, uint32_t y, uint32_t s) {
  uint64_t from = (uint64_t)y << 32 | x;
  uint32_t r = 0;
  for (int i = 0; i < 4; i++) {
    uint32_t pick = s >> 4 * i, byte = (uint32_t)(from >> 8 * (pick & 7)) & 0xff;
    r |= (pick & 8 ? (byte & 0x80 ? 0xffu : 0) : byte) << 8 * i;
  }
  return r;
}

static int64_t integer_function(coal_intrinsic_op op, int64_t x, int64_t y, int64_t z, bool *known) {
  uint32_t u = (uint32_t)x, u2 = (uint32_t)y;
  uint64_t w = (uint64_t)x, both = (uint64_t)u2 << 32 | u;
  switch (op) {
    case COAL_INTRINSIC_OP_POPC: return __builtin_popcount(u);
    case COAL_INTRINSIC_OP_POPCLL: return __builtin_popcountll(w);
    case COAL_INTRINSIC_OP_CLZ: return u ? __builtin_clz(u) : 32;
    case COAL_INTRINSIC_OP_CLZLL: return w ? __builtin_clzll(w) : 64;
    case COAL_INTRINSIC_OP_CLZ_NONZERO: *known &= u != 0; return u ? __builtin_clz(u) : 0;
    case COAL_INTRINSIC_OP_CTZ_NONZERO: *known &= u != 0; return u ? __builtin_ctz(u) : 0;
    case COAL_INTRINSIC_OP_FFS: return __builtin_ffs((int)u);
    case COAL_INTRINSIC_OP_FFSLL: return __builtin_ffsll((int64_t)w);
    case COAL_INTRINSIC_OP_BREV: return (int64_t)reversed(u, 32);
    case COAL_INTRINSIC_OP_BREVLL: return (int64_t)reversed(w, 64);
    case COAL_INTRINSIC_OP_BYTE_PERM: return permuted_bytes(u, u2, (uint32_t)z);
    case COAL_INTRINSIC_OP_FUNNEL_L: return (int64_t)(uint32_t)(both << (z & 31) >> 32);
    case COAL_INTRINSIC_OP_FUNNEL_R: return (int64_t)(uint32_t)(both >> (z & 31));
    case COAL_INTRINSIC_OP_FUNNEL_LC: return z >= 32 || z < 0 ? u : (int64_t)(uint32_t)(both << z >> 32);
    case COAL_INTRINSIC_OP_FUNNEL_RC: return z >= 32 || z < 0 ? u2 : (int64_t)(uint32_t)(both >> z);
    case COAL_INTRINSIC_OP_UMULHI: return (int64_t)(((uint64_t)u * (uint32_t)y) >> 32);
    case COAL_INTRINSIC_OP_MULHI: return ((int64_t)(int32_t)x * (int32_t)y) >> 32;
    case COAL_INTRINSIC_OP_MUL24: return (int32_t)(((int32_t)(u << 8) >> 8) * ((int32_t)((uint32_t)y << 8) >> 8));
    case COAL_INTRINSIC_OP_UMUL24: return (uint32_t)((u & 0xffffffu) * ((uint32_t)y & 0xffffffu));
    case COAL_INTRINSIC_OP_USAD: return (int64_t)(uint32_t)((u > u2 ? u - u2 : u2 - u) + (uint32_t)z);
    case COAL_INTRINSIC_OP_SAD:
      return (int64_t)(uint32_t)((uint32_t)llabs((int64_t)(int32_t)x - (int32_t)y) + (uint32_t)z);
    default: *known = false; return 0;
  }
}

/* std::min and std::max: their arguments are references, and so is the result. */
static bool least_of_references(const call *c, coal_value *result) {
  bool is_min = is(c, COAL_INTRINSIC_OP_MIN);
  const coal_type *type = coal_argument_pointee(c->e, 0);
  if (c->n != 2 || !type || type != coal_argument_pointee(c->e, 1) || type != c->type->element) return false;
  if (type->kind != COAL_TYPE_INT && type->kind != COAL_TYPE_FLOAT) return false;
  coal_machine *m = c->m;
  coal_value v[2], less;
  for (size_t i = 0; i < 2; i++) v[i] = coal_machine_load(m, c->e, c->e->args[i]->range, c->args[i], type);
  if (type->kind == COAL_TYPE_INT)
    v[0] = coal_value_min_max(m->t, is_min, type, v[0], v[1]);
  else {
    less = coal_value_binary(m->t, COAL_OP_LT, type, coal_word_type(1), is_min ? v[1] : v[0], is_min ? v[0] : v[1]);
    coal_truth truth = coal_value_truth(m->t, less);
    bool is_known = (truth.yes | truth.no) == UINT32_MAX;
    v[0] = is_known ? coal_value_blend(m->t, type, truth.yes, v[1], v[0])
                    : coal_value_join(m->t, type, v[0], v[1], coal_value_is_varying(m->t, less));
  }
  *result = coal_machine_temporary(m, type, v[0]);
  return true;
}

static bool min_max(const call *c, coal_value *result) {
  if (c->n != 2 || c->args[0].kind != COAL_VALUE_INT || c->args[1].kind != COAL_VALUE_INT || !c->type)
    return least_of_references(c, result);
  *result = coal_value_min_max(c->m->t, is(c, COAL_INTRINSIC_OP_MIN), c->type, c->args[0], c->args[1]);
  return true;
}

static bool absolute(const call *c, coal_value *result) {
  if (c->n < 1 || c->args[0].kind != COAL_VALUE_INT || !c->type) return false;
  coal_value negative = coal_value_unary(c->m->t, COAL_OP_NEG, c->type, c->args[0]);
  *result = coal_value_min_max(c->m->t, false, c->type, c->args[0], negative);
  return true;
}

static bool integers(const call *c, coal_value *result) {
  coal_symbols *t = c->m->t;
  if (c->n < 1 || c->args[0].kind != COAL_VALUE_INT || !c->type) return false;
  bool multiplies = is(c, COAL_INTRINSIC_OP_MUL24) || is(c, COAL_INTRINSIC_OP_UMUL24);
  if (multiplies && c->n == 2 && (c->args[0].p->n || c->args[1].p->n)) {
    *result = coal_value_int_op(t, COAL_OP_MUL, c->type, c->args[0], c->args[1]);
    return true;
  }
  coal_value second = c->n > 1 ? c->args[1] : coal_value_int(t, 0),
             third = c->n > 2 ? c->args[2] : coal_value_int(t, 0);
  if (c->n > 3 || second.kind != COAL_VALUE_INT || third.kind != COAL_VALUE_INT) return false;
  if (c->args[0].p->n || second.p->n || third.p->n) return false;
  int64_t v[COAL_WARP_LANES];
  bool known = true;
  for (unsigned i = 0; i < COAL_WARP_LANES; i++)
    v[i] = coal_wrap(c->type, integer_function(c->what->op, coal_lane(c->args[0].p->c, i), coal_lane(second.p->c, i),
                                               coal_lane(third.p->c, i), &known));
  if (!known) return false;
  *result = coal_value_poly(coal_poly_lanes(t, v), NULL);
  return true;
}

/* The bits of one number as another: __float_as_int, __longlong_as_double, halves of a double. */
static bool reinterprets(const call *c, coal_value *result) {
  coal_symbols *t = c->m->t;
  coal_value bits, low;
  bool joins = is(c, COAL_INTRINSIC_OP_JOIN);
  if (!c->type || (joins && c->n != 2)) return false;
  if (c->n < 1 || !coal_value_bits(t, c->e->args[0]->type, c->args[0], &bits)) return false;
  if (joins) {
    if (!coal_value_bits(t, c->e->args[1]->type, c->args[1], &low)) return false;
    bits = coal_bits_join(t, bits, low);
  }
  *result = coal_value_of_bits(t, c->type, is(c, COAL_INTRINSIC_OP_HIGH) ? coal_bits_cut(t, bits, 32, 32) : bits);
  return true;
}

/* ---- floating point ------------------------------------------------------------------------------------ */

static double float_function(coal_intrinsic_op op, double x, double y) {
  switch (op) {
    case COAL_INTRINSIC_OP_FLOOR: return floor(x);
    case COAL_INTRINSIC_OP_CEIL: return ceil(x);
    case COAL_INTRINSIC_OP_TRUNC: return trunc(x);
    case COAL_INTRINSIC_OP_ROUND: return round(x);
    case COAL_INTRINSIC_OP_RINT: return rint(x);
    case COAL_INTRINSIC_OP_NEARBYINT: return nearbyint(x);
    case COAL_INTRINSIC_OP_SQRT: return sqrt(x);
    case COAL_INTRINSIC_OP_FABS: return fabs(x);
    case COAL_INTRINSIC_OP_LOG2: return log2(x);
    case COAL_INTRINSIC_OP_EXP2: return exp2(x);
    case COAL_INTRINSIC_OP_LOG: return log(x);
    case COAL_INTRINSIC_OP_EXP: return exp(x);
    case COAL_INTRINSIC_OP_FMIN: return fmin(x, y);
    case COAL_INTRINSIC_OP_FMAX: return fmax(x, y);
    case COAL_INTRINSIC_OP_POW: return pow(x, y);
    default: return fmod(x, y);
  }
}

/* __float2int_rn and the like, where the numbers are known. */
static bool to_integer(const call *c, coal_value *result) {
  if (!c->type || c->n < 1 || c->args[0].kind != COAL_VALUE_FLOAT) return false;
  if (c->type->kind != COAL_TYPE_INT || !c->args[0].f) return false;
  double v[COAL_WARP_LANES];
  for (unsigned i = 0; i < COAL_WARP_LANES; i++) {
    double d = c->args[0].f->v[i];
    v[i] = is(c, COAL_INTRINSIC_OP_NEAREST) ? nearbyint(d)
           : is(c, COAL_INTRINSIC_OP_CEIL)  ? ceil(d)
           : is(c, COAL_INTRINSIC_OP_FLOOR) ? floor(d)
                                            : trunc(d);
  }
  *result = coal_value_cast(c->m->t, c->type, NULL, coal_value_doubles(c->m->t, v));
  return true;
}

static bool floats(const call *c, coal_value *result) {
  if (!c->type || c->n < 1 || c->args[0].kind != COAL_VALUE_FLOAT) return false;
  if (c->type->kind != COAL_TYPE_FLOAT || !c->args[0].f) return false;
  const coal_doubles *second = c->n > 1 && c->args[1].kind == COAL_VALUE_FLOAT ? c->args[1].f : c->args[0].f;
  if (!second) return false;
  double v[COAL_WARP_LANES];
  for (unsigned i = 0; i < COAL_WARP_LANES; i++) {
    v[i] = float_function(c->what->op, c->args[0].f->v[i], second->v[i]);
    if (c->type->size_bytes == 4) v[i] = (double)(float)v[i];
  }
  *result = coal_value_doubles(c->m->t, v);
  return true;
}

/* ---- the rest ------------------------------------------------------------------------------------------ */

static bool make_vector(const call *c, coal_value *result) {
  if (!c->type || c->type->kind != COAL_TYPE_RECORD) return false;
  const coal_record *r = c->type->record;
  if (c->n != r->n_fields || !c->n || c->n > 4) return false;
  coal_slot parts[4];
  for (size_t i = 0; i < c->n; i++) {
    if (r->fields[i].type->kind == COAL_TYPE_RECORD) return false;
    parts[i] = (coal_slot){r->fields[i].offset_bytes, r->fields[i].type->size_bytes, c->args[i], r->fields[i].type};
  }
  *result = coal_aggregate_new(c->m->t, parts, c->n);
  return true;
}

/* Functions that return their argument. */
static bool pass_through(const call *c, coal_value *result) {
  if (!c->n) return false;
  *result = c->args[0];
  return true;
}

static bool synchronise(const call *c, coal_value *result) {
  coal_record_barrier(c->m);
  *result = nothing();
  return true;
}

/* The condition that the programmer promises holds from here on. */
static bool assume(const call *c, coal_value *result) {
  if (c->e->n_args != 1) return false;
  coal_bounds_learn(c->m, c->e->args[0], true);
  *result = nothing();
  return true;
}

/* Counters in the runtime's own memory. */
static bool synchronise_groups(const call *c, coal_value *result) {
  coal_record_barrier(c->m);
  *result = unknown_result(c, false, COAL_REASON_INDIRECT);
  return true;
}

static bool active_mask(const call *c, coal_value *result) {
  *result =
      c->m->unknown_depth ? unknown_result(c, false, COAL_REASON_NON_AFFINE) : coal_value_int(c->m->t, c->m->active);
  return true;
}

static bool barrier_value(const call *c, coal_value *result) {
  *result = unknown_result(c, false, COAL_REASON_NON_AFFINE);
  return true;
}

size_t coal_intrinsic_accesses(const coal_function *fn, size_t pointer[2], coal_mem_op op[2]) {
  const coal_intrinsic *what = fn->intrinsic;
  bool sets = what && what->op == COAL_INTRINSIC_OP_SET, loads = what && what->op == COAL_INTRINSIC_OP_LOAD;
  pointer[0] = pointer[1] = 0;
  op[0] = COAL_MEM_LOAD;
  op[1] = COAL_MEM_STORE;
  switch (what ? what->family : COAL_INTRINSIC_OTHER) {
    case COAL_INTRINSIC_BLOCK:
      if (sets) return op[0] = COAL_MEM_STORE, 1;
      pointer[0] = 1;
      return 2;
    case COAL_INTRINSIC_ASYNC_COPY: pointer[0] = 1; return 2;
    case COAL_INTRINSIC_MATRIX:
      pointer[0] = loads ? 1 : 0;
      op[0] = loads ? COAL_MEM_LOAD : COAL_MEM_STORE;
      return 1;
    case COAL_INTRINSIC_CACHED_LOAD: return 1;
    case COAL_INTRINSIC_CACHED_STORE:
      pointer[0] = what->op == COAL_INTRINSIC_OP_VALUE_FIRST ? 1 : 0;
      op[0] = COAL_MEM_STORE;
      return 1;
    case COAL_INTRINSIC_ATOMIC: op[0] = COAL_MEM_ATOMIC; return 1;
    default: return 0;
  }
}

static bool block(const call *c, coal_value *result) {
  return coal_eval_block(c->m, c->e, c->what->op == COAL_INTRINSIC_OP_SET, c->args, c->n, result);
}

/* By family; false where the arguments are not those expected. */
static bool (*const handlers[])(const call *, coal_value *) = {
    [COAL_INTRINSIC_CACHED_LOAD] = cached_load,
    [COAL_INTRINSIC_CACHED_STORE] = cached_store,
    [COAL_INTRINSIC_ATOMIC] = atomic,
    [COAL_INTRINSIC_ASYNC_COPY] = async_copy,
    [COAL_INTRINSIC_ADDRESS_SPACE] = address_space,
    [COAL_INTRINSIC_MATRIX] = matrix_fragment,
    [COAL_INTRINSIC_TEXTURE] = texture,
    [COAL_INTRINSIC_SHUFFLE] = shuffle,
    [COAL_INTRINSIC_SHUFFLE_SYNC] = shuffle,
    [COAL_INTRINSIC_REDUCE] = reduce,
    [COAL_INTRINSIC_VOTE] = vote,
    [COAL_INTRINSIC_MATCH] = match,
    [COAL_INTRINSIC_ACTIVE_MASK] = active_mask,
    [COAL_INTRINSIC_BARRIER] = synchronise,
    [COAL_INTRINSIC_BARRIER_VALUE] = barrier_value,
    [COAL_INTRINSIC_GROUP_BARRIER] = synchronise_groups,
    [COAL_INTRINSIC_BLOCK] = block,
    [COAL_INTRINSIC_REINTERPRET] = reinterprets,
    [COAL_INTRINSIC_MIN_MAX] = min_max,
    [COAL_INTRINSIC_ABS] = absolute,
    [COAL_INTRINSIC_INTEGER] = integers,
    [COAL_INTRINSIC_TO_INTEGER] = to_integer,
    [COAL_INTRINSIC_FLOAT] = floats,
    [COAL_INTRINSIC_MAKE] = make_vector,
    [COAL_INTRINSIC_ASSUME] = assume,
    [COAL_INTRINSIC_PASS] = pass_through,
    [COAL_INTRINSIC_IDENTITY] = pass_through,
};

bool coal_eval_intrinsic(coal_machine *m, const coal_expr *e, const coal_value *args, size_t n, coal_value *result) {
  const coal_function *fn = e->u.callee;
  const coal_intrinsic *what = fn->intrinsic;
  if (!what) return false;
  const call c = {m, e, what, args, n, e->type};
  bool is_listed = what->name && what->family != COAL_INTRINSIC_IDENTITY; /* the front ends may have omitted its body */
  if (what->flops) coal_record_flops(m, what->flops);
  if (what->name) coal_record_function(m, what->name);
  if (what->family != COAL_INTRINSIC_OTHER && handlers[what->family](&c, result)) return true;
  if (!is_listed || fn->body) return false;
  coal_machine_clobber_args(m, args, n, fn->name);
  *result = unknown_from_args(&c);
  return true;
}
