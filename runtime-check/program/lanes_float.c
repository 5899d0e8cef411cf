/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "lanes.h"

#include <math.h>
#include <string.h>

#define SLOT(T, name, at) T *restrict name = (T *)(void *)(f + (at))
#define IN(T, name, at) const T *restrict name = (const T *)(const void *)(f + (at))

#define ID(x) (x)

/** d = EXPR of x, y, z, computed in type C; LOAD and KEEP convert from and to the storage type T. */
#define FP_OP(NAME, T, C, LOAD, KEEP, EXPR)                             \
  static void NAME(const coal_vm_ins *ins, uint8_t *f, uint32_t mask) { \
    SLOT(T, d, ins->dst);                                               \
    IN(T, pa, ins->a);                                                  \
    IN(T, pb, ins->b);                                                  \
    COAL_EACH_LANE(mask, l, {                                           \
      C x = LOAD(pa[l]);                                                \
      C y = LOAD(pb[l]);                                                \
      (void)y;                                                          \
      d[l] = KEEP((C)(EXPR));                                           \
    });                                                                 \
  }
#define FP_FMA(NAME, T, LOAD, KEEP, FMA)                                                   \
  static void NAME(const coal_vm_ins *ins, uint8_t *f, uint32_t mask) {                    \
    SLOT(T, d, ins->dst);                                                                  \
    IN(T, pa, ins->a);                                                                     \
    IN(T, pb, ins->b);                                                                     \
    IN(T, pc, ins->c);                                                                     \
    COAL_EACH_LANE(mask, l, { d[l] = KEEP(FMA(LOAD(pa[l]), LOAD(pb[l]), LOAD(pc[l]))); }); \
  }
