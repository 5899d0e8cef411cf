/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** What the files of lower/ share: the state of one lowering. */
#ifndef COAL_LOWER_STATE_H
#define COAL_LOWER_STATE_H

#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>

#include "lower.h"
#include "program/lanes.h"

/** Pointer to 64 bits; open addressing, never shrinks. */
typedef struct coal_lower_map {
  const void **keys;
  uint64_t *values;
  size_t n, capacity;
} coal_lower_map;
uint64_t *coal_lower_map_find(const coal_lower_map *m, const void *key); /* NULL: not there */
void coal_lower_map_put(coal_lower_map *m, const void *key, uint64_t value);
void coal_lower_map_free(coal_lower_map *m);

/** One scalar of a flattened IR type. */
typedef struct coal_lower_comp {
  coal_vm_comp_kind kind;
  uint32_t bits, width, offset_bytes;
} coal_lower_comp;

typedef struct coal_lower_comps {
  const coal_lower_comp *items;
  size_t n;
} coal_lower_comps;

typedef struct coal_lower_fixup {
  size_t ins;
  bool is_second; /* BRANCH's second target */
  LLVMBasicBlockRef block;
} coal_lower_fixup;

typedef struct coal_lower_state {
  coal_vm_program *program;
  coal_vm_memory *memory;
  const coal_lower_widths *widths; /* may be NULL */
  LLVMModuleRef module;
  LLVMContextRef context;
  LLVMTargetDataRef layout;
  coal_arena *arena;            /* the program's */
  coal_lower_map codes;         /* LLVMValueRef function → coal_vm_code * */
  coal_lower_map globals;       /* LLVMValueRef → address */
  coal_lower_map wheres;        /* LLVMMetadataRef DILocation → index */
  coal_lower_map types;         /* LLVMTypeRef → coal_lower_comps * */
  uint64_t common_shared_bytes; /* shared variables of functions that are called, not inlined */
  /* of the function being lowered */
  coal_vm_code *code;
  LLVMValueRef function;
  coal_lower_map values;  /* LLVMValueRef → coal_vm_slot[] in the arena */
  coal_lower_map shared;  /* shared variable → offset */
  coal_lower_map blocks;  /* basic block → instruction index */
  coal_lower_map grouped; /* instruction → coal_vm_grouped[], one a component or chunk */
  uint64_t shared_bytes;
  uint32_t frame_bytes, local_bytes, where;
  COAL_VEC(coal_vm_ins) ins;
  COAL_VEC(coal_vm_const) consts;
  COAL_VEC(coal_lower_fixup) fixups;
} coal_lower_state;

/* lower.c */
void coal_lower_unsupported(coal_lower_state *s, const char *format, ...) __attribute__((format(printf, 2, 3)));
/** A constant's scalar: value; `*shared`: an offset into shared memory (2: into its dynamic part). */
bool coal_lower_constant(coal_lower_state *s, LLVMValueRef v, uint64_t *value, uint8_t *shared);

/** named_calls.c: the variable behind a symbol, unqualified and without template arguments. Lives in the arena. */
const char *coal_lower_variable_name(coal_lower_state *s, const char *symbol);
/** True if the value can reach an address, a branch, local memory or a call. */
bool coal_lower_is_control(LLVMValueRef v);

/* values.c */
coal_lower_comps coal_lower_flatten(coal_lower_state *s, LLVMTypeRef type);
coal_vm_slot coal_lower_slot(coal_lower_state *s, unsigned width);
coal_vm_slot coal_lower_const_slot(coal_lower_state *s, unsigned width, uint64_t value, uint8_t shared);
/** The slots of a value, one for each component; made on first use. */
const coal_vm_slot *coal_lower_operand(coal_lower_state *s, LLVMValueRef v);
/** Makes the slots of an existing value this instruction's result. */
void coal_lower_alias(coal_lower_state *s, LLVMValueRef v, const coal_vm_slot *slots);
uint32_t coal_lower_site(coal_lower_state *s, coal_mem_op op, uint32_t bytes);
coal_vm_ins *coal_lower_emit(coal_lower_state *s, coal_vm_ins_op op);
/** LANES with up to three operands; a NULL fn makes the function unsupported. */
coal_vm_ins *coal_lower_lanes(coal_lower_state *s, coal_vm_lane_fn *fn, uint32_t dst, uint32_t a, uint32_t b,
                              uint32_t c);
/** The IR name of a value, in the arena. */
const char *coal_lower_name(coal_lower_state *s, LLVMValueRef v);
uint32_t coal_lower_where(coal_lower_state *s, LLVMMetadataRef location);
/** The file and line of its name; "" and 0: no debug information. */
const char *coal_lower_declaration(coal_lower_state *s, LLVMValueRef fn, uint32_t *line1);
const char *coal_lower_function_display(coal_lower_state *s, LLVMValueRef fn);

/* instructions.c */
void coal_lower_instruction(coal_lower_state *s, LLVMValueRef i);
/** Loads or stores `slots` (the flattened type) at `pointer`; align in bytes. `i` for grouping, may be NULL. */
void coal_lower_access(coal_lower_state *s, bool is_store, LLVMTypeRef type, uint32_t pointer,
                       const coal_vm_slot *slots, unsigned align, LLVMValueRef i);

/* group.c */
void coal_lower_group_block(coal_lower_state *s, LLVMBasicBlockRef block);
/** Key of the stores of a copy in `grouped`; its loads have the instruction itself. */
const void *coal_lower_store_key(LLVMValueRef copy);
/** Bytes of one chunk of a copy of so many bytes with that alignment, and the alignment that a call's argument
 *  states. */
uint8_t coal_lower_chunk(unsigned align, uint64_t bytes);
unsigned coal_lower_parameter_align(LLVMValueRef call, unsigned n);
/** Splits `n` elements (sorted by offset) that start with that alignment into requests. */
void coal_lower_group(const coal_lower_comp *elements, size_t n, unsigned align, coal_vm_grouped *out);

/* order.c */
void coal_lower_order(LLVMValueRef fn);

/* calls.c, named_calls.c, inline_ptx.c */
/** First slot of a call's n-th argument; one bit for whether a value is not zero. */
coal_vm_slot coal_lower_argument(coal_lower_state *s, LLVMValueRef i, unsigned n);
coal_vm_slot coal_lower_truth(coal_lower_state *s, coal_vm_slot v);
/** A barrier; its result, if any, is the call's. */
void coal_lower_barrier(coal_lower_state *s, LLVMValueRef i, coal_vm_barrier_kind kind, uint32_t id, uint32_t count,
                        uint32_t predicate);
/** A warp operation whose operands the caller fills in; their slots must be made before. */
coal_vm_warp_args *coal_lower_warp(coal_lower_state *s, coal_vm_warp_op op);
void coal_lower_call(coal_lower_state *s, LLVMValueRef i);
void coal_lower_asm(coal_lower_state *s, LLVMValueRef i, const char *text, const char *constraints);
bool coal_lower_special(coal_lower_state *s, const char *name, uint32_t dst);
/** Calls of functions without a body, by unqualified name: the intrinsics of CUDA C++. False: not known. */
bool coal_lower_named(coal_lower_state *s, LLVMValueRef i, const char *mangled);
bool coal_lower_math(coal_lower_state *s, LLVMValueRef i, const char *name);
void coal_lower_atomic(coal_lower_state *s, coal_vm_rmw op, uint32_t dst, uint32_t pointer, coal_vm_slot value,
                       bool is_plus_one);

#endif
