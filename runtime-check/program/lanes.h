/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** Arithmetic of the warp program: one function for each operation and type, on all active lanes. */
#ifndef COAL_RUN_LANES_H
#define COAL_RUN_LANES_H

#include "program.h"

typedef enum coal_vm_int_op {
  COAL_INT_ADD,
  COAL_INT_SUB,
  COAL_INT_MUL,
  COAL_INT_UDIV,
  COAL_INT_SDIV,
  COAL_INT_UREM,
  COAL_INT_SREM,
  COAL_INT_SHL,
  COAL_INT_LSHR,
  COAL_INT_ASHR,
  COAL_INT_AND,
  COAL_INT_OR,
  COAL_INT_XOR,
  COAL_INT_SMIN,
  COAL_INT_SMAX,
  COAL_INT_UMIN,
  COAL_INT_UMAX,
  COAL_INT_USUB_SAT,
  COAL_INT_UADD_SAT,
  COAL_INT_MULHI,
  COAL_INT_UMULHI,
  COAL_INT_CTPOP,
  COAL_INT_CTLZ,
  COAL_INT_CTTZ,
  COAL_INT_BITREVERSE,
  COAL_INT_BSWAP,
  COAL_INT_ABS,
  COAL_INT_FSHL,
  COAL_INT_FSHR,
  COAL_INT_OPS
} coal_vm_int_op;

typedef enum coal_vm_float_op {
  COAL_FP_ADD,
  COAL_FP_SUB,
  COAL_FP_MUL,
  COAL_FP_DIV,
  COAL_FP_REM,
  COAL_FP_NEG,
  COAL_FP_ABS,
  COAL_FP_FMA,
  COAL_FP_MIN,
  COAL_FP_MAX,
  COAL_FP_COPYSIGN,
  COAL_FP_SQRT,
  COAL_FP_RSQRT,
  COAL_FP_RCP,
  COAL_FP_FLOOR,
  COAL_FP_CEIL,
  COAL_FP_TRUNC,
  COAL_FP_RINT,
  COAL_FP_ROUND,
  COAL_FP_SATURATE,
  COAL_FP_EXP2,
  COAL_FP_LOG2,
  COAL_FP_SIN,
  COAL_FP_COS,
  COAL_FP_TANH,
  COAL_FP_EXP,
  COAL_FP_LOG,
  COAL_FP_LOG10,
  COAL_FP_POW,
  COAL_FP_OPS
} coal_vm_float_op;

typedef enum coal_vm_compare { /* as the IR numbers them */
                               COAL_CMP_EQ = 32,
                               COAL_CMP_NE,
                               COAL_CMP_UGT,
                               COAL_CMP_UGE,
                               COAL_CMP_ULT,
                               COAL_CMP_ULE,
                               COAL_CMP_SGT,
                               COAL_CMP_SGE,
                               COAL_CMP_SLT,
                               COAL_CMP_SLE
} coal_vm_compare;

/** dst = a op b (op c) on integers of `width` bytes (1, 2, 4, 8). NULL: there is none. */
coal_vm_lane_fn *coal_vm_lanes_int(coal_vm_int_op op, unsigned width);
/** The same on floating types. Halves are rounded from float arithmetic. */
coal_vm_lane_fn *coal_vm_lanes_float(coal_vm_float_op op, coal_vm_comp_kind kind);
/** dst (1 byte: 0 or 1) = a predicate b; integer predicates as coal_vm_compare. */
coal_vm_lane_fn *coal_vm_lanes_icmp(unsigned predicate, unsigned width);
/** Floating predicates 0 … 15: bit 0 equal, 1 greater, 2 less, 3 unordered. */
coal_vm_lane_fn *coal_vm_lanes_fcmp(coal_vm_comp_kind kind);
/** dst = a in the wider or narrower unsigned integer type. */
coal_vm_lane_fn *coal_vm_lanes_zext(unsigned from, unsigned to);
/** dst = a, whose sign bit is bit imm − 1. */
coal_vm_lane_fn *coal_vm_lanes_sext(unsigned from, unsigned to);
/** dst = a & imm: reduces odd widths to their range. */
coal_vm_lane_fn *coal_vm_lanes_mask(unsigned width);
/** Floating to floating. */
coal_vm_lane_fn *coal_vm_lanes_fpcast(coal_vm_comp_kind from, coal_vm_comp_kind to);
/** Integers of `width` bytes to floating and back (saturating, NaN is 0, as PTX's cvt); imm: 0 = towards zero,
 *  1 = nearest even, 2 = down, 3 = up; the other way it is the signed integer's bits for odd widths. */
coal_vm_lane_fn *coal_vm_lanes_to_float(unsigned width, bool is_signed, coal_vm_comp_kind to);
coal_vm_lane_fn *coal_vm_lanes_from_float(coal_vm_comp_kind from, unsigned width, bool is_signed);
/** dst = a. */
coal_vm_lane_fn *coal_vm_lanes_move(unsigned width);
/** dst = a (1 byte) ? b : c. */
coal_vm_lane_fn *coal_vm_lanes_select(unsigned width);
/** dst = a + sign-extended b · imm (b of `width` bytes); with b = COAL_NO_SLOT use coal_vm_lanes_gep_const. */
coal_vm_lane_fn *coal_vm_lanes_gep(unsigned width);
coal_vm_lane_fn *coal_vm_lanes_gep_const(void);
/** Bytes of several components, in order, split into others: aux = coal_vm_repack. */
typedef struct coal_vm_repack {
  const coal_vm_slot *from, *to;
  size_t n_from, n_to;
} coal_vm_repack;
coal_vm_lane_fn *coal_vm_lanes_repack(void);

float coal_vm_half_to_float(uint16_t h);
uint16_t coal_vm_float_to_half(float f); /* nearest even */
float coal_vm_bfloat_to_float(uint16_t h);
uint16_t coal_vm_float_to_bfloat(float f);

/** The host function behind a device math function ("sinf", "__nv_sinf", "__sinf", "__popc" …). NULL: not known.
 *  `*fn` runs it, `*imm` goes into the instruction; `*signature` says result and operands, one letter each:
 *  f float, d double, i 32 bits, l 64 bits, h half; a capital P is a pointer that the function writes to. */
bool coal_vm_math_find(const char *name, coal_vm_lane_fn **fn, int64_t *imm, const char **signature);

/** Executes the body for each active lane `l`. */
#define COAL_EACH_LANE(mask, l, ...)                                             \
  do {                                                                           \
    if ((mask) == COAL_ALL_LANES) {                                              \
      for (unsigned l = 0; l < COAL_WARP_LANES; l++) {                           \
        __VA_ARGS__                                                              \
      }                                                                          \
    } else {                                                                     \
      for (uint32_t coal_rest = (mask); coal_rest; coal_rest &= coal_rest - 1) { \
        unsigned l = (unsigned)__builtin_ctz(coal_rest);                         \
        __VA_ARGS__                                                              \
      }                                                                          \
    }                                                                            \
  } while (0)

#endif
