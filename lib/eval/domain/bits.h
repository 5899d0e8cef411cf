/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** Values as the bits that stand for them in memory: what unions, casts of references and memcpy look at. */
#ifndef COAL_EVAL_BITS_H
#define COAL_EVAL_BITS_H

#include "memory.h"

/** The bits of an object of that type as an unsigned integer (of 64 bits at most); false: nobody knows them as one. */
bool coal_value_bits(coal_symbols *t, const coal_type *type, coal_value v, coal_value *out);
/** The object of that scalar type that these bits are; bits behind its size do not count. Unknown where the type has no
 *  numbers here (halves, pointers), and for a NaN. */
coal_value coal_value_of_bits(coal_symbols *t, const coal_type *type, coal_value bits);
/** The 64 bits with these halves. */
coal_value coal_bits_join(coal_symbols *t, coal_value high, coal_value low);
/** Bits [from, from + n) of bits. */
coal_value coal_bits_cut(coal_symbols *t, coal_value bits, uint64_t from, uint64_t n);
/** Bits [from, from + n), n <= 64, of the bytes and bit-fields that the slots hold; false: not all of them are known so. */
bool coal_slots_bits(coal_symbols *t, const coal_slots *s, uint64_t from, uint64_t n, coal_value *out);
/** The first slot that ends behind `place`. */
size_t coal_slots_behind(const coal_slots *s, uint64_t place);

#endif
