/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * What an expression has as its value, for the 32 lanes at once, and the machine's arithmetic on it.
 *
 * Nothing here is ever wrong by guess: what is not known becomes a fresh symbol (integers) or an unknown value that
 * remembers whether lanes may differ and why it is not known.
 */
#ifndef COAL_EVAL_VALUE_H
#define COAL_EVAL_VALUE_H

#include "poly.h"

typedef enum coal_value_kind {
  COAL_VALUE_UNKNOWN,  /* of any type; also the value of uninitialised memory */
  COAL_VALUE_INT,      /* p */
  COAL_VALUE_FLOAT,    /* f, or unknown when NULL */
  COAL_VALUE_POINTER,  /* object + p bytes */
  COAL_VALUE_FUNCTION, /* fn */
  COAL_VALUE_AGGREGATE
} coal_value_kind;

/** The records that an address was computed through, innermost first: `&o[i].in[1].v` has Inner, Outer. */
typedef struct coal_trail {
  const coal_field *field;
  const struct coal_trail *outer;
} coal_trail;

typedef struct coal_doubles {
  double v[COAL_WARP_LANES];
} coal_doubles;

typedef struct coal_value {
  coal_value_kind kind;
  coal_row_state row; /* POINTER just made by a subscript */
  bool is_varying;    /* UNKNOWN, and FLOAT without f: lanes may differ */
  coal_reason reason; /* UNKNOWN, and FLOAT without f */
  const char *detail;
  const coal_poly *p;    /* INT: the number; POINTER: bytes from the object's start */
  const coal_poly *form; /* the same with threadIdx … as symbols, for messages; NULL: none */
  const coal_doubles *f;
  const coal_function *fn;
  struct coal_object *object;     /* POINTER; NULL is the null pointer */
  const coal_trail *trail;        /* POINTER */
  const struct coal_slots *parts; /* AGGREGATE: by byte offset (memory.h) */
} coal_value;

coal_value coal_value_unknown(bool is_varying, coal_reason reason, const char *detail);
coal_value coal_value_int(coal_symbols *t, int64_t v);
coal_value coal_value_poly(const coal_poly *p, const coal_poly *form);
/** A new symbol of that type, of which only the range is known. */
coal_value coal_value_fresh(coal_symbols *t, const coal_type *type, const char *name, bool is_varying,
                            coal_reason reason, const char *detail);
/** The same for one of a few values: not assumed to be large. */
coal_value coal_value_choice(coal_symbols *t, const coal_type *type, const char *name, bool is_varying,
                             coal_reason reason, const char *detail);
coal_value coal_value_doubles(coal_symbols *t, const double v[COAL_WARP_LANES]);
coal_value coal_value_unknown_float(bool is_varying, coal_reason reason, const char *detail);

/** May lanes differ? */
bool coal_value_is_varying(const coal_symbols *t, coal_value v);
/** Why it is not known: the reason of the value or of its first unknown symbol; NONE when it is known. */
coal_reason coal_value_reason(coal_symbols *t, coal_value v, const char **detail);
/** An unknown scalar of the type with the uniformity and reason of `like`: a symbol for integers. */
coal_value coal_value_unknown_of(coal_symbols *t, const coal_type *type, const char *name, bool is_varying,
                                 coal_reason reason, const char *detail);
/** One number for all lanes? */
bool coal_value_constant(coal_value v, int64_t *out);
bool coal_value_equal(coal_value a, coal_value b);

/** a op b of machine integers of `type` (the operands' type for comparisons; the result is then 0 or 1). */
coal_value coal_value_int_op(coal_symbols *t, coal_op op, const coal_type *type, coal_value a, coal_value b);
/** Any scalar operands: floats too. */
coal_value coal_value_binary(coal_symbols *t, coal_op op, const coal_type *operand_type, const coal_type *result_type,
                             coal_value a, coal_value b);
coal_value coal_value_unary(coal_symbols *t, coal_op op, const coal_type *type, coal_value a);
coal_value coal_value_min_max(coal_symbols *t, bool is_min, const coal_type *type, coal_value a, coal_value b);
/** Conversion of a scalar to another scalar type. */
coal_value coal_value_cast(coal_symbols *t, const coal_type *to, const coal_type *from, coal_value v);
/** Lanes of `mask` from a, the others from b; both of `type`. */
coal_value coal_value_blend(coal_symbols *t, const coal_type *type, uint32_t mask, coal_value a, coal_value b);
/** One of the two values; which one is not known. */
coal_value coal_value_join(coal_symbols *t, const coal_type *type, coal_value a, coal_value b, bool is_varying);

/** The lanes where a condition is known to hold, and those where it is known not to hold. */
typedef struct coal_truth {
  uint32_t yes, no;
} coal_truth;
coal_truth coal_value_truth(coal_symbols *t, coal_value v);
/** A truth as a value: lanes without a known truth get a fresh 0-or-1 symbol. */
coal_value coal_value_of_truth(coal_symbols *t, coal_truth truth, bool is_varying, coal_reason reason,
                               const char *detail);

/** Wraps to the machine type. */
int64_t coal_wrap(const coal_type *type, int64_t v);

/** The reason of what is unknown for such a cause. */
coal_reason coal_opaque_reason(coal_opaque kind);

#endif
