/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * The warp program: what device LLVM IR is lowered to and what the executor runs.
 *
 * A function is one array of instructions in the layout order of its basic blocks. Every SSA value is split into
 * scalar components; a component has a slot in the warp's frame that holds 32 lanes side by side (integers of up to 8,
 * 16, 32 or 64 bits, half as its 16 bits, float, double, pointers as 64 bits). Operands are byte offsets of slots in
 * the frame. Constants are slots too, filled when the frame is made. Phis are moves on the edges.
 */
#ifndef COAL_RUN_PROGRAM_H
#define COAL_RUN_PROGRAM_H

#include <coalcheck/model.h>

#include "util/arena.h"
#include "util/vec.h"

#define COAL_ALL_LANES 0xffffffffu
#define COAL_NO_SITE UINT32_MAX
#define COAL_NO_SLOT UINT32_MAX
/** The content of a value that was never set, so that an address computed from it can be recognised. */
#define COAL_UNDEFINED_PATTERN UINT64_C(0xbaadf00dbaadf00d)

typedef enum coal_vm_ins_op {
  COAL_INS_LANES,    /* fn(ins, frame, mask): arithmetic of one lane at a time */
  COAL_INS_SPECIAL,  /* dst = special register imm (coal_vm_special) */
  COAL_INS_IS_SPACE, /* dst (1 byte) = a lies in space imm */
  COAL_INS_LOAD,     /* dst = *(a), width bytes */
  COAL_INS_STORE,    /* *(a) = b */
  COAL_INS_ATOMIC,   /* dst = *(a); *(a) = imm(coal_vm_rmw)(old, b) */
  COAL_INS_CMPXCHG,  /* dst = *(a); if equal b, *(a) = c; dst2 (imm) = was equal */
  COAL_INS_COPY,     /* memmove: aux = coal_vm_copy */
  COAL_INS_FILL,     /* memset: aux = coal_vm_copy */
  COAL_INS_JUMP,     /* to imm */
  COAL_INS_BRANCH,   /* a ? imm : target2 (b holds the instruction index) */
  COAL_INS_SWITCH,   /* a; aux = coal_vm_switch */
  COAL_INS_RETURN,
  COAL_INS_EXIT, /* the thread ends */
  COAL_INS_CALL, /* aux = coal_vm_call */
  COAL_INS_CALL_POINTER,
  COAL_INS_BARRIER, /* imm = coal_vm_barrier_kind; a = id slot, b = thread count slot or none, c = predicate slot */
  COAL_INS_WARP,    /* imm = coal_vm_warp_op; aux */
  COAL_INS_MATRIX,  /* ldmatrix, stmatrix: aux = coal_vm_matrix */
  COAL_INS_LOCAL,   /* dst = address of local memory at offset imm of this frame */
  COAL_INS_PARAM,   /* copy of the by-value parameter b into local memory at imm, dst = its address */
  COAL_INS_PRINTF,  /* a = format, b = argument buffer */
  COAL_INS_ASSERT,  /* assertion failed: a = text, b = file, c = line */
  COAL_INS_MALLOC,
  COAL_INS_FREE,
  COAL_INS_TRAP,        /* aux = message */
  COAL_INS_UNSUPPORTED, /* aux = message: not implemented by the executor */
  COAL_INS_CLOCK
} coal_vm_ins_op;

typedef enum coal_vm_special {
  COAL_SR_TID_X,
  COAL_SR_TID_Y,
  COAL_SR_TID_Z,
  COAL_SR_CTAID_X,
  COAL_SR_CTAID_Y,
  COAL_SR_CTAID_Z,
  COAL_SR_NTID_X,
  COAL_SR_NTID_Y,
  COAL_SR_NTID_Z,
  COAL_SR_NCTAID_X,
  COAL_SR_NCTAID_Y,
  COAL_SR_NCTAID_Z,
  COAL_SR_LANE,
  COAL_SR_WARP,
  COAL_SR_NWARP,
  COAL_SR_WARPSIZE,
  COAL_SR_SM,
  COAL_SR_NSM,
  COAL_SR_GRID,
  COAL_SR_MASK_EQ,
  COAL_SR_MASK_LT,
  COAL_SR_MASK_LE,
  COAL_SR_MASK_GT,
  COAL_SR_MASK_GE,
  COAL_SR_SMEM_DYNAMIC,
  COAL_SR_SMEM_TOTAL,
  COAL_SR_SMEM_RESERVED
} coal_vm_special;

