/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** Inline PTX: what ptx.c (reading, memory, arithmetic) and ptx_warp.c (exchange between lanes, bits, clusters) share. */
#ifndef COAL_EVAL_PTX_H
#define COAL_EVAL_PTX_H

#include "machine.h"

enum { COAL_PTX_OPERANDS_MAX = 24, COAL_PTX_NAMES_MAX = 16, COAL_PTX_WORD_MAX = 96 };

typedef struct coal_ptx_word {
  char text[COAL_PTX_WORD_MAX];
} coal_ptx_word;

typedef struct coal_ptx_name {
  char text[COAL_PTX_WORD_MAX];
  coal_value value;
} coal_ptx_name;

typedef struct coal_ptx {
  coal_machine *m;
  const coal_expr *e;
  coal_value input[COAL_PTX_OPERANDS_MAX];
  coal_ptx_name names[COAL_PTX_NAMES_MAX]; /* registers of the asm's own */
  size_t n_names;
  bool is_written[COAL_PTX_OPERANDS_MAX];
  uint32_t runs;   /* lanes that surely carry the instruction under way out */
  bool is_partial; /* not all lanes do */
  bool is_maybe;   /* nobody knows which */
} coal_ptx;

/** One instruction: opcode "ld.global.f32" and operands, those in brackets marked. */
typedef struct coal_ptx_instruction {
  coal_ptx_word opcode, predicate; /* "": none */
  bool is_negated;
  struct {
    coal_ptx_word text;
    bool is_address, is_negated; /* [x], !p */
    int64_t offset;
  } operand[COAL_PTX_OPERANDS_MAX];
  size_t n;
} coal_ptx_instruction;

/* ptx.c */
coal_value coal_ptx_read(coal_ptx *a, const char *text);
void coal_ptx_write(coal_ptx *a, const char *text, coal_value v);
void coal_ptx_write_unknown(coal_ptx *a, const char *text, bool is_varying, coal_reason reason);
/** Operand k as a number of that type; unknown when it is none. */
coal_value coal_ptx_number(coal_ptx *a, const coal_ptx_instruction *i, size_t k, const coal_type *type);

/* ptx_warp.c: true when the instruction was one of theirs */
bool coal_ptx_exchange(coal_ptx *a, const coal_ptx_instruction *i);
bool coal_ptx_bits(coal_ptx *a, const coal_ptx_instruction *i);
bool coal_ptx_bulk_copy(coal_ptx *a, const coal_ptx_instruction *i);
/** A register that holds one number for the warp that nobody knows (%cluster_ctarank, %smid); false for others. */
bool coal_ptx_uniform_register(coal_machine *m, const char *name, coal_value *v);

#endif
