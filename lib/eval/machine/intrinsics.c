/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Device functions that are known by name: memory, warp exchange, integer and floating-point helpers. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "blocks.h"
#include "bounds.h"
#include "eval/domain/bits.h"

typedef struct call {
  coal_machine *m;
  const coal_expr *e;
  const char *name;
  const coal_value *args;
  size_t n;
  const coal_type *type; /* of the result */
} call;

static bool starts(const char *s, const char *with) { return strncmp(s, with, strlen(with)) == 0; }
static bool is(const call *c, const char *name) { return strcmp(c->name, name) == 0; }

static bool is_any(const call *c, const char *const *names) {
  for (; *names; names++)
    if (is(c, *names)) return true;
  return false;
}

static coal_value nothing(void) { return coal_value_unknown(false, COAL_REASON_NONE, NULL); }

static coal_value unknown_result(const call *c, bool is_varying, coal_reason reason) {
  if (!c->type || c->type->kind == COAL_TYPE_VOID) return nothing();
  return coal_machine_unknown(c->m, c->type, c->name, is_varying, reason, c->name);
}

static bool any_varying(const call *c) {
  for (size_t i = 0; i < c->n; i++)
    if (coal_value_is_varying(c->m->t, c->args[i])) return true;
  return false;
}

/* Unknown because an argument is: its reason, and uniform if all arguments are. */
static coal_value unknown_from_args(const call *c) {
  const char *detail = NULL;
  coal_reason reason = COAL_REASON_NONE;
  for (size_t i = 0; i < c->n && reason == COAL_REASON_NONE; i++)
    reason = coal_value_reason(c->m->t, c->args[i], &detail);
  if (reason == COAL_REASON_NONE) reason = COAL_REASON_NON_AFFINE;
  if (!c->type || c->type->kind == COAL_TYPE_VOID) return nothing();
  return coal_machine_unknown(c->m, c->type, c->name, any_varying(c), reason, detail ? detail : c->name);
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
  static const char *const names[] = {
      "__ldg", "__ldca", "__ldcg", "__ldcs", "__ldlu", "__ldcv", "__builtin_nontemporal_load", NULL};
  const coal_type *type =
      c->type->kind == COAL_TYPE_VOID ? coal_argument_pointee(c->e, 0) : c->type; /* a builtin's type is not declared */
  if (!is_any(c, names) || c->n < 1 || !type) return false;
  *result = coal_machine_load(c->m, c->e, c->e->range, c->args[0], type);
  return true;
}

static bool cached_store(const call *c, coal_value *result) {
  static const char *const names[] = {"__stwb", "__stcg", "__stcs", "__stwt", NULL};
  size_t at = is(c, "__builtin_nontemporal_store") ? 1 : 0; /* (value, pointer) */
  const coal_type *type = coal_argument_pointee(c->e, at);
  if ((!at && !is_any(c, names)) || c->n < 2 || !type) return false;
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
  if (!starts(c->name, "atomic") || c->n < 1 || !type) return false;
  coal_value at = c->args[0];
  if (coal_value_is_local(at)) {
    coal_record_local(c->m, c->e, COAL_MEM_ATOMIC);
    coal_object_clobber(c->m->memory, at.object, true, COAL_REASON_INDIRECT, "atomic");
  } else {
    bool counts = starts(c->name, "atomicAdd") && is_one(c) && c->m->unused == c->e && type->kind == COAL_TYPE_INT;
    coal_record_access(c->m, c->e, c->e->args[0]->range, at, counts ? COAL_MEM_ATOMIC_INC : COAL_MEM_ATOMIC, type);
    if (at.kind == COAL_VALUE_POINTER && at.object) at.object->generation++;
  }
  *result = unknown_result(c, true, COAL_REASON_INDIRECT);
  return true;
}

/* __pipeline_memcpy_async(shared, global, bytes, zfill): both sides are accesses; lanes that fill with zeros alone read nothing. */
static bool async_copy(const call *c, coal_value *result) {
  static const coal_type word = {.kind = COAL_TYPE_INT, .size_bytes = 8, .align_bytes = 8};
  coal_machine *m = c->m;
  int64_t bytes;
  if (!is(c, "__pipeline_memcpy_async") || c->n < 3) return false;
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
  static const char *const names[] = {"__isGlobal", "__isShared", "__isLocal", "__isConstant", NULL};
  if (!is_any(c, names) || c->n != 1 || c->args[0].kind != COAL_VALUE_POINTER || !c->args[0].object) return false;
  coal_object_kind kind = c->args[0].object->kind;
  const char *of = kind == COAL_OBJECT_SHARED     ? "__isShared"
                   : kind == COAL_OBJECT_LOCAL    ? "__isLocal"
                   : kind == COAL_OBJECT_CONSTANT ? "__isConstant"
                                                  : "__isGlobal";
  *result = coal_value_int(c->m->t, is(c, of));
  return true;
}

