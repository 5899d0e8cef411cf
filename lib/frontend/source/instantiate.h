/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * Makes explicit instantiations visible to libclang.
 *
 * libclang shows `template __global__ void k<8>(float *);` only as a declaration without a way to its body. A
 * reference to the specialisation has one. So a copy of the source gets, behind the `;` and on the same line,
 *
 *   static inline void coalcheck_touch_0() { (void)(void (*)(float *))&k<8>; }
 *
 * and positions behind it on that line are moved back. Macros of the same file whose body is such an instantiation count
 * too; instantiations in included files are not looked for. Instances that the user wants get such a reference too.
 */
#ifndef COAL_FRONTEND_INSTANTIATE_H
#define COAL_FRONTEND_INSTANTIATE_H

#include <coalcheck/ir.h>

#include "util/arena.h"

#define COAL_TOUCH_PREFIX "coalcheck_touch_"
/** Behind it stands the index of the wanted instance that the touch is for. */
#define COAL_TOUCH_WANTED COAL_TOUCH_PREFIX "wanted_"

typedef struct coal_touch {
  size_t offset; /* into the original text: where it was put in */
  size_t n_bytes;
  size_t wanted; /* 1 + index of the wanted instance that it is for; 0: none */
} coal_touch;

/** The source with touches in it. */
typedef struct coal_touched {
  const char *text; /* NUL-terminated; the original when there are no touches */
  size_t n;
  coal_touch *touches; /* by offset */
  size_t n_touches;
} coal_touched;

/** Text and touches live in `arena`, or are the original. `wanted`: further instances, `fwd<half, 128>`; the touch of one whose
 *  name is not qualified stands behind the template's definition, so that the name is looked up there, else at the end. */
coal_touched coal_instantiate(coal_arena *arena, const char *text, size_t n, const char *const *wanted,
                              size_t n_wanted);
/** The position in the original of one in the text with touches. */
coal_pos coal_touched_original(const coal_touched *t, coal_pos p);

#endif
