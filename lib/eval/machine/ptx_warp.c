/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Inline PTX (PTX ISA, "Instruction Set") beyond one lane and one arithmetic operation.
 *
 *   shfl.sync.idx.b32 %0|p, %1, 0, 0x1f, -1;    up, down, bfly, idx, with the clamp and segment mask of the third number
 *   vote.sync.ballot.b32, .any, .all, .uni; activemask.b32; match.any.sync.b32; redux.sync.add.s32
 *   elect.sync %0|p, mask;                      the lowest active lane of the mask
 *   lop3.b32, prmt.b32, bfi.b32, bfe.s32, brev, popc, clz, shf, mul.hi   of numbers that are known
 *   mapa…                                       the shared memory of another block: not judged
 *   cp.async.bulk…                              listed: the hardware forms the requests
 */
#include <string.h>

#include "ptx.h"

static const coal_type u32_type = {.kind = COAL_TYPE_INT, .size_bytes = 4, .align_bytes = 4};

static bool starts(const char *s, const char *with) { return strncmp(s, with, strlen(with)) == 0; }

static bool is_lanes(coal_value v) { return v.kind == COAL_VALUE_INT && !v.p->n; }

static coal_value lanes_value(coal_asm *a, const int64_t v[COAL_WARP_LANES]) {
  return coal_value_poly(coal_poly_lanes(a->m->t, v), NULL);
}

/* Not computed: varying if the operands are. */
static void write_result_of(coal_asm *a, const coal_ptx_statement *i, size_t first) {
  const char *detail = NULL;
  coal_reason reason = COAL_REASON_NONE;
  bool is_varying = false;
  for (size_t k = first; k < i->n; k++) {
    coal_value v = coal_asm_read(a, i->operand[k].text.text);
    is_varying |= coal_value_is_varying(a->m->t, v);
    if (reason == COAL_REASON_NONE) reason = coal_value_reason(a->m->t, v, &detail);
  }
  coal_asm_write_unknown(a, i->operand[0].text.text, is_varying, reason ? reason : COAL_REASON_ASM);
}

/* ---- exchange ------------------------------------------------------------------------------------------ */

/* PTX ISA, "shfl.sync": the source lane of each lane, and whether it is in range. */
static bool source_lane(const char *mode, unsigned lane, int64_t by, int64_t c, uint8_t *from) {
  unsigned b = (unsigned)by & 31, clamp = (unsigned)c & 31, segment = (unsigned)(c >> 8) & 31, j;
  unsigned max = (lane & segment) | (clamp & ~segment), min = lane & segment;
  bool is_in;
  if (starts(mode, "up")) {
    j = lane - b;
    is_in = (int)lane - (int)b >= (int)max;
  } else if (starts(mode, "down")) {
    j = lane + b;
    is_in = j <= max;
  } else if (starts(mode, "bfly")) {
    j = lane ^ b;
    is_in = j <= max;
  } else {
    j = min | (b & ~segment);
    is_in = j <= max;
  }
  *from = (uint8_t)(is_in ? j & 31 : lane);
  return is_in;
}