#define FP_TYPE(S, T, C, LOAD, KEEP, F)                        \
  FP_OP(fadd_##S, T, C, LOAD, KEEP, x + y)                     \
  FP_OP(fsub_##S, T, C, LOAD, KEEP, x - y)                     \
  FP_OP(fmul_##S, T, C, LOAD, KEEP, x *y)                      \
  FP_OP(fdiv_##S, T, C, LOAD, KEEP, x / y)                     \
  FP_OP(frem_##S, T, C, LOAD, KEEP, F(fmod)(x, y))             \
  FP_OP(fneg_##S, T, C, LOAD, KEEP, -x)                        \
  FP_OP(fabs_##S, T, C, LOAD, KEEP, F(fabs)(x))                \
  FP_OP(fmin_##S, T, C, LOAD, KEEP, F(fmin)(x, y))             \
  FP_OP(fmax_##S, T, C, LOAD, KEEP, F(fmax)(x, y))             \
  FP_OP(fcopysign_##S, T, C, LOAD, KEEP, F(copysign)(x, y))    \
  FP_OP(fsqrt_##S, T, C, LOAD, KEEP, F(sqrt)(x))               \
  FP_OP(frsqrt_##S, T, C, LOAD, KEEP, (C)1 / F(sqrt)(x))       \
  FP_OP(frcp_##S, T, C, LOAD, KEEP, (C)1 / x)                  \
  FP_OP(ffloor_##S, T, C, LOAD, KEEP, F(floor)(x))             \
  FP_OP(fceil_##S, T, C, LOAD, KEEP, F(ceil)(x))               \
  FP_OP(ftrunc_##S, T, C, LOAD, KEEP, F(trunc)(x))             \
  FP_OP(frint_##S, T, C, LOAD, KEEP, F(rint)(x))               \
  FP_OP(fround_##S, T, C, LOAD, KEEP, F(round)(x))             \
  FP_OP(fsat_##S, T, C, LOAD, KEEP, F(fmin)(F(fmax)(x, 0), 1)) \
  FP_OP(fexp2_##S, T, C, LOAD, KEEP, F(exp2)(x))               \
  FP_OP(flog2_##S, T, C, LOAD, KEEP, F(log2)(x))               \
  FP_OP(fsin_##S, T, C, LOAD, KEEP, F(sin)(x))                 \
  FP_OP(fcos_##S, T, C, LOAD, KEEP, F(cos)(x))                 \
  FP_OP(ftanh_##S, T, C, LOAD, KEEP, F(tanh)(x))               \
  FP_OP(fexp_##S, T, C, LOAD, KEEP, F(exp)(x))                 \
  FP_OP(flog_##S, T, C, LOAD, KEEP, F(log)(x))                 \
  FP_OP(flog10_##S, T, C, LOAD, KEEP, F(log10)(x))             \
  FP_OP(fpow_##S, T, C, LOAD, KEEP, F(pow)(x, y))              \
  FP_FMA(ffma_##S, T, LOAD, KEEP, F(fma))

#define IN_FLOAT(name) name##f
#define IN_DOUBLE(name) name
FP_TYPE(f, float, float, ID, ID, IN_FLOAT)
FP_TYPE(d, double, double, ID, ID, IN_DOUBLE)
FP_TYPE(h, uint16_t, float, coal_vm_half_to_float, coal_vm_float_to_half, IN_FLOAT)
FP_TYPE(b, uint16_t, float, coal_vm_bfloat_to_float, coal_vm_float_to_bfloat, IN_FLOAT)

/** 0 half, 1 bfloat, 2 float, 3 double; −1 otherwise. */
static int kind_index(coal_vm_comp_kind kind) {
  switch (kind) {
    case COAL_COMP_HALF: return 0;
    case COAL_COMP_BFLOAT: return 1;
    case COAL_COMP_FLOAT: return 2;
    case COAL_COMP_DOUBLE: return 3;
    default: return -1;
  }
}

coal_vm_lane_fn *coal_vm_lanes_float(coal_vm_float_op op, coal_vm_comp_kind kind) {
#define ROW(N) {N##_h, N##_b, N##_f, N##_d}
  static coal_vm_lane_fn *const table[COAL_FP_OPS][4] = {[COAL_FP_ADD] = ROW(fadd),
                                                         [COAL_FP_SUB] = ROW(fsub),
                                                         [COAL_FP_MUL] = ROW(fmul),
                                                         [COAL_FP_DIV] = ROW(fdiv),
                                                         [COAL_FP_REM] = ROW(frem),
                                                         [COAL_FP_NEG] = ROW(fneg),
                                                         [COAL_FP_ABS] = ROW(fabs),
                                                         [COAL_FP_FMA] = ROW(ffma),
                                                         [COAL_FP_MIN] = ROW(fmin),
                                                         [COAL_FP_MAX] = ROW(fmax),
                                                         [COAL_FP_COPYSIGN] = ROW(fcopysign),
                                                         [COAL_FP_SQRT] = ROW(fsqrt),
                                                         [COAL_FP_RSQRT] = ROW(frsqrt),
                                                         [COAL_FP_RCP] = ROW(frcp),
                                                         [COAL_FP_FLOOR] = ROW(ffloor),
                                                         [COAL_FP_CEIL] = ROW(fceil),
                                                         [COAL_FP_TRUNC] = ROW(ftrunc),
                                                         [COAL_FP_RINT] = ROW(frint),
                                                         [COAL_FP_ROUND] = ROW(fround),
                                                         [COAL_FP_SATURATE] = ROW(fsat),
                                                         [COAL_FP_EXP2] = ROW(fexp2),
                                                         [COAL_FP_LOG2] = ROW(flog2),
                                                         [COAL_FP_SIN] = ROW(fsin),
                                                         [COAL_FP_COS] = ROW(fcos),
                                                         [COAL_FP_TANH] = ROW(ftanh),
                                                         [COAL_FP_EXP] = ROW(fexp),
                                                         [COAL_FP_LOG] = ROW(flog),
                                                         [COAL_FP_LOG10] = ROW(flog10),
                                                         [COAL_FP_POW] = ROW(fpow)};
#undef ROW
  int k = kind_index(kind);
  return k < 0 ? NULL : table[op][k];
}

/* ---- comparison ---------------------------------------------------------------------------------------- */

/** Predicate bits: 1 equal, 2 greater, 4 less, 8 unordered. */
#define FCMP(NAME, T, C, LOAD)                                                  \
  static void NAME(const coal_vm_ins *ins, uint8_t *f, uint32_t mask) {         \
    SLOT(uint8_t, d, ins->dst);                                                 \
    IN(T, pa, ins->a);                                                          \
    IN(T, pb, ins->b);                                                          \
    unsigned p = (unsigned)ins->imm;                                            \
    COAL_EACH_LANE(mask, l, {                                                   \
      C x = LOAD(pa[l]);                                                        \
      C y = LOAD(pb[l]);                                                        \
      unsigned is = (x == y ? 1u : 0u) | (x > y ? 2u : 0u) | (x < y ? 4u : 0u); \
      d[l] = (p & (is ? is : 8u)) != 0;                                         \
    });                                                                         \
  }
FCMP(fcmp_f, float, float, ID)
FCMP(fcmp_d, double, double, ID)
FCMP(fcmp_h, uint16_t, float, coal_vm_half_to_float)
FCMP(fcmp_b, uint16_t, float, coal_vm_bfloat_to_float)

coal_vm_lane_fn *coal_vm_lanes_fcmp(coal_vm_comp_kind kind) {
  static coal_vm_lane_fn *const table[4] = {fcmp_h, fcmp_b, fcmp_f, fcmp_d};
  int k = kind_index(kind);
  return k < 0 ? NULL : table[k];
}

/* ---- conversions --------------------------------------------------------------------------------------- */

#define FPCAST(NAME, FROM, TO, LOAD, KEEP, C)                           \
  static void NAME(const coal_vm_ins *ins, uint8_t *f, uint32_t mask) { \
    SLOT(TO, d, ins->dst);                                              \
    IN(FROM, pa, ins->a);                                               \
    COAL_EACH_LANE(mask, l, { d[l] = KEEP((C)LOAD(pa[l])); });          \
  }
#define FPCAST_FROM(S, T, LOAD)                                           \
  FPCAST(cast_##S##_h, T, uint16_t, LOAD, coal_vm_float_to_half, float)   \
  FPCAST(cast_##S##_b, T, uint16_t, LOAD, coal_vm_float_to_bfloat, float) \
  FPCAST(cast_##S##_f, T, float, LOAD, ID, float)                         \
  FPCAST(cast_##S##_d, T, double, LOAD, ID, double)
FPCAST_FROM(h, uint16_t, coal_vm_half_to_float)
FPCAST_FROM(b, uint16_t, coal_vm_bfloat_to_float)
FPCAST_FROM(f, float, ID)
FPCAST_FROM(d, double, ID)

coal_vm_lane_fn *coal_vm_lanes_fpcast(coal_vm_comp_kind from, coal_vm_comp_kind to) {
#define ROW(S) {cast_##S##_h, cast_##S##_b, cast_##S##_f, cast_##S##_d}
  static coal_vm_lane_fn *const table[4][4] = {ROW(h), ROW(b), ROW(f), ROW(d)};
#undef ROW
  int a = kind_index(from), b = kind_index(to);
  return a < 0 || b < 0 ? NULL : table[a][b];
}

#define TO_FLOAT(NAME, I, TO, KEEP, C)                                  \
  static void NAME(const coal_vm_ins *ins, uint8_t *f, uint32_t mask) { \
    SLOT(TO, d, ins->dst);                                              \
    IN(I, pa, ins->a);                                                  \
    COAL_EACH_LANE(mask, l, { d[l] = KEEP((C)pa[l]); });                \
  }
#define TO_FLOAT_FROM(S, I)                                       \
  TO_FLOAT(to_h_##S, I, uint16_t, coal_vm_float_to_half, float)   \
  TO_FLOAT(to_b_##S, I, uint16_t, coal_vm_float_to_bfloat, float) \
  TO_FLOAT(to_f_##S, I, float, ID, float)                         \
  TO_FLOAT(to_d_##S, I, double, ID, double)
TO_FLOAT_FROM(u1, uint8_t)
TO_FLOAT_FROM(u2, uint16_t)
TO_FLOAT_FROM(u4, uint32_t)
TO_FLOAT_FROM(u8, uint64_t)
TO_FLOAT_FROM(s1, int8_t)
TO_FLOAT_FROM(s2, int16_t)
TO_FLOAT_FROM(s4, int32_t)
TO_FLOAT_FROM(s8, int64_t)

static unsigned width_index(unsigned width) { return width == 1 ? 0 : width == 2 ? 1 : width == 4 ? 2 : 3; }

coal_vm_lane_fn *coal_vm_lanes_to_float(unsigned width, bool is_signed, coal_vm_comp_kind to) {
#define ROW(S) {to_h_##S, to_b_##S, to_f_##S, to_d_##S}
  static coal_vm_lane_fn *const table[2][4][4] = {{ROW(u1), ROW(u2), ROW(u4), ROW(u8)},
                                                  {ROW(s1), ROW(s2), ROW(s4), ROW(s8)}};
#undef ROW
  int k = kind_index(to);
  return k < 0 ? NULL : table[is_signed][width_index(width)][k];
}

static double round_as(double x, int64_t mode) {
  return mode == 0 ? trunc(x) : mode == 1 ? rint(x) : mode == 2 ? floor(x) : ceil(x);
}

/** Saturating; NaN becomes 0 (PTX ISA, cvt). LO and HI are the type's limits as doubles, HI exclusive. */
#define FROM_FLOAT(NAME, FROM, LOAD, I, LO, HI, MIN, MAX)                 \
  static void NAME(const coal_vm_ins *ins, uint8_t *f, uint32_t mask) {   \
    SLOT(I, d, ins->dst);                                                 \
    IN(FROM, pa, ins->a);                                                 \
    COAL_EACH_LANE(mask, l, {                                             \
      double x = round_as((double)LOAD(pa[l]), ins->imm);                 \
      d[l] = x != x ? (I)0 : x < (LO) ? (MIN) : x >= (HI) ? (MAX) : (I)x; \
    });                                                                   \
  }
#define FROM_FLOAT_TO(S, I, LO, HI, MIN, MAX)                                    \
  FROM_FLOAT(from_h_##S, uint16_t, coal_vm_half_to_float, I, LO, HI, MIN, MAX)   \
  FROM_FLOAT(from_b_##S, uint16_t, coal_vm_bfloat_to_float, I, LO, HI, MIN, MAX) \
  FROM_FLOAT(from_f_##S, float, ID, I, LO, HI, MIN, MAX)                         \
  FROM_FLOAT(from_d_##S, double, ID, I, LO, HI, MIN, MAX)
FROM_FLOAT_TO(u1, uint8_t, 0.0, 0x1p8, 0, UINT8_MAX)
FROM_FLOAT_TO(u2, uint16_t, 0.0, 0x1p16, 0, UINT16_MAX)
FROM_FLOAT_TO(u4, uint32_t, 0.0, 0x1p32, 0, UINT32_MAX)
FROM_FLOAT_TO(u8, uint64_t, 0.0, 0x1p64, 0, UINT64_MAX)
FROM_FLOAT_TO(s1, int8_t, -0x1p7, 0x1p7, INT8_MIN, INT8_MAX)
FROM_FLOAT_TO(s2, int16_t, -0x1p15, 0x1p15, INT16_MIN, INT16_MAX)
FROM_FLOAT_TO(s4, int32_t, -0x1p31, 0x1p31, INT32_MIN, INT32_MAX)
FROM_FLOAT_TO(s8, int64_t, -0x1p63, 0x1p63, INT64_MIN, INT64_MAX)

coal_vm_lane_fn *coal_vm_lanes_from_float(coal_vm_comp_kind from, unsigned width, bool is_signed) {
#define ROW(S) {from_h_##S, from_b_##S, from_f_##S, from_d_##S}
  static coal_vm_lane_fn *const table[2][4][4] = {{ROW(u1), ROW(u2), ROW(u4), ROW(u8)},
                                                  {ROW(s1), ROW(s2), ROW(s4), ROW(s8)}};
#undef ROW
  int k = kind_index(from);
  return k < 0 ? NULL : table[is_signed][width_index(width)][k];
}
