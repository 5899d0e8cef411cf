// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sizes of the states that kernels keep in global memory. The real toolkit must agree.
#include <cooperative_groups.h>
#include <curand_kernel.h>
#include <mma.h>

static_assert(sizeof(curandState) == 48, "XORWOW");
static_assert(sizeof(curandStatePhilox4_32_10_t) == 64, "Philox");
static_assert(alignof(curandStatePhilox4_32_10_t) == 16, "Philox");
static_assert(sizeof(curandStateMRG32k3a_t) == 48, "MRG32k3a");
