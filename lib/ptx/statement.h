/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * The statements of inline PTX (PTX ISA, "Syntax"). Registers and asm operands are kept as they are written (%0, $0, %laneid, p):
 * whose operands they are, the reader knows.
 */
#ifndef COAL_PTX_STATEMENT_H
#define COAL_PTX_STATEMENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { COAL_PTX_WORD_MAX = 96, COAL_PTX_OPERANDS_MAX = 24, COAL_PTX_PARTS_MAX = 24 };

/** A name, a number or an opcode, cut to its maximum length; %% is a %. "": none. */
typedef struct coal_ptx_word {
  char text[COAL_PTX_WORD_MAX];
} coal_ptx_word;

typedef enum coal_ptx_kind {
  COAL_PTX_INSTRUCTION,
  COAL_PTX_REGISTERS, /* .reg: the operands are the names that it declares */
  COAL_PTX_DIRECTIVE, /* another one: .shared, .pragma … */
  COAL_PTX_LABEL      /* its name is the opcode */
} coal_ptx_kind;

/** {a, b}, d|p and [a+16, {x, y}] are several operands at one position. */
typedef struct coal_ptx_operand {
  coal_ptx_word text;
  unsigned position;       /* 0 before the first comma outside of brackets */
  bool is_address;         /* in [ ] */
  bool is_vector;          /* in { } */
  bool is_negated;         /* !p */
  int64_t offset_bytes;    /* of [a+16] */
  uint64_t register_count; /* of "r<4>" in a declaration; 0: "r" alone */
} coal_ptx_operand;

/** Pointers into itself: not to be copied. */
typedef struct coal_ptx_statement {
  coal_ptx_kind kind;
  coal_ptx_word guard; /* of @p and @!p */
  bool is_guard_negated;
  coal_ptx_word opcode;                  /* "ld.global.v4.f32" */
  const char *parts[COAL_PTX_PARTS_MAX]; /* "ld", "global", "v4", "f32"; "shared::cta" is two */
  size_t n_parts;
  coal_ptx_operand operand[COAL_PTX_OPERANDS_MAX];
  size_t n;
  bool is_cut;      /* it has more operands than these */
  const char *text; /* from the guard or opcode on, without the semicolon, in the text that was given */
  size_t n_text;
  char split[COAL_PTX_WORD_MAX]; /* what `parts` points to */
} coal_ptx_statement;

/** Reads the next statement. Returns the text behind it; NULL when there is none. */
const char *coal_ptx_next(const char *text, coal_ptx_statement *s);

/** Which part of the opcode it is, from 1 on: the first does not count; n_parts: none. */
size_t coal_ptx_find(const coal_ptx_statement *s, const char *part);
/** Does the opcode have this part behind its first? */
bool coal_ptx_has(const coal_ptx_statement *s, const char *part);
/** The first operand at a position, and how many there are in `*n`; NULL and 0: none. */
const coal_ptx_operand *coal_ptx_at(const coal_ptx_statement *s, unsigned position, size_t *n);
/** Positions that have an operand: the commas outside of brackets, and one. */
unsigned coal_ptx_positions(const coal_ptx_statement *s);
/** Does it jump or call (bra, brx, call)? */
bool coal_ptx_jumps(const coal_ptx_statement *s);

typedef struct coal_ptx_type {
  char letter;               /* u, s, b, f, or p (predicate) */
  unsigned bits;             /* 8 to 128; of one element when packed; 8 for a predicate */
  bool is_bfloat, is_packed; /* bf16, f16x2 */
} coal_ptx_type;

/** Reads "u32", "f16x2", "pred". False: it is no type. */
bool coal_ptx_read_type(const char *word, coal_ptx_type *out);
/** 4 for u32 and for f16x2. */
unsigned coal_ptx_type_bytes(coal_ptx_type t);

#endif