/* wmma::load_matrix_sync(fragment, p, …), wmma::store_matrix_sync(p, fragment, …): an access, but which lane accesses what
 * is nobody's to know (CUDA C++ Programming Guide, "Warp Matrix Functions": "unspecified"). */
static bool matrix_fragment(const call *c, coal_value *result) {
  bool is_load = is(c, "load_matrix_sync");
  size_t at = is_load ? 1 : 0;
  const coal_type *type = coal_argument_pointee(c->e, at);
  if ((!is_load && !is(c, "store_matrix_sync")) || c->n <= at || !type) return false;
  coal_value lane = coal_value_fresh(c->m->t, coal_word_type(8), "?", true, COAL_REASON_UNSUPPORTED, "matrix fragment");
  coal_record_access(c->m, c->e, c->e->args[at]->range, coal_machine_offset(c->m, c->args[at], lane),
                     is_load ? COAL_MEM_LOAD : COAL_MEM_STORE, type);
  coal_machine_clobber_args(c->m, c->args, c->n, c->name);
  *result = nothing();
  return true;
}

/* tex2D<float>(…), surf2Dwrite(…) and the like. */
static bool texture(const call *c, coal_value *result) {
  static const char *const prefixes[] = {"tex1D",  "tex2D",  "tex3D",  "texCubemap",
                                         "surf1D", "surf2D", "surf3D", "surfCubemap"};
  bool is_texture = false;
  for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) is_texture |= starts(c->name, prefixes[i]);
  if (!is_texture || c->m->is_host) return false;
  coal_record_texture(c->m, c->e);
  coal_machine_clobber_args(c->m, c->args, c->n, c->name);
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
    if (starts(c->name, "__shfl_xor"))
      source = lane ^ by;
    else if (starts(c->name, "__shfl_up"))
      source = lane - by >= base ? lane - by : lane;
    else if (starts(c->name, "__shfl_down"))
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
  bool has_mask = strstr(c->name, "_sync") != NULL;
  if (!starts(c->name, "__shfl") || c->n < (has_mask ? 3u : 2u)) return false;
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
  if (!starts(c->name, "__reduce_") || c->n != 2 || c->type->kind != COAL_TYPE_INT) return false;
  const char *how = c->name + strlen("__reduce_");
  bool is_known = coal_value_constant(c->args[0], &mask) && c->args[1].kind == COAL_VALUE_INT && !c->args[1].p->n &&
                  !m->unknown_depth;
  uint32_t lanes = is_known ? m->active & (uint32_t)mask : 0;
  for (uint32_t rest = lanes; rest; rest &= rest - 1) {
    int64_t v = coal_lane(c->args[1].p->c, (unsigned)__builtin_ctz(rest));
    if (rest == lanes)
      sum = v;
    else if (starts(how, "add"))
      sum += v;
    else if (starts(how, "min"))
      sum = v < sum ? v : sum;
    else if (starts(how, "max"))
      sum = v > sum ? v : sum;
    else if (starts(how, "and"))
      sum &= v;
    else if (starts(how, "or"))
      sum |= v;
    else
      sum ^= v;
  }
  *result = lanes ? coal_value_int(m->t, coal_wrap(c->type, sum)) : unknown_result(c, false, COAL_REASON_NON_AFFINE);
  return true;
}

/* For each lane the active ones that its mask names; an unknown mask names them all, as it has to where lanes meet. */
static void mask_lanes(const call *c, coal_value mask, uint32_t lanes[COAL_WARP_LANES]) {
  bool is_known = mask.kind == COAL_VALUE_INT && !mask.p->n;
  for (unsigned i = 0; i < COAL_WARP_LANES; i++)
    lanes[i] = c->m->active & (is_known ? (uint32_t)coal_lane(mask.p->c, i) : UINT32_MAX);
}

