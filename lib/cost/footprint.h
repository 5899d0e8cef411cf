/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** How much of each object a whole launch touches, whoever does. */
#ifndef COAL_COST_FOOTPRINT_H
#define COAL_COST_FOOTPRINT_H

#include "trace.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Of an object, by all blocks. */
typedef struct coal_footprint {
  double load_bytes;   /* in pairs of sectors, 64 bytes each */
  double store_bytes;  /* in sectors */
  double stored_bytes; /* single ones: less than store_bytes where sectors stay partly as they were */
  double atomic_lines; /* of 128 bytes, that atomics touch */
} coal_footprint;

/** By object, t->n_objects of them and yours: free(). */
coal_footprint *coal_footprints(const coal_trace *t);

#ifdef __cplusplus
}
#endif
#endif
