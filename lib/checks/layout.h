/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * What another layout of a shared array would cost: the model run again over every access of the array.
 *
 * An array is a declaration: its accesses in all kernels and template instances that share the place in the source
 * are taken together, since an edit there changes them all.
 */
#ifndef COAL_CHECKS_LAYOUT_H
#define COAL_CHECKS_LAYOUT_H

#include <coalcheck/analysis.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Where column c of row r is kept. Columns are taken modulo the row's length, which is cut to a power of two. */
typedef enum coal_swizzle {
  COAL_SWIZZLE_NONE,
  COAL_SWIZZLE_XOR,    /* c ^ r */
  COAL_SWIZZLE_XOR_R1, /* c ^ (r >> 1) */
  COAL_SWIZZLE_XOR_R2,
  COAL_SWIZZLE_XOR_R3,
  COAL_SWIZZLE_XOR_L1, /* c ^ (r << 1) */
  COAL_SWIZZLE_XOR_L2,
  COAL_SWIZZLE_ADD,    /* c + r */
  COAL_SWIZZLE_ADD_L1, /* c + 2 * r */
  COAL_SWIZZLES
} coal_swizzle;

/** A layout of an array of rows (its innermost dimension). */
typedef struct coal_layout {
  uint64_t pad_elements; /* added to each row */
  coal_swizzle swizzle;
} coal_layout;

/** "c ^ r", "(c + r) mod the row's length"; static. */
const char *coal_swizzle_text(coal_swizzle s);

/** One request of an access, `weight` of its requests (the weights of an access sum to 1). Offsets from the array's start. */
typedef struct coal_use {
  const coal_access *access;
  uint32_t mask, bytes;
  int64_t offset[COAL_WARP_LANES]; /* 0 for inactive lanes */
  double weight;
} coal_use;

/** All requests to an array, several equal ones as one. */
typedef struct coal_uses {
  coal_use *items;
  size_t n, capacity;
  uint64_t total_bytes; /* the largest instance of the array */
} coal_uses;

/** The innermost dimension of a two- or more-dimensional array type, or NULL. */
const coal_type *coal_layout_row(const coal_type *type);
/** Collects the requests to the array that `object` declares; false when one of its accesses is unknown, so that
 *  nothing can be proved. Free `out->items` either way. */
bool coal_uses_collect(const coal_analysis *a, const coal_var *object, coal_uses *out);
/** Makes one of requests that are the same but for whole rows and columns in front of them: rows of whole words only
 *  turn the banks then, whatever the padding. Not for swizzled layouts. */
void coal_uses_fold(coal_uses *uses);
/** Wavefronts summed over the accesses, a request each, under the layout; negative when it cannot hold them. `*ideal`
 *  (may be NULL) is the same sum of ideals. */
double coal_uses_cost(const coal_target *target, const coal_uses *uses, coal_layout layout, double *ideal);

/** True if the array is only ever used element by element, with all its subscripts, in every function of the module: then
 *  longer rows change nothing but the layout. */
bool coal_array_is_only_subscripted(const coal_module *m, const coal_var *object);
/** The edit that makes the rows of the array `pad_elements` longer, in its declaration in the source file; false
 *  when the text there is not understood. `*out` and its text live in the analysis. */
bool coal_extent_edit(coal_analysis *a, const coal_var *object, uint64_t pad_elements, coal_edit *out);

#ifdef __cplusplus
}
#endif
#endif