static bool shuffle(coal_asm *a, const coal_ptx_statement *i) {
  const char *o = i->opcode.text;
  if (!starts(o, "shfl.")) return false;
  bool is_sync = starts(o, "shfl.sync.");
  const char *mode = o + strlen(is_sync ? "shfl.sync." : "shfl.");
  size_t n_out = i->n - (is_sync ? 4 : 3);
  if (i->n < 4 || n_out < 1 || n_out > 2) return false;
  coal_value v = coal_asm_read(a, i->operand[n_out].text.text), by = coal_asm_number(a, i, n_out + 1, &u32_type),
             c = coal_asm_number(a, i, n_out + 2, &u32_type);
  bool is_known = is_lanes(by) && is_lanes(c), is_one_source = is_known;
  uint8_t from[COAL_WARP_LANES];
  int64_t in_range[COAL_WARP_LANES];
  for (unsigned k = 0; is_known && k < COAL_WARP_LANES; k++) {
    in_range[k] = source_lane(mode, k, coal_lane(by.p->c, k), coal_lane(c.p->c, k), &from[k]);
    is_one_source &= from[k] == from[0];
  }
  if (n_out == 2 && is_known) coal_asm_write(a, i->operand[1].text.text, lanes_value(a, in_range));
  if (n_out == 2 && !is_known) coal_asm_write_unknown(a, i->operand[1].text.text, true, COAL_REASON_ASM);
  const coal_poly *p = is_known && v.kind == COAL_VALUE_INT ? coal_poly_permute(a->m->t, v.p, from) : NULL;
  if (p) {
    coal_asm_write(a, i->operand[0].text.text, coal_value_poly(p, NULL));
    return true;
  }
  const char *detail = NULL;
  coal_reason reason = coal_value_reason(a->m->t, v, &detail);
  bool is_varying = coal_value_is_varying(a->m->t, v) && !is_one_source;
  coal_asm_write_unknown(a, i->operand[0].text.text, is_varying, reason ? reason : COAL_REASON_ASM);
  return true;
}

/* The lanes that take part: active ones in the mask; false where they are not known. */
static bool participants(coal_asm *a, const coal_ptx_statement *i, size_t k, uint32_t *lanes) {
  int64_t mask = UINT32_MAX;
  if (k < i->n && !coal_value_constant(coal_asm_number(a, i, k, &u32_type), &mask)) return false;
  *lanes = a->m->active & (uint32_t)mask;
  return !a->m->unknown_depth && !a->is_maybe;
}

static coal_truth predicate(coal_asm *a, const coal_ptx_statement *i, size_t k) {
  coal_truth truth = coal_value_truth(a->m->t, coal_asm_read(a, i->operand[k].text.text));
  return i->operand[k].is_negated ? (coal_truth){truth.no, truth.yes} : truth;
}

static bool vote(coal_asm *a, const coal_ptx_statement *i) {
  const char *o = i->opcode.text;
  uint32_t lanes = 0;
  if (!starts(o, "vote.") || i->n < 2) return false;
  const char *how = o + strlen(starts(o, "vote.sync.") ? "vote.sync." : "vote.");
  bool is_known = participants(a, i, 2, &lanes);
  coal_truth truth = predicate(a, i, 1);
  bool is_any = starts(how, "any"), is_uni = starts(how, "uni"), is_ballot = starts(how, "ballot");
  is_known &= !(lanes & ~(truth.yes | truth.no)) || (is_any && lanes & truth.yes) ||
              (!is_any && !is_uni && !is_ballot && lanes & truth.no);
  uint32_t yes = is_known ? lanes & truth.yes : 0;
  int64_t result = is_ballot ? (int64_t)yes : is_any ? yes != 0 : is_uni ? !yes || yes == lanes : yes == lanes;
  if (is_known)
    coal_asm_write(a, i->operand[0].text.text, coal_value_int(a->m->t, result));
  else
    coal_asm_write_unknown(a, i->operand[0].text.text, false, COAL_REASON_ASM);
  return true;
}

static bool elect(coal_asm *a, const coal_ptx_statement *i) {
  int64_t mask = UINT32_MAX, is_elected[COAL_WARP_LANES] = {0};
  if (!starts(i->opcode.text, "elect.sync") || i->n != 3) return false;
  if (!coal_value_constant(coal_asm_number(a, i, 2, &u32_type), &mask) || !(a->m->active & (uint32_t)mask))
    mask = UINT32_MAX;
  unsigned leader = (unsigned)__builtin_ctz(a->m->active & (uint32_t)mask);
  is_elected[leader] = 1;
  coal_asm_write(a, i->operand[0].text.text, coal_value_int(a->m->t, leader));
  coal_asm_write(a, i->operand[1].text.text, lanes_value(a, is_elected));
  return true;
}

