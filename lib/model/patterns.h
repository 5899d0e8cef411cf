/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/** Questions about a request that the evaluation and the checks ask of the model. */
#ifndef COAL_MODEL_PATTERNS_H
#define COAL_MODEL_PATTERNS_H

#include <coalcheck/model.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Over all shifts of the whole request by a multiple of its width inside one period (global loads and stores): */
typedef struct coal_shifts {
  uint32_t least, most; /* sectors at the best and at the worst shift */
} coal_shifts;

/** The least number of bytes by which all addresses of a request of that space and operation may be moved without
 *  changing its cost, a power of two: a block (a segment on 1.x), a bank period. */
uint32_t coal_model_period_bytes(const coal_target *target, coal_space space, coal_mem_op op);

/** What moving the start of a global request alone can change. Shifts are the multiples of `step_bytes` (at least 1)
 *  below the period, added to the addresses as they are. An inactive request gives 0, 0. */
coal_shifts coal_model_shifts(const coal_target *target, const coal_request *request, uint32_t step_bytes);
/** True when some shift as above makes the request ideal. */
bool coal_model_shift_mends(const coal_target *target, const coal_request *request, uint32_t step_bytes);
/** True when some active lane's address is not a multiple of its width: the hardware faults. */
bool coal_model_is_unaligned(const coal_request *request);
/** Distinct bytes of the union of several requests' active lanes that lie in the blocks of request 0, and those
 *  blocks' bytes: equal when the group uses whole blocks. n requests; `*used` ≤ `*fetched`. */
void coal_model_group(const coal_target *target, const coal_request *requests, size_t n, uint32_t *used,
                      uint32_t *fetched);

#ifdef __cplusplus
}
#endif
#endif
