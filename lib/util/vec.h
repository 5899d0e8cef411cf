/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * A growable array of any type on the heap:
 *
 *   COAL_VEC(int) v = {0};
 *   coal_vec_push(&v, 7);
 *   for (size_t i = 0; i < v.n; i++) use(v.items[i]);
 *   coal_vec_free(&v);
 */
#ifndef COAL_UTIL_VEC_H
#define COAL_UTIL_VEC_H

#include <stdlib.h>

#include "alloc.h"

#define COAL_VEC(type)  \
  struct {              \
    type *items;        \
    size_t n, capacity; \
  }

#define coal_vec_push(v, item)                                                   \
  do {                                                                           \
    if ((v)->n == (v)->capacity) {                                               \
      (v)->capacity = (v)->capacity ? (v)->capacity * 2 : 8;                     \
      (v)->items = coal_realloc((v)->items, (v)->capacity * sizeof *(v)->items); \
    }                                                                            \
    (v)->items[(v)->n++] = (item);                                               \
  } while (0)

#define coal_vec_free(v) \
  do {                   \
    free((v)->items);    \
    (v)->items = NULL;   \
    (v)->n = 0;          \
    (v)->capacity = 0;   \
  } while (0)

#endif