static bool active_mask(coal_asm *a, const coal_ptx_statement *i) {
  uint32_t lanes = 0;
  if (!starts(i->opcode.text, "activemask") || i->n != 1) return false;
  if (participants(a, i, i->n, &lanes))
    coal_asm_write(a, i->operand[0].text.text, coal_value_int(a->m->t, lanes));
  else
    coal_asm_write_unknown(a, i->operand[0].text.text, false, COAL_REASON_ASM);
  return true;
}

/* Adds one number to a reduction. */
static int64_t reduced(const char *how, int64_t sum, int64_t v) {
  if (starts(how, "add")) return sum + v;
  if (starts(how, "min")) return v < sum ? v : sum;
  if (starts(how, "max")) return v > sum ? v : sum;
  if (starts(how, "and")) return sum & v;
  return starts(how, "or") ? sum | v : sum ^ v;
}

/* match.any.sync.b32 d, a, mask and redux.sync.op.type d, a, mask. */
static bool gather(coal_asm *a, const coal_ptx_statement *i) {
  const char *o = i->opcode.text;
  bool matches = starts(o, "match.any.sync."), reduces = starts(o, "redux.sync.");
  if ((!matches && !reduces) || i->n != 3) return false;
  uint32_t lanes = 0;
  bool is_signed = coal_ptx_has(i, "s32");
  coal_type type = u32_type;
  type.is_signed = is_signed;
  coal_value v = coal_asm_number(a, i, 1, &type);
  int64_t out[COAL_WARP_LANES] = {0}, sum = 0;
  if (!participants(a, i, 2, &lanes) || !is_lanes(v) || !lanes) {
    coal_asm_write_unknown(a, i->operand[0].text.text, matches, COAL_REASON_ASM);
    return true;
  }
  for (uint32_t rest = lanes; rest; rest &= rest - 1) {
    unsigned k = (unsigned)__builtin_ctz(rest);
    int64_t x = coal_lane(v.p->c, k);
    sum = rest == lanes ? x : reduced(o + strlen("redux.sync."), sum, x);
    for (uint32_t others = lanes; others; others &= others - 1) {
      unsigned j = (unsigned)__builtin_ctz(others);
      if (coal_lane(v.p->c, j) == x) out[k] |= INT64_C(1) << j;
    }
  }
  coal_asm_write(a, i->operand[0].text.text,
                 matches ? lanes_value(a, out) : coal_value_int(a->m->t, coal_wrap(&type, sum)));
  return true;
}

bool coal_asm_exchange(coal_asm *a, const coal_ptx_statement *i) {
  return shuffle(a, i) || vote(a, i) || elect(a, i) || active_mask(a, i) || gather(a, i);
}

/* ---- bits ---------------------------------------------------------------------------------------------- */

static uint32_t lop3(const uint32_t *x) {
  uint32_t r = 0;
  for (unsigned k = 0; k < 8; k++)
    if (x[3] >> k & 1) r |= (k & 4 ? x[0] : ~x[0]) & (k & 2 ? x[1] : ~x[1]) & (k & 1 ? x[2] : ~x[2]);
  return r;
}

static uint32_t prmt(const uint32_t *x) {
  uint64_t bytes = (uint64_t)x[1] << 32 | x[0];
  uint32_t r = 0;
  for (unsigned k = 0; k < 4; k++) {
    unsigned select = x[2] >> (4 * k) & 15;
    uint32_t byte = (uint32_t)(bytes >> (8 * (select & 7))) & 255;
    if (select & 8) byte = byte & 128 ? 255 : 0; /* the sign, repeated */
    r |= byte << (8 * k);
  }
  return r;
}

/* bfi.b32 d, a, b, position, length. */
static uint32_t bfi(const uint32_t *x) {
  unsigned at = x[2] & 255, n = x[3] & 255;
  if (at > 31 || !n) return x[1];
  uint32_t mask = (n > 31 ? UINT32_MAX : (UINT32_C(1) << n) - 1) << at;
  return (x[1] & ~mask) | (x[0] << at & mask);
}

