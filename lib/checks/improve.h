/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** Changes to global accesses that move less by the model: the kernel's requests are counted again with the change. */
#ifndef COAL_CHECKS_IMPROVE_H
#define COAL_CHECKS_IMPROVE_H

#include <coalcheck/analysis.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A change is offered when it reduces what is moved by this factor. */
#define COAL_GAIN_MIN 1.5
bool coal_gain_is_worth(double before, double after);

/** Each field in an array of its own: for all accesses to the object through records of the access's type. NULL: no
 *  gain, or one of them is not known. The fixes live in the analysis and have no edits. */
const coal_fix *coal_improve_soa(coal_analysis *analysis, const coal_access *a);
/** threadIdx.x and .y swapped: for all global accesses of the kernel together. */
const coal_fix *coal_improve_swap(coal_analysis *analysis, const coal_access *a);
/** The first launch, of a block narrower than a warp, with as many threads in rows of 32: for all global accesses
 *  together. */
const coal_fix *coal_improve_block(coal_analysis *analysis, const coal_access *a);
/** Through a tile in shared memory: the accesses of the first block, distributed over its lanes in the order of
 *  addresses. */
const coal_fix *coal_improve_tile(coal_analysis *analysis, const coal_access *a);

#ifdef __cplusplus
}
#endif
#endif
