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

/** One request of an access, `weight` of its requests (the weights of an access sum to 1). Offsets from the array's start. */
typedef struct coal_use {
  const coal_access *access;
  uint32_t mask, bytes;
  int64_t offset[COAL_WARP_LANES]; /* 0 for inactive lanes */
  double weight;
} coal_use;

/** All requests to an array; equal ones are one entry. */
typedef struct coal_uses {
  coal_use *items;
  size_t n, capacity;
  uint64_t total_bytes; /* the largest instance of the array */
  int64_t last_row;     /* the last row that is accessed */
  coal_row_state row;   /* of the subscripts of the rows */
} coal_uses;

/** "c ^ (r & 15)": where the swizzle keeps column c of row r of these accesses. Lives in the analysis. */
const char *coal_swizzle_text(coal_analysis *a, const coal_uses *uses, coal_swizzle s);
/** The row's length under a swizzle: the largest power of two in it. */
uint64_t coal_swizzle_columns(const coal_type *row);

/** The innermost dimension of a two- or more-dimensional array type, or NULL. */
const coal_type *coal_layout_row(const coal_type *type);
/** Are they one declaration, possibly in two instances or from two front ends? */
bool coal_is_same_declaration(const coal_var *a, const coal_var *b);
/** Collects the requests to the array that `object` declares; false when one of its accesses is unknown, so that
 *  nothing can be proved. Free `out->items` in both cases. */
bool coal_uses_collect(const coal_analysis *a, const coal_var *object, coal_uses *out);
/** Joins requests that differ only by whole rows and columns in front: with any padding, rows of whole words only
 *  rotate the banks. Not for swizzled layouts. */
void coal_uses_fold(coal_uses *uses);
/** Wavefronts summed over the accesses, a request each, under the layout; negative when it cannot hold them. `*ideal`
 *  (may be NULL) is the same sum of ideals. */
double coal_uses_cost(const coal_target *target, const coal_uses *uses, coal_layout layout, double *ideal);

/** Where an array is named in the module's code. */
typedef struct coal_mentions {
  coal_range *items; /* each use with all its subscripts: the whole `tile[i][j]` */
  size_t n, capacity;
  bool escapes; /* it is used in another way: passed on, cast, its address taken, a row used as a pointer */
} coal_mentions;

/** Collects them from every function of the module; atomics may take the address of an element. Free `out->items`. */
void coal_mentions_collect(const coal_module *m, const coal_var *object, coal_mentions *out);
/** True if every mention was executed as an access to the array: one that was not may leave its row. */
bool coal_mentions_are_accesses(const coal_analysis *a, const coal_var *object, const coal_mentions *mentions);
/** named.c: true if the text names the array outside of the mentions, between `declared` (after the name in its
 *  declaration) and the end of the block. */
bool coal_text_has_other_mention(const char *text, const char *declared, const coal_var *object,
                                 const coal_mentions *mentions);
/** The edit that makes the rows of the array `pad_elements` longer, in its declaration in the source file; false
 *  when its text there is not recognised, or the array is named outside of the mentions: in sizeof, decltype, a
 *  macro or code for another target. `*out` and its text live in the analysis. */
bool coal_extent_edit(coal_analysis *a, const coal_var *object, const coal_mentions *mentions, uint64_t pad_elements,
                      coal_edit *out);

#ifdef __cplusplus
}
#endif
#endif