/* bfe.s32 d, a, position, length: the field's highest bit is repeated. */
static uint32_t bfe(const uint32_t *x, bool is_signed) {
  unsigned at = x[1] & 255, n = x[2] & 255;
  if (!n) return 0;
  unsigned last = at + n - 1 > 31 ? 31 : at + n - 1;
  uint32_t sign = is_signed && x[0] >> last & 1 ? UINT32_MAX : 0, r = 0;
  for (unsigned k = 0; k < 32; k++) {
    uint32_t bit = k < n && at + k <= 31 ? x[0] >> (at + k) & 1 : sign & 1;
    r |= bit << k;
  }
  return r;
}

static uint32_t brev(uint32_t x) {
  uint32_t r = 0;
  for (unsigned k = 0; k < 32; k++) r |= (x >> k & 1) << (31 - k);
  return r;
}

/* shf.l and shf.r, .wrap and .clamp: the upper (lower) word of b:a shifted. */
static uint32_t funnel(const char *o, const uint32_t *x) {
  unsigned n = strstr(o, ".clamp") ? (x[2] > 32 ? 32 : x[2]) : x[2] & 31;
  uint64_t pair = (uint64_t)x[1] << 32 | x[0];
  return (uint32_t)(starts(o, "shf.l") ? (pair << n) >> 32 : pair >> n);
}

/* Number of operands of the instruction and its result; 0: another instruction. */
static unsigned bits_of(const char *o, const uint32_t *x, uint32_t *r) {
  *r = 0;
  if (starts(o, "lop3.b32")) return *r = lop3(x), 4;
  if (strcmp(o, "prmt.b32") == 0) return *r = prmt(x), 3;
  if (strcmp(o, "bfi.b32") == 0) return *r = bfi(x), 4;
  if (strcmp(o, "bfe.u32") == 0 || strcmp(o, "bfe.s32") == 0) return *r = bfe(x, o[4] == 's'), 3;
  if (strcmp(o, "brev.b32") == 0) return *r = brev(x[0]), 1;
  if (strcmp(o, "popc.b32") == 0) return *r = (uint32_t)__builtin_popcount(x[0]), 1;
  if (strcmp(o, "clz.b32") == 0) return *r = x[0] ? (uint32_t)__builtin_clz(x[0]) : 32, 1;
  if (strcmp(o, "mul.hi.u32") == 0) return *r = (uint32_t)((uint64_t)x[0] * x[1] >> 32), 2;
  if (strcmp(o, "mul.hi.s32") == 0) return *r = (uint32_t)((int64_t)(int32_t)x[0] * (int32_t)x[1] >> 32), 2;
  if (starts(o, "shf.l.") || starts(o, "shf.r.")) return *r = funnel(o, x), 3;
  return 0;
}

bool coal_asm_bits(coal_asm *a, const coal_ptx_statement *i) {
  const char *o = i->opcode.text;
  uint32_t x[4] = {0}, r;
  unsigned n = bits_of(o, x, &r);
  if (starts(o, "mapa") && i->n == 3) {
    coal_asm_write(a, i->operand[0].text.text,
                   coal_value_unknown(false, COAL_REASON_UNSUPPORTED, "shared memory of another block"));
    return true;
  }
  if (!n || i->n != n + 1) return false;
  coal_value v[4];
  bool is_known = true;
  for (unsigned k = 0; k < n; k++) {
    v[k] = coal_asm_number(a, i, k + 1, &u32_type);
    is_known &= is_lanes(v[k]);
  }
  if (!is_known) {
    write_result_of(a, i, 1);
    return true;
  }
  int64_t out[COAL_WARP_LANES];
  for (unsigned lane = 0; lane < COAL_WARP_LANES; lane++) {
    for (unsigned k = 0; k < n; k++) x[k] = (uint32_t)coal_lane(v[k].p->c, lane);
    bits_of(o, x, &r);
    out[lane] = strstr(o, ".s32") ? (int64_t)(int32_t)r : (int64_t)r;
  }
  coal_asm_write(a, i->operand[0].text.text, lanes_value(a, out));
  return true;
}

