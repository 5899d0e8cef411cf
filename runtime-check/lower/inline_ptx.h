/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** One piece of inline PTX while it is lowered. */
#ifndef COAL_LOWER_INLINE_PTX_H
#define COAL_LOWER_INLINE_PTX_H

#include "state.h"

#define COAL_PTX_OPERANDS 64
#define COAL_PTX_REGISTERS 64
#define COAL_PTX_ARGS 12
#define COAL_PTX_WORDS 16

typedef struct coal_lower_ptx_type {
  char letter; /* u, s, b, f, or p (predicate) */
  unsigned bits;
  bool is_bfloat, is_packed; /* f16x2: two halves in 32 bits, `bits` of one */
} coal_lower_ptx_type;

typedef struct coal_lower_ptx_register {
  const char *name;
  coal_vm_slot slot;
} coal_lower_ptx_register;

typedef struct coal_lower_ptx {
  coal_lower_state *s;
  coal_vm_slot operands[COAL_PTX_OPERANDS]; /* $0 … */
  size_t n_operands;
  coal_lower_ptx_register registers[COAL_PTX_REGISTERS];
  size_t n_registers;
  const char *words[COAL_PTX_WORDS]; /* of the statement: opcode and modifiers */
  size_t n_words;
  char *args[COAL_PTX_ARGS];
  size_t n_args;
  coal_vm_slot late_to, late_from;
} coal_lower_ptx;

bool coal_lower_ptx_has(const coal_lower_ptx *x, const char *name);
bool coal_lower_ptx_type_of(const coal_lower_ptx *x, bool first, coal_lower_ptx_type *out);
bool coal_lower_ptx_in(coal_lower_ptx *x, size_t k, unsigned width, coal_vm_slot *out);
coal_vm_slot coal_lower_ptx_out(coal_lower_ptx *x, size_t k, unsigned width);
/** The slot of a predicate register by name. False: none is declared so. */
bool coal_lower_ptx_predicate(coal_lower_ptx *x, const char *name, coal_vm_slot *out);
void coal_lower_ptx_finish(coal_lower_ptx *x);
size_t coal_lower_ptx_vector(coal_lower_ptx *x, size_t k, unsigned width, coal_vm_slot *out, size_t max);
bool coal_lower_ptx_address(coal_lower_ptx *x, size_t k, coal_vm_slot *out);

/** ptx_statements.c: emits the statement. False: not known. */
bool coal_lower_ptx_emit(coal_lower_ptx *x);

#endif