typedef enum coal_vm_rmw {
  COAL_RMW_ADD,
  COAL_RMW_SUB,
  COAL_RMW_AND,
  COAL_RMW_NAND,
  COAL_RMW_OR,
  COAL_RMW_XOR,
  COAL_RMW_XCHG,
  COAL_RMW_MAX,
  COAL_RMW_MIN,
  COAL_RMW_UMAX,
  COAL_RMW_UMIN,
  COAL_RMW_INC,
  COAL_RMW_DEC,
  COAL_RMW_FADD,
  COAL_RMW_FSUB,
  COAL_RMW_FMAX,
  COAL_RMW_FMIN,
  COAL_RMW_HADD,
  COAL_RMW_BADD,
  COAL_RMW_HADD2,
  COAL_RMW_BADD2 /* half and bfloat16, packed pairs */
} coal_vm_rmw;

typedef enum coal_vm_barrier_kind {
  COAL_BAR_SYNC,
  COAL_BAR_ARRIVE,
  COAL_BAR_POPC,
  COAL_BAR_AND,
  COAL_BAR_OR,
  COAL_BAR_GRID /* all threads of the grid */
} coal_vm_barrier_kind;

typedef enum coal_vm_warp_op {
  COAL_WARP_SYNC,
  COAL_WARP_SHFL_UP,
  COAL_WARP_SHFL_DOWN,
  COAL_WARP_SHFL_BFLY,
  COAL_WARP_SHFL_IDX,
  COAL_WARP_BALLOT,
  COAL_WARP_ANY,
  COAL_WARP_ALL,
  COAL_WARP_UNI,
  COAL_WARP_MATCH_ANY,
  COAL_WARP_MATCH_ALL,
  COAL_WARP_REDUX_ADD,
  COAL_WARP_REDUX_MIN,
  COAL_WARP_REDUX_MAX,
  COAL_WARP_REDUX_UMIN,
  COAL_WARP_REDUX_UMAX,
  COAL_WARP_REDUX_AND,
  COAL_WARP_REDUX_OR,
  COAL_WARP_REDUX_XOR,
  COAL_WARP_ACTIVEMASK,
  COAL_WARP_ELECT
} coal_vm_warp_op;

typedef enum coal_vm_comp_kind { /* of one scalar component */
                                 COAL_COMP_INT,
                                 COAL_COMP_HALF,
                                 COAL_COMP_BFLOAT,
                                 COAL_COMP_FLOAT,
                                 COAL_COMP_DOUBLE,
                                 COAL_COMP_POINTER
} coal_vm_comp_kind;

struct coal_vm_ins;
typedef void coal_vm_lane_fn(const struct coal_vm_ins *ins, uint8_t *frame, uint32_t mask);

/** One instruction. The meaning of dst, a, b, c, imm depends on op. */
typedef struct coal_vm_ins {
  coal_vm_lane_fn *fn;
  const void *aux;
  int64_t imm;
  uint32_t dst, a, b, c;
  uint32_t site;         /* index of the access site, COAL_NO_SITE when nothing is recorded */
  uint32_t where;        /* index of the location in the program */
  uint8_t op;            /* coal_vm_ins_op */
  uint8_t width;         /* bytes of one element: 1, 2, 4, 8 */
  uint8_t request_bytes; /* bytes of the recorded request: a vector or merged access moves more than one element */
  bool is_part;          /* part of a request that an earlier instruction recorded */
  bool is_volatile;      /* volatile or atomic: other threads may change the value */
} coal_vm_ins;

typedef struct coal_vm_switch {
  const uint64_t *values;
  const uint32_t *targets; /* n, and the default last */
  size_t n;
} coal_vm_switch;

typedef struct coal_vm_slot {
  uint32_t at;
  uint8_t width;
} coal_vm_slot;

/** How one component of an access is recorded. */
typedef struct coal_vm_grouped {
  uint8_t request_bytes; /* 0: no entry */
  bool is_part;          /* an earlier component records the request */
  int32_t delta_bytes;   /* from this component's address to the request's start */
} coal_vm_grouped;

/** Copies and fills of blocks of bytes, in chunks of the width that the alignment allows. */
typedef struct coal_vm_copy {
  uint32_t to, from; /* slots of pointers; fills: from = slot of the byte */
  uint32_t length;   /* slot of 8 bytes, or COAL_NO_SLOT: `bytes` counts */
  bool has_source;   /* `source`: slot of 4 bytes; lanes where it is 0 read nothing and write zeros */
  uint32_t source;
  uint64_t bytes;
  uint32_t load_site, store_site;
  uint8_t load_chunk, store_chunk;
  const coal_vm_grouped *load_parts, *store_parts; /* an entry a chunk; NULL: each chunk is a request */
} coal_vm_copy;

struct coal_vm_code;
typedef struct coal_vm_call {
  const struct coal_vm_code *callee;
  const coal_vm_slot *args, *results;
  size_t n_args, n_results;
} coal_vm_call;