/* In each lane the lanes that hold the same value; false: not all values are known. */
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
  bool for_all = is(c, "__match_all_sync");
  if ((!for_all && !is(c, "__match_any_sync")) || c->n < 2) return false;
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
  coal_value out = is_known ? coal_value_poly(coal_poly_lanes(m->t, holds), NULL)
                            : coal_machine_unknown(m, &flag, c->name, is_varying, COAL_REASON_NON_AFFINE, c->name);
  coal_machine_store(m, c->e, c->e->range, c->args[2], &flag, out);
  return true;
}

static bool vote(const call *c, coal_value *result) {
  static const char *const names[] = {"__ballot_sync", "__any_sync", "__all_sync", "__ballot", "__any", "__all", NULL};
  coal_machine *m = c->m;
  if (is(c, "__activemask")) {
    *result = m->unknown_depth ? unknown_result(c, false, COAL_REASON_NON_AFFINE) : coal_value_int(m->t, m->active);
    return true;
  }
  if (starts(c->name, "__syncthreads_")) {
    *result = unknown_result(c, false, COAL_REASON_NON_AFFINE);
    return true;
  }
  if (!is_any(c, names)) return match(c, result);
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
    if (starts(c->name, "__any"))
      out[i] = out[i] != 0;
    else if (starts(c->name, "__all"))
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

static int64_t bit_function(const char *name, uint32_t u, uint64_t w, bool *known) {
  if (!strcmp(name, "__builtin_popcount")) return __builtin_popcount(u);
  if (!strcmp(name, "__builtin_popcountl") || !strcmp(name, "__builtin_popcountll")) return __builtin_popcountll(w);
  if (!strcmp(name, "__builtin_ctz") && u) return __builtin_ctz(u);
  if ((!strcmp(name, "__builtin_ctzl") || !strcmp(name, "__builtin_ctzll")) && w) return __builtin_ctzll(w);
  if (!strcmp(name, "__builtin_clz") && u) return __builtin_clz(u);
  if ((!strcmp(name, "__builtin_clzl") || !strcmp(name, "__builtin_clzll")) && w) return __builtin_clzll(w);
  *known = false;
  return 0;
}

static int64_t integer_function(const char *name, int64_t x, int64_t y, int64_t z, bool *known) {
  uint32_t u = (uint32_t)x, u2 = (uint32_t)y;
  uint64_t w = (uint64_t)x, both = (uint64_t)u2 << 32 | u;
  if (!strcmp(name, "__popc")) return __builtin_popcount(u);
  if (!strcmp(name, "__popcll")) return __builtin_popcountll(w);
  if (!strcmp(name, "__clz")) return u ? __builtin_clz(u) : 32;
  if (!strcmp(name, "__clzll")) return w ? __builtin_clzll(w) : 64;
  if (!strcmp(name, "__ffs")) return __builtin_ffs((int)u);
  if (!strcmp(name, "__ffsll")) return __builtin_ffsll((int64_t)w);
  if (!strcmp(name, "__brev")) return (int64_t)reversed(u, 32);
  if (!strcmp(name, "__brevll")) return (int64_t)reversed(w, 64);
  if (!strcmp(name, "__byte_perm")) return permuted_bytes(u, u2, (uint32_t)z);
  if (!strcmp(name, "__funnelshift_l")) return (int64_t)(uint32_t)(both << (z & 31) >> 32);
  if (!strcmp(name, "__funnelshift_r")) return (int64_t)(uint32_t)(both >> (z & 31));
  if (!strcmp(name, "__funnelshift_lc")) return z >= 32 || z < 0 ? u : (int64_t)(uint32_t)(both << z >> 32);
  if (!strcmp(name, "__funnelshift_rc")) return z >= 32 || z < 0 ? u2 : (int64_t)(uint32_t)(both >> z);
  if (!strcmp(name, "__umulhi")) return (int64_t)(((uint64_t)u * (uint32_t)y) >> 32);
  if (!strcmp(name, "__mulhi")) return ((int64_t)(int32_t)x * (int32_t)y) >> 32;
  if (!strcmp(name, "__mul24")) return (int32_t)(((int32_t)(u << 8) >> 8) * ((int32_t)((uint32_t)y << 8) >> 8));
  if (!strcmp(name, "__umul24")) return (uint32_t)((u & 0xffffffu) * ((uint32_t)y & 0xffffffu));
  if (!strcmp(name, "__usad")) return (int64_t)(uint32_t)((u > u2 ? u - u2 : u2 - u) + (uint32_t)z);
  if (!strcmp(name, "__sad"))
    return (int64_t)(uint32_t)((uint32_t)llabs((int64_t)(int32_t)x - (int32_t)y) + (uint32_t)z);
  return bit_function(name, u, w, known);
}

/* std::min and std::max: their arguments are references, and so is the result. */
static bool least_of_references(const call *c, coal_value *result) {
  bool is_min = is(c, "min");
  const coal_type *type = coal_argument_pointee(c->e, 0);
  if ((!is_min && !is(c, "max")) || c->n != 2 || !type || type != coal_argument_pointee(c->e, 1) ||
      type != c->type->element)
    return false;
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

static bool integers(const call *c, coal_value *result) {
  coal_symbols *t = c->m->t;
  static const char *const minimum[] = {"min", "umin", "llmin", "ullmin", NULL}, *const maximum[] = {"max", "umax",
                                                                                                     "llmax", "ullmax",
                                                                                                     NULL};
  static const char *const absolute[] = {"abs", "labs", "llabs", NULL};
  if (c->n < 1 || c->args[0].kind != COAL_VALUE_INT || !c->type) return false;
  if ((is_any(c, minimum) || is_any(c, maximum)) && c->n == 2) {
    if (c->args[1].kind != COAL_VALUE_INT) return false;
    *result = coal_value_min_max(t, is_any(c, minimum), c->type, c->args[0], c->args[1]);
    return true;
  }
  if (is_any(c, absolute)) {
    coal_value negative = coal_value_unary(t, COAL_OP_NEG, c->type, c->args[0]);
    *result = coal_value_min_max(t, false, c->type, c->args[0], negative);
    return true;
  }
  if ((is(c, "__mul24") || is(c, "__umul24")) && c->n == 2 && (c->args[0].p->n || c->args[1].p->n)) {
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
    v[i] = coal_wrap(c->type, integer_function(c->name, coal_lane(c->args[0].p->c, i), coal_lane(second.p->c, i),
                                               coal_lane(third.p->c, i), &known));
  if (!known) return false;
  *result = coal_value_poly(coal_poly_lanes(t, v), NULL);
  return true;
}

/* The bits of one number as another: __float_as_int, __longlong_as_double, halves of a double. */
static bool reinterprets(const call *c, coal_value *result) {
  coal_symbols *t = c->m->t;
  coal_value bits, low;
  bool is_low = is(c, "__double2loint"), is_high = is(c, "__double2hiint"),
       joins = is(c, "__hiloint2double") && c->n == 2;
  if (!c->type || !(strstr(c->name, "_as_") || is_low || is_high || joins)) return false;
  if (c->n < 1 || !coal_value_bits(t, c->e->args[0]->type, c->args[0], &bits)) return false;
  if (joins) {
    if (!coal_value_bits(t, c->e->args[1]->type, c->args[1], &low)) return false;
    bits = coal_bits_join(t, bits, low);
  }
  *result = coal_value_of_bits(t, c->type, is_high ? coal_bits_cut(t, bits, 32, 32) : bits);
  return true;
}

/* ---- floating point ------------------------------------------------------------------------------------ */

static double float_function(const char *name, double x, double y, bool *known) {
  static const struct {
    const char *name;
    double (*f)(double);
  } unary[] = {{"floor", floor}, {"ceil", ceil},           {"trunc", trunc}, {"round", round},
               {"rint", rint},   {"nearbyint", nearbyint}, {"sqrt", sqrt},   {"fabs", fabs},
               {"log2", log2},   {"exp2", exp2},           {"log", log},     {"exp", exp}};
  size_t length = strlen(name);
  bool has_f = length > 1 && name[length - 1] == 'f';
  for (size_t i = 0; i < sizeof unary / sizeof *unary; i++) {
    size_t n = strlen(unary[i].name);
    if (strncmp(name, unary[i].name, n) == 0 && (length == n || (has_f && length == n + 1))) return unary[i].f(x);
  }
  if (!strcmp(name, "fmin") || !strcmp(name, "fminf")) return fmin(x, y);
  if (!strcmp(name, "fmax") || !strcmp(name, "fmaxf")) return fmax(x, y);
  if (!strcmp(name, "pow") || !strcmp(name, "powf")) return pow(x, y);
  if (!strcmp(name, "fmod") || !strcmp(name, "fmodf")) return fmod(x, y);
  *known = false;
  return 0;
}

static bool floats(const call *c, coal_value *result) {
  if (!c->type || c->n < 1 || c->args[0].kind != COAL_VALUE_FLOAT) return false;
  if (starts(c->name, "__float2") || starts(c->name, "__double2")) {
    if (c->type->kind == COAL_TYPE_INT && c->args[0].f) {
      double v[COAL_WARP_LANES];
      size_t n = strlen(c->name);
      const char *mode = n > 2 ? c->name + n - 2 : "";
      for (unsigned i = 0; i < COAL_WARP_LANES; i++) {
        double d = c->args[0].f->v[i];
        v[i] = !strcmp(mode, "rn")   ? nearbyint(d)
               : !strcmp(mode, "ru") ? ceil(d)
               : !strcmp(mode, "rd") ? floor(d)
                                     : trunc(d);
      }
      *result = coal_value_cast(c->m->t, c->type, NULL, coal_value_doubles(c->m->t, v));
      return true;
    }
  }
  if (c->type->kind != COAL_TYPE_FLOAT || !c->args[0].f) return false;
  const coal_doubles *second = c->n > 1 && c->args[1].kind == COAL_VALUE_FLOAT ? c->args[1].f : c->args[0].f;
  if (!second) return false;
  double v[COAL_WARP_LANES];
  bool known = true;
  for (unsigned i = 0; i < COAL_WARP_LANES; i++) {
    v[i] = float_function(c->name, c->args[0].f->v[i], second->v[i], &known);
    if (c->type->size_bytes == 4) v[i] = (double)(float)v[i];
  }
  if (!known) return false;
  *result = coal_value_doubles(c->m->t, v);
  return true;
}

/* ---- the rest ------------------------------------------------------------------------------------------ */

static bool make_vector(const call *c, coal_value *result) {
  if (!starts(c->name, "make_") || !c->type || c->type->kind != COAL_TYPE_RECORD) return false;
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

/* Functions that give back their argument, and those that ask where it points. */
static bool pass_through(const call *c, coal_value *result) {
  static const char *const names[] = {"__builtin_expect",
                                      "__cvta_generic_to_shared",
                                      "__cvta_generic_to_global",
                                      "__nvvm_get_smem_pointer",
                                      "__builtin_assume_aligned",
                                      "addressof",
                                      "forward",
                                      "move",
                                      "__builtin_addressof",
                                      NULL};
  if (!is_any(c, names) || !c->n) return address_space(c, result);
  *result = c->args[0];
  return true;
}

static bool synchronise(const call *c, coal_value *result) {
  if (!is(c, "__syncthreads") && !is(c, "__syncwarp")) return false;
  coal_record_barrier(c->m);
  *result = nothing();
  return true;
}

/* What the programmer promises holds from here on. */
static bool assume(const call *c, coal_value *result) {
  if (!is(c, "__builtin_assume") || c->e->n_args != 1) return false;
  coal_bounds_learn(c->m, c->e->args[0], true);
  *result = nothing();
  return true;
}

/* Barriers of the grid and of tiles of several warps in the toolkit's headers: counters in memory of the runtime's own. */
static bool synchronise_groups(const call *c, coal_value *result) {
  static const char grid[] = "::grid::sync";
  const coal_function *fn = c->e->u.callee;
  size_t n = fn->qualified ? strlen(fn->qualified) : 0;
  if (!n || !starts(fn->qualified, "cooperative_groups::")) return false;
  bool is_grid = n >= sizeof grid - 1 && !strcmp(fn->qualified + n - (sizeof grid - 1), grid);
  if (!is_grid && !starts(fn->name, "sync_warps") && !starts(fn->name, "sync_grids")) return false;
  coal_record_barrier(c->m);
  *result = unknown_result(c, false, COAL_REASON_INDIRECT);
  return true;
}

/* Floating-point operations a lane of a function known by name: two for a fused multiply-add, twice as many for pairs. */
static unsigned flops_of(const call *c) {
  static const char *const one[] = {"__fadd_", "__fsub_", "__fmul_",    "__fdiv_",  "__dadd_", "__dsub_",
                                    "__dmul_", "__ddiv_", "__fdividef", "__hadd",   "__hsub",  "__hmul",
                                    "__hdiv",  "sqrt",    "__fsqrt_",   "__dsqrt_", NULL};
  static const char *const two[] = {"fma", "__fmaf_", "__fma_", "__hfma", NULL};
  unsigned n = 0;
  for (size_t i = 0; one[i] && !n; i++) n = starts(c->name, one[i]) ? 1 : 0;
  for (size_t i = 0; two[i] && !n; i++) n = starts(c->name, two[i]) && !starts(c->name, "fmax") ? 2 : 0;
  size_t length = strlen(c->name);
  bool is_pair = starts(c->name, "__h") && length && c->name[length - 1] == '2';
  return is_pair ? 2 * n : n;
}

/* What std::log2 and its like are made of: __builtin_log2 is log2. */
static const char *plain_name(const coal_function *fn) {
  static const char prefix[] = "__builtin_";
  if (fn->body || !starts(fn->name, prefix)) return fn->name;
  const char *rest = fn->name + sizeof prefix - 1;
  return coal_intrinsic_is_known(rest) ? rest : fn->name;
}

size_t coal_intrinsic_accesses(const coal_function *fn, size_t pointer[2], coal_mem_op op[2]) {
  static const struct {
    const char *name;
    size_t n, pointer[2];
    coal_mem_op op[2];
  } table[] = {{"memcpy", 2, {1, 0}, {COAL_MEM_LOAD, COAL_MEM_STORE}},
               {"memmove", 2, {1, 0}, {COAL_MEM_LOAD, COAL_MEM_STORE}},
               {"memset", 1, {0}, {COAL_MEM_STORE}},
               {"__pipeline_memcpy_async", 2, {1, 0}, {COAL_MEM_LOAD, COAL_MEM_STORE}},
               {"load_matrix_sync", 1, {1}, {COAL_MEM_LOAD}},
               {"store_matrix_sync", 1, {0}, {COAL_MEM_STORE}},
               {"__builtin_nontemporal_load", 1, {0}, {COAL_MEM_LOAD}},
               {"__builtin_nontemporal_store", 1, {1}, {COAL_MEM_STORE}}};
  const char *name = plain_name(fn);
  if (!coal_intrinsic_is_known(name)) return 0;
  size_t row = sizeof table / sizeof *table;
  while (row-- > 0)
    if (strcmp(name, table[row].name) == 0) {
      memcpy(pointer, table[row].pointer, sizeof table[row].pointer);
      memcpy(op, table[row].op, sizeof table[row].op);
      return table[row].n;
    }
  static const char *const loads[] = {"__ldg", "__ldca", "__ldcg", "__ldcs", "__ldcv", "__ldlu", NULL};
  bool is_load = false;
  for (size_t i = 0; loads[i]; i++) is_load |= strcmp(name, loads[i]) == 0;
  bool is_store = starts(name, "__st") && strlen(name) == 6;
  if (!is_load && !is_store && !starts(name, "atomic")) return 0;
  pointer[0] = 0;
  op[0] = is_load ? COAL_MEM_LOAD : is_store ? COAL_MEM_STORE : COAL_MEM_ATOMIC;
  return 1;
}

bool coal_eval_intrinsic(coal_machine *m, const coal_expr *e, const coal_value *args, size_t n, coal_value *result) {
  const coal_function *fn = e->u.callee;
  const call c = {m, e, plain_name(fn), args, n, e->type};
  if (texture(&c, result)) return true;
  if (!coal_intrinsic_is_known(c.name)) return pass_through(&c, result) || synchronise_groups(&c, result);
  if (flops_of(&c)) coal_record_flops(m, flops_of(&c));
  if (cached_load(&c, result) || cached_store(&c, result) || atomic(&c, result)) return true;
  if (async_copy(&c, result) || matrix_fragment(&c, result)) return true;
  if (shuffle(&c, result) || reduce(&c, result) || vote(&c, result) || synchronise(&c, result)) return true;
  if (assume(&c, result)) return true;
  if (coal_eval_block(m, e, args, n, result) || reinterprets(&c, result)) return true;
  if (least_of_references(&c, result)) return true;
  if (integers(&c, result) || floats(&c, result) || make_vector(&c, result) || pass_through(&c, result)) return true;
  if (fn->body) return false;
  coal_machine_clobber_args(m, args, n, fn->name);
  *result = unknown_from_args(&c);
  return true;
}
