/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** Shared by lower*.c. */
#ifndef COAL_RUN_LOWER_INTERNAL_H
#define COAL_RUN_LOWER_INTERNAL_H

#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>

#include "lower.h"
#include "program/lanes.h"

/** Pointer to 64 bits; open addressing, never shrinks. */
typedef struct coal_map {
  const void **keys;
  uint64_t *values;
  size_t n, capacity;
} coal_map;
uint64_t *coal_map_find(const coal_map *m, const void *key); /* NULL: not there */
void coal_map_put(coal_map *m, const void *key, uint64_t value);
void coal_map_free(coal_map *m);

/** One scalar of a flattened IR type. */
typedef struct coal_comp {
  coal_comp_kind kind;
  uint32_t bits, width, offset_bytes;
} coal_comp;

typedef struct coal_comps {
  const coal_comp *items;
  size_t n;
} coal_comps;

typedef struct coal_fixup {
  size_t ins;
  bool is_second; /* BRANCH's second target */
  LLVMBasicBlockRef block;
} coal_fixup;

typedef struct coal_lower_state {
  coal_program *program;
  coal_memory *memory;
  const coal_widths *widths; /* may be NULL */
  LLVMModuleRef module;
  LLVMContextRef context;
  LLVMTargetDataRef layout;
  coal_arena *arena;            /* the program's */
  coal_map codes;               /* LLVMValueRef function → coal_code * */
  coal_map globals;             /* LLVMValueRef → address */
  coal_map wheres;              /* LLVMMetadataRef DILocation → index */
  coal_map types;               /* LLVMTypeRef → coal_comps * */
  uint64_t common_shared_bytes; /* shared variables of functions that are called, not inlined */
  /* of the function being lowered */
  coal_code *code;
  LLVMValueRef function;
  coal_map values;  /* LLVMValueRef → coal_slot[] in the arena */
  coal_map shared;  /* shared variable → offset */
  coal_map blocks;  /* basic block → instruction index */
  coal_map grouped; /* instruction → coal_grouped[], one a component or chunk */
  uint64_t shared_bytes;
  uint32_t frame_bytes, local_bytes, where;
  COAL_VEC(coal_ins) ins;
  COAL_VEC(coal_const) consts;
  COAL_VEC(coal_fixup) fixups;
} coal_lower_state;

/* lower.c */
void coal_lower_unsupported(coal_lower_state *s, const char *format, ...) __attribute__((format(printf, 2, 3)));
/** A constant's scalar: value; `*shared`: an offset into shared memory (2: into its dynamic part). */
bool coal_lower_constant(coal_lower_state *s, LLVMValueRef v, uint64_t *value, uint8_t *shared);

/** True if the value can reach an address, a branch, local memory or a call. */
bool coal_lower_is_control(LLVMValueRef v);

/* lower_value.c */
coal_comps coal_lower_flatten(coal_lower_state *s, LLVMTypeRef type);
coal_slot coal_lower_slot(coal_lower_state *s, unsigned width);
coal_slot coal_lower_const_slot(coal_lower_state *s, unsigned width, uint64_t value, uint8_t shared);
/** The slots of a value, one a component; made on first mention. */
const coal_slot *coal_lower_operand(coal_lower_state *s, LLVMValueRef v);
/** Names an existing value's slots as this instruction's result. */
void coal_lower_alias(coal_lower_state *s, LLVMValueRef v, const coal_slot *slots);
uint32_t coal_lower_site(coal_lower_state *s, coal_mem_op op, uint32_t bytes);
coal_ins *coal_lower_emit(coal_lower_state *s, coal_ins_op op);
/** LANES with up to three operands; a NULL fn makes the function unsupported. */
coal_ins *coal_lower_lanes(coal_lower_state *s, coal_lane_fn *fn, uint32_t dst, uint32_t a, uint32_t b, uint32_t c);
/** The IR name of a value, in the arena. */
const char *coal_lower_name(coal_lower_state *s, LLVMValueRef v);
uint32_t coal_lower_where(coal_lower_state *s, LLVMMetadataRef location);
/** The file and the line of its name; "" and 0: no debug information. */
const char *coal_lower_declaration(coal_lower_state *s, LLVMValueRef fn, uint32_t *line1);
const char *coal_lower_function_display(coal_lower_state *s, LLVMValueRef fn);

/* lower_ins.c */
void coal_lower_instruction(coal_lower_state *s, LLVMValueRef i);
/** Loads or stores `slots` (the flattened type) at `pointer`; align in bytes. `i` for grouping, may be NULL. */
void coal_lower_access(coal_lower_state *s, bool is_store, LLVMTypeRef type, uint32_t pointer, const coal_slot *slots,
                       unsigned align, LLVMValueRef i);

/* lower_group.c */
void coal_lower_group_block(coal_lower_state *s, LLVMBasicBlockRef block);
/** Key of the stores of a copy in `grouped`; its loads have the instruction itself. */
const void *coal_lower_store_key(LLVMValueRef copy);
/** Bytes of one chunk of a copy of so many bytes with that alignment, and the alignment that a call's argument states.
 */
uint8_t coal_lower_chunk(unsigned align, uint64_t bytes);
unsigned coal_lower_parameter_align(LLVMValueRef call, unsigned n);
/** Splits `n` elements (sorted by offset) that start with that alignment into requests. */
void coal_lower_group(const coal_comp *elements, size_t n, unsigned align, coal_grouped *out);

/* lower_order.c */
void coal_lower_order(LLVMValueRef fn);

/* lower_call.c, lower_asm.c */
/** First slot of a call's n-th argument; one bit that says whether a value is not zero. */
coal_slot coal_lower_argument(coal_lower_state *s, LLVMValueRef i, unsigned n);
coal_slot coal_lower_truth(coal_lower_state *s, coal_slot v);
/** A barrier; its result, if the call has one, is the call's. */
void coal_lower_barrier(coal_lower_state *s, LLVMValueRef i, coal_barrier_kind kind, uint32_t id, uint32_t count,
                        uint32_t predicate);
/** A warp operation whose operands the caller fills in; slots for them have to be made before. */
coal_warp_args *coal_lower_warp(coal_lower_state *s, coal_warp_op op);
void coal_lower_call(coal_lower_state *s, LLVMValueRef i);
void coal_lower_asm(coal_lower_state *s, LLVMValueRef i, const char *text, const char *constraints);
bool coal_lower_special(coal_lower_state *s, const char *name, uint32_t dst);
/** Calls of functions without a body, by unqualified name: the intrinsics of CUDA C++. False: not known. */
bool coal_lower_named(coal_lower_state *s, LLVMValueRef i, const char *mangled);
bool coal_lower_math(coal_lower_state *s, LLVMValueRef i, const char *name);
void coal_lower_atomic(coal_lower_state *s, coal_rmw op, uint32_t dst, uint32_t pointer, coal_slot value,
                       bool is_plus_one);

#endif
