/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * The accesses that the source of a kernel and of the functions it reaches writes: what the evaluation has to account for.
 *
 * Counted is what lies, or may lie, outside the lanes' own memory. Code that constants alone exclude is not counted, nor is what
 * system headers do.
 */
#ifndef COAL_EVAL_CENSUS_H
#define COAL_EVAL_CENSUS_H

#include "eval/measure/record.h"

typedef struct coal_census coal_census;

/** For a module, which is borrowed; yours to free. */
coal_census *coal_census_new(const coal_module *m);
void coal_census_free(coal_census *c);
/** By expression: 1 if it accesses the lanes' own memory, 2 if something else, 3 if both. Filled as kernels are asked for. */
const uint8_t *coal_census_met(const coal_census *c);
/** The accesses of a kernel, each once, in no particular order. `*n` entries, valid until the next call. */
const coal_census_entry *coal_census_of(coal_census *c, const coal_function *kernel, size_t *n);

#endif
