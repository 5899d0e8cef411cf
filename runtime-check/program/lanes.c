/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "lanes.h"

#include <string.h>

#define SLOT(T, name, at) T *restrict name = (T *)(void *)(f + (at))
#define IN(T, name, at) const T *restrict name = (const T *)(const void *)(f + (at))

/* ---- integers ------------------------------------------------------------------------------------------ */

#define INT_OP(NAME, T, EXPR)                                           \
  static void NAME(const coal_vm_ins *ins, uint8_t *f, uint32_t mask) { \
    SLOT(T, d, ins->dst);                                               \
    IN(T, pa, ins->a);                                                  \
    IN(T, pb, ins->b);                                                  \
    COAL_EACH_LANE(mask, l, {                                           \
      T x = pa[l];                                                      \
      T y = pb[l];                                                      \
      (void)x;                                                          \
      (void)y;                                                          \
      d[l] = (T)(EXPR);                                                 \
    });                                                                 \
  }

/** One operation in four widths. S and B are the signed type and the width in bits. */
#define INT_OPS_WIDTH(W, T, SX, B)                                                   \
  INT_OP(add##W, T, x + y)                                                           \
  INT_OP(sub##W, T, x - y)                                                           \
  INT_OP(mul##W, T, (uint64_t)x *(uint64_t)y)                                        \
  INT_OP(udiv##W, T, y ? x / y : (T) - 1)                                            \
  INT_OP(sdiv##W, T, !y ? (T) - 1 : (SX)y == -1 ? (T)0 - x : (T)((SX)x / (SX)y))     \
  INT_OP(urem##W, T, y ? x % y : x)                                                  \
  INT_OP(srem##W, T, !y ? x : (SX)y == -1 ? (T)0 : (T)((SX)x % (SX)y))               \
  INT_OP(shl##W, T, y < B ? (uint64_t)x << y : 0)                                    \
  INT_OP(lshr##W, T, y < B ? x >> y : 0)                                             \
  INT_OP(ashr##W, T, (SX)x >> (y < B ? y : B - 1))                                   \
  INT_OP(and##W, T, x &y)                                                            \
  INT_OP(or ##W, T, x | y)                                                           \
  INT_OP(xor##W, T, x ^ y)                                                           \
  INT_OP(smin##W, T, (SX)x < (SX)y ? x : y)                                          \
  INT_OP(smax##W, T, (SX)x > (SX)y ? x : y)                                          \
  INT_OP(umin##W, T, x < y ? x : y)                                                  \
  INT_OP(umax##W, T, x > y ? x : y)                                                  \
  INT_OP(usubsat##W, T, x > y ? x - y : 0)                                           \
  INT_OP(uaddsat##W, T, (T)(x + y) < x ? (T) - 1 : (T)(x + y))                       \
  INT_OP(bswap##W, T, __builtin_bswap64((uint64_t)x) >> (64 - B))                    \
  INT_OP(ctpop##W, T, __builtin_popcountll((uint64_t)x))                             \
  INT_OP(ctlz##W, T, x ? __builtin_clzll((uint64_t)x) - (64 - B) : B)                \
  INT_OP(cttz##W, T, x ? __builtin_ctzll((uint64_t)x) : B)                           \
  INT_OP(bitrev##W, T, reverse_bits((uint64_t)x) >> (64 - B))                        \
  INT_OP(abs##W, T, (SX)x < 0 ? (T)0 - x : x)                                        \
  static void fshl##W(const coal_vm_ins *ins, uint8_t *f, uint32_t mask) {           \
    SLOT(T, d, ins->dst);                                                            \
    IN(T, pa, ins->a);                                                               \
    IN(T, pb, ins->b);                                                               \
    IN(T, pc, ins->c);                                                               \
    COAL_EACH_LANE(mask, l, {                                                        \
      unsigned s = (unsigned)pc[l] & (B - 1);                                        \
      d[l] = (T)(s ? ((uint64_t)pa[l] << s) | ((uint64_t)pb[l] >> (B - s)) : pa[l]); \
    });                                                                              \
  }                                                                                  \
  static void fshr##W(const coal_vm_ins *ins, uint8_t *f, uint32_t mask) {           \
    SLOT(T, d, ins->dst);                                                            \
    IN(T, pa, ins->a);                                                               \
    IN(T, pb, ins->b);                                                               \
    IN(T, pc, ins->c);                                                               \
    COAL_EACH_LANE(mask, l, {                                                        \
      unsigned s = (unsigned)pc[l] & (B - 1);                                        \
      d[l] = (T)(s ? ((uint64_t)pb[l] >> s) | ((uint64_t)pa[l] << (B - s)) : pb[l]); \
    });                                                                              \
  }

static uint64_t reverse_bits(uint64_t x) {
  x = (x >> 1 & 0x5555555555555555u) | (x & 0x5555555555555555u) << 1;
  x = (x >> 2 & 0x3333333333333333u) | (x & 0x3333333333333333u) << 2;
  x = (x >> 4 & 0x0f0f0f0f0f0f0f0fu) | (x & 0x0f0f0f0f0f0f0f0fu) << 4;
  return __builtin_bswap64(x);
}

INT_OPS_WIDTH(1, uint8_t, int8_t, 8)
INT_OPS_WIDTH(2, uint16_t, int16_t, 16)
INT_OPS_WIDTH(4, uint32_t, int32_t, 32)
INT_OPS_WIDTH(8, uint64_t, int64_t, 64)

/** High half of the 128-bit product: Σ of the four 64-bit partial products' upper parts. */
static uint64_t mul_high_unsigned(uint64_t x, uint64_t y) {
  uint64_t xl = x & 0xffffffffu, xh = x >> 32, yl = y & 0xffffffffu, yh = y >> 32;
  uint64_t mid = xh * yl + (xl * yl >> 32);
  uint64_t mid2 = xl * yh + (mid & 0xffffffffu);
  return xh * yh + (mid >> 32) + (mid2 >> 32);
}

static uint64_t mul_high_signed(uint64_t x, uint64_t y) {
  return mul_high_unsigned(x, y) - ((int64_t)x < 0 ? y : 0) - ((int64_t)y < 0 ? x : 0);
}

INT_OP(mulhi2, uint16_t, (uint32_t)((int32_t)(int16_t)x *(int32_t)(int16_t)y) >> 16)
INT_OP(mulhi4, uint32_t, (uint64_t)((int64_t)(int32_t)x *(int64_t)(int32_t)y) >> 32)
INT_OP(mulhi8, uint64_t, mul_high_signed(x, y))
INT_OP(umulhi2, uint16_t, ((uint32_t)x * (uint32_t)y) >> 16)
INT_OP(umulhi4, uint32_t, ((uint64_t)x * (uint64_t)y) >> 32)
INT_OP(umulhi8, uint64_t, mul_high_unsigned(x, y))

static unsigned width_index(unsigned width) { return width == 1 ? 0 : width == 2 ? 1 : width == 4 ? 2 : 3; }

coal_vm_lane_fn *coal_vm_lanes_int(coal_vm_int_op op, unsigned width) {
#define ROW(NAME) {NAME##1, NAME##2, NAME##4, NAME##8}
  static coal_vm_lane_fn *const table[COAL_INT_OPS][4] = {[COAL_INT_ADD] = ROW(add),
                                                          [COAL_INT_SUB] = ROW(sub),
                                                          [COAL_INT_MUL] = ROW(mul),
                                                          [COAL_INT_UDIV] = ROW(udiv),
                                                          [COAL_INT_SDIV] = ROW(sdiv),
                                                          [COAL_INT_UREM] = ROW(urem),
                                                          [COAL_INT_SREM] = ROW(srem),
                                                          [COAL_INT_SHL] = ROW(shl),
                                                          [COAL_INT_LSHR] = ROW(lshr),
                                                          [COAL_INT_ASHR] = ROW(ashr),
                                                          [COAL_INT_AND] = ROW(and),
                                                          [COAL_INT_OR] = ROW(or),
                                                          [COAL_INT_XOR] = ROW(xor),
                                                          [COAL_INT_SMIN] = ROW(smin),
                                                          [COAL_INT_SMAX] = ROW(smax),
                                                          [COAL_INT_UMIN] = ROW(umin),
                                                          [COAL_INT_UMAX] = ROW(umax),
                                                          [COAL_INT_USUB_SAT] = ROW(usubsat),
                                                          [COAL_INT_UADD_SAT] = ROW(uaddsat),
                                                          [COAL_INT_BSWAP] = ROW(bswap),
                                                          [COAL_INT_CTPOP] = ROW(ctpop),
                                                          [COAL_INT_CTLZ] = ROW(ctlz),
                                                          [COAL_INT_CTTZ] = ROW(cttz),
                                                          [COAL_INT_BITREVERSE] = ROW(bitrev),
                                                          [COAL_INT_ABS] = ROW(abs),
                                                          [COAL_INT_FSHL] = ROW(fshl),
                                                          [COAL_INT_FSHR] = ROW(fshr),
                                                          [COAL_INT_MULHI] = {NULL, mulhi2, mulhi4, mulhi8},
                                                          [COAL_INT_UMULHI] = {NULL, umulhi2, umulhi4, umulhi8}};
#undef ROW
  return table[op][width_index(width)];
}

/* ---- comparison ---------------------------------------------------------------------------------------- */

#define CMP_OP(NAME, T, EXPR)                                           \
  static void NAME(const coal_vm_ins *ins, uint8_t *f, uint32_t mask) { \
    SLOT(uint8_t, d, ins->dst);                                         \
    IN(T, pa, ins->a);                                                  \
    IN(T, pb, ins->b);                                                  \
    COAL_EACH_LANE(mask, l, {                                           \
      T x = pa[l];                                                      \
      T y = pb[l];                                                      \
      d[l] = (EXPR);                                                    \
    });                                                                 \
  }
#define CMP_WIDTH(W, T, SX)      \
  CMP_OP(cmp_eq##W, T, x == y)   \
  CMP_OP(cmp_ne##W, T, x != y)   \
  CMP_OP(cmp_ugt##W, T, x > y)   \
  CMP_OP(cmp_uge##W, T, x >= y)  \
  CMP_OP(cmp_ult##W, T, x < y)   \
  CMP_OP(cmp_ule##W, T, x <= y)  \
  CMP_OP(cmp_sgt##W, SX, x > y)  \
  CMP_OP(cmp_sge##W, SX, x >= y) \
  CMP_OP(cmp_slt##W, SX, x < y)  \
  CMP_OP(cmp_sle##W, SX, x <= y)
CMP_WIDTH(1, uint8_t, int8_t)
CMP_WIDTH(2, uint16_t, int16_t)
CMP_WIDTH(4, uint32_t, int32_t)
CMP_WIDTH(8, uint64_t, int64_t)

coal_vm_lane_fn *coal_vm_lanes_icmp(unsigned predicate, unsigned width) {
#define COLUMN(W) \
  {cmp_eq##W, cmp_ne##W, cmp_ugt##W, cmp_uge##W, cmp_ult##W, cmp_ule##W, cmp_sgt##W, cmp_sge##W, cmp_slt##W, cmp_sle##W}
  static coal_vm_lane_fn *const table[4][10] = {COLUMN(1), COLUMN(2), COLUMN(4), COLUMN(8)};
#undef COLUMN
  if (predicate < COAL_CMP_EQ || predicate > COAL_CMP_SLE) return NULL;
  return table[width_index(width)][predicate - COAL_CMP_EQ];
}

/* ---- halves -------------------------------------------------------------------------------------------- */

float coal_vm_half_to_float(uint16_t h) {
  uint32_t sign = (uint32_t)(h & 0x8000u) << 16, e = h >> 10 & 31u, m = h & 1023u, bits;
  if (e == 31)
    bits = sign | 0x7f800000u | m << 13;
  else if (e)
    bits = sign | (e + 112) << 23 | m << 13;
  else {
    float v = (float)m * 0x1p-24f;
    memcpy(&bits, &v, 4);
    bits |= sign;
  }
  float r;
  memcpy(&r, &bits, 4);
  return r;
}

uint16_t coal_vm_float_to_half(float v) {
  uint32_t bits;
  memcpy(&bits, &v, 4);
  uint32_t sign = bits >> 16 & 0x8000u, magnitude = bits & 0x7fffffffu;
  if (magnitude > 0x7f800000u) return (uint16_t)(sign | 0x7fffu);
  if (magnitude >= 0x47800000u) return (uint16_t)(sign | 0x7c00u);
  if (magnitude < 0x33000000u) return (uint16_t)sign;
  int32_t e = (int32_t)(magnitude >> 23) - 127;
  uint32_t m = (magnitude & 0x7fffffu) | 0x800000u;
  uint32_t drop = e >= -14 ? 13u : (uint32_t)(-e - 1), half = 1u << (drop - 1), kept = m >> drop,
           rest = m & ((1u << drop) - 1);
  if (e >= -14) kept = kept - 0x400u + ((uint32_t)(e + 15) << 10);
  if (rest > half || (rest == half && (kept & 1u))) kept++;
  return (uint16_t)(sign | kept);
}

float coal_vm_bfloat_to_float(uint16_t h) {
  uint32_t bits = (uint32_t)h << 16;
  float r;
  memcpy(&r, &bits, 4);
  return r;
}

uint16_t coal_vm_float_to_bfloat(float v) {
  uint32_t bits;
  memcpy(&bits, &v, 4);
  if ((bits & 0x7fffffffu) > 0x7f800000u) return 0x7fffu;
  return (uint16_t)((bits + 0x7fffu + (bits >> 16 & 1u)) >> 16);
}

/* ---- conversions --------------------------------------------------------------------------------------- */

#define CAST(NAME, FROM, TO, EXPR)                                      \
  static void NAME(const coal_vm_ins *ins, uint8_t *f, uint32_t mask) { \
    SLOT(TO, d, ins->dst);                                              \
    IN(FROM, pa, ins->a);                                               \
    COAL_EACH_LANE(mask, l, {                                           \
      FROM x = pa[l];                                                   \
      d[l] = (TO)(EXPR);                                                \
    });                                                                 \
  }
#define ZEXT_FROM(W, T)             \
  CAST(zext##W##_1, T, uint8_t, x)  \
  CAST(zext##W##_2, T, uint16_t, x) \
  CAST(zext##W##_4, T, uint32_t, x) \
  CAST(zext##W##_8, T, uint64_t, x)
ZEXT_FROM(1, uint8_t)
ZEXT_FROM(2, uint16_t)
ZEXT_FROM(4, uint32_t)
ZEXT_FROM(8, uint64_t)

coal_vm_lane_fn *coal_vm_lanes_zext(unsigned from, unsigned to) {
#define ROW(W) {zext##W##_1, zext##W##_2, zext##W##_4, zext##W##_8}
  static coal_vm_lane_fn *const table[4][4] = {ROW(1), ROW(2), ROW(4), ROW(8)};
#undef ROW
  return table[width_index(from)][width_index(to)];
}

#define SEXT(NAME, FROM, TO)                                                         \
  static void NAME(const coal_vm_ins *ins, uint8_t *f, uint32_t mask) {              \
    SLOT(TO, d, ins->dst);                                                           \
    IN(FROM, pa, ins->a);                                                            \
    unsigned s = 64u - (unsigned)ins->imm;                                           \
    COAL_EACH_LANE(mask, l, { d[l] = (TO)((int64_t)((uint64_t)pa[l] << s) >> s); }); \
  }
#define SEXT_FROM(W, T)          \
  SEXT(sext##W##_1, T, uint8_t)  \
  SEXT(sext##W##_2, T, uint16_t) \
  SEXT(sext##W##_4, T, uint32_t) \
  SEXT(sext##W##_8, T, uint64_t)
SEXT_FROM(1, uint8_t)
SEXT_FROM(2, uint16_t)
SEXT_FROM(4, uint32_t)
SEXT_FROM(8, uint64_t)

coal_vm_lane_fn *coal_vm_lanes_sext(unsigned from, unsigned to) {
#define ROW(W) {sext##W##_1, sext##W##_2, sext##W##_4, sext##W##_8}
  static coal_vm_lane_fn *const table[4][4] = {ROW(1), ROW(2), ROW(4), ROW(8)};
#undef ROW
  return table[width_index(from)][width_index(to)];
}

#define MASK(NAME, T)                                                   \
  static void NAME(const coal_vm_ins *ins, uint8_t *f, uint32_t mask) { \
    SLOT(T, d, ins->dst);                                               \
    IN(T, pa, ins->a);                                                  \
    T m = (T)ins->imm;                                                  \
    COAL_EACH_LANE(mask, l, { d[l] = (T)(pa[l] & m); });                \
  }
MASK(mask1, uint8_t)
MASK(mask2, uint16_t)
MASK(mask4, uint32_t)
MASK(mask8, uint64_t)

coal_vm_lane_fn *coal_vm_lanes_mask(unsigned width) {
  static coal_vm_lane_fn *const table[4] = {mask1, mask2, mask4, mask8};
  return table[width_index(width)];
}

coal_vm_lane_fn *coal_vm_lanes_move(unsigned width) {
  static coal_vm_lane_fn *const table[4] = {zext1_1, zext2_2, zext4_4, zext8_8};
  return table[width_index(width)];
}

#define SELECT(NAME, T)                                                 \
  static void NAME(const coal_vm_ins *ins, uint8_t *f, uint32_t mask) { \
    SLOT(T, d, ins->dst);                                               \
    IN(uint8_t, pa, ins->a);                                            \
    IN(T, pb, ins->b);                                                  \
    IN(T, pc, ins->c);                                                  \
    COAL_EACH_LANE(mask, l, { d[l] = pa[l] ? pb[l] : pc[l]; });         \
  }
SELECT(select1, uint8_t)
SELECT(select2, uint16_t)
SELECT(select4, uint32_t)
SELECT(select8, uint64_t)

coal_vm_lane_fn *coal_vm_lanes_select(unsigned width) {
  static coal_vm_lane_fn *const table[4] = {select1, select2, select4, select8};
  return table[width_index(width)];
}

#define GEP(NAME, T)                                                               \
  static void NAME(const coal_vm_ins *ins, uint8_t *f, uint32_t mask) {            \
    SLOT(uint64_t, d, ins->dst);                                                   \
    IN(uint64_t, pa, ins->a);                                                      \
    IN(T, pb, ins->b);                                                             \
    uint64_t scale = (uint64_t)ins->imm;                                           \
    COAL_EACH_LANE(mask, l, { d[l] = pa[l] + (uint64_t)(int64_t)pb[l] * scale; }); \
  }
GEP(gep1, int8_t)
GEP(gep2, int16_t)
GEP(gep4, int32_t)
GEP(gep8, int64_t)

coal_vm_lane_fn *coal_vm_lanes_gep(unsigned width) {
  static coal_vm_lane_fn *const table[4] = {gep1, gep2, gep4, gep8};
  return table[width_index(width)];
}

static void gep_const(const coal_vm_ins *ins, uint8_t *f, uint32_t mask) {
  SLOT(uint64_t, d, ins->dst);
  IN(uint64_t, pa, ins->a);
  uint64_t offset = (uint64_t)ins->imm;
  COAL_EACH_LANE(mask, l, { d[l] = pa[l] + offset; });
}

coal_vm_lane_fn *coal_vm_lanes_gep_const(void) { return gep_const; }

static void repack(const coal_vm_ins *ins, uint8_t *f, uint32_t mask) {
  const coal_vm_repack *r = ins->aux;
  COAL_EACH_LANE(mask, l, {
    uint8_t bytes[64];
    size_t at = 0;
    for (size_t i = 0; i < r->n_from && at + 8 <= sizeof bytes; at += r->from[i++].width)
      memcpy(bytes + at, f + r->from[i].at + (size_t)l * r->from[i].width, r->from[i].width);
    at = 0;
    for (size_t i = 0; i < r->n_to && at + 8 <= sizeof bytes; at += r->to[i++].width)
      memcpy(f + r->to[i].at + (size_t)l * r->to[i].width, bytes + at, r->to[i].width);
  });
}

coal_vm_lane_fn *coal_vm_lanes_repack(void) { return repack; }
