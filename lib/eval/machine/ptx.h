/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** Inline PTX: what ptx.c (operands, memory, arithmetic) and ptx_warp.c (exchange between lanes, bits, clusters) share. */
#ifndef COAL_EVAL_PTX_H
#define COAL_EVAL_PTX_H

#include <ptx/statement.h>

#include "machine.h"

enum { COAL_ASM_OPERANDS_MAX = 24, COAL_ASM_NAMES_MAX = 16 };

typedef struct coal_asm_name {
  char text[COAL_PTX_WORD_MAX];
  coal_value value;
} coal_asm_name;

typedef struct coal_asm {
  coal_machine *m;
  const coal_expr *e;
  coal_value input[COAL_ASM_OPERANDS_MAX];
  coal_asm_name names[COAL_ASM_NAMES_MAX]; /* registers of the asm's own */
  size_t n_names;
  bool is_written[COAL_ASM_OPERANDS_MAX];
  uint32_t runs;   /* lanes that surely execute the present instruction */
  bool is_partial; /* not all lanes do */
  bool is_maybe;   /* which ones is not known */
} coal_asm;

/* ptx.c */
coal_value coal_asm_read(coal_asm *a, const char *text);
void coal_asm_write(coal_asm *a, const char *text, coal_value v);
void coal_asm_write_unknown(coal_asm *a, const char *text, bool is_varying, coal_reason reason);
/** Operand k as a number of that type; unknown when it is none. */
coal_value coal_asm_number(coal_asm *a, const coal_ptx_statement *i, size_t k, const coal_type *type);

/* ptx_warp.c: true when the instruction was one of theirs */
bool coal_asm_exchange(coal_asm *a, const coal_ptx_statement *i);
bool coal_asm_bits(coal_asm *a, const coal_ptx_statement *i);
bool coal_asm_bulk_copy(coal_asm *a, const coal_ptx_statement *i);
/** A register that holds one unknown number for the warp (%cluster_ctarank, %smid); false for others. */
bool coal_asm_uniform_register(coal_machine *m, const char *name, coal_value *v);

#endif
