/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** One piece of inline PTX while it is lowered. */
#ifndef COAL_RUN_LOWER_ASM_H
#define COAL_RUN_LOWER_ASM_H

#include "internal.h"

#define COAL_PTX_OPERANDS 64
#define COAL_PTX_REGISTERS 64
#define COAL_PTX_ARGS 12
#define COAL_PTX_WORDS 16

typedef struct coal_ptx_type {
  char letter; /* u, s, b, f, or p (predicate) */
  unsigned bits;
  bool is_bfloat, is_packed; /* f16x2: two halves in 32 bits, `bits` of one */
} coal_ptx_type;

typedef struct coal_ptx_register {
  const char *name;
  coal_slot slot;
} coal_ptx_register;

typedef struct coal_ptx {
  coal_lower_state *s;
  coal_slot operands[COAL_PTX_OPERANDS]; /* $0 … */
  size_t n_operands;
  coal_ptx_register registers[COAL_PTX_REGISTERS];
  size_t n_registers;
  const char *words[COAL_PTX_WORDS]; /* of the statement: opcode and modifiers */
  size_t n_words;
  char *args[COAL_PTX_ARGS];
  size_t n_args;
  coal_slot late_to, late_from;
} coal_ptx;

bool coal_ptx_has(const coal_ptx *x, const char *name);
bool coal_ptx_type_of(const coal_ptx *x, bool first, coal_ptx_type *out);
bool coal_ptx_in(coal_ptx *x, size_t k, unsigned width, coal_slot *out);
coal_slot coal_ptx_out(coal_ptx *x, size_t k, unsigned width);
/** The slot of a predicate register by name. False: none is declared so. */
bool coal_ptx_predicate(coal_ptx *x, const char *name, coal_slot *out);
void coal_ptx_finish(coal_ptx *x);
size_t coal_ptx_vector(coal_ptx *x, size_t k, unsigned width, coal_slot *out, size_t max);
bool coal_ptx_address(coal_ptx *x, size_t k, coal_slot *out);

/** lower_ptx.c: emits the statement. False: not known. */
bool coal_ptx_emit(coal_ptx *x);

#endif
