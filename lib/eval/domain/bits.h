/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** Values as their bits in memory, for unions, casts of references and memcpy. */
#ifndef COAL_EVAL_BITS_H
#define COAL_EVAL_BITS_H

#include "memory.h"

/** The bits of an object of that type as an unsigned integer of at most 64 bits; false where they are not known. */
bool coal_value_bits(coal_symbols *t, const coal_type *type, coal_value v, coal_value *out);
/** The object of that scalar type that has these bits; bits above its size are ignored. Unknown for types without
 *  numbers here (halves, pointers) and for NaN. */
coal_value coal_value_of_bits(coal_symbols *t, const coal_type *type, coal_value bits);
/** The 64 bits with these halves. */
coal_value coal_bits_join(coal_symbols *t, coal_value high, coal_value low);
/** Bits [from, from + n) of bits. */
coal_value coal_bits_cut(coal_symbols *t, coal_value bits, uint64_t from, uint64_t n);
/** Bits [from, from + n), n <= 64, of the slots' bytes and bit-fields; false where some of them are not known. */
bool coal_slots_bits(coal_symbols *t, const coal_slots *s, uint64_t from, uint64_t n, coal_value *out);
/** The first slot that ends behind `place`. */
size_t coal_slots_behind(const coal_slots *s, uint64_t place);

#endif