/** Operands of a warp operation. */
typedef struct coal_vm_warp_args {
  coal_vm_slot mask;    /* member mask, 32 bits; width 0: all active lanes (the forms before Volta) */
  coal_vm_slot value;   /* the value that is exchanged, voted on or matched */
  coal_vm_slot lane;    /* shuffles: lane, delta or lane mask */
  coal_vm_slot clamp;   /* shuffles: PTX's c operand (clamp and segment mask); width 0: `segment` counts */
  coal_vm_slot segment; /* shuffles: CUDA C++'s width operand */
  coal_vm_slot result;
  coal_vm_slot predicate; /* second result, 1 byte: lane in range, all equal; width 0: none */
} coal_vm_warp_args;

/** ldmatrix and stmatrix: count matrices, row addresses in a, registers of 32 bits in regs. */
typedef struct coal_vm_matrix {
  coal_vm_slot regs[4];
  uint8_t count;
  bool is_store, is_transposed;
} coal_vm_matrix;

/** The place of an instruction in the source: the innermost place in the user's files, then its callers. */
typedef struct coal_vm_where {
  const char *file;
  uint32_t line1, column1;
  const struct coal_vm_where *inlined_at; /* NULL: none */
  bool is_system;                         /* no place in the user's files was found */
} coal_vm_where;

/** One memory instruction of the program. */
typedef struct coal_vm_site {
  const coal_vm_where *where;
  const char *function; /* the IR function that holds it */
  coal_mem_op op;
  uint32_t bytes;
} coal_vm_site;

/** A constant's slot: `value` in every lane. */
typedef struct coal_vm_const {
  coal_vm_slot slot;
  uint64_t value;
  uint8_t shared; /* 0: an absolute value; 1: in the static, 2: in the dynamic part of shared memory */
} coal_vm_const;

/** One scalar of a by-value record. */
typedef struct coal_vm_param_part {
  coal_vm_comp_kind kind;
  uint32_t offset_bytes, width;
} coal_vm_param_part;

typedef struct coal_vm_param {
  const char *name;
  uint64_t bytes;        /* of the argument in the launch buffer */
  uint64_t offset_bytes; /* there */
  coal_vm_slot slot;     /* scalar parameters */
  coal_vm_comp_kind kind;
  bool is_control;                   /* the value reaches an address, a branch or a call: it cannot be made up */
  bool by_value;                     /* a record: copied from the launch buffer by a PARAM instruction */
  const coal_vm_slot *slots;         /* all components of parameters of device functions */
  const uint32_t *component_offsets; /* of kernel parameters that are vectors or records in registers */
  size_t n_slots;
  const coal_vm_param_part *parts; /* of the parameter's type: what a record holds */
  size_t n_parts;
} coal_vm_param;

/** One function. */
typedef struct coal_vm_code {
  const char *name;        /* IR name, mangled */
  const char *display;     /* for messages: "stage<8>" when debug information says so */
  const char *declared_in; /* file; "": not known */
  uint32_t declared_line1; /* of its name there */
  bool is_kernel, uses_dynamic_shared;
  coal_vm_ins *ins;
  size_t n_ins;
  uint32_t frame_bytes, local_bytes;
  coal_vm_const *consts;
  size_t n_consts;
  coal_vm_param *params;
  size_t n_params;
  uint64_t param_bytes;
  coal_vm_slot *results;
  size_t n_results;
  uint64_t static_shared_bytes; /* kernels: of all shared variables it can reach */
  uint32_t max_threads;         /* __launch_bounds__, 0 = none */
  const char *unsupported;      /* why it cannot be executed, or NULL */
} coal_vm_code;

typedef struct coal_vm_global {
  const char *name;        /* mangled */
  const char *source_name; /* unqualified, as the source has it */
  coal_vm_comp_kind kind;  /* of a scalar; of others: of the first component */
  uint64_t address, bytes;
  bool is_constant;
} coal_vm_global;

/** All functions of one device module. */
typedef struct coal_vm_program {
  coal_arena *arena;
  COAL_VEC(coal_vm_code *) codes;
  COAL_VEC(coal_vm_site) sites;
  COAL_VEC(coal_vm_where *) wheres;
  COAL_VEC(coal_vm_global) globals;
  uint64_t static_shared_bytes; /* offset of the dynamic part */
} coal_vm_program;

void coal_vm_program_free(coal_vm_program *p);
/** The kernel, or the variable, of that mangled name. NULL: none. */
const coal_vm_code *coal_vm_program_kernel(const coal_vm_program *p, const char *symbol);
const coal_vm_global *coal_vm_program_global(const coal_vm_program *p, const char *symbol);

#endif
