/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** Inline PTX that is being lowered. */
#ifndef COAL_LOWER_INLINE_PTX_H
#define COAL_LOWER_INLINE_PTX_H

#include <ptx/statement.h>

#include "state.h"

enum { COAL_LOWER_PTX_OPERANDS_MAX = 64, COAL_LOWER_PTX_REGISTERS_MAX = 64 };

typedef struct coal_lower_ptx_register {
  const char *name;
  coal_vm_slot slot;
} coal_lower_ptx_register;

typedef struct coal_lower_ptx {
  coal_lower_state *s;
  coal_vm_slot operands[COAL_LOWER_PTX_OPERANDS_MAX]; /* $0 … */
  size_t n_operands;
  coal_lower_ptx_register registers[COAL_LOWER_PTX_REGISTERS_MAX];
  size_t n_registers;
  const coal_ptx_statement *at; /* the statement that is lowered */
  coal_vm_slot late_to, late_from;
} coal_lower_ptx;

/** The last type among the parts of the opcode; `first`: the first. False: there is none of 64 bits or fewer. */
bool coal_lower_ptx_type_of(const coal_lower_ptx *x, bool first, coal_ptx_type *out);
/** The only operand at position k, in so many bytes: a wider or narrower copy when it has another size. */
bool coal_lower_ptx_in(coal_lower_ptx *x, size_t k, unsigned width, coal_vm_slot *out);
/** The same as a number that is known at lowering. */
bool coal_lower_ptx_constant(coal_lower_ptx *x, size_t k, uint64_t *number);
/** The slot for a result of so many bytes; coal_lower_ptx_finish copies it when the destination has another size.
 *  For d|p it is d. */
coal_vm_slot coal_lower_ptx_out(coal_lower_ptx *x, size_t k, unsigned width);
/** The slot of a predicate register by name. False: none is declared so. */
bool coal_lower_ptx_predicate(coal_lower_ptx *x, const char *name, coal_vm_slot *out);
void coal_lower_ptx_finish(coal_lower_ptx *x);
/** The parts of "{a, b}" (or of a plain operand: one). 0: not understood. */
size_t coal_lower_ptx_vector(coal_lower_ptx *x, size_t k, unsigned width, coal_vm_slot *out, size_t max);
/** Address of "[a]" or "[a+16]", 8 bytes. */
bool coal_lower_ptx_address(coal_lower_ptx *x, size_t k, coal_vm_slot *out);

/** ptx_statements.c: emits the statement. False: not known. */
bool coal_lower_ptx_emit(coal_lower_ptx *x);

#endif