bool coal_asm_uniform_register(coal_machine *m, const char *name, coal_value *v) {
  static const char *const starts_of[] = {"%cluster_ctarank",
                                          "%cluster_nctarank",
                                          "%cluster_ctaid.",
                                          "%cluster_nctaid.",
                                          "%clusterid.",
                                          "%nclusterid.",
                                          "%is_explicit_cluster",
                                          "%warpid",
                                          "%nwarpid",
                                          "%smid",
                                          "%nsmid",
                                          "%gridid",
                                          "%dynamic_smem_size",
                                          "%total_smem_size",
                                          "%aggr_smem_size"};
  for (size_t i = 0; i < sizeof starts_of / sizeof *starts_of; i++) {
    if (!starts(name, starts_of[i])) continue;
    coal_symbol s = {.name = name, .lo = 0, .hi = UINT32_MAX, .mod = 1, .reason = COAL_REASON_ASM, .detail = NULL};
    *v = coal_value_poly(coal_poly_symbol(m->t, coal_symbol_intern(m->t, name, s)), NULL);
    return true;
  }
  return false;
}

/* ---- bulk copies --------------------------------------------------------------------------------------- */

/* Lists an access without judging it: the hardware forms its requests. */
static void list_copy(coal_asm *a, coal_value address, coal_mem_op op, const coal_type *type) {
  const char *unfollowed = a->m->unfollowed;
  if (address.kind != COAL_VALUE_POINTER || !address.object)
    address = (coal_value){.kind = COAL_VALUE_POINTER,
                           .object = coal_object_new(a->m->memory, COAL_OBJECT_MEMORY, NULL, NULL, NULL, 16),
                           .p = coal_poly_const(a->m->t, 0)};
  a->m->unfollowed = "bulk copy: the hardware forms the requests";
  coal_record_access(a->m, a->e, a->e->range, address, op, type);
  a->m->unfollowed = unfollowed;
}

/* cp.async.bulk[.tensor.2d].shared::cluster.global… [to], [from, …]…, size, [barrier], and the opposite direction.
 * The side in global memory is listed. */
bool coal_asm_bulk_copy(coal_asm *a, const coal_ptx_statement *i) {
  const char *o = i->opcode.text;
  bool is_reduction = starts(o, "cp.reduce.async.bulk");
  if (!is_reduction && !starts(o, "cp.async.bulk")) return false;
  const size_t global = coal_ptx_find(i, "global"), shared = coal_ptx_find(i, "shared");
  bool is_store = global < shared && coal_ptx_has(i, "shared"), is_prefetch = coal_ptx_has(i, "prefetch");
  if (!coal_ptx_has(i, "global") || !i->n) return true; /* commit_group, wait_group, or between blocks */
  size_t k = is_store || is_prefetch ? 0 : 1;
  int64_t bytes = 0;
  for (size_t j = k + 1; !coal_ptx_has(i, "tensor") && j < i->n; j++)
    if (!i->operand[j].is_address && !bytes) coal_value_constant(coal_asm_read(a, i->operand[j].text.text), &bytes);
  coal_type *type = coal_symbols_alloc(a->m->t, sizeof *type);
  *type = (coal_type){.kind = COAL_TYPE_UNKNOWN, .size_bytes = bytes > 0 ? (uint64_t)bytes : 0, .align_bytes = 16};
  coal_value address =
      k < i->n ? coal_asm_read(a, i->operand[k].text.text) : coal_value_unknown(true, COAL_REASON_ASM, NULL);
  list_copy(a, address, is_reduction ? COAL_MEM_ATOMIC : is_store ? COAL_MEM_STORE : COAL_MEM_LOAD, type);
  return true;
}
